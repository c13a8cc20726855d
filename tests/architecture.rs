//! Holds the import order of the rooms under `src/`: a room imports only from its left, and page and
//! workers meet in `protocol` alone. Paths are read as the compiler would resolve them (`crate::`,
//! `super::`, `playground::`, grouped or not), in `use` lines and everywhere else.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const ENGINE: [&str; 11] =
    ["protocol", "data", "labels", "console", "worlds", "nn", "estimators", "methods", "metrics", "session", "worker"];
const PAGE: [&str; 2] = ["protocol", "ui"];

#[test]
fn rooms_import_only_from_their_left() {
    let mut faults = Vec::new();
    for (file, module) in sources() {
        let text = fs::read_to_string(&file).unwrap();
        let room = module.first().map_or("", String::as_str);
        for reached in rooms_reached(&text, &module) {
            if !allowed(room, &reached) {
                faults.push(format!("{}: {room} must not import from {reached}", file.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_room_is_on_the_map() {
    let known: BTreeSet<_> = ENGINE.into_iter().chain(PAGE).chain(["bin"]).collect();
    for entry in fs::read_dir(root()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        assert!(name == "lib" || known.contains(name.as_str()), "{name} has no place in the import order");
    }
}

#[test]
fn programs_stay_behind_their_walls() {
    for (program, own) in [("app", "ui"), ("worker", "worker")] {
        let text = fs::read_to_string(root().join(format!("bin/{program}.rs"))).unwrap();
        for reached in rooms_reached(&text, &[]) {
            assert!(reached == own || reached == "protocol", "bin/{program}.rs must not import from {reached}");
        }
    }
}

/// Whether `room` may name `reached`. The root of the library only declares rooms.
fn allowed(room: &str, reached: &str) -> bool {
    let place = |line: &[&str], name: &str| line.iter().position(|entry| *entry == name);
    if room == reached || room.is_empty() {
        return true;
    }
    [&ENGINE[..], &PAGE[..]].iter().any(|line| match (place(line, room), place(line, reached)) {
        (Some(here), Some(there)) => there < here,
        _ => false,
    })
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every library source file with its module path.
fn sources() -> Vec<(PathBuf, Vec<String>)> {
    let mut found = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && path != root().join("bin") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inner = path.strip_prefix(root()).unwrap().with_extension("");
                let mut module: Vec<_> = inner.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
                if module.last().is_some_and(|last| last == "mod" || (last == "lib" && module.len() == 1)) {
                    module.pop();
                }
                found.push((path, module));
            }
        }
    }
    found
}

/// The rooms named in a file that stands at `module`.
fn rooms_reached(text: &str, module: &[String]) -> BTreeSet<String> {
    let words = words(text);
    let mut reached = BTreeSet::new();
    // One entry an open brace: whether it opened an inline module.
    let mut braces = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let depth = module.len() + braces.iter().filter(|inline| **inline).count();
        match words[at].as_str() {
            "{" => braces.push(at >= 2 && words[at - 2] == "mod"),
            "}" => drop(braces.pop()),
            "crate" | "playground" if follows(&words, at) => heads(&words, at + 2, &mut reached),
            "super" if at == 0 || words[at - 1] != "::" => {
                let mut levels = 1;
                while follows(&words, at) && words.get(at + 2).is_some_and(|word| word == "super") {
                    levels += 1;
                    at += 2;
                }
                if levels >= depth && follows(&words, at) {
                    heads(&words, at + 2, &mut reached);
                }
            }
            _ => {}
        }
        at += 1;
    }
    reached
}

fn follows(words: &[String], at: usize) -> bool {
    words.get(at + 1).is_some_and(|word| word == "::")
}

/// The first names of the path or group that starts at `at`: `a` of `a::b`, `a` and `c` of `{a::b, c}`.
fn heads(words: &[String], at: usize, into: &mut BTreeSet<String>) {
    let Some(first) = words.get(at) else { return };
    if first != "{" {
        into.insert(first.clone());
        return;
    }
    let mut depth = 0;
    for (offset, word) in words[at..].iter().enumerate() {
        match word.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            "," | "::" => {}
            name if depth == 1 && matches!(words[at + offset - 1].as_str(), "{" | ",") => {
                into.insert(name.to_owned());
            }
            _ => {}
        }
        if depth == 0 {
            return;
        }
    }
}

/// Names and the marks that matter, without comments, strings and character literals.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(raw) = rest.strip_prefix("r#\"") {
            raw.find("\"#").map_or(rest.len(), |end| end + 5)
        } else if first == '"' {
            string(rest)
        } else if first == '\'' {
            character(rest)
        } else if first.is_alphanumeric() || first == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            words.push(rest[..end].to_owned());
            end
        } else if rest.starts_with("::") {
            words.push("::".to_owned());
            2
        } else {
            if matches!(first, '{' | '}' | ',' | ';') {
                words.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    words
}

fn string(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    rest.len()
}

/// A character literal, or only the quote of a lifetime.
fn character(rest: &str) -> usize {
    let mut inside = rest[1..].char_indices();
    match inside.next() {
        Some((_, '\\')) => rest[3..].find('\'').map_or(1, |end| end + 4),
        Some((_, c)) if rest[1 + c.len_utf8()..].starts_with('\'') => 2 + c.len_utf8(),
        _ => 1,
    }
}

mod reader {
    use super::{allowed, rooms_reached};

    fn reached(text: &str, module: &[&str]) -> Vec<String> {
        let module: Vec<_> = module.iter().map(|name| (*name).to_owned()).collect();
        rooms_reached(text, &module).into_iter().collect()
    }

    #[test]
    fn groups_are_taken_apart() {
        assert_eq!(reached("use crate::{data::{Demos, Split}, nn};", &["methods", "bc"]), ["data", "nn"]);
        assert_eq!(reached("pub use crate::protocol::Event;", &["ui"]), ["protocol"]);
    }

    #[test]
    fn paths_outside_use_lines_count() {
        assert_eq!(reached("fn f() -> crate::session::Run { todo() }", &["nn"]), ["session"]);
    }

    #[test]
    fn supers_count_from_where_they_stand() {
        assert_eq!(reached("use super::super::worker::Post;", &["ui", "bridge"]), ["worker"]);
        assert_eq!(reached("use super::mlp;", &["nn", "gru"]), Vec::<String>::new());
        assert_eq!(reached("mod tests { use super::super::mlp; }", &["nn", "gru"]), Vec::<String>::new());
        assert_eq!(reached("use super::{data, nn};", &["ui"]), ["data", "nn"]);
    }

    #[test]
    fn comments_strings_and_lifetimes_do_not_count() {
        let text = "// crate::worker\nconst A: &'static str = \"crate::worker::x \\\" \"; const Q: char = '\"'; use crate::nn;";
        assert_eq!(reached(text, &["session"]), ["nn"]);
    }

    #[test]
    fn the_order_is_the_map() {
        assert!(allowed("session", "methods") && allowed("ui", "protocol") && allowed("worker", "worlds"));
        assert!(!allowed("methods", "session") && !allowed("ui", "worker") && !allowed("worker", "ui"));
        assert!(!allowed("protocol", "data"));
    }
}
