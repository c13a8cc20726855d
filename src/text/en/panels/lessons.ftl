# The lessons' frame.
lesson-heading = Lesson { $number } of { $all }: { $title }
lesson-list = Lessons
    .about = Eight short lessons of about five minutes each. You guess first, then the page shows what happens. All numbers are computed while you watch.
lesson-all = All lessons
lesson-done = { $steps } { $steps ->
    [one] step
   *[other] steps
} done
lesson-opening = Opening…
lesson-missing = The lesson could not be loaded ({ $why }). Check the connection and choose it again.
lesson-steps = Steps of the lesson
lesson-step = { $step } of { $steps }
lesson-back = Back
lesson-next = Next
lesson-next-lesson = Next lesson: { $title }
lesson-no-number = …

# Guesses.
lesson-guess = Your guess
lesson-commit = That is my guess
lesson-verdict-open = Guess first; then the page shows what happens.
lesson-verdict-waits = Your guess is kept; the run will tell.
lesson-verdict = You said { $guess }; it is { $truth }.
lesson-cell = asked for { $asked }, went { $achieved }
lesson-cells = Rows: asked for. Columns: what the agents did.
lesson-curve = Draw the curve: drag, or use the arrow keys
lesson-curve-point = after { NUMBER($share, style: "percent") } of training: { NUMBER($value, maximumFractionDigits: 2) } nats
lesson-curve-axes = Drag to draw. From the first step of training to the last; the bottom is 0, the top { $highest } nats.
lesson-curve-key = Dashed: your guess. Solid: what happened.
lesson-order = Lightest at the top, heaviest at the bottom. Press a name to see the moment on the path.
lesson-up = Move up
lesson-down = Move down
lesson-moment-common = a moment that all experts share
lesson-moment-typical = a moment typical of its label
lesson-moment-drifting = a moment on another expert's circle
lesson-moment-weight = weight { $weight }
lesson-path = Draw the path: drag, or use the arrow keys
    .about = Draw with the mouse or a finger, or with the arrow keys. Thin lines: the four experts. Dashed: your guess. Dots, after your guess: where the clone goes.
lesson-brushes = What the brush paints
lesson-brush = × { NUMBER($weight, maximumFractionDigits: 1) }
lesson-paint = Demonstration { $number }
lesson-paint-label = Demonstration { $number }, labelled “{ $style }” (bold)
lesson-paint-path = Demonstration
lesson-from = from moment
lesson-to = to
lesson-paint-stretch = Paint this stretch
lesson-paint-nothing = Nothing is painted yet: drag over one of the paths.
lesson-paint-strays = Shaded: where these experts really followed another circle.
lesson-train-painted = Train with my weights
lesson-write = Your rule in one line
lesson-write-keep = Keep it
lesson-recalled = Your rule from lesson 3: “{ $words }”
lesson-forget = Start all lessons over
lesson-forget-sure = Press again to forget all answers

# 1
lesson-1 = The average expert
lesson-1-1 = Four experts walk the same straight line from the left, then each follows a circle of its own. One network copies all of them, and nobody tells it whose path is whose. Where will this clone go after the line? Draw it.
    .why = With nothing to tell the experts apart, the clone learnt the average of their turns, and wanders between their circles.
lesson-1-2 = Pale lines are demonstrations, one of them bold. Each marker is the clone on its way, in the colour of the radius it is asked for. Does it listen? Ask for one radius and watch.
    .why = It never saw a label, so asking changes nothing. This is behavioural cloning, BC.
lesson-1-3 = Suppose we ask for a radius, again and again, and count. What share of paths follows the radius that was asked for?
    .why = { NUMBER($share, style: "percent") } of the paths. The table counts them: rows are what was asked, columns what was done (“none”: no circle at all), and only its diagonal is success. Pure luck would give 25 %.
lesson-1-4 = Look at the table: whatever was asked for, one and the same of the four circles is reached most often. Did the clone choose that expert?
    .a = Yes: that expert is the easiest to copy
    .b = Yes: most demonstrations are that expert's
    .c = It tries the experts by turns
    .d = No: it turns as all four do on average
    .why = It could not choose: it never knew whose path is whose. It turns as the four do on average, and which circle that comes near is chance. A clone of everybody is a clone of nobody.

