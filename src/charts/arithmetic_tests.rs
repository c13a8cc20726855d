//! The numbers of the arithmetic, as they are shown, lead to the weight that is shown; and that is the weight in use.

use std::path::Path;

use engine::nn::Device;
use engine::session::{Session, catalog};
use pollster::block_on;
use protocol::{RunConfig, Text, TextValue, Timeline, WeightFormula};
use worlds::Files;

use super::arithmetic::look;

/// A number as it is shown: its value, and half a unit of its last digit.
#[derive(Clone, Copy, Debug)]
struct Shown {
    value: f64,
    half: f64,
}

/// The hole of a step, as the visitor reads it.
fn hole(step: &Text, name: &str) -> Shown {
    let (_, value) = step.values.iter().find(|(hole, _)| hole == name).unwrap_or_else(|| panic!("{name}: {step:?}"));
    let TextValue::Word(written) = value else { panic!("{name} is no number: {step:?}") };
    let written = written.replace('−', "-").replace(',', "");
    let (digits, exponent) = written.split_once('e').unwrap_or((&written, "0"));
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let half = 0.5 * 10f64.powi(exponent.parse::<i32>().unwrap() - decimals as i32);
    Shown { value: written.parse().unwrap(), half }
}

/// Asserts that `result` is what `compute` makes of the inputs, which may be rounded in their last digit.
fn follows(step: &Text, inputs: &[&str], result: &str, compute: impl Fn(&[f64]) -> f64) {
    let inputs: Vec<Shown> = inputs.iter().map(|name| hole(step, name)).collect();
    let corners = (0..1u32 << inputs.len()).map(|corner| {
        let at = |(index, input): (usize, &Shown)| {
            input.value + if corner >> index & 1 == 1 { 1.0 } else { -1.0 } * input.half
        };
        compute(&inputs.iter().enumerate().map(at).collect::<Vec<f64>>())
    });
    let (low, high) = corners.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
    let shown = hole(step, result);
    let slack = shown.half * 1.01 + 1e-9;
    assert!((low - slack..=high + slack).contains(&shown.value), "{low}..{high} is shown as {shown:?} in {step:?}");
}

fn check(step: &Text) {
    match step.key.as_ref() {
        "page-why-pmi" => {
            follows(step, &["score", "mean"], "pmi", |n| n[0] - n[1]);
            follows(step, &["after", "before"], "pmi", |n| (n[0] / n[1]).ln());
        }
        "page-why-action" => follows(step, &["pmi", "place"], "weighed", |n| n[0] - n[1]),
        "page-why-global" => follows(step, &["score", "constant"], "weighed", |n| n[0] - n[1]),
        "page-why-exponent" => follows(step, &["beta", "weighed"], "power", |n| (n[0] * n[1]).exp()),
        "page-why-blunted" => {
            follows(step, &["beta", "sharpness", "weighed"], "power", |n| (n[0] * n[1] * n[2]).exp());
        }
        "page-why-limited" => follows(step, &["exponent"], "power", |n| n[0].exp()),
        "page-why-cap" => {
            follows(step, &["noise", "before"], "cap", |n| 1.0 + n[0] * (1.0 / n[1] - 1.0));
            follows(step, &["power", "cap"], "capped", |n| n[0].min(n[1]));
        }
        "page-why-cap-plain" => follows(step, &["power", "cap"], "capped", |n| n[0].min(n[1])),
        "page-why-divided" => follows(step, &["capped", "divisor"], "weight", |n| n[0] / n[1]),
        "page-why-subtracted" => follows(step, &["capped", "mean"], "weight", |n| n[0] - n[1]),
        "page-why-clamped" => {
            follows(step, &["capped", "mean", "divisor"], "weight", |n| (n[0] - n[1]).max(0.0) / n[2]);
        }
        "page-why-by-hand" => follows(step, &["plain", "by_hand"], "weight", |n| n[0] * n[1]),
        "page-why-raw" => {}
        other => panic!("{other} is not checked"),
    }
}

/// Every moment of the timeline; returns the keys of the steps that were shown.
fn check_all(timeline: &Timeline) -> Vec<String> {
    let mut keys = Vec::new();
    for moment in 0..timeline.pmi.len() {
        let look = look(timeline, moment).unwrap();
        let steps = look.arithmetic();
        steps.iter().for_each(check);
        // What one step ends with the next begins with.
        let [.., before, last] = &steps[..] else { panic!("too few steps") };
        let end = if before.key.contains("cap") { "capped" } else { "power" };
        assert_eq!(hole(before, end).value, hole(last, "capped").value, "{steps:?}");
        let weight = hole(last, "weight");
        assert!((weight.value - f64::from(timeline.weight[moment])).abs() <= weight.half * 1.01, "{steps:?}");
        keys.extend(steps.iter().map(|step| step.key.to_string()));
    }
    keys.sort();
    keys.dedup();
    keys
}

/// A trained run.
fn trained(query: &str, files: &Files) -> Session {
    let config = catalog().settle(&RunConfig::from_query(query).0).0;
    let mut session = Session::open(&config, files, None, &Device::Cpu, None).unwrap();
    let steps = session.steps().1;
    block_on(session.advance(steps)).unwrap();
    session
}

