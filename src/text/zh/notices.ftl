# 对访客操作的提示。
page-seed-range = 种子是 0 到 { $largest } 之间的整数。
page-play-too-little = 可学的还太少：请至少玩十五秒。

page-too-many-changes = 一次运行最多记录 { $most } 次途中改动，已经用完了。按“重置”，就会用当前的值重新开始。

# 文件。
page-file-accepted = { $name }：{ $found }
page-file-not-fetched = { $name } 加载失败（{ $why }）。请重新载入页面再试。
page-file-not-for-world = “{ $world }”不读文件，{ $name } 没有打开。
page-file-too-large = { $name } 有 { $size } MB，本页最多读取 { $largest } MB。用 lab pack 可以把它变小。
page-file-not-read = 无法读取 { $name }。如果是文件夹，请直接给出里面的文件。
page-file-stopped-worker = { $names } 没有载入：读取时后台线程停止了。
page-storage-full = 浏览器已没有空间保存你在这里做的东西，从现在起它们只在页面打开期间保留。想留着的请下载，或者在“已保存”里删掉一些。
page-storage-refused = 浏览器不允许本页存储任何东西（也许是隐私窗口），你在这里做的东西只在页面打开期间保留。想留着的请下载。