# 2
lesson-2 = A label is no promise
lesson-2-1 = Now every path comes with a label: whose circle it is. The network is told the label (conditional behavioural cloning, CBC), and the experts never stray. What share of paths will follow the radius that was asked for?
    .why = { NUMBER($share, style: "percent") }: with honest labels, asking works.
lesson-2-2 = Real demonstrators stray. What share is left if experts spend a fifth of their time on somebody else's circle? Guess, then set “Off-style spells” to 0.2 and press Train.
    .why = From { NUMBER($clean, style: "percent") } to { NUMBER($strayed, style: "percent") }. No label is wrong: each names the expert who walked the path. It just does not hold at every moment.
lesson-2-3 = When the agents go wrong, where do they go? Pick the cell that will hold most of the errors.
    .why = They go where the experts strayed to: most often to a neighbouring circle, which they pass on the way.
lesson-2-4 = Which moment misleads? Here is one demonstration as a line in time; the coloured strip at its foot says which circle the expert really followed. Select a moment where that is not the circle of the label.
    .why = At such a moment the label says one circle and the expert follows another. Clone it under its label, and the agent learns to stray.
lesson-2-5 = Who taught the agent to go astray?
    .a = Nobody: the network is too small
    .b = Moments that carry a label they do not follow
    .c = Demonstrations that carry a wrong label
    .why = Each path is labelled rightly as a whole. A label is a promise about a path, not about every moment of it.

# 3
lesson-3 = You are the critic
lesson-3-1 = Few demonstrations, and experts that stray much. How many paths come out right if every moment counts the same? Press Train.
    .why = { NUMBER($share, style: "percent") } of the paths do what was asked. Remember this number.
lesson-3-2 = Which moments should count? Four of the demonstrations: drag over the moments that mislead to paint them × 0, or over those that teach best with × 3, then train.
    .why = With equal weights { NUMBER($equal, style: "percent") }, with yours { NUMBER($painted, style: "percent") }. You changed parts of a few demonstrations and did not have to throw a whole one away.
lesson-3-3 = Equal weights gave { NUMBER($equal, style: "percent") }, yours { NUMBER($painted, style: "percent") }. Now a network weighs all moments of all demonstrations, without being told where experts strayed. How will it do?
    .a = No better than either of the two
    .b = Better than one of them
    .c = Better than both
    .why = Equal weights { NUMBER($equal, style: "percent") }, yours { NUMBER($painted, style: "percent") }, the network's { NUMBER($share, style: "percent") }. The coloured line shows what it found: red speaks for the label, blue against it; ‹ and › show other demonstrations.
lesson-3-4 = Which moments deserve a large weight? Write your rule in one line; lesson 6 comes back to it.
    .why = Kept. The next lesson counts, instead of feeling.

# 4
lesson-4 = Count it
lesson-4-1 = Two experts, each with a style z, and how often they took each action a. Before you compute anything: which action tells you most about the style?
    .a = The one that is done most often
    .b = The one that one style does and the other hardly
    .c = The one that both do rarely
    .why = What counts is the ratio p(z|a) / p(z): how much more likely style z is once you have seen action a. Common does not mean telling.
lesson-4-2 = Change some counts and watch: the style's share p(z), its share among the times this was done p(z|a), their ratio, and the ratio's logarithm: PMI, pointwise mutual information. Its mean over everything counted is MI, mutual information. How does it change?
    .why = MI is now { NUMBER($information, maximumFractionDigits: 2) } nats, the unit of information. It can never pass { NUMBER($ceiling, maximumFractionDigits: 2) } nats, which is all there is to know about the style.
lesson-4-3 = Is a negative PMI an error? Keep one clearly negative, below −0.5, while you make MI rise above the { NUMBER($began, maximumFractionDigits: 2) } nats where this step began.
    .why = A PMI of { NUMBER($smallest, maximumFractionDigits: 2) } nats says “less likely than before”. That is evidence too: what makes one style less likely makes the other more likely, and MI rises to { NUMBER($information, maximumFractionDigits: 2) } nats.
lesson-4-4 = What is a PMI of −0.7 nats?
    .a = A negative probability
    .b = A mistake in the table
    .c = The style is half as likely as before
    .why = e to the power of −0.7 is about one half: once you have seen this action, the style is half as probable as its share says. Zero would mean it tells nothing.

