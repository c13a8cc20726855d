# 学生交来的链接，以及由此组成的班级。
class-title = 班级
class-about = 把学生交来的链接贴在这里，每行一个，或打开一个文本文件。每次运行都会在这台机器的 CPU 上重新训练；如果得到的网络与链接逐位相同，就算确认。没有任何东西离开这台机器。
class-links = 链接
class-file = 文本文件
class-file-large = 文件超过 2 MB；链接列表没有这么大。
class-file-unreadable = 文件读不出来。
class-replay = 重放
class-no-links = 这段文字里没有链接。
class-too-many = 只读前 { $most } 个链接，还有 { $more } 个没有读。
class-progress = { NUMBER($done) } / { NUMBER($all) }
class-table = 谁交了什么
class-who = 谁
class-what = 运行
class-state = 重放结果
class-unnamed = 链接 { $number }
class-name = { $name }
class-run = { $world }，{ $method }，种子 { $seed }
class-waiting = 等待中
class-running = 第 { NUMBER($step) } 步，共 { NUMBER($steps) } 步
class-confirmed = 逐位确认
class-different = 网络与链接所说的不同
class-no-digest = 链接里没有摘要
class-unknown-run = 链接里的场景或方法不存在。
class-worker-died = 重放的后台线程无法继续（{ $why }）。
class-no-file = 这次运行需要文件 { $file }，但加载失败（{ $why }）。
class-step = 第 { $step } 步：{ $question }
class-bar = { NUMBER($count) } 人，其中 { NUMBER($right) } 人猜对
class-order = 最后的权重，从轻到重：{ $order }
class-numbers = { NUMBER($count) } 个猜测，居中的是 { $guess }。竖线是学生机器上的实际结果：{ $truth }。
class-numbers-open = { NUMBER($count) } 个猜测，居中的是 { $guess }。实际结果没有一起交来。
class-overlay = 细线：{ NUMBER($count) } 个猜测。粗线：实际的结果。
class-cells = 数字：有几个人选了这一格。✓：错得最多的那一格。
class-strips = 从第一个时刻到最后一个，{ NUMBER($count) } 名学生涂的权重。线上方：有几个人让这个时刻多算；线下方：有几个人让它少算。阴影：专家跑偏的地方。
hand-in-title = 交作业
hand-in-about = 一个链接，里面有你的运行、网络的摘要，以及你在各课里的猜测。复制下来发给老师，老师可以确认这就是你训练的那次运行。
hand-in-name = 你的名字
hand-in-answers =
    { $count ->
        [0] 你还没有在课里猜过；链接里只有运行。
       *[other] 附上 { NUMBER($count) } 个猜测。
    }
hand-in-link = 你的链接
hand-in-not-done = 运行还没有结束。按“训练”，等它完成。
hand-in-one-run = 现在并排着几种方法。请关掉“比较”：只交一次运行。
hand-in-on-the-cpu = 这次运行是在显卡上训练的，不同机器的数字会有细微差别。请在菜单里选“CPU”，再训练一次。
