# 页面自己的话。

# 一连串的东西：“甲、乙、丙”。
page-list = { $list }、{ $next }
page-failure = { $sentence }{ $remedy }
page-style-unnamed = 风格 { $number }
page-data = 数据…
    .about = 画自己的示范、从文件载入，或找出与标签矛盾的示范
page-drawing-own = 你自己的图画
page-source-chosen = { $name }。{ $about }
page-file-loading = 正在载入 { $name }：{ NUMBER($here, minimumFractionDigits: 1, maximumFractionDigits: 1) } MB
page-file-loading-of = 正在载入 { $name }：{ NUMBER($here, minimumFractionDigits: 1, maximumFractionDigits: 1) } / { NUMBER($all, minimumFractionDigits: 1, maximumFractionDigits: 1) } MB
page-file-reading = 正在读取 { $name }……

page-device-starting = 正在启动。
page-device-testing = 测试中……
page-device-best = 自动选择
    .about = 通过测试的设备里最快的一个
page-device-cpu = CPU
    .about = 处理器，使用 SIMD；在任何浏览器里数值都相同
page-device-webgpu = WebGPU
    .about = 图形处理器
page-device-choice = 训练设备
page-device-rate = { NUMBER($rate) } 步/秒
    .about = 每秒的优化步数，所有方法合计

# 页首。
page-name = PMI Playground
page-worlds = 场景
page-compare = 比较
    .about = 最多三种方法并排，数据和种子都相同。运行会重新开始。
page-copy-link = 复制链接
    .about = 复制一个能重现这次运行的地址：场景、方法、设置、种子和视图
page-copy-link-done = 链接已复制
page-copy-link-by-hand = 请手动复制这个链接：
page-theme = 主题
    .about = 浅色、深色，或跟随系统
page-theme-auto = 跟随系统
page-theme-light = 浅色
page-theme-dark = 深色
page-language = 语言
page-language-missing = 另一种语言加载失败（{ $why }）。请再选一次。
page-lessons = 课程
    .about = 八节短课：先猜，再看
page-results = 结果
    .about = 实测的数值与论文并列，以及测量方法
page-help = 帮助
    .about = 这是什么，以及键盘快捷键（?）
page-close = 关闭
page-panel-export = 带走
page-panel-kept = 已保存
page-menu = 菜单
page-teachers = 教师指南
page-glossary = 词汇表
page-hint-words = 词语与符号
page-hint = 这是什么？

page-runline = { $world }，{ $method }，种子 { $seed }，{ $steps } 个优化步之后。重现这次运行：?{ $link }

# 导览。
page-story = 这里在做什么
page-story-show = 带我看看
    .about = 简短的导览：看、问、学、查
page-story-next = 下一步
page-story-end = 完成
page-story-look = 看：现在所有智能体都按“{ $style }”行动。点一下别的风格的名字，或拖动它的滑块；不用重新训练。
page-story-why = 问：这是一位专家的路径。红色的时刻透露它的风格，灰色的什么也没透露，蓝色的是跑到了别人的风格上。沿着这些柱子移动：每个时刻都有自己的权重。
page-story-learn = 学：同一次运行，从头再来。先是评判网络的互信息朝上限爬升，然后用它给的权重克隆出一个策略。
page-story-check = 查：每一行是要求的风格，每一列是做出来的风格。落在对角线上，就是智能体照要求做了。

# 帮助。
page-help-title = 从混杂的示范里学会一种风格
page-help-problem = 人们示范同一件事，各有各的风格。一股脑儿全部克隆，风格就糊成一团。每种风格单独克隆会好一些，但人会跑偏：有一阵子，他照着别人的方式做；标签有时也会标错。
page-help-critic = 评判网络学的是：一个状态和动作透露了多少风格。对单个时刻来说，这就是点互信息 PMI = ln p(z|s,a) − ln p(z)：大于零，支持这种风格；小于零，不支持；等于零，什么也没说。克隆时，每个时刻的权重是 e^(β·PMI)。跑到别人风格上的时刻渐渐淡出，学到的策略就干净了。
page-help-try = 试一试
page-help-try-slider = 拖动一个风格滑块：事先训练好的智能体立刻改变。
page-help-try-train = 按“训练”：互信息朝上限爬升，然后用这些权重克隆出策略。
page-help-try-path = 点一条淡色的路径：红色的时刻透露它的风格，蓝色的透露别的风格，灰色的什么也没透露。
page-help-try-compare = 按“比较”，再按“训练”：同样的数据和种子，用权重和不用权重。
page-help-keys = 按键
page-help-cite = 引用本页（BibTeX）
page-help-licences = 本页所用软件的许可
page-key-space = 空格
    .about = 训练或暂停
