//! What the stage canvas shows, in the units of the world.

use serde::{Deserialize, Serialize};

/// The rectangle of the plane that the canvas shows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    pub left: f32,
    pub bottom: f32,
    pub right: f32,
    pub top: f32,
}

/// A thin line under the agents: part of the world (a court), or the border between two styles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Mark {
    Line {
        from: [f32; 2],
        to: [f32; 2],
    },
    /// Part of an ellipse between two angles, in radians from the x axis towards the y axis.
    Arc {
        /// None stands for the start of each path.
        centre: Option<[f32; 2]>,
        radii: [f32; 2],
        from: f32,
        to: f32,
    },
}

/// A demonstration, or the noise-free path of a style.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PathView {
    /// Index of the trajectory among all demonstrations, for `TrainerCommand::Inspect`.
    pub trajectory: u32,
    /// The style it is labelled with.
    pub style: u8,
    pub held_out: bool,
    /// x, y, x, y, ...
    pub xy: Vec<f32>,
}

/// The demonstrations, as far as the page draws them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DemosView {
    /// All demonstrations, shown or not.
    pub trajectories: u32,
    pub pairs: u32,
    pub held_out_trajectories: u32,
    /// A few of each style, to draw faintly and to select from.
    pub paths: Vec<PathView>,
    /// One noise-free path per style.
    pub ideals: Vec<PathView>,
    /// Share of the demonstrations per style, p(z).
    pub prior: Vec<f32>,
    /// A step longer than this is a jump and is not drawn as a line.
    pub stride: Option<f32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentView {
    pub x: f32,
    pub y: f32,
    /// The requested style.
    pub style: u8,
    /// True on the first frame of an episode, or of a life: the agent's trail begins again.
    pub fresh: bool,
    /// True on the last frame of an episode.
    pub done: bool,
}

/// All agents at one time, per lane: one lane, or up to three when comparing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StageFrame {
    pub lanes: Vec<LaneFrame>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LaneFrame {
    pub agents: Vec<AgentView>,
    /// Consoles side by side, in worlds that are played on one.
    pub screens: Vec<Screen>,
    /// Positions of other characters around the agents, in recorded rollouts.
    pub others: Vec<[f32; 2]>,
    pub replayed: Replayed,
}

/// What the stage replays in a world that cannot be simulated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Replayed {
    /// Nothing: agents move.
    #[default]
    No,
    Demonstrations,
    /// Rollouts that were recorded when the run was trained.
    Rollouts,
}

/// State of a joystick: direction (right and down are positive) and whether the button is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stick {
    pub x: i8,
    pub y: i8,
    pub fire: bool,
}

/// The picture of one console, with the state of its player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Screen {
    /// Palette indices, row by row; the `ScreenCard` of the world has the size and the palette.
    #[serde(with = "serde_bytes")]
    pub pixels: Vec<u8>,
    /// The requested style.
    pub style: u8,
    pub score: u32,
    pub action: Stick,
    /// PMI of the action with the requested style, nats; None without a critic.
    pub pmi: Option<f32>,
    /// The style of the latest stretch of play, as the label function classifies it.
    pub achieved: Option<u8>,
}

/// One step of a demonstration: the player's screen and action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DemoStep {
    pub trajectory: u32,
    pub step: u32,
    /// Empty without a cartridge to render the picture from.
    #[serde(with = "serde_bytes")]
    pub pixels: Vec<u8>,
    pub action: Stick,
    pub score: u32,
    /// Positions of the other characters, in the plane of the player.
    pub others: Vec<[f32; 2]>,
}

/// The screen of a console: size in pixels, and palette as 0xRRGGBB.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScreenCard {
    pub width: u32,
    pub height: u32,
    pub colours: Vec<u32>,
}
