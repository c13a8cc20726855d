//! English words of messages, from the page's own files.

use std::path::Path;

use protocol::{Messages, Text};

pub fn messages() -> Messages {
    Messages::read_folder("en", &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/text/en")).unwrap()
}

#[allow(dead_code, reason = "not every test prints")]
pub fn say(text: &Text) -> String {
    messages().format(text)
}
