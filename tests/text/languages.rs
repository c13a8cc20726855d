//! Languages besides English: the same messages with the same holes, and no English left over.

use std::collections::BTreeSet;

use protocol::{Messages, Text};

use crate::{allowed, english, none, outside_braces, source};

/// All languages but English, by their folders.
fn others() -> Vec<Messages> {
    let folder = source::root().join("src/text");
    let entries = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap());
    let folders = entries.filter(|entry| entry.file_type().unwrap().is_dir());
    let names = folders.map(|entry| entry.file_name().into_string().unwrap()).filter(|name| name != "en");
    names.map(|name| Messages::read_folder(&name, &folder.join(&name)).unwrap()).collect()
}

#[test]
fn every_language_has_the_same_messages_and_holes() {
    let english = english();
    let others = others();
    assert!(others.iter().any(|other| other.language() == "zh"), "Chinese is there");
    let mut complaints = Vec::new();
    for other in &others {
        let language = other.language();
        let missing = english.keys().filter(|key| !other.contains(key));
        complaints.extend(missing.map(|key| format!("{language} lacks {key}")));
        let extra = other.keys().filter(|key| !english.contains(key));
        complaints.extend(extra.map(|key| format!("{language} has {key}, and English has not")));
        for key in other.keys().filter(|key| english.contains(key)) {
            let (ours, theirs) = (english.holes(key).unwrap(), other.holes(key).unwrap());
            if ours != theirs {
                complaints.push(format!("{language}: {key} has the holes {theirs:?}, in English {ours:?}"));
            }
        }
    }
    none(complaints);
}

/// What a message says around its holes.
fn own_words(messages: &Messages, key: &str) -> String {
    outside_braces(&messages.format(&Text::new(key.to_string())))
}

#[test]
fn no_message_is_left_in_english() {
    let mut complaints = Vec::new();
    for other in others().iter().filter(|other| other.language() == "zh") {
        let mut same = BTreeSet::new();
        for key in other.keys() {
            let words = own_words(other, key);
            let chinese = words.chars().any(|character| ('\u{4e00}'..='\u{9fff}').contains(&character));
            // One letter is a symbol.
            let latin = words.split(|character: char| !character.is_ascii_alphabetic()).any(|word| word.len() > 1);
            if latin && !chinese {
                same.insert(key);
            }
        }
        let known = BTreeSet::from(allowed::SAME_EVERYWHERE);
        complaints.extend(same.difference(&known).map(|key| format!("{key}: {:?}", own_words(other, key))));
        complaints.extend(known.difference(&same).map(|key| format!("allowed without need: {key}")));
    }
    none(complaints);
}
