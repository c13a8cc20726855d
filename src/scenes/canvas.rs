//! The palette, read from the stylesheet, and drawing primitives for the stage's canvas.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::pmi;
use super::style_markers::{STYLES, outline};
use super::viewports::{ViewTransform, Viewport};

/// Colours of the stylesheet. Read again when the theme changes.
#[derive(Clone, Debug, Default)]
pub struct Palette {
    styles: Vec<String>,
    pmi: Vec<String>,
    pub text: String,
    pub quiet: String,
    pub paper: String,
    /// Lines of the world itself.
    pub line: String,
    /// Thresholds between styles.
    pub accent: String,
}

impl Palette {
    pub fn read(canvas: &HtmlCanvasElement) -> Self {
        let style = web_sys::window().and_then(|window| window.get_computed_style(canvas).ok().flatten());
        let colour = |name: String| {
            let value = style.as_ref().and_then(|style| style.get_property_value(&name).ok()).unwrap_or_default();
            let value = value.trim().to_string();
            if value.is_empty() { "gray".to_string() } else { value }
        };
        Self {
            styles: (0..STYLES).map(|index| colour(format!("--style-{index}"))).collect(),
            pmi: (0..pmi::SHADES).map(|index| colour(format!("--pmi-{index}"))).collect(),
            text: colour("--ink".into()),
            quiet: colour("--ink-quiet".into()),
            paper: colour("--paper".into()),
            line: colour("--line-strong".into()),
            accent: colour("--accent".into()),
        }
    }

    pub fn style(&self, style: u8) -> &str {
        self.styles.get(usize::from(style) % STYLES).map_or("gray", String::as_str)
    }

    pub fn pmi(&self, shade: usize) -> &str {
        self.pmi.get(shade).map_or("gray", String::as_str)
    }
}

pub fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok().flatten()?.dyn_into().ok()
}

/// An offscreen canvas; `ratio` is device pixels per CSS pixel.
pub fn offscreen(width: f32, height: f32, ratio: f64) -> Option<(HtmlCanvasElement, CanvasRenderingContext2d)> {
    let document = web_sys::window()?.document()?;
    let canvas: HtmlCanvasElement = document.create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width((f64::from(width) * ratio) as u32);
    canvas.set_height((f64::from(height) * ratio) as u32);
    let context = context(&canvas)?;
    context.scale(ratio, ratio).ok()?;
    Some((canvas, context))
}

/// Adds a polyline to the current path.
pub fn add_polyline(context: &CanvasRenderingContext2d, transform: &ViewTransform, xy: &[f32]) {
    add_broken_polyline(context, transform, xy, None);
}

/// The same with gaps: segments longer than `stride` are left out.
pub fn add_broken_polyline(
    context: &CanvasRenderingContext2d,
    transform: &ViewTransform,
    xy: &[f32],
    stride: Option<f32>,
) {
    let mut last: Option<[f32; 2]> = None;
    for point in xy.as_chunks::<2>().0 {
        let (x, y) = transform.to_pixels(point[0], point[1]);
        let far = |from: [f32; 2]| libm::hypotf(point[0] - from[0], point[1] - from[1]);
        let joined = last.is_some_and(|from| stride.is_none_or(|stride| far(from) <= stride));
        if joined {
            context.line_to(x, y)
        } else {
            context.move_to(x, y)
        }
        last = Some(*point);
    }
}

/// Adds a style's marker to the current path.
pub fn add_marker(context: &CanvasRenderingContext2d, style: u8, x: f64, y: f64, size: f64) {
    for (index, (dx, dy)) in outline(usize::from(style)).into_iter().enumerate() {
        let (px, py) = (x + f64::from(dx) * size, y + f64::from(dy) * size);
        if index == 0 { context.move_to(px, py) } else { context.line_to(px, py) }
    }
    context.close_path();
}

/// Clips to the viewport until the context is restored.
pub fn clip_to(context: &CanvasRenderingContext2d, viewport: &Viewport) {
    context.begin_path();
    context.rect(f64::from(viewport.x), f64::from(viewport.y), f64::from(viewport.width), f64::from(viewport.height));
    context.clip();
}

/// A circle around a point of the world; `radius` in pixels.
pub fn stroke_circle(context: &CanvasRenderingContext2d, transform: &ViewTransform, [x, y]: [f32; 2], radius: f64) {
    let (x, y) = transform.to_pixels(x, y);
    context.begin_path();
    // Only a negative radius is refused.
    let _ = context.arc(x, y, radius, 0.0, std::f64::consts::TAU);
    context.stroke();
}

pub fn set_dashes(context: &CanvasRenderingContext2d, pattern: &[f64]) {
    let list: js_sys::Array = pattern.iter().map(|length| JsValue::from(*length)).collect();
    // Only a pattern with negative lengths is refused.
    let _ = context.set_line_dash(list.unchecked_ref());
}
