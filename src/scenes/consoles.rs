//! Paints consoles side by side: the picture, a tint by the action's PMI, the joystick and the score.

use std::f64::consts::TAU;

use wasm_bindgen::Clamped;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

use super::canvas::{self, Palette};
use super::console_grid::CAPTION;
use super::pmi;
use super::viewports::Viewport;
use crate::text::words;
use protocol::{DemoStep, Screen, ScreenCard, Stick, Text, text};

/// Opacity of the strongest tint.
const TINT: f64 = 0.4;

/// A console's picture as an offscreen canvas.
struct ConsoleImage {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    /// Red, green, blue and full opacity, pixel by pixel.
    pixels: Vec<u8>,
}

#[derive(Default)]
pub struct ConsoleImages(Vec<ConsoleImage>);

/// What the captions of all consoles share.
pub struct ConsoleCaptions<'a> {
    pub card: &'a ScreenCard,
    pub styles: &'a [Text],
    /// PMI of the strongest tint, in nats.
    pub full: f32,
    /// The visitor plays; there is no requested style.
    pub yours: bool,
}

impl ConsoleImages {
    pub fn paint(
        &mut self,
        context: &CanvasRenderingContext2d,
        cells: &[Viewport],
        screens: &[Screen],
        captions: &ConsoleCaptions,
        first: usize,
        palette: &Palette,
    ) {
        for (index, (screen, cell)) in screens.iter().zip(cells).enumerate() {
            self.picture(context, first + index, cell, &screen.pixels, captions.card);
            tint(context, cell, screen.pmi, captions.full, palette);
            joystick(context, cell, screen.action, palette);
            caption(context, cell, screen, captions, palette);
        }
    }

    /// The inspected step of a demonstration, tinted by its PMI as in the paper's figures.
    pub fn paint_moment(
        &mut self,
        context: &CanvasRenderingContext2d,
        cell: &Viewport,
        moment: &DemoStep,
        pmi: Option<f32>,
        captions: &ConsoleCaptions,
        palette: &Palette,
    ) {
        self.picture(context, 0, cell, &moment.pixels, captions.card);
        tint(context, cell, pmi, captions.full, palette);
        joystick(context, cell, moment.action, palette);
        paint_heading(context, cell, &words(&text!("page-console-demonstration", moment = moment.step)), palette);
    }

    fn picture(
        &mut self,
        context: &CanvasRenderingContext2d,
        index: usize,
        cell: &Viewport,
        shown: &[u8],
        card: &ScreenCard,
    ) {
        while self.0.len() <= index {
            let Some((canvas, context)) = canvas::offscreen(card.width as f32, card.height as f32, 1.0) else { return };
            self.0.push(ConsoleImage { canvas, context, pixels: Vec::new() });
        }
        let ConsoleImage { canvas, context: own, pixels } = &mut self.0[index];
        pixels.clear();
        for pixel in shown {
            let [_, red, green, blue] = card.colours.get(usize::from(*pixel)).copied().unwrap_or(0).to_be_bytes();
            pixels.extend([red, green, blue, u8::MAX]);
        }
        // Refused only where the number of pixels differs from the card's; the previous picture then stays.
        let size = (card.width, card.height);
        if let Ok(image) = ImageData::new_with_u8_clamped_array_and_sh(Clamped(pixels), size.0, size.1) {
            let _ = own.put_image_data(&image, 0.0, 0.0);
        }
        let (x, y) = (f64::from(cell.x), f64::from(cell.y + CAPTION));
        let (width, height) = (f64::from(cell.width), f64::from(cell.height - CAPTION));
        context.set_image_smoothing_enabled(false);
        let _ = context.draw_image_with_html_canvas_element_and_dw_and_dh(canvas, x, y, width, height);
        context.set_image_smoothing_enabled(true);
    }
}

