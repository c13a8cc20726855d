//! Opens a snapshot for a run. What a snapshot says of itself is compared with the run's world, label and method once, here,
//! so that nothing later relies on a size that a file has made up.

use super::find;
use crate::nn::names::note;
use crate::nn::{Bundle, Columns, SnapshotError};
use protocol::{RunConfig, Snapshot, text};
use worlds::Files;

/// Bytes beside the networks: tables that grow with the data (weights of pairs, responsibilities, rollouts), and notes.
const BESIDE_NETWORKS: usize = 64 << 20;
/// Snapshots of more seeds are not read.
const MOST_SEEDS: usize = 64;

/// Reads a snapshot that is to be resumed or played in `run`.
pub fn open_snapshot(run: &RunConfig, files: &Files, snapshot: &Snapshot) -> Result<Bundle, SnapshotError> {
    let columns = columns(run, files).ok_or_else(|| SnapshotError::Misfit(text!("snapshot-sizes")))?;
    let bundle = Bundle::from_snapshot(snapshot, budget(run, columns))?;
    for (name, expected) in [
        (note::OBSERVATION_SIZE, columns.observation),
        (note::ACTION_SIZE, columns.action),
        (note::STYLES, columns.styles),
    ] {
        let found = bundle.whole(name)? as usize;
        if found != expected {
            let reason = text!("snapshot-other-size", name = name, found = found, expected = expected);
            return Err(SnapshotError::Misfit(reason));
        }
    }
    if bundle.stack()? != columns.stack {
        return Err(SnapshotError::Misfit(text!("snapshot-other-pictures")));
    }
    match bundle.whole(note::SEEDS)? as usize {
        1..=MOST_SEEDS => Ok(bundle),
        _ => Err(SnapshotError::Misfit(text!("snapshot-sizes"))),
    }
}

/// The columns of a run's rows, which its world, label and files determine; None where there is no such world or label.
fn columns(run: &RunConfig, files: &Files) -> Option<Columns> {
    let world = worlds::find(&run.world)?;
    let pair = world.pair_size_of(run, files);
    let styles = world.labeler(&run.label)?.card().styles.len();
    Some(Columns {
        styles,
        observation: pair.observation,
        action: pair.action,
        action_kind: pair.kind,
        stack: pair.stack,
    })
}

/// The most bytes that a snapshot of a run has.
fn budget(run: &RunConfig, columns: Columns) -> usize {
    let numbers = find(&run.method).map_or(0, |entry| (entry.saved_numbers)(run, columns));
    BESIDE_NETWORKS + 4 * numbers
}
