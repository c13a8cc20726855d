//! English words for what sessions report, and Chinese ones for the names of what was measured.

use std::sync::LazyLock;

use engine::session::SessionError;
use protocol::{Messages, ParseError, Text};

const FILES: [&str; 5] = [
    include_str!("../../../src/text/en/errors-engine.ftl"),
    include_str!("../../../src/text/en/errors-worlds.ftl"),
    include_str!("../../../src/text/en/links.ftl"),
    include_str!("../../../src/text/en/methods.ftl"),
    include_str!("../../../src/text/en/worlds.ftl"),
];

fn read() -> Result<Messages, ParseError> {
    let mut messages = Messages::parse("en", "")?;
    FILES.iter().try_for_each(|file| messages.add(file))?;
    Ok(messages)
}

/// A test asserts that the files can be read; without them keys stand for themselves.
static ENGLISH: LazyLock<Option<Messages>> = LazyLock::new(|| read().ok());

pub fn say(text: &Text) -> String {
    match &*ENGLISH {
        Some(messages) => messages.format(text),
        None => text.key.to_string(),
    }
}

/// Names of worlds, labels and styles are all that the lab says in Chinese; a test of the results reads them.
static CHINESE: LazyLock<Option<Messages>> =
    LazyLock::new(|| Messages::parse("zh", include_str!("../../../src/text/zh/worlds.ftl")).ok());

pub fn say_in_chinese(text: &Text) -> String {
    match &*CHINESE {
        Some(messages) => messages.format(text),
        None => text.key.to_string(),
    }
}

/// What went wrong, as a sentence.
pub fn explain(error: &SessionError) -> String {
    say(&error.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_file_parses() {
        read().unwrap();
        assert!(CHINESE.is_some());
    }
}
