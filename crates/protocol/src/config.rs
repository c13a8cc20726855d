//! A run is its configuration: world, style labels, method, seed and knobs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Relabel, Rule, Stretch};

/// Raised when the meaning of a configuration changes; links carry it.
pub const CONFIG_VERSION: u32 = 1;

/// Largest seed. 32 bits pass through every number type of JSON, JavaScript and WebAssembly unchanged.
pub const MAX_SEED: u64 = u32::MAX as u64;

/// Most changes of live knobs in a run, since its link has to hold them.
pub const MAX_CHANGES: usize = 200;

/// A knob's value: a number, or the id of one of its choices.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(f64),
    Word(String),
}

/// In JSON a value is a plain number or string, `0.5` or `"mean"`; in binary messages a tag says which of the two follows.
mod value {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Value;

    #[derive(Serialize, Deserialize)]
    #[serde(untagged, remote = "Value")]
    enum Written {
        Number(f64),
        Word(String),
    }

    #[derive(Serialize, Deserialize)]
    #[serde(remote = "Value")]
    enum Sent {
        Number(f64),
        Word(String),
    }

    impl Serialize for Value {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            if to.is_human_readable() { Written::serialize(self, to) } else { Sent::serialize(self, to) }
        }
    }

    impl<'de> Deserialize<'de> for Value {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            if from.is_human_readable() { Written::deserialize(from) } else { Sent::deserialize(from) }
        }
    }
}

/// Everything that decides the numbers of a run. As read from a link or file it may name worlds, knobs or values that
/// do not exist; [`Catalog::settle`](super::Catalog::settle) turns it into a run that can be opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunConfig {
    #[serde(default)]
    pub version: u32,
    #[serde(default)]
    pub world: String,
    #[serde(default)]
    pub label: String,
    #[serde(default)]
    pub method: String,
    #[serde(default)]
    pub seed: u64,
    /// Values at the start of the run.
    #[serde(default)]
    pub knobs: BTreeMap<String, Value>,
    /// Changes of live knobs, by rising step; of several at one step the last counts.
    #[serde(default)]
    pub changes: Vec<Change>,
    /// Weights by hand of stretches of training demonstrations; all other moments weigh one.
    #[serde(default)]
    pub weigh: Vec<Stretch>,
    /// Styles by hand of demonstrations.
    #[serde(default)]
    pub relabel: Vec<Relabel>,
    /// A rule that decides the styles instead of the label.
    #[serde(default)]
    pub rule: Option<Rule>,
}

/// A live knob gets another value while the run goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// Optimiser steps taken before it.
    pub step: u32,
    pub knob: String,
    pub value: Value,
}

impl RunConfig {
    /// The settings in effect after `step` steps, as a run without changes.
    pub fn in_effect(&self, step: u32) -> Self {
        let mut run = Self { changes: Vec::new(), ..self.clone() };
        for change in self.changes.iter().filter(|change| change.step <= step) {
            run.knobs.insert(change.knob.clone(), change.value.clone());
        }
        run
    }

    /// Records a change, which replaces changes of the same knob from its step on. Before the first step it sets the
    /// knob's value at the start. Returns false, and changes nothing, when there are too many.
    pub fn record(&mut self, change: Change) -> bool {
        let stays = |known: &&Change| known.knob != change.knob || known.step < change.step;
        let mut changes: Vec<Change> = self.changes.iter().filter(stays).cloned().collect();
        if change.step == 0 {
            self.knobs.insert(change.knob, change.value);
        } else if changes.len() < MAX_CHANGES {
            let place = changes.partition_point(|known| known.step <= change.step);
            changes.insert(place, change);
        } else {
            return false;
        }
        self.changes = changes;
        true
    }
}

impl Default for RunConfig {
    fn default() -> Self {
        Self {
            version: CONFIG_VERSION,
            world: String::new(),
            label: String::new(),
            method: String::new(),
            seed: 1,
            knobs: BTreeMap::new(),
            changes: Vec::new(),
            weigh: Vec::new(),
            relabel: Vec::new(),
            rule: None,
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}
