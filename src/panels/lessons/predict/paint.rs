//! Weights that the learner paints on demonstrations with a brush. The run is then trained with them, and the stretches
//! in which the experts strayed are drawn under the painted ones.

use std::sync::Arc;

use leptos::prelude::*;

use super::painted::{BRUSHES, Painted, choose};
use super::plane::Plane;
use super::pointer;
use crate::actions::Action;
use crate::browser::event_number;
use crate::markup::{escape, style_mark};
use crate::panels::lessons::course::Course;
use crate::panels::lessons::figures::answers;
use crate::panels::lessons::guess::{Guess, stretches};
use crate::panels::port;
use crate::reactive::{boolean, dynamic, string, when};
use crate::text::{t, words};
use protocol::{Answer, Question, Stretch, Text, text};

/// Radius of the brush, as a share of the plane's width.
const REACH: f32 = 0.05;

fn weight_name(weight: f32) -> Text {
    text!("lesson-brush", weight = weight)
}

#[component]
pub fn PaintWeights(course: Course, paths: usize) -> impl IntoView {
    let page = course.panel.page;
    let plane = page.memo(Plane::of);
    let demos =
        page.memo(move |model| model.demos.as_ref().map(|demos| choose(&demos.paths, paths)).unwrap_or_default());
    let painted = RwSignal::new(Vec::<Painted>::new());
    let guessed = Memo::new(move |_| course.state().guess.is_some());
    // Training with the weights opens the run again, which must not clear what was painted; nor must leaving the step.
    Effect::new(move |_| {
        let demos = demos.get();
        if painted.with_untracked(Vec::len) != demos.len() {
            let mut all: Vec<Painted> = demos.into_iter().map(Painted::new).collect();
            if let Some(guess) = untrack(|| course.state().guess) {
                let stretches = stretches(&guess.written());
                all.iter_mut().for_each(|one| one.restore(&stretches));
            }
            painted.set(all);
        }
    });
    let strays = strays(course, guessed, painted);
    let styles = page.memo(|model| model.styles());
    let brush = RwSignal::new(0_usize);
    let written = move || painted.with(|all| all.iter().flat_map(Painted::written).collect::<Vec<_>>().join(","));
    let commit = move |_| {
        let weights = untrack(written);
        port::perform(Action::Navigate(format!("{}&weigh={weights}", without_weights(&port::state().link))));
        course.commit(Guess::Weights(weights));
    };
    let brushes = BRUSHES.iter().enumerate().map(|(index, weight)| {
        view! {
            <button class=format!("toggle weight-{index}") data-testid=format!("brush-{index}")
                aria-pressed=string(move || (brush.get() == index).to_string())
                on:click=move |_| brush.set(index)>{string(move || words(&weight_name(BRUSHES[index])))}</button>
        }
        .attr("data-weight", weight.to_string())
    });
    let brushes = brushes.collect_view();
    let count = Memo::new(move |_| painted.with(Vec::len));
    let canvases = move || {
        (0..count.get()).map(|index| view! { <Canvas painted plane brush index guessed strays styles/> }).collect_view()
    };
    view! {
        <div class="brushes" role="group" aria-label=t!("lesson-brushes")>{brushes}</div>
        <div class="canvases">{dynamic(canvases)}</div>
        {when(move || !guessed.get(), move || view! { <ByNumbers painted brush/> })}
        {when(move || !guessed.get(), move || view! {
            <button class="accent" data-testid="commit" disabled=boolean(move || written().is_empty())
                on:click=commit>{t!("lesson-train-painted")}</button>
        })}
        {when(move || !guessed.get() && written().is_empty(), move || view! { <p class="aside">{t!("lesson-paint-nothing")}</p> })}
        {when(move || guessed.get(), move || view! { <p class="verdict">{t!("lesson-paint-strays")}</p> })}
    }
}

/// The stretches in which the experts of the painted demonstrations strayed. The trainer is asked for them after the guess.
fn strays(course: Course, guessed: Memo<bool>, painted: RwSignal<Vec<Painted>>) -> Memo<Arc<Vec<Stretch>>> {
    let paths = move || painted.with(|all| all.iter().map(|one| one.path.trajectory).collect::<Vec<_>>());
    let ask = move || Some(paths()).filter(|paths| guessed.get() && !paths.is_empty());
    let answer = answers(course.panel, move || ask().map(|paths| Question::Strays { paths }));
    let strays = Memo::new(move |_| match answer.get().as_deref() {
        Some(Answer::Strays(strays)) => Arc::new(strays.clone()),
        _ => Arc::default(),
    });
    Effect::new(move |_| {
        let written: Vec<String> = strays.get().iter().map(Stretch::to_string).collect();
        if !written.is_empty() {
            course.set_truth(Guess::Weights(written.join(",")));
        }
    });
    strays
}

