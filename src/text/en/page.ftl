# What the page itself says.

# Several things in a row: "a, b, c".
page-list = { $list }, { $next }
page-failure = { $sentence } { $remedy }
page-style-unnamed = style { $number }
page-data = Data…
    .about = Draw demonstrations of your own, load them from a file, or find those that contradict their label
page-drawing-own = your own drawing
page-source-chosen = { $name }. { $about }
page-file-loading = Loading { $name }: { NUMBER($here, minimumFractionDigits: 1, maximumFractionDigits: 1) } MB
page-file-loading-of = Loading { $name }: { NUMBER($here, minimumFractionDigits: 1, maximumFractionDigits: 1) } of { NUMBER($all, minimumFractionDigits: 1, maximumFractionDigits: 1) } MB
page-file-reading = Reading { $name }…

page-device-starting = Starting.
page-device-testing = testing…
page-device-best = best
    .about = The fastest device that passes its test
page-device-cpu = CPU
    .about = The processor, with SIMD; the same numbers in every browser
page-device-webgpu = WebGPU
    .about = The graphics processor
page-device-choice = Device to train on
page-device-rate = { NUMBER($rate) } steps/s
    .about = Optimiser steps a second, all methods together

# The header.
page-name = PMI Playground
page-worlds = Worlds
page-compare = Compare
    .about = Up to three methods side by side, on the same data and seed. Restarts the run.
page-copy-link = Copy link
    .about = Copies an address that restores this run: world, method, knobs, seed and view
page-copy-link-done = Link copied
page-copy-link-by-hand = Copy this link:
page-theme = Theme:
    .about = Light, dark, or as the system has it
page-theme-auto = auto
page-theme-light = light
page-theme-dark = dark
page-language = Language
page-language-missing = The other language could not be loaded ({ $why }). Choose it again to try once more.
page-lessons = Lessons
    .about = Eight short lessons: guess first, then see
page-results = Results
    .about = What was measured, next to the paper's figures, and how
page-help = Help
    .about = What this is, and the keyboard shortcuts (?)
page-close = Close
page-panel-export = Take away
page-panel-kept = Kept
page-menu = Menu
page-teachers = For teachers
page-glossary = Words
page-hint = What is this?
page-hint-words = Words and symbols

page-runline = { $world }, { $method }, seed { $seed }, after { $steps } optimiser steps. The same run: ?{ $link }

# The story.
page-story = What is going on
page-story-show = Show me
    .about = A short walk through the page: look, why, learn, check
page-story-next = Next
page-story-end = Done
page-story-look = Look: all agents now follow “{ $style }”. Tap another style's name or drag its slider; nothing is trained again.
page-story-why = Why: one expert's path. Red moments tell of its style, grey ones of none, and at the blue ones it drifted into another's. Move along the bars: each moment has its own weight.
page-story-learn = Learn: the same run from the beginning. First the critic's mutual information climbs towards its ceiling, then a policy is cloned with the critic's weights.
page-story-check = Check: each row is a style that was asked for, each column what came out. On the diagonal the agents did as they were asked.

# The help.
page-help-title = Learning a style from mixed demonstrations
page-help-problem = People show how something is done, each in their own style. Cloning them all at once blurs the styles together. Cloning each style by itself is better, but people drift: for a while they do it someone else's way, and labels are sometimes wrong.
page-help-critic = A critic learns how much a state and action tell about the style. For one moment that is the pointwise mutual information, PMI = ln p(z|s,a) − ln p(z): above zero it speaks for the style, below zero against it, at zero it says nothing. Cloning then listens to each moment with weight e^(β·PMI). Moments in another's style fade away, and the policies come out clean.
page-help-try = Try this
page-help-try-slider = Drag a style slider: the agents, trained beforehand, change at once.
page-help-try-train = Press Train: the mutual information climbs towards its ceiling, then a policy is cloned with the weights.
page-help-try-path = Click a faint path: red moments tell of its style, blue ones of another, grey ones of none.
page-help-try-compare = Press Compare, then Train: the same data and seed, with and without the weights.
page-help-keys = Keys
page-help-cite = Cite this page (BibTeX)
page-help-licences = Licences of what this page is built with
page-key-space = Space
    .about = train, or pause
page-key-s = S
    .about = one optimiser step
page-key-r = R
    .about = reset the run
page-key-arrows = ← →
    .about = on the stage: choose a demonstration; on the timeline: choose a moment
page-key-home-end = Home, End
    .about = first and last moment on the timeline
