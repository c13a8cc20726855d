//! Code of others is pinned, runs nothing unasked while it is installed, and is named in the built site. Where it comes
//! from and under which licences is checked by `cargo deny` (`deny.toml`, a step of `./dev test`).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_crate_is_locked_with_its_checksum() {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).unwrap();
    for package in lock.split("[[package]]").skip(1) {
        let from_elsewhere = package.contains("\nsource = ");
        assert_eq!(from_elsewhere, package.contains("\nchecksum = "), "{package}");
    }
}

#[test]
fn what_other_registries_give_is_pinned_and_runs_nothing_while_it_is_installed() {
    let dev = std::fs::read_to_string(root().join("dev")).unwrap();
    let npm: Vec<&str> = dev.lines().filter(|line| line.contains("npm install --prefix")).collect();
    assert!(!npm.is_empty() && npm.iter().all(|line| line.contains("--ignore-scripts")), "{npm:?}");
    for package in ["binaryen", "axe-core"] {
        let line = dev.lines().find(|line| line.contains("npm_package ") && line.contains(package)).unwrap();
        assert!(line.contains("_HASH\""), "{line}");
    }
    let pip: Vec<&str> =
        dev.lines().filter(|line| line.contains("pip install -") || line.contains("pip install --")).collect();
    assert!(!pip.is_empty() && pip.iter().all(|line| line.contains("--require-hashes")), "{pip:?}");
    for file in ["crates/worlds/tests/console", "tools/cluster", "tools/converters", "tools/exports", "benches/peers"] {
        let wanted = std::fs::read_to_string(root().join(file).join("requirements.txt")).unwrap();
        for package in wanted.replace("\\\n", " ").lines().filter(|line| line.contains("==")) {
            assert!(package.contains("--hash=sha256:"), "{package}");
        }
    }
}

#[test]
fn actions_of_the_workflows_are_pinned_by_commit_and_may_read_only() {
    for name in ["check.yml", "release.yml"] {
        let workflow = std::fs::read_to_string(root().join(".github/workflows").join(name)).unwrap();
        assert!(workflow.contains("\npermissions:\n  contents: read\n"), "{name}");
        let actions: Vec<&str> = workflow.lines().filter_map(|line| line.split("uses: ").nth(1)).collect();
        assert!(!actions.is_empty());
        for action in actions {
            let commit = action.split('@').nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or_default();
            assert!(commit.len() == 40 && commit.chars().all(|digit| digit.is_ascii_hexdigit()), "{action}");
        }
    }
}

#[test]
fn the_version_is_cited_and_its_changes_are_named() {
    let citation = std::fs::read_to_string(root().join("CITATION.cff")).unwrap();
    assert!(citation.contains(&format!("\nversion: {}\n", env!("CARGO_PKG_VERSION"))), "{citation}");
    let changes = std::fs::read_to_string(root().join("CHANGELOG.md")).unwrap();
    let newest = changes.lines().find_map(|line| line.strip_prefix("## ")).unwrap();
    assert!(newest.starts_with(env!("CARGO_PKG_VERSION")), "the change log begins with {newest}");
}

#[test]
fn the_bill_of_materials_names_every_crate_with_its_checksum() {
    let output = Command::new("bash").args(["dev", "sbom"]).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let bill: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let parts = bill["components"].as_array().unwrap();
    for name in ["burn-core", "leptos", "clap", "wasm-bindgen"] {
        assert!(parts.iter().any(|part| part["name"] == name), "{name} is not among {} crates", parts.len());
    }
    for part in parts {
        let sum = part["hashes"][0]["content"].as_str().unwrap();
        let licence = part["licenses"][0]["expression"].as_str().unwrap();
        assert!(sum.len() == 64 && !licence.is_empty() && !licence.contains('/'), "{part}");
    }
}

/// A folder as trunk leaves it, finished.
fn finished() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("finished-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::copy(root().join("www/index.html"), folder.join("index.html")).unwrap();
    let mut finish = Command::new("bash");
    finish.args(["dev", "finish"]).current_dir(root()).env("TRUNK_STAGING_DIR", &folder);
    let output = finish.env_remove("PMI_LOCAL").env_remove("PMI_OPTIMISE").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder
}

#[test]
fn the_site_has_its_policy_in_the_page_and_the_notices_of_others_beside_it() {
    let folder = finished();
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let (page, headers, notices) = (read("index.html"), read("_headers"), read("THIRD-PARTY.txt"));
    let citation = format!(
        "  author = {{{{The PMI Playground contributors}}}},\n  version = {{{}}},\n",
        env!("CARGO_PKG_VERSION")
    );
    assert!(read("CITATION.bib").contains(&citation), "{}", read("CITATION.bib"));
    let header = headers.lines().find_map(|line| line.trim().strip_prefix("Content-Security-Policy: ")).unwrap();
    let meta =
        page.split("http-equiv=\"Content-Security-Policy\" content=\"").nth(1).and_then(|rest| rest.split('"').next());
    let meta: Vec<&str> = meta.expect("a policy in the page").split("; ").collect();
    for rule in header.split("; ") {
        // A page cannot say who may embed it.
        assert_eq!(meta.contains(&rule), !rule.starts_with("frame-ancestors"), "{rule}");
    }
    assert!(page.find("Content-Security-Policy") < page.find("<script"), "before anything is loaded");
    for text in ["\nburn-core ", "\nleptos ", "\nserde ", "Permission is hereby granted", "Apache License"] {
        assert!(notices.contains(text), "{text}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
