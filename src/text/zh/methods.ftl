# 方法，以及它们的设置、曲线和训练阶段。

method-bc = BC
    .about = 行为克隆：一个策略同时模仿所有人，从不知道有风格这回事。专家意见不一时，它就取平均，所以几乎哪种风格都做不到。
method-cbc = CBC
    .about = 条件行为克隆：告诉策略风格是什么，轨迹的每个时刻都同样相信。混进来的别的风格，也一并学了去。
method-bc-pmi = BC-PMI
    .about = 先由评判网络学会每个时刻透露了多少风格，再按这个给各时刻加权来克隆。属于别的风格的时刻淡出，学到的风格就干净了。
method-ctvae = CTVAE
    .about = 编码器把每条路径概括成几个数，带记忆的策略再根据这些数和风格把路径演出来。行动时这些数随机抽取，标签没说的东西也就跟着回来，包括跑偏的片段。
method-infogail = InfoGAIL
    .about = 策略亲自在环境里行动：像专家有奖，让人看出它照哪个隐码行动也有奖。无论选了什么设备，这些都在 CPU 上算。它自己发现风格，隐码再与风格一一匹配来命名。
method-sorl = SORL
    .about = 自己发现风格：几个策略争夺整条轨迹，各自向自己解释得最好的那些学习。簇与风格一一匹配来命名，所以滑块的含义与别处相同。

# BC-PMI 的配方。
recipe-paper = 论文原样
    .about = MINE，算法 1：一个评判网络，下界的第二项用随机抽取的风格；时刻的权重是 e^PMI。论文的基线没有采用，因为照印出来的式子会发散。
recipe-best = 我们的最佳
    .about = 实测最好的一套：评判网络只给没见过的示范打分，并考虑到标签可能有错；标签越可信，权重的上限压得越低。

# 训练阶段。
phase-cloning = 克隆专家
phase-cloning-unplayable = 克隆专家（这里无法试跑）
phase-estimating = 估计互信息
phase-weighted-cloning = 按 PMI 加权克隆
phase-pictures = 按录制的动作生成画面
phase-clustering = 给轨迹聚类
phase-clustering-starts = 从多个初始点聚类
phase-encoding = 编码路径并演出来
phase-adversarial = 与判别器对抗

# 策略的设置。
knob-rate = 学习率
    .about = Adam 的步长。
knob-batch = 批量大小
    .about = 每个优化步用多少对样本。
knob-hidden = 隐藏层宽度
    .about = 策略两个隐藏层的宽度。
knob-epochs = 训练轮数
    .about = 策略把每对样本看几遍。
knob-seeds = 同时训练的种子数
    .about = 把这个种子和后面几个一起训练；图上显示平均值和离散程度。
knob-parts = 高斯分量数
    .about = 动作由几个高斯分量混合而成：球员要么往左、要么往右，不能取个平均。
knob-networks = 网络
    .about = 各种风格是否共用一个网络。分开的网络互相学不到东西。
knob-networks-shared = 共用，告知风格
    .about = 只有一个网络，风格是它的输入。
knob-networks-separate = 每种风格一个
    .about = 每种风格有自己的网络，只用自己的轨迹训练。
knob-starts = 初始点数
    .about = 训练的前四分之一同时试几种聚类，之后只留下似然最高的一个。
knob-codes = 编码
    .about = 编码的含义从哪里来：像原文那样不看标签、自己发现，或者取自标签，以便和使用标签的方法比较。
knob-codes-found = 自己发现
    .about = 不看标签；事后把每个编码一一对应到最相符的标签。
knob-codes-labels = 取自标签
    .about = SORL 的聚类从标签开始；InfoGAIL 的后验网络从带标签的示范学习。
knob-batch_windows = 每步的窗口数
    .about = 每个优化步用多少个路径窗口；原文用 128 条完整路径，示范也多得多。
knob-latent = 隐变量维数
    .about = 用几个数来概括一条路径。
knob-window = 窗口长度
    .about = 一次读入并演出来的时刻数；更长的路径会被切开。
knob-kl_weight = KL 权重
    .about = 隐变量里每一奈特的代价；1 是原文的下界。代价越低，隐变量就越多地替标签说出风格，而行动时它是随机抽取的。
knob-kl_warm_up = KL 预热
    .about = 这个代价从零升上来所占的训练比例。

# InfoGAIL。
knob-rounds = 行动轮数
    .about = 各隐码的智能体行动、判别器评判、策略从中学习，这样重复多少次。
knob-code_reward = λ
    .about = 除了像专家以外，让隐码能被猜中值多少奖励。
knob-penalty = 梯度惩罚
    .about = 用多大力度不让判别器陡得像悬崖；太陡了，策略学不到东西。
knob-rival_rate = 判别器学习率
    .about = 判别器、隐码猜测和基线所用的 Adam 步长。
knob-play_rate = 行动时的策略学习率
    .about = 策略开始行动之后的 Adam 步长；随轮次降到零。

# 估计互信息的评判网络。
knob-critic = 评判网络
    .about = 怎样估计互信息。
knob-critic-classifier = 分类器
    .about = 用交叉熵学习 p(z|s,a)；PMI 是 log p(z|s,a) − log p(z)。
