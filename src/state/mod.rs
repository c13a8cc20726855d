//! What the page knows. Plain data: events and wishes change it, views read it.

mod files;
pub mod mix;
mod notes;
mod plan;
mod reduce;
mod series;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use files::{Files, Moving};
pub use notes::{Note, Notes};
pub use plan::{MOST_LANES, plain};
pub use reduce::Then;
pub use series::{Point, Series};

use protocol::{
    Calibration, Catalog, DemosView, DeviceChoice, DeviceReport, LabelCard, MethodCard, Moment, Progress,
    Responsibilities, RunConfig, RunId, RunState, Snapshot, Text, Timeline, WeightHistogram, WorldCard, text,
};

/// What the agents of a lane are driven by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Playing {
    #[default]
    Nothing,
    Pretrained,
    Own {
        step: u32,
    },
}

/// One run among those side by side.
#[derive(Clone, Debug, Default)]
pub struct Lane {
    pub config: RunConfig,
    pub playing: Playing,
    pub progress: Option<Progress>,
    pub series: BTreeMap<String, Series>,
    pub weights: Option<Arc<WeightHistogram>>,
    pub responsibilities: Option<Arc<Responsibilities>>,
    pub calibration: Option<Arc<Calibration>>,
    /// Why there is none, where there cannot be one.
    pub uncalibrated: Option<Text>,
    pub timeline: Option<Arc<Timeline>>,
    /// The latest, to resume from and to download.
    pub snapshot: Option<(u32, Snapshot)>,
}

impl Lane {
    pub fn new(config: RunConfig) -> Self {
        Self { config, ..Self::default() }
    }

    pub fn latest(&self, series: &str) -> Option<f32> {
        self.series.get(series).and_then(Series::latest)
    }
}

/// What the visitor played, as a recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Own {
    pub world: String,
    pub name: String,
    /// How it went, in a sentence.
    pub said: Text,
    pub bytes: Arc<Vec<u8>>,
    pub stretches: u32,
}

#[derive(Clone, Debug)]
pub struct Model {
    pub catalog: Option<Arc<Catalog>>,
    /// All that was asked for, knobs of other methods included: switching back forgets nothing.
    pub wish: RunConfig,
    /// Methods side by side; empty when there is only one.
    pub compare: Vec<String>,
    pub run: RunId,
    pub lanes: Vec<Lane>,
    pub demos: Option<Arc<DemosView>>,
    pub choice: DeviceChoice,
    pub device: DeviceReport,
    pub mix: Vec<f32>,
    pub strength: f32,
    pub speed: Option<f32>,
    /// The demonstration whose weights are explained, and the step looked at.
    pub selected: Option<u32>,
    pub point: Option<usize>,
    /// A path drawn by hand: it is explained instead of the selected one.
    pub drawn: Option<Arc<Vec<f32>>>,
    /// The pointer draws.
    pub drawing: bool,
    /// Agents that start where the visitor put them.
    pub starts: BTreeMap<u32, [f32; 2]>,
    /// Whether it is shown where each style's agents end.
    pub ends: bool,
    pub notes: Notes,
    pub files: Files,
    pub training: bool,
    /// Live knobs turned since the run began.
    pub tuned: BTreeSet<String>,
    /// Stage frames have arrived for this run.
    pub moving: bool,
    /// What moves are demonstrations, because nobody can play in this world yet.
    pub replayed: bool,
    pub own: Option<Own>,
    /// The demonstration looked at, as its player saw it.
    pub moment: Option<Arc<Moment>>,
    /// Something went wrong since training was asked for: a pause that follows was not the visitor's.
    pub troubled: bool,
}

impl Default for Model {
    fn default() -> Self {
        Self {
            catalog: None,
            wish: RunConfig::default(),
            compare: Vec::new(),
            run: RunId(0),
            lanes: Vec::new(),
            demos: None,
            choice: DeviceChoice::Auto,
            device: DeviceReport { kind: None, why: text!("device-starting") },
            mix: Vec::new(),
            strength: 0.0,
            speed: None,
            selected: None,
            point: None,
            drawn: None,
            drawing: false,
            starts: BTreeMap::new(),
            ends: false,
            notes: Notes::default(),
            files: Files::default(),
            training: false,
            tuned: BTreeSet::new(),
            moving: false,
            replayed: false,
            own: None,
            moment: None,
            troubled: false,
        }
    }
}

