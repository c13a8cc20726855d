//! Curves, declared once. A declaration makes the card that the page draws and the points that a check returns.

use protocol::{Chart, SeriesCard, Text};

/// A curve: its id in readings, message key, chart and unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Series {
    id: &'static str,
    key: &'static str,
    chart: Chart,
    unit: Option<&'static str>,
    higher_is_better: bool,
}

/// A point of a curve, with one value per seed.
pub struct Point {
    pub series: &'static str,
    pub values: Vec<f32>,
}

impl Series {
    /// In nats, where lower is better. `key` is the message of its name; the explanation is that message's `.about`.
    pub const fn new(id: &'static str, key: &'static str, chart: Chart) -> Self {
        Self { id, key, chart, unit: Some("unit-nats"), higher_is_better: false }
    }

    /// Message key of the unit; None for a plain number.
    pub const fn unit(mut self, key: Option<&'static str>) -> Self {
        self.unit = key;
        self
    }

    pub const fn higher_is_better(mut self) -> Self {
        self.higher_is_better = true;
        self
    }

    pub const fn id(&self) -> &'static str {
        self.id
    }

    pub fn card(&self) -> SeriesCard {
        let name = Text::new(self.key);
        SeriesCard {
            id: self.id.into(),
            about: name.about(),
            name,
            unit: self.unit.map(Text::new),
            chart: self.chart,
            higher_is_better: self.higher_is_better,
        }
    }

    pub fn point(&self, values: Vec<f32>) -> Point {
        Point { series: self.id, values }
    }
}

/// Weighted loss of the policy on training pairs.
pub const POLICY_LOSS: Series = Series::new("policy-loss", "series-policy-loss", Chart::Loss);
/// Unweighted loss of the policy on held-out pairs.
pub const POLICY_HELD_OUT: Series = Series::new("policy-heldout", "series-policy-heldout", Chart::Loss);
/// InfoGAIL: mean reward per step.
pub const POLICY_REWARD: Series =
    Series::new("policy-reward", "series-policy-reward", Chart::Reward).higher_is_better();
/// Estimated I(Z;S,A) on training and on held-out trajectories.
pub const MI_TRAIN: Series = Series::new("mi-train", "series-mi-train", Chart::Mi).higher_is_better();
pub const MI_HELD_OUT: Series = Series::new("mi-heldout", "series-mi-heldout", Chart::Mi).higher_is_better();
pub const CRITIC_LOSS: Series = Series::new("critic-loss", "series-critic-loss", Chart::Loss);

/// The curves of every policy.
pub const POLICY: [Series; 2] = [POLICY_LOSS, POLICY_HELD_OUT];
/// The curves of every critic of mutual information.
pub const CRITIC: [Series; 3] = [MI_TRAIN, MI_HELD_OUT, CRITIC_LOSS];

pub fn cards(of: &[&[Series]]) -> Vec<SeriesCard> {
    of.iter().flat_map(|series| series.iter()).map(Series::card).collect()
}

/// Whether a reading is about the policy, and not about what is trained before it.
pub fn is_about_policy(series: &str) -> bool {
    [POLICY_LOSS, POLICY_HELD_OUT, POLICY_REWARD].iter().any(|known| known.id == series)
}
