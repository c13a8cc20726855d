//! Demonstrations and ideal paths as an image. They do not move, so they are painted once, a few per frame.

use std::sync::Arc;

use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::canvas::{self, Palette};
use super::panels::{Panel, ViewTransform};
use super::world_lines::WorldLines;
use protocol::{DemosView, PathView};

/// Time per frame for painting; the remaining paths follow in later frames.
const SLICE_MS: f64 = 6.0;

pub struct DemoLayer {
    pub canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    demos: Arc<DemosView>,
    marks: WorldLines,
    transform: ViewTransform,
    next: usize,
}

impl DemoLayer {
    /// `transform` is relative to the panel's corner; `ratio` is device pixels per CSS pixel.
    pub fn new(
        demos: Arc<DemosView>,
        marks: WorldLines,
        transform: ViewTransform,
        panel: &Panel,
        ratio: f64,
    ) -> Option<Self> {
        let (canvas, context) = canvas::offscreen(panel.width, panel.height, ratio)?;
        Some(Self { canvas, context, demos, marks, transform, next: 0 })
    }

    pub fn done(&self) -> bool {
        self.next >= self.demos.paths.len() + self.demos.ideals.len()
    }

    /// Paints more paths, for at most `SLICE_MS`.
    pub fn proceed(&mut self, palette: &Palette) {
        let total = self.demos.paths.len() + self.demos.ideals.len();
        let began = js_sys::Date::now();
        if self.next == 0 {
            self.marks.paint(&self.context, &self.transform, palette);
        }
        while self.next < total {
            match self.next.checked_sub(self.demos.paths.len()) {
                None => self.demonstration(&self.demos.paths[self.next], palette),
                Some(ideal) => self.ideal(&self.demos.ideals[ideal], palette),
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
        canvas::add_broken_polyline(context, &self.transform, &path.xy, self.demos.stride);
        context.stroke();
    }

    fn ideal(&self, path: &PathView, palette: &Palette) {
        let context = &self.context;
        context.set_global_alpha(0.75);
        context.set_line_width(1.2);
        context.set_stroke_style_str(&palette.quiet);
        canvas::set_dashes(context, &[2.0, 4.0]);
        context.begin_path();
        canvas::add_polyline(context, &self.transform, &path.xy);
        context.stroke();
    }
}
