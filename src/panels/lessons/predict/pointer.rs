//! Where a pointer is on a drawing.

use leptos::ev::PointerEvent;
use wasm_bindgen::JsCast;

/// The place of a pointer on the element that handles the event, as shares of its width and height from the upper left
/// corner.
pub fn place(event: &PointerEvent) -> Option<(f32, f32)> {
    let element: web_sys::Element = event.current_target()?.dyn_into().ok()?;
    let bounds = element.get_bounding_client_rect();
    let share = |at: i32, from: f64, length: f64| ((f64::from(at) - from) / length.max(1.0)).clamp(0.0, 1.0) as f32;
    Some((
        share(event.client_x(), bounds.left(), bounds.width()),
        share(event.client_y(), bounds.top(), bounds.height()),
    ))
}

/// The same on a drawing that keeps its proportions, width by height, in the middle of the element.
pub fn place_on(event: &PointerEvent, proportions: f32) -> Option<(f32, f32)> {
    let element: web_sys::Element = event.current_target()?.dyn_into().ok()?;
    let bounds = element.get_bounding_client_rect();
    Some(on_drawing(place(event)?, (bounds.width() / bounds.height().max(1.0)) as f32, proportions))
}

/// Shares of an element as shares of the drawing in its middle.
fn on_drawing((x, y): (f32, f32), element: f32, drawing: f32) -> (f32, f32) {
    let stretched = |share: f32, by: f32| ((share - 0.5) * by.max(1.0) + 0.5).clamp(0.0, 1.0);
    (stretched(x, element / drawing), stretched(y, drawing / element))
}

/// Whether the primary button or a finger is down.
pub fn is_down(event: &PointerEvent) -> bool {
    event.buttons() & 1 == 1
}

/// Keeps a drawing finger from scrolling the page, and directs later events to the drawing even if the pointer leaves it.
pub fn capture(event: &PointerEvent) {
    event.prevent_default();
    if let Some(element) = event.current_target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) {
        // Fails only for a pointer that no longer exists.
        let _ = element.set_pointer_capture(event.pointer_id());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_beside_a_drawing_is_no_part_of_it() {
        assert_eq!(on_drawing((0.75, 0.5), 4.0, 2.0), (1.0, 0.5));
        assert_eq!(on_drawing((0.1, 0.5), 4.0, 2.0), (0.0, 0.5));
        assert_eq!(on_drawing((0.25, 0.75), 1.0, 2.0), (0.25, 1.0));
        assert_eq!(on_drawing((0.25, 0.75), 2.0, 2.0), (0.25, 0.75));
    }
}
