# Read aloud by screen readers when it happens.
live-ready = { $world } with { $method }: not trained yet.
live-training = { $method } is training: { $phase }.
live-paused = { $method } rests after step { NUMBER($step) } of { NUMBER($all) }.
live-done = { $world } with { $method }: trained. { NUMBER($share, style: "percent") } of the rollouts show the style that was asked for.
live-done-uncounted = { $world } with { $method }: trained.
live-asked = All agents are asked for { $style }.
live-mixed = Agents of several styles are on the stage.
