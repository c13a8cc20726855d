//! Cargo holds the walls between crates. Inside this one a short order is held here: a module imports only from the
//! modules to its left.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

const ORDER: [&str; 10] =
    ["nn", "estimators", "rollout", "methods", "metrics", "probe", "session", "exports", "questions", "worker"];

#[test]
fn modules_import_only_from_their_left() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut faults = Vec::new();
    for (place, module) in ORDER.iter().enumerate() {
        for file in sources(&root.join(module)) {
            for named in named_after_crate(&fs::read_to_string(&file).unwrap()) {
                if !ORDER[..=place].contains(&named.as_str()) {
                    faults.push(format!("{}: {module} must not import from {named}", file.display()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_module_has_a_place_in_the_order() {
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        assert!(["lib", "bin"].contains(&name.as_str()) || ORDER.contains(&name.as_str()), "{name} has no place");
    }
}

#[test]
fn paths_are_found_in_code_alone() {
    let text =
        "use crate::nn::Mlp;\n// crate::worker\nfn f() -> crate::session::Session { }\nuse crate::{nn, metrics};";
    assert_eq!(named_after_crate(text), ["nn", "session", "nn", "metrics"]);
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    files.into_iter().chain(folders.iter().flat_map(|folder| sources(folder))).collect()
}

/// The first names after `crate::`, of single paths and of groups on one line; comments do not count.
fn named_after_crate(text: &str) -> Vec<String> {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let paths = code.flat_map(|line| line.split("crate::").skip(1));
    paths.flat_map(first_names).collect()
}

fn first_names(path: &str) -> Vec<String> {
    let name = |text: &str| text.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    match path.strip_prefix('{') {
        Some(group) => group.split(',').map(name).filter(|name: &String| !name.is_empty()).collect(),
        None => vec![name(path)],
    }
}
