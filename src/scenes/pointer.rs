//! Pointer and key events of the stage: select a demonstration, draw a path, drag an agent to a new start.

use leptos::ev::{KeyboardEvent, MouseEvent, PointerEvent, TouchEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::gesture::Gesture;
use super::stage::Painter;
use super::viewports::nearest;
use crate::actions::Action;
use crate::state::Model;

/// The lane and world position under the pointer, and its reach in world units.
fn under(painter: Painter, event: &MouseEvent) -> Option<(usize, [f32; 2], f32)> {
    let (x, y) = (event.offset_x() as f32, event.offset_y() as f32);
    painter.scene.with_value(|scene| scene.find(painter.page, x, y))
}

pub fn press(painter: Painter, event: &PointerEvent) {
    let page = painter.page;
    // Two fingers zoom the page, so the gesture of the first one is cancelled.
    if !event.is_primary() {
        return cancel(painter);
    }
    let Some((lane, at, reach)) = under(painter, event) else { return };
    let (drawing, can_start, starts) =
        page.peek(|model| (model.drawing, model.world().is_some_and(|world| world.starts), model.starts.clone()));
    let agents = page.frame.with_value(|frame| {
        let lane = frame.as_ref().filter(|_| can_start).and_then(|frame| frame.lanes.get(lane));
        lane.map(|lane| lane.agents.clone()).unwrap_or_default()
    });
    // Agents move while the visitor aims at them, so the reach is doubled.
    let hand = Gesture::press(drawing, &agents, &starts, at, 2.0 * reach);
    if hand != Gesture::Idle
        && let Some(canvas) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok())
    {
        // Refused only for a pointer that is already gone.
        let _ = canvas.set_pointer_capture(event.pointer_id());
    }
    painter.scene.update_value(|scene| scene.gesture = hand);
}

pub fn moved(painter: Painter, event: &PointerEvent) {
    if painter.scene.with_value(|scene| scene.gesture == Gesture::Idle) {
        return;
    }
    let Some((_, at, reach)) = under(painter, event) else { return };
    let mut news = false;
    painter.scene.update_value(|scene| news = scene.gesture.moved(at, reach));
    if news {
        painter.request_paint();
    }
}

/// Prevents scrolling during a gesture.
pub fn stay(painter: Painter, event: &TouchEvent) {
    if event.cancelable() && painter.scene.with_value(|scene| scene.gesture.holds()) {
        event.prevent_default();
    }
}

/// Ends a gesture. A movement shorter than the reach counts as a click.
pub fn release(painter: Painter, event: &PointerEvent) {
    let reach = under(painter, event).map_or(0.0, |(_, _, reach)| reach);
    let mut held = Gesture::Idle;
    painter.scene.update_value(|scene| held = std::mem::take(&mut scene.gesture));
    let page = painter.page;
    match held {
        Gesture::Draw(xy) if long(&xy, reach) => page.perform(Action::DrawPath(xy)),
        Gesture::Drag { agent, from, at, .. } if long(&[from, at].concat(), reach / 2.0) => {
            page.perform(Action::PlaceAgent { agent, at })
        }
        _ => return painter.request_paint(),
    }
    painter.scene.update_value(|scene| scene.gesture = Gesture::Finished);
    painter.request_paint();
}

fn long(xy: &[f32], reach: f32) -> bool {
    let points = xy.as_chunks::<2>().0;
    points.first().is_some_and(|first| points.iter().any(|p| libm::hypotf(p[0] - first[0], p[1] - first[1]) > reach))
}

pub fn cancel(painter: Painter) {
    painter.scene.update_value(|scene| scene.gesture = Gesture::Idle);
    painter.request_paint();
}

pub fn pick(painter: Painter, event: &MouseEvent) {
    let mut done = false;
    painter.scene.update_value(|scene| done = std::mem::take(&mut scene.gesture) == Gesture::Finished);
    let page = painter.page;
    if done || page.peek(|model| model.drawing) {
        return;
    }
    let Some((_, [x, y], reach)) = under(painter, event) else { return };
    // The path that is inspected already comes first where several run side by side.
    let found = page.peek(|model| {
        let paths = &model.demos.as_ref()?.paths;
        let inspected = paths.iter().filter(|path| Some(path.trajectory) == model.selected);
        nearest(inspected, x, y, reach / 2.0).or_else(|| nearest(paths, x, y, reach))
    });
    if let Some((trajectory, step)) = found {
        page.perform(Action::SelectDemonstration(trajectory));
        page.perform(Action::SelectStep(step));
    }
}

pub fn keys(painter: Painter, event: &KeyboardEvent) {
    let (page, key) = (painter.page, event.key());
    if page.peek(Model::visitor_plays) {
        return;
    }
    let taken = match key.as_str() {
        _ if page.peek(|model| model.drawing) => draw(painter, &key),
        "ArrowRight" | "ArrowDown" => {
            page.perform(Action::SelectNextDemonstration);
            true
        }
        "ArrowLeft" | "ArrowUp" => {
            page.perform(Action::SelectPreviousDemonstration);
            true
        }
        _ => false,
    };
    if taken {
        event.prevent_default();
    }
}

/// Keys while drawing: arrows extend the path, Enter explains it, Escape ends drawing.
fn draw(painter: Painter, key: &str) -> bool {
    let page = painter.page;
    let mut held = Gesture::Idle;
    match key {
        "Enter" => {
            painter.scene.update_value(|scene| held = std::mem::take(&mut scene.gesture));
            if let Gesture::Draw(xy) = held {
                page.perform(Action::DrawPath(xy));
            }
        }
        "Escape" => {
            cancel(painter);
            page.perform(Action::Draw(!page.peek(|model| model.drawing)));
        }
        _ => {
            let Some(view) = page.peek(|model| model.world().map(|world| world.view)) else { return false };
            let mut moved = false;
            painter.scene.update_value(|scene| moved = scene.gesture.arrow(key, &view));
            if !moved {
                return false;
            }
        }
    }
    painter.request_paint();
    true
}
