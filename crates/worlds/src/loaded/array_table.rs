//! Reads `.npz` files: `observations` `[N, T, d]`, `actions` `[N, T, k]` and `style` `[N]` of N paths with at most T
//! rows. Where shorter paths end is given by `lengths` `[N]`, or by rows of NaN at their end.

use super::error::TableError;
use super::table::{Builder, MOST_COLUMNS, MOST_ROWS, Table};
use crate::data::import::npy::{self, Array};
use crate::data::import::{ImportError, zip};
use protocol::table::{ColumnReport, ColumnRole};
use protocol::text;

pub fn read(archive: &[u8]) -> Result<Table, ImportError> {
    let array = |name: &'static str| -> Result<Option<Array>, ImportError> {
        let member = zip::member(archive, &format!("{name}.npy"))?;
        member.map(|bytes| npy::read(name, bytes)).transpose()
    };
    let needed = |name: &'static str| array(name)?.ok_or(ImportError::Table(TableError::NoArray { name }));
    let (observations, actions, style) = (needed("observations")?, needed("actions")?, needed("style")?);
    let shapes = Shapes::of(&observations, &actions, &style)?;
    let lengths = array("lengths")?;
    if lengths.as_ref().is_some_and(|lengths| lengths.shape != [shapes.paths]) {
        return Err(misfit("lengths", &lengths.map_or(vec![], |lengths| lengths.shape)).into());
    }
    let mut builder = Builder::new(shapes.columns())?;
    for path in 0..shapes.paths {
        let length = lengths.as_ref().map_or(shapes.moments, |lengths| lengths.number(path).max(0.0) as usize);
        let rows: Vec<Vec<f64>> =
            (0..length.min(shapes.moments)).map(|moment| shapes.row(path, moment, &observations, &actions)).collect();
        let padding = rows.iter().rev().take_while(|row| row.iter().all(|value| value.is_nan())).count();
        let label = style.number(path);
        for (moment, row) in rows[..rows.len() - padding].iter().enumerate() {
            let number = path as u32 + 1;
            if row.iter().any(|value| !(*value as f32).is_finite()) {
                builder.drop_row(number, text!("dropped-not-finite", moment = moment));
                continue;
            }
            builder.show(row.iter().map(|value| value.to_string()).collect());
            let values = row.iter().map(|value| *value as f32).collect();
            builder.push(number, &path.to_string(), moment as f64, &label.to_string(), values)?;
        }
    }
    Ok(builder.finish()?)
}

struct Shapes {
    paths: usize,
    moments: usize,
    states: usize,
    actions: usize,
}

impl Shapes {
    fn of(observations: &Array, actions: &Array, style: &Array) -> Result<Self, TableError> {
        let [paths, moments, states] = observations.shape[..] else {
            return Err(misfit("observations", &observations.shape));
        };
        let [rows, columns, size] = actions.shape[..] else { return Err(misfit("actions", &actions.shape)) };
        if (rows, columns) != (paths, moments) {
            return Err(misfit("actions", &actions.shape));
        }
        if style.shape != [paths] {
            return Err(misfit("style", &style.shape));
        }
        // Each count is bounded by itself first, so that their sum cannot overflow.
        if states > MOST_COLUMNS || size > MOST_COLUMNS || states + size > MOST_COLUMNS {
            return Err(TableError::Columns { found: states.saturating_add(size) });
        }
        if paths.checked_mul(moments).is_none_or(|rows| rows > MOST_ROWS) {
            return Err(TableError::Rows);
        }
        Ok(Self { paths, moments, states, actions: size })
    }

    fn columns(&self) -> Vec<ColumnReport> {
        let named = |name: &str, count: usize, role| {
            let name = name.to_owned();
            (0..count).map(move |index| ColumnReport { name: format!("{name}{index}"), role })
        };
        named("s", self.states, ColumnRole::State).chain(named("a", self.actions, ColumnRole::Action)).collect()
    }

    fn row(&self, path: usize, moment: usize, observations: &Array, actions: &Array) -> Vec<f64> {
        let row = path * self.moments + moment;
        let state = (0..self.states).map(|column| observations.number(row * self.states + column));
        state.chain((0..self.actions).map(|column| actions.number(row * self.actions + column))).collect()
    }
}

fn misfit(name: &'static str, found: &[usize]) -> TableError {
    TableError::Shape { name, found: format!("{found:?}") }
}
