# 时间机器。
time-title = 时间机器
time-about = 回看训练过程：任意一步时的智能体、权重和矩阵，都和当时一样。
time-nothing = 还没有训练。请先按“训练”。
time-step = 优化步
time-shown = 第 { $step } 步，共 { $steps } 步
time-newest = 最新的一步：第 { $steps } 步
time-back = 回到最新的一步
time-fork = 从这里换一条路
    .about = 到这一步为止完全相同，之后改动一个设置。两次运行画在同一张图上。
time-knob = 设置
time-value = 新的值
time-fork-start = 让两者赛跑
time-fork-back = 回到第一次运行
time-first = 原来
time-second = 改动后
time-chart = 两次运行
    .about = 留出示范上的互信息，单位奈特；没有评判网络的方法则是策略的留出损失。
time-changed = { $knob } = { $value }
time-shares = 做到所要求的路径：原来 { $before }；{ $changed } 之后 { $after }

# 哪些像素在说话。
pixels-title = 哪些像素在说话
pixels-about = 依次把画面的每一小块用平均画面盖住，再问一次评判网络。红色：没有这些像素，这一刻就更难看出风格。蓝色：反而更容易看出。
pixels-said = 这一刻的 PMI：{ $pmi } 奈特。盖住最说明问题的像素，它会改变 { $most } 奈特。

# 去掉这一段。
without-title = 去掉这一段
without-about = 在时间线上选出这条示范的若干时刻，去掉它们再训练，看看有什么变化。一开始选中的是最不符合标签的一段。
without-weight = 第 { $from } 到第 { $to } 个时刻，平均权重 { $weight }。越接近 0，去掉后变化应该越小。
without-no-weight = 这种方法给所有时刻同样的权重。
without-train = 去掉后训练
without-training = 正在训练……
without-result = 平均权重 { $weight }。做到所要求的路径：之前 { $before }，之后 { $after }。留出互信息：之前 { $mi_before }，之后 { $mi_after } 奈特。
without-back = 恢复所有时刻
