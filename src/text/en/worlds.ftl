# Worlds, labels, styles, and the files that worlds read.

## Circle2D

world-circle2d = Circle2D
    .about = A point moves at constant speed and chooses its direction. Every expert walks the same straight line for 75 moments, then follows the circle of its style.
    .story = Experts circle at four radii, and all stray onto another's circle now and then. These agents learnt who is who: ask for a radius, and they follow.
    .source = Simulated: scripted experts with noise, spells on other styles' circles and, if you like, wrong labels.

knob-circle2d-trajectories = Demonstrations per style
    .about = How many trajectories of 300 moments each style has for training; a fifth as many more are held out.
knob-circle2d-noise = Noise
    .about = Standard deviation of the experts' direction, in radians; the world pushes the point by a tenth of it.
knob-spells = Off-style spells
    .about = Share of moments after the straight line that an expert spends on another style's circle, about 25 in a row.
knob-wrong_labels = Wrong labels
    .about = Share of trajectories labelled with another style than theirs.

preset-clean = clean
    .about = No expert strays, every label is right.
preset-strays = strays
    .about = Experts spend a fifth of their time on another style's circle.
preset-strays-labels = strays and wrong labels
    .about = Experts stray, and a fifth of the labels is wrong.

label-circle = Circle followed
    .about = The circle a path stays closest to after the common stretch; none if it strays from all.
style-radius = radius { $radius }

## Overlap

world-overlap = Overlap
    .about = From one start three lanes part. The slider moves the experts from a lane for every style to lanes taken alike by all: between BC on each style and plain BC, and BC-PMI becomes each at its end.
    .story = Experts of three styles leave one start for three lanes, and some take any lane. The less a lane tells about the style, the less its agents can follow one.
    .source = Simulated: scripted experts with noise.

knob-overlap-trajectories = Demonstrations per style
    .about = How many trajectories of 40 moments each style has for training; a quarter as many more are held out.
knob-overlap-noise = Noise
    .about = Standard deviation of the experts' direction, in radians.
knob-overlap = Overlap of the styles
    .about = Share of experts that take all lanes alike: at 0 every moment gives the style away, at 1 none tells anything.

label-lane = Lane
    .about = The lane a path ends in; none if it ends between lanes.
style-lane-low = low
style-lane-middle = middle
style-lane-high = high

# Curves that were measured over a knob, shown under its slider.
sweep-calibration = calibration, share of paths
sweep-loss = held-out −log π, nats
sweep-bc = BC
sweep-bc-per-style = BC on each style
sweep-bc-pmi = BC-PMI
sweep-made = Means of { $seeds } seeds by { $command } at { $commit }.

## Yours

world-yours = Yours
    .about = You draw how each style moves. A point follows: sixty steps from the beginning of a line to its end, at even speed.
    .story = Two letters are written from one start. Draw your own lines instead, a few for each style, and press Train: the agents learn your styles.
    .source = Drawn lines, yours or ready-made. Simulated experts follow them with noise: one line alone is too little to learn from.

knob-drawn = Drawing
    .about = The lines that experts follow. A style that has no line of yours yet borrows a letter.
knob-drawn-letters = letters
    .about = L and S, then V, C, Z and U, written from one start.
knob-drawn-overtaking = overtaking
    .about = All drive in one lane, overtake on the left or on the right, and come back to it: before and after nothing tells the style.
knob-drawn-slalom = slalom
    .about = Four gates, each passed above or below.
knob-drawn-file = from a file
    .about = The drawing that you loaded.
knob-yours-trajectories = Demonstrations per style
    .about = How many simulated experts follow the lines of each style for training; a quarter as many more are held out. From five lines on, every fifth line is held out itself.
knob-yours-noise = Noise
    .about = Standard deviation of the experts' steps, as a share of their length; the world pushes the point by half of it.

label-drawn = { $styles } styles
    .about = The drawn line that a path stays closest to (dynamic time warping); none if it is far from all.
style-drawn = style { $number }
file-drawing = A drawing with more lines than fit into a link (JSON).
file-found-drawing = { $paths } drawn lines of up to { $styles } styles.

## Loaded

