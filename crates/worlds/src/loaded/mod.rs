//! Loaded: demonstrations from a file of the visitor's. A file has no environment, so there are no rollouts: everything
//! that is measured on demonstrations works (information, PMI, weights, held-out loss), and in place of calibration
//! stands a sentence.

mod array_table;
mod columns;
mod error;
mod table;
mod text_table;

pub use error::TableError;
pub use table::Table;

use std::sync::Arc;

use super::{Episode, Files, PairColumn, PairColumns, PairSize, World};
use crate::data::import::{ImportError, zip};
use crate::data::{ActionKind, DataError, Demos, Trajectory};
use crate::labels::Labeler;
use columns::{ActionColumns, TableColumns};
use protocol::drawing::PLANE;
use protocol::{
    ChoiceKnob, ColumnsKnob, FileCard, Found, KnobGroup, LabelCard, Offer, RunConfig, Text, View, WorldCard, text,
};
use table::TablePath;

/// Larger files are refused before they are read, in bytes. The page refuses files above `LARGEST_FILE` itself.
pub const LARGEST_BYTES: u64 = 128 << 20;
const GROUP: KnobGroup = KnobGroup::Data;
/// One in this many paths of each style is held out.
const HELD_OUT_EVERY: usize = 5;
/// Ids of the labels; they differ in the number of styles alone.
const LABELS: [&str; 5] = ["most-2", "most-3", "most-4", "most-5", "most-6"];
const EXAMPLE: &str = "example-overtaking.csv";
const FILE: &str = "demonstrations.csv";
/// Distance between the picture and the border of the plane, in units of the plane.
const MARGIN: f32 = 1.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Example,
    File,
}

pub const TABLE: ChoiceKnob<Origin> =
    ChoiceKnob::new("table", "knob-table", GROUP, &[("example", Origin::Example), ("file", Origin::File)], "example");
pub const STATE_COLUMNS: ColumnsKnob = ColumnsKnob::new("state_columns", "knob-state_columns", GROUP);
pub const ACTION_COLUMNS: ColumnsKnob = ColumnsKnob::new("action_columns", "knob-action_columns", GROUP);
pub const PICTURE_COLUMNS: ColumnsKnob = ColumnsKnob::new("picture_columns", "knob-picture_columns", GROUP);

/// Tables that were loaded into one worker.
#[derive(Clone, Default)]
pub struct LoadedTables {
    example: Option<Arc<Table>>,
    file: Option<Arc<Table>>,
}

pub struct Loaded;

fn table_of(run: &RunConfig, files: &Files) -> Option<Arc<Table>> {
    match TABLE.get(run) {
        Origin::Example => files.tables.example.clone(),
        Origin::File => files.tables.file.clone(),
    }
}

fn styles_of(label: &str) -> Option<usize> {
    Some(LABELS.iter().position(|id| *id == label)? + 2)
}

/// Names the styles of a file and recognises no path: each path of the file has its style, and there are no other paths.
struct FromFile {
    id: &'static str,
    styles: usize,
}

impl Labeler for FromFile {
    fn id(&self) -> &'static str {
        self.id
    }

    fn card(&self) -> LabelCard {
        let name = text!("label-most", styles = self.styles);
        let styles = (1..=self.styles).map(|number| text!("style-loaded", number = number)).collect();
        LabelCard { about: name.about(), name, ..LabelCard::new(self.id, styles) }
    }

    fn label(&self, _xy: &[f32]) -> Option<usize> {
        None
    }
}

/// Mean and standard deviation of a column over all rows, with which values are brought to about one.
fn standard(table: &Table, column: usize) -> (f64, f64) {
    let values = || table.paths.iter().flat_map(|path| path.values.iter().skip(column).step_by(table.names.len()));
    let count = values().count().max(1) as f64;
    let mean = values().map(|value| f64::from(*value)).sum::<f64>() / count;
    let variance = values().map(|value| (f64::from(*value) - mean) * (f64::from(*value) - mean)).sum::<f64>() / count;
    (mean, positive(variance.sqrt()))
}

/// A scale that can be divided by: one for a column that never changes.
fn positive(scale: f64) -> f64 {
    if scale > 1e-30 { scale } else { 1.0 }
}

/// Offset and scale that put a column into the plane of the picture.
fn picture(table: &Table, column: usize, axis: usize) -> (f32, f32) {
    let values = table.paths.iter().flat_map(|path| path.values.iter().skip(column).step_by(table.names.len()));
    let (low, high) = values.fold((f32::MAX, f32::MIN), |(low, high), value| (low.min(*value), high.max(*value)));
    let range = high - low;
    let scale = if range > 0.0 && range.is_finite() { (PLANE[axis] - 2.0 * MARGIN) / range } else { 0.0 };
    (low, scale)
}

