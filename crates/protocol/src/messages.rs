//! Messages: from a [`Text`] (a key and values) to words of a language.
//!
//! Message files have a subset of Fluent's syntax (<https://projectfluent.org>):
//!
//! ```text
//! # A comment.
//! train-button = Train
//!     .about = Trains from scratch, or goes on
//! steps-done = { NUMBER($done) } of { NUMBER($all) } steps
//! found =
//!     { $count ->
//!         [0] Nothing was found.
//!         [one] One file was found.
//!        *[other] { $count } files were found in { "{" }{ $folder }{ "}" }.
//!     }
//! ```
//!
//! A message goes on over indented lines; unlike in Fluent, a line break reads as a space. Attributes are addressed as
//! `key.attribute`. `{ $number }` is written without thousands separators, `{ NUMBER($number) }` with them; its options are
//! `minimumFractionDigits`, `maximumFractionDigits` and `style: "percent"`. Variants of a select are whole numbers, plural
//! categories or words. There are no terms, and no references from message to message.
//!
//! Mozilla's `fluent-bundle` understands all of Fluent but adds 24.5 KB (brotli) to a page that weighs 264 KB and may weigh
//! 300; this module adds 6.8 KB. Measured with the page's profile, against a module that already formats and reads floats
//! and holds maps of strings (34.9 KB; 59.3 KB with `fluent-bundle`, 41.6 KB with this module).

mod numbers;
mod parse;

use std::collections::{BTreeMap, BTreeSet};

use crate::{Text, TextValue, parse_number};
use numbers::Digits;
pub use numbers::Numerals;
pub use parse::ParseError;

/// All messages of one language.
#[derive(Clone, Debug, PartialEq)]
pub struct Messages {
    language: String,
    patterns: BTreeMap<String, Pattern>,
}

type Pattern = Vec<Element>;

/// A part of a message.
#[derive(Clone, Debug, PartialEq)]
enum Element {
    Words(String),
    /// The value of a name, as it is.
    Hole(String),
    /// The value of a name, as a number with these digits.
    Number(String, Digits),
    /// One of several variants, decided by the value of a name.
    Select(String, Vec<Variant>),
}

#[derive(Clone, Debug, PartialEq)]
struct Variant {
    /// A whole number, a plural category or a word.
    case: String,
    /// Taken where no case fits.
    default: bool,
    pattern: Pattern,
}

impl Messages {
    /// No messages yet; `language` is a tag such as `en` or `zh-Hans`.
    pub fn new(language: &str) -> Self {
        Self { language: language.into(), patterns: BTreeMap::new() }
    }

    pub fn parse(language: &str, file: &str) -> Result<Self, ParseError> {
        let mut messages = Self::new(language);
        messages.add(file)?;
        Ok(messages)
    }

    /// Adds the messages of another file. A key that is already there is an error.
    pub fn add(&mut self, file: &str) -> Result<(), ParseError> {
        parse::file(file, &mut self.patterns)
    }

    /// Reads all files of a folder and of its subfolder `panels`, for tests and command lines. The page fetches one
    /// file per folder.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn read_folder(language: &str, folder: &std::path::Path) -> Result<Self, String> {
        let mut messages = Self::new(language);
        messages.add_folder(folder)?;
        let panels = folder.join("panels");
        if panels.is_dir() {
            messages.add_folder(&panels)?;
        }
        Ok(messages)
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn add_folder(&mut self, folder: &std::path::Path) -> Result<(), String> {
        let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "ftl")) {
            let file = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
            self.add(&file).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }

    pub fn language(&self) -> &str {
        &self.language
    }

    pub fn numerals(&self) -> Numerals {
        Numerals::of(&self.language)
    }

    pub fn contains(&self, key: &str) -> bool {
        self.patterns.contains_key(key)
    }

    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.patterns.keys().map(String::as_str)
    }

    /// The names that a message needs values for; None for a key that is not there.
    pub fn holes(&self, key: &str) -> Option<BTreeSet<&str>> {
        let mut names = BTreeSet::new();
        collect_holes(self.patterns.get(key)?, &mut names);
        Some(names)
    }

    /// The words of a text. A missing message is shown as its key, a missing value as its name.
    pub fn format(&self, text: &Text) -> String {
        let mut words = String::new();
        self.write_text(text, &mut words);
        words
    }

    fn write_text(&self, text: &Text, out: &mut String) {
        match self.patterns.get(text.key.as_ref()) {
            Some(pattern) => self.write(pattern, text, out),
            None => out.push_str(&text.key),
        }
    }

    fn write(&self, pattern: &Pattern, text: &Text, out: &mut String) {
        for element in pattern {
            match element {
                Element::Words(words) => out.push_str(words),
                Element::Hole(name) => self.write_value(name, None, text, out),
                Element::Number(name, digits) => self.write_value(name, Some(*digits), text, out),
                Element::Select(name, variants) => {
                    if let Some(variant) = self.choose(value(text, name), variants) {
                        self.write(&variant.pattern, text, out);
                    }
                }
            }
        }
    }

    fn write_value(&self, name: &str, digits: Option<Digits>, text: &Text, out: &mut String) {
        match (value(text, name), digits) {
            (Some(TextValue::Number(number)), Some(digits)) => out.push_str(&self.numerals().grouped(*number, digits)),
            (Some(TextValue::Number(number)), None) => out.push_str(&self.numerals().plain(*number)),
            (Some(TextValue::Word(word)), _) => out.push_str(word),
            (Some(TextValue::Text(inner)), _) => self.write_text(inner, out),
            (None, _) => out.push_str(&format!("{{${name}}}")),
        }
    }

    /// The first variant that fits, or else the default.
    fn choose<'a>(&self, value: Option<&TextValue>, variants: &'a [Variant]) -> Option<&'a Variant> {
        let fits = |variant: &&Variant| match value {
            Some(TextValue::Number(number)) => match parse_number(&variant.case).ok_or(()) {
                Ok(case) => case == *number,
                Err(_) => variant.case == plural_category(&self.language, *number),
            },
            Some(TextValue::Word(word)) => variant.case == *word,
            Some(TextValue::Text(inner)) => variant.case == inner.key,
            None => false,
        };
        variants.iter().find(fits).or_else(|| variants.iter().find(|variant| variant.default))
    }
}

fn value<'a>(text: &'a Text, name: &str) -> Option<&'a TextValue> {
    text.values.iter().find(|(known, _)| known == name).map(|(_, value)| value)
}

/// The plural category of a number (CLDR). English has two, Chinese one.
fn plural_category(language: &str, number: f64) -> &'static str {
    if number == 1.0 && !language.starts_with("zh") { "one" } else { "other" }
}

fn collect_holes<'a>(pattern: &'a Pattern, names: &mut BTreeSet<&'a str>) {
    for element in pattern {
        match element {
            Element::Words(_) => {}
            Element::Hole(name) | Element::Number(name, _) => {
                names.insert(name);
            }
            Element::Select(name, variants) => {
                names.insert(name);
                variants.iter().for_each(|variant| collect_holes(&variant.pattern, names));
            }
        }
    }
}

#[cfg(test)]
mod tests;
