//! The grid of consoles in a viewport.

use super::viewports::Viewport;
use protocol::View;

/// Height of the caption above a picture, pixels.
pub const CAPTION: f32 = 20.0;
const GAP: f32 = 8.0;
/// Width over height of a television's picture.
const ASPECT: f32 = 4.0 / 3.0;
/// Narrower viewports have two columns where height is free. Pixels.
const NARROW: f32 = 640.0;

fn columns(width: f32, cells: usize) -> usize {
    if width < NARROW { cells.min(2) } else { cells.div_ceil(cells.div_ceil(4)) }
}

/// Width of a cell in a viewport of this size (pixels) with so many columns.
fn cell_width(width: f32, height: f32, cells: usize, across: usize) -> f32 {
    let rows = cells.div_ceil(across);
    let room = (height - GAP * (rows - 1) as f32) / rows as f32;
    ((width - GAP * (across - 1) as f32) / across as f32).min((room - CAPTION) * ASPECT)
}

/// The view that gives a viewport of this width the height that its cells need.
pub fn view(width: f32, cells: usize) -> View {
    let across = columns(width, cells);
    let cell = (width - GAP * (across - 1) as f32) / across as f32;
    let rows = cells.div_ceil(across) as f32;
    View { left: 0.0, bottom: 0.0, right: width, top: rows * (cell / ASPECT + CAPTION) + (rows - 1.0) * GAP }
}

/// The cells of a viewport, captions included.
pub fn cells(viewport: &Viewport, title: f32, cells: usize) -> Vec<Viewport> {
    let width_in = |across: usize| cell_width(viewport.width, viewport.height - title, cells, across);
    let larger = |a: &usize, b: &usize| width_in(*a).total_cmp(&width_in(*b));
    let across = (1..=cells).max_by(larger).unwrap_or(1);
    let width = width_in(across);
    let height = width / ASPECT + CAPTION;
    let left = (viewport.width - across as f32 * (width + GAP) + GAP) / 2.0;
    let at = |index: usize| Viewport {
        x: viewport.x + left + (index % across) as f32 * (width + GAP),
        y: viewport.y + title + (index / across) as f32 * (height + GAP),
        width,
        height,
    };
    (0..cells).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_within_their_viewport() {
        for (width, count) in [(340.0, 5), (340.0, 4), (900.0, 5), (900.0, 4), (300.0, 1)] {
            let height = view(width, count).top;
            let viewport = Viewport { x: 10.0, y: 5.0, width, height };
            let cells = cells(&viewport, 0.0, count);
            assert_eq!(cells.len(), count);
            for cell in cells {
                assert!(cell.x >= 9.9 && cell.x + cell.width <= 10.1 + width, "{width} {count}");
                assert!(cell.y >= 4.9 && cell.y + cell.height <= 5.1 + height && cell.width > 100.0, "{width} {count}");
            }
        }
    }
}
