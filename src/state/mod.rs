//! The page's model: plain data. Actions of the visitor and events of the workers change it, views read it.

mod condition;
#[cfg(test)]
mod condition_tests;
mod events;
#[cfg(test)]
mod finished_tests;
#[cfg(test)]
pub mod fixture;
mod joystick;
mod kept;
mod lane;
mod lookup;
mod notices;
mod offers;
mod quantity;
mod recipe;
mod renewal;
mod run;
mod series;
pub mod shares;
mod shipped;
mod short_map;
mod stale;
#[cfg(test)]
mod tests;
mod transfer;
mod view;

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use condition::Condition;
pub use joystick::{Joystick, JoystickInput};
pub use kept::{KeptRuns, StoredRun};
pub use lane::{Lane, Playing, TrainedAgents};
pub use notices::{Notice, Notices};
pub use offers::Offers;
pub use quantity::Quantity;
pub use recipe::RecipeInUse;
pub use renewal::WorkerMemory;
pub use run::{MAX_LANES, default_run};
pub use series::{CurvePoint, ThinnedSeries};
pub use shipped::{ShippedRun, play as play_agents};
pub use short_map::ShortMap;
pub use transfer::{FileEvent, FileId, FileProgress, FileRequest, FileSource, FileStore};
pub use view::{Beat, ChartTab, Language, PagePart, Speed, Tab, ViewState, WATCHED_SECONDS};

use crate::actions::ActionCategory;
use protocol::{
    AgentStarts, Catalog, DemoStep, DemosView, DeviceChoice, DeviceReport, Replayed, RunConfig, RunId, TellingMoment,
    Text, text,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Dialog {
    Help,
    Glossary,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    /// As the system has it.
    #[default]
    Auto,
    Light,
    Dark,
}

/// What became of the last attempt to copy the link.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum LinkCopy {
    #[default]
    None,
    Copied,
    /// The browser refused; the link is shown, to be copied by hand.
    Refused(String),
}

/// What the visitor played on the console, as a file that the world reads.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    pub world: String,
    pub name: String,
    pub summary: Text,
    pub bytes: Arc<Vec<u8>>,
    /// Stretches of play that can be learnt from.
    pub stretches: u32,
}

#[derive(Clone, Debug)]
pub struct Model {
    pub catalog: Option<Arc<Catalog>>,
    /// Everything the visitor chose, including knobs of other methods, so that switching back loses nothing.
    pub requested: RunConfig,
    /// Methods side by side; empty when there is only one.
    pub compare: Vec<String>,
    pub run: RunId,
    pub lanes: Vec<Lane>,
    /// Trained runs of this visit.
    pub kept: KeptRuns,
    /// Runs that the browser stores, by the links that open them.
    pub stored: ShortMap<String, StoredRun>,
    pub demos: Option<Arc<DemosView>>,
    pub device_choice: DeviceChoice,
    pub device: DeviceReport,
    /// Percentage of agents asked for each style.
    pub shares: Vec<f32>,
    /// Style strength at play time, γ; None until it is chosen ([`Model::strength`]).
    pub strength: Option<f32>,
    pub speed: Speed,
    /// The demonstration whose weights are explained.
    pub selected: Option<u32>,
    /// The visitor chose it.
    pub selected_by_visitor: bool,
    /// The step of it that the visitor chose.
    pub selected_step: Option<usize>,
    /// The step under the pointer, shown until the pointer leaves. It is not selected: no link, lesson or panel knows it.
    pub previewed_step: Option<usize>,
    /// Where the trained critic contradicts a label most clearly: shown until the visitor chooses.
    pub telling: Option<TellingMoment>,
    /// A path drawn by hand, explained instead of the selected demonstration: x, y, x, y, ...
    pub drawn: Option<Arc<Vec<f32>>>,
    /// The pointer draws on the stage.
    pub drawing: bool,
    /// Agents that start where the visitor put them.
    pub starts: AgentStarts,
    /// The stage shows where the agents of each style end.
    pub show_ends: bool,
    pub notices: Notices,
    pub files: FileStore,
    pub memory: WorkerMemory,
    pub offers: Offers,
    pub training: bool,
    /// Live knobs changed since the run began.
    pub tuned: BTreeSet<String>,
    /// Frames of this run have arrived from the stage.
    pub agents_moving: bool,
    /// What the frames show again, because no agent can play in this world yet.
    pub replayed: Replayed,
    /// Present while the visitor plays.
    pub joystick: Option<Joystick>,
    pub recording: Option<Recording>,
    /// The visitor's game has ended, and the stage has not sent its recording yet.
    pub recording_due: bool,
    /// All that was played in this visit, by world: a stage worker that is started anew gets it back.
    pub plays: ShortMap<String, Recording>,
    /// The console's picture at the selected step.
    pub demo_step: Option<Arc<DemoStep>>,
    /// A failure was reported since training was requested, so a pause that follows is not the visitor's.
    pub failed: bool,
    pub view: ViewState,
    pub dialog: Option<Dialog>,
    pub theme: Theme,
    /// The language that the address names or the visitor chose; otherwise the browser decides.
    pub language: Option<Language>,
    pub link_copy: LinkCopy,
    /// Kinds of actions performed since the page was opened, or since [`Model::forget_performed`].
    pub performed: BTreeSet<ActionCategory>,
}

impl Default for Model {
    fn default() -> Self {
        Self {
            catalog: None,
            requested: RunConfig::default(),
            compare: Vec::new(),
            run: RunId(0),
            lanes: Vec::new(),
            kept: KeptRuns::default(),
            stored: ShortMap::default(),
            demos: None,
            device_choice: DeviceChoice::Auto,
            device: DeviceReport { kind: None, why: text!("page-device-starting") },
            shares: Vec::new(),
            strength: None,
            speed: Speed::default(),
            selected: None,
            selected_by_visitor: false,
            selected_step: None,
            previewed_step: None,
            telling: None,
            drawn: None,
            drawing: false,
            starts: AgentStarts::new(),
            show_ends: false,
            notices: Notices::default(),
            files: FileStore::default(),
            memory: WorkerMemory::default(),
            offers: Offers::default(),
            training: false,
            tuned: BTreeSet::new(),
            agents_moving: false,
            replayed: Replayed::No,
            joystick: None,
            recording: None,
            recording_due: false,
            plays: ShortMap::default(),
            demo_step: None,
            failed: false,
            view: ViewState::default(),
            dialog: None,
            theme: Theme::Auto,
            language: None,
            link_copy: LinkCopy::None,
            performed: BTreeSet::new(),
        }
    }
}