page-key-s = S
    .about = 走一个优化步
page-key-r = R
    .about = 重置运行
page-key-arrows = ← →
    .about = 在舞台上：选择示范；在时间线上：选择时刻
page-key-home-end = Home、End
    .about = 时间线上的第一个和最后一个时刻
page-key-question = ?
    .about = 打开这份帮助

# 提示。
page-retry = 重试
page-dismiss = 知道了
page-notices-earlier =
    { $count ->
        [one] 之前的 1 条提示
       *[other] 之前的 { $count } 条提示
    }
page-download-refused = 浏览器没有接受下载。
page-pretrained-missing = { $method } 事先训练好的智能体加载失败（{ $why }）。按“训练”，训练你自己的。

# 文件。
page-file-load = 载入文件
    .about = 也可以拖到页面上任何地方。文件不会离开这台机器。

# 自己玩。
page-play = 自己来玩
    .about = 用方向键和空格、下面的屏幕按键，或游戏手柄来玩；按 Esc 结束
page-play-stop = 结束游戏
page-play-keys = 用方向键或 W、A、S、D 移动，空格开火，Esc 结束；也可以用游戏手柄或下面的屏幕按键。你一动，游戏就开始。
page-play-impossible = 没有这个游戏的卡带，这里没法玩。{ $file }
page-pad = 摇杆
page-pad-up = 上
page-pad-left = 左
page-pad-right = 右
page-pad-down = 下
page-pad-fire = 开火
page-play-learn = 向你的玩法学习
    .about = 你玩的几局变成示范，按表现出来的风格打上标签
page-play-save = 下载你玩的几局
    .about = 一个录制文件，以后可以再载入
# $stretches 是 page-play-stretches 或 page-play-too-short。
page-play-recorded =
    { $plays ->
        [one] 你得了 { $score } 分。这一局有 { $decisions } 次决策；{ $stretches }。
       *[other] 你得了 { $score } 分。这 { $plays } 局共有 { $decisions } 次决策；{ $stretches }。
    }
page-play-stretches = 片段：{ $list }
page-play-stretches-of-style = { $style } { $count } 个
page-play-too-short = 还太短，没有可学的片段

# 运行的设置。
page-knobs = 运行的设置
page-knobs-all = 设置
    .about = 数据、评判网络、权重和策略的全部设置
page-knobs-data = 数据与风格
page-knobs-critic = 评判网络
page-knobs-rollouts = 试跑与判别器
page-knobs-weights = 权重
page-knobs-policy = 策略
page-knob-live = 实时
    .about = 改变后，运行照常继续
page-knob-restarts = 重启
    .about = 改变后，运行会重新开始
page-knob-described = { $about }{ $hint }。
page-knob-tuned = 这是运行途中改的；链接会在同一步重复这次改动。按“重置”，就从这个值开始。
page-choice-closed = { $name }：请先载入文件
page-recipe = 配方
    .about = 评判网络和权重里互相配套的一组设置
page-recipe-custom = 自定义
# $list 由 page-recipe-difference 组成。
page-recipe-differs = 与“{ $recipe }”不同：{ $list }。
page-recipe-other = “{ $recipe }”里是：{ $list }。
page-recipe-difference = { $knob } { $used }（而非 { $recipe }）
page-method = 方法
page-method-shows-knobs = 显示它的设置
page-equation =
    .about = 它要最小化的量
page-lanes = 并排比较（两种或三种；会重新开始）
page-presets = 示范数据：
page-label = 风格按什么分
page-demonstrations = { NUMBER($all) } 条示范（留出 { NUMBER($held_out) } 条），{ NUMBER($pairs) } 对状态和动作。

