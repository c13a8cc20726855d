//! Positions of the stage's viewports, and the transform from the world to a viewport.

use protocol::{PathView, View};

const GAP: f32 = 8.0;
/// Room for a viewport's title.
pub const TITLE: f32 = 44.0;
/// Around what is drawn, pixels, so that a path or an agent at the edge of its world is drawn whole.
const MARGIN: f32 = 6.0;
/// On a narrower stage viewports are stacked. Pixels.
const NARROW: f32 = 520.0;
/// Share of the height of a single viewport that each of several stacked ones may have, so that they can be compared.
const STACKED: f32 = 0.45;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

/// The number of viewports side by side on a stage of this width in pixels.
pub fn across(width: f32, count: usize) -> usize {
    if width < NARROW { 1 } else { count.max(1) }
}

/// The viewports of a stage of this width, and the height of the stage, in pixels.
pub fn arrange(width: f32, count: usize, view: &View, tallest: f32) -> (Vec<Viewport>, f32) {
    let aspect = ((view.right - view.left) / (view.top - view.bottom)).clamp(0.4, 3.0);
    let count = count.max(1);
    let across = across(width, count);
    let stacked = across < count;
    let viewport = (width - GAP * (across - 1) as f32) / across as f32;
    let title = if count > 1 { TITLE } else { 0.0 };
    let tallest = if stacked { STACKED * tallest } else { tallest };
    let height = (viewport / aspect).min(tallest).max(120.0) + title;
    let at = |index: usize| match stacked {
        true => Viewport { x: 0.0, y: index as f32 * (height + GAP), width: viewport, height },
        false => Viewport { x: index as f32 * (viewport + GAP), y: 0.0, width: viewport, height },
    };
    let rows = if stacked { count } else { 1 };
    ((0..count).map(at).collect(), rows as f32 * height + (rows - 1) as f32 * GAP)
}

/// From world coordinates to pixels: one scale for both axes, centred below the title.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewTransform {
    pub scale: f32,
    pub dx: f32,
    pub dy: f32,
}

impl ViewTransform {
    pub fn new(viewport: &Viewport, view: &View, title: f32) -> Self {
        let (wide, high) = ((view.right - view.left).max(1e-6), (view.top - view.bottom).max(1e-6));
        let room = viewport.height - title;
        let within = |pixels: f32| (pixels - 2.0 * MARGIN).max(1.0);
        let scale = (within(viewport.width) / wide).min(within(room) / high);
        let dx = viewport.x + (viewport.width - wide * scale) / 2.0 - view.left * scale;
        let dy = viewport.y + title + (room - high * scale) / 2.0 + view.top * scale;
        Self { scale, dx, dy }
    }

    pub fn to_pixels(self, x: f32, y: f32) -> (f64, f64) {
        (f64::from(self.dx + x * self.scale), f64::from(self.dy - y * self.scale))
    }

    pub fn to_world(self, x: f32, y: f32) -> (f32, f32) {
        ((x - self.dx) / self.scale, (self.dy - y) / self.scale)
    }
}

/// The path that passes nearest to a point and its moment there, if one passes within `reach`.
pub fn nearest<'a>(paths: impl IntoIterator<Item = &'a PathView>, x: f32, y: f32, reach: f32) -> Option<(u32, usize)> {
    let mut best: Option<(f32, u32, usize)> = None;
    for path in paths {
        for (moment, pair) in path.xy.windows(4).step_by(2).enumerate() {
            let far = distance((pair[0], pair[1]), (pair[2], pair[3]), (x, y));
            if far <= reach && best.is_none_or(|(known, ..)| far < known) {
                best = Some((far, path.trajectory, moment));
            }
        }
    }
    best.map(|(_, trajectory, moment)| (trajectory, moment))
}

/// From a point to a line segment.
fn distance(a: (f32, f32), b: (f32, f32), p: (f32, f32)) -> f32 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    let along = if length > 0.0 { (((p.0 - a.0) * dx + (p.1 - a.1) * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
    libm::hypotf(p.0 - a.0 - along * dx, p.1 - a.1 - along * dy)
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: View = View { left: -2.0, bottom: -1.0, right: 2.0, top: 1.0 };

    #[test]
    fn viewports_fit_side_by_side_or_stacked() {
        let (viewports, height) = arrange(900.0, 3, &VIEW, 500.0);
        assert_eq!(viewports.len(), 3);
        assert!((viewports[2].x + viewports[2].width - 900.0).abs() < 1e-3);
        assert!(viewports.iter().all(|viewport| viewport.y == 0.0 && viewport.height == height));
        let (viewports, height) = arrange(340.0, 2, &VIEW, 500.0);
        assert!(viewports[1].y > viewports[0].height && viewports[1].y + viewports[1].height <= height + 1e-3);
        let (_, three) = arrange(340.0, 3, &View { right: 0.0, ..VIEW }, 400.0);
        assert!(three < 3.0 * (180.0 + TITLE + GAP), "stacked viewports are lower: {three}");
    }

    #[test]
    fn points_go_there_and_back_with_equal_scales() {
        let (viewports, _) = arrange(640.0, 1, &VIEW, 500.0);
        let transform = ViewTransform::new(&viewports[0], &VIEW, 0.0);
        let (x, y) = transform.to_pixels(0.5, -0.25);
        let (bx, by) = transform.to_world(x as f32, y as f32);
        assert!((bx - 0.5).abs() < 1e-4 && (by + 0.25).abs() < 1e-4);
        let (left, top) = transform.to_pixels(VIEW.left, VIEW.top);
        assert!(left > 5.9 && top > 5.9, "what is at the edge is drawn whole: {left}, {top}");
    }

    #[test]
    fn a_click_finds_the_path_under_it() {
        let path = |trajectory, y| PathView { trajectory, style: 0, held_out: false, xy: vec![0.0, y, 1.0, y] };
        let paths = [path(4, 0.0), path(9, 0.5)];
        assert_eq!(nearest(&paths, 0.5, 0.45, 0.1), Some((9, 0)));
        assert_eq!(nearest(&paths, 0.5, 0.25, 0.1), None);
    }
}
