//! The critic's PMI along the explained path and, below it, the true one, which is known for simulated experts.

use leptos::prelude::*;

use super::place_and_action::{HEIGHT, WIDTH, drawing, value};
use crate::panels::lessons::course::Course;
use crate::panels::port;
use crate::reactive::dynamic;
use crate::text::t;
use protocol::TrainerCommand;

/// Both curves of a path and its selected moment.
#[derive(Clone, Debug, PartialEq)]
struct Both {
    estimate: Vec<f32>,
    truth: Vec<f32>,
    moment: usize,
}

#[component]
pub fn Truth(course: Course) -> impl IntoView {
    // The trainer computes the true PMI only while it is shown.
    port::send(TrainerCommand::ShowTruth(true));
    on_cleanup(|| port::send(TrainerCommand::ShowTruth(false)));
    let both = course.panel.page.memo(|model| {
        let timeline = model.lanes.first()?.timeline.as_ref()?;
        let (estimate, truth) = (timeline.pmi.clone(), timeline.true_pmi.clone());
        let complete = !estimate.is_empty() && estimate.len() == truth.len();
        complete.then(|| Both { moment: model.step_of(estimate.len()), estimate, truth })
    });
    Effect::new(move |_| {
        if let Some(Both { estimate, truth, moment }) = both.get() {
            course.note("estimate", f64::from(estimate.get(moment).copied().unwrap_or_default()));
            course.note("truth", f64::from(truth.get(moment).copied().unwrap_or_default()));
        }
    });
    dynamic(move || match both.get() {
        Some(both) => {
            let (estimate, truth) = (value(&both.estimate, both.moment), value(&both.truth, both.moment));
            let [above, below] = [&both.estimate, &both.truth].map(|pmi| drawing(pmi, both.moment));
            view! {
                <figure class="evidence" data-testid="truth">
                    <figcaption>{t!("lesson-truth-estimate", value = estimate)}</figcaption>
                    <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") aria-hidden="true" inner_html=above></svg>
                    <figcaption>{t!("lesson-truth-known", value = truth)}</figcaption>
                    <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") aria-hidden="true" inner_html=below></svg>
                </figure>
            }
            .into_any()
        }
        None => view! { <p role="status">{t!("lesson-opening")}</p> }.into_any(),
    })
}