knob-critic-exact = 精确 MINE
    .about = Donsker-Varadhan 下界，对所有风格精确求和。
knob-critic-sampled = 采样 MINE（论文）
    .about = 论文的算法 1：风格是输入，别的风格随机抽取。
knob-critic_hidden = 评判网络宽度
    .about = 评判网络两个隐藏层的宽度。
knob-critic_folds = 评判网络个数
    .about = 几个评判网络一起训练，各自留出一份示范：每个时刻由没见过这条示范的网络打分。只有一个时，它打分的就是自己背下来的东西。
knob-critic_epochs = 评判网络轮数
    .about = 评判网络把每对样本看几遍。
knob-critic_rate = 评判网络学习率
    .about = 评判网络的 Adam 步长；如果和策略的一样，轮数用完时它还没学好。
knob-slips = 标签噪声
    .about = 评判网络是否考虑标签可能标错，这样就不必硬去解释它们。
knob-slips-on = 由分类器估计
    .about = 边学边估计：有一部分标签与所在时刻无关。其他评判网络把每个标签都当真。
knob-slips-all = 所有评判网络都估计
    .about = 最大化下界的评判网络也这样做：下界的两项都按标签为真的概率给每个时刻加权。
knob-slips-off = 忽略
    .about = 每个标签都当真。
knob-moving_average = 滑动平均
    .about = MINE 对梯度偏差的修正；分类器不需要。
knob-moving_average-off = 关
    .about = 每批直接用下界的梯度。
knob-moving_average-on = 开
    .about = 对数里的批内平均换成滑动平均，正如 MINE 提出的那样。

# 权重。
knob-evidence = 证据
    .about = 一个时刻里，由什么来透露风格。
knob-evidence-pair = 状态和动作
    .about = 同论文：时刻按它与风格的 PMI 计权，不管透露风格的是位置还是动作。
knob-evidence-action = 只看动作
    .about = 动作在位置之外还透露了什么：把它的 PMI 与同一位置的其他动作相比。走向一种风格，与身在其中同样算数。只适用于动作可选的场合，例如游戏。
knob-beta = β
    .about = PMI 的影响有多强：0 就是 CBC，1 是论文的 e^PMI。
knob-normalisation = PMI 归一化
    .about = 怎样去掉评判网络的未知常数。
knob-normalisation-pair = 逐对
    .about = 风格有限时是精确的：每个权重都在 0 和 1/p(z) 之间。
knob-normalisation-global = 全局
    .about = 所有样本对共用一个常数；它只是缩放损失。
knob-normalisation-raw = 不处理
    .about = 直接用评判网络的分数：PMI 加一个未知常数。
knob-baseline = 基线
    .about = 怎样处理平均权重。
knob-baseline-capped = 设上限
    .about = 标签越可疑，与自己风格相左的时刻就越淡，有说服力的时刻就越重。
knob-baseline-mean = 除以平均值
    .about = 按论文的方式加权，但不用它的基线：有说服力的时刻最多算 1/p(z) 次。
knob-baseline-clamped = 减平均，截到零
    .about = 低于平均权重的样本对被丢弃。
knob-baseline-printed = 减平均（照原文）
    .about = 照论文印出来的做：各风格共有的行为得到负权重，反而被忘掉。会发散。

# 曲线。
series-mi-train = MI，训练
    .short = 训练
    .about = 在训练轨迹上估计的 I(Z;S,A)；评判网络把轨迹背下来时，会偏高。
series-mi-heldout = MI，留出
    .short = 留出
    .about = 在评判网络从没见过的轨迹上估计的 I(Z;S,A)：真实值的下界。
series-critic-loss = 评判网络损失
    .about = 评判网络要最小化的量，自上一个点以来的平均。
series-policy-loss = 策略损失
    .about = 训练样本对上加权的 −log π(a|s,z)，自上一个点以来的平均。
series-policy-heldout = 策略，留出
    .short = 留出
    .about = 留出轨迹上不加权的 −log π(a|s,z)。
series-clusters-matched = 匹配
    .about = 有多少训练轨迹，最可能的簇正好是其标签匹配的那个。
series-clusters-doubt = 犹豫
    .about = p(k | 轨迹) 的平均熵：聚类还有多不确定。
series-codes-guessed = 猜中
    .about = 后验网络在学习之前，就猜中隐码的时刻所占的比例；瞎猜是 1/K。
series-policy-reward = 逼真
    .about = 行动时刻的 −log(1−D) 的平均值：判别器有多相信它们出自专家。
series-rival-loss = 判别器损失
    .about = 示范上是 −log D，行动上是 −log(1−D)：判别器分不清两者时，为 2 ln 2 = 1.386。
series-reconstruction = 重建
    .about = 训练样本对上的 −log π(a|s,z,u)，隐变量由编码器抽取，自上一个点以来的平均。
series-latent-kl = KL
    .about = 编码器通过隐变量透露了窗口的多少：与行动时所用分布相差的奈特数。
series-latent-weight = KL 权重
    .about = 隐变量每一奈特的代价，逐渐升高。

# 单位。
unit-nats = 奈特
unit-nats-per-window = 奈特/窗口
unit-of-trajectories = 轨迹占比
unit-of-steps = 时刻占比
unit-steps = 个时刻
unit-pairs = 对
unit-units = 个单元
