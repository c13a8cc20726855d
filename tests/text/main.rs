//! What a visitor can read comes from the message files: no sentence is written out in the code, no message is missing,
//! none is left over, and every hole is filled. Every other language has the same messages as English.
#![allow(clippy::unwrap_used)]

mod allowed;
mod languages;
mod source;

use std::collections::{BTreeMap, BTreeSet};

use protocol::Messages;
use source::{Literal, literals};

/// Where sentences for visitors are made.
const FOLDERS: [&str; 4] = ["src", "crates/protocol/src", "crates/worlds/src", "crates/engine/src"];

fn english() -> Messages {
    Messages::read_folder("en", &source::root().join("src/text/en")).unwrap()
}

/// Fails with all complaints at once.
fn none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "{} found:\n{}", complaints.len(), complaints.join("\n"));
}

/// The code before a literal ends with one of these.
fn follows(literal: &Literal, endings: &[&str]) -> bool {
    let before = literal.before.trim_end_matches("\"\"").trim_end();
    endings.iter().any(|ending| before.ends_with(ending))
}

fn is_key(literal: &Literal) -> bool {
    follows(literal, &["text!(", " t!(", "{t!(", "=t!(", "(t!(", "Text::new("])
}

/// Attributes that are shown or read aloud.
const SPOKEN: [&str; 5] = ["title=", "aria-label=", "placeholder=", "alt=", "aria-valuetext="];

/// A word and a space, or any letters where a view or markup shows or speaks them.
fn looks_like_words(literal: &Literal) -> bool {
    if literal.text.starts_with('<') {
        return outside_braces(&shown_in_markup(&literal.text)).contains(char::is_alphabetic);
    }
    let outside = outside_braces(&literal.text);
    let letters = |part: &str| part.chars().count() > 1 && part.chars().all(char::is_alphabetic);
    let word = outside.split(char::is_whitespace).any(|part| letters(part.trim_matches(|c: char| !c.is_alphabetic())));
    let shown = follows(literal, &SPOKEN)
        || (literal.file.starts_with("src/") && follows(literal, &["/>", "\">", "}>", "</b>", "</span>"]));
    (word && literal.text.contains(' ')) || (shown && outside.chars().any(char::is_alphabetic))
}

/// What markup shows: the text between its tags, and the attributes that are shown or read aloud.
fn shown_in_markup(markup: &str) -> String {
    let mut shown = String::new();
    for part in markup.split('<') {
        let (tag, between) = part.split_once('>').unwrap_or((part, ""));
        let values = SPOKEN.iter().filter_map(|name| tag.split_once(&format!("{name}\""))?.1.split('"').next());
        shown.extend(values.chain([between]));
    }
    shown
}

