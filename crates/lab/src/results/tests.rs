//! The committed page: what the reports give, in order, with links that run.

use std::path::{Path, PathBuf};

use super::{page, report, sweeps, texts};
use crate::measure::settled;

/// Bytes that the page may have, before compression.
const LARGEST: usize = 480_000;
/// Bytes that its texts may have in Chinese, with the English ones that they are found by.
const LARGEST_CHINESE: usize = 120_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn committed() -> String {
    std::fs::read_to_string(root().join("www/results.html")).unwrap()
}

#[test]
fn the_committed_page_is_what_the_reports_give() {
    let fresh = page(&root().join("docs/results")).unwrap();
    assert!(fresh == committed(), "www/results.html is stale; run: ./dev lab results");
    let curves = sweeps::sweeps(&report(&root().join("docs/results/overlap.json")).unwrap()).unwrap();
    let kept = std::fs::read_to_string(root().join("crates/worlds/src/overlap_curves.json")).unwrap();
    assert!(curves == kept, "overlap_curves.json is stale; run: ./dev lab results");
    assert!(fresh.len() < LARGEST, "the page has {} bytes", fresh.len());
}

#[test]
fn everything_on_the_page_is_there_in_chinese() {
    let (chinese, missing) = texts::dictionary(&committed()).unwrap();
    assert!(missing.is_empty(), "crates/lab/src/results/chinese.txt has no line for:\n{}", missing.join("\n"));
    let kept = std::fs::read_to_string(root().join("www/results.zh.json")).unwrap();
    assert!(chinese == kept, "www/results.zh.json is stale; run: ./dev lab results");
    assert!(kept.len() < LARGEST_CHINESE, "the texts have {} bytes", kept.len());
}

#[test]
fn every_run_link_means_a_run_that_exists() {
    let page = committed();
    let queries: Vec<String> = page
        .split("href=\"./?")
        .skip(1)
        .filter_map(|rest| Some(rest.split('"').next()?.replace("&amp;", "&")))
        .collect();
    assert!(queries.len() > 50, "only {} links", queries.len());
    for query in queries {
        let run = settled(&query).unwrap_or_else(|notice| panic!("{query}: {notice}"));
        assert!(query.contains(&format!("world={}", run.world)) && query.contains(&format!("method={}", run.method)));
    }
}

#[test]
fn figures_come_first_and_headings_in_order() {
    let page = committed();
    assert_eq!(page.matches("<h1").count(), 1);
    for article in page.split("<article ").skip(1) {
        let places = ["<h3", "<figure", "class=\"finding\"", "class=\"made\""].map(|part| article.find(part));
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?} in {:.60}", article);
        let table = article.find("<table");
        assert!(table.is_none() || table > article.find("<details"), "tables are folded: {article:.60}");
    }
    let first = |mark: &str| page.find(mark).unwrap();
    assert!(first("<h1") < first("<h2") && first("<h2") < first("<h3"));
}

#[test]
fn every_finding_is_one_sentence() {
    let page = committed();
    let findings = page.split("<p class=\"finding\">").skip(1).filter_map(|rest| rest.split("</p>").next());
    let mut count = 0;
    for finding in findings {
        // A full stop inside a number or before a closing bracket ends no sentence.
        let ends = finding.matches(". ").count() + usize::from(finding.ends_with('.'));
        assert_eq!(ends, 1, "{finding}");
        count += 1;
    }
    assert!(count > 15, "only {count} findings");
}

#[test]
fn the_site_allows_all_that_the_page_contains() {
    let page = committed();
    // The content security policy has neither inline scripts nor inline styles.
    assert!(!page.contains("style=") && !page.contains("<style") && !page.contains(" onclick"));
    assert_eq!(page.matches("<script").count(), page.matches("<script src=\"").count());
    let broken = |word: &&str| ["NaN", "inf"].contains(word);
    assert_eq!(page.split(|c: char| !c.is_alphanumeric()).find(broken), None, "a number could not be computed");
    let mut ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    for target in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(ids.contains(&target), "#{target} is nowhere");
    }
    ids.sort_unstable();
    let all = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), all, "an id is used twice");
}