page-key-question = ?
    .about = this help

# Notes.
page-retry = Try again
page-dismiss = Dismiss
page-notices-earlier =
    { $count ->
        [one] One earlier notice
       *[other] { $count } earlier notices
    }
page-download-refused = The browser did not accept the download.
page-pretrained-missing = The agents trained beforehand for { $method } could not be loaded ({ $why }). Press Train to train your own.

# Files.
page-file-load = Load a file
    .about = Or drop it anywhere on the page. It stays on this machine.

# Playing oneself.
page-play = Play it yourself
    .about = Play with arrow keys and space, with the pad below, or with a gamepad; escape ends it
page-play-stop = Stop playing
page-play-keys = Arrow keys or W, A, S and D move, space fires, escape ends; a gamepad or the pad below works too. The game waits for your first move.
page-play-impossible = Nobody can play here without the game's cartridge. { $file }
page-pad = Joystick
page-pad-up = up
page-pad-left = left
page-pad-right = right
page-pad-down = down
page-pad-fire = fire
page-play-learn = Learn from your plays
    .about = Your plays become the demonstrations, labelled by what they show
page-play-save = Download your plays
    .about = A recording that can be loaded here again
# $stretches is page-play-stretches or page-play-too-short.
page-play-recorded =
    { $plays ->
        [one] You made { $score } points. Your play has { $decisions } decisions; { $stretches }.
       *[other] You made { $score } points. Your { $plays } plays have { $decisions } decisions; { $stretches }.
    }
page-play-stretches = stretches: { $list }
page-play-stretches-of-style = { $count } { $style }
page-play-too-short = too short yet for a stretch to learn from

# Settings of the run.
page-knobs = Settings of the run
page-knobs-all = Settings
    .about = All settings of data, critic, weights and policy
page-knobs-data = Data and style
page-knobs-critic = Critic
page-knobs-rollouts = Rollouts and discriminator
page-knobs-weights = Weights
page-knobs-policy = Policy
page-knob-live = live
    .about = Changes the run as it goes on
page-knob-restarts = restarts
    .about = A change restarts the run
page-knob-described = { $about } { $hint }.
page-knob-tuned = Changed in mid-run; the link repeats that at the same step. Reset begins with this value.
page-choice-closed = { $name }: load a file first
page-recipe = Recipe
    .about = Settings of the critic and its weights that belong together
page-recipe-custom = Custom
# $list is made of page-recipe-difference.
page-recipe-differs = Differs from “{ $recipe }”: { $list }.
page-recipe-other = “{ $recipe }” has { $list }.
page-recipe-difference = { $knob }: { $used } instead of { $recipe }
page-method = Method
page-method-shows-knobs = shows its knobs
page-equation =
    .about = What it minimises
page-lanes = Side by side (two or three; restarts)
page-presets = Demonstrations:
page-label = Styles named by
page-demonstrations = { NUMBER($all) } demonstrations ({ NUMBER($held_out) } held out), { NUMBER($pairs) } pairs of state and action.

# Style sliders.
page-styles = Styles asked for
page-styles-ask = Ask for a style
    .about = Share of agents asked for each style. The others share what is left.
page-styles-unknown = This method knows no styles: the sliders change what is asked for, not what is done.
page-ask = All agents follow “{ $style }”
page-mix = Mix all styles
    .about = As many agents for each style
page-share = Share of agents asked for “{ $style }”, percent
page-share-value = { NUMBER($share, style: "percent") } of agents asked for { $style }
page-ranges = { $name }: { $styles }
page-range = { $below } < { $threshold } < { $above }
# A space that never breaks stands before the unit.
page-range-unit = { $below } < { $threshold } { $unit } < { $above }
page-strength = Style strength
    .about = Style strength γ: among candidate actions, those that tell of the style are chosen with odds e^{ "{" }γ·PMI{ "}" }. Nothing is trained again.
page-strength-impossible = Style strength asks a critic which actions tell of the style; this method has none.

# Training.
page-training = Training
page-train = Train
    .about = Train from scratch, or go on (space)
page-train-again = Train again
page-pause = Pause
    .about = Pause (space)
page-step = Step
    .about = One optimiser step (s)
page-reset = Reset
    .about = Start the same run anew (r)
page-speed = Speed
    .about = How fast a run trains: slow enough to watch, as fast as this machine can, or one optimiser step per press of Train
