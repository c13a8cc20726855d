//! The inspected demonstration: coloured by the PMI of its steps, with a ring at the current step.

use web_sys::CanvasRenderingContext2d;

use super::canvas::{self, Palette};
use super::pmi;
use super::viewports::ViewTransform;
use protocol::Timeline;

pub struct InspectedPath<'a> {
    pub xy: &'a [f32],
    pub style: u8,
    /// Steps longer than this are not drawn.
    pub stride: Option<f32>,
}

/// With a timeline, each step in its shade; without one, the path in its style's colour.
pub fn paint(
    context: &CanvasRenderingContext2d,
    transform: &ViewTransform,
    path: &InspectedPath,
    timeline: Option<&Timeline>,
    point: usize,
    palette: &Palette,
) {
    canvas::set_dashes(context, &[]);
    context.set_global_alpha(1.0);
    context.set_line_width(5.0);
    context.set_stroke_style_str(&palette.paper);
    context.begin_path();
    canvas::add_broken_polyline(context, transform, timeline.map_or(path.xy, |timeline| &timeline.xy), path.stride);
    context.stroke();
    context.set_line_width(3.0);
    match timeline {
        Some(timeline) => {
            shaded(context, transform, timeline, path.stride, palette);
            looked_at(context, transform, timeline, point, palette);
        }
        None => {
            context.set_stroke_style_str(palette.style(path.style));
            context.begin_path();
            canvas::add_broken_polyline(context, transform, path.xy, path.stride);
            context.stroke();
        }
    }
}

/// One stroke per shade.
fn shaded(
    context: &CanvasRenderingContext2d,
    transform: &ViewTransform,
    timeline: &Timeline,
    stride: Option<f32>,
    palette: &Palette,
) {
    let full = pmi::full_scale(&timeline.prior);
    for shade in 0..pmi::SHADES {
        context.set_stroke_style_str(palette.pmi(shade));
        context.begin_path();
        for (step, pair) in timeline.xy.windows(4).step_by(2).enumerate() {
            let value = timeline.pmi.get(step).copied().unwrap_or(0.0);
            if pmi::shade(value, full) == shade {
                canvas::add_broken_polyline(context, transform, pair, stride);
            }
        }
        context.stroke();
    }
}

fn looked_at(
    context: &CanvasRenderingContext2d,
    transform: &ViewTransform,
    timeline: &Timeline,
    point: usize,
    palette: &Palette,
) {
    let at = point.min(timeline.pmi.len().saturating_sub(1));
    let Some(place) = timeline.xy.get(2 * at..2 * at + 2) else { return };
    context.set_line_width(2.0);
    context.set_stroke_style_str(&palette.text);
    canvas::stroke_circle(context, transform, [place[0], place[1]], 7.0);
}