/// Turns rows of a table into pairs of state and action.
struct Pairing<'a> {
    table: &'a Table,
    columns: TableColumns,
    state: Vec<(f64, f64)>,
    action: Vec<(f64, f64)>,
    picture: [(f32, f32); 2],
}

impl<'a> Pairing<'a> {
    fn new(table: &'a Table, columns: TableColumns) -> Self {
        let scales = |columns: &[usize]| columns.iter().map(|column| standard(table, *column)).collect();
        let action = match &columns.action {
            ActionColumns::Given(given) => scales(given),
            ActionColumns::Change(changing) => changing.iter().map(|column| (0.0, change(table, *column))).collect(),
        };
        let picture = [0, 1].map(|axis| picture(table, columns.picture[axis], axis));
        Self { table, state: scales(&columns.state), action, picture, columns }
    }

    fn described(&self) -> PairColumns {
        let column = |prefix: &str, column: &usize, (offset, scale): &(f64, f64)| {
            PairColumn::new(format!("{prefix}{}", self.table.names[*column]), "", *offset, *scale)
        };
        let (prefix, actions) = match &self.columns.action {
            ActionColumns::Given(given) => ("", given),
            ActionColumns::Change(changing) => ("change_of_", changing),
        };
        let observation = self.columns.state.iter().zip(&self.state);
        PairColumns {
            observation: observation.map(|(index, scales)| column("", index, scales)).collect(),
            action: actions.iter().zip(&self.action).map(|(index, scales)| column(prefix, index, scales)).collect(),
        }
    }

    fn trajectory(&self, path: &TablePath, held_out: bool) -> Trajectory {
        let rows: Vec<&[f32]> = path.values.chunks_exact(self.table.names.len()).collect();
        let mut pairs = Trajectory { style: path.style, held_out, ..Trajectory::default() };
        // The last row of a path has no change to a next one.
        let last = rows.len() - usize::from(matches!(self.columns.action, ActionColumns::Change(_)));
        for (at, row) in rows[..last].iter().enumerate() {
            let scaled =
                |(column, (mean, scale)): (&usize, &(f64, f64))| ((f64::from(row[*column]) - mean) / scale) as f32;
            pairs.observations.extend(self.columns.state.iter().zip(&self.state).map(scaled));
            match &self.columns.action {
                ActionColumns::Given(given) => pairs.actions.extend(given.iter().zip(&self.action).map(scaled)),
                ActionColumns::Change(changing) => {
                    let change = |(column, (_, scale)): (&usize, &(f64, f64))| {
                        ((f64::from(rows[at + 1][*column]) - f64::from(row[*column])) / scale) as f32
                    };
                    pairs.actions.extend(changing.iter().zip(&self.action).map(change));
                }
            }
            let place = |axis: usize| {
                let (low, scale) = self.picture[axis];
                let along = if scale > 0.0 { (row[self.columns.picture[axis]] - low) * scale } else { 0.0 };
                MARGIN + along
            };
            pairs.xy.extend([place(0), place(1)]);
        }
        pairs
    }
}

/// The root mean square of the changes of a column from row to row.
fn change(table: &Table, column: usize) -> f64 {
    let (mut sum, mut count) = (0.0f64, 0usize);
    for path in &table.paths {
        let values: Vec<f32> = path.values.iter().skip(column).step_by(table.names.len()).copied().collect();
        for [before, after] in values.array_windows() {
            let change = f64::from(*after) - f64::from(*before);
            sum += change * change;
            count += 1;
        }
    }
    positive((sum / count.max(1) as f64).sqrt())
}

