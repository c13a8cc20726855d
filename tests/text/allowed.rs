//! Literals with spaces that are no text for visitors, and messages whose keys are put together.

/// A file, how the literal begins, and why it may stand there.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("src/app.rs", "The page's text could not be read", "said when there are no messages"),
    ("src/bridge/", "Uncaught ", "how browsers begin an error's text"),
    ("src/charts/calibration.rs", "cell right", "classes"),
    ("src/charts/curves.rs", "H(Z) = ln", "mathematics"),
    ("src/charts/curves.rs", "ln {styles}", "mathematics"),
    ("src/charts/why.rs", "pair labelled", "classes"),
    ("src/controls/knob.rs", "tag ", "classes"),
    ("src/panels/lessons/mod.rs", ".lesson header", "a selector"),
    ("src/panels/lessons/figures/counts.rs", "p(z|a) =", "mathematics"),
    ("src/panels/lessons/figures/", "<thead><tr>", "mathematics, and a hole for the one word"),
    ("crates/protocol/src/messages/", "", "mistakes in message files, for their authors"),
    ("crates/worlds/src/atari/game.rs", "", "names of games in recordings and for the lab"),
    ("crates/worlds/src/atari/features.rs", "", "names of columns in exported files"),
    ("crates/worlds/src/atari/surroundings/", "", "names of columns in exported files"),
    ("crates/worlds/src/basketball/paths.rs", "basketball ", "names of random streams"),
    ("crates/worlds/src/data/import/atari_head.rs", "", "read by the lab alone"),
    ("crates/worlds/src/data/import/sportvu.rs", "a list of events", "serde's word for what it expected"),
    ("crates/worlds/src/data/import/png.rs", "", "read by the lab alone"),
    ("crates/worlds/src/atari/pictures.rs", "", "read by the lab alone"),
    ("crates/engine/src/methods/", "min", "an equation"),
    ("crates/engine/src/methods/", "max Σ", "an equation"),
    ("crates/engine/src/", "critic ", "names of random streams"),
    ("crates/engine/src/methods/", "policy ", "names of random streams"),
    ("crates/engine/src/methods/ctvae/", "ctvae ", "names of random streams"),
    ("crates/engine/src/methods/infogail/", "infogail ", "names of random streams"),
    ("crates/engine/src/session/device.rs", "device test", "the name of a random stream"),
    ("src/panels/export/html.rs", "body{", "a stylesheet"),
    ("src/panels/export/report.rs", "lab run", "a command"),
    ("crates/engine/src/nn/head.rs", "mixture {parts}", "a name in snapshots"),
    ("crates/engine/src/nn/gpu/mod.rs", "it gave back too little", "a technical detail behind a message"),
    ("crates/engine/src/probe/", "", "names of test cases"),
    ("crates/engine/src/worker/browser/probes.rs", "", "for the browser tests"),
];

/// Beginnings of keys that no literal spells out, and where they are put together.
const BUILT: &[(&str, &str)] = &[("lesson-", "src/panels/lessons: a test there compares them with the lessons")];

/// Messages that get more values after `text!`, by `with`.
pub const FILLED_LATER: [&str; 4] =
    ["page-console", "page-console-pmi", "page-console-method", "page-console-method-pmi"];

/// Messages in Latin letters that other languages have unchanged: names, keys of the keyboard, symbols.
pub const SAME_EVERYWHERE: [&str; 22] = [
    "kept-facts",
    "method-bc",
    "method-cbc",
    "method-bc-pmi",
    "method-ctvae",
    "method-infogail",
    "method-sorl",
    "page-device-cpu",
    "page-device-webgpu",
    "page-key-home-end",
    "page-name",
    "page-why-action",
    "page-why-symbol-action",
    "page-why-symbol-pmi",
    "series-latent-kl",
    "sweep-bc",
    "sweep-bc-pmi",
    "world-alien",
    "world-circle2d",
    "world-magpie",
    "world-ms_pacman",
    "world-space_invaders",
];

pub const COUNT: usize = ALLOWED.len();

/// The entry that allows a literal.
pub fn reason(file: &str, text: &str) -> Option<usize> {
    ALLOWED.iter().position(|(place, beginning, _)| file.starts_with(place) && text.starts_with(beginning))
}

pub fn describe(index: usize) -> String {
    let (file, beginning, reason) = ALLOWED[index];
    format!("{file}: {beginning:?} ({reason})")
}

/// Whether a key is put together in the code.
pub fn built(key: &str) -> bool {
    BUILT.iter().any(|(beginning, _)| key.starts_with(beginning))
}
