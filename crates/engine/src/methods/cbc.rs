//! CBC, conditional behavioural cloning: min_π E[-log π(a|s,z)], with the same weight for every pair of a trajectory.
//! Either the style is an input of one network, or there is one network per style.

use super::bc::PlainCloning;
use super::{Entry, Method, id, series};
use crate::nn::{Members, Rows};
use protocol::knobs::policy;
use protocol::{ChoiceKnob, KnobGroup, MethodCard, text};
use worlds::Environment;

pub const ENTRY: Entry = Entry { card, start };

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

fn start(environment: &Environment, rows: &Rows) -> Box<dyn Method> {
    let run = &environment.run;
    Box::new(match NETWORKS.get(run) {
        Networks::Shared => PlainCloning::new(run, rows, Members::One, true),
        Networks::Separate => PlainCloning::new(run, rows, Members::OnePerStyle, false),
    })
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
    }
}
