# 运行失败的原因、对策，以及为什么由某个设备计算。

error-no-world = 没有名为“{ $id }”的场景。
error-no-label = 没有名为“{ $id }”的标签。
error-no-method = 没有名为“{ $id }”的方法。
error-device-lost = 图形处理器没有响应了。
error-diverged-parameters = 训练在第 { $step } 步崩溃：网络的参数不再是有效的数值。
error-diverged = 训练在第 { $step } 步崩溃：{ $series }不再是有效的数值。

error-snapshot-large = 快照超过 { $most } MB，而按这些设置运行，最多只需要这么大。
    .clause = 快照超过 { $most } MB，而按这些设置运行，最多只需要这么大
error-snapshot-damaged = 快照已损坏，或者根本不是快照（{ $reason }）。
    .clause = 快照已损坏，或者根本不是快照（{ $reason }）
error-snapshot-version = 快照的版本是 { $version }，本页只能读取版本 { $ours }。
    .clause = 快照的版本是 { $version }，本页只能读取版本 { $ours }
error-snapshot-misfit = 快照与这次运行不符：{ $reason }。
    .clause = 快照与这次运行不符：{ $reason }

# 分句：上面各条里的原因。
snapshot-unreadable = { $message }
snapshot-no-table = { $name } 不是一张表
snapshot-shared-bytes = 其中的表共用同一段字节
snapshot-other-size = { $name } 是 { $found }，而这次运行里是 { $expected }
snapshot-record = { $name } 不是一次运行的记录
snapshot-not-over = 运行还没结束，却缺少优化器的状态
snapshot-wrong-size = { $name } 的大小不对
snapshot-not-finite = { $name } 里有非有限的数值
snapshot-lacks = 缺少 { $name }
snapshot-not-whole = { $name } 不是整数
snapshot-other-shape = { $name } 的形状是 { $rows } x { $columns }，应为 { $expected_rows } x { $expected_columns }
snapshot-layers = { $name } 的各层对不上
snapshot-unknown-head = 策略表示动作的方式在这里无法识别
snapshot-unknown-kind = 这里不认识“{ $kind }”类的策略
snapshot-other-policy = 策略的输入或输出不同
snapshot-other-pictures = 它的智能体看到的是别的东西
snapshot-other-critic = 评判网络的输入或输出不同
snapshot-codes = 隐码没有与各个风格一一对应
snapshot-no-rollouts = 缺少它正在学习的试跑
snapshot-bad-size = { $name } 的大小是 { $size }
snapshot-sizes = 其中的各个大小对不上

remedy-choose-listed = 请从列表里选一个。
remedy-more-data = 请增加示范，或换一个文件。
remedy-from-scratch = 改为从头开始；请按“训练”。
remedy-training-works = 没有它也可以训练。
remedy-on-cpu = 运行会从最近的快照起，在 CPU 上继续。
remedy-lower-rate = 请调低学习率，或换一种基线，然后重置。

device-testing = 正在拿 WebGPU 与 CPU 对照测试……
device-moving = 正在转到 CPU……
device-cpu-asked = 按你的要求，用 CPU。
device-cpu-because = 用 CPU：{ $reason }。
device-cpu-failed = 用 CPU，虽然它自己的测试没有通过：{ $message }。
device-webgpu-failed = 用 CPU，因为 WebGPU 没有通过测试：{ $message }。
device-webgpu-differs = 用 CPU，因为 WebGPU 算出的数不一样（相差 { $difference }）。
device-webgpu-lost = 用 CPU，因为 WebGPU 没有响应了。
device-too-slow = 用 CPU，因为 WebGPU 没有及时完成测试。
device-cpu-pictures = 用 CPU，因为画面的数据超过了这里 WebGPU 缓冲区的容量。
device-cpu-faster = 用 CPU，因为它在这里更快：每个测试步，WebGPU 要 { NUMBER($webgpu, minimumFractionDigits: 2, maximumFractionDigits: 2) } 毫秒，CPU 要 { NUMBER($cpu, minimumFractionDigits: 2, maximumFractionDigits: 2) } 毫秒。
device-webgpu-asked = 按你的要求，用 WebGPU；结果与 CPU 一致。每个测试步，WebGPU 要 { NUMBER($webgpu, minimumFractionDigits: 2, maximumFractionDigits: 2) } 毫秒，CPU 要 { NUMBER($cpu, minimumFractionDigits: 2, maximumFractionDigits: 2) } 毫秒。
device-webgpu-faster = 用 WebGPU，因为结果与 CPU 一致，而且更快：每个测试步，WebGPU 要 { NUMBER($webgpu, minimumFractionDigits: 2, maximumFractionDigits: 2) } 毫秒，CPU 要 { NUMBER($cpu, minimumFractionDigits: 2, maximumFractionDigits: 2) } 毫秒。

# 分句：上面各条里的原因和消息。
device-message = { $message }
device-no-webgpu = 这个浏览器不提供 WebGPU
device-no-adapter = WebGPU 没有找到显卡
device-software-adapter = 这台机器的显卡是软件模拟的
device-not-started = WebGPU 无法启动（{ $message }）
device-not-asked-for = 没有要求使用
device-stopped = 设备没有响应了（{ $message }）
device-no-room = 它装不下这么大的网络
device-nothing-learnt = 它什么也没学到

# 给其他程序用的文件。
export-no-critic = 这个方法没有评判网络，所以没有分数、PMI 或权重可以导出。
export-no-run = 没有打开这样的运行。
export-interrupted = 文件还没写完，就打开了另一个运行。
export-failed = 文件写不出来（{ $why }）。
