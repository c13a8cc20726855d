//! How the page is laid out and watched. Nothing here changes a run's numbers.

use serde::{Deserialize, Serialize};

/// The chart in the right column. Calibration always stands below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChartTab {
    Information,
    Losses,
    Weights,
    /// Charts of some methods only: clusters, reward, latent.
    Own,
}

/// What a narrow screen shows below the timeline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tab {
    #[default]
    Charts,
    Check,
    Settings,
}

/// The four parts of the story that *Show me* walks through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Beat {
    /// Agents follow the style that is asked for.
    Look,
    /// One moment of one path, and its weight.
    Why,
    /// Mutual information rises, then the policy is cloned.
    Learn,
    /// Asked against achieved.
    Check,
}

/// Parts of the page that a lesson or an address can hide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PagePart {
    Header,
    Story,
    Stage,
    Styles,
    Transport,
    Timeline,
    Why,
    Charts,
    Calibration,
    Knobs,
}

/// How fast a run trains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Speed {
    /// The whole run in about [`WATCHED_SECONDS`], so that it can be watched.
    #[default]
    Watched,
    Full,
    /// *Train* takes a single step.
    OneStep,
}

/// A language of the page; its messages are in `src/text/<name>/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    English,
    /// In simplified characters.
    Chinese,
}

/// How long a watched run takes where the machine is fast enough.
pub const WATCHED_SECONDS: f32 = 20.0;

impl Beat {
    pub fn next(self) -> Option<Self> {
        match self {
            Self::Look => Some(Self::Why),
            Self::Why => Some(Self::Learn),
            Self::Learn => Some(Self::Check),
            Self::Check => None,
        }
    }
}

impl PagePart {
    pub const ALL: [Self; 10] = [
        Self::Header,
        Self::Story,
        Self::Stage,
        Self::Styles,
        Self::Transport,
        Self::Timeline,
        Self::Why,
        Self::Charts,
        Self::Calibration,
        Self::Knobs,
    ];
}

impl Language {
    /// The language of a tag such as `zh-CN`; None where the page does not have it.
    pub fn from_tag(tag: &str) -> Option<Self> {
        Self::from_name(&tag.split('-').next()?.to_ascii_lowercase())
    }

    /// For the `lang` attribute, by which browsers choose the shapes of Chinese characters.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh-Hans",
        }
    }
}

/// Names in the address.
macro_rules! names {
    ($kind:ident { $($variant:ident = $name:literal),* $(,)? }) => {
        impl $kind {
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)* _ => None }
            }

            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

names!(ChartTab { Information = "information", Losses = "losses", Weights = "weights", Own = "own" });
names!(Tab { Charts = "charts", Check = "check", Settings = "settings" });
names!(Speed { Watched = "watched", Full = "full", OneStep = "step" });
names!(Language { English = "en", Chinese = "zh" });
names!(PagePart {
    Header = "header",
    Story = "story",
    Stage = "stage",
    Styles = "styles",
    Transport = "transport",
    Timeline = "timeline",
    Why = "why",
    Charts = "charts",
    Calibration = "calibration",
    Knobs = "knobs",
});
names!(Beat { Look = "look", Why = "why", Learn = "learn", Check = "check" });

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ViewState {
    /// None chooses by the method.
    pub chart: Option<ChartTab>,
    pub tab: Tab,
    /// The drawer with all knobs is open.
    pub knobs_open: bool,
    pub menu_open: bool,
    /// Where *Show me* is; None before it is pressed and after its end.
    pub beat: Option<Beat>,
    /// The visitor has stopped the agents.
    pub held: bool,
    /// Parts of the page that are not shown.
    pub hidden: Vec<PagePart>,
    /// The page is a part of another one, which has a header of its own.
    pub embedded: bool,
    /// The panel beside the page, as the address names it: `lesson=4.2`.
    pub panel: Option<String>,
}

impl ViewState {
    /// Names of the parts that are not shown, separated by spaces.
    pub fn hidden_names(&self) -> String {
        let header = self.embedded.then_some(PagePart::Header);
        self.hidden.iter().copied().chain(header).map(PagePart::name).collect::<Vec<_>>().join(" ")
    }
}
