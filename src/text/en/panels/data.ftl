# The panel for data of one's own: drawing, files, and demonstrations that contradict their label.

data-title = Your data
data-go = Open { $world }
data-draw = Draw
    .about = Choose a style and draw on the stage: every line becomes a demonstration of it. Then press Train. A style without a line of yours keeps the ready-made one.
data-draw-keys = With the keyboard: focus the stage, extend the line with the arrow keys, press Enter to keep it.
data-count = Number of styles
data-style = Style of the next line
data-lines =
    { $lines ->
        [0] no line yet
        [1] 1 line
       *[other] { $lines } lines
    }
data-undo = Undo
data-restart = Start over
data-save = Save as a file
data-line-short = That line is too short to follow; draw a longer one.
data-lines-full = The drawing is full; undo a line first.
data-lines-file = { $lines } lines are too many for a link, so they are kept as a file; save it to have them again.

data-load = Load
    .about = A CSV with the columns path, t and style and any numbers, or an .npz with observations (N, T, d), actions (N, T, k) and style (N). It is read here and sent nowhere.
data-file = File
data-file-large = { $name } has { $found } MB, and at most { $most } MB are read.
data-file-unread = { $name } could not be read.
data-examples = Examples to download:
data-report = { $name }: { $paths } paths, { $rows } rows
data-report-style = “{ $name }”: { $paths } paths, { $rows } rows ({ $share })
data-columns-auto = by name
data-left-out = Rows left out: { $rows }; paths left out: { $paths }. The first of them:
data-dropped = Row { $row }: { $why }.
data-role-path = path
data-role-time = time
data-role-style = style
data-role-state = state
data-role-action = action
data-role-unused = not used

data-doubtful = Doubtful
    .about = Which demonstrations contradict their label? Each is listed with the stretch whose moments speak most against it. The run needs a trained critic, as BC-PMI has.
data-doubtful-look = Look for them
data-doubtful-none = No demonstration has a stretch that speaks against its label.
data-doubtful-entry = Demonstration { $path }, labelled “{ $label }”: moments { $from } to { $to } look like “{ $other }”, { $against } nats against the label
data-doubtful-held-out = held out
data-doubtful-show = Show
data-doubtful-cut = Cut the stretch
data-doubtful-relabel = Relabel it
data-doubtful-drop = Drop the path
data-doubtful-restore =
    { $count ->
        [0] Nothing was changed
        [1] Take 1 change back
       *[other] Take { $count } changes back
    }
data-doubtful-train = Press Train to learn from what is left. What was left out or relabelled is part of the link.

data-label = Label
    .about = Choose what is measured on every path, and where one style ends and the next begins; the shares follow. Names of styles stay those of the label.
data-quantity = Measured
data-threshold = Threshold { $number }: { $value }
data-label-apply = Use this rule
data-label-even = Even shares
data-label-remove = Back to the label
data-region = The region; arrow keys move it, plus and minus change its size
    .about = Draw a line around part of the demonstrations: what is measured is the share of its moments that a path spends inside.
data-tells-soon = The label tells about { $information } of at most { $entropy } nats (estimating: { $done })
data-tells = The label tells { $information } of at most { $entropy } nats: a small classifier's bound on I(Z;S,A), on held-out demonstrations.
data-one-by-one = One by one
data-one = Demonstration { $path } is
data-one-none = No demonstration is selected
data-one-previous = Previous
data-one-next = Next
data-one-changed =
    { $count ->
        [0] No demonstration has another style by hand.
        [1] 1 demonstration has another style by hand; the link has it.
       *[other] { $count } demonstrations have another style by hand; the link has them.
    }
data-label-used = The run uses a rule, and the link has it.
quantity-speed = mean speed
quantity-end-x = end, x
quantity-end-y = end, y
quantity-displacement = distance from start to end
quantity-mean-x = mean x
quantity-mean-y = mean y
quantity-inside = share of time in a region that you draw
quantity-column-mean = mean of { $column }
quantity-column-last = last value of { $column }
quantity-turn = mean turn, rad
quantity-range = range (standard deviation of the position)
