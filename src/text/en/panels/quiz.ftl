# Check yourself: questions whose numbers are drawn for every seed.
quiz-share = { NUMBER($share, style: "percent") }
quiz-nats = { NUMBER($nats, minimumFractionDigits: 2, maximumFractionDigits: 2) } nats
quiz-number = { NUMBER($number, minimumFractionDigits: 2, maximumFractionDigits: 2) }

quiz-posterior = An action was taken { $taken } times, { $own } of them on paths labelled “wide”. Of all { $total } moments, { $styled } are on such paths. How likely is the label “wide” once you have seen the action?
quiz-posterior-why = Only the moments with this action count: { $own } of { $taken } is { NUMBER($share, style: "percent") }. That “wide” makes up { NUMBER($prior, style: "percent") } of all moments is what you knew before; PMI compares the two.

quiz-pmi = A style has { NUMBER($prior, style: "percent") } of all moments. Among the moments with a certain action it has { NUMBER($posterior, style: "percent") }. What is the PMI of the style and the action?
quiz-pmi-why = PMI is the logarithm of the ratio: ln({ NUMBER($posterior, style: "percent") } / { NUMBER($prior, style: "percent") }) = { NUMBER($pmi, minimumFractionDigits: 2, maximumFractionDigits: 2) } nats. Seeing the action makes the style { NUMBER($ratio, minimumFractionDigits: 2, maximumFractionDigits: 2) } times as likely.

quiz-sign = Before you look, a moment belongs to the style with probability { NUMBER($prior, style: "percent") }. You see the action, and it is { NUMBER($posterior, style: "percent") }. What does that say?
quiz-sign-for = PMI is positive: the action speaks for the style.
quiz-sign-nothing = PMI is zero: the action tells nothing about the style.
quiz-sign-against = PMI is negative: the action speaks against the style.
quiz-sign-error = PMI cannot be computed: a probability is never negative.
quiz-sign-why = PMI is ln({ NUMBER($posterior, style: "percent") } / { NUMBER($prior, style: "percent") }) = { NUMBER($pmi, minimumFractionDigits: 2, maximumFractionDigits: 2) } nats. Its sign says whether the probability rose, stayed or fell; it is not a probability itself.

quiz-weight = A moment has a PMI of { NUMBER($pmi, maximumFractionDigits: 2) } nats with its label, and β is { NUMBER($beta, maximumFractionDigits: 2) }. What does it weigh, before weights are divided by their mean?
quiz-weight-why = The weight is e^(β·PMI) = e^({ NUMBER($exponent, maximumFractionDigits: 2) }) = { NUMBER($weight, minimumFractionDigits: 2, maximumFractionDigits: 2) }. An exponential is never negative: a moment that speaks against its label counts little, it is not unlearned.

quiz-information = Style A went left { $aa } times and right { $ab } times, style B left { $ba } times and right { $bb } times. What is the mutual information of style and direction?
quiz-information-why = Mutual information is the mean of PMI over all moments, so each cell counts as often as it occurs: Σ p(z,a)·PMI = { NUMBER($information, minimumFractionDigits: 2, maximumFractionDigits: 2) } nats. The most telling cell alone has { NUMBER($largest, minimumFractionDigits: 2, maximumFractionDigits: 2) } nats.

quiz-ceiling = Three styles have { NUMBER($a, style: "percent") }, { NUMBER($b, style: "percent") } and { NUMBER($c, style: "percent") } of the moments. What is the most that their mutual information with anything can reach?
quiz-ceiling-why = Nobody can tell you more about a style than there is to know: H(Z) = −Σ p ln p = { NUMBER($entropy, minimumFractionDigits: 2, maximumFractionDigits: 2) } nats. Only styles that are equally frequent reach ln 3 = { NUMBER($even, minimumFractionDigits: 2, maximumFractionDigits: 2) }.

quiz-largest = A style has { NUMBER($prior, style: "percent") } of the moments, and β is 1. What is the largest weight e^PMI that a moment of this style can have?
quiz-largest-none = There is no largest weight.
quiz-largest-why = p(z|s,a) is at most 1, so e^PMI = p(z|s,a) / p(z) is at most 1 / { NUMBER($prior, style: "percent") } = { NUMBER($largest, minimumFractionDigits: 2, maximumFractionDigits: 2) }.

quiz-calibration = Each of three styles was asked for { $each } times. Asked for A, agents showed A, B and C { $aa }, { $ab } and { $ac } times; asked for B { $ba }, { $bb } and { $bc } times; asked for C { $ca }, { $cb } and { $cc } times. What is the calibration?
quiz-calibration-why = Calibration is the share on the diagonal, where agents did what they were asked for: { $hits } of { $rollouts } is { NUMBER($share, style: "percent") }.

