# 课程的框架。
lesson-heading = 第 { $number } 课（共 { $all } 课）：{ $title }
lesson-list = 课程
    .about = 八节短课，每节大约五分钟。你先猜，页面再给你看结果。所有数字都是当场算出来的。
lesson-all = 全部课程
lesson-done = 已完成 { $steps } 步
lesson-opening = 正在打开……
lesson-missing = 这节课加载失败（{ $why }）。请检查网络后再选一次。
lesson-steps = 这节课的步骤
lesson-step = 第 { $step } / { $steps } 步
lesson-back = 上一步
lesson-next = 下一步
lesson-next-lesson = 下一课：{ $title }
lesson-no-number = ……

# 猜。
lesson-guess = 你的猜测
lesson-commit = 我就猜这个
lesson-verdict-open = 先猜，猜完页面就给你看结果。
lesson-verdict-waits = 已记下你的猜测；等运行来揭晓。
lesson-verdict = 你猜的是 { $guess }，结果是 { $truth }。
lesson-cell = 要求“{ $asked }”，走成了“{ $achieved }”
lesson-cells = 行：要求的风格。列：智能体做出来的风格。
lesson-curve = 画出曲线：拖动，或用方向键
lesson-curve-point = 训练到 { NUMBER($share, style: "percent") } 时：{ NUMBER($value, maximumFractionDigits: 2) } 奈特
lesson-curve-axes = 拖动就能画。从左到右是训练的第一步到最后一步；最低处是 0，最高处是 { $highest } 奈特。
lesson-curve-key = 虚线：你猜的。实线：实际的。
lesson-order = 最轻的放最上面，最重的放最下面。点一下名字，就能在路径上看到那个时刻。
lesson-up = 上移
lesson-down = 下移
lesson-moment-common = 所有专家都一样的时刻
lesson-moment-typical = 最像自己标签的时刻
lesson-moment-drifting = 走在别人圆上的时刻
lesson-moment-weight = 权重 { $weight }
lesson-path = 画出路径：拖动，或用方向键
    .about = 用鼠标或手指画，也可以用方向键。细线：四位专家。虚线：你猜的。圆点（猜完才出现）：网络实际走到哪里。
lesson-brushes = 画笔涂上的权重
lesson-brush = × { NUMBER($weight, maximumFractionDigits: 1) }
lesson-paint = 示范 { $number }
lesson-paint-label = 示范 { $number }，标签是“{ $style }”（粗圆）
lesson-paint-path = 示范
lesson-from = 从时刻
lesson-to = 到
lesson-paint-stretch = 涂这一段
lesson-paint-nothing = 还什么都没涂：在某条路径上拖一拖。
lesson-paint-strays = 阴影：这些专家真正跑到别人圆上的地方。
lesson-train-painted = 用我的权重训练
lesson-write = 用一句话写下你的规则
lesson-write-keep = 记下来
lesson-recalled = 你在第 3 课写的规则：“{ $words }”
lesson-forget = 全部课程从头开始
lesson-forget-sure = 再按一次，所有答案都会清除

# 1
lesson-1 = 平均的专家
lesson-1-1 = 四位专家从左边出发，先走同一条直线，再各绕各的圆。一个网络模仿他们所有人，却没人告诉它哪条路径是谁的。走完直线，它会往哪里去？画出来。
    .why = 没有什么能帮它分清谁是谁，它学到的是四种转弯的平均，于是在几个圆之间游走。
lesson-1-2 = 淡线是示范，其中一条画粗了。每个标记都是正在走的网络，颜色表示要求它走的半径。它听话吗？要求一种半径，看看会怎样。
    .why = 它从没见过标签，所以你要求什么都没有用。这种学法叫行为克隆，简称 BC。
lesson-1-3 = 假如我们一遍又一遍地要求某个半径，然后数一数：有多少路径真的按要求的半径走？
    .why = { NUMBER($share, style: "percent") } 的路径做到了。表格就是这样数的：行是要求的，列是做出来的（“无”：哪个圆都不是），只有对角线上的才算成功。全凭运气也有 25%。
