# 后台线程报告的错误，以及对策。
worker-stopped = 一个后台线程停止了：{ $cause }
worker-starts-again = 它会从原处重新启动。
worker-unknown-message = 后台线程看不懂页面发来的消息（{ $why }）。
worker-reload-page = 请重新载入页面：它的各部分可能来自两个版本。
worker-file-not-loaded = { $name } 没有载入。{ $why }
worker-nothing-changed = 一切照旧。
worker-path-without-style = 你画的路径看不出任何一种风格。
worker-draw-longer = 请画得长一些。
worker-agents-cannot-play = 这些智能体玩不了：{ $why }。
worker-train-your-own = 按“训练”，训练你自己的智能体。
worker-cannot-play-yet = 现在还不能玩。{ $why }
worker-no-joystick = 这个场景没有摇杆。
worker-load-cartridge = 请载入卡带，再试一次。
worker-fork-not-live = 只有途中可以改变的设置才能让运行分叉。
worker-fork-at-end = 运行在最后一步之后不能再分叉。
worker-fork-too-many = 这次运行改动得太多，不能再分叉。

# 后台线程出了故障。
worker-trainer-restarts = 负责训练的后台线程停止了（{ $cause }）。它会从最近的报告起，在 CPU 上重新开始。
worker-trainer-failed = 负责训练的后台线程无法继续运行（{ $cause }）。
worker-lane-restarts = 协助训练的后台线程停止了（{ $cause }）。它的部分会从最近的报告继续。
worker-stage-restarts = 负责智能体运动的后台线程停止了（{ $cause }）。它会重新启动。
worker-stage-failed = 负责智能体运动的后台线程无法继续运行（{ $cause }）。

# 分句：上面各条里的原因。
worker-no-answer = { $seconds } 秒内没有回应
worker-not-loaded = 加载失败
worker-unreadable = 发来的内容无法读取
worker-no-reason = 没有给出原因
