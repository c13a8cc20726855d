//! Three moments of the explained path, which the learner sorts by weight before the weights are shown.

use leptos::prelude::*;

use crate::actions::Action;
use crate::panels::lessons::course::Course;
use crate::panels::lessons::guess::Guess;
use crate::panels::port;
use crate::reactive::{boolean, dynamic, string, when};
use crate::text::{fixed, t, words};
use protocol::{Text, Timeline, text};

/// Index and weight of three moments: one that tells nothing, one that speaks for the label and one that speaks against it.
fn three(timeline: &Timeline) -> Option<[(usize, f32); 3]> {
    let pmi = &timeline.pmi;
    let best = |rank: &dyn Fn(f32) -> f32| (0..pmi.len()).min_by(|a, b| rank(pmi[*a]).total_cmp(&rank(pmi[*b])));
    let (common, typical, drifting) = (best(&|x| x.abs())?, best(&|x| -x)?, best(&|x| x)?);
    let weight = |moment: usize| Some((moment, *timeline.weight.get(moment)?));
    Some([weight(common)?, weight(typical)?, weight(drifting)?])
}

/// (Σw)² / Σw²: how many moments of equal weight these are worth.
fn effective_sample_size(weights: [f64; 3]) -> f64 {
    let sum: f64 = weights.iter().sum();
    sum * sum / weights.iter().map(|weight| weight * weight).sum::<f64>()
}

/// The order in which the moments are shown at first, which is not the right one.
const FIRST: [usize; 3] = [1, 2, 0];

/// The name of a kind of moment: common, typical or drifting.
pub fn name(kind: usize) -> Text {
    match kind {
        0 => text!("lesson-moment-common"),
        1 => text!("lesson-moment-typical"),
        _ => text!("lesson-moment-drifting"),
    }
}

#[component]
pub fn OrderMoments(course: Course) -> impl IntoView {
    let page = course.panel.page;
    let moments = page.memo(|model| three(model.lanes.first()?.timeline.as_deref()?));
    let guess = Memo::new(move |_| match course.state().guess {
        Some(Guess::Order(order)) => Some(order),
        _ => None,
    });
    let draft = RwSignal::new(FIRST.to_vec());
    let order = move || guess.get().unwrap_or(draft.get());
    let swap = move |place: usize, with: usize| draft.update(|order| order.swap(place, with));
    Effect::new(move |_| {
        if let (Some(order), Some(moments)) = (guess.get(), moments.get()) {
            course.set_right(order.windows(2).all(|pair| moments[pair[0]].1 <= moments[pair[1]].1));
            let mut truth = vec![0, 1, 2];
            truth.sort_by(|a: &usize, b| moments[*a].1.total_cmp(&moments[*b].1));
            course.set_truth(Guess::Order(truth));
            course.note("worth", effective_sample_size(moments.map(|(_, weight)| f64::from(weight))));
        }
    });
    let look = move |kind: usize| {
        if let Some(moments) = moments.get_untracked() {
            port::perform(Action::SelectStep(moments[kind].0));
        }
    };
    let weight = move |kind: usize| match (guess.get(), moments.get()) {
        (Some(_), Some(moments)) => words(&text!("lesson-moment-weight", weight = fixed(moments[kind].1, 2))),
        _ => String::new(),
    };
    let item = move |place: usize| {
        let kind = move || order()[place];
        view! {
            <li>
                <button class="quiet" data-testid=format!("look-{place}") on:click=move |_| look(order()[place])>{string(move || words(&name(kind())))}</button>
                <output>{string(move || weight(kind()))}</output>
                {when(move || guess.get().is_none(), move || view! {
                    <button class="quiet" data-testid=format!("up-{place}") aria-label=t!("lesson-up") disabled=boolean(move || place == 0)
                        on:click=move |_| swap(place, place - 1)>"↑"</button>
                    <button class="quiet" data-testid=format!("down-{place}") aria-label=t!("lesson-down") disabled=boolean(move || place == 2)
                        on:click=move |_| swap(place, place + 1)>"↓"</button>
                })}
            </li>
        }
    };
    let list = move || {
        match moments.get().is_some() {
        true => view! {
            <p class="aside">{t!("lesson-order")}</p>
            <ol class="order">{(0..3).map(item).collect_view()}</ol>
            {when(move || guess.get().is_none(), move || view! {
                <button class="accent" data-testid="commit" on:click=move |_| course.commit(Guess::Order(draft.get_untracked()))>{t!("lesson-commit")}</button>
            })}
        }
        .into_any(),
        false => view! { <p role="status">{t!("lesson-opening")}</p> }.into_any(),
    }
    };
    dynamic(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unequal_weights_are_worth_fewer_moments() {
        assert_eq!(effective_sample_size([1.0, 1.0, 1.0]), 3.0);
        assert_eq!(effective_sample_size([2.0, 0.0, 0.0]), 1.0);
        assert!((effective_sample_size([3.0, 0.5, 1.0]) - 20.25 / 10.25).abs() < 1e-12);
    }
}
