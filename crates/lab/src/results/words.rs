//! The page's frame in two languages. Sentences that are computed from numbers, figures and tables are in English.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::html::escape;

static CHINESE: LazyLock<BTreeMap<&str, &str>> =
    LazyLock::new(|| include_str!("chinese.txt").lines().filter_map(|line| line.split_once('\t')).collect());

/// A text as HTML, in both languages where it is known in both; the page shows the visitor's.
pub fn both(english: &str) -> String {
    match CHINESE.get(english) {
        Some(chinese) => format!(
            "<span class=\"en\">{}</span><span class=\"zh\" lang=\"zh-Hans\">{}</span>",
            escape(english),
            escape(chinese)
        ),
        None => escape(english),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_are_there_or_english_alone() {
        assert_eq!(both("All"), "<span class=\"en\">All</span><span class=\"zh\" lang=\"zh-Hans\">全部</span>");
        assert_eq!(both("Circle2D & more"), "Circle2D &amp; more");
    }

    #[test]
    fn every_heading_is_there_in_both_languages() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/results.html");
        let page = std::fs::read_to_string(path).unwrap();
        for mark in ["<h1>", "<h3>", "<summary>", "<p class=\"run\">", "<p class=\"lead\">", "<span class=\"what\""] {
            for heading in page.split(mark).skip(1).map(|rest| rest.lines().next().unwrap_or_default()) {
                assert!(heading.contains("lang=\"zh-Hans\""), "chinese.txt has no line for {mark}{heading}");
            }
        }
    }
}
