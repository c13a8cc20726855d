//! A path that the learner draws on the plane of the world. After the guess the tracks of the agents are drawn over it.

use leptos::prelude::*;

use super::plane::{Plane, polyline};
use super::pointer;
use crate::panels::lessons::course::Course;
use crate::panels::lessons::guess::Guess;
use crate::panels::port;
use crate::reactive::{string, when};
use crate::text::t;

/// Most points of a drawn path, and of the tracks.
const LONGEST: usize = 400;
/// Milliseconds between two samples of the agents' positions.
const LOOK_MS: u64 = 100;

#[component]
pub fn DrawPath(course: Course) -> impl IntoView {
    let page = course.panel.page;
    let plane = page.memo(Plane::of);
    let guess = Memo::new(move |_| match course.state().guess {
        Some(Guess::Path(path)) => Some(path),
        _ => None,
    });
    let draft = RwSignal::new(Vec::<f32>::new());
    let add = move |x: f32, y: f32| {
        draft.update(|path| {
            if path.len() < 2 * LONGEST {
                path.extend([x, y]);
            }
        });
    };
    let draw = move |event: leptos::ev::PointerEvent| {
        if guess.get_untracked().is_some() || !pointer::is_down(&event) {
            return;
        }
        let Some(plane) = plane.get_untracked() else { return };
        if let Some(place) = pointer::place_on(&event, plane.proportions()) {
            let (x, y) = plane.world(place);
            add(x, y);
        }
    };
    let press = move |event: leptos::ev::PointerEvent| {
        if guess.get_untracked().is_none() {
            pointer::capture(&event);
            draft.set(Vec::new());
            draw(event);
        }
    };
    // Arrow keys move a pen; every press is a point.
    let keys = move |event: leptos::ev::KeyboardEvent| {
        let Some(plane) = plane.get_untracked().filter(|_| guess.get_untracked().is_none()) else { return };
        let Some((dx, dy)) = arrow(&event.key()) else { return };
        event.prevent_default();
        let (x, y) = draft.with_untracked(|path| match path.as_slice() {
            [.., x, y] => (*x, *y),
            _ => plane.start,
        });
        let step = plane.width() / 25.0;
        add(x + dx * step, y + dy * step);
    };
    let tracks = RwSignal::new(Vec::<f32>::new());
    look_at_agents(course, guess, tracks);
    let shape =
        move |read: &dyn Fn() -> Vec<f32>| plane.get().map(|plane| polyline(&plane, &read())).unwrap_or_default();
    view! {
        <figure class="sketch">
            <svg viewBox=string(move || plane.get().map(|plane| plane.view_box()).unwrap_or("0 0 1 1".into())) tabindex="0" role="application"
                data-testid="draw-path" aria-label=t!("lesson-path") on:pointerdown=press on:pointermove=draw on:keydown=keys>
                <g inner_html=string(move || plane.get().map(|plane| plane.experts(None)).unwrap_or_default())></g>
                <path class="mine" d=string(move || shape(&|| guess.get().unwrap_or(draft.get())))/>
                <g class="tracks" inner_html=string(move || plane.get().map(|plane| plane.dots(&tracks.get())).unwrap_or_default())></g>
            </svg>
            <figcaption>{t!("lesson-path.about")}</figcaption>
        </figure>
        {when(move || guess.get().is_none() && draft.with(|path| path.len() > 2), move || view! {
            <button class="accent" data-testid="commit" on:click=move |_| course.commit(Guess::Path(draft.get_untracked()))>{t!("lesson-commit")}</button>
        })}
    }
}

pub fn arrow(key: &str) -> Option<(f32, f32)> {
    match key {
        "ArrowLeft" => Some((-1.0, 0.0)),
        "ArrowRight" => Some((1.0, 0.0)),
        "ArrowUp" => Some((0.0, 1.0)),
        "ArrowDown" => Some((0.0, -1.0)),
        _ => None,
    }
}

/// Samples the positions of the agents after the guess, and stores them as the truth every second.
fn look_at_agents(course: Course, guess: Memo<Option<Vec<f32>>>, tracks: RwSignal<Vec<f32>>) {
    let looks = StoredValue::new(0_u64);
    let look = move || {
        if guess.get_untracked().is_none() || tracks.with_untracked(Vec::len) >= 6 * LONGEST {
            return;
        }
        let agents = port::agents();
        tracks.update(|tracks| tracks.extend(agents.as_chunks::<3>().0.iter().flat_map(|[x, y, _]| [*x, *y])));
        looks.update_value(|looks| *looks += 1);
        if looks.get_value().is_multiple_of(1000 / LOOK_MS) {
            course.set_truth(Guess::Path(tracks.get_untracked()));
        }
    };
    let handle = set_interval_with_handle(look, std::time::Duration::from_millis(LOOK_MS));
    if let Ok(handle) = handle {
        on_cleanup(move || handle.clear());
    }
}