world-loaded = Loaded
    .about = Demonstrations from a file of yours: CSV or .npz, any state and any action. A file has no environment to act in, so the stage replays demonstrations; information, PMI, weights and held-out loss are computed as everywhere.
    .story = An example is open: cars in one lane that overtake on the left or on the right. Load a file of your own to see which of its moments tell the style.
    .source = A file: the example that ships with the page, or the one that you loaded. Nothing is sent anywhere.

knob-table = File
    .about = Which file the demonstrations come from.
knob-table-example = the example
    .about = 40 simulated paths of two styles, as CSV.
knob-table-file = yours
    .about = The file that you loaded.
knob-state_columns = State
    .about = Columns of the state, by name and separated by commas; “auto” takes all numbers that are no action.
knob-action_columns = Action
    .about = Columns of the action, by name and separated by commas; “auto” takes those whose name begins with “a_” or “action”, and else how the picture's columns change.
knob-picture_columns = Picture
    .about = Two columns that are drawn as x and y; “auto” takes “x” and “y”, or else the first two of the state.

label-most = { $styles } styles
    .about = The styles with the most paths in the file, in that order. One path in five of each is held out.
style-loaded = style { $number }
file-example = An example of demonstrations as CSV.
file-table = Demonstrations: CSV (path, t, style and any columns) or .npz (observations, actions, style).
file-found-table = { $paths } paths of { $styles } styles, { $rows } rows; rows left out: { $dropped }.

# Why rows and paths of a file were left out.
dropped-no-number = “{ $value }” in column “{ $column }” is not a finite number
dropped-ragged = { $found } values where the header has { $expected }
dropped-no-style = no style
dropped-not-finite = moment { $moment } has values that are not finite
dropped-two-styles = path “{ $path }” has two styles, “{ $one }” and “{ $other }”
dropped-short-path = the path has { $rows } rows; three are needed

## Basketball

world-basketball = Basketball
    .about = An attacker on a half court for eight seconds. By default it sees where it is, how it moved and the time to go, and chooses how its velocity changes.
    .story = Attackers differ in where they end up and in how they bend their runs. Ask for a style, drag a player to a new start, or draw a run of your own and see what each moment tells.
    .source = Simulated by a model of NBA 2015-16 tracking; load the real data with ./dev data.

knob-source = Paths
    .about = Where the demonstrations come from; real ones have to be loaded first.
knob-source-real = NBA 2015-16 (real)
    .about = Paths from the file that was loaded, split by game.
knob-source-simulated = Simulated
    .about = Drawn from a model of NBA 2015-16 tracking that ships with the page.
knob-observes = Observes
    .about = What an attacker knows when it chooses its next step.
knob-observes-motion = Its motion
    .about = Where it is, its last four velocities, the time left and how much it turned so far.
knob-observes-place = Its place
    .about = Where it is and nothing else, for comparison. Places are reached more often, but nobody moves like this: there is no momentum.
knob-paths = Demonstrations
    .about = How many paths of eight seconds train, all styles together; a quarter as many more are held out.

label-destination = Destination
    .about = How far from the basket a path ends, in lengths and widths of the court; the rings are drawn.
style-near-basket = near the basket
style-mid-range = mid range
style-far-out = far out

label-curvature = Curvature
    .about = How much a path turns from one moment to the next, on average.
style-straight = straight
style-bending = bending
style-winding = winding

label-displacement = Displacement
    .about = How far from its start a path ends, in lengths and widths of the court.
style-short = short
style-middling = middling
style-long = long

label-speed = Average speed
    .about = How far a player goes from one moment to the next on average, in lengths and widths of the court.
style-slow = slow
style-steady = steady
style-fast = fast

label-direction = Direction
    .about = Where a path leads as a whole: to the baseline, across the court, or away.
style-to-baseline = to the baseline
style-across = across
style-away = away

file-tracking = Tracking data: a pack made by ./dev data, a NumPy archive (.npz), or raw scenes or SportVU games (JSON), which add up.
file-found-paths =
    { $games ->
        [one] { $paths } paths of 1 game are loaded.
       *[other] { $paths } paths of { $games } games are loaded.
    }

## Atari games

world-magpie = Magpie
    .story = Players of this game keep to their own quarter of the garden. Ask for a quarter, and the agents on the four consoles go there.