lesson-1-4 = 看看表格：不管要求什么，四个圆里走得最多的总是同一个。网络是选中了那位专家吗？
    .a = 是：那位专家最容易模仿
    .b = 是：那位专家的示范最多
    .c = 它轮流模仿四位专家
    .d = 不是：它的转弯是四位专家的平均
    .why = 它没法选：从来没人告诉它哪条路径是谁的。它的转弯是四位专家的平均，平均下来靠近哪个圆，只是碰巧。谁都学，结果谁也不像。

# 2
lesson-2 = 标签不等于保证
lesson-2-1 = 这回每条路径都有标签，写着走的是谁的圆。网络能看到标签（条件行为克隆，简称 CBC），专家们也从不跑偏。有多少路径会按要求的半径走？
    .why = { NUMBER($share, style: "percent") }：标签可靠，要什么就有什么。
lesson-2-2 = 真实的示范者会跑偏。如果专家有五分之一的时间走在别人的圆上，又有多少路径能做到？先猜，再把“跑偏”设为 0.2，然后按“训练”。
    .why = 从 { NUMBER($clean, style: "percent") } 变成了 { NUMBER($strayed, style: "percent") }。标签一个都没有错：写的确实是走这条路径的专家。只是，它并非每个时刻都成立。
lesson-2-3 = 智能体走错的时候，会走到哪里去？选出你觉得错得最多的那一格。
    .why = 专家往哪里跑偏，它们就往哪里走：最常去的是旁边的圆，那正是路上会经过的。
lesson-2-4 = 哪个时刻会教坏智能体？这里是一条示范的时间线；线底的色带说明专家真正走的是哪个圆。请选一个色带与标签对不上的时刻。
    .why = 在这样的时刻，标签说的是一个圆，专家走的却是另一个。把它当作标签的样子来克隆，智能体就学会了跑偏。
lesson-2-5 = 是谁把智能体教偏了？
    .a = 没有谁：是网络太小
    .b = 没有照自己的标签走的那些时刻
    .c = 标签贴错了的示范
    .why = 每条路径从整体看都标对了。标签担保的是整条路径，不是其中的每个时刻。

# 3
lesson-3 = 你来当评判
lesson-3-1 = 这次示范很少，专家又常常跑偏。如果每个时刻算得一样多，有多少路径能走对？按“训练”看看。
    .why = { NUMBER($share, style: "percent") } 的路径照要求做了。请记住这个数。
lesson-3-2 = 哪些时刻应该算数？这里是其中四条示范：在会教坏人的时刻上拖动，把它们涂成 × 0，或者把教得最好的时刻涂成 × 3，然后训练。
    .why = 权重都一样时是 { NUMBER($equal, style: "percent") }，用你的权重是 { NUMBER($painted, style: "percent") }。你只改了其中几条示范；而且没有哪一条非得整条扔掉不可。
lesson-3-3 = 权重都一样时是 { NUMBER($equal, style: "percent") }，用你的权重是 { NUMBER($painted, style: "percent") }。现在换一个网络，给所有示范的所有时刻定权重，而且没人告诉它专家在哪里跑偏。它会做得怎样？
    .a = 不比前两种中的任何一种好
    .b = 比其中一种好
    .c = 比两种都好
    .why = 权重都一样：{ NUMBER($equal, style: "percent") }；你的权重：{ NUMBER($painted, style: "percent") }；网络的权重：{ NUMBER($share, style: "percent") }。彩色的时间线就是它的发现：红色支持标签，蓝色不支持；按 ‹ 和 › 看别的示范。
lesson-3-4 = 什么样的时刻该有大的权重？用一句话写下你的规则，到第 6 课再回头看。
    .why = 记下了。下一课不凭感觉，我们来数。

# 4
lesson-4 = 数一数
lesson-4-1 = 两位专家，各有一种风格 z；表里是他们各做了多少次动作 a。先别算：哪个动作最能透露风格？
    .a = 做得最多的那个
    .b = 一种风格常做、另一种很少做的那个
    .c = 两种风格都很少做的那个
    .why = 要看的是比值 p(z|a) / p(z)：看到动作 a 以后，风格 z 的可能性变成原来的几倍。常见，不等于能说明问题。
