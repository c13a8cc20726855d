//! Plain serde types that page, workers and lab share: the configuration of a run, cards, messages, texts, and data of
//! the charts.

mod catalog;
mod config;
pub mod drawing;
mod knob;
pub mod knobs;
mod messages;
mod number;
mod plot;
mod query;
pub mod questions;
mod relabel;
mod rule;
mod scene;
mod settle;
mod sort;
pub mod table;
mod text;
mod weigh;
mod worker;

pub use catalog::{
    Catalog, Chart, Choice, ChoiceDefaults, FileCard, KnobCard, KnobGroup, KnobKind, LabelCard, MethodCard, Offer,
    Ranges, RecipeCard, SeriesCard, WorldCard,
};
pub use config::{CONFIG_VERSION, Change, MAX_CHANGES, MAX_SEED, RunConfig, Value};
pub use knob::{ChoiceKnob, ColumnsKnob, DrawingKnob, Drawn, NumberKnob, WholeKnob};
pub use messages::{Messages, Numerals, ParseError};
pub use number::parse_number;
pub use plot::{
    Calibration, Reading, Responsibilities, Responsibility, Sweep, SweepCurve, TellingMoment, Timeline,
    WeighedQuantity, WeightFormula, WeightHistogram,
};
pub use query::{LONGEST_QUERY, PAGE_SETTINGS, escape, read_query};
pub use questions::{Answer, Question};
pub use relabel::{MAX_RELABELLED, Relabel};
pub use rule::{MOST_CORNERS, PathQuantity, Rule};
pub use scene::{
    AgentView, DemoStep, DemosView, LaneFrame, Mark, PathView, Replayed, Screen, ScreenCard, StageFrame, Stick, View,
};
pub use sort::sort_short;
pub use text::{Text, TextValue};
pub use weigh::{MAX_STRETCHES, MAX_WEIGHT, Stretch, WEIGHT_STEP};
pub use worker::{
    AgentStarts, DeviceChoice, DeviceKind, DeviceReport, Failure, Found, LARGEST_FILE, LaneEvent, LaneReport,
    PlayRecording, PolicySubscription, PolicyUpdate, Progress, RecalledStep, Role, RunId, RunState, Snapshot,
    StageCommand, StageEvent, TICK, TrainerCommand, TrainerEvent, Verdict, Watchdog, WireError, WorkerEvent,
    WorkerMessage, decode, encode,
};
