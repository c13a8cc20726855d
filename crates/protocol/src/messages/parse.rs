//! Reads message files.

use std::collections::BTreeMap;

use super::{Digits, Element, Pattern, Variant};

/// Why a message file could not be read, and on which line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct ParseError {
    /// Counted from one.
    pub line: usize,
    pub reason: &'static str,
}

/// Adds all messages of a file, attributes as `key.attribute`.
pub fn file(source: &str, patterns: &mut BTreeMap<String, Pattern>) -> Result<(), ParseError> {
    let mut reader = MessageParser { source, at: 0 };
    while reader.next_entry() {
        let key = reader.name()?;
        reader.entry(&key, patterns)?;
        while reader.next_attribute() {
            let attribute = reader.name()?;
            reader.entry(&format!("{key}.{attribute}"), patterns)?;
        }
    }
    Ok(())
}

/// Nested selects beyond this depth are refused.
const DEEPEST: usize = 4;

struct MessageParser<'a> {
    source: &'a str,
    at: usize,
}

impl MessageParser<'_> {
    fn rest(&self) -> &str {
        &self.source[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn error<T>(&self, reason: &'static str) -> Result<T, ParseError> {
        Err(ParseError { line: 1 + self.source[..self.at].matches('\n').count(), reason })
    }

    fn skip(&mut self, skipped: impl Fn(char) -> bool) {
        self.at += self.rest().find(|character| !skipped(character)).unwrap_or(self.rest().len());
    }

    fn take(&mut self, expected: &str) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    fn expect(&mut self, expected: &str, reason: &'static str) -> Result<(), ParseError> {
        self.skip(char::is_whitespace);
        if self.take(expected) { Ok(()) } else { self.error(reason) }
    }

    /// Goes to the next line that is neither empty nor a comment; false at the end of the file.
    fn next_entry(&mut self) -> bool {
        loop {
            let line = self.rest().split('\n').next().unwrap_or_default();
            if self.rest().is_empty() {
                return false;
            }
            if !line.trim().is_empty() && !line.starts_with('#') {
                return true;
            }
            self.at += (line.len() + 1).min(self.rest().len());
        }
    }

    /// Goes to the name of the next attribute, where one follows.
    fn next_attribute(&mut self) -> bool {
        let start = self.rest().trim_start();
        let found = start.starts_with('.');
        if found {
            self.at = self.source.len() - start.len() + 1;
        }
        found
    }

    fn name(&mut self) -> Result<String, ParseError> {
        let start = self.at;
        self.skip(|character| character.is_ascii_alphanumeric() || character == '-' || character == '_');
        if self.at == start {
            return self.error("a name is missing");
        }
        Ok(self.source[start..self.at].into())
    }

    fn entry(&mut self, key: &str, patterns: &mut BTreeMap<String, Pattern>) -> Result<(), ParseError> {
        self.skip(|character| character == ' ');
        if !self.take("=") {
            return self.error("“=” is missing behind the name");
        }
        if patterns.contains_key(key) {
            return self.error("this message is already there");
        }
        let pattern = self.pattern(0)?;
        if !pattern.is_empty() {
            patterns.insert(key.into(), pattern);
        }
        Ok(())
    }

    /// Text and placeables up to the end of a message or variant.
    fn pattern(&mut self, depth: usize) -> Result<Pattern, ParseError> {
        let mut pattern = Pattern::new();
        let mut words = String::new();
        self.skip(|character| character == ' ');
        while let Some(character) = self.peek() {
            match character {
                '}' if depth == 0 => return self.error("“}” without “{”"),
                '}' => break,
                '\n' | '\r' if !self.continues() => break,
                '\n' | '\r' => {
                    self.skip(char::is_whitespace);
                    if !pattern.is_empty() || !words.is_empty() {
                        words.truncate(words.trim_end_matches(' ').len());
                        words.push(' ');
                    }
                }
                '{' => {
                    self.at += 1;
                    match self.placeable(depth)? {
                        Element::Words(literal) => words.push_str(&literal),
                        element => {
                            push_words(&mut pattern, &mut words);
                            pattern.push(element);
                        }
                    }
                }
                character => {
                    words.push(character);
                    self.at += character.len_utf8();
                }
            }
        }
        words.truncate(words.trim_end_matches(' ').len());
        push_words(&mut pattern, &mut words);
        Ok(pattern)
    }

    /// Whether the message goes on in a later line: indented, and not an attribute, a variant or a closing brace.
    fn continues(&self) -> bool {
        let next = self.rest().trim_start();
        let indented = self.rest()[..self.rest().len() - next.len()].ends_with(' ');
        indented && !next.is_empty() && !next.starts_with(['.', '[', '*', '}'])
    }

    /// The content of braces; the opening one is already read.
    fn placeable(&mut self, depth: usize) -> Result<Element, ParseError> {
        self.skip(char::is_whitespace);
        if self.take("\"") {
            let literal = self.literal()?;
            self.expect("}", "“}” is missing")?;
            return Ok(Element::Words(literal));
        }
        if self.take("NUMBER(") {
            let element = self.number()?;
            self.expect("}", "“}” is missing")?;
            return Ok(element);
        }
        if !self.take("$") {
            return self.error("braces hold a $name, NUMBER($name) or a quoted text");
        }
        let name = self.name()?;
        self.skip(char::is_whitespace);
        if self.take("->") {
            let variants = self.variants(depth + 1)?;
            self.expect("}", "“}” is missing")?;
            return Ok(Element::Select(name, variants));
        }
        self.expect("}", "“}” is missing")?;
        Ok(Element::Hole(name))
    }

    /// The rest of a quoted text.
    fn literal(&mut self) -> Result<String, ParseError> {
        let end = self.rest().find(['"', '\n']).filter(|end| self.rest()[*end..].starts_with('"'));
        let Some(end) = end else { return self.error("a quoted text does not end") };
        let literal = self.rest()[..end].to_string();
        self.at += end + 1;
        Ok(literal)
    }

    /// The rest of `NUMBER($name, option: value, ...)`.
    fn number(&mut self) -> Result<Element, ParseError> {
        self.expect("$", "NUMBER takes a $name")?;
        let name = self.name()?;
        let mut digits = Digits::default();
        loop {
            self.skip(char::is_whitespace);
            if self.take(")") {
                return Ok(Element::Number(name, digits));
            }
            self.expect(",", "“,” or “)” is missing")?;
            self.skip(char::is_whitespace);
            let option = self.name()?;
            self.expect(":", "“:” is missing behind the option")?;
            self.skip(char::is_whitespace);
            match option.as_str() {
                "minimumFractionDigits" => digits.minimum = Some(self.count()?),
                "maximumFractionDigits" => digits.maximum = Some(self.count()?),
                "style" if self.take("\"percent\"") => digits.percent = true,
                _ => return self.error("NUMBER has no such option"),
            }
        }
    }

    fn count(&mut self) -> Result<usize, ParseError> {
        let name = self.name()?;
        match name.parse() {
            Ok(count) if count <= 20 => Ok(count),
            _ => self.error("digits are a whole number up to 20"),
        }
    }

    fn variants(&mut self, depth: usize) -> Result<Vec<Variant>, ParseError> {
        if depth > DEEPEST {
            return self.error("selects are nested too deeply");
        }
        let mut variants = Vec::new();
        loop {
            self.skip(char::is_whitespace);
            let default = self.take("*");
            if !self.take("[") {
                break;
            }
            self.skip(|character| character == ' ');
            let case = self.name()?;
            self.expect("]", "“]” is missing")?;
            variants.push(Variant { case, default, pattern: self.pattern(depth)? });
        }
        match variants.iter().filter(|variant| variant.default).count() {
            1 => Ok(variants),
            _ => self.error("a select needs one default variant, with * before it"),
        }
    }
}

fn push_words(pattern: &mut Pattern, words: &mut String) {
    if !words.is_empty() {
        pattern.push(Element::Words(std::mem::take(words)));
    }
}