lesson-4-2 = 改几个次数，看看这些数怎么变：风格的占比 p(z)，做这个动作的次数里它的占比 p(z|a)，两者的比值，以及比值的对数，也就是 PMI（逐点互信息）。把数到的每一次都算上，PMI 的平均就是 MI（互信息），它会怎么变？
    .why = MI 现在是 { NUMBER($information, maximumFractionDigits: 2) } 奈特，奈特是信息的单位。它永远超不过 { NUMBER($ceiling, maximumFractionDigits: 2) } 奈特：关于风格，能知道的总共就这么多。
lesson-4-3 = PMI 是负的，算出错吗？让一格保持明显小于零，低于 −0.5，同时让 MI 升过这一步开始时的 { NUMBER($began, maximumFractionDigits: 2) } 奈特。
    .why = PMI 是 { NUMBER($smallest, maximumFractionDigits: 2) } 奈特，意思是“比原来更不可能”。这也是证据：一种风格更不可能，另一种就更可能，于是 MI 升到了 { NUMBER($information, maximumFractionDigits: 2) } 奈特。
lesson-4-4 = PMI 是 −0.7 奈特，这是什么意思？
    .a = 概率是负的
    .b = 表格出错了
    .c = 这种风格的可能性只剩原来的一半
    .why = e 的 −0.7 次方大约是二分之一：看到这个动作以后，这种风格的概率只有它原来占比的一半。要是等于零，就是什么也没透露。

# 5
lesson-5 = 估一估
lesson-5-1 = 真实的状态没法一个个数，所以让一个网络（评判网络）给每个时刻打分，分数记作 T，再用公式把分数变成 MI 的下界：MI 至少有这么多。拖动滑块，给所有分数加上同一个常数。下界会怎么变？
    .why = 加上 { NUMBER($constant, maximumFractionDigits: 1) } 以后，平均分是 { NUMBER($mean, maximumFractionDigits: 2) }，下界却还是 { NUMBER($bound, maximumFractionDigits: 2) } 奈特：公式把所有分数共有的部分减掉了。
lesson-5-2 = 那么，分数 T 到底是什么？
    .a = 就是 PMI
    .b = 一个概率
    .c = PMI 加上一个未知的常数
    .why = 分数只有互相比较才有意义。页面减去各风格在同一时刻共有的部分，剩下的就是 PMI。
lesson-5-3 = 现在示范很少，十个标签里有四个是错的，评判网络训练的时间是原来的六倍。画一画：在它没见过的示范上，MI 会怎么走？
    .why = 在训练用的示范上，评判网络得到 { NUMBER($train, maximumFractionDigits: 2) } 奈特；在没见过的示范上是 { NUMBER($heldout, maximumFractionDigits: 2) }。它把一些错标签背下来了。
lesson-5-4 = 两条曲线，一条到 { NUMBER($train, maximumFractionDigits: 2) } 奈特，一条到 { NUMBER($heldout, maximumFractionDigits: 2) } 奈特。该信哪一条？
    .a = 高的那条：下界越高，评判网络越好
    .b = 评判网络没见过的示范上的那条
    .c = 取两条的平均
    .why = 下界只有在没训练过的数据上才作数。在自己背过的例子上，评判网络想把自己夸多高都行。
lesson-5-5 = 这些专家是模拟的，所以这一回真实的 PMI 是知道的。在时间线上选几个时刻：评判网络哪里说对了，哪里只是在猜？
    .why = 在这个时刻，评判网络说 { NUMBER($estimate, maximumFractionDigits: 2) } 奈特，真实值是 { NUMBER($truth, maximumFractionDigits: 2) }。估计不必精确也能用来加权；但哪里正负号错了，哪里的权重就错了。

