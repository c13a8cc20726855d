//! The page in Chinese. Reports hold English sentences with their numbers in them; a line of `chinese.txt` is such a sentence
//! with named holes and the same in Chinese, so that whole sentences are translated and numbers stand where they belong.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use engine::session::catalog;

use crate::messages::{say, say_in_chinese};

/// A line of the file: an English text and the same in Chinese, both with their holes.
struct Translation {
    english: Vec<SentencePart>,
    chinese: Vec<SentencePart>,
}

#[derive(Clone, Debug, PartialEq)]
enum SentencePart {
    Words(String),
    Hole(Kind, String),
}

/// What may fill a hole.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// A text with a line of its own.
    Text,
    /// Anything without letters and colons.
    Number,
    /// Anything at all, as it is.
    Same,
    /// Texts between semicolons, commas and “and”.
    List,
}

struct TranslationTable {
    /// Texts without holes.
    plain: BTreeMap<String, String>,
    /// Texts with holes, those with the most words of their own first.
    open: Vec<Translation>,
}

static LINES: LazyLock<TranslationTable> =
    LazyLock::new(|| TranslationTable::read(include_str!("chinese.txt"), &names()));

/// (English, Chinese) of worlds, labels and styles, from the page's messages.
fn names() -> Vec<(String, String)> {
    let mut names = Vec::new();
    for world in &catalog().worlds {
        let labels = world.labels.iter().flat_map(|label| std::iter::once(&label.name).chain(&label.styles));
        names.extend(std::iter::once(&world.name).chain(labels).map(|name| (say(name), say_in_chinese(name))));
    }
    names
}

/// A text as a visitor reads it in Chinese; None where `chinese.txt` has no line for it.
pub fn chinese(english: &str) -> Option<String> {
    Search { lines: &LINES, known: BTreeMap::new() }.text(english)
}

fn has_letters(text: &str) -> bool {
    text.contains(|character: char| character.is_ascii_alphabetic())
}

fn parts(text: &str) -> Vec<SentencePart> {
    let mut parts = Vec::new();
    for piece in text.split_inclusive(['{', '}']) {
        match piece.strip_suffix('}') {
            Some(hole) => {
                let (kind, name) = match hole.chars().next() {
                    Some('#') => (Kind::Number, &hole[1..]),
                    Some('=') => (Kind::Same, &hole[1..]),
                    Some('*') => (Kind::List, &hole[1..]),
                    _ => (Kind::Text, hole),
                };
                parts.push(SentencePart::Hole(kind, name.into()));
            }
            None => parts.push(SentencePart::Words(piece.trim_end_matches('{').into())),
        }
    }
    parts.retain(|part| *part != SentencePart::Words(String::new()));
    parts
}

impl TranslationTable {
    fn read(file: &str, names: &[(String, String)]) -> Self {
        let (mut plain, mut open) = (BTreeMap::new(), Vec::new());
        for (english, chinese) in names {
            // Two styles may have one name in English alone: such a name needs a line that says which is meant.
            if plain.insert(english.clone(), chinese.clone()).is_some_and(|other| other != *chinese) {
                plain.insert(english.clone(), String::new());
            }
        }
        plain.retain(|_, chinese| !chinese.is_empty());
        for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
            let (english, chinese) = line.split_once('\t').unwrap_or((line, line));
            if english.contains('{') {
                open.push(Translation { english: parts(english), chinese: parts(chinese) });
            } else {
                plain.insert(english.into(), chinese.into());
            }
        }
        open.sort_by_key(|line| std::cmp::Reverse(line.own_words()));
        Self { plain, open }
    }

    /// A text without holes; its first letter may be small or large.
    fn plain(&self, text: &str) -> Option<&String> {
        let mut rest = text.chars();
        let first = rest.next()?;
        let other: String = match first.is_uppercase() {
            true => first.to_lowercase().chain(rest).collect(),
            false => first.to_uppercase().chain(rest).collect(),
        };
        self.plain.get(text).or_else(|| self.plain.get(&other))
    }
}

impl Translation {
    fn own_words(&self) -> usize {
        let words = |part: &SentencePart| if let SentencePart::Words(words) = part { words.len() } else { 0 };
        self.english.iter().map(words).sum()
    }

    fn filled(&self, holes: &[(&str, String)]) -> String {
        let part = |part: &SentencePart| match part {
            SentencePart::Words(words) => words.clone(),
            SentencePart::Hole(_, name) => {
                holes.iter().find(|(known, _)| known == name).map_or(String::new(), |(_, text)| text.clone())
            }
        };
        self.chinese.iter().map(part).collect()
    }
}

/// One text and all that is asked about its parts on the way.
struct Search<'a> {
    lines: &'a TranslationTable,
    known: BTreeMap<String, Option<String>>,
}

impl<'a> Search<'a> {
    /// A text of the page: a line, or the parts between “ · ”, or sentences one after the other.
    fn text(&mut self, text: &str) -> Option<String> {
        if let Some(line) = self.line(text) {
            return Some(line);
        }
        if let Some(rest) = text.strip_prefix("· ") {
            return self.text(rest).map(|rest| format!("· {rest}"));
        }
        if text.contains(" · ") {
            let parts: Option<Vec<String>> = text.split(" · ").map(|part| self.text(part)).collect();
            return parts.map(|parts| parts.join(" · "));
        }
        let mut ends: Vec<usize> = text.match_indices(". ").map(|(at, _)| at + 1).collect();
        ends.reverse();
        ends.into_iter().find_map(|end| Some(self.line(&text[..end])? + &self.text(&text[end + 1..])?))
    }

