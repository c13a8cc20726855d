//! Every message of this crate is in the message files, and every message in its files is used.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
use std::path::Path;

/// Keys of a message file; attributes as `key.attribute`.
fn keys(file: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/text/en").join(file);
    let (mut keys, mut last) = (BTreeSet::new(), String::new());
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let Some((name, _)) = line.split_once(" =") else { continue };
        match name.trim_start().strip_prefix('.') {
            Some(attribute) => drop(keys.insert(format!("{last}.{attribute}"))),
            None if name.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-".contains(letter)) => {
                last = name.to_owned();
                keys.insert(last.clone());
            }
            None => {}
        }
    }
    keys
}

/// All keys in a serialized card.
fn collect(value: &serde_json::Value, into: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(map) => {
            into.extend(map.get("key").and_then(|key| key.as_str()).map(str::to_owned));
            map.values().for_each(|value| collect(value, into));
        }
        serde_json::Value::Array(values) => values.iter().for_each(|value| collect(value, into)),
        _ => {}
    }
}

/// String literals of the sources that look like keys with one of these prefixes.
fn literals(folder: &Path, prefixes: &[&str], into: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            literals(&path, prefixes, into);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let quoted = text.split('"').filter(|word| prefixes.iter().any(|prefix| word.starts_with(prefix)));
            into.extend(quoted.filter(|word| !word.ends_with('-') && !word.contains(' ')).map(str::to_owned));
        }
    }
}

#[test]
fn cards_and_message_files_agree() {
    let mut used = BTreeSet::new();
    for world in worlds::all() {
        collect(&serde_json::to_value(world.card()).unwrap(), &mut used);
    }
    literals(Path::new("src"), &["file-found-", "dropped-"], &mut used);
    // Declared in `protocol::knobs`, so its message is among those of the methods.
    used.retain(|key| !key.starts_with("knob-parts"));
    // The page makes the key of a world's story from the key of its name.
    let mut known = keys("worlds.ftl");
    known.retain(|key| !key.ends_with(".story"));
    assert_eq!(used, known);
}

#[test]
fn errors_and_message_files_agree() {
    let mut used = BTreeSet::new();
    literals(Path::new("src"), &["error-"], &mut used);
    assert_eq!(used, keys("errors-worlds.ftl"));
}
