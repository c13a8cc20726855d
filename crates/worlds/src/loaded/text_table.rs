//! Reads CSV: a header with the names of the columns, then one row per moment. `path` (or `trajectory`, `episode`,
//! `id`), `t` (`time`, `step`, `frame`) and `style` (`label`, `class`) are recognised by name; columns whose name
//! begins with `a_` or `action` are actions and all other numbers are the state. Commas, semicolons and tabs separate
//! values.

use super::error::TableError;
use super::table::{Builder, MOST_COLUMNS, Table};
use csv::{ReaderBuilder, StringRecord, Trim};
use protocol::table::{ColumnReport, ColumnRole};
use protocol::text;

const PATH: [&str; 4] = ["path", "trajectory", "episode", "id"];
const TIME: [&str; 4] = ["t", "time", "step", "frame"];
const STYLE: [&str; 3] = ["style", "label", "class"];
/// Longer names of columns and values in the report are cut, in characters.
const LONGEST_NAME: usize = 40;

pub fn read(bytes: &[u8]) -> Result<Table, TableError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut builder = ReaderBuilder::new();
    builder.has_headers(false).flexible(true).trim(Trim::All).delimiter(delimiter(bytes));
    let mut records = builder.from_reader(bytes).into_records();
    let header = records.next().ok_or(TableError::Empty)?.map_err(|_| TableError::NoText)?;
    if header.len() > MOST_COLUMNS {
        return Err(TableError::Columns { found: header.len() });
    }
    let mut reading: Option<TextTableReader> = None;
    for record in records {
        let record = record.map_err(|_| TableError::NoText)?;
        let reading = match &mut reading {
            Some(reading) => reading,
            None => reading.insert(TextTableReader::new(&header, &record)?),
        };
        reading.row(&record)?;
    }
    reading.ok_or(TableError::Empty)?.builder.finish()
}

/// The separator that occurs most often in the header.
fn delimiter(bytes: &[u8]) -> u8 {
    let header = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let count = |separator: u8| header.iter().filter(|byte| **byte == separator).count();
    b",;\t".iter().copied().max_by_key(|separator| (count(*separator), *separator == b',')).unwrap_or(b',')
}

/// Adds the rows of a text file to a table.
struct TextTableReader {
    builder: Builder,
    /// Use and name of each column of the file.
    roles: Vec<ColumnRole>,
    names: Vec<String>,
    /// For files without a path column: paths begun so far, and the row before, which decides whether another one begins.
    begun: usize,
    last: Option<(f64, String)>,
}

impl TextTableReader {
    fn new(header: &StringRecord, first: &StringRecord) -> Result<Self, TableError> {
        let names: Vec<String> = header.iter().map(|name| name.chars().take(LONGEST_NAME).collect()).collect();
        let number =
            |column: usize| first.get(column).is_none_or(|value| value.is_empty() || value.parse::<f64>().is_ok());
        let mut roles: Vec<ColumnRole> = vec![];
        for (column, name) in names.iter().enumerate() {
            let role = role(name, number(column));
            let once = matches!(role, ColumnRole::Path | ColumnRole::Time | ColumnRole::Style);
            roles.push(if once && roles.contains(&role) { ColumnRole::Unused } else { role });
        }
        if !roles.contains(&ColumnRole::Style) {
            return Err(TableError::NoStyle);
        }
        let columns = names.iter().zip(&roles).map(|(name, role)| ColumnReport { name: name.clone(), role: *role });
        let builder = Builder::new(columns.collect())?;
        Ok(Self { builder, roles, names, begun: 0, last: None })
    }

    fn row(&mut self, record: &StringRecord) -> Result<(), TableError> {
        let row = record.position().map_or(0, |position| position.line() as u32);
        self.builder.show(record.iter().map(|value| value.chars().take(LONGEST_NAME).collect()).collect());
        if record.len() != self.roles.len() {
            let why = text!("dropped-ragged", found = record.len(), expected = self.roles.len());
            self.builder.drop_row(row, why);
            return Ok(());
        }
        let (mut path, mut style, mut time, mut values) = (None, "", None, Vec::with_capacity(record.len()));
        for ((value, role), name) in record.iter().zip(&self.roles).zip(&self.names) {
            match role {
                ColumnRole::Path => path = Some(value),
                ColumnRole::Style => style = value,
                ColumnRole::Unused => {}
                ColumnRole::Time | ColumnRole::State | ColumnRole::Action => {
                    let Some(number) = value.parse::<f64>().ok().filter(|number| (*number as f32).is_finite()) else {
                        let value: String = value.chars().take(LONGEST_NAME).collect();
                        self.builder.drop_row(row, text!("dropped-no-number", column = name.as_str(), value = value));
                        return Ok(());
                    };
                    match role {
                        ColumnRole::Time => time = Some(number),
                        _ => values.push(number as f32),
                    }
                }
            }
        }
        if style.is_empty() {
            self.builder.drop_row(row, text!("dropped-no-style"));
            return Ok(());
        }
        let time = time.unwrap_or(f64::from(row));
        match path {
            Some(path) => self.builder.push(row, path, time, style, values),
            None => {
                let path = self.next_path(time, style);
                self.builder.push(row, &path, time, style, values)
            }
        }
    }

    /// The path of a row in a file without a path column: another one begins where time goes back or the style changes.
    fn next_path(&mut self, time: f64, style: &str) -> String {
        let goes_on = self.last.as_ref().is_some_and(|(before, last)| time > *before && last == style);
        self.begun += usize::from(!goes_on);
        self.last = Some((time, style.to_owned()));
        self.begun.to_string()
    }
}

fn role(name: &str, number: bool) -> ColumnRole {
    let name = name.to_lowercase();
    let named = |names: &[&str]| names.contains(&name.as_str());
    match number {
        _ if named(&PATH) => ColumnRole::Path,
        _ if named(&STYLE) => ColumnRole::Style,
        true if named(&TIME) => ColumnRole::Time,
        true if name.starts_with("a_") || name.starts_with("action") => ColumnRole::Action,
        true => ColumnRole::State,
        false => ColumnRole::Unused,
    }
}