/// Tints the picture by the action's PMI, in the shades of the PMI scale.
fn tint(context: &CanvasRenderingContext2d, cell: &Viewport, pmi: Option<f32>, full: f32, palette: &Palette) {
    let Some(value) = pmi.filter(|value| value.is_finite()) else { return };
    let strength = f64::from((value / full).clamp(-1.0, 1.0));
    let (x, y, width, height) = inner(cell);
    context.set_fill_style_str(palette.pmi(pmi::shade(value, full)));
    context.set_global_alpha(TINT * strength.max(0.0));
    context.fill_rect(x, y, width, height);
    context.set_global_alpha(1.0);
    context.set_stroke_style_str(palette.pmi(pmi::shade(value, full)));
    context.set_line_width(3.0);
    context.stroke_rect(x + 1.5, y + 1.5, width - 3.0, height - 3.0);
}

fn inner(cell: &Viewport) -> (f64, f64, f64, f64) {
    (f64::from(cell.x), f64::from(cell.y + CAPTION), f64::from(cell.width), f64::from(cell.height - CAPTION))
}

/// An arrow in the stick's direction, a disc while the button is held. Small, because it covers the picture.
fn joystick(context: &CanvasRenderingContext2d, cell: &Viewport, stick: Stick, palette: &Palette) {
    if stick == Stick::default() {
        return;
    }
    let (left, top, width, height) = inner(cell);
    let size = (width / 20.0).clamp(6.0, 18.0);
    let (x, y) = (left + width - 1.8 * size, top + height - 1.8 * size);
    context.set_fill_style_str(&palette.paper);
    context.set_global_alpha(0.7);
    context.begin_path();
    // Only a negative radius is refused.
    let _ = context.arc(x, y, 1.4 * size, 0.0, TAU);
    context.fill();
    context.set_global_alpha(1.0);
    context.set_fill_style_str(&palette.text);
    if (stick.x, stick.y) != (0, 0) {
        let length = f64::from(stick.x).hypot(f64::from(stick.y));
        let (dx, dy) = (f64::from(stick.x) / length * size, f64::from(stick.y) / length * size);
        context.begin_path();
        context.move_to(x + 1.1 * dx, y + 1.1 * dy);
        context.line_to(x - 0.5 * dx - 0.6 * dy, y - 0.5 * dy + 0.6 * dx);
        context.line_to(x - 0.5 * dx + 0.6 * dy, y - 0.5 * dy - 0.6 * dx);
        context.close_path();
        context.fill();
    }
    if stick.fire {
        context.begin_path();
        let _ = context.arc(x - 2.2 * size, y + 0.8 * size, 0.5 * size, 0.0, TAU);
        context.set_fill_style_str(palette.pmi(pmi::SHADES - 1));
        context.fill();
    }
}

/// The requested style, the achieved style, and the score.
fn caption(
    context: &CanvasRenderingContext2d,
    cell: &Viewport,
    screen: &Screen,
    captions: &ConsoleCaptions,
    palette: &Palette,
) {
    let (x, y, width) = (f64::from(cell.x), f64::from(cell.y) + 13.0, f64::from(cell.width));
    if !captions.yours {
        context.begin_path();
        canvas::add_marker(context, screen.style, x + 6.0, y - 4.0, 5.0);
        context.set_fill_style_str(palette.style(screen.style));
        context.fill();
    }
    context.set_fill_style_str(&palette.text);
    context.set_font("600 12px system-ui, sans-serif");
    let name = match captions.yours {
        true => words(&text!("page-console-you")),
        false => captions.styles.get(usize::from(screen.style)).map(words).unwrap_or_default(),
    };
    let achieved_at = width * 0.66;
    let _ = context.fill_text_with_max_width(&name, x + 16.0, y, achieved_at - 26.0);
    context.set_text_align("right");
    let _ = context.fill_text_with_max_width(&screen.score.to_string(), x + width, y, width * 0.3);
    context.set_text_align("left");
    if let Some(achieved) = screen.achieved {
        context.begin_path();
        canvas::add_marker(context, achieved, x + achieved_at, y - 4.0, 4.0);
        context.set_stroke_style_str(palette.style(achieved));
        context.set_line_width(1.6);
        context.stroke();
    }
}

/// A heading in place of a caption.
pub fn paint_heading(context: &CanvasRenderingContext2d, cell: &Viewport, heading: &str, palette: &Palette) {
    context.set_fill_style_str(&palette.quiet);
    context.set_font("12px system-ui, sans-serif");
    let _ =
        context.fill_text_with_max_width(heading, f64::from(cell.x), f64::from(cell.y) + 13.0, f64::from(cell.width));
}