# 6
lesson-6 = 慢镜头里的一步
lesson-6-1 = 这是一条示范里的三个时刻。训练时，哪个最轻，哪个最重？
    .why = 最像标签的时刻最重；走在别人圆上的时刻几乎不算数；专家们都一样的时刻居中。所有权重都除以它们的平均值，所以加在一起还和原来一样重。不过权重越悬殊，真正算数的时刻就越少：这三个只抵得上 { NUMBER($worth, maximumFractionDigits: 2) } 个一样重的时刻，即 (Σw)² / Σw²，叫作有效样本量。
lesson-6-2 = 在时间线上随便选一个时刻，看它的分数怎样一步步变成权重。p(z|s,a) 是看到状态 s 和动作 a 以后风格的占比。看到之前的占比 p(z) 是在哪里用上的？
    .why = p(z|s,a) 是 { NUMBER($posterior, maximumFractionDigits: 2) }，p(z) 是 { NUMBER($prior, maximumFractionDigits: 2) }。两者比值的对数就是 PMI，即 { NUMBER($pmi, maximumFractionDigits: 2) } 奈特；由它得出权重 { NUMBER($weight, maximumFractionDigits: 2) }。
lesson-6-3 = 再选一个 PMI 为负的时刻。它的箭头，也就是它推动策略参数的力量，会怎么变？
    .why = 不加权时，它的梯度长 { NUMBER($length, maximumFractionDigits: 1) }；乘上权重 { NUMBER($weight, maximumFractionDigits: 2) }，就是 { NUMBER($weighed, maximumFractionDigits: 1) }。PMI 为负，箭头就变短，但绝不会掉头：权重不是奖惩。
lesson-6-4 = 先不管页面自己的上限：β = 1 时，权重是 p(z|s,a) / p(z)，这时还没有除以所有权重的平均值。为什么它绝不会超过 1 / p(z)？
    .a = 因为 p(z|s,a) 最大是 1
    .b = 因为页面在那里把它截断了
    .c = 会超过的，多训练一会儿就行
    .why = 一个时刻说得再肯定，也不过是百分之百。四种风格一样多时，p(z) 是 ¼，所以一个时刻最多算作什么也没透露的时刻的四倍。

# 7
lesson-7 = 用多大力，什么时候用不着
lesson-7-1 = β 变大会怎样？这里有三个动作：各有多常见，p(a|s)；看到以后属于所要求风格的概率，p(z|s,a)；最好的策略 π* 多久选它一次。把 β 调到 4。
    .why = β = { NUMBER($beta, maximumFractionDigits: 1) } 时，策略有 { NUMBER($best, style: "percent") } 的时候选最能透露风格的动作。β 越大，风格越浓，专家做的其他事就越少。
lesson-7-2 = 回到真正的运行，让 β 等于 0：每个权重都变成 1。这是哪种方法？
    .a = BC：根本不知道标签
    .b = CBC：每个标签都相信
    .c = 哪种都不是：什么也学不到
    .why = 权重都是 1，就等于没有权重：这就是 CBC，{ NUMBER($share, style: "percent") } 的路径走对了。β 调高，就从 CBC 走向按 PMI 加权的克隆，也就是 BC-PMI。
lesson-7-3 = 什么时候 CBC 不比 BC-PMI 差？两者并排：给“跑偏”找一个这样的值，再把两个都训练一遍。
    .why = CBC 是 { NUMBER($cbc, style: "percent") }，BC-PMI 是 { NUMBER($ours, style: "percent") }。如果每个时刻都守着自己的标签，加权没有好处，只会让一些时刻少算。
lesson-7-4 = 本页所依据的论文里，印的公式要从所有权重里减去平均值，于是有些权重成了负数。照它训练，走对的路径占多少？
    .why = { NUMBER($share, style: "percent") }。负的权重只叫策略躲开示范的做法，却没说该往哪里去。所以本页改成除以平均值。

# 8
lesson-8 = 从圆圈到球场和游戏
lesson-8-1 = 什么透露球员要去哪里？这是一片篮球场，球员以真实球员为原型。风格就是路径在哪里结束：篮下（小圆圈处）、中距离还是外线，虚线是分界。用鼠标或手指画一条你自己的路径。
    .why = 颜色给每个时刻定了轻重：红色支持路径的终点，蓝色不支持。
