# What pupils hand in, and the class that it makes.
class-title = Class
class-about = Paste the links that pupils handed in, one per line, or open a text file with them. Each run is trained again on this machine, on the CPU; where its networks are those of the link, to the bit, it is confirmed. Nothing leaves this machine.
class-links = Links
class-file = Text file
class-file-large = The file has more than 2 MB; a list of links has not.
class-file-unreadable = The file could not be read.
class-replay = Replay
class-no-links = There is no link in this text.
class-too-many = Only the first { $most } links are read; { $more } are left out.
class-progress = { NUMBER($done) } of { NUMBER($all) }
class-table = Who handed in what
class-who = Who
class-what = Run
class-state = Replayed
class-unnamed = Link { $number }
class-name = { $name }
class-run = { $world }, { $method }, seed { $seed }
class-waiting = waits
class-running = step { NUMBER($step) } of { NUMBER($steps) }
class-confirmed = confirmed to the bit
class-different = other networks than the link says
class-no-digest = the link has no digest
class-unknown-run = The link names a world or a method that does not exist.
class-worker-died = The worker that replays could not go on ({ $why }).
class-no-file = This run needs the file { $file }, which could not be loaded ({ $why }).
class-step = Step { $step }: { $question }
class-bar = { NUMBER($count) }, of which { NUMBER($right) } right
class-order = What the weights were in the end, lightest first: { $order }
class-numbers =
    { $count ->
        [one] One guess, { $guess }.
       *[other] { NUMBER($count) } guesses, the middle one { $guess }.
    } The upright lines are what happened on the pupils' machines: { $truth }.
class-numbers-open =
    { $count ->
        [one] One guess, { $guess }.
       *[other] { NUMBER($count) } guesses, the middle one { $guess }.
    } What happened was not handed in.
class-overlay =
    { $count ->
        [one] Thin: the one guess.
       *[other] Thin: { NUMBER($count) } guesses.
    } Bold: what happened.
class-cells = Numbers: how many picked the cell. ✓: the cell that held most errors.
class-strips =
    { $count ->
        [one] From the first moment to the last, as one pupil painted.
       *[other] From the first moment to the last, as { NUMBER($count) } pupils painted.
    } Above the line: how many made a moment count more. Below: how many made it count less. Shaded: where the expert strayed.
hand-in-title = Hand in
hand-in-about = A link with your run, a digest of its networks and your guesses in the lessons. Copy it and send it to your teacher, who can confirm that it is the run you trained.
hand-in-name = Your name
hand-in-answers =
    { $count ->
        [0] You have not guessed in a lesson yet; the link holds the run alone.
        [one] One guess goes along.
       *[other] { NUMBER($count) } guesses go along.
    }
hand-in-link = Your link
hand-in-not-done = The run is not done. Press Train and wait for its end.
hand-in-one-run = Several methods are side by side. Turn Compare off: one run is handed in.
hand-in-on-the-cpu = This run was trained on the graphics card, where numbers differ a little from machine to machine. Choose CPU in the menu and train again.
