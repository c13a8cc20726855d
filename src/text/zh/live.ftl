# 屏幕阅读器在事情发生时朗读。
live-ready = { $world }，{ $method }：尚未训练。
live-training = { $method } 正在训练：{ $phase }。
live-paused = { $method } 停在第 { NUMBER($step) } 步，共 { NUMBER($all) } 步。
live-done = { $world }，{ $method }：训练完成。{ NUMBER($share, style: "percent") } 的试跑做到了要求的风格。
live-done-uncounted = { $world }，{ $method }：训练完成。
live-asked = 所有智能体都按“{ $style }”行动。
live-mixed = 舞台上有多种风格的智能体。
