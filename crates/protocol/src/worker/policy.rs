//! Messages between the trainer and the stage, through a port of their own.

use serde::{Deserialize, Serialize};

use super::{RunId, Snapshot};
use crate::RunConfig;

/// From the trainer: the policy of one lane after `step` steps, in a snapshot without optimiser state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PolicyUpdate {
    pub run: RunId,
    pub lane: u8,
    pub config: RunConfig,
    pub step: u32,
    pub snapshot: Snapshot,
    /// Workers that train the lane.
    pub workers: u8,
}

/// From the stage: whether the trainer sends policies. On `true` it first sends the current policy of every lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicySubscription(pub bool);
