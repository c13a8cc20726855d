//! Which columns of a table are the state, the action and the position in the picture.

use super::table::Table;
use super::{ACTION_COLUMNS, PICTURE_COLUMNS, STATE_COLUMNS};
use crate::data::DataError;
use protocol::RunConfig;

/// The columns of a table by their use, as indices into `Table::names`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableColumns {
    pub state: Vec<usize>,
    pub action: ActionColumns,
    /// x and y of the picture.
    pub picture: [usize; 2],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionColumns {
    Given(Vec<usize>),
    /// The table has no actions: an action is the change of these columns from a row to the next.
    Change(Vec<usize>),
}

impl ActionColumns {
    pub fn len(&self) -> usize {
        match self {
            Self::Given(columns) | Self::Change(columns) => columns.len(),
        }
    }
}

impl TableColumns {
    /// The columns that the knobs of the run name. Without names there, `x` and `y` are the picture, columns that the
    /// header calls actions are the action, and all others are the state.
    pub fn of(run: &RunConfig, table: &Table) -> Result<Self, DataError> {
        let all = |actions: bool| -> Vec<usize> {
            (0..table.names.len()).filter(|column| table.is_action[*column] == actions).collect()
        };
        let picture_by_name = || {
            let named = |name: &str| table.names.iter().position(|known| known.eq_ignore_ascii_case(name));
            let states = all(false);
            let first = states.first().copied().unwrap_or(0);
            match (named("x"), named("y")) {
                (Some(x), Some(y)) => [x, y],
                _ => [first, states.get(1).copied().unwrap_or(first)],
            }
        };
        let picture = match chosen(&PICTURE_COLUMNS.words(run), table)?.as_deref() {
            Some([x, y, ..]) => [*x, *y],
            Some([x]) => [*x, *x],
            _ => picture_by_name(),
        };
        let actions = all(true);
        let action = match chosen(&ACTION_COLUMNS.words(run), table)? {
            Some(columns) => ActionColumns::Given(columns),
            None if actions.is_empty() => ActionColumns::Change(changing(picture)),
            None => ActionColumns::Given(actions),
        };
        let state = match chosen(&STATE_COLUMNS.words(run), table)? {
            Some(columns) => columns,
            None => {
                let taken = |column: &usize| matches!(&action, ActionColumns::Given(taken) if taken.contains(column));
                (0..table.names.len()).filter(|column| !taken(column)).collect()
            }
        };
        if state.is_empty() || action.len() == 0 {
            return Err(DataError::NoColumns);
        }
        Ok(Self { state, action, picture })
    }
}

fn changing([x, y]: [usize; 2]) -> Vec<usize> {
    if x == y { vec![x] } else { vec![x, y] }
}

/// Indices of the columns with these names; None if there are no names.
fn chosen(names: &[String], table: &Table) -> Result<Option<Vec<usize>>, DataError> {
    if names.is_empty() {
        return Ok(None);
    }
    let find = |name: &String| {
        let found = table.names.iter().position(|known| known == name);
        found.ok_or_else(|| DataError::NoColumn { name: name.clone() })
    };
    names.iter().map(find).collect::<Result<_, _>>().map(Some)
}
