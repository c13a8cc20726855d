//! The demonstration under inspection: coloured by what its steps tell, with the step looked at.

use web_sys::CanvasRenderingContext2d;

use super::brush::{self, Ink};
use super::panels::Fit;
use super::pmi;
use protocol::Timeline;

/// The path that is looked at.
pub struct Looked<'a> {
    pub xy: &'a [f32],
    pub style: u8,
    /// Longer steps are none.
    pub stride: Option<f32>,
}

/// With a timeline, each step in its shade; without one, the path in its style's colour.
pub fn paint(
    context: &CanvasRenderingContext2d,
    fit: &Fit,
    path: &Looked,
    timeline: Option<&Timeline>,
    point: usize,
    ink: &Ink,
) {
    brush::dashes(context, &[]);
    context.set_global_alpha(1.0);
    context.set_line_width(5.0);
    context.set_stroke_style_str(&ink.paper);
    context.begin_path();
    brush::trace_steps(context, fit, timeline.map_or(path.xy, |timeline| &timeline.xy), path.stride);
    context.stroke();
    context.set_line_width(3.0);
    match timeline {
        Some(timeline) => {
            shaded(context, fit, timeline, path.stride, ink);
            looked_at(context, fit, timeline, point, ink);
        }
        None => {
            context.set_stroke_style_str(ink.style(path.style));
            context.begin_path();
            brush::trace_steps(context, fit, path.xy, path.stride);
            context.stroke();
        }
    }
}

/// One stroke a shade.
fn shaded(context: &CanvasRenderingContext2d, fit: &Fit, timeline: &Timeline, stride: Option<f32>, ink: &Ink) {
    let full = pmi::full(&timeline.prior);
    for shade in 0..pmi::SHADES {
        context.set_stroke_style_str(ink.pmi(shade));
        context.begin_path();
        for (step, pair) in timeline.xy.windows(4).step_by(2).enumerate() {
            let value = timeline.pmi.get(step).copied().unwrap_or(0.0);
            if pmi::shade(value, full) == shade {
                brush::trace_steps(context, fit, pair, stride);
            }
        }
        context.stroke();
    }
}

fn looked_at(context: &CanvasRenderingContext2d, fit: &Fit, timeline: &Timeline, point: usize, ink: &Ink) {
    let at = point.min(timeline.pmi.len().saturating_sub(1));
    let Some(place) = timeline.xy.get(2 * at..2 * at + 2) else { return };
    context.set_line_width(2.0);
    context.set_stroke_style_str(&ink.text);
    brush::circle(context, fit, [place[0], place[1]], 7.0);
}
