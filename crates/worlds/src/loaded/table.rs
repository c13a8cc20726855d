//! Demonstrations from a file as a table: paths of rows of numbers, each path with a style.

use std::collections::HashMap;

use super::error::TableError;
use protocol::table::{ColumnReport, ColumnRole, Dropped, LISTED, StyleReport, TableReport};
use protocol::{Text, text};

/// Most rows of a file.
pub const MOST_ROWS: usize = 1_000_000;
/// Most columns of a file.
pub const MOST_COLUMNS: usize = 80;
/// Most numbers of a table: a worker holds several copies of them.
const MOST_NUMBERS: usize = 32 << 20;
/// Fewest rows of a path. The last row has no action where actions are changes.
const SHORTEST_PATH: usize = 3;

#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Names of the columns with numbers, without path, time and style.
    pub names: Vec<String>,
    /// Whether each column is an action unless the run names others.
    pub is_action: Vec<bool>,
    /// In the order in which they first occur in the file.
    pub paths: Vec<TablePath>,
    pub report: TableReport,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TablePath {
    /// Index in `TableReport::styles`.
    pub style: usize,
    /// `[rows, columns]`, row by row.
    pub values: Vec<f32>,
}

/// A path while the file is read.
struct Collected {
    style: String,
    first_row: u32,
    /// Time and values of each row.
    rows: Vec<(f64, Vec<f32>)>,
    /// The first row that spoils the path, and why; the whole path is then left out.
    spoiled: Option<(u32, Text)>,
}

/// Collects rows into paths.
pub struct Builder {
    columns: Vec<ColumnReport>,
    paths: Vec<Collected>,
    by_name: HashMap<String, usize>,
    report: TableReport,
    rows: usize,
}

impl Builder {
    pub fn new(columns: Vec<ColumnReport>) -> Result<Self, TableError> {
        if columns.len() > MOST_COLUMNS {
            return Err(TableError::Columns { found: columns.len() });
        }
        if !columns.iter().any(|column| is_number(column.role)) {
            return Err(TableError::NoNumbers);
        }
        let report = TableReport::default();
        Ok(Self { columns, paths: vec![], by_name: HashMap::new(), report, rows: 0 })
    }

    pub fn show(&mut self, row: Vec<String>) {
        if self.report.first_rows.len() < LISTED {
            self.report.first_rows.push(row);
        }
    }

    /// Leaves a row out and reports why.
    pub fn drop_row(&mut self, row: u32, why: Text) {
        self.report.dropped_rows += 1;
        self.note(row, why);
    }

    fn note(&mut self, row: u32, why: Text) {
        if self.report.dropped.len() < LISTED {
            self.report.dropped.push(Dropped { row, why });
        }
    }

    pub fn push(&mut self, row: u32, path: &str, time: f64, style: &str, values: Vec<f32>) -> Result<(), TableError> {
        self.rows += 1;
        if self.rows > MOST_ROWS || self.rows * values.len() > MOST_NUMBERS {
            return Err(TableError::Rows);
        }
        let index = *self.by_name.entry(path.to_owned()).or_insert_with(|| {
            self.paths.push(Collected { style: style.to_owned(), first_row: row, rows: vec![], spoiled: None });
            self.paths.len() - 1
        });
        let known = &mut self.paths[index];
        if known.style != style && known.spoiled.is_none() {
            let why = text!("dropped-two-styles", path = path, one = known.style.as_str(), other = style);
            known.spoiled = Some((row, why));
        }
        known.rows.push((time, values));
        Ok(())
    }

    pub fn finish(mut self) -> Result<Table, TableError> {
        for path in std::mem::take(&mut self.paths) {
            let short = path.rows.len() < SHORTEST_PATH;
            let why = || short.then(|| (path.first_row, text!("dropped-short-path", rows = path.rows.len())));
            match path.spoiled.clone().or_else(why) {
                Some((row, why)) => {
                    self.report.dropped_paths += 1;
                    self.note(row, why);
                }
                None => self.paths.push(path),
            }
        }
        let styles = count_styles(&self.paths);
        match &styles[..] {
            [] => return Err(TableError::Empty),
            [only] => return Err(TableError::OneStyle { style: only.name.clone() }),
            [.., last] if styles[1].paths < 2 => return Err(TableError::OnePath { style: last.name.clone() }),
            _ => {}
        }
        let numbers: Vec<&ColumnReport> = self.columns.iter().filter(|column| is_number(column.role)).collect();
        let names = numbers.iter().map(|column| column.name.clone()).collect();
        let is_action = numbers.iter().map(|column| column.role == ColumnRole::Action).collect();
        let rank: HashMap<&str, usize> =
            styles.iter().enumerate().map(|(at, style)| (style.name.as_str(), at)).collect();
        let paths: Vec<TablePath> = self.paths.into_iter().map(|path| path.sorted(&rank)).collect();
        let report = TableReport {
            paths: paths.len() as u32,
            rows: styles.iter().map(|style| style.rows).sum(),
            columns: self.columns,
            styles: styles.clone(),
            ..self.report
        };
        Ok(Table { names, is_action, paths, report })
    }
}

impl Collected {
    fn sorted(mut self, rank: &HashMap<&str, usize>) -> TablePath {
        self.rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        let style = rank.get(self.style.as_str()).copied().unwrap_or_default();
        TablePath { style, values: self.rows.into_iter().flat_map(|(_, values)| values).collect() }
    }
}

fn is_number(role: ColumnRole) -> bool {
    matches!(role, ColumnRole::State | ColumnRole::Action)
}

/// Styles by falling number of paths; styles with equal numbers by name.
fn count_styles(paths: &[Collected]) -> Vec<StyleReport> {
    let mut styles: HashMap<&str, StyleReport> = HashMap::new();
    for path in paths {
        let name = path.style.as_str();
        let style = styles.entry(name).or_insert_with(|| StyleReport { name: name.into(), paths: 0, rows: 0 });
        style.paths += 1;
        style.rows += path.rows.len() as u32;
    }
    let mut styles: Vec<StyleReport> = styles.into_values().collect();
    styles.sort_by(|a, b| b.paths.cmp(&a.paths).then_with(|| a.name.cmp(&b.name)));
    styles
}
