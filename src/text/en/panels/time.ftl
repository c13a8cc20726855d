# The time machine.
time-title = Time machine
time-about = Go back over training: agents, weights and matrix of any step, as they were.
time-nothing = Nothing is trained yet. Press Train first.
time-step = Optimiser step
time-shown = Step { $step } of { $steps }
time-newest = The newest step, { $steps }
time-back = Back to the newest step
time-fork = Another way from here
    .about = The same run up to this step, then with one knob changed. Both are drawn on one chart.
time-knob = Knob
time-value = New value
time-fork-start = Race both
time-fork-back = Back to the first run
time-first = first
time-second = changed
time-chart = First run and second run
    .about = Mutual information on held-out demonstrations, in nats; for methods without a critic the policy's held-out loss.
time-changed = { $knob } = { $value }
time-shares = Paths that do what was asked: { $before } before; with { $changed }: { $after }

# Which pixels tell.
pixels-title = Which pixels tell
pixels-about = A patch of the picture is covered with the mean picture, everywhere in turn, and the critic is asked again. Red: without these pixels the moment tells less of its style. Blue: it tells more.
pixels-said = PMI of this moment: { $pmi } nats. Covering the pixels that tell most changes it by { $most } nats.

# Without this stretch.
without-title = Without this stretch
without-about = Choose moments of the demonstration on the line, train without them, and see what changes. At first: the stretch that speaks most against its label.
without-weight = Moments { $from } to { $to } weigh { $weight } on average. Near 0: leaving them out should change little.
without-no-weight = This method weighs all moments alike.
without-train = Train without them
without-training = Training without them…
without-result = Mean weight { $weight }. Paths that do what was asked: { $before } before, { $after } after. Held-out MI: { $mi_before } before, { $mi_after } nats after.
without-back = Back to all moments