world-magpie-about = Magpie, a game of our own on an Atari 2600. A magpie gathers coins while cats hunt it, and a coin is worth more while a cat is close. The player sees the console's 128 bytes of memory, where the ways out of its cell lead and what it did in this stretch of 6.7 seconds, and moves the joystick 15 times a second.
world-alien = Alien
    .story = Players of this game keep to their own part of the maze. Ask for a part, and the agents on the four consoles go there.
world-ms_pacman = Ms. Pac-Man
    .story = Each stretch of play is mostly in one part of the maze. Ask for a part, and the agents on the four consoles go there.
world-space_invaders = Space Invaders
    .story = Players of this game keep to their own part of the ground. Ask for a part, and the agents on the consoles go there.
# $game is one of the names above.
world-console-about = { $game } on an Atari 2600. The player sees the console's 128 bytes of memory and what it did in this stretch of 6.7 seconds, and moves the joystick 15 times a second.
world-console-source = Recorded from scripted players of ours; or play yourself.

knob-player = Players
    .about = Whose plays are learnt from.
knob-player-scripted = Scripted players
    .about = Plays of scripted players that ship with the page.
knob-player-own = Yours
    .about = What you played here, or loaded from a recording of yours.
knob-sees = Sees
    .about = What agents observe: their surroundings, as an attentive player knows them; the console's memory with features of the last 6.7 s; or only the picture. A player that sees pictures takes some minutes to train, and brings its own learning rate and numbers of epochs.
knob-sees-memory = The memory
    .about = 128 bytes, positions of all figures, and what has happened in this stretch so far.
knob-sees-picture = The picture
    .about = The pictures of the last four decisions, grey, 40 by 70 pixels, beside the time left and what has happened in this stretch, into convolutional networks. Made on the console from the recorded actions, so the game's cartridge is needed. Networks see what moves: what stands still tells which game it is, and they would learn it by heart.
knob-sees-surroundings = The surroundings
    .about = Where each way out leads, how far it is safe and what is on it; in Space Invaders, where bombs land. An action is the way that was gone.
knob-stretches = Demonstrations
    .about = How many stretches of 100 decisions (6.7 s) train, all styles together; a quarter as many more, of other plays, are held out.

label-area = Area
    .about = The part of the screen a path visits most.
style-lower-left = lower left
style-lower-right = lower right
style-upper-left = upper left
style-upper-right = upper right
style-left = left
style-middle = middle
style-right = right

label-range = Range
    .about = How far a path roams: the variance of its position.
style-stays-close = stays close
style-roams = roams
style-roams-far = roams far

label-boldness = Boldness
    .about = How far a player keeps from its pursuers: the mean distance to the nearest one, pixels across plus lines down.
style-bold = bold
style-cautious = cautious

label-fire_rate = Fire rate
    .about = The share of moments that hold the fire button.
style-seldom-fires = seldom fires
style-sometimes-fires = fires now and then
style-often-fires = fires often

file-recording = A recording of { $game }: the console's memory and the player's action, decision by decision.
file-cartridge = The cartridge of { $game }: drop your own ROM here, or an archive that has it (.zip, Python wheel), to see it play.
file-own-cartridge = The cartridge of { $game }, which ships with the page.
file-own-recording = Plays of yours that you downloaded here, under any name.
file-found-recording =
    { $plays ->
        [one] 1 play of { $game } with { $decisions } decisions is loaded (scripted players).
       *[other] { $plays } plays of { $game } with { $decisions } decisions are loaded (scripted players).
    }
file-found-own-recording =
    { $plays ->
        [one] 1 play of { $game } with { $decisions } decisions is loaded (your own).
       *[other] { $plays } plays of { $game } with { $decisions } decisions are loaded (your own).
    }
file-found-cartridge = The cartridge of { $game } is in the console.
file-found-cartridges =
    { $more ->
        [one] The cartridge of { $game } is in the console, and that of one other game is there for it.
       *[other] The cartridge of { $game } is in the console, and those of { $more } other games are there for them.
    }

## Units

unit-rad = rad
unit-feet = ft
unit-pixels = px
unit-square-pixels = px²
unit-per-step = of the court per moment
unit-court = of the court
