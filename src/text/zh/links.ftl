# 链接里有没法完全照做的地方时，会这样说。
link-no-view = 读不懂链接里的设置“{ $setting }”，保持原样。
link-too-long = 链接超过 { $longest } 个字符，没有读取。
link-version-no-number = 链接的版本“{ $version }”不是数字。
link-no-seed = “{ $seed }”不能当种子，改用 { $used }。
link-other-version = 这次运行是为本页第 { $theirs } 版写的，现在是第 { $ours } 版：数值可能不同。
link-no-world = 没有名为“{ $wished }”的场景，改用“{ $used }”。
link-no-method = 没有名为“{ $wished }”的方法，改用“{ $used }”。
link-no-label = 没有名为“{ $wished }”的标签，改用“{ $used }”。
link-seed-too-large = 种子太大，已降到最大值 { $largest }。
link-unknown-settings =
    { $more ->
        [0] 链接里有一项不存在的设置（“{ $first }”），已忽略。
       *[other] 链接里有不存在的设置（“{ $first }”和另外 { $more } 项），已忽略。
    }
link-knob-out-of-range = { $knob }不能是“{ $wished }”，改用 { $used }。
link-drawing-version = 链接中的图画既不是现成的，也不是这个版本的；改用现成的字母。
link-drawing-damaged = 链接中的图画不完整或已损坏；改用现成的字母。
link-no-relabel = “{ $relabel }”不是手工标签，例如 12:1（路径、风格）；已忽略。
link-relabel-left-out = 略去了 { $count } 个手工标签：最多读 { $most } 个，风格从 0 数到 { $styles } 之前。
link-relabel-outside = { $outside } 个手工标签指向不存在的示范（共有 { $demonstrations } 条）；已忽略。
link-no-rule = “{ $rule }”不是规则，例如 speed:0.3,0.5（量、阈值）；风格由标签决定。
link-rule-thresholds = { $styles } 种风格的规则需要 { $needed } 个递增的阈值；风格由标签决定。
link-no-device = 链接要求的设备不存在，改用这里最好的设备。
link-no-mix = 读不懂链接里的风格比例，改用平均分配。
link-mix-other-styles = 链接里的比例不是 { $styles } 种风格的，改用平均分配。
link-no-strength = 链接里的风格强度不是数字，改用 0。
link-strength-range = 风格强度从 0 到 { $largest }，改用 { $used }。
link-compares-unknown = 链接要比较一个不存在的方法，已去掉。
link-no-change = “{ $change }”不是运行途中的改动（例如 1200:rate:0.01），已忽略。
link-change-not-live = { $knob }不能在途中改变（第 { $step } 步），保持开始时的值。
link-too-many-changes = 链接里的途中改动超过 { $most } 次，后面的已去掉。
link-no-stretch = “{ $stretch }”不是加权片段（例如 3:120-145:0.25，即路径、时刻、权重），已忽略。
link-sees-surroundings = { $method }看不了画面：它的智能体观察周围的情形。
link-weigh-ignored = { $method }对每个时刻一视同仁：手工权重不起作用。
link-weigh-rounded = 手工权重从 0 到 { $largest }，每档 { $step }；已取最接近的值。
link-too-many-stretches = 链接里手工加权的片段超过 { $most } 段，后面的已去掉。
link-stretch-outside =
    { $outside ->
        [1] 有一段加权片段不在训练示范之内（{ $first }），已忽略。
       *[other] 有 { $outside } 段加权片段不在训练示范之内（第一段是 { $first }），已忽略。
    }
link-weigh-nothing-left = 按这些手工权重就没有可学的时刻了；改为每个时刻权重相同。
link-weigh-first-seed = 手工权重只属于种子 { $seed } 的示范；其他种子对自己的示范一视同仁。
