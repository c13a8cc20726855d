//! Commands to the stage and events from it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{RunId, Snapshot};
use crate::{DemoStep, RunConfig, StageFrame, Stick};

/// Where the episodes of an agent begin, by its number: x and y as the visitor placed it. Other agents start at random.
pub type AgentStarts = BTreeMap<u32, [f32; 2]>;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum StageCommand {
    /// Opens a run with a number of lanes. A lane moves once it has a policy of this run.
    Open {
        run: RunId,
        lanes: u8,
    },
    /// Plays a snapshot that the page has: one that ships with it, or its copy of a run whose worker was restarted. A
    /// policy of the same run from the trainer takes precedence.
    Play {
        run: RunId,
        lane: u8,
        config: RunConfig,
        snapshot: Snapshot,
    },
    /// Share of the agents per style, on any scale. All zero changes nothing.
    Mix(Vec<f32>),
    /// Strength γ of guidance: candidate actions are chosen in proportion to e^{γ·pmi}. Zero turns it off.
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
    /// Gives a stage worker that was started anew what the visitor has played in a world, as the file that `Recorded` brought.
    RestorePlays {
        world: String,
        name: String,
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
    },
    /// False while the page is hidden.
    Animate(bool),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum StageEvent {
    /// A lane plays a policy that the trainer sent after `step` steps.
    Playing {
        run: RunId,
        lane: u8,
        step: u32,
    },
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
