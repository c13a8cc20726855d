//! Every text of the page, and `results.zh.json`: the Chinese for each, which `results.js` puts in its place. Drawings and
//! tables are there once, and only those who read Chinese fetch it.

use std::collections::BTreeMap;

use super::chinese::chinese;
use super::html::unescape;

/// The Chinese for every text of a page that has one, as JSON, and the texts that have none.
pub fn dictionary(page: &str) -> Result<(String, Vec<String>), String> {
    let (mut known, mut missing) = (BTreeMap::new(), Vec::new());
    for english in texts(page) {
        match chinese(&english) {
            Some(chinese) if chinese == english => {}
            Some(chinese) => drop(known.insert(english, chinese)),
            None => missing.push(english),
        }
    }
    let text = serde_json::to_string_pretty(&known).map_err(|error| error.to_string())?;
    Ok((format!("{text}\n"), missing))
}

/// What a visitor reads or hears: the title, what stands between tags, and names for screen readers. Code stays as it is.
fn texts(page: &str) -> Vec<String> {
    let mut texts = Vec::new();
    for piece in page.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap_or((piece, ""));
        let spoken = tag.split_once("aria-label=\"").and_then(|(_, rest)| rest.split('"').next());
        let read = if tag.starts_with("code") { "" } else { text };
        texts.extend(spoken.into_iter().chain([read.trim()]).filter(|text| !text.is_empty()).map(unescape));
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_and_what_is_heard_is_found() {
        let page = "<!DOCTYPE html>\n<title>Results</title><p class=\"made\"><code>./dev</code> · 5 &lt; 6</p>\
                    <svg aria-label=\"Dot plot\"><text x=\"2\">BC</text></svg>";
        assert_eq!(texts(page), ["Results", "· 5 < 6", "Dot plot", "BC"]);
    }

    #[test]
    fn texts_that_stay_are_left_out_and_texts_without_a_line_are_named() {
        let (known, missing) = dictionary("<h1>Results</h1><p>BC</p><p>Nobody wrote this.</p>").unwrap();
        assert_eq!(known, "{\n  \"Results\": \"结果\"\n}\n");
        assert_eq!(missing, ["Nobody wrote this."]);
    }
}
