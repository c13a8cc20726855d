# 为什么一次运行没有示范。
error-no-demonstrations = 没有可供学习的示范。
error-trajectory-shape = 第 { $index } 条轨迹有 { $found } 个数，应为 { $expected } 个。
error-trajectory-style = 第 { $index } 条轨迹标的是风格 { $style }，但一共只有 { $styles } 种。
error-trajectory-action = 第 { $index } 条轨迹有一个离散动作，不是 { $actions } 个动作里的恰好一个。
error-no-real-paths = 还没有真实路径；请载入一份跟踪数据，或改用模拟路径。
error-model-foreign = 这不是本版本的运动模型；请用“lab twin”重新生成。
error-model-damaged = 运动模型已损坏；请重新复制或下载。
error-no-own-recording = 你还没有玩过 { $game }；请在这里玩一局，或载入自己的录制文件。
error-no-recording = { $game } 的录制文件（{ $file }）没有载入。

# 为什么智能体不能玩。
error-no-cartridge = 无法统计风格：这里没有 { $game } 的卡带，谁也玩不了；请把你自己的 ROM（{ $file }）拖到页面上。

# 为什么一个文件不能用。
error-file-too-large = 文件有 { $found } MB，最多只能读取 { $most } MB。
error-file-no-reader = 这不是跟踪数据：需要一个能读文件的场景。
error-file-unknown = 这不是跟踪数据：需要数据包、原始场景、SportVU 的 JSON 或 .npz。
error-file-no-paths = 找不到一段八秒长、十名球员都在同一半场的片段。
error-scene-no-text = 这不是跟踪数据：需要文本文件。
error-scene-players = 这不是跟踪数据：需要十名球员和一个球的场景。
error-scene-words = 第 { $line } 行：应为“frame_id agent_id x y group”，实际有 { $words } 个词。
error-scene-numbers = 第 { $line } 行：“frame_id agent_id x y”必须都是数字。
error-sportvu = 这不是 SportVU 格式的比赛：{ $detail }。
error-archive-damaged = 无法读取压缩包：文件不完整或已损坏；请重新复制。
error-archive-too-large = 无法读取压缩包：里面的内容太大，这里解不开。
error-archive-compression = 无法读取压缩包：它既不是直接存储，也不是 deflate 压缩；请用 numpy.savez_compressed 保存。
error-archive-no-arrays = 这不是跟踪数据：需要数组“xy_ft”（N, 25, 2）或“data”（N, T, 22）。
error-array-foreign = 无法读取数组“{ $name }”：它不是 NumPy 数组。
error-array-header-truncated = 无法读取数组“{ $name }”：文件头不完整。
error-array-header-damaged = 无法读取数组“{ $name }”：文件头已损坏。
error-array-fortran-order = 无法读取数组“{ $name }”：它按 Fortran 顺序存放；请用 numpy.ascontiguousarray 转换后保存。
error-array-no-numbers = 无法读取数组“{ $name }”：里面不是普通的数字。
error-array-too-large = 无法读取数组“{ $name }”：它的形状太大。
error-array-size = 无法读取数组“{ $name }”：它的形状与大小不符。
error-array-units = 无法读取数组“{ $name }”：有些数超出了 94 x 50 英尺的球场。
error-array-shape = 无法读取数组“{ $name }”：它的形状是 { $found }，应为 { $expected }。
error-array-count = 无法读取数组“{ $name }”：{ $paths } 条路径，并不是每条对应一个数。
error-array-frames = 无法读取数组“{ $name }”：一个回合只有 { $found } 帧，需要 { $needed } 帧。
error-pack-foreign = 这不是轨迹数据包。
error-pack-version = 这个数据包的版本是 { $found }，这里只能读取版本 { $known }；请用“lab pack”重新生成。
error-pack-truncated = 数据包不完整；请重新复制或下载。
error-pack-damaged = 数据包已损坏（校验和不符）；请重新复制或下载。
error-pack-too-large = 数据包声称的内容超出了这里能读取的量；请用“lab pack”做一个小一些的。
error-pack-inconsistent = 数据包自相矛盾；请用“lab pack”重新生成。
error-pack-shape = 数据包里的路径应有 { $points } 个点，间隔 { $milliseconds } 毫秒，而这些不是。
error-recording-foreign = 这不是录制文件；请重新复制或下载，或用“lab demos”重新生成。
error-recording-version = 录制文件来自本程序的另一个版本；请重新复制或下载，或用“lab demos”重新生成。
error-recording-truncated = 录制文件不完整；请重新复制或下载，或用“lab demos”重新生成。
error-recording-damaged = 录制文件已损坏（校验和不符）；请重新复制或下载，或用“lab demos”重新生成。
error-recording-game = 录制的是这里不认识的游戏；请重新复制或下载，或用“lab demos”重新生成。
error-recording-too-large = 录制文件声称的内容超出了这里能读取的量；请重新复制或下载，或用“lab demos”重新生成。
error-recording-inconsistent = 录制文件自相矛盾；请重新复制或下载，或用“lab demos”重新生成。
error-recording-action = 录制文件里有摇杆做不到的动作；请重新复制或下载，或用“lab demos”重新生成。
error-other-recording = 这是 { $found } 的录制文件，不是 { $game } 的。
error-other-cartridge = 这是 { $found } 的卡带；这里玩的是 { $game }。
error-unknown-cartridge = 这个 { $bytes } 字节的文件不是这里认识的 { $game } 卡带（{ $expected } 字节，CRC-32 { $checksum }），也不是它的录制文件。
error-cartridge-size = 这个文件有 { $bytes } 字节；这种游戏机的卡带是 2、4、8 或 16 KB。请选一个 Atari 2600 ROM。
