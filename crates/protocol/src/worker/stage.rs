//! Commands to the stage and events from it.

use serde::{Deserialize, Serialize};

use super::{RunId, Snapshot};
use crate::{DemoStep, RunConfig, StageFrame, Stick};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum StageCommand {
    /// Plays these policies, one per lane of the run. A lane without a snapshot keeps the policy it has.
    Play {
        run: RunId,
        lanes: Vec<RunConfig>,
        snapshots: Vec<Option<Snapshot>>,
    },
    /// Share of the agents per style, on any scale. All zero changes nothing.
    Mix(Vec<f32>),
    /// Strength β of guidance: candidate actions are chosen in proportion to e^{β·pmi}. Zero turns it off.
    Strength(f32),
    /// Sets where the episodes of an agent begin, in every lane; None draws starts at random again.
    Place {
        agent: u32,
        at: Option<[f32; 2]>,
    },
    /// Requests one step of a demonstration. In games the stage replies with `DemoStep`.
    ShowDemoStep {
        run: RunId,
        config: RunConfig,
        trajectory: u32,
        step: u32,
    },
    /// Starts a game that the visitor plays in place of the agents.
    TakeJoystick {
        run: RunId,
        config: RunConfig,
    },
    MoveJoystick(Stick),
    /// Ends the visitor's game. The stage replies with `Recorded`.
    ReleaseJoystick,
    /// False while the page is hidden.
    Animate(bool),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum StageEvent {
    Frame {
        run: RunId,
        frame: StageFrame,
    },
    DemoStep {
        run: RunId,
        step: DemoStep,
    },
    /// The visitor's game has ended.
    Recorded(PlayRecording),
}

/// All games that the visitor has played in a world, as a file that the world reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayRecording {
    pub world: String,
    /// Name of the file.
    pub name: String,
    /// Score of the last game.
    pub score: u32,
    /// Number of games.
    pub plays: u32,
    pub decisions: u32,
    /// Number of stretches per style.
    pub styles: Vec<u32>,
    #[serde(with = "serde_bytes")]
    pub bytes: Vec<u8>,
}
