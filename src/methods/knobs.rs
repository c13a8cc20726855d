//! Knobs and curves that methods share.

use crate::protocol::{Choice, KnobCard, KnobGroup, KnobKind, SeriesCard, Value};

pub fn knob(
    id: &str,
    name: &str,
    about: &str,
    group: KnobGroup,
    kind: KnobKind,
    default: Value,
    live: bool,
) -> KnobCard {
    KnobCard { id: id.into(), name: name.into(), about: about.into(), group, kind, default, live }
}

pub fn whole(min: u32, max: u32, step: u32, unit: &str) -> KnobKind {
    KnobKind::Whole { min, max, step, unit: unit.into() }
}

fn choices(of: &[(&str, &str, &str)]) -> KnobKind {
    let choice = |(id, name, about): &(&str, &str, &str)| Choice {
        id: (*id).into(),
        name: (*name).into(),
        about: (*about).into(),
    };
    KnobKind::Choice(of.iter().map(choice).collect())
}

fn word(id: &str) -> Value {
    Value::Word(id.into())
}

fn rate() -> KnobKind {
    KnobKind::Number { min: 1e-5, max: 0.1, step: 1.2589, logarithmic: true, unit: String::new() }
}

pub fn policy() -> Vec<KnobCard> {
    let group = KnobGroup::Policy;
    vec![
        knob("rate", "Learning rate", "Adam's step size.", group, rate(), Value::Number(1e-3), true),
        knob(
            "batch",
            "Batch",
            "Pairs in one optimiser step.",
            group,
            whole(16, 1024, 16, "pairs"),
            Value::Number(128.0),
            false,
        ),
        knob(
            "hidden",
            "Hidden width",
            "Width of the policy's two hidden layers.",
            group,
            whole(8, 256, 8, "units"),
            Value::Number(32.0),
            false,
        ),
        knob(
            "epochs",
            "Epochs",
            "Times the policy sees every pair.",
            group,
            whole(1, 100, 1, ""),
            Value::Number(20.0),
            false,
        ),
        knob(
            "seeds",
            "Seeds at once",
            "Train this seed and those after it side by side; charts then show their mean and spread.",
            group,
            whole(1, 5, 1, ""),
            Value::Number(1.0),
            false,
        ),
    ]
}

pub fn networks() -> KnobCard {
    let kind = choices(&[
        ("shared", "One, told the style", "One network; the style is an input."),
        ("separate", "One a style", "Every style has a network of its own, trained on its trajectories alone."),
    ]);
    let about = "Whether styles share a network. Separate networks learn nothing from each other.";
    knob("networks", "Networks", about, KnobGroup::Policy, kind, word("shared"), false)
}

pub fn critic() -> Vec<KnobCard> {
    let group = KnobGroup::Critic;
    let kinds = choices(&[
        ("classifier", "Classifier", "Learns p(z|s,a) by cross-entropy; PMI is log p(z|s,a) − log p(z)."),
        ("exact", "Exact MINE", "The Donsker-Varadhan bound with the sum over all styles taken exactly."),
        ("sampled", "Sampled MINE (paper)", "The paper's Algorithm 1: the style is an input, other styles are drawn."),
    ]);
    let switch = choices(&[
        ("off", "Off", "The plain gradient of the bound on each batch."),
        ("on", "On", "The batch mean inside the logarithm is replaced by a moving average, as MINE proposes."),
    ]);
    vec![
        knob("critic", "Critic", "How mutual information is estimated.", group, kinds, word("classifier"), false),
        knob(
            "critic_hidden",
            "Critic width",
            "Width of the critic's two hidden layers.",
            group,
            whole(8, 256, 8, "units"),
            Value::Number(64.0),
            false,
        ),
        knob(
            "critic_epochs",
            "Critic epochs",
            "Times the critic sees every pair.",
            group,
            whole(1, 100, 1, ""),
            Value::Number(10.0),
            false,
        ),
        knob(
            "critic_rate",
            "Critic learning rate",
            "Adam's step size for the critic; at the policy's it would still be learning when its epochs are over.",
            group,
            rate(),
            Value::Number(3e-3),
            true,
        ),
        knob(
            "moving_average",
            "Moving average",
            "MINE's correction of the gradient's bias; the classifier needs none.",
            group,
            switch,
            word("off"),
            false,
        ),
    ]
}

pub fn weights() -> Vec<KnobCard> {
    let group = KnobGroup::Weights;
    let normalisations = choices(&[
        ("pair", "Per pair", "Exact for a finite set of styles: every weight lies between 0 and 1/p(z)."),
        ("global", "Global", "One constant for all pairs; it only rescales the loss."),
        ("raw", "Raw", "The critic's score as it is: PMI plus an unknown constant."),
    ]);
    let baselines = choices(&[
        ("capped", "Cap at one", "Only steps that speak against their style lose weight; all others count alike."),
        (
            "mean",
            "Divide by the mean",
            "As the paper weighs, without its baseline: telling steps count up to 1/p(z) times.",
        ),
        ("clamped", "Subtract, cut at zero", "Pairs below the mean weight are dropped."),
        (
            "printed",
            "Subtract (as printed)",
            "As the paper prints it: shared behaviour gets negative weight and is unlearnt. Diverges.",
        ),
    ]);
    let beta = KnobKind::Number { min: 0.0, max: 4.0, step: 0.1, logarithmic: false, unit: String::new() };
    vec![
        knob(
            "beta",
            "β",
            "How strongly PMI weighs: 0 is CBC, 1 is the paper's e^PMI.",
            group,
            beta,
            Value::Number(2.0),
            true,
        ),
        knob(
            "normalisation",
            "PMI normalisation",
            "How the critic's unknown constant is removed.",
            group,
            normalisations,
            word("pair"),
            true,
        ),
        knob("baseline", "Baseline", "What is done with the mean weight.", group, baselines, word("capped"), true),
    ]
}

pub fn series(id: &str, name: &str, about: &str, chart: &str, higher_is_better: bool) -> SeriesCard {
    SeriesCard {
        id: id.into(),
        name: name.into(),
        about: about.into(),
        unit: "nats".into(),
        chart: chart.into(),
        higher_is_better,
    }
}

pub fn critic_series() -> Vec<SeriesCard> {
    vec![
        series(
            "mi-train",
            "MI, training",
            "Estimated I(Z;S,A) on training trajectories; too high where the critic has learnt them by heart.",
            "mi",
            true,
        ),
        series(
            "mi-heldout",
            "MI, held out",
            "Estimated I(Z;S,A) on trajectories the critic never saw: a lower bound on the truth.",
            "mi",
            true,
        ),
        series("critic-loss", "Critic loss", "What the critic minimises, mean since the last point.", "loss", false),
    ]
}

pub fn policy_series() -> Vec<SeriesCard> {
    vec![
        series(
            "policy-loss",
            "Policy loss",
            "Weighted −log π(a|s,z) on training pairs, mean since the last point.",
            "loss",
            false,
        ),
        series(
            "policy-heldout",
            "Policy, held out",
            "Unweighted −log π(a|s,z) on held-out trajectories.",
            "loss",
            false,
        ),
    ]
}
