//! CBC, conditional behavioural cloning: min_π E[-log π(a|s,z)], with the same weight for every pair of a trajectory.
//! Either the style is an input of one network, or there is one network per style.

use super::bc::{PlainCloning, cloning_config, cloning_numbers};
use super::{Method, MethodEntry, id, series};
use crate::nn::{Columns, Members, Rows};
use protocol::knobs::policy;
use protocol::{ChoiceKnob, KnobGroup, MethodCard, RunConfig, text};
use worlds::Environment;

pub const ENTRY: MethodEntry = MethodEntry { card, start, saved_numbers, by_seed: true };

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Networks {
    /// One network with the style as an input.
    Shared,
    /// One network per style, trained on that style's trajectories only.
    Separate,
}

const NETWORKS: ChoiceKnob<Networks> = ChoiceKnob::new(
    "networks",
    "knob-networks",
    KnobGroup::Policy,
    &[("shared", Networks::Shared), ("separate", Networks::Separate)],
    "shared",
);

/// The networks of a run, and whether the style is an input.
fn networks(run: &RunConfig) -> (Members, bool) {
    match NETWORKS.get(run) {
        Networks::Shared => (Members::One, true),
        Networks::Separate => (Members::OnePerStyle, false),
    }
}

fn start(environment: &Environment, rows: &Rows) -> Box<dyn Method> {
    let (members, conditioned) = networks(&environment.run);
    Box::new(PlainCloning::new(&environment.run, rows, members, conditioned))
}

fn saved_numbers(run: &RunConfig, columns: Columns) -> usize {
    let (members, conditioned) = networks(run);
    cloning_numbers(&cloning_config(run, members, conditioned), run, columns)
}

fn card() -> MethodCard {
    let mut knobs = policy::cards();
    knobs.push(NETWORKS.card());
    MethodCard {
        id: id::CBC.into(),
        name: text!("method-cbc"),
        about: text!("method-cbc.about"),
        equation: "min E[ −log π(a|s,z) ]".into(),
        knobs,
        recipes: vec![],
        series: series::cards(&[&series::POLICY]),
        follows_style: true,
        finds_styles: false,
        has_critic: false,
        takes_weights: true,
        sees_pictures: true,
    }
}
