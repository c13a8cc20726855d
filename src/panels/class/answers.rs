//! The guesses of a class, step by step: how many chose what, and which of them were right.

use std::collections::BTreeMap;

use leptos::prelude::*;

use super::hand_in::Answer;
use super::replay::Entry;
use crate::reactive::dynamic;
use crate::text::{shown, t};
use protocol::text;

/// Bars of a histogram of numbers.
const BINS: usize = 10;

/// One bar: what was guessed, by how many, and how many of them were right.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    pub name: String,
    pub count: usize,
    pub right: usize,
}

/// The bars of one step. Numbers are counted in ranges, anything else as it was written.
pub fn bars(answers: &[&Answer]) -> Vec<Bar> {
    let numbers: Option<Vec<f64>> = answers.iter().map(|answer| answer.guess.parse().ok()).collect();
    let finite = numbers.filter(|numbers| numbers.iter().all(|number| number.is_finite()) && !numbers.is_empty());
    let right = |answer: &Answer| usize::from(answer.right == Some(true));
    let Some(numbers) = finite else {
        let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for answer in answers {
            let (count, good) = counts.entry(answer.guess.as_str()).or_default();
            (*count, *good) = (*count + 1, *good + right(answer));
        }
        return counts.into_iter().map(|(name, (count, right))| Bar { name: name.into(), count, right }).collect();
    };
    let (low, high) =
        numbers.iter().fold((f64::MAX, f64::MIN), |(low, high), number| (low.min(*number), high.max(*number)));
    let width = ((high - low) / BINS as f64).max(1e-9);
    let mut all: Vec<Bar> = (0..BINS)
        .map(|bin| Bar { name: format!("{:.2}", low + width * (bin as f64 + 0.5)), count: 0, right: 0 })
        .collect();
    for (number, answer) in numbers.iter().zip(answers) {
        let bin = (((number - low) / width) as usize).min(BINS - 1);
        (all[bin].count, all[bin].right) = (all[bin].count + 1, all[bin].right + right(answer));
    }
    all
}

/// All answers by step, in the order of the lessons.
pub fn by_step(entries: &[Entry]) -> BTreeMap<String, Vec<Answer>> {
    let mut steps: BTreeMap<String, Vec<Answer>> = BTreeMap::new();
    for (step, answer) in entries.iter().flat_map(|entry| &entry.hand_in.answers) {
        steps.entry(step.clone()).or_default().push(answer.clone());
    }
    steps
}

#[component]
pub fn Answers(entries: RwSignal<Vec<Entry>>) -> impl IntoView {
    // The same while verdicts change.
    let steps = Memo::new(move |_| entries.with(|entries| by_step(entries)));
    let step = |(step, answers): (String, Vec<Answer>)| {
        let bars = bars(&answers.iter().collect::<Vec<_>>());
        let most = bars.iter().map(|bar| bar.count).max().unwrap_or(1).max(1);
        let bar = move |bar: Bar| {
            let wide = |count: usize| format!("{:.0}%", 100.0 * count as f64 / most as f64);
            let said = text!("class-bar", count = bar.count, right = bar.right);
            view! {
                <tr><th scope="row">{bar.name}</th>
                    <td class="guessbars"><i style:width=wide(bar.count)></i><i class="right" style:width=wide(bar.right)></i></td>
                    <td>{shown(said)}</td></tr>
            }
        };
        let testid = format!("class-step-{step}");
        view! {
            <table class="guesses" data-testid=testid>
                <caption>{t!("class-step", step = step)}</caption>
                <tbody>{bars.into_iter().map(bar).collect_view()}</tbody>
            </table>
        }
    };
    view! { <div class="answers">{dynamic(move || steps.get().into_iter().map(step).collect_view())}</div> }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(guess: &str, right: bool) -> Answer {
        Answer { guess: guess.into(), right: Some(right) }
    }

    #[test]
    fn choices_are_counted_as_they_are() {
        let given = [answer("b", true), answer("a", false), answer("b", true)];
        let counted = bars(&given.iter().collect::<Vec<_>>());
        let bar = |name: &str, count, right| Bar { name: name.into(), count, right };
        assert_eq!(counted, [bar("a", 1, 0), bar("b", 2, 2)]);
    }

    #[test]
    fn numbers_are_counted_in_ranges() {
        let given = [answer("0", false), answer("1", false), answer("0.26", true), answer("0.24", true)];
        let counted = bars(&given.iter().collect::<Vec<_>>());
        assert_eq!((counted.len(), counted.iter().map(|bar| bar.count).sum::<usize>()), (BINS, 4));
        assert_eq!((counted[2].count, counted[2].right, counted[9].count), (2, 2, 1));
        let same = bars(&[&answer("0.5", true), &answer("0.5", true)]);
        assert_eq!(same.iter().map(|bar| bar.count).max(), Some(2), "a class of one mind");
        assert_eq!(bars(&[&answer("inf", false)]).len(), 1, "what is no number of ours is a word");
    }
}
