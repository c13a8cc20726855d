# 自己的数据的面板：画图、文件，以及与标签矛盾的示范。

data-title = 你的数据
data-go = 打开“{ $world }”
data-draw = 画
    .about = 选一种风格，在舞台上画线：每条线成为它的一条示范。然后按“训练”。没有你的线的风格保留现成的线。
data-draw-keys = 用键盘：聚焦舞台，用方向键延长线，按 Enter 保留。
data-count = 风格数
data-style = 下一条线的风格
data-lines =
    { $lines ->
        [0] 还没有线
       *[other] { $lines } 条线
    }
data-undo = 撤销
data-restart = 重新开始
data-save = 存为文件
data-line-short = 这条线太短，没法跟随；请画长一些。
data-lines-full = 图画已满；请先撤销一条线。
data-lines-file = { $lines } 条线太多，放不进链接，所以存为文件；请保存它以便以后再用。

data-load = 载入
    .about = 带有 path、t、style 列和任意数字列的 CSV，或带有 observations (N, T, d)、actions (N, T, k) 和 style (N) 的 .npz。文件只在这里读取，不会发送到任何地方。
data-file = 文件
data-file-large = { $name } 有 { $found } MB，最多读 { $most } MB。
data-file-unread = 无法读取 { $name }。
data-examples = 可下载的例子：
data-report = { $name }：{ $paths } 条路径，{ $rows } 行
data-report-style = “{ $name }”：{ $paths } 条路径，{ $rows } 行（{ $share }）
data-columns-auto = 按名称
data-left-out = 略去 { $rows } 行和 { $paths } 条路径。最前面的是：
data-dropped = 第 { $row } 行：{ $why }。
data-role-path = 路径
data-role-time = 时间
data-role-style = 风格
data-role-state = 状态
data-role-action = 动作
data-role-unused = 不用

data-doubtful = 可疑
    .about = 哪些示范与自己的标签矛盾？每条都列出最不支持标签的那一段。需要训练好的评判网络，例如 BC-PMI 的。
data-doubtful-look = 找出来
data-doubtful-none = 没有哪条示范有不支持标签的段落。
data-doubtful-entry = 示范 { $path }，标签“{ $label }”：第 { $from } 到 { $to } 个时刻像“{ $other }”，不支持标签 { $against } 奈特
data-doubtful-held-out = 留出
data-doubtful-show = 显示
data-doubtful-cut = 剪掉这一段
data-doubtful-relabel = 改标签
data-doubtful-drop = 去掉整条路径
data-doubtful-restore =
    { $count ->
        [0] 没有改动
       *[other] 撤回 { $count } 处改动
    }
data-doubtful-train = 按“训练”，用剩下的示范学习。略去或改标签的部分写在链接里。

data-label = 标签
    .about = 选择在每条路径上测量什么，以及一种风格到哪里为止、下一种从哪里开始；份额随之变化。风格的名字仍是标签的。
data-quantity = 测量
data-threshold = 阈值 { $number }：{ $value }
data-label-apply = 用这条规则
data-label-even = 份额相等
data-label-remove = 回到标签
data-region = 区域；方向键移动它，加号和减号改变大小
    .about = 画一条线把示范的一部分圈起来：测量的是一条路径有多大比例的时刻落在里面。
data-tells-soon = 这个标签大约透露 { $information } 奈特，最多 { $entropy } 奈特（估计中：{ $done }）
data-tells = 这个标签透露 { $information } 奈特，最多 { $entropy } 奈特：由一个小分类器在留出的示范上给出的 I(Z;S,A) 下界。
data-one-by-one = 逐条修改
data-one = 示范 { $path } 属于
data-one-none = 没有选中示范
data-one-previous = 上一条
data-one-next = 下一条
data-one-changed =
    { $count ->
        [0] 没有手工修改过风格的示范。
       *[other] { $count } 条示范的风格是手工改的；链接里有记录。
    }
data-label-used = 本次运行使用规则，链接里也有。
quantity-speed = 平均速度
quantity-end-x = 终点 x
quantity-end-y = 终点 y
quantity-displacement = 起点到终点的距离
quantity-mean-x = 平均 x
quantity-mean-y = 平均 y
quantity-inside = 停留在你所画区域内的时间比例
quantity-column-mean = { $column } 的平均值
quantity-column-last = { $column } 的最后一个值
quantity-turn = 平均转角，弧度
quantity-range = 范围（位置的标准差）
