# 自测：每个种子都有新的数字。
quiz-share = { NUMBER($share, style: "percent") }
quiz-nats = { NUMBER($nats, minimumFractionDigits: 2, maximumFractionDigits: 2) } 奈特
quiz-number = { NUMBER($number, minimumFractionDigits: 2, maximumFractionDigits: 2) }

quiz-posterior = 某个动作出现了 { $taken } 次，其中 { $own } 次在标为“大圈”的路径上。全部 { $total } 个时刻里，有 { $styled } 个在这样的路径上。看到这个动作之后，标签是“大圈”的概率有多大？
quiz-posterior-why = 只看有这个动作的时刻：{ $taken } 次里有 { $own } 次，即 { NUMBER($share, style: "percent") }。“大圈”占全部时刻的 { NUMBER($prior, style: "percent") }，那是看之前就知道的；PMI 比较的正是这两个数。

quiz-pmi = 某种风格占全部时刻的 { NUMBER($prior, style: "percent") }；在有某个动作的时刻里，它占 { NUMBER($posterior, style: "percent") }。这种风格与这个动作的 PMI 是多少？
quiz-pmi-why = PMI 是比值的对数：ln({ NUMBER($posterior, style: "percent") } / { NUMBER($prior, style: "percent") }) = { NUMBER($pmi, minimumFractionDigits: 2, maximumFractionDigits: 2) } 奈特。看到动作以后，这种风格的可能性是原来的 { NUMBER($ratio, minimumFractionDigits: 2, maximumFractionDigits: 2) } 倍。

quiz-sign = 还没看动作时，这个时刻属于该风格的概率是 { NUMBER($prior, style: "percent") }；看到动作以后是 { NUMBER($posterior, style: "percent") }。这说明什么？
quiz-sign-for = PMI 为正：这个动作支持该风格。
quiz-sign-nothing = PMI 为零：这个动作对风格什么也没说。
quiz-sign-against = PMI 为负：这个动作不支持该风格。
quiz-sign-error = PMI 算不出来：概率不会是负的。
quiz-sign-why = PMI = ln({ NUMBER($posterior, style: "percent") } / { NUMBER($prior, style: "percent") }) = { NUMBER($pmi, minimumFractionDigits: 2, maximumFractionDigits: 2) } 奈特。正负号说的是概率升高、不变还是降低；PMI 本身不是概率。

quiz-weight = 某个时刻与自己标签的 PMI 是 { NUMBER($pmi, maximumFractionDigits: 2) } 奈特，β 是 { NUMBER($beta, maximumFractionDigits: 2) }。在除以平均权重之前，它的权重是多少？
quiz-weight-why = 权重是 e^(β·PMI) = e^({ NUMBER($exponent, maximumFractionDigits: 2) }) = { NUMBER($weight, minimumFractionDigits: 2, maximumFractionDigits: 2) }。e 的多少次方都不是负数：不支持标签的时刻只是算得少，而不是被“反着学”。

quiz-information = 风格 A 向左 { $aa } 次、向右 { $ab } 次，风格 B 向左 { $ba } 次、向右 { $bb } 次。风格与方向的互信息是多少？
quiz-information-why = 互信息是 PMI 对所有时刻的平均，每个格子按出现的次数计入：Σ p(z,a)·PMI = { NUMBER($information, minimumFractionDigits: 2, maximumFractionDigits: 2) } 奈特。最能说明问题的那一格自己就有 { NUMBER($largest, minimumFractionDigits: 2, maximumFractionDigits: 2) } 奈特。

quiz-ceiling = 三种风格分别占全部时刻的 { NUMBER($a, style: "percent") }、{ NUMBER($b, style: "percent") } 和 { NUMBER($c, style: "percent") }。它们与别的东西的互信息，最大能达到多少？
quiz-ceiling-why = 关于风格，能知道的再多，也多不过它本身的不确定性：H(Z) = −Σ p ln p = { NUMBER($entropy, minimumFractionDigits: 2, maximumFractionDigits: 2) } 奈特。只有各风格一样多时才到 ln 3 = { NUMBER($even, minimumFractionDigits: 2, maximumFractionDigits: 2) }。

quiz-largest = 某种风格占全部时刻的 { NUMBER($prior, style: "percent") }，β 是 1。这种风格的时刻，权重 e^PMI 最大能到多少？
quiz-largest-none = 没有上限。
quiz-largest-why = p(z|s,a) 最大是 1，所以 e^PMI = p(z|s,a) / p(z) 最大是 1 / { NUMBER($prior, style: "percent") } = { NUMBER($largest, minimumFractionDigits: 2, maximumFractionDigits: 2) }。

quiz-calibration = 三种风格各被要求 { $each } 次。要求 A 时，智能体做出 A、B、C 的次数是 { $aa }、{ $ab }、{ $ac }；要求 B 时是 { $ba }、{ $bb }、{ $bc }；要求 C 时是 { $ca }、{ $cb }、{ $cc }。校准度是多少？
quiz-calibration-why = 校准度是对角线所占的份额，也就是要什么做什么的次数：{ $rollouts } 次里有 { $hits } 次，即 { NUMBER($share, style: "percent") }。