lesson-8-2 = 你的路径里，哪一部分最能透露终点？
    .a = 整条都差不多
    .b = 开头
    .c = 其中几段；别的地方几乎没透露什么
    .why = 沿着你的路径，PMI 有低有高，从 { NUMBER($smallest, maximumFractionDigits: 2) } 到 { NUMBER($largest, maximumFractionDigits: 2) } 奈特。风格不会平摊在整条路径上。
lesson-8-3 = 你玩游戏有风格吗？游戏叫 Magpie：按“自己来玩”玩一分钟，或者用下面的箭头选一条示范来看。
    .why = 每一次决策都录下来了。里面有风格吗？
lesson-8-4 = 是动作，还是只是位置？在时间线上选几个时刻看看。上面的曲线是位置和动作一起透露了多少，灰色的地方只靠位置；下面的曲线是已经知道位置时，动作本身又透露了多少。
    .why = 这里，位置和动作一起透露了 { NUMBER($pair, maximumFractionDigits: 2) } 奈特，动作本身透露了 { NUMBER($action, maximumFractionDigits: 2) } 奈特。后一个数接近零，就说明玩家只是站对了地方。
lesson-8-5 = 一个玩家整局都站在左上，什么键也不按。它玩的算是“左上”这种风格吗？
    .a = 算：它就在那里，这就够了
    .b = 它是在那里，但它的动作什么也没透露
    .c = 不算：它身上没有什么能透露风格
    .why = 在哪里，不等于怎么做。克隆这样的时刻，策略只学到该待在哪里，学不到怎么去那里。

# 图。
lesson-count = 每位专家各做了多少次
lesson-count-style-1 = 专家 A
lesson-count-style-2 = 专家 B
lesson-count-action-1 = 直走
lesson-count-action-2 = 停下
lesson-count-action-3 = 右转
lesson-count-cell = { $style } { $action }的次数
lesson-count-less = 减五次
lesson-count-more = 加五次
lesson-count-sum = MI = { $information } 奈特，最多能知道 H(Z) = { $entropy } 奈特
lesson-shift = 加在每个分数 T 上的常数
lesson-shift-before = 训练出来的
lesson-shift-after = 加常数后
lesson-shift-mean = T 的平均值
lesson-shift-log = e^T 平均值的 ln
lesson-shift-bound = MI 的下界，即两者之差（奈特）
lesson-shift-pmi = 某一时刻的 PMI（奈特）
lesson-slow-style = 风格 z
lesson-slow-power = 权重先取 e^(β·PMI) = e^({ $beta } · { $weighed }) = { $power }
lesson-slow-cap = 最多取 { $capped }：页面限制了一个时刻能算多少
lesson-slow-weight = 再除以所有权重的平均值，训练时的权重是 { $weight }
lesson-slow-plain = 原样
lesson-slow-weighed = 加权后
lesson-slow-arrows = 这个时刻的梯度长度，对策略的 { NUMBER($parameters) } 个参数而言
lesson-optimum = β，权重的指数
lesson-optimum-1 = 大家都做的
lesson-optimum-2 = 这种风格更常做的
lesson-optimum-3 = 几乎只有这种风格才做的
lesson-evidence-pair = 位置和动作一起：{ $value } 奈特
lesson-evidence-action = 已知位置，动作本身：{ $value } 奈特
lesson-truth-estimate = 评判网络的 PMI：{ $value } 奈特
lesson-truth-known = 真实的 PMI：{ $value } 奈特

# 自测。
lesson-check = 自测
lesson-check-about = 十一道题，每次数字都不同。答完马上知道对错，还有理由。
lesson-check-question = 第 { $number } 题，共 { $all } 题
lesson-check-next = 下一题
lesson-check-result = 看结果
lesson-check-right = 对。
lesson-check-wrong = 还差一点。
lesson-check-score = { $all } 题对了 { $right } 题
lesson-check-again = 换一批数字再来
