//! A run is its configuration: world, style labels, method, seed and knobs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Raised when the meaning of a configuration changes; links carry it.
pub const CONFIG_VERSION: u32 = 1;

/// Seeds are 32-bit so that they survive every number type on their way.
pub const MAX_SEED: u64 = u32::MAX as u64;

/// A knob's value: a number, or the id of one of its choices.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    Number(f64),
    Word(String),
}

/// Everything that decides a run's numbers. Read from a link or file it is a wish;
/// [`Catalog::settle`](super::Catalog::settle) turns it into a run that exists.
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
    #[serde(default)]
    pub knobs: BTreeMap<String, Value>,
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
        }
    }
}

impl RunConfig {
    /// A numeric knob. Settled configurations hold every knob, so the fallback is never a silent default.
    pub fn number(&self, id: &str) -> f64 {
        match self.knobs.get(id) {
            Some(Value::Number(value)) => *value,
            _ => 0.0,
        }
    }

    pub fn whole(&self, id: &str) -> usize {
        self.number(id).max(0.0) as usize
    }

    pub fn word(&self, id: &str) -> &str {
        match self.knobs.get(id) {
            Some(Value::Word(word)) => word,
            _ => "",
        }
    }
}