#[test]
fn words_in_markup_are_found() {
    let shown = |markup| outside_braces(&shown_in_markup(markup)).replace('}', "").trim().to_string();
    assert_eq!(shown(r#"<td class="cell {class}" title="{}">{}<small class="sr"> {}</small></td>"#), "");
    assert_eq!(shown(r#"<td title="of {total}">{count}</td>"#), "of");
    assert_eq!(shown("<b>{name}</b> has none"), "has none");
}

/// A format string without its placeholders.
fn outside_braces(text: &str) -> String {
    let mut depth = 0;
    let keep = |character: &char| {
        depth += i32::from(*character == '{') - i32::from(*character == '}');
        depth == 0
    };
    text.chars().filter(keep).collect()
}

/// Code by where it stands: classes and drawing, names of random streams, what only developers read.
fn is_code(literal: &Literal) -> bool {
    let attributes = ["class=", "class=format!(", "viewBox=", "viewBox=format!(", "data-testid=", "d=format!("];
    let calls = ["error!(", "warn!(", "println!(", "unreachable!(", "assert!(", "set_font(", "match_media("];
    let purpose = literal.before.rsplit(';').next().unwrap_or_default().contains("Rng::stream(");
    // Errors derive `Display` for developers; what visitors read of them is made by `text!`.
    let attribute = literal.before.rfind(['#']).is_some_and(|at| !literal.before[at..].contains(']'));
    let font = literal.text.ends_with("sans-serif");
    purpose || attribute || font || follows(literal, &attributes) || follows(literal, &calls)
}

#[test]
fn no_sentence_is_written_out_in_the_code() {
    let found = literals(&FOLDERS);
    let suspicious = |literal: &&Literal| looks_like_words(literal) && !is_key(literal) && !is_code(literal);
    let mut used = BTreeSet::new();
    let mut complaints = Vec::new();
    for literal in found.iter().filter(suspicious) {
        match allowed::reason(&literal.file, &literal.text) {
            Some(index) => drop(used.insert(index)),
            None => complaints.push(format!("{}:{}: {:?}", literal.file, literal.line, literal.text)),
        }
    }
    let idle = (0..allowed::COUNT).filter(|index| !used.contains(index));
    complaints.extend(idle.map(|index| format!("allowed but not there: {}", allowed::describe(index))));
    none(complaints);
}

#[test]
fn every_message_is_there() {
    let english = english();
    let missing = |literal: &&Literal| is_key(literal) && !english.contains(&literal.text);
    let found = literals(&FOLDERS);
    none(found.iter().filter(missing).map(|l| format!("{}:{}: {}", l.file, l.line, l.text)).collect());
}

#[test]
fn every_message_of_a_card_is_there_and_filled() {
    let english = english();
    let mut complaints = Vec::new();
    for (key, values) in card_texts() {
        match english.holes(&key) {
            None => complaints.push(format!("{key} is missing")),
            Some(holes) => {
                let empty = holes.into_iter().filter(|hole| !values.contains(*hole));
                complaints.extend(empty.map(|hole| format!("{key}: ${hole} is not filled")));
            }
        }
    }
    none(complaints);
}

#[test]
fn no_message_is_left_over() {
    let english = english();
    let cards = card_texts();
    let named: BTreeSet<String> = literals(&FOLDERS).into_iter().map(|literal| literal.text).collect();
    let used = |key: &str| cards.contains_key(key) || named.contains(key) || allowed::built(key);
    // An explanation is asked for through its name (`Text::about`).
    let idle = english.keys().filter(|key| !used(key) && !key.split_once('.').is_some_and(|(name, _)| used(name)));
    none(idle.map(str::to_string).collect());
}

#[test]
fn every_hole_is_filled() {
    let english = english();
    let mut complaints = Vec::new();
    let checked = |literal: &&Literal| is_key(literal) && !allowed::FILLED_LATER.contains(&literal.text.as_str());
    for literal in literals(&FOLDERS).iter().filter(checked) {
        let Some(holes) = english.holes(&literal.text) else { continue };
        let Some(names) = given_names(&literal.after) else { continue };
        let empty = holes.into_iter().filter(|hole| !names.contains(hole));
        complaints.extend(empty.map(|hole| format!("{}:{}: ${hole} of {}", literal.file, literal.line, literal.text)));
    }
    none(complaints);
}

/// The names of `, name = value, ...)` behind a key; None where more values follow by `with`.
fn given_names(after: &str) -> Option<BTreeSet<&str>> {
    let (mut depth, mut names, mut start) = (1, BTreeSet::new(), None);
    for (at, character) in after.char_indices() {
        match character {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 1 => start = Some(at + 1),
            '=' if depth == 1 => names.extend(start.take().map(|start| after[start..at].trim())),
            _ => {}
        }
        if depth == 0 {
            return (!after[at + 1..].trim_start().starts_with(".with(")).then_some(names);
        }
    }
    None
}

/// Every text in the catalog: its key and the names of its values.
fn card_texts() -> BTreeMap<String, BTreeSet<String>> {
    let catalog = serde_json::to_value(engine::session::catalog()).unwrap();
    let mut texts = BTreeMap::new();
    collect_texts(&catalog, &mut texts);
    texts
}

fn collect_texts(value: &serde_json::Value, texts: &mut BTreeMap<String, BTreeSet<String>>) {
    match value {
        serde_json::Value::Array(list) => list.iter().for_each(|item| collect_texts(item, texts)),
        serde_json::Value::Object(fields) => {
            if let (Some(key), Some(values)) = (fields.get("key"), fields.get("values")) {
                let names =
                    values.as_array().into_iter().flatten().filter_map(|pair| Some(pair[0].as_str()?.to_string()));
                texts.insert(key.as_str().unwrap_or_default().into(), names.collect());
            }
            fields.values().for_each(|field| collect_texts(field, texts));
        }
        _ => {}
    }
}
