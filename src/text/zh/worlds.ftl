# 场景、标签、风格，以及场景能读取的文件。

## Circle2D

world-circle2d = Circle2D
    .about = 一个点匀速前进，每一刻选择方向。所有专家先走同一条直线（75 个时刻），再沿各自风格的圆绕行。
    .story = 专家们沿四种半径绕圈，每个人都会时不时跑到别人的圆上。这些智能体学会了谁是谁：你要哪个半径，它们就走哪个。
    .source = 模拟数据：按脚本行动的专家，带噪声，会跑到别的风格的圆上；需要的话，还可以有错标签。

knob-circle2d-trajectories = 每种风格的示范
    .about = 每种风格有多少条 300 个时刻的轨迹用于训练；另有五分之一的数量留出。
knob-circle2d-noise = 噪声
    .about = 专家方向的标准差，单位是弧度；环境还会以它的十分之一推动这个点。
knob-spells = 跑偏
    .about = 直线之后，专家有多大比例的时刻走在别的风格的圆上，每次连续约 25 个时刻。
knob-wrong_labels = 错标签
    .about = 被标成别的风格的轨迹所占的比例。

preset-clean = 干净
    .about = 没有专家跑偏，标签全对。
preset-strays = 有跑偏
    .about = 专家有五分之一的时间走在别的风格的圆上。
preset-strays-labels = 有跑偏和错标签
    .about = 专家会跑偏，还有五分之一的标签是错的。

label-circle = 所走的圆
    .about = 共同路段之后，路径一直最靠近的圆；离哪个都远，就不算。
style-radius = 半径 { $radius }

## Overlap

world-overlap = 重叠
    .about = 从一个起点分出三条路。滑块把专家从“每种风格各走一条”变到“大家一样走”：一头相当于每种风格各做一次 BC，一头就是普通的 BC，BC-PMI 在两头分别变成它们。
    .story = 三种风格的专家从同一个起点出发，各走一条路，也有些人随便走。一条路透露的风格越少，智能体就越难只走一种风格。
    .source = 模拟数据：按脚本行动的专家，带噪声。

knob-overlap-trajectories = 每种风格的示范
    .about = 每种风格有多少条 40 个时刻的轨迹用于训练；另有四分之一的数量留出。
knob-overlap-noise = 噪声
    .about = 专家方向的标准差，单位是弧度。
knob-overlap = 风格重叠
    .about = 三条路都一样走的专家所占的比例：为 0 时，每个时刻都暴露风格；为 1 时，什么也看不出来。

label-lane = 走哪条路
    .about = 路径终点所在的那条路；停在两条路之间，就不算。
style-lane-low = 下路
style-lane-middle = 中路
style-lane-high = 上路

# 随某项设置变化、事先测好的曲线，显示在滑块下面。
sweep-calibration = 校准：做到的路径占比
sweep-loss = 留出数据的 −log π（奈特）
sweep-bc = BC
sweep-bc-per-style = 各风格 BC
sweep-bc-pmi = BC-PMI
sweep-made = { $seeds } 个种子的平均值，由 { $command } 在 { $commit } 版本上测得。

## Yours

world-yours = 你的
    .about = 你来画出每种风格怎样移动，一个点照着走：从线的开头到结尾走六十步，速度均匀。
    .story = 两个字母从同一个起点写出。你可以画自己的线来代替，每种风格画几条，然后按“训练”：智能体会学会你的风格。
    .source = 画出来的线，你的或现成的。模拟的专家带着噪声沿线而行：只有一条线太少，学不到东西。

knob-drawn = 图画
    .about = 专家所走的线。还没有画线的风格借用一个字母。
knob-drawn-letters = 字母
    .about = L 和 S，然后是 V、C、Z、U，都从同一个起点写出。
knob-drawn-overtaking = 超车
    .about = 大家先在同一条车道上行驶，从左边或右边超车，再回到车道：超车前后看不出风格。
knob-drawn-slalom = 绕桩
    .about = 四道门，每道从上面或下面通过。
knob-drawn-file = 来自文件
    .about = 你载入的图画。
knob-yours-trajectories = 每种风格的示范
    .about = 每种风格有多少个模拟专家沿线而行、用于训练；另外留出四分之一。一种风格有五条线以上时，每第五条线本身也被留出。
knob-yours-noise = 噪声
    .about = 专家每一步的标准差，占步长的比例；环境再以其一半推动这个点。

label-drawn = { $styles } 种风格
    .about = 路径最接近的那条画线（动态时间规整）；离所有线都远则不算任何风格。
style-drawn = 风格 { $number }
file-drawing = 线太多、放不进链接的图画（JSON）。
file-found-drawing = { $paths } 条画线，最多 { $styles } 种风格。

