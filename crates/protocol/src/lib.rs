//! What page and workers say to each other, and what a run is. Plain serde types.

mod catalog;
mod config;
mod message;
mod plot;
mod query;
mod scene;
mod settle;

pub use catalog::{
    Catalog, Choice, FileCard, KnobCard, KnobGroup, KnobKind, LabelCard, MethodCard, Offer, Ranges, SeriesCard,
    WorldCard,
};
pub use config::{CONFIG_VERSION, MAX_SEED, RunConfig, Value};
pub use message::{
    Command, DeviceChoice, DeviceKind, DeviceReport, Event, Failure, Found, LARGEST_FILE, Phase, Progress, Role, RunId,
    Snapshot, WireError, decode, encode,
};
pub use plot::{Calibration, Reading, Responsibilities, Responsibility, Sweep, SweepCurve, Timeline, WeightHistogram};
pub use scene::{AgentView, DemosView, Frame, LaneFrame, Mark, Moment, PathView, Screen, ScreenCard, Stick, View};
