# What is said about an address that could not be followed to the letter.
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
