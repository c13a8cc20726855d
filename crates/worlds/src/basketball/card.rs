//! How basketball describes itself to the page: texts, knobs, defaults and files.

use std::collections::BTreeMap;

use super::court;
use protocol::knobs::{critic, policy, recipes, weights};
use protocol::{ChoiceKnob, FileCard, KnobGroup, LabelCard, Offer, Value, WholeKnob, WorldCard, text};

/// The file that `./dev data` makes.
pub const REAL_PATHS: &str = "nba.pack";

/// Where demonstrations come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathOrigin {
    /// Tracking data from a loaded file.
    Real,
    /// The movement model that ships with the page.
    Simulated,
}

pub const SOURCE: ChoiceKnob<PathOrigin> = ChoiceKnob::new(
    "source",
    "knob-source",
    KnobGroup::Data,
    &[("real", PathOrigin::Real), ("simulated", PathOrigin::Simulated)],
    "simulated",
);
/// Training paths, all styles together.
pub const COUNT: WholeKnob = WholeKnob::new("paths", "knob-paths", KnobGroup::Data, (100, 10_000), 2000).step(100);
/// What an attacker observes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observes {
    /// Its place, its last velocities, the time left and how it turned.
    Motion,
    /// Its place alone.
    Place,
}

pub const OBSERVES: ChoiceKnob<Observes> = ChoiceKnob::new(
    "observes",
    "knob-observes",
    KnobGroup::Data,
    &[("motion", Observes::Motion), ("place", Observes::Place)],
    "motion",
);
/// A player about to go left or right is not described by the average of both, so actions need a mixture.
pub const PARTS: WholeKnob = policy::PARTS.with_default(4);

pub fn card(id: &str, labels: Vec<LabelCard>) -> WorldCard {
    let knobs = vec![SOURCE.card(), COUNT.card(), OBSERVES.card(), PARTS.card()];
    WorldCard {
        defaults: defaults(),
        // By destination, on real data, BC-PMI's paths show their style in 73 % of cases without guidance, in 90 % at 0.5 and in
        // 95 % at 1; from 1.5 on a classifier tells them from players' paths (AUC above 0.62).
        strength: 1.0,
        recipes: [(recipes::BEST.into(), defaults()), (recipes::PAPER.into(), paper())].into(),
        unit: Some(text!("unit-feet")),
        marks: court::marks(),
        files: vec![real_paths()],
        ends: true,
        starts: true,
        draws: true,
        ..WorldCard::new(id, labels, knobs, court::VIEW)
    }
}

/// The next step of a player depends on more than in Circle2D: wider networks and a smaller learning rate. A label is a
/// function of the whole path, so labels have no noise and no step belongs to another style: the mean baseline gives
/// informative steps more weight without giving others less. With β = 2 rollouts no longer move like players. Thousands
/// of paths are too many to memorise, so one critic is enough.
fn defaults() -> BTreeMap<String, Value> {
    [
        policy::HIDDEN.at(128),
        policy::EPOCHS.at(10),
        policy::RATE.at(5e-4),
        critic::HIDDEN.at(128),
        critic::FOLDS.at(1),
        critic::LABEL_NOISE.at(critic::LabelNoise::Ignored),
        weights::BETA.at(1.0),
        weights::BASELINE.at(weights::Baseline::Mean),
    ]
    .into()
}

/// The paper's settings of its critic for basketball.
fn paper() -> BTreeMap<String, Value> {
    [critic::HIDDEN.at(128), critic::EPOCHS.at(30), critic::RATE.at(2e-4)].into()
}

/// The file of real paths. Visitors may give any file that `import` reads instead.
fn real_paths() -> FileCard {
    let offers = Offer { knob: SOURCE.id().into(), choice: SOURCE.word(PathOrigin::Real).into() };
    FileCard { name: REAL_PATHS.into(), about: text!("file-tracking"), needed: false, offers: Some(offers) }
}
