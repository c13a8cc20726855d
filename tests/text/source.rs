//! String literals of Rust sources, with enough of the code before them to tell what they are for.

use std::fs;
use std::path::{Path, PathBuf};

/// A string literal outside of comments and tests.
#[derive(Debug)]
pub struct Literal {
    pub file: String,
    pub line: usize,
    pub text: String,
    /// The code before it, without comments; earlier literals are empty in it.
    pub before: String,
    /// The code behind it, up to the end of the file.
    pub after: String,
}

/// So much code before a literal is kept.
const CONTEXT: usize = 160;

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

/// All literals of the sources under some folders of the repository.
pub fn literals(folders: &[&str]) -> Vec<Literal> {
    let mut files = Vec::new();
    folders.iter().for_each(|folder| collect(&root().join(folder), &mut files));
    let tests: Vec<PathBuf> = files.iter().flat_map(|file| test_modules(file)).collect();
    files.retain(|file| !tests.iter().any(|test| file == test || file.starts_with(test.with_extension(""))));
    files.iter().flat_map(|file| read(file)).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Files that a file declares as `#[cfg(test)] mod name;`.
fn test_modules(file: &Path) -> Vec<PathBuf> {
    let source = fs::read_to_string(file).unwrap();
    let stem = file.file_stem().unwrap_or_default();
    let own = ["mod", "lib", "main"].iter().any(|name| stem == *name);
    let folder = if own { file.parent().unwrap().to_path_buf() } else { file.with_extension("") };
    let declared = source.split("#[cfg(test)]").skip(1).filter_map(|rest| {
        let rest = rest.trim_start().trim_start_matches("pub ").trim_start_matches("pub(crate) ");
        let (name, _) = rest.strip_prefix("mod ")?.split_once(';')?;
        name.chars().all(|character| character.is_alphanumeric() || character == '_').then(|| name.to_string())
    });
    declared.map(|name| folder.join(name).with_extension("rs")).collect()
}

fn read(file: &Path) -> Vec<Literal> {
    let source = fs::read_to_string(file).unwrap();
    let name = file.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
    let mut scan = Scan { rest: &source, line: 1, code: String::new() };
    let mut found: Vec<(usize, usize, String)> = Vec::new();
    while let Some((line, text)) = scan.next_literal() {
        found.push((line, scan.code.len(), text));
    }
    let code = scan.code;
    let kept = found.into_iter().filter(|(_, at, _)| !in_test(&code[..*at]));
    let literal = |(line, at, text): (usize, usize, String)| {
        let from = (at.saturating_sub(CONTEXT)..at).find(|from| code.is_char_boundary(*from)).unwrap_or(at);
        Literal { file: name.clone(), line, text, before: code[from..at].into(), after: code[at..].into() }
    };
    kept.map(literal).collect()
}

/// Whether the code so far has opened a `#[cfg(test)]` block and not closed it.
fn in_test(code: &str) -> bool {
    let Some(at) = code.rfind("#[cfg(test)]") else { return false };
    let item = &code[at..];
    let block = item.find('{').is_some_and(|open| !item[..open].contains(';'));
    block && item.matches('{').count() > item.matches('}').count()
}

struct Scan<'a> {
    rest: &'a str,
    line: usize,
    /// What was read so far, without comments and without the contents of literals.
    code: String,
}

impl Scan<'_> {
    fn skip(&mut self, bytes: usize) {
        self.line += self.rest[..bytes].matches('\n').count();
        self.rest = &self.rest[bytes..];
    }

    /// Reads on to the end of the next literal.
    fn next_literal(&mut self) -> Option<(usize, String)> {
        while let Some(character) = self.rest.chars().next() {
            if self.rest.starts_with("//") {
                self.skip(self.rest.find('\n').unwrap_or(self.rest.len()));
            } else if self.rest.starts_with("/*") {
                self.skip(self.rest.find("*/").map_or(self.rest.len(), |end| end + 2));
            } else if let Some(length) = character_literal(self.rest) {
                self.code.push_str("''");
                self.skip(length);
            } else if let Some((length, text)) = raw_string(self.rest, &self.code).or_else(|| string(self.rest)) {
                let line = self.line;
                self.code.push_str("\"\"");
                self.skip(length);
                return Some((line, text));
            } else {
                self.code.push(character);
                self.skip(character.len_utf8());
            }
        }
        None
    }
}

/// The length of `'x'` or `'\n'`, but not of a lifetime.
fn character_literal(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('\'')?;
    if inner.starts_with('\\') {
        return inner[2..].find('\'').map(|end| end + 4);
    }
    let length = inner.chars().next()?.len_utf8();
    inner[length..].starts_with('\'').then_some(length + 2)
}

fn string(rest: &str) -> Option<(usize, String)> {
    let inner = rest.strip_prefix('"')?;
    let mut escaped = false;
    let end = inner.char_indices().find(|(_, character)| {
        let closes = *character == '"' && !escaped;
        escaped = *character == '\\' && !escaped;
        closes
    })?;
    Some((end.0 + 2, inner[..end.0].into()))
}

/// `r"..."` and `r#"..."#`, where `r` does not end a name.
fn raw_string(rest: &str, code: &str) -> Option<(usize, String)> {
    let inner = rest.strip_prefix('r')?;
    let hashes = inner.chars().take_while(|character| *character == '#').count();
    let text = inner[hashes..].strip_prefix('"')?;
    if code.ends_with(|last: char| last.is_alphanumeric() || last == '_') {
        return None;
    }
    let end = text.find(&format!("\"{}", "#".repeat(hashes)))?;
    Some((1 + hashes + 1 + end + 1 + hashes, text[..end].into()))
}