# 风格滑块。
page-styles = 要求的风格
page-styles-ask = 想要哪种风格
    .about = 每种风格要求多少智能体去做。剩下的由其他风格分。
page-styles-unknown = 这个方法不认识风格：滑块只改变要求，不改变行为。
page-ask = 所有智能体都按“{ $style }”行动
page-mix = 混合所有风格
    .about = 每种风格的智能体一样多
page-share = 要求“{ $style }”的智能体所占的百分比
page-share-value = 要求 { NUMBER($share, style: "percent") } 的智能体做“{ $style }”
page-ranges = { $name }：{ $styles }
page-range = { $below } < { $threshold } < { $above }
# 单位前面是不换行的空格。
page-range-unit = { $below } < { $threshold } { $unit } < { $above }
page-strength = 风格强度
    .about = 风格强度 γ：在候选动作里，越透露这种风格的动作越容易被选中，比重为 e^{ "{" }γ·PMI{ "}" }。不用重新训练。
page-strength-impossible = 风格强度要靠评判网络判断哪些动作透露风格；这个方法没有评判网络。

# 训练。
page-training = 训练
page-train = 训练
    .about = 从头训练，或接着训练（空格）
page-train-again = 重新训练
page-pause = 暂停
    .about = 暂停（空格）
page-step = 单步
    .about = 走一个优化步（s）
page-reset = 重置
    .about = 把同一次运行重新开始（r）
page-speed = 速度
    .about = 训练多快：慢到能看清，快到这台机器的极限，或者每按一次“训练”走一个优化步
page-speed-watched = 约 { $seconds } 秒
page-speed-full = 全速
page-speed-step = 单步
page-seed = 种子
    .about = 一切随机性的来源：数据、初始权重、批次。改变后，运行会重新开始。
page-download = 下载快照
    .about = 这次运行当前的样子：权重、优化器和步数，burnpack 格式
page-steps = { NUMBER($done) } / { NUMBER($all) } 步
    .about = 已走的优化步数，以及总步数
page-steps-none = 0 步
page-rate = { NUMBER($rate) } 步/秒
    .about = 每秒的优化步数
page-rate-left = { NUMBER($rate) } 步/秒，大约还需 { NUMBER($minutes) } 分钟
page-stage-not-started = 尚未开始
page-stage-waiting = 等待设备通过测试
page-stage-done = 完成
page-stage-of-method = { $method }：{ $stage }

# 图表。
page-charts = 这次运行学到了什么
page-chart-tab-information = 信息
page-chart-tab-losses = 损失
page-chart-tab-weights = 权重
page-chart-tab-own = 更多
page-check = 要求与结果
page-tabs = 关于这次运行
page-tab-charts = 图表
page-tab-check = 检验
page-tab-settings = 设置
page-chart-empty = 还没有数据。
page-chart-steps = 步
page-unit-share = 占比
# 读屏软件怎样读一张图；$values 是 page-chart-values 或 page-chart-no-values。
page-chart-label = { $title }。{ $values }
page-chart-values-bare = 第 { NUMBER($step) } 步：{ $values }
page-chart-values = 第 { NUMBER($step) } 步：{ $values } { $unit }
page-chart-no-values = 还没有数据
page-chart-value = { $curve } { $value }
page-chart-number = { NUMBER($value, minimumFractionDigits: 3, maximumFractionDigits: 3) }
page-chart-mean = { NUMBER($value, minimumFractionDigits: 3, maximumFractionDigits: 3) } ± { NUMBER($spread, minimumFractionDigits: 3, maximumFractionDigits: 3) }
page-chart-at-step = 第 { $step } 步 { $value }
page-chart-table = { $title }（{ $unit }）
page-chart-curve = 曲线
page-chart-first = 最初
page-chart-middle = 中途
page-chart-latest = 最新
page-mi-none = 这个方法没有评判网络，所以不估计互信息。
page-mi-empty = 按“训练”，这条曲线就会朝上限生长。
page-mi-ceiling = 不同风格的时刻看起来一样时，它就到不了 H(Z)。
page-mi-ceiling-share = 它到不了 H(Z)：只有 { NUMBER($share, style: "percent") } 的时刻能看出风格的差别，而跑偏又让这些时刻变得模糊。
page-mi-share-of = { $whole } 的 { NUMBER($share, style: "percent") }