impl Model {
    pub fn world(&self) -> Option<&WorldCard> {
        self.catalog.as_ref()?.world(&self.wish.world)
    }

    pub fn label(&self) -> Option<&LabelCard> {
        self.world()?.label(&self.wish.label)
    }

    pub fn method(&self) -> Option<&MethodCard> {
        self.catalog.as_ref()?.method(&self.wish.method)
    }

    pub fn method_of(&self, lane: usize) -> Option<&MethodCard> {
        self.catalog.as_ref()?.method(&self.lanes.get(lane)?.config.method)
    }

    pub fn styles(&self) -> Vec<Text> {
        self.label().map(|label| label.styles.clone()).unwrap_or_default()
    }

    pub fn style_name(&self, style: usize) -> Text {
        let name = self.label().and_then(|label| label.styles.get(style).cloned());
        name.unwrap_or_else(|| text!("page-style-unnamed", number = style))
    }

    /// The lane of the method whose knobs are shown.
    pub fn focus(&self) -> usize {
        self.lanes.iter().position(|lane| lane.config.method == self.wish.method).unwrap_or(0)
    }

    pub fn focused(&self) -> Option<&Lane> {
        self.lanes.get(self.focus())
    }

    /// The lane that can explain weights: the focused one, or the first that has a critic.
    pub fn critic_lane(&self) -> Option<usize> {
        let has = |lane: &usize| self.method_of(*lane).is_some_and(|card| card.has_critic);
        Some(self.focus()).filter(has).or_else(|| (0..self.lanes.len()).find(has))
    }

    /// What a lane that clusters trajectories says of them: the focused lane, or the first that does.
    pub fn responsibilities(&self) -> Option<&Arc<Responsibilities>> {
        let told = |lane: &Lane| lane.responsibilities.is_some();
        let lane = self.focused().filter(|lane| told(lane)).or_else(|| self.lanes.iter().find(|lane| told(lane)))?;
        lane.responsibilities.as_ref()
    }

    pub fn timeline(&self) -> Option<&Arc<Timeline>> {
        let lane = self.critic_lane().unwrap_or_else(|| self.focus());
        let timeline = self.lanes.get(lane)?.timeline.as_ref()?;
        let wanted = self.selected.filter(|_| self.drawn.is_none());
        (timeline.trajectory == wanted).then_some(timeline)
    }

    /// The step looked at, of so many; before the visitor chooses, one past the middle, where styles have parted.
    pub fn point_of(&self, steps: usize) -> usize {
        self.point.unwrap_or(steps * 3 / 5).min(steps.saturating_sub(1))
    }

    /// Which demonstration the visitor looks at and at which step, where that can be shown on a screen.
    pub fn looked_at(&self) -> Option<(RunConfig, u32, u32)> {
        self.world()?.screen.as_ref()?;
        let (selected, lane) = (self.selected?, self.focused()?);
        Some((lane.config.clone(), selected, self.point_of(self.steps_of_selected()?) as u32))
    }

    /// How many steps the demonstration looked at has.
    pub fn steps_of_selected(&self) -> Option<usize> {
        let paths = &self.demos.as_ref()?.paths;
        paths.iter().find(|path| Some(path.trajectory) == self.selected).map(|path| path.xy.len() / 2)
    }

    /// What was there at that step, once the stage has said so.
    pub fn shown_moment(&self) -> Option<&Arc<Moment>> {
        self.moment.as_ref().filter(|moment| Some(moment.trajectory) == self.selected)
    }

    /// Whether agents come to an end here. Games go on, and what is only shown again ends nowhere of its own.
    pub fn has_ends(&self) -> bool {
        self.world().is_some_and(|card| card.screen.is_none())
    }

    pub fn state(&self) -> RunState {
        let states: Vec<_> =
            self.lanes.iter().filter_map(|lane| lane.progress.as_ref()).map(|progress| progress.state).collect();
        match self.training {
            true => RunState::Running,
            false if !states.is_empty() && states.iter().all(|state| *state == RunState::Done) => RunState::Done,
            false => RunState::Paused,
        }
    }
}
