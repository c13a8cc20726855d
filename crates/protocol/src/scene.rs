//! What is drawn on the stage, in the world's own units.

use serde::{Deserialize, Serialize};

/// The part of the plane that the stage shows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    pub left: f32,
    pub bottom: f32,
    pub right: f32,
    pub top: f32,
}

/// A thin line under the agents: of the world itself (a court), or where one style ends and the next begins.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Mark {
    Line {
        from: [f32; 2],
        to: [f32; 2],
    },
    /// Part of an ellipse between two angles, in radians from the x axis towards the y axis.
    Arc {
        /// None is wherever a path starts.
        centre: Option<[f32; 2]>,
        radii: [f32; 2],
        from: f32,
        to: f32,
    },
}

/// A demonstration, or the noise-free path of a style.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PathView {
    /// Index of the trajectory among all demonstrations, for `Command::Inspect`.
    pub trajectory: u32,
    /// The style it is labelled with.
    pub style: u8,
    pub held_out: bool,
    /// x, y, x, y, ...
    pub xy: Vec<f32>,
}

/// What the page draws of the data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DemosView {
    /// All demonstrations, shown or not.
    pub trajectories: u32,
    pub pairs: u32,
    pub held_out_trajectories: u32,
    /// A few of each style, to draw faintly and to select from.
    pub paths: Vec<PathView>,
    /// One noise-free path a style.
    pub ideals: Vec<PathView>,
    /// Share of demonstrations of each style, p(z).
    pub prior: Vec<f32>,
    /// Paths break at steps longer than this: nobody went that way.
    pub stride: Option<f32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentView {
    pub x: f32,
    pub y: f32,
    /// The style it is asked for.
    pub style: u8,
    /// True on the first frame of an episode, or of a life: the tail starts anew.
    pub fresh: bool,
    /// True on the last frame of an episode.
    pub done: bool,
}

/// All agents at one moment. Lanes stand side by side: one, or up to three when comparing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    pub lanes: Vec<LaneFrame>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LaneFrame {
    pub agents: Vec<AgentView>,
    /// Consoles side by side, in worlds that are played on one.
    pub screens: Vec<Screen>,
    /// These are demonstrations shown again, because nobody can play here.
    pub replayed: bool,
}

/// A joystick: where it leans (right and down are positive) and whether its button is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stick {
    pub x: i8,
    pub y: i8,
    pub fire: bool,
}

/// The picture of a console, and what is known of who plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Screen {
    /// Colours by number, row by row; the world's card has the size and the colours.
    #[serde(with = "serde_bytes")]
    pub pixels: Vec<u8>,
    /// The style it is asked for.
    pub style: u8,
    pub score: u32,
    pub action: Stick,
    /// What the action tells about the style asked for, nats; None without a critic.
    pub pmi: Option<f32>,
    /// The style that its latest stretch of play shows.
    pub achieved: Option<u8>,
}

/// What a demonstration's player saw at one step, and did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    pub trajectory: u32,
    pub point: u32,
    /// Empty where there is no console to make the picture again.
    #[serde(with = "serde_bytes")]
    pub pixels: Vec<u8>,
    pub action: Stick,
    pub score: u32,
    /// Who else was there, in the plane that the player moves in.
    pub others: Vec<[f32; 2]>,
}

/// The screen of a console: pixels across and down, and its colours as 0xRRGGBB.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScreenCard {
    pub width: u32,
    pub height: u32,
    pub colours: Vec<u32>,
}
