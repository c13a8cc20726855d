# What is said about an address that could not be followed to the letter.
link-no-view = The link's setting “{ $setting }” cannot be read; it is left as it was.
link-too-long = The link is longer than { $longest } characters and was not read.
link-version-no-number = The link's version “{ $version }” is not a number.
link-no-seed = “{ $seed }” is not a seed; { $used } is used.
link-other-version = This run was described for version { $theirs } of the page, and this is version { $ours }: its numbers may differ.
link-no-world = There is no world called “{ $wished }”; “{ $used }” is used.
link-no-method = There is no method called “{ $wished }”; “{ $used }” is used.
link-no-label = There is no label called “{ $wished }”; “{ $used }” is used.
link-seed-too-large = The seed was lowered to { $largest }, the largest there is.
link-unknown-settings =
    { $more ->
        [0] The link names a setting that does not exist (“{ $first }”); it was ignored.
       *[other] The link names settings that do not exist (“{ $first }” and { $more } more); they were ignored.
    }
link-knob-out-of-range = { $knob } cannot be “{ $wished }”; { $used } is used.
link-drawing-version = The link's drawing is neither one of the ready-made ones nor of this version; the ready-made letters are used.
link-drawing-damaged = The link's drawing is cut short or damaged; the ready-made letters are used.
link-no-relabel = “{ $relabel }” is not a label by hand, such as 12:1 (path, style); it was ignored.
link-relabel-left-out = { $count } labels by hand were left out: at most { $most } are read, and styles are counted from 0 to below { $styles }.
link-relabel-outside = { $outside } labels by hand name demonstrations beyond the { $demonstrations } that there are; they were ignored.
link-no-rule = “{ $rule }” is not a rule, such as speed:0.3,0.5 (quantity, thresholds); the label decides the styles.
link-rule-thresholds = A rule for { $styles } styles needs { $needed } rising thresholds; the label decides the styles.
link-no-device = The link asks for a device that does not exist; the best one here is used.
link-no-mix = The link's mix of styles is not a list of shares; equal shares are used.
link-mix-other-styles = The link's mix is not one of { $styles } styles; equal shares are used.
link-no-strength = The link's style strength is not a number; 0 is used.
link-strength-range = Style strength goes from 0 to { $largest }; { $used } is used.
link-compares-unknown = The link compares a method that does not exist; it was left out.
link-no-change = “{ $change }” is not a change in mid-run, such as 1200:rate:0.01; it was ignored.
link-change-not-live = { $knob } cannot change in mid-run (at step { $step }); it stays as it was at the start.
link-too-many-changes = The link has more than { $most } changes in mid-run; the later ones were left out.
link-no-stretch = “{ $stretch }” is not a weighed stretch, such as 3:120-145:0.25 (path, moments, weight); it was ignored.
link-sees-surroundings = { $method } cannot see pictures: its agents observe their surroundings.
link-weigh-ignored = { $method } learns from every moment alike: the weights by hand are ignored.
link-weigh-rounded = Weights by hand go from 0 to { $largest } in steps of { $step }; the nearest are used.
link-too-many-stretches = The link weighs more than { $most } stretches by hand; the later ones were left out.
link-stretch-outside =
    { $outside ->
        [1] One weighed stretch lies outside the training demonstrations ({ $first }); it was ignored.
       *[other] { $outside } weighed stretches lie outside the training demonstrations ({ $first } is the first); they were ignored.
    }
link-weigh-nothing-left = The weights by hand leave nothing to learn from; every moment weighs the same.
link-weigh-first-seed = Weights by hand belong to the demonstrations of seed { $seed }; the other seeds learn from all of theirs alike.