page-speed-watched = about { $seconds } s
page-speed-full = full
page-speed-step = one step
page-seed = Seed
    .about = Where all randomness comes from: data, first weights, batches. A change restarts the run.
page-download = Download snapshot
    .about = The run as it is now: weights, optimiser and step, in the burnpack format
page-steps = { NUMBER($done) } of { NUMBER($all) } steps
    .about = Optimiser steps done, of all there are
page-steps-none = 0 steps
page-rate = { NUMBER($rate) } steps/s
    .about = Optimiser steps a second
page-rate-left = { NUMBER($rate) } steps/s, about { NUMBER($minutes) } min left
page-stage-not-started = Not started
page-stage-waiting = Waiting until the device has passed its test
page-stage-done = Done
page-stage-of-method = { $method }: { $stage }

# Charts.
page-charts = What the run has learnt
page-chart-tab-information = Information
page-chart-tab-losses = Losses
page-chart-tab-weights = Weights
page-chart-tab-own = More
page-check = Asked and achieved
page-tabs = More about the run
page-tab-charts = Charts
page-tab-check = Check
page-tab-settings = Settings
page-chart-empty = No readings yet.
page-chart-steps = steps
page-unit-share = share
# What a screen reader says of a chart; $values is page-chart-values or page-chart-no-values.
page-chart-label = { $title }. { $values }
page-chart-values-bare = step { NUMBER($step) }: { $values }
page-chart-values = step { NUMBER($step) }: { $values } { $unit }
page-chart-no-values = no readings yet
page-chart-value = { $curve } { $value }
page-chart-number = { NUMBER($value, minimumFractionDigits: 3, maximumFractionDigits: 3) }
page-chart-mean = { NUMBER($value, minimumFractionDigits: 3, maximumFractionDigits: 3) } ± { NUMBER($spread, minimumFractionDigits: 3, maximumFractionDigits: 3) }
page-chart-at-step = { $value } at step { $step }
page-chart-table = { $title } ({ $unit })
page-chart-curve = Curve
page-chart-first = First
page-chart-middle = Half way
page-chart-latest = Latest
page-mi-none = This method has no critic, so it estimates no mutual information.
page-mi-empty = Press Train, and this curve grows towards its ceiling.
page-mi-ceiling = It stays below H(Z) where moments of different styles look alike.
page-mi-ceiling-share = It stays below H(Z): only { NUMBER($share, style: "percent") } of the moments differ between styles, and straying blurs those.
page-mi-share-of = { NUMBER($share, style: "percent") } of { $whole }

# Methods side by side.
page-comparison = Side by side
    .about = The same demonstrations and the same seed for every method
page-comparison-table = Methods on the same demonstrations and seed, as far as they have come
page-comparison-curve = { $name } ({ $unit })
page-comparison-achieved = Style achieved
page-comparison-loss = A lower held-out loss is not a cleaner style: held-out experts stray too, so a policy that copies strays comes closer to them.
page-comparison-steps = Steps
    .about = Optimiser steps done
page-comparison-time = Time (s)
    .about = Seconds its steps have taken; what is drawn and counted beside them is left out
page-comparison-best = best so far

# Calibration.
page-calibration = Calibration: asked, achieved
    .about = Agents are asked for each style in turn; their paths are labelled as the demonstrations were. Rows: the style asked for. Columns: the style achieved. Counted with the style strength that the world opens with.
page-calibration-later = Counted while a policy is cloned, and at the end.
page-calibration-found = This method finds styles by itself; here each is named after the label it matches best, one to one.
page-calibration-table = Rollouts by style asked for (rows) and achieved (columns)
page-calibration-asked = asked
page-calibration-none = none
    .about = The path fits no style
page-calibration-share = { NUMBER($share, style: "percent") } of rollouts achieved the style asked for (step { NUMBER($step) })
    .about = Share of rollouts whose path is labelled with the style that was asked for
page-calibration-rewards = Points per rollout: { $list }
    .about = Mean score of the rollouts asked for each style
page-calibration-reward = { $style } { $points }
page-calibration-cell = { $count } of { $total } rollouts asked for “{ $style }”

# Weights.
page-weights = Weights of the training pairs
    .about = What every training pair counts in cloning: e^{ "{" }β·PMI{ "}" }, then the baseline. Left: pairs that are ignored. Right: pairs that count several times.