impl World for Loaded {
    fn id(&self) -> &'static str {
        "loaded"
    }

    fn card(&self) -> WorldCard {
        let labels = LABELS.iter().filter_map(|id| self.labeler(id)).map(|labeler| labeler.card()).collect();
        let knobs = vec![TABLE.card(), STATE_COLUMNS.card(), ACTION_COLUMNS.card(), PICTURE_COLUMNS.card()];
        let view = View { left: -0.5, bottom: -0.5, right: PLANE[0] + 0.5, top: PLANE[1] + 0.5 };
        let offers = Offer { knob: TABLE.id().into(), choice: TABLE.word(Origin::File).into() };
        let example = FileCard { name: EXAMPLE.into(), about: text!("file-example"), needed: true, offers: None };
        let file = FileCard { name: FILE.into(), about: text!("file-table"), needed: false, offers: Some(offers) };
        WorldCard { files: vec![example, file], ..WorldCard::new(self.id(), labels, knobs, view) }
    }

    fn pair_size(&self) -> PairSize {
        PairSize::new(2, 2, ActionKind::Continuous)
    }

    fn pair_size_of(&self, run: &RunConfig, files: &Files) -> PairSize {
        let columns = table_of(run, files).and_then(|table| TableColumns::of(run, &table).ok());
        match columns {
            None => self.pair_size(),
            Some(columns) => {
                PairSize { observation: columns.state.len(), action: columns.action.len(), ..self.pair_size() }
            }
        }
    }

    fn columns(&self, run: &RunConfig, files: &Files) -> PairColumns {
        let table = table_of(run, files);
        let pairing = table.as_deref().and_then(|table| Some(Pairing::new(table, TableColumns::of(run, table).ok()?)));
        pairing.map_or_else(|| PairColumns::numbered(self.pair_size()), |pairing| pairing.described())
    }

    fn demos(&self, run: &RunConfig, files: &Files) -> Result<Demos, DataError> {
        let styles = styles_of(&run.label).ok_or(DataError::Empty)?;
        let table = table_of(run, files).ok_or(DataError::NoTable)?;
        if let Some(style) = (0..styles).find(|style| table.report.styles.get(*style).is_none_or(|of| of.paths < 2)) {
            let known = table.report.styles.iter().filter(|style| style.paths >= 2).count();
            return Err(DataError::EmptyStyle { style: style + 1, known });
        }
        let pairing = Pairing::new(&table, TableColumns::of(run, &table)?);
        let mut seen = vec![0usize; styles];
        let mut trajectories = Vec::with_capacity(table.paths.len());
        for path in table.paths.iter().filter(|path| path.style < styles) {
            // The second path of each style is the first to be held out, so that two paths per style are enough.
            seen[path.style] += 1;
            trajectories.push(pairing.trajectory(path, seen[path.style] % HELD_OUT_EVERY == 2));
        }
        self.pair_size_of(run, files).demos(styles, trajectories)
    }

    fn labeler(&self, label: &str) -> Option<Box<dyn Labeler>> {
        let id = LABELS.into_iter().find(|id| *id == label)?;
        Some(Box::new(FromFile { id, styles: styles_of(id)? }))
    }

    fn file_columns(&self, run: &RunConfig, files: &Files) -> Vec<String> {
        table_of(run, files).map(|table| table.names.clone()).unwrap_or_default()
    }

    fn column(&self, run: &RunConfig, files: &Files, column: &str, last: bool) -> Option<Vec<f32>> {
        let (table, styles) = (table_of(run, files)?, styles_of(&run.label)?);
        let index = table.names.iter().position(|name| name == column)?;
        let of_path = |path: &TablePath| {
            let mut values = path.values.iter().skip(index).step_by(table.names.len());
            match last {
                true => values.next_back().copied().unwrap_or(f32::NAN),
                false => {
                    let count = values.clone().count().max(1) as f64;
                    (values.map(|value| f64::from(*value)).sum::<f64>() / count) as f32
                }
            }
        };
        Some(table.paths.iter().filter(|path| path.style < styles).map(of_path).collect())
    }

    fn no_environment(&self) -> Option<Text> {
        Some(text!("error-no-environment"))
    }

    /// Never shown: the world has no environment.
    fn episode(&self, run: &RunConfig, files: &Files, _number: u64) -> Box<dyn Episode> {
        Box::new(Nowhere(self.pair_size_of(run, files).observation))
    }

    fn max_steps(&self) -> usize {
        1
    }

    fn load(&self, files: &mut Files, name: &str, bytes: &[u8]) -> Result<Found, ImportError> {
        if bytes.len() as u64 > LARGEST_BYTES {
            return Err(TableError::TooLarge { megabytes: bytes.len() as u64 >> 20 }.into());
        }
        let table = if zip::is_archive(bytes) { array_table::read(bytes)? } else { text_table::read(bytes)? };
        let report = table.report.clone();
        let said = text!(
            "file-found-table",
            paths = report.paths,
            rows = report.rows,
            styles = report.styles.len(),
            dropped = report.dropped_rows,
        );
        let counts_as = if name == EXAMPLE { EXAMPLE } else { FILE };
        let slot = if name == EXAMPLE { &mut files.tables.example } else { &mut files.tables.file };
        *slot = Some(Arc::new(table));
        Ok(Found { said, counts_as: counts_as.into(), also_for: vec![], table: Some(report) })
    }
}

/// An episode that is over at once.
struct Nowhere(usize);

impl Episode for Nowhere {
    fn observe(&self, into: &mut [f32]) {
        into.iter_mut().take(self.0).for_each(|value| *value = 0.0);
    }

    fn act(&mut self, _action: &[f32]) -> bool {
        false
    }

    fn position(&self) -> (f32, f32) {
        (PLANE[0] / 2.0, PLANE[1] / 2.0)
    }
}

#[cfg(test)]
mod tests;
