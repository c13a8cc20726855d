//! Knobs and curves that methods share.

use protocol::{Chart, Choice, KnobCard, KnobGroup, KnobKind, SeriesCard, Value};

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
    KnobKind::Whole { min, max, step, unit: (!unit.is_empty()).then(|| unit.into()) }
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
    KnobKind::Number { min: 1e-5, max: 0.1, step: 1.2589, logarithmic: true, unit: None }
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
            Value::Number(64.0),
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

pub fn starts() -> KnobCard {
    let about = "Clusterings tried side by side for the first quarter of training; the likeliest goes on alone.";
    knob("starts", "Starts", about, KnobGroup::Policy, whole(1, 8, 1, ""), Value::Number(4.0), false)
}

/// What InfoGAIL's play is governed by.
pub fn rivals() -> Vec<KnobCard> {
    let group = KnobGroup::Critic;
    let weight = |max: f64| KnobKind::Number { min: 0.0, max, step: 0.05, logarithmic: false, unit: None };
    vec![
        knob(
            "rounds",
            "Rounds of play",
            "Times that agents of every code play, the critic judges them and the policy learns from that.",
            group,
            whole(5, 1000, 5, ""),
            Value::Number(150.0),
            false,
        ),
        knob(
            "code_reward",
            "λ",
            "What it is worth to let the code be guessed, beside passing for an expert.",
            group,
            weight(5.0),
            Value::Number(0.1),
            true,
        ),
        knob(
            "penalty",
            "Slope penalty",
            "How strongly the critic is kept from becoming a cliff, from which a policy cannot learn.",
            group,
            weight(5.0),
            Value::Number(0.5),
            true,
        ),
        knob(
            "rival_rate",
            "Critic learning rate",
            "Adam's step size for the critic, for the guess of the code, and for the baseline.",
            group,
            rate(),
            Value::Number(1e-3),
            true,
        ),
        knob(
            "play_rate",
            "Policy learning rate in play",
            "Adam's step size for the policy once it plays; it goes down to nothing over the rounds.",
            group,
            rate(),
            Value::Number(3e-4),
            true,
        ),
    ]
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
    let slips = choices(&[
        ("on", "Estimated", "A share of labels, found on the way, is taken to say nothing of its step."),
        ("off", "Ignored", "Every label is taken at its word."),
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
            "critic_folds",
            "Critics",
            "Critics trained side by side, each on all demonstrations but its share: a step is weighed by one that has \
             not seen its demonstration. With one, the critic weighs what it has learnt by heart.",
            group,
            whole(1, 5, 1, ""),
            Value::Number(3.0),
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
            "slips",
            "Label noise",
            "Whether a classifier reckons with labels that are slips, so that it need not explain them; other critics do not.",
            group,
            slips,
            word("on"),
            false,
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
    let evidence = choices(&[
        (
            "pair",
            "State and action",
            "As in the paper: steps count by PMI with the style, be it the place or the move that tells.",
        ),
        (
            "action",
            "The action",
            "What the move tells beyond the place: PMI compared with other moves from there. The way to a style counts \
             as much as being there. Only where moves are choices, as in games.",
        ),
    ]);
    let normalisations = choices(&[
        ("pair", "Per pair", "Exact for a finite set of styles: every weight lies between 0 and 1/p(z)."),
        ("global", "Global", "One constant for all pairs; it only rescales the loss."),
        ("raw", "Raw", "The critic's score as it is: PMI plus an unknown constant."),
    ]);
    let baselines = choices(&[
        (
            "capped",
            "Cap",
            "As far as labels are in doubt, steps that speak against their style fade and telling ones gain.",
        ),
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
    let beta = KnobKind::Number { min: 0.0, max: 8.0, step: 0.1, logarithmic: false, unit: None };
    vec![
        knob("evidence", "Evidence", "What of a step has to tell the style.", group, evidence, word("pair"), true),
        knob(
            "beta",
            "β",
            "How strongly PMI weighs: 0 is CBC, 1 is the paper's e^PMI.",
            group,
            beta,
            Value::Number(1.5),
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

pub fn series(id: &str, name: &str, about: &str, chart: Chart, higher_is_better: bool) -> SeriesCard {
    SeriesCard { id: id.into(), name: name.into(), about: about.into(), unit: "nats".into(), chart, higher_is_better }
}

pub fn critic_series() -> Vec<SeriesCard> {
    vec![
        series(
            "mi-train",
            "MI, training",
            "Estimated I(Z;S,A) on training trajectories; too high where the critic has learnt them by heart.",
            Chart::Mi,
            true,
        ),
        series(
            "mi-heldout",
            "MI, held out",
            "Estimated I(Z;S,A) on trajectories the critic never saw: a lower bound on the truth.",
            Chart::Mi,
            true,
        ),
        series(
            "critic-loss",
            "Critic loss",
            "What the critic minimises, mean since the last point.",
            Chart::Loss,
            false,
        ),
    ]
}

pub fn policy_series() -> Vec<SeriesCard> {
    vec![
        series(
            "policy-loss",
            "Policy loss",
            "Weighted −log π(a|s,z) on training pairs, mean since the last point.",
            Chart::Loss,
            false,
        ),
        series(
            "policy-heldout",
            "Policy, held out",
            "Unweighted −log π(a|s,z) on held-out trajectories.",
            Chart::Loss,
            false,
        ),
    ]
}

/// How well styles that were found agree with the labels.
pub fn cluster_series() -> Vec<SeriesCard> {
    vec![
        SeriesCard {
            unit: "of trajectories".into(),
            ..series(
                "clusters-matched",
                "Matched",
                "Share of training trajectories whose likeliest cluster is the one that their label is matched with.",
                Chart::Styles,
                true,
            )
        },
        series(
            "clusters-doubt",
            "Doubt",
            "Mean entropy of p(k | trajectory): how unsure the clustering still is.",
            Chart::Loss,
            false,
        ),
    ]
}

/// How InfoGAIL's play goes.
pub fn rival_series() -> Vec<SeriesCard> {
    let share = |id: &str, name: &str, about: &str| SeriesCard {
        unit: "of steps".into(),
        ..series(id, name, about, Chart::Styles, true)
    };
    vec![
        share(
            "codes-guessed",
            "Guessed",
            "Share of played steps whose code the posterior guesses before it has learnt from them; chance is 1/K.",
        ),
        series(
            "policy-reward",
            "Realism",
            "Mean −log(1−D) of played steps: how far the critic takes them for an expert's.",
            Chart::Reward,
            true,
        ),
        series(
            "rival-loss",
            "Critic loss",
            "−log D on demonstrations, −log(1−D) on play: 2 ln 2 = 1.386 where the critic cannot tell them apart.",
            Chart::Loss,
            false,
        ),
    ]
}