quiz-effective = Four moments weigh { NUMBER($a, maximumFractionDigits: 2) }, { NUMBER($b, maximumFractionDigits: 2) }, { NUMBER($c, maximumFractionDigits: 2) } and { NUMBER($d, maximumFractionDigits: 2) }. How many moments of equal weight are they worth (effective sample size)?
quiz-effective-why = (Σw)² / Σw² = { NUMBER($sum, minimumFractionDigits: 2, maximumFractionDigits: 2) }² / { NUMBER($squares, minimumFractionDigits: 2, maximumFractionDigits: 4) } = { NUMBER($size, minimumFractionDigits: 2, maximumFractionDigits: 2) }. The more unequal the weights, the fewer moments really count.

quiz-method-alike = You have { $paths } demonstrations. All experts do the same thing in the same way, and the labels were given at random. Which method is the simplest that learns it?
quiz-method-alike-why = Where labels tell nothing, p(z|s,a) = p(z): all weights are one and the label is noise as an input. BC learns the one behaviour there is.
quiz-method-clean = You have { $paths } demonstrations of four styles, and every expert keeps to the labelled style at every moment. Which method is the simplest that does as it is asked?
quiz-method-clean-why = If a label holds at every moment, every moment may count the same. CBC does that, with no critic to train; BC would give the average of the four.
quiz-method-strays = You have { $paths } demonstrations of four styles. Each has one label, but experts follow another style for { NUMBER($strayed, style: "percent") } of their moments. Which method should follow the styles best?
quiz-method-strays-why = The label holds for the path and not for each moment. BC-PMI weighs each moment by what it tells about the label, so moments of another style count little; CBC copies them.
quiz-method-bc = BC: clone everybody, without labels
quiz-method-cbc = CBC: clone with the label as an input, all moments alike
quiz-method-bc-pmi = BC-PMI: clone with the label as an input, each moment weighed by PMI
quiz-method-none = None: demonstrations like these are of no use

quiz-elsewhere = { NUMBER($prior, style: "percent") } of the sentences in a library are by Ada. After the words “the night was”, she wrote { NUMBER($posterior, style: "percent") } of the sentences that go on with “luminous”. You train a model to write like Ada, with PMI weights at β = 1. What are s, a and z, and what does this “luminous” weigh?
quiz-elsewhere-right = s: the words so far; a: the next word; z: the author. It weighs { NUMBER($weight, minimumFractionDigits: 2, maximumFractionDigits: 3) }.
quiz-elsewhere-author = s: the author; a: the words so far; z: the next word. It weighs { NUMBER($weight, minimumFractionDigits: 2, maximumFractionDigits: 3) }.
quiz-elsewhere-sentence = s: the library; a: the whole sentence; z: the next word. It weighs { NUMBER($weight, minimumFractionDigits: 2, maximumFractionDigits: 3) }.
quiz-elsewhere-unweighed = s: the words so far; a: the next word; z: the author. It weighs { NUMBER($weight, minimumFractionDigits: 2, maximumFractionDigits: 3) }, the probability itself.
quiz-elsewhere-why = The model chooses the next word (a) from the words so far (s), and the author is the style (z). The weight is p(z|s,a) / p(z) = { NUMBER($posterior, style: "percent") } / { NUMBER($prior, style: "percent") } = { NUMBER($weight, minimumFractionDigits: 2, maximumFractionDigits: 3) }: what the word says about the author, compared with what was known before.

# Why a question of a lesson has no answer.
question-unknown = This question cannot be read.
question-no-pixels = This needs a player that sees: choose a game, set Sees to the picture, and train BC-PMI.
question-no-critic = The open run has no critic: choose BC-PMI.
question-critic-untrained = The critic has not seen every moment yet: train on.
question-no-path = There is no demonstration { $path }.
question-no-moment = There is no moment { $moment }; this demonstration has { $moments }.
question-no-held-out = There are no held-out demonstrations to measure on.
question-no-gradient = This method's policy has no gradient of a single moment.
question-constant = The constant has to lie between −{ $largest } and { $largest }.
question-table-size = A table has up to { $styles } styles and { $actions } actions.
question-table-count = A count goes up to { NUMBER($largest) }.
question-table-empty = The table is empty: there is nothing to count.
question-optimum-size = Between one and { $most } actions can be compared.
question-no-shares = Probabilities lie between 0 and 1, and one action has to be possible.
question-betas = Between one and { $most } values of β are needed, each from 0 to { $largest }.
question-no-quiz = Questions are numbered from 0 to { $most }.
