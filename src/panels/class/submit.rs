//! Handing in: a link with the run, the digest of its networks, and what the learner guessed in the lessons.

use leptos::prelude::*;

use super::hand_in::{self, Answers, SubmittedAnswer};
use crate::panels::copy_field::CopyField;
use crate::panels::lessons::{Guess, LessonProgress, StepProgress};
use crate::panels::links::{Choices, address};
use crate::panels::{Close, Panel, port};
use crate::reactive::{dynamic, when};
use crate::state::{Lane, Model};
use crate::text::{shown, t};
use protocol::{DeviceKind, Text, text};

/// Why the run cannot be handed in as it is; None where it can.
fn missing(model: &Model) -> Option<Text> {
    // A run that was opened in the finished form has taken no step on this device.
    let on_gpu = model.device.kind == Some(DeviceKind::WebGpu);
    let trained_here = |lane: &Lane| lane.progress.as_ref().is_some_and(|progress| progress.seconds > 0.0);
    match model.focused().filter(|lane| lane.digest.is_some()) {
        _ if model.lanes.len() > 1 => Some(text!("hand-in-one-run")),
        None => Some(text!("hand-in-not-done")),
        Some(lane) if on_gpu && trained_here(lane) => Some(text!("hand-in-on-the-cpu")),
        Some(_) => None,
    }
}

/// The guesses in all lessons, with the truth where it comes from the pupil's own run.
fn answers(progress: &LessonProgress) -> Answers {
    let answer = |(step, state): (&String, &StepProgress)| {
        let truth = state.truth.as_ref().map(Guess::written).unwrap_or_default();
        Some((step.clone(), SubmittedAnswer { guess: state.guess.as_ref()?.written(), right: state.right, truth }))
    };
    progress.steps.iter().filter_map(answer).collect()
}

#[component]
pub fn Submit(panel: Panel) -> impl IntoView {
    let name = RwSignal::new(String::new());
    let missing = Memo::new(move |_| panel.page.get(missing));
    let guesses = answers(&LessonProgress::load());
    let count = guesses.len();
    let link = Memo::new(move |_| {
        panel.version.get();
        let digest = panel.page.get(|model| model.focused().and_then(|lane| lane.digest)).unwrap_or_default();
        Choices::default().link(&address(), &port::state().link) + &hand_in::write(digest, &name.get(), &guesses)
    });
    view! {
        <section class="handin" data-testid="hand-in-panel">
            <header><h2>{t!("hand-in-title")}</h2><Close/></header>
            <p>{t!("hand-in-about")}</p>
            <label class="field">{t!("hand-in-name")}" "
                <input type="text" maxlength="40" autocomplete="off" data-testid="hand-in-name" prop:value=name on:input=move |event| name.set(event_target_value(&event))/>
            </label>
            <p>{t!("hand-in-answers", count = count)}</p>
            {dynamic(move || missing.get().map(|why| view! { <p role="status" data-testid="hand-in-missing">{shown(why)}</p> }))}
            {when(move || missing.get().is_none(), move || view! { <CopyField label=text!("hand-in-link") testid="hand-in-link" value=link/> })}
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::fixture::opened_in;
    use protocol::{Progress, RunState};

    #[test]
    fn a_run_is_handed_in_when_it_is_done_on_the_cpu() {
        let mut model = opened_in("plane");
        assert_eq!(missing(&model), Some(text!("hand-in-not-done")));
        model.lanes[0].digest = Some(7);
        assert_eq!(missing(&model), None);
        model.device.kind = Some(DeviceKind::WebGpu);
        assert_eq!(missing(&model), None, "it opened finished, and what ships was trained on a CPU");
        let (state, phase) = (RunState::Done, text!("critic"));
        let progress = Progress { state, phase, step: 9, steps: 9, steps_per_second: 0.0, seconds: 2.0 };
        model.lanes[0].progress = Some(progress);
        assert_eq!(missing(&model), Some(text!("hand-in-on-the-cpu")));
    }

    #[test]
    fn guesses_are_short_enough_for_a_link() {
        let step = |guess: Guess| {
            let truth = Some(guess.clone());
            StepProgress { guess: Some(guess), right: Some(true), truth, done: true }
        };
        let guesses = [
            ("1.1", Guess::Path(vec![-23.5; 800])),
            ("1.3", Guess::Number(0.123_456)),
            ("1.4", Guess::Choice(3)),
            ("2.3", Guess::Cell(0, 1)),
        ];
        let steps = guesses.into_iter().map(|(id, guess)| (id.to_string(), step(guess))).collect();
        let found = answers(&LessonProgress { steps, ..LessonProgress::default() });
        let written: Vec<_> = found.values().map(|answer| answer.guess.as_str()).collect();
        assert_eq!(written[1..], ["0.123", "d", "1/2"]);
        let link = hand_in::write(1, "", &found);
        assert!(link.len() < 1000, "{} characters", link.len());
        assert_eq!(hand_in::read(&format!("host?seed=1{link}")).map(|read| read.answers), Some(found));
    }
}