# 并排的方法。
page-comparison = 并排比较
    .about = 每种方法的示范和种子都相同
page-comparison-table = 各方法在相同的示范和种子上，目前进展如何
page-comparison-curve = { $name }（{ $unit }）
page-comparison-achieved = 风格达成率
page-comparison-loss = 留出损失低，不等于风格干净：留出的专家也会跑偏，所以照抄跑偏的策略反而离他们更近。
page-comparison-steps = 步数
    .about = 已走的优化步数
page-comparison-time = 用时（秒）
    .about = 走这些步花了多少秒；绘图和统计的时间不算
page-comparison-best = 目前最好

# 校准。
page-calibration = 校准：要求与结果
    .about = 依次要求智能体做每一种风格，再像给示范打标签那样，给它们的路径打标签。行：要求的风格。列：做出来的风格。按这个场景打开时的风格强度统计。
page-calibration-later = 克隆策略的过程中统计，结束时再统计一次。
page-calibration-found = 这个方法自己发现风格；这里按最匹配的标签一一命名。
page-calibration-table = 按要求的风格（行）和做出来的风格（列）统计的试跑
page-calibration-asked = 要求
page-calibration-none = 无
    .about = 路径不属于任何一种风格
page-calibration-share = { NUMBER($share, style: "percent") } 的试跑做到了要求的风格（第 { NUMBER($step) } 步）
    .about = 路径的标签正好是所要求的风格的试跑，占多大比例
page-calibration-rewards = 每次试跑的得分：{ $list }
    .about = 要求每种风格时，试跑的平均得分
page-calibration-reward = { $style } { $points }
page-calibration-cell = 要求“{ $style }”的 { $total } 次试跑中的 { $count } 次

# 权重。
page-weights = 训练样本对的权重
    .about = 克隆时每对训练样本算多少：e^{ "{" }β·PMI{ "}" }，再经过基线处理。左边：被忽略的样本对。右边：算好几次的样本对。
page-weights-later = 等评判网络有了结果，权重就会出现。
page-weights-clusters = 每个策略从一对样本里学多少，取决于它的簇对整条轨迹的责任度。
page-weights-equal = 这个方法给每对样本同样的权重。
page-weights-axis = 样本对的权重；柱高按平方根刻度
page-weights-effective = 有效样本量：{ NUMBER($pairs) } 对中的 { NUMBER($size) } 对（{ NUMBER($share, style: "percent") }）
    .about = (Σw)² / Σw²：相当于这么多对权重相同的样本。

# 责任度。
page-clusters = 责任度：标签与簇
    .about = p(k|τ)：每个簇对一条轨迹负多少责任。每个标签一行（这个方法没见过标签），每条轨迹一列，按比例填上各簇的颜色。簇的颜色就是它所对应风格的颜色。
page-clusters-table = 每个簇对各标签轨迹的平均责任度
page-clusters-read = 列：轨迹。颜色：认领它们的簇。右边：标签自己的簇平均占多少。
page-clusters-held-out = 这条示范是留出的：没有簇对它负责。
page-clusters-responsible = 对整条示范负责的是：{ $claims }。
page-clusters-claim = “{ $style }”{ NUMBER($share, style: "percent") }
page-clusters-nobody = –

# 随某项设置测得的数值。
page-sweep = 在 { $at } 处：{ $values }。
page-sweep-value = { $curve } { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }
page-sweep-label = { $quantity }。{ $values }

# 正在查看的示范。
page-explained = 一条示范上的权重
page-explained-title = 每个时刻透露了多少风格
    .about = 一条示范里，每个时刻透露了多少它的风格，因此又算多少
