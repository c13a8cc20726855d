//! What a screen reader is told when it happens: how the run stands, and which style the agents are asked for. What a
//! visitor moves by hand (sliders, the timeline) speaks for itself.

use leptos::prelude::*;

use crate::page::Page;
use crate::state::Model;
use crate::text::shown_memo;
use protocol::{RunState, Text, text};

/// How the run stands. It changes with the state and the phase of training, not with every step.
fn run(model: &Model) -> Option<Text> {
    let (world, method, lane) = (model.world()?.name.clone(), model.method()?.name.clone(), model.focused()?);
    let share = lane.calibration.as_ref().filter(|_| !lane.stale.calibration).map(|calibration| calibration.share);
    Some(match (model.state(), &lane.progress) {
        (RunState::Running, Some(progress)) => text!("live-training", method = method, phase = progress.phase.clone()),
        (RunState::Paused, Some(progress)) if progress.step > 0 => {
            text!("live-paused", method = method, step = progress.step, all = progress.steps)
        }
        (RunState::Done, _) => match share {
            Some(share) => text!("live-done", world = world, method = method, share = share),
            None => text!("live-done-uncounted", world = world, method = method),
        },
        _ => text!("live-ready", world = world, method = method),
    })
}

/// The style that all agents are asked for, or that they are mixed.
fn styles(model: &Model) -> Option<Text> {
    model.label()?;
    let asked = model.shares.iter().position(|share| *share >= 100.0);
    Some(asked.map_or_else(|| text!("live-mixed"), |style| text!("live-asked", style = model.style_name(style))))
}

#[component]
pub fn Live(page: Page) -> impl IntoView {
    view! {
        <div class="sr" aria-live="polite" data-testid="live">
            <p>{shown_memo(page.memo(run))}</p>
            <p>{shown_memo(page.memo(styles))}</p>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::fixture::opened_in;
    use protocol::Progress;

    fn key(text: Option<Text>) -> String {
        text.map(|text| text.key.to_string()).unwrap_or_default()
    }

    #[test]
    fn what_is_said_follows_the_run_and_not_its_steps() {
        let mut model = opened_in("plane");
        assert_eq!(key(run(&model)), "live-ready");
        let progress = |state, step| {
            let phase = text!("critic");
            Some(Progress { state, phase, step, steps: 9, steps_per_second: 0.0, seconds: 0.0 })
        };
        model.training = true;
        model.lanes[0].progress = progress(RunState::Running, 3);
        let began = run(&model);
        model.lanes[0].progress = progress(RunState::Running, 4);
        assert_eq!((key(began.clone()), run(&model)), ("live-training".into(), began));
        model.training = false;
        model.lanes[0].progress = progress(RunState::Paused, 4);
        assert_eq!(key(run(&model)), "live-paused");
        model.lanes[0].progress = progress(RunState::Done, 9);
        assert_eq!(key(run(&model)), "live-done-uncounted");
    }

    #[test]
    fn the_style_that_is_asked_for_is_named() {
        let mut model = opened_in("plane");
        assert_eq!(key(styles(&model)), "live-mixed");
        model.shares = vec![0.0, 100.0];
        assert_eq!(styles(&model), Some(text!("live-asked", style = text!("right"))));
    }
}
