//! Settings to try: all numbers of a method but those that every method shares, drawn around what its world opens with.

use protocol::knobs::policy;
use protocol::{KnobCard, KnobKind, MethodCard, RunConfig, Value};
use worlds::data::Rng;

/// A real number is drawn between its default divided by this and times this; a whole one, which decides how long a run
/// takes, between half and twice.
const REACH: f32 = 4.0;
const REACH_OF_WHOLE: f32 = 2.0;

/// What a comparison of methods leaves equal: the width of policies and the number of their epochs.
fn is_shared(card: &KnobCard) -> bool {
    [policy::HIDDEN.id(), policy::EPOCHS.id(), policy::SEEDS.id()].contains(&card.id.as_str())
}

fn drawn(card: &KnobCard, default: f64, number: u64) -> Option<f64> {
    let mut rng = Rng::stream(number, &card.id, 0);
    let mut times = |reach: f32| default * f64::from(reach.powf(2.0 * rng.uniform() - 1.0));
    match card.kind {
        KnobKind::Number { min, max, .. } => Some(rounded(times(REACH)).clamp(min, max)),
        KnobKind::Whole { min, max, step, .. } => {
            let steps = (times(REACH_OF_WHOLE) / f64::from(step)).round() * f64::from(step);
            Some(steps.clamp(f64::from(min), f64::from(max)))
        }
        _ => None,
    }
}

/// To two digits, which is what a person would write.
fn rounded(value: f64) -> f64 {
    format!("{value:.1e}").parse().unwrap_or(value)
}

/// The `number`-th setting as the end of a link; the first changes nothing.
pub fn settings(method: &MethodCard, opened: &RunConfig, number: u64) -> String {
    let numbers = method.knobs.iter().filter(|card| number > 0 && !is_shared(card));
    let change = |card: &KnobCard| match opened.knobs.get(&card.id) {
        Some(Value::Number(default)) => Some(format!("&{}={}", card.id, drawn(card, *default, number)?)),
        _ => None,
    };
    numbers.filter_map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::settled;
    use engine::session::catalog;

    #[test]
    fn every_setting_can_be_chosen_and_is_another() {
        for world in ["circle2d", "basketball", "magpie"] {
            for method in &catalog().methods {
                let link = format!("world={world}&method={}", method.id);
                let opened = settled(&link).unwrap();
                let drawn: Vec<String> = (0..8).map(|number| settings(method, &opened, number)).collect();
                assert_eq!(drawn[0], "");
                for (number, setting) in drawn.iter().enumerate() {
                    let run = settled(&format!("{link}{setting}")).unwrap();
                    assert_eq!(run.knobs["hidden"], opened.knobs["hidden"], "policies keep their width");
                    assert!(!drawn[..number].contains(setting), "{world}, {}: {setting}", method.id);
                }
            }
        }
    }
}
