//! A region on the picture of the demonstrations, drawn with the pointer or moved by keyboard.

use leptos::prelude::*;

use super::RuleDraft;
use crate::panels::lessons::plane::{Plane, polyline};
use crate::panels::lessons::pointer;
use crate::reactive::string;
use crate::state::Model;
use crate::text::t;
use protocol::{MOST_CORNERS, PathQuantity};

/// Most points of a drawn line, before it is thinned to corners.
const LONGEST: usize = 600;
/// Corners are rounded to hundredths of a unit, so that links stay short.
const PLACES: f32 = 100.0;

/// The right half of the picture: the region until another one is drawn.
pub fn first_region(model: &Model) -> Vec<[f32; 2]> {
    let Some(view) = model.world().map(|world| world.view) else { return vec![] };
    let middle = (view.left + view.right) / 2.0;
    [[middle, view.bottom], [view.right, view.bottom], [view.right, view.top], [middle, view.top]].map(rounded).into()
}

fn rounded(point: [f32; 2]) -> [f32; 2] {
    point.map(|number| (number * PLACES).round() / PLACES)
}

/// A line thinned to at most `MOST_CORNERS` corners; None for a line with fewer than three.
fn corners(line: &[f32]) -> Option<Vec<[f32; 2]>> {
    let points = line.as_chunks::<2>().0;
    let every = points.len().div_ceil(MOST_CORNERS).max(1);
    let mut corners: Vec<[f32; 2]> = points.iter().step_by(every).map(|point| rounded(*point)).collect();
    corners.dedup();
    (corners.len() >= 3).then_some(corners)
}

#[component]
pub fn DrawRegion(draft: RuleDraft) -> impl IntoView {
    let plane = draft.panel.page.memo(Plane::of);
    let line = RwSignal::new(Vec::<f32>::new());
    let draw = move |event: leptos::ev::PointerEvent| {
        if !pointer::is_down(&event) {
            return;
        }
        if let (Some(place), Some(plane)) = (pointer::place(&event), plane.get_untracked()) {
            let (x, y) = plane.world(place);
            line.update(|line| {
                if line.len() < 2 * LONGEST {
                    line.extend([x, y]);
                }
            });
        }
    };
    let press = move |event: leptos::ev::PointerEvent| {
        pointer::capture(&event);
        line.set(vec![]);
        draw(event);
    };
    let lift = move |_| {
        let drawn = line.try_update(std::mem::take).unwrap_or_default();
        if let Some(corners) = corners(&drawn) {
            draft.choose(PathQuantity::Inside(corners));
        }
    };
    let shown = move || {
        let plane = plane.get()?;
        let drawn = line.get();
        let corners = draft.quantity.with(|quantity| match quantity {
            PathQuantity::Inside(corners) if drawn.is_empty() => corners.iter().flatten().copied().collect(),
            _ => drawn,
        });
        // Each corner three times, since the drawing shows one point in three.
        let path = corners.as_chunks::<2>().0.iter().flat_map(|point| [*point; 3]).flatten().collect::<Vec<f32>>();
        Some(format!("{}Z", polyline(&plane, &path)))
    };
    view! {
        <figure class="sketch region">
            <svg viewBox=string(move || plane.get().map(|plane| plane.view_box()).unwrap_or("0 0 1 1".into())) tabindex="0" role="application"
                data-testid="label-region" aria-label=t!("data-region") on:pointerdown=press on:pointermove=draw on:pointerup=lift
                on:keydown=move |event| keys(draft, plane, &event)>
                <g inner_html=string(move || plane.get().map(|plane| plane.experts(None)).unwrap_or_default())></g>
                <path class="mine" d=string(move || shown().unwrap_or_default())/>
            </svg>
            <figcaption>{t!("data-region.about")}</figcaption>
        </figure>
    }
}

/// Arrow keys move the region, plus and minus make it larger and smaller.
fn keys(draft: RuleDraft, plane: Memo<Option<Plane>>, event: &leptos::ev::KeyboardEvent) {
    let Some(step) = plane.get_untracked().map(|plane| plane.width() / 25.0) else { return };
    let PathQuantity::Inside(corners) = draft.quantity.get_untracked() else { return };
    let (move_by, grow) = match event.key().as_str() {
        "ArrowLeft" => ([-step, 0.0], 1.0),
        "ArrowRight" => ([step, 0.0], 1.0),
        "ArrowUp" => ([0.0, step], 1.0),
        "ArrowDown" => ([0.0, -step], 1.0),
        "+" | "=" => ([0.0; 2], 1.1),
        "-" => ([0.0; 2], 1.0 / 1.1),
        _ => return,
    };
    event.prevent_default();
    let count = corners.len().max(1) as f32;
    let middle = [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / count);
    let moved = |corner: &[f32; 2]| {
        rounded([0, 1].map(|axis| middle[axis] + (corner[axis] - middle[axis]) * grow + move_by[axis]))
    };
    draft.choose(PathQuantity::Inside(corners.iter().map(moved).collect()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_becomes_a_polygon_that_a_link_takes() {
        let round: Vec<f32> = (0..500).flat_map(|at| [(at as f32 / 80.0).cos(), (at as f32 / 80.0).sin()]).collect();
        let corners = corners(&round).unwrap();
        assert!((12..=MOST_CORNERS).contains(&corners.len()), "{}", corners.len());
        let quantity = PathQuantity::Inside(corners);
        assert_eq!(PathQuantity::from_name(&quantity.name()), Some(quantity));
        assert_eq!(super::corners(&[1.0; 40]), None);
    }
}