## Loaded

world-loaded = 载入的数据
    .about = 来自你的文件的示范：CSV 或 .npz，任意状态和动作。文件没有可以行动的环境，所以舞台重放示范；信息、PMI、权重和留出损失照常计算。
    .story = 已打开一个例子：同一条车道上的车，从左边或右边超车。载入你自己的文件，看看哪些时刻透露了风格。
    .source = 一个文件：随页面提供的例子，或你载入的文件。什么都不会被发送。

knob-table = 文件
    .about = 示范来自哪个文件。
knob-table-example = 例子
    .about = 两种风格的 40 条模拟路径，CSV。
knob-table-file = 你的
    .about = 你载入的文件。
knob-state_columns = 状态
    .about = 状态的列名，用逗号分隔；“auto” 取所有不是动作的数字列。
knob-action_columns = 动作
    .about = 动作的列名，用逗号分隔；“auto” 取名字以 “a_” 或 “action” 开头的列，没有时取画面两列的变化。
knob-picture_columns = 画面
    .about = 作为 x 和 y 画出的两列；“auto” 取 “x” 和 “y”，没有时取状态的前两列。

label-most = { $styles } 种风格
    .about = 文件中路径最多的那些风格，按此顺序。每种风格每五条路径留出一条。
style-loaded = 风格 { $number }
file-example = 一个 CSV 示范的例子。
file-table = 示范：CSV（path、t、style 和任意列）或 .npz（observations、actions、style）。
file-found-table = { $paths } 条路径，{ $styles } 种风格，{ $rows } 行；略去 { $dropped } 行。

# 为什么略去文件的某些行和路径。
dropped-no-number = 列“{ $column }”中的“{ $value }”不是有限的数
dropped-ragged = 有 { $found } 个值，而表头有 { $expected } 个
dropped-no-style = 没有风格
dropped-not-finite = 第 { $moment } 个时刻有不是有限数的值
dropped-two-styles = 路径“{ $path }”有两种风格：“{ $one }”和“{ $other }”
dropped-short-path = 路径只有 { $rows } 行；需要三行

## Basketball

world-basketball = 篮球
    .about = 半场上的一名进攻球员，共八秒。默认情况下，它看到自己的位置、刚才的移动和剩余时间，然后选择速度怎么变。
    .story = 进攻球员跑到哪里、怎么绕弯，各不相同。要一种风格，把球员拖到新的起点，或者自己画一条跑动路线，看看每个时刻透露了什么。
    .source = 由 NBA 2015-16 跟踪数据的模型模拟；真实数据用 ./dev data 载入。

knob-source = 路径来源
    .about = 示范从哪里来；真实路径要先载入。
knob-source-real = NBA 2015-16（真实）
    .about = 来自已载入文件的路径，按比赛划分。
knob-source-simulated = 模拟
    .about = 由本页自带的 NBA 2015-16 跟踪数据模型生成。
knob-observes = 观察
    .about = 进攻球员选择下一步时知道什么。
knob-observes-motion = 自己的移动
    .about = 自己的位置、最近四次的速度、剩余时间，以及到目前为止转了多少弯。
knob-observes-place = 自己的位置
    .about = 只有位置，用作对照。更容易到达指定的地方，但没有人这样跑：没有惯性。
knob-paths = 示范
    .about = 训练用多少条八秒长的路径，各种风格合计；另有四分之一的数量留出。

label-destination = 终点
    .about = 路径终点离篮筐有多远，以球场的长和宽为单位；图上画出了各圈。
style-near-basket = 篮下
style-mid-range = 中距离
style-far-out = 外线

label-curvature = 弯曲程度
    .about = 从一个时刻到下一个时刻，路径平均转了多少。
style-straight = 直线
style-bending = 略弯
style-winding = 绕弯

label-displacement = 位移
    .about = 路径终点离起点有多远，以球场的长和宽为单位。
style-short = 短
style-middling = 中等
style-long = 长

label-speed = 平均速度
    .about = 球员平均每个时刻移动多远，以球场的长和宽为单位。
style-slow = 慢
style-steady = 平稳
style-fast = 快

label-direction = 方向
    .about = 路径整体朝哪里去：冲向底线、横穿球场，还是往外走。
style-to-baseline = 冲底线
style-across = 横穿
style-away = 往外

file-tracking = 跟踪数据：用 ./dev data 生成的数据包、NumPy 压缩包（.npz），或者原始场景和 SportVU 比赛（JSON），后两种可以累加。
file-found-paths =
    { $games ->
        [one] 已载入 1 场比赛的 { $paths } 条路径。
       *[other] 已载入 { $games } 场比赛的 { $paths } 条路径。
    }