page-explained-pick = 选一条示范：点一条路径，或用箭头。
page-explained-no-critic = 这个方法没有评判网络，说不出哪些时刻透露风格。有评判网络的方法可以。
page-explained-untrained = 评判网络还什么都没学。按“训练”，透露风格的地方就会长出柱子。
page-explained-moment = 时刻
page-explained-drawn = 你画的路径
page-explained-drawn-shows = 你画的路径，表现为“{ $style }”
page-explained-demonstration = 示范 { $number }，标签“{ $style }”
page-explained-held-out = 示范 { $number }，标签“{ $style }”，未参与训练（留出）
page-explained-previous = 上一条示范
page-explained-next = 下一条示范
page-timeline = 沿示范的 PMI；用方向键选择时刻
page-timeline-moment = 时刻 { $moment }：PMI { NUMBER($pmi, minimumFractionDigits: 2, maximumFractionDigits: 2) } 奈特，权重 { NUMBER($weight, minimumFractionDigits: 2, maximumFractionDigits: 2) }
page-timeline-bars = PMI ±{ NUMBER($full, minimumFractionDigits: 2, maximumFractionDigits: 2) } 奈特
page-timeline-cut =
    { $count ->
        [1] 一根柱子被截断（=），到 { NUMBER($least, minimumFractionDigits: 2, maximumFractionDigits: 2) }
       *[other] { $count } 根柱子被截断（=），最低 { NUMBER($least, minimumFractionDigits: 2, maximumFractionDigits: 2) }
    }
