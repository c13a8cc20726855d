//! What the numbers of a pair mean, for those who use networks and weights elsewhere.

use serde::Serialize;

use crate::PairSize;

/// One number of an observation or action. A network gets or gives (value - offset) / scale.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairColumn {
    pub name: String,
    /// Of the value; empty where it has none.
    pub unit: String,
    pub offset: f64,
    pub scale: f64,
}

impl PairColumn {
    pub fn new(name: impl Into<String>, unit: &str, offset: f64, scale: f64) -> Self {
        Self { name: name.into(), unit: unit.into(), offset, scale }
    }

    /// A number that networks see as it is.
    pub fn plain(name: impl Into<String>) -> Self {
        Self::new(name, "", 0.0, 1.0)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairColumns {
    pub observation: Vec<PairColumn>,
    pub action: Vec<PairColumn>,
}

impl PairColumns {
    /// Numbers without a description: features that only code explains, and choices.
    pub fn numbered(size: PairSize) -> Self {
        let numbered = |letter: char, count: usize| {
            (0..count).map(|index| PairColumn::plain(format!("{letter}{index}"))).collect()
        };
        Self { observation: numbered('s', size.observation), action: numbered('a', size.action) }
    }

    /// The latest `history` positions, oldest first, and a direction or step.
    pub fn positions(history: usize, offset: [f64; 2], scale: f64, action: [PairColumn; 2]) -> Self {
        let position = |lag: usize| {
            let name = |axis: char| if lag == 0 { format!("{axis}[t]") } else { format!("{axis}[t-{lag}]") };
            [('x', 0), ('y', 1)].map(|(axis, index)| PairColumn::new(name(axis), "units", offset[index], scale))
        };
        Self { observation: (0..history).rev().flat_map(position).collect(), action: action.into() }
    }
}
