//! CBC: min_π E[-log π(a|s,z)]. The style is given, every pair of a trajectory weighs the same.
//! Either one network is told the style, or every style has a network of its own.

use super::bc::PlainCloning;
use super::{Entry, Method, knobs};
use crate::nn::{Members, Rows};
use protocol::{MethodCard, RunConfig};

pub const ENTRY: Entry = Entry { card, start };

fn start(run: &RunConfig, rows: &Rows) -> Box<dyn Method> {
    match run.word("networks") {
        "separate" => Box::new(PlainCloning::new(run, rows, Members::OnePerStyle, false)),
        _ => Box::new(PlainCloning::new(run, rows, Members::One, true)),
    }
}

fn card() -> MethodCard {
    let mut knobs = knobs::policy();
    knobs.push(knobs::networks());
    MethodCard {
        id: "cbc".into(),
        name: "CBC".into(),
        about: "Conditional behavioural cloning: the policy is told the style and trusts every step of a trajectory \
                equally. Stretches that belong to another style are learnt along with the rest."
            .into(),
        equation: "min E[ −log π(a|s,z) ]".into(),
        knobs,
        series: knobs::policy_series(),
        follows_style: true,
        finds_styles: false,
        has_critic: false,
    }
}