page-weights-later = Weights appear once the critic has reported.
page-weights-clusters = Each policy learns from a pair as often as its cluster is responsible for the trajectory.
page-weights-equal = This method weighs every pair the same.
page-weights-axis = weight of a pair; bars on a square-root scale
page-weights-effective = Effective sample size { NUMBER($size) } of { NUMBER($pairs) } pairs ({ NUMBER($share, style: "percent") })
    .about = (Σw)² / Σw²: as many equally weighted pairs would be worth as much.

# Responsibilities.
page-clusters = Responsibilities: label, clusters
    .about = p(k|τ): how far each cluster is responsible for a trajectory. A row for each label, which the method has not seen; in it a column for each trajectory, filled with the colours of the clusters in proportion. Clusters have the colour of the style they are named after.
page-clusters-table = Mean responsibility of each cluster for the trajectories of each label
page-clusters-read = Columns: trajectories. Colours: the clusters that claim them. Right: the mean share of the label's own cluster.
page-clusters-held-out = This demonstration is held out: no cluster is responsible for it.
page-clusters-responsible = Responsible for the whole of this demonstration: { $claims }.
page-clusters-claim = “{ $style }” { NUMBER($share, style: "percent") }
page-clusters-nobody = –

# What was measured over a knob.
page-sweep = At { $at }: { $values }.
page-sweep-value = { $curve } { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }
page-sweep-label = { $quantity }. { $values }

# The demonstration under inspection.
page-explained = Weights along a demonstration
page-explained-title = What each moment tells of the style
    .about = How much each moment of a demonstration tells about its style, and how much it therefore counts
page-explained-pick = Pick a demonstration: click a path, or use the arrows.
page-explained-no-critic = This method has no critic, so it cannot say which moments tell of the style. Methods with a critic can.
page-explained-untrained = The critic has learnt nothing yet. Press Train, and the bars grow where a moment tells of the style.
page-explained-moment = Moment
page-explained-drawn = Your path
page-explained-drawn-shows = Your path, which shows “{ $style }”
page-explained-demonstration = Demonstration { $number }, labelled “{ $style }”
page-explained-held-out = Demonstration { $number }, labelled “{ $style }”, held out from training
page-explained-previous = Previous demonstration
page-explained-next = Next demonstration
page-timeline = PMI along the demonstration; arrow keys choose a moment
page-timeline-moment = moment { $moment }: PMI { NUMBER($pmi, minimumFractionDigits: 2, maximumFractionDigits: 2) } nats, weight { NUMBER($weight, minimumFractionDigits: 2, maximumFractionDigits: 2) }
page-timeline-bars = PMI ±{ NUMBER($full, minimumFractionDigits: 2, maximumFractionDigits: 2) } nats
page-timeline-cut =
    { $count ->
        [1] one bar cut (=), at { NUMBER($least, minimumFractionDigits: 2, maximumFractionDigits: 2) }
       *[other] { $count } bars cut (=), lowest { NUMBER($least, minimumFractionDigits: 2, maximumFractionDigits: 2) }
    }