# 5
lesson-5 = Estimate it
lesson-5-1 = Real states cannot be counted one by one, so a network, the critic, gives every moment a score T, and a formula turns the scores into a lower bound: MI is at least this much. Add a constant to all scores with the slider. What does the bound do?
    .why = With { NUMBER($constant, maximumFractionDigits: 1) } added, the mean score is { NUMBER($mean, maximumFractionDigits: 2) } and the bound still { NUMBER($bound, maximumFractionDigits: 2) } nats: the formula subtracts what all scores share.
lesson-5-2 = So what is a score T?
    .a = PMI itself
    .b = A probability
    .c = PMI plus an unknown constant
    .why = Only differences between scores mean something. The page subtracts what all styles share at a moment; what is left is PMI.
lesson-5-3 = Few demonstrations now, four labels in ten wrong, and a critic that trains six times as long. How will MI go on demonstrations that it has not seen? Draw it.
    .why = On what it trained on, the critic finds { NUMBER($train, maximumFractionDigits: 2) } nats; on what it has not seen { NUMBER($heldout, maximumFractionDigits: 2) }. It has learnt some wrong labels by heart.
lesson-5-4 = Two curves: { NUMBER($train, maximumFractionDigits: 2) } and { NUMBER($heldout, maximumFractionDigits: 2) } nats. Which may you believe?
    .a = The higher one: a higher bound is a better critic
    .b = The one on demonstrations that the critic has not seen
    .c = Their mean
    .why = A bound holds on data the critic did not train on. On its own examples it can praise itself as high as it likes.
lesson-5-5 = These experts are simulated, so for once the true PMI is known. Select moments on the line: where is the critic right, and where does it guess?
    .why = At this moment the critic says { NUMBER($estimate, maximumFractionDigits: 2) } nats, and the truth is { NUMBER($truth, maximumFractionDigits: 2) }. An estimate need not be exact to weigh well; but where its sign is wrong, the weight is wrong too.

# 6
lesson-6 = One step in slow motion
lesson-6-1 = Three moments of one demonstration. Which will weigh least in training, which most?
    .why = What is typical of the label weighs most, what belongs to another expert's circle next to nothing, and what all experts share lies in between. Weights are divided by their mean, so that together they stay as heavy as before. But the more unequal they are, the fewer moments really count: these three are worth { NUMBER($worth, maximumFractionDigits: 2) } of equal weight, (Σw)² / Σw², their effective sample size.
lesson-6-2 = Select any moment on the line: from its scores, step by step, to its weight. p(z|s,a) is a style's share once state s and action a are seen. Where does its share before that, p(z), come in?
    .why = p(z|s,a) is { NUMBER($posterior, maximumFractionDigits: 2) } where p(z) is { NUMBER($prior, maximumFractionDigits: 2) }. The logarithm of the ratio is PMI, { NUMBER($pmi, maximumFractionDigits: 2) } nats, and from it comes a weight of { NUMBER($weight, maximumFractionDigits: 2) }.
lesson-6-3 = Now select a moment whose PMI is negative. What happens to its arrow, the push that it gives to the policy's parameters?
    .why = Unweighted, its gradient has length { NUMBER($length, maximumFractionDigits: 1) }; times its weight of { NUMBER($weight, maximumFractionDigits: 2) }, { NUMBER($weighed, maximumFractionDigits: 1) }. A negative PMI makes the arrow short. It never turns it around: a weight is no reward.
lesson-6-4 = Leave the page's own limit aside: at β = 1 a weight is p(z|s,a) / p(z), before it is divided by the mean of all weights. Why can it never pass 1 / p(z)?
    .a = Because p(z|s,a) can be at most one
    .b = Because the page cuts it off there
    .c = It can, with more training
    .why = A moment can be no more than certain. With four styles equally common p(z) is ¼, so no moment counts more than four times as much as one that tells nothing.

# 7
lesson-7 = How strong, and when not
lesson-7-1 = What does more β do? Three actions: how common each is, p(a|s); how likely the wanted style is once you see it, p(z|s,a); and how often the best policy π* takes it. Raise β to 4.
    .why = At β = { NUMBER($beta, maximumFractionDigits: 1) } the policy takes the most telling action { NUMBER($best, style: "percent") } of the time. More β is more of the style, and less of everything else that experts do.
lesson-7-2 = On the real run β is now 0: every weight is one. Which method is that?
    .a = BC, which knows no labels
    .b = CBC, which trusts every label
    .c = None: nothing can be learnt
    .why = Weights of one are no weights: CBC, { NUMBER($share, style: "percent") } of paths right. Raising β leads from CBC to cloning weighed by PMI, called BC-PMI.
