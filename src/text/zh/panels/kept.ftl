kept = 保存在这个浏览器里
kept-where = 这一切只存在这个浏览器里，不会发送到任何地方。清除浏览器里本页的数据就会删掉它们。
kept-reading = 正在读取……
kept-refused = 这个浏览器不允许本页存储任何东西，所以什么也没有保存。
kept-nothing = 还没有东西。你训练的运行、载入的文件和玩过的游戏都会保存在这里。
kept-summary = { $count } 项，{ NUMBER($size, minimumFractionDigits: 1, maximumFractionDigits: 1) } MB
kept-answers = 课程的回答
kept-answers-steps = { $count } 步
kept-name = 名称
kept-open = 打开
kept-delete = 删除
kept-delete-all = 全部删除
kept-delete-sure = 再按一次就全部删除
# 一项的大小和日期。
kept-facts = { NUMBER($size, minimumFractionDigits: 1, maximumFractionDigits: 1) } MB · { $date }
kept-run = { $world }，{ $method }，种子 { $seed }，第 { NUMBER($step) } 步
kept-play = 你玩的“{ $worlds }”
kept-file = { $file }，用于 { $worlds }
kept-other = “{ $kind }”类的东西
kept-no-world = 没有场景
# 几个场景。
kept-list = { $all }、{ $next }