page-timeline-less = less
page-timeline-more = more
page-timeline-line = line: weight 0–{ NUMBER($most, minimumFractionDigits: 1, maximumFractionDigits: 1) }
page-timeline-strip = strip: true style
# $verdict is one of the four below it.
page-why-seen = At moment { $moment } the critic gives the label { NUMBER($after, style: "percent") }, where { NUMBER($before, style: "percent") } would be a guess: { $verdict }.
page-why-nothing = it tells nothing about the style
page-why-for = it speaks for “{ $style }”
page-why-other = it looks like “{ $style }”
page-why-against = it speaks against “{ $style }”
# $seen is page-why-seen, $neutral one of the two below.
page-why-early = { $seen } What it weighs is settled once cloning begins.
page-why-weight = { $seen } Its weight is { NUMBER($weight, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
page-why-weight-beside = { $seen } Its weight is { NUMBER($weight, minimumFractionDigits: 2, maximumFractionDigits: 2) }; { $neutral } weighs { NUMBER($other, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
page-why-neutral-action = an action that adds nothing
page-why-neutral-moment = a moment that tells nothing
# The arithmetic of the weight, in order.
page-why-pmi = PMI = T − ln Σ p(z)·e^T = { $score } − ({ $mean }) = ln({ $after } / { $before }) = { $pmi } nats.
page-why-action = PMI(z;a|s) = PMI − PMI(z;s) = { $pmi } − ({ $place }) = { $weighed }.
page-why-global = T − c = { $score } − ({ $constant }) = { $weighed }.
page-why-raw = T = { $score }, without a constant removed.
# $symbol is one of these.
page-why-symbol-pmi = PMI
page-why-symbol-action = PMI(z;a|s)
page-why-symbol-global = (T − c)
page-why-symbol-raw = T
page-why-exponent = e^(β·{ $symbol }) = e^({ $beta } · { $weighed }) = { $power }.
page-why-blunted = e^(β·(ε/0.1)·{ $symbol }) = e^({ $beta } · { $sharpness } · { $weighed }) = { $power }.
page-why-limited = e^(β·{ $symbol }) is limited to e^({ $exponent }) = { $power }.
page-why-cap = At most 1 + ε·(1/p(z) − 1) = 1 + { $noise }·(1/{ $before } − 1) = { $cap }, where a share ε of the labels is in doubt: min({ $power }, { $cap }) = { $capped }.
page-why-cap-plain = At most { $cap }, since nobody estimates how many labels are in doubt: min({ $power }, { $cap }) = { $capped }.
page-why-mean-later = All weights are then divided by their mean.
page-why-divided = Over the mean of all pairs: { $capped } / { $divisor } = { $weight }.
page-why-subtracted = Less the mean of all pairs: { $capped } − { $mean } = { $weight }.
page-why-clamped = Less the mean of all pairs, cut at zero, over the mean of what is left: max({ $capped } − { $mean }, 0) / { $divisor } = { $weight }.
page-why-by-hand = Times the weight by hand: { $plain } × { $by_hand } = { $weight }.
page-why-score = The critic's score: PMI but for a constant that all styles share
page-why-pair = { $style }: p(z|s,a) = { NUMBER($after, minimumFractionDigits: 3, maximumFractionDigits: 3) }, p(z) = { NUMBER($before, minimumFractionDigits: 3, maximumFractionDigits: 3) }
page-why-style = style z
page-why-bars = bars
page-why-posterior = What the critic believes after seeing the moment
page-why-prior = The share of this style among all demonstrations

# The stage. What stands above a panel:
page-lane-own = { $method }: your run, step { NUMBER($step) }
page-lane-pretrained = { $method }: pretrained
page-lane-loading = { $method }: loading
page-lane-nothing = { $method }: no agents yet
# Below the stage:
page-playing =
    .about = What moves the agents on the stage
page-playing-pretrained = { $method }, trained beforehand at the settings shown
page-playing-own = Playing: your run, step { NUMBER($step) }
page-playing-unshipped = Nobody was trained beforehand for styles that are named this way. Press Train, and agents come out
page-playing-lanes = { $lanes } · { $next }
page-playing-data = These are the demonstrations, shown again: a file has no environment for agents to act in.
page-playing-replayed = These are demonstrations of { $world }, shown again: nobody can play it here yet.
page-playing-rollouts = Recorded: the trained agents of { $world } as they played when they were trained, at the default settings.
page-moment = The demonstration looked at, moment { $moment }: { NUMBER($score) } points.
page-moment-others = The demonstration looked at, moment { $moment }: { NUMBER($score) } points; rings are who else was there.
# What a screen reader says of the canvas.
page-stage = Agents in { $world }. { $caption }. Left and right arrow keys choose a demonstration.
page-stage-drawing = Agents in { $world }. { $caption }. Arrow keys draw a path, Enter explains it, Escape puts the pen away.

# Consoles on the stage.
page-consoles = Consoles
page-console-demonstrations = demonstrations
page-console-demonstration = demonstration, moment { $moment }
page-console-you = you
page-console = Console { $number }: asked for { $asked }, { $shows }, { $score } points.
page-console-pmi = Console { $number }: asked for { $asked }, { $shows }, { $score } points, its action tells { NUMBER($pmi, minimumFractionDigits: 2, maximumFractionDigits: 2) } nats.
page-console-method = { $method }, console { $number }: asked for { $asked }, { $shows }, { $score } points.
page-console-method-pmi = { $method }, console { $number }: asked for { $asked }, { $shows }, { $score } points, its action tells { NUMBER($pmi, minimumFractionDigits: 2, maximumFractionDigits: 2) } nats.
page-console-yours = Your console: { $stick }, { $shows }, { $score } points.
page-console-shows = shows { $style }
page-console-shows-none = shows no style yet
page-console-stick =
    { $fire ->
        [held] { $direction ->
            [centre-centre] stick at rest, button held
            [up-centre] stick up, button held
            [up-right] stick up right, button held
            [centre-right] stick right, button held
            [down-right] stick down right, button held
            [down-centre] stick down, button held
            [down-left] stick down left, button held
            [centre-left] stick left, button held
           *[up-left] stick up left, button held
        }
       *[free] { $direction ->
            [centre-centre] stick at rest
            [up-centre] stick up
            [up-right] stick up right
            [centre-right] stick right
            [down-right] stick down right
            [down-centre] stick down
            [down-left] stick down left
            [centre-left] stick left
           *[up-left] stick up left
        }
    }

# Tools of the stage.
page-agents-hold = Stop agents
    .about = Stops the agents where they are, or lets them move on
page-agents-move = Move agents
page-draw = Draw a path
    .about = Draw a path on the stage with the pointer, or with the arrow keys and Enter: it is explained below
page-ends = Where styles end
    .about = Counts in hexagons where agents of each style end
page-ends-style = Style asked for
page-ends-counted = Ends counted
page-ends-mean-title = Mean end (x, y)
page-ends-mean = { NUMBER($x, minimumFractionDigits: 1, maximumFractionDigits: 1) }, { NUMBER($y, minimumFractionDigits: 1, maximumFractionDigits: 1) }
page-ends-mean-unit = { NUMBER($x, minimumFractionDigits: 1, maximumFractionDigits: 1) }, { NUMBER($y, minimumFractionDigits: 1, maximumFractionDigits: 1) } { $unit }
page-starts = Starts
    .about = Drag an agent on the stage to where it should start, or place it here
page-starts-agent = Agent
page-starts-place = Place
page-starts-free = Free all ({ $count })

# Titles of charts, with how to read them.
chart-mi = Mutual information I(Z; S, A)
    .about = I(Z;S,A): how many nats a state and action tell about the style. It cannot pass the entropy of the styles, nor the share of it that lies in moments where styles differ.
chart-loss = Losses
    .about = What each network minimises, in nats. Lower is better; compare curves of one kind only.
chart-styles = Styles found
    .about = For methods that find styles by themselves: how far what they found can be told apart, or fits the labels, from 0 to 1.
chart-reward = Reward
    .about = What a moment of play earns, in nats: more where the discriminator takes it for an expert's.
chart-latent = Latent
    .about = What the encoder tells of a window, in nats, and what a nat costs, as that rises from 0.

# The glossary: the words and symbols of the page.
term-z = z, style
    .about = A way of doing something, such as the size of a circle. Every demonstration carries the name of one style, its label.
term-s = s, state
    .about = What an agent sees when it decides: where it is and how it got there.
term-a = a, action
    .about = What it does next, such as the direction it takes.
term-moment = Moment
    .about = One point of a path: a state and the action taken there.
term-demonstration = Demonstration
    .about = A recorded path of an expert, to be imitated.
term-policy = Policy
    .about = A network that chooses an action for a state and the style that is asked for.
term-critic = Critic
    .about = A network that looks at a state, an action and a style and says how well they go together. It only serves to weigh demonstrations.
term-nats = nats
    .about = The unit of information when logarithms are natural. ln 2 = 0.69 nats is one yes or no: one bit.
term-entropy = H(Z), entropy
    .about = How uncertain the style is before anything is seen. With K styles that are equally common it is ln K nats.
term-pmi = PMI, pointwise mutual information
    .about = What one moment tells about its style: ln p(z|s,a) − ln p(z). Above zero it speaks for the style, below zero against it, at zero it says nothing.
term-mi = MI, mutual information I(Z; S, A)
    .about = The mean of PMI over all moments: what a state and action tell about the style on average. It is never above H(Z).
term-beta = β
    .about = How strongly PMI weighs while a policy is trained. With 0 every moment counts the same; the paper has 1.
term-gamma = γ, style strength
    .about = How strongly PMI is asked for at play time, when an agent chooses among candidate actions. Nothing is trained again.
term-ess = Effective sample size
    .about = How many equally weighted moments would be worth as much as the weighted ones. Far fewer than there are means that few moments carry the learning.
term-calibration = Calibration
    .about = How often agents show the style they were asked for, counted over many paths.
term-held-out = Held out
    .about = Demonstrations that are kept from training, so that what was learnt by heart does not count.

page-panel = Beside the page
page-panel-missing = This part of the page could not be loaded ({ $why }). Check the connection and open it again.
page-panel-time = Time machine
page-panel-links = A link for a class
page-panel-hand-in = Hand in
page-panel-without = Without a stretch
page-panel-pixels = Which pixels tell
page-panel-listen = Listen to a path