    /// A text that has a line of its own, or needs none.
    fn line(&mut self, text: &str) -> Option<String> {
        if !has_letters(text) {
            return Some(text.into());
        }
        if let Some(plain) = self.lines.plain(text) {
            return Some(plain.clone());
        }
        if let Some(known) = self.known.get(text) {
            return known.clone();
        }
        // A text does not contain itself.
        self.known.insert(text.into(), None);
        let lines = self.lines;
        let found = lines.open.iter().find_map(|line| {
            let mut holes = Vec::new();
            self.fits(&line.english, text, &mut holes).then(|| line.filled(&holes))
        });
        self.known.insert(text.into(), found.clone());
        found
    }

    /// Whether parts of a line make up a text; `holes` then has what fills them, in Chinese.
    fn fits(&mut self, parts: &'a [SentencePart], text: &str, holes: &mut Vec<(&'a str, String)>) -> bool {
        let (kind, name, rest) = match parts {
            [] => return text.is_empty(),
            [SentencePart::Words(words), rest @ ..] => {
                return text.strip_prefix(words.as_str()).is_some_and(|after| self.fits(rest, after, holes));
            }
            [SentencePart::Hole(kind, name), rest @ ..] => (*kind, name.as_str(), rest),
        };
        let ends: Vec<usize> = match rest.first() {
            Some(SentencePart::Words(words)) => text.match_indices(words.as_str()).map(|(at, _)| at).collect(),
            _ => vec![text.len()],
        };
        for end in ends.into_iter().filter(|end| *end > 0) {
            let before = holes.len();
            // The rest is compared first: it costs less than a look at what fills the hole.
            if self.fits(rest, &text[end..], holes)
                && let Some(filled) = self.hole(kind, &text[..end])
            {
                holes.push((name, filled));
                return true;
            }
            holes.truncate(before);
        }
        false
    }

    fn hole(&mut self, kind: Kind, text: &str) -> Option<String> {
        match kind {
            Kind::Same => Some(text.into()),
            Kind::Number => (!has_letters(text) && !text.contains(':')).then(|| text.into()),
            Kind::Text => self.text(text),
            Kind::List => self.list(text),
        }
    }

    fn list(&mut self, text: &str) -> Option<String> {
        if let Some(item) = self.line(text) {
            return Some(item);
        }
        // An item may have a semicolon of its own; then other signs separate items.
        let items: Option<Vec<String>> = text.split("; ").map(|item| self.line(item)).collect();
        if let Some(items) = items {
            return Some(items.join("；"));
        }
        let separators = [", ", " and "].map(|separator| text.match_indices(separator));
        let places: Vec<(usize, &str)> = separators.into_iter().flatten().collect();
        places.into_iter().find_map(|(at, separator)| {
            Some(self.line(&text[..at])? + "、" + &self.list(&text[at + separator.len()..])?)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# Comment\narea\t区域\nBC\n{#share} % by {label}\t按{label} {share}%\nIt is {*each}.\t是：{each}。\n\
                        And so on.\t等等。\nmade by {=who}\t由 {who} 做\n";

    fn said(text: &str) -> Option<String> {
        let names = [("Low", "低"), ("middle", "中路"), ("middle", "中间")].map(|(en, zh)| (en.into(), zh.into()));
        Search { lines: &TranslationTable::read(FILE, &names), known: BTreeMap::new() }.text(text)
    }

    #[test]
    fn whole_sentences_are_translated_around_their_holes() {
        let finding = "It is 74 % by area and 66 % by low. And so on.";
        assert_eq!(said(finding).as_deref(), Some("是：按区域 74%、按低 66%。等等。"));
        assert_eq!(said("Area · made by Ada · 5").as_deref(), Some("区域 · 由 Ada 做 · 5"));
        assert_eq!(said("BC").as_deref(), Some("BC"), "a name stays");
    }

    #[test]
    fn what_has_no_line_is_not_made_up() {
        for text in ["74 % by place", "area BC", "x % by area", "middle"] {
            assert_eq!(said(text), None, "{text}");
        }
    }

    #[test]
    fn every_line_has_the_same_holes_in_both_languages() {
        for line in include_str!("chinese.txt").lines().filter(|line| !line.starts_with("# ")) {
            let Some((english, chinese)) = line.split_once('\t') else { continue };
            let holes = |text: &str| {
                let hole = |part: SentencePart| if let SentencePart::Hole(_, name) = part { Some(name) } else { None };
                let mut names: Vec<String> = parts(text).into_iter().filter_map(hole).collect();
                names.sort();
                names
            };
            assert_eq!(holes(english), holes(chinese), "{line}");
            assert!(parts(chinese).iter().all(|part| !matches!(part, SentencePart::Hole(Kind::Number, _))), "{line}");
        }
    }
}