## Atari 游戏

world-alien = Alien
    .story = 这个游戏的玩家各守迷宫的一块地方。说出一块，四台游戏机上的智能体就往那里去。
world-ms_pacman = Ms. Pac-Man
    .story = 每一段游戏大多在迷宫的一块地方。说出一块，四台游戏机上的智能体就往那里去。
world-space_invaders = Space Invaders
    .story = 这个游戏的玩家各守地面的一段。说出一段，游戏机上的智能体就往那里去。
world-magpie = Magpie
    .story = 这个游戏的玩家各守花园的一角。说出一角，四台游戏机上的智能体就往那里去。
world-magpie-about = Magpie 是我们自己做的 Atari 2600 游戏。一只喜鹊收集硬币，几只猫追着它；猫离得越近，硬币越值钱。玩家看到游戏机的 128 字节内存、所在格子的出口通向哪里，以及自己在这 6.7 秒片段里做过的动作，每秒移动摇杆 15 次。
# $game 是上面的名字之一。
world-console-about = Atari 2600 上的 { $game }。玩家看到游戏机的 128 字节内存，以及自己在这 6.7 秒片段里做过的动作，每秒移动摇杆 15 次。
world-console-source = 由我们的脚本玩家录制；也可以自己来玩。

knob-player = 玩家
    .about = 学谁的玩法。
knob-player-scripted = 脚本玩家
    .about = 本页自带的脚本玩家的录制。
knob-player-own = 你自己
    .about = 你在这里玩的，或从自己的录制文件载入的。
knob-sees = 看到
    .about = 智能体观察什么：周围的情形，就像专心的玩家所知道的那样；或者主机内存和最近 6.7 秒的特征；或者只有画面。看画面的玩家要训练几分钟，学习率和轮数也有自己的默认值。
knob-sees-memory = 内存
    .about = 128 个字节、所有角色的位置，以及这一片段里到目前为止发生的事。
knob-sees-picture = 画面
    .about = 最近四次决策的画面，灰度，40 乘 70 像素，再加上剩余时间和这一片段里发生过的事，送入卷积网络。画面由主机按录制的动作重新生成，所以需要游戏的卡带。网络只看会动的东西：静止的东西会透露这是哪一局，网络就会把整局背下来。
knob-sees-surroundings = 周围
    .about = 每个出口通向哪里、多远以内安全、路上有什么；在 Space Invaders 里是炸弹落在哪里。动作算作实际走的方向。
knob-stretches = 示范
    .about = 训练用多少个 100 次决策（6.7 秒）的片段，各种风格合计；另有四分之一的数量留出，来自别的局。

label-area = 区域
    .about = 路径去得最多的那一块屏幕。
style-lower-left = 左下
style-lower-right = 右下
style-upper-left = 左上
style-upper-right = 右上
style-left = 左边
style-middle = 中间
style-right = 右边

label-range = 活动范围
    .about = 路径走动的范围有多大：位置的方差。
style-stays-close = 守在附近
style-roams = 四处走动
style-roams-far = 满场跑

label-boldness = 胆量
    .about = 玩家离追赶者有多远：到最近一个的平均距离，横向像素加纵向行数。
style-bold = 大胆
style-cautious = 谨慎

label-fire_rate = 开火频率
    .about = 按住开火键的时刻所占的比例。
style-seldom-fires = 很少开火
style-sometimes-fires = 有时开火
style-often-fires = 经常开火

file-recording = { $game } 的录制文件：逐次决策记下游戏机的内存和玩家的动作。
file-cartridge = { $game } 的卡带：把你自己的 ROM，或者装有它的压缩包（.zip、Python wheel）拖到这里，就能看到游戏画面。
file-own-cartridge = { $game } 的卡带，随本页附带。
file-own-recording = 你在这里下载的录制文件，文件名随意。
file-found-recording =
    { $plays ->
        [one] 已载入 1 局 { $game }，共 { $decisions } 次决策（脚本玩家）。
       *[other] 已载入 { $plays } 局 { $game }，共 { $decisions } 次决策（脚本玩家）。
    }
file-found-own-recording =
    { $plays ->
        [one] 已载入 1 局 { $game }，共 { $decisions } 次决策（你自己的）。
       *[other] 已载入 { $plays } 局 { $game }，共 { $decisions } 次决策（你自己的）。
    }
file-found-cartridge = { $game } 的卡带已经插好。
file-found-cartridges = { $game } 的卡带已插入主机，另外还有 { $more } 个游戏的卡带。

## 单位

unit-rad = 弧度
unit-feet = 英尺
unit-pixels = 像素
unit-square-pixels = 像素²
unit-per-step = 倍球场/时刻
unit-court = 倍球场