page-timeline-less = 少
page-timeline-more = 多
page-timeline-line = 线：权重 0–{ NUMBER($most, minimumFractionDigits: 1, maximumFractionDigits: 1) }
page-timeline-strip = 色带：真实风格
# $verdict 是下面四条之一。
page-why-seen = 在时刻 { $moment }，评判网络给这个标签的概率是 { NUMBER($after, style: "percent") }，什么都不看则是 { NUMBER($before, style: "percent") }：{ $verdict }。
page-why-nothing = 这一刻没有透露风格
page-why-for = 这一刻支持“{ $style }”
page-why-other = 这一刻看起来像“{ $style }”
page-why-against = 这一刻不支持“{ $style }”
# $seen 是 page-why-seen，$neutral 是最后两条之一。
page-why-early = { $seen }它的权重要等克隆开始才定下来。
page-why-weight = { $seen }它的权重是 { NUMBER($weight, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
page-why-weight-beside = { $seen }它的权重是 { NUMBER($weight, minimumFractionDigits: 2, maximumFractionDigits: 2) }；{ $neutral }，权重是 { NUMBER($other, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
page-why-neutral-action = 如果动作没有多透露什么
page-why-neutral-moment = 如果一个时刻什么也没透露
# 权重的算式，按顺序。
page-why-pmi = PMI = T − ln Σ p(z)·e^T = { $score } − ({ $mean }) = ln({ $after } / { $before }) = { $pmi } 奈特。
page-why-action = PMI(z;a|s) = PMI − PMI(z;s) = { $pmi } − ({ $place }) = { $weighed }。
page-why-global = T − c = { $score } − ({ $constant }) = { $weighed }。
page-why-raw = T = { $score }，没有去掉常数。
# $symbol 是这几条之一。
page-why-symbol-pmi = PMI
page-why-symbol-action = PMI(z;a|s)
page-why-symbol-global = (T − c)
page-why-symbol-raw = T
page-why-exponent = e^(β·{ $symbol }) = e^({ $beta } · { $weighed }) = { $power }。
page-why-blunted = e^(β·(ε/0.1)·{ $symbol }) = e^({ $beta } · { $sharpness } · { $weighed }) = { $power }。
page-why-limited = e^(β·{ $symbol }) 最大取 e^({ $exponent }) = { $power }。
page-why-cap = 上限 1 + ε·(1/p(z) − 1) = 1 + { $noise }·(1/{ $before } − 1) = { $cap }（ε：可疑标签的比例）：min({ $power }, { $cap }) = { $capped }。
page-why-cap-plain = 上限 { $cap }，因为没有估计可疑标签的比例：min({ $power }, { $cap }) = { $capped }。
page-why-mean-later = 之后，所有权重再除以它们的平均值。
page-why-divided = 除以所有样本对的平均值：{ $capped } / { $divisor } = { $weight }。
page-why-subtracted = 减去所有样本对的平均值：{ $capped } − { $mean } = { $weight }。
page-why-clamped = 减去所有样本对的平均值，截到零，再除以剩余部分的平均值：max({ $capped } − { $mean }, 0) / { $divisor } = { $weight }。
page-why-by-hand = 乘以手工权重：{ $plain } × { $by_hand } = { $weight }。
page-why-score = 评判网络的分数：与 PMI 只差一个各风格共有的常数
page-why-pair = { $style }：p(z|s,a) = { NUMBER($after, minimumFractionDigits: 3, maximumFractionDigits: 3) }，p(z) = { NUMBER($before, minimumFractionDigits: 3, maximumFractionDigits: 3) }
page-why-style = 风格 z
page-why-bars = 柱
page-why-posterior = 看到这个时刻之后，评判网络的判断
page-why-prior = 这种风格在所有示范里所占的比例

# 舞台。画面上方的字：
page-lane-own = { $method }：你的运行，第 { NUMBER($step) } 步
page-lane-pretrained = { $method }：预训练
page-lane-loading = { $method }：加载中
page-lane-nothing = { $method }：还没有智能体
# 舞台下方：
page-playing =
    .about = 是谁在驱动舞台上的智能体
page-playing-pretrained = { $method }，按所示设置事先训练好的
page-playing-own = 正在表演：你的运行，第 { NUMBER($step) } 步
page-playing-unshipped = 这样划分的风格，没有事先训练好的智能体。按“训练”，智能体就会出来
page-playing-lanes = { $lanes } · { $next }
page-playing-data = 这是示范回放：文件没有智能体可以行动的环境。
page-playing-replayed = 这是“{ $world }”的示范回放：这里暂时还玩不了。
page-playing-rollouts = 回放：训练好的智能体当时（默认设置下）玩“{ $world }”的情形。
page-moment = 正在查看的示范，时刻 { $moment }：{ NUMBER($score) } 分。
page-moment-others = 正在查看的示范，时刻 { $moment }：{ NUMBER($score) } 分；圆圈是当时在场的其他人。
# 读屏软件怎样读画布。
page-stage = “{ $world }”里的智能体。{ $caption }。用左右方向键选择示范。
page-stage-drawing = “{ $world }”里的智能体。{ $caption }。用方向键画路径，Enter 查看解释，Esc 收笔。

# 舞台上的游戏机。
page-consoles = 游戏机
page-console-demonstrations = 示范
page-console-demonstration = 示范，时刻 { $moment }
page-console-you = 你
page-console = 游戏机 { $number }：要求“{ $asked }”，{ $shows }，{ $score } 分。
page-console-pmi = 游戏机 { $number }：要求“{ $asked }”，{ $shows }，{ $score } 分，动作透露了 { NUMBER($pmi, minimumFractionDigits: 2, maximumFractionDigits: 2) } 奈特。
page-console-method = { $method }，游戏机 { $number }：要求“{ $asked }”，{ $shows }，{ $score } 分。
page-console-method-pmi = { $method }，游戏机 { $number }：要求“{ $asked }”，{ $shows }，{ $score } 分，动作透露了 { NUMBER($pmi, minimumFractionDigits: 2, maximumFractionDigits: 2) } 奈特。
page-console-yours = 你的游戏机：{ $stick }，{ $shows }，{ $score } 分。
page-console-shows = 表现为“{ $style }”
page-console-shows-none = 还看不出风格
page-console-stick =
    { $fire ->
        [held] { $direction ->
            [centre-centre] 摇杆居中，按住开火
            [up-centre] 摇杆向上，按住开火
            [up-right] 摇杆向右上，按住开火
            [centre-right] 摇杆向右，按住开火
            [down-right] 摇杆向右下，按住开火
            [down-centre] 摇杆向下，按住开火
            [down-left] 摇杆向左下，按住开火
            [centre-left] 摇杆向左，按住开火
           *[up-left] 摇杆向左上，按住开火
        }
       *[free] { $direction ->
            [centre-centre] 摇杆居中
            [up-centre] 摇杆向上
            [up-right] 摇杆向右上
            [centre-right] 摇杆向右
            [down-right] 摇杆向右下
            [down-centre] 摇杆向下
            [down-left] 摇杆向左下
            [centre-left] 摇杆向左
           *[up-left] 摇杆向左上
        }
    }

# 舞台的工具。
page-agents-hold = 停住智能体
    .about = 让智能体原地停住，或者继续走
page-agents-move = 让智能体走
page-draw = 画一条路径
    .about = 用鼠标或手指在舞台上画一条路径，也可以用方向键和 Enter；下面会解释它
page-ends = 各风格的终点
    .about = 用六边形统计每种风格的智能体停在哪里
page-ends-style = 要求的风格
page-ends-counted = 终点个数
page-ends-mean-title = 平均终点（x, y）
page-ends-mean = { NUMBER($x, minimumFractionDigits: 1, maximumFractionDigits: 1) }, { NUMBER($y, minimumFractionDigits: 1, maximumFractionDigits: 1) }
page-ends-mean-unit = { NUMBER($x, minimumFractionDigits: 1, maximumFractionDigits: 1) }, { NUMBER($y, minimumFractionDigits: 1, maximumFractionDigits: 1) } { $unit }
page-starts = 起点
    .about = 在舞台上把智能体拖到想要的起点，或在这里放置
page-starts-agent = 智能体
page-starts-place = 放置
page-starts-free = 全部取消（{ $count }）

# 图表的标题，以及怎样读。
chart-mi = 互信息 I(Z; S, A)
    .about = I(Z;S,A)：一个状态和动作透露了多少奈特的风格信息。它不会超过风格的熵，也不会超过其中落在各风格不同的时刻里的那一份。
chart-loss = 损失
    .about = 每个网络要最小化的量，单位是奈特。越低越好；只能拿同类曲线相比。
chart-styles = 发现的风格
    .about = 用于自己发现风格的方法：它们发现的东西有多容易分清，或者与标签有多吻合，从 0 到 1。
chart-reward = 奖励
    .about = 行动中的一个时刻挣到多少，单位是奈特：判别器越把它当成专家的，就越多。
chart-latent = 隐变量
    .about = 编码器透露了窗口的多少，单位是奈特；以及每一奈特的代价，它从 0 逐渐升高。

# 词汇表：页面上的词和符号。
term-z = z，风格
    .about = 做一件事的某种方式，例如圆有多大。每条示范都带有一种风格的名字，这就是它的标签。
term-s = s，状态
    .about = 智能体做决定时看到的东西：它在哪里，是怎么来的。
term-a = a，动作
    .about = 它接下来做什么，例如往哪个方向走。
term-moment = 时刻
    .about = 路径上的一个点：一个状态，加上在那里采取的动作。
term-demonstration = 示范
    .about = 录下来的一条专家路径，供模仿。
term-policy = 策略
    .about = 一个网络：给它状态和所要求的风格，它选出动作。
term-critic = 评判网络
    .about = 一个网络：看一个状态、一个动作和一种风格，说出它们有多相配。它只用来给示范加权。
term-nats = 奈特
    .about = 用自然对数时的信息单位。ln 2 = 0.69 奈特相当于一次“是或否”：一个比特。
term-entropy = H(Z)，熵
    .about = 什么都还没看到时，风格有多不确定。K 种风格一样常见时，它是 ln K 奈特。
term-pmi = PMI，点互信息
    .about = 一个时刻透露了多少它的风格：ln p(z|s,a) − ln p(z)。大于零，支持这种风格；小于零，不支持；等于零，什么也没说。
term-mi = MI，互信息 I(Z; S, A)
    .about = 所有时刻的 PMI 的平均：一个状态和动作平均透露了多少风格。它从不超过 H(Z)。
term-beta = β
    .about = 训练策略时，PMI 的影响有多强。为 0 时，每个时刻算得一样多；论文取 1。
term-gamma = γ，风格强度
    .about = 行动时，智能体在候选动作里挑选，对 PMI 的要求有多强。不用重新训练。
term-ess = 有效样本量
    .about = 加权的时刻，相当于多少个权重相同的时刻。如果比总数少得多，就说明学习只靠少数时刻撑着。
term-calibration = 校准
    .about = 智能体有多经常做到所要求的风格，由许多条路径统计得出。
term-held-out = 留出
    .about = 不参与训练的示范，这样死记硬背就不算数。

page-panel = 页面旁边的面板
page-panel-missing = 页面的这一部分加载失败（{ $why }）。请检查网络后重新打开。
page-panel-time = 时间机器
page-panel-links = 给班级的链接
page-panel-hand-in = 交作业
page-panel-without = 去掉一段示范
page-panel-pixels = 哪些像素在说话
page-panel-listen = 听一条路径
