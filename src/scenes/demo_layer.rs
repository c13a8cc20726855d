//! Demonstrations and ideal paths as an image. They do not move, so they are painted once, a few per frame.

use std::sync::Arc;

use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::canvas::{self, Palette};
use super::viewports::{ViewTransform, Viewport};
use super::world_lines::WorldLines;
use protocol::{DemosView, PathView};

/// Time per frame for painting; the remaining paths follow in later frames.
const SLICE_MS: f64 = 6.0;

/// What a viewport shows of a world apart from its agents.
#[derive(Clone)]
pub struct PlaneView {
    pub demos: Arc<DemosView>,
    pub marks: WorldLines,
    /// Relative to the viewport's corner.
    pub transform: ViewTransform,
}

pub struct DemoLayer {
    pub canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    plane: PlaneView,
    next: usize,
}

impl DemoLayer {
    /// `ratio` is device pixels per CSS pixel.
    pub fn new(plane: PlaneView, viewport: &Viewport, ratio: f64) -> Option<Self> {
        let (canvas, context) = canvas::offscreen(viewport.width, viewport.height, ratio)?;
        Some(Self { canvas, context, plane, next: 0 })
    }

    fn total(&self) -> usize {
        self.plane.demos.paths.len() + self.plane.demos.ideals.len()
    }

    pub fn done(&self) -> bool {
        self.next >= self.total()
    }

    /// Paints more paths, for at most `SLICE_MS`.
    pub fn proceed(&mut self, palette: &Palette) {
        let PlaneView { demos, marks, transform } = &self.plane;
        let (total, began) = (self.total(), js_sys::Date::now());
        if self.next == 0 {
            marks.paint(&self.context, transform, palette);
        }
        while self.next < total {
            match self.next.checked_sub(demos.paths.len()) {
                None => self.demonstration(&demos.paths[self.next], palette),
                Some(ideal) => self.ideal(&demos.ideals[ideal], palette),
            }
            self.next += 1;
            if js_sys::Date::now() - began > SLICE_MS {
                break;
            }
        }
    }

    fn demonstration(&self, path: &PathView, palette: &Palette) {
        let context = &self.context;
        context.set_global_alpha(if path.held_out { 0.12 } else { 0.22 });
        context.set_line_width(1.0);
        context.set_stroke_style_str(palette.style(path.style));
        canvas::set_dashes(context, &[]);
        context.begin_path();
        canvas::add_broken_polyline(context, &self.plane.transform, &path.xy, self.plane.demos.stride);
        context.stroke();
    }

    fn ideal(&self, path: &PathView, palette: &Palette) {
        let context = &self.context;
        context.set_global_alpha(0.75);
        context.set_line_width(1.2);
        context.set_stroke_style_str(&palette.quiet);
        canvas::set_dashes(context, &[2.0, 4.0]);
        context.begin_path();
        canvas::add_polyline(context, &self.plane.transform, &path.xy);
        context.stroke();
    }
}
