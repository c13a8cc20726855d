//! A type name means one thing in the whole workspace: outside tests no two structs, enums, traits or type aliases have the
//! same name.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A convention: every subcommand of the lab has its arguments.
const CONVENTIONS: [&str; 1] = ["Arguments"];

#[test]
fn a_type_name_is_declared_once() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let crates = fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path().join("src"));
    for file in crates.chain([root.join("src")]).flat_map(|folder| sources(&folder)) {
        for name in declared(&fs::read_to_string(&file).unwrap()) {
            places.entry(name).or_default().push(file.strip_prefix(root).unwrap().display().to_string());
        }
    }
    assert!(places.len() > 500, "{} types found", places.len());
    let twice = places.iter().filter(|(name, files)| files.len() > 1 && !CONVENTIONS.contains(&name.as_str()));
    let faults: Vec<String> = twice.map(|(name, files)| format!("{name}: {}", files.join(", "))).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn declarations_are_found_but_for_associated_types_and_tests() {
    let text = "pub struct A {\n    type B = C;\n}\npub(super) enum D<'a> {\ntype E = u8;\n// struct F\n#[cfg(test)]\nstruct G;";
    assert_eq!(declared(text), ["A", "D", "E"]);
}

/// Rust files of a folder, without those that hold tests alone.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let is_source = |path: &PathBuf| {
        let stem = path.file_stem().unwrap().to_str().unwrap();
        path.extension().is_some_and(|ending| ending == "rs") && !stem.ends_with("tests")
    };
    files.into_iter().filter(is_source).chain(folders.iter().flat_map(|folder| sources(folder))).collect()
}

/// Names of the types that a file declares in front of its tests.
fn declared(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for line in text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")) {
        let (indented, line) = (line.starts_with(' '), line.trim_start());
        let line = match line.strip_prefix("pub") {
            Some(rest) => rest.split_once(' ').map_or("", |(_, declaration)| declaration),
            None => line,
        };
        let Some((keyword, rest)) = line.split_once(' ') else { continue };
        // Aliases with an indent are associated types, which share the name of their trait's.
        if matches!(keyword, "struct" | "enum" | "trait") || keyword == "type" && !indented {
            names.push(rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect());
        }
    }
    names
}