lesson-7-3 = When is CBC as good as BC-PMI? Side by side: find such a setting of “Off-style spells”, and train both.
    .why = CBC { NUMBER($cbc, style: "percent") }, BC-PMI { NUMBER($ours, style: "percent") }. Where every moment keeps its label's promise, weights gain nothing: they only make some moments count less.
lesson-7-4 = The paper behind this page prints a formula that subtracts the mean from all weights, so that some become negative. What share of paths will be right with it?
    .why = { NUMBER($share, style: "percent") }. A negative weight tells the policy to flee from what a demonstration did, without saying where to. The page divides by the mean instead.

# 8
lesson-8 = From circles to courts and games
lesson-8-1 = What tells where a player is going? A basketball court, with players modelled on real ones: style is where a path ends: near the basket (the small circle), mid range or far out, with dashed lines between. Draw a path of your own with the mouse or a finger.
    .why = Its colour weighs every moment: red speaks for where the path ends, blue against it.
lesson-8-2 = Which part of your path tells most about its destination?
    .a = All of it, evenly
    .b = Its beginning
    .c = Single stretches; others hardly anything
    .why = Along your path PMI goes from { NUMBER($smallest, maximumFractionDigits: 2) } to { NUMBER($largest, maximumFractionDigits: 2) } nats. Style is not spread evenly over a path.
lesson-8-3 = Do you play in a style? A game, Magpie: press “Play it yourself” and play for a minute, or choose a demonstration with the arrows below it and watch.
    .why = Every decision was recorded. Did it have style?
lesson-8-4 = Was it the move, or only the place? Select moments on the line. The upper curve says how much place and move together tell; it is grey where only the place does. The lower one says what the move alone tells, given the place.
    .why = Here place and move tell { NUMBER($pair, maximumFractionDigits: 2) } nats, the move alone { NUMBER($action, maximumFractionDigits: 2) }. Where the second is near zero, the player merely stood in the right place.
lesson-8-5 = A player stands in the upper left all game and presses nothing. Does it play in the style “upper left”?
    .a = Yes: it is there, and that is what counts
    .b = It is there, but its moves tell nothing
    .c = No: nothing about it tells the style
    .why = Where is not how. A policy that clones such moments learns where to be, and not how to get there.

# Figures.
lesson-count = How often each expert did what
lesson-count-style-1 = expert A
lesson-count-style-2 = expert B
lesson-count-action-1 = goes straight
lesson-count-action-2 = stops
lesson-count-action-3 = turns right
lesson-count-cell = { $style } { $action }, times
lesson-count-less = five fewer
lesson-count-more = five more
lesson-count-sum = MI = { $information } nats, of H(Z) = { $entropy } nats that could be known
lesson-shift = A constant, added to every score T
lesson-shift-before = as trained
lesson-shift-after = shifted
lesson-shift-mean = mean of T
lesson-shift-log = ln of mean e^T
lesson-shift-bound = bound on MI, their difference (nats)
lesson-shift-pmi = PMI of one moment (nats)
lesson-slow-style = style z
lesson-slow-power = the weight starts as e^(β·PMI) = e^({ $beta } · { $weighed }) = { $power }
lesson-slow-cap = no more than { $capped }: the page limits what one moment may weigh
lesson-slow-weight = weight in training: { $weight }, after dividing by the mean of all
lesson-slow-plain = as it is
lesson-slow-weighed = weighed
lesson-slow-arrows = Length of this moment's gradient over the policy's { NUMBER($parameters) } parameters
lesson-optimum = β, the exponent of the weights
lesson-optimum-1 = what all do
lesson-optimum-2 = what this style does more often
lesson-optimum-3 = what hardly anyone else does
lesson-evidence-pair = Place and move together: { $value } nats
lesson-evidence-action = The move, given the place: { $value } nats
lesson-truth-estimate = The critic's PMI: { $value } nats
lesson-truth-known = The true PMI: { $value } nats

# Check yourself.
lesson-check = Check yourself
lesson-check-about = Eleven questions with new numbers every time. Each is answered at once, with the reason.
lesson-check-question = Question { $number } of { $all }
lesson-check-next = Next question
lesson-check-result = See the result
lesson-check-right = Right.
lesson-check-wrong = Not quite.
lesson-check-score = { $right } of { $all } right
lesson-check-again = Again, with new numbers