quiz-effective = 四个时刻的权重是 { NUMBER($a, maximumFractionDigits: 2) }、{ NUMBER($b, maximumFractionDigits: 2) }、{ NUMBER($c, maximumFractionDigits: 2) } 和 { NUMBER($d, maximumFractionDigits: 2) }。它们相当于多少个权重相同的时刻（有效样本量）？
quiz-effective-why = (Σw)² / Σw² = { NUMBER($sum, minimumFractionDigits: 2, maximumFractionDigits: 2) }² / { NUMBER($squares, minimumFractionDigits: 2, maximumFractionDigits: 4) } = { NUMBER($size, minimumFractionDigits: 2, maximumFractionDigits: 2) }。权重越不均匀，真正算数的时刻就越少。

quiz-method-alike = 你有 { $paths } 条示范。所有专家做的都是同一件事，做法也一样，标签是随便贴的。要学会它，最简单的方法是哪一种？
quiz-method-alike-why = 标签什么也没说时，p(z|s,a) = p(z)：权重全是 1，而标签作为输入只是噪声。BC 学到的就是仅有的那种行为。
quiz-method-clean = 你有四种风格的 { $paths } 条示范，每位专家从头到尾都守着自己的标签。想让智能体要什么做什么，最简单的方法是哪一种？
quiz-method-clean-why = 如果标签在每个时刻都成立，每个时刻就可以同样算数。CBC 正是如此，而且不用训练评判网络；BC 只会给出四种风格的平均。
quiz-method-strays = 你有四种风格的 { $paths } 条示范。每条只有一个标签，可是专家有 { NUMBER($strayed, style: "percent") } 的时刻走的是别的风格。哪种方法应该最能守住风格？
quiz-method-strays-why = 标签对整条路径成立，却不是对每个时刻都成立。BC-PMI 按每个时刻透露了多少标签的信息来加权，走成别的风格的时刻几乎不算数；CBC 则照样学进去。
quiz-method-bc = BC：不看标签，克隆所有人
quiz-method-cbc = CBC：把标签当输入来克隆，每个时刻同样算数
quiz-method-bc-pmi = BC-PMI：把标签当输入来克隆，每个时刻按 PMI 加权
quiz-method-none = 都不行：这样的示范没有用

quiz-elsewhere = 一座图书馆里，{ NUMBER($prior, style: "percent") } 的句子是阿达写的。在“夜色”之后接“皎洁”的句子里，有 { NUMBER($posterior, style: "percent") } 出自她手。你要训练一个像阿达那样写作的模型，用 β = 1 的 PMI 权重。s、a、z 各是什么，这个“皎洁”的权重又是多少？
quiz-elsewhere-right = s：前面的词；a：下一个词；z：作者。权重是 { NUMBER($weight, minimumFractionDigits: 2, maximumFractionDigits: 3) }。
quiz-elsewhere-author = s：作者；a：前面的词；z：下一个词。权重是 { NUMBER($weight, minimumFractionDigits: 2, maximumFractionDigits: 3) }。
quiz-elsewhere-sentence = s：整座图书馆；a：整个句子；z：下一个词。权重是 { NUMBER($weight, minimumFractionDigits: 2, maximumFractionDigits: 3) }。
quiz-elsewhere-unweighed = s：前面的词；a：下一个词；z：作者。权重就是概率本身，{ NUMBER($weight, minimumFractionDigits: 2, maximumFractionDigits: 3) }。
quiz-elsewhere-why = 模型根据前面的词（s）选下一个词（a），作者就是风格（z）。权重是 p(z|s,a) / p(z) = { NUMBER($posterior, style: "percent") } / { NUMBER($prior, style: "percent") } = { NUMBER($weight, minimumFractionDigits: 2, maximumFractionDigits: 3) }：这个词让作者是阿达的可能性变成原来的多少倍。

# 课里的问题为什么没有答案。
question-unknown = 读不懂这个问题。
question-no-pixels = 这需要一个看画面的玩家：请选一个游戏，把“看到”设为画面，再训练 BC-PMI。
question-no-critic = 打开的运行没有评判网络：请选 BC-PMI。
question-critic-untrained = 评判网络还没有看完所有的时刻：请继续训练。
question-no-path = 没有第 { $path } 条示范。
question-no-moment = 没有时刻 { $moment }；这条示范有 { $moments } 个时刻。
question-no-held-out = 没有留出的示范可以用来测量。
question-no-gradient = 这种方法的策略没有单个时刻的梯度。
question-constant = 常数要在 −{ $largest } 与 { $largest } 之间。
question-table-size = 表格最多有 { $styles } 种风格和 { $actions } 种动作。
question-table-count = 每格最多 { NUMBER($largest) }。
question-table-empty = 表格是空的：没有可数的东西。
question-optimum-size = 可以比较 1 到 { $most } 个动作。
question-no-shares = 概率在 0 与 1 之间，而且至少有一个动作是可能的。
question-betas = β 要给 1 到 { $most } 个值，每个在 0 与 { $largest } 之间。
question-no-quiz = 题号从 0 到 { $most }。
