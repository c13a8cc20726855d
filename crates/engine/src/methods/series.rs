//! Curves, declared once. A declaration makes the card that the page draws and the points that a check returns.

use protocol::{Chart, SeriesCard, Text};

/// The declaration of a curve: its id in readings, message key, chart and unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodSeries {
    id: &'static str,
    key: &'static str,
    chart: Chart,
    unit: Option<&'static str>,
    held_out: bool,
}

/// A point of a curve, with one value per seed.
pub struct Point {
    pub series: &'static str,
    pub values: Vec<f32>,
}

impl MethodSeries {
    /// In nats, on training trajectories. `key` is the message of its name; the explanation is that message's `.about`.
    pub const fn new(id: &'static str, key: &'static str, chart: Chart) -> Self {
        Self { id, key, chart, unit: Some("unit-nats"), held_out: false }
    }

    /// Message key of the unit; None for a plain number.
    pub const fn unit(mut self, key: Option<&'static str>) -> Self {
        self.unit = key;
        self
    }

    /// Measured on held-out trajectories.
    pub const fn held_out(mut self) -> Self {
        self.held_out = true;
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
            held_out: self.held_out,
        }
    }

    pub fn point(&self, values: Vec<f32>) -> Point {
        Point { series: self.id, values }
    }
}

/// Weighted loss of the policy on training pairs.
pub const POLICY_LOSS: MethodSeries = MethodSeries::new("policy-loss", "series-policy-loss", Chart::Loss);
/// Unweighted loss of the policy on held-out pairs.
pub const POLICY_HELD_OUT: MethodSeries =
    MethodSeries::new("policy-heldout", "series-policy-heldout", Chart::Loss).held_out();
/// InfoGAIL: mean reward per step.
pub const POLICY_REWARD: MethodSeries = MethodSeries::new("policy-reward", "series-policy-reward", Chart::Reward);
/// Estimated I(Z;S,A) on training and on held-out trajectories.
pub const MI_TRAIN: MethodSeries = MethodSeries::new("mi-train", "series-mi-train", Chart::Mi);
pub const MI_HELD_OUT: MethodSeries = MethodSeries::new("mi-heldout", "series-mi-heldout", Chart::Mi).held_out();
pub const CRITIC_LOSS: MethodSeries = MethodSeries::new("critic-loss", "series-critic-loss", Chart::Loss);

/// The curves of every policy.
pub const POLICY: [MethodSeries; 2] = [POLICY_LOSS, POLICY_HELD_OUT];
/// The curves of every critic of mutual information.
pub const CRITIC: [MethodSeries; 3] = [MI_TRAIN, MI_HELD_OUT, CRITIC_LOSS];

pub fn cards(of: &[&[MethodSeries]]) -> Vec<SeriesCard> {
    of.iter().flat_map(|series| series.iter()).map(MethodSeries::card).collect()
}

/// Whether a reading is about the policy, and not about what is trained before it.
pub fn is_about_policy(series: &str) -> bool {
    [POLICY_LOSS, POLICY_HELD_OUT, POLICY_REWARD].iter().any(|known| known.id == series)
}
