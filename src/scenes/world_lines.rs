//! Lines of the world itself, and the thresholds between styles.

use web_sys::CanvasRenderingContext2d;

use super::canvas::{self, Palette};
use super::viewports::ViewTransform;
use crate::state::Model;
use protocol::Mark;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorldLines {
    world: Vec<Mark>,
    label: Vec<Mark>,
}

impl WorldLines {
    pub fn of(model: &Model) -> Self {
        Self {
            world: model.world().map(|card| card.marks.clone()).unwrap_or_default(),
            label: model.label().map(|card| card.marks.clone()).unwrap_or_default(),
        }
    }

    /// All lines at fixed positions.
    pub fn paint(&self, context: &CanvasRenderingContext2d, transform: &ViewTransform, palette: &Palette) {
        context.set_global_alpha(1.0);
        context.set_line_width(1.2);
        canvas::set_dashes(context, &[]);
        context.set_stroke_style_str(&palette.line);
        stroke(context, transform, &self.world, None);
        self.paint_thresholds(context, transform, palette, None);
    }

    /// Thresholds that are relative to the start of the inspected path.
    pub fn paint_around(
        &self,
        context: &CanvasRenderingContext2d,
        transform: &ViewTransform,
        palette: &Palette,
        start: [f32; 2],
    ) {
        self.paint_thresholds(context, transform, palette, Some(start));
    }

    fn paint_thresholds(
        &self,
        context: &CanvasRenderingContext2d,
        transform: &ViewTransform,
        palette: &Palette,
        start: Option<[f32; 2]>,
    ) {
        context.set_global_alpha(0.8);
        context.set_line_width(1.4);
        canvas::set_dashes(context, &[6.0, 4.0]);
        context.set_stroke_style_str(&palette.accent);
        stroke(context, transform, &self.label, start);
        canvas::set_dashes(context, &[]);
        context.set_global_alpha(1.0);
    }
}

/// Draws lines at fixed positions; with `start`, those that are relative to the start of a path.
fn stroke(context: &CanvasRenderingContext2d, transform: &ViewTransform, marks: &[Mark], start: Option<[f32; 2]>) {
    for mark in marks {
        context.begin_path();
        match *mark {
            Mark::Line { from, to } if start.is_none() => {
                canvas::add_polyline(context, transform, &[from[0], from[1], to[0], to[1]])
            }
            Mark::Arc { centre, radii, from, to } if centre.is_none() == start.is_some() => {
                let Some([x, y]) = centre.or(start) else { continue };
                let (x, y) = transform.to_pixels(x, y);
                let [rx, ry] = radii.map(|radius| f64::from(radius * transform.scale));
                // The screen's y axis points down, so angles turn the other way; only negative radii are refused.
                let _ = context.ellipse(x, y, rx, ry, 0.0, f64::from(-to), f64::from(-from));
            }
            _ => {}
        }
        context.stroke();
    }
}
