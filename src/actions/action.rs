//! Every action of a visitor.

use serde::{Deserialize, Serialize};

use crate::state::{ChartTab, Dialog, JoystickInput, Language, PagePart, Speed, Tab, Theme};
use protocol::{DeviceChoice, Role, Stick, Value};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Action {
    // The run.
    ChooseWorld(String),
    ChooseLabel(String),
    /// In a comparison that has the method already, only its knobs and charts come to the front.
    ChooseMethod(String),
    /// A live knob changes the run as it goes on; any other starts it again.
    SetKnob {
        knob: String,
        value: Value,
    },
    /// Sets all knobs of one of the method's recipes.
    ChooseRecipe(String),
    SetSeed(f64),
    /// One of the kinds of data that the world's card lists.
    ChoosePreset(String),
    /// Starts the comparison with the default methods, or ends it.
    Compare(bool),
    /// Adds a method to the comparison or removes it; there are always two or three.
    ToggleCompared(String),

    // Training.
    Train,
    Pause,
    ToggleTraining,
    /// One optimiser step, then a pause.
    TrainStep,
    Reset,
    SetSpeed(Speed),
    ChooseDevice(DeviceChoice),

    // What agents are asked for.
    SetStyleShare {
        style: usize,
        percent: f32,
    },
    /// All agents follow one style.
    AskForStyle(usize),
    /// As many agents for each style.
    MixStyles,
    SetStyleStrength(f32),

    // Demonstrations.
    SelectDemonstration(u32),
    SelectNextDemonstration,
    SelectPreviousDemonstration,
    /// A step of the selected demonstration or drawn path.
    SelectStep(usize),

    // The stage.
    /// Turns drawing with the pointer on or off.
    Draw(bool),
    /// A path drawn by hand, x, y, x, y, ...: explained like a demonstration.
    DrawPath(Vec<f32>),
    PlaceAgent {
        agent: u32,
        at: [f32; 2],
    },
    /// All agents start at random again.
    FreeAgents,
    ShowEnds(bool),
    /// Stops the agents, or lets them move again.
    HoldAgents(bool),

    // The visitor plays.
    StartPlaying,
    StopPlaying,
    MoveJoystick {
        input: JoystickInput,
        stick: Stick,
    },
    /// The visitor's plays become the demonstrations.
    LearnFromPlays,
    DownloadPlays,

    // Files and links.
    /// A file for the world on the page.
    LoadFile {
        name: String,
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
    },
    DownloadSnapshot,
    /// Opens the run of a snapshot that the visitor has, where it was left.
    OpenSnapshot {
        /// The run's link, as the snapshot has it.
        query: String,
        step: u32,
        finished: bool,
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
    },
    CopyLink,
    CloseLink,
    /// Opens another address of this page, such as the previous one.
    Navigate(String),

    // The page.
    ShowChart(ChartTab),
    ShowTab(Tab),
    OpenKnobs(bool),
    OpenMenu(bool),
    /// Opens a panel beside the page, as the address names it (`lesson=4.2`), or another page of the open one.
    OpenPanel(String),
    ClosePanel,
    /// All other parts of the page are shown.
    HideParts(Vec<PagePart>),
    /// Goes on to the next part of the story.
    ShowMe,
    EndStory,
    OpenDialog(Dialog),
    CloseDialog,
    SetTheme(Theme),
    SetLanguage(Language),
    DismissNotice(u32),
    /// Starts a worker that was given up.
    RestartWorker(Role),
}

/// Categories of actions, for conditions such as "a slider has moved".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ActionCategory {
    World,
    Label,
    Method,
    Knob,
    Comparison,
    Training,
    Device,
    Styles,
    Demonstration,
    SelectedStep,
    Drawing,
    Starts,
    Ends,
    Play,
    File,
    Link,
    Page,
}

impl ActionCategory {
    pub const ALL: [Self; 17] = [
        Self::World,
        Self::Label,
        Self::Method,
        Self::Knob,
        Self::Comparison,
        Self::Training,
        Self::Device,
        Self::Styles,
        Self::Demonstration,
        Self::SelectedStep,
        Self::Drawing,
        Self::Starts,
        Self::Ends,
        Self::Play,
        Self::File,
        Self::Link,
        Self::Page,
    ];
}

impl Action {
    pub fn category(&self) -> ActionCategory {
        match self {
            Self::ChooseWorld(_) => ActionCategory::World,
            Self::ChooseLabel(_) => ActionCategory::Label,
            Self::ChooseMethod(_) => ActionCategory::Method,
            Self::ChoosePreset(_) => ActionCategory::Knob,
            Self::SetKnob { .. } | Self::ChooseRecipe(_) | Self::SetSeed(_) => ActionCategory::Knob,
            Self::Compare(_) | Self::ToggleCompared(_) => ActionCategory::Comparison,
            Self::Train | Self::Pause | Self::ToggleTraining => ActionCategory::Training,
            Self::TrainStep | Self::Reset | Self::SetSpeed(_) => ActionCategory::Training,
            Self::ChooseDevice(_) => ActionCategory::Device,
            Self::SetStyleShare { .. } | Self::SetStyleStrength(_) => ActionCategory::Styles,
            Self::AskForStyle(_) | Self::MixStyles => ActionCategory::Styles,
            Self::SelectDemonstration(_) => ActionCategory::Demonstration,
            Self::SelectNextDemonstration | Self::SelectPreviousDemonstration => ActionCategory::Demonstration,
            Self::SelectStep(_) => ActionCategory::SelectedStep,
            Self::Draw(_) | Self::DrawPath(_) => ActionCategory::Drawing,
            Self::PlaceAgent { .. } | Self::FreeAgents => ActionCategory::Starts,
            Self::ShowEnds(_) => ActionCategory::Ends,
            Self::HoldAgents(_) | Self::ShowMe | Self::EndStory => ActionCategory::Page,
            Self::ShowChart(_) | Self::ShowTab(_) | Self::OpenKnobs(_) | Self::OpenMenu(_) => ActionCategory::Page,
            Self::StartPlaying | Self::StopPlaying | Self::MoveJoystick { .. } => ActionCategory::Play,
            Self::LearnFromPlays => ActionCategory::Play,
            Self::LoadFile { .. } | Self::DownloadSnapshot | Self::DownloadPlays => ActionCategory::File,
            Self::OpenSnapshot { .. } => ActionCategory::File,
            Self::CopyLink | Self::CloseLink | Self::Navigate(_) => ActionCategory::Link,
            Self::OpenDialog(_) | Self::CloseDialog | Self::SetTheme(_) => ActionCategory::Page,
            Self::OpenPanel(_) | Self::ClosePanel | Self::HideParts(_) => ActionCategory::Page,
            Self::SetLanguage(_) | Self::DismissNotice(_) | Self::RestartWorker(_) => ActionCategory::Page,
        }
    }

    /// Whether views have to be updated. Joystick movements come with every frame and change none.
    pub fn is_shown(&self) -> bool {
        !matches!(self, Self::MoveJoystick { .. })
    }
}