fn without_weights(link: &str) -> String {
    link.split('&').filter(|setting| !setting.starts_with("weigh=")).collect::<Vec<_>>().join("&")
}

/// Paints by typed numbers of moments, for learners who do not use a pointer.
#[component]
fn ByNumbers(painted: RwSignal<Vec<Painted>>, brush: RwSignal<usize>) -> impl IntoView {
    let (path, from, to) = (RwSignal::new(1_usize), RwSignal::new(0_usize), RwSignal::new(0_usize));
    let last = move || painted.with(|all| all.first().map_or(0, |one| one.weights.len().saturating_sub(1)));
    let field = move |signal: RwSignal<usize>,
                      label: Signal<String>,
                      name: &'static str,
                      least: usize,
                      most: Signal<String>| {
        view! {
            <label>{label}" "
                <input type="number" min=least max=most data-testid=name prop:value=string(move || signal.get().to_string())
                    on:change=move |event| signal.set(event_number(&event).max(0.0) as usize)/>
            </label>
        }
    };
    let count = string(move || painted.with(Vec::len).to_string());
    let last = string(move || last().to_string());
    let stretch = move |_| {
        let (from, to, weight) = (from.get_untracked(), to.get_untracked(), BRUSHES[brush.get_untracked()]);
        let index = path.get_untracked().wrapping_sub(1);
        painted.update(|all| all.get_mut(index).into_iter().for_each(|one| one.paint_stretch(from, to, weight)));
    };
    view! {
        <div class="bynumbers">
            {field(path, t!("lesson-paint-path"), "paint-path", 1, count)}
            {field(from, t!("lesson-from"), "from", 0, last)}{field(to, t!("lesson-to"), "to", 0, last)}
            <button class="quiet" data-testid="stretch" on:click=stretch>{t!("lesson-paint-stretch")}</button>
        </div>
    }
}

/// One demonstration that can be painted on.
#[component]
fn Canvas(
    painted: RwSignal<Vec<Painted>>,
    plane: Memo<Option<Plane>>,
    brush: RwSignal<usize>,
    index: usize,
    guessed: Memo<bool>,
    strays: Memo<Arc<Vec<Stretch>>>,
    styles: Memo<Vec<Text>>,
) -> impl IntoView {
    let draw = move |event: leptos::ev::PointerEvent| {
        let Some(plane) = plane.get_untracked() else { return };
        let Some(place) = pointer::place_on(&event, plane.proportions()) else { return };
        if pointer::is_down(&event) && !guessed.get_untracked() {
            let (at, reach, weight) = (plane.world(place), REACH * plane.width(), BRUSHES[brush.get_untracked()]);
            painted.update(|all| all.get_mut(index).into_iter().for_each(|one| one.paint_near(at, reach, weight)));
        }
    };
    let press = move |event: leptos::ev::PointerEvent| {
        pointer::capture(&event);
        draw(event);
    };
    let drawing = move || {
        let Some(plane) = plane.get() else { return String::new() };
        painted.with(|all| all.get(index).map(|one| one.drawing(&plane)).unwrap_or_default())
    };
    let marked = move || {
        let Some(plane) = plane.get() else { return String::new() };
        let strays = strays.get();
        painted.with(|all| {
            let Some(one) = all.get(index) else { return String::new() };
            let own = strays.iter().filter(|stretch| stretch.path == one.path.trajectory);
            one.marked(&plane, &own.map(|stretch| (stretch.from as usize, stretch.to as usize)).collect::<Vec<_>>())
        })
    };
    let style = move || painted.with(|all| all.get(index).map(|one| one.path.style));
    let label = move || {
        let style = usize::from(style().unwrap_or_default());
        let name = styles
            .with(|styles| styles.get(style).cloned())
            .unwrap_or_else(|| text!("page-style-unnamed", number = style));
        let said = text!("lesson-paint-label", number = index + 1, style = name);
        format!("{} {}", style_mark(style), escape(&words(&said)))
    };
    view! {
        <figure class="sketch paint">
            <svg viewBox=string(move || plane.get().map(|plane| plane.view_box()).unwrap_or("0 0 1 1".into())) role="img"
                data-testid=format!("paint-{index}") aria-label=t!("lesson-paint", number = index + 1)
                on:pointerdown=press on:pointermove=draw>
                <g inner_html=string(move || plane.get().map(|plane| plane.experts(style())).unwrap_or_default())></g>
                <g inner_html=string(marked)></g>
                <g inner_html=string(drawing)></g>
            </svg>
            <figcaption inner_html=string(label)></figcaption>
        </figure>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_weights_leave_a_link() {
        assert_eq!(without_weights("v=1&weigh=1:2-3:0&seed=2"), "v=1&seed=2");
    }
}