/// The timeline after live knobs have changed.
fn timeline(session: &mut Session, changes: &str) -> Timeline {
    for (knob, value) in RunConfig::from_query(changes).0.knobs {
        assert!(session.set_knob(&knob, value));
    }
    session.timeline(0).unwrap()
}

#[test]
fn the_numbers_shown_lead_to_the_weight_in_use_whatever_the_settings() {
    let small = "trajectories=10&epochs=1&critic_epochs=4";
    let mut seen = Vec::new();
    for critic in [
        "critic=classifier&critic_folds=2&slips=on",
        "critic=exact&slips=all",
        "critic=classifier&slips=off",
        "critic=sampled&slips=off",
    ] {
        let mut session = trained(&format!("world=circle2d&method=bc-pmi&{small}&{critic}"), &Files::default());
        for normalisation in ["pair", "global", "raw"] {
            for baseline in ["capped", "mean", "clamped", "printed"] {
                for beta in ["0", "1", "1.5", "8"] {
                    let changes = format!("normalisation={normalisation}&baseline={baseline}&beta={beta}");
                    seen.extend(check_all(&timeline(&mut session, &changes)));
                }
            }
        }
    }
    // Where few labels are in doubt β counts for less; how few there are is not in the test's hands.
    let query = format!("world=circle2d&method=bc-pmi&{small}&critic=classifier&slips=on&baseline=capped&beta=1.5");
    let mut blunted = trained(&query, &Files::default()).timeline(0).unwrap();
    let formula = WeightFormula { sharpness: 0.37, ..blunted.formula.unwrap() };
    blunted.weight = blunted.weighed.iter().map(|weighed| formula.weight(formula.exponent(*weighed).exp())).collect();
    blunted.formula = Some(formula);
    seen.extend(check_all(&blunted));
    let datasets = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets");
    let recording = std::fs::read(datasets.join("atari-ms_pacman.plays")).unwrap();
    let mut files = Files::default();
    worlds::find("ms_pacman").unwrap().load(&mut files, "atari-ms_pacman.plays", &recording).unwrap();
    let mut session = trained("world=ms_pacman&method=bc-pmi&stretches=40&epochs=1", &files);
    for evidence in ["action", "pair"] {
        seen.extend(check_all(&timeline(&mut session, &format!("evidence={evidence}"))));
    }
    for key in [
        "pmi",
        "action",
        "global",
        "raw",
        "exponent",
        "blunted",
        "cap",
        "cap-plain",
        "divided",
        "subtracted",
        "clamped",
    ] {
        assert!(seen.contains(&format!("page-why-{key}")), "{key} never came up");
    }
}

#[test]
fn a_weight_by_hand_is_the_last_factor() {
    let query = "world=circle2d&method=bc-pmi&trajectories=5&epochs=1&critic_epochs=4&weigh=0:100-150:0,0:200-250:2.5";
    let timeline = trained(query, &Files::default()).timeline(0).unwrap();
    for (moment, by_hand) in [(10, 1.0), (120, 0.0), (220, 2.5)] {
        let steps = look(&timeline, moment).unwrap().arithmetic();
        steps.iter().for_each(check);
        let [.., before, last] = &steps[..] else { panic!("too few steps") };
        assert_eq!((last.key.as_ref(), hole(last, "by_hand").value), ("page-why-by-hand", by_hand));
        assert_eq!(hole(before, "weight").value, hole(last, "plain").value);
        let shown = hole(last, "weight");
        assert!((shown.value - f64::from(timeline.weight[moment])).abs() <= shown.half * 1.01, "{steps:?}");
    }
}

#[test]
fn before_cloning_the_arithmetic_ends_without_a_mean() {
    let config = catalog().settle(&RunConfig::from_query("world=circle2d&method=bc-pmi&trajectories=5").0).0;
    let mut session = Session::open(&config, &Files::default(), None, &Device::Cpu, None).unwrap();
    // An epoch of the critic: before that there is no timeline.
    block_on(session.advance(60)).unwrap();
    let timeline = session.timeline(0).unwrap();
    let steps = look(&timeline, 200).unwrap().arithmetic();
    assert_eq!(steps.last().unwrap().key, "page-why-mean-later");
    assert_eq!(look(&timeline, 200).unwrap().neutral_weight(), None);
}

#[test]
fn a_timeline_without_a_critic_has_no_arithmetic() {
    let config = catalog().settle(&RunConfig::from_query("world=circle2d&method=bc-pmi&trajectories=5").0).0;
    let mut session = Session::open(&config, &Files::default(), None, &Device::Cpu, None).unwrap();
    assert!(look(&session.timeline(0).unwrap(), 5).is_none(), "the critic is not trained");
    block_on(session.advance(60)).unwrap();
    let whole = session.timeline(0).unwrap();
    assert!(look(&whole, 5).is_some());
    assert!(look(&Timeline { formula: None, ..whole.clone() }, 5).is_none());
    assert!(look(&Timeline { pmi: vec![], ..whole }, 5).is_none());
}
