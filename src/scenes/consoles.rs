//! Consoles side by side: the picture, a tint where the action tells much about the style, the joystick and the score.

use std::f64::consts::TAU;

use wasm_bindgen::Clamped;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

use super::canvas::{self, Palette};
use super::panels::Panel;
use super::pmi;
use crate::text::words;
use protocol::{DemoStep, Screen, ScreenCard, StageFrame, Stick, Text, View, text};

/// Room above a picture for its style and score.
pub const CAPTION: f32 = 20.0;
const GAP: f32 = 8.0;
/// A television's picture is so much wider than high.
const ASPECT: f32 = 4.0 / 3.0;
/// Narrower than this, there are two beside each other.
const NARROW: f32 = 640.0;
/// The strongest tint.
const TINT: f64 = 0.4;

/// A picture as the browser keeps it.
struct ConsoleImage {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    /// Red, green, blue and full opacity, pixel by pixel.
    pixels: Vec<u8>,
}

#[derive(Default)]
pub struct ConsoleImages(Vec<ConsoleImage>);

/// What is said of every console alike.
pub struct ConsoleCaptions<'a> {
    pub card: &'a ScreenCard,
    pub styles: &'a [Text],
    /// pmi that earns the strongest tint.
    pub full: f32,
    /// The visitor plays, whom nobody asks for a style.
    pub yours: bool,
}

fn columns(width: f32, cells: usize) -> usize {
    if width < NARROW { cells.min(2) } else { cells.div_ceil(cells.div_ceil(4)) }
}

/// As much plane as a panel of this width needs for its cells, so that panels are laid out for it.
pub fn view(width: f32, cells: usize) -> View {
    let across = columns(width, cells);
    let cell = (width - GAP * (across - 1) as f32) / across as f32;
    let rows = cells.div_ceil(across) as f32;
    View { left: 0.0, bottom: 0.0, right: width, top: rows * (cell / ASPECT + CAPTION) + (rows - 1.0) * GAP }
}

/// Where the cells of a panel stand, captions included.
pub fn cells(panel: &Panel, title: f32, cells: usize) -> Vec<Panel> {
    let across = columns(panel.width, cells);
    let rows = cells.div_ceil(across);
    let room = (panel.height - title - GAP * (rows - 1) as f32) / rows as f32;
    let width = ((panel.width - GAP * (across - 1) as f32) / across as f32).min((room - CAPTION) * ASPECT);
    let height = width / ASPECT + CAPTION;
    let left = (panel.width - across as f32 * (width + GAP) + GAP) / 2.0;
    let at = |index: usize| Panel {
        x: panel.x + left + (index % across) as f32 * (width + GAP),
        y: panel.y + title + (index / across) as f32 * (height + GAP),
        width,
        height,
    };
    (0..cells).map(at).collect()
}

impl ConsoleImages {
    pub fn paint(
        &mut self,
        context: &CanvasRenderingContext2d,
        cells: &[Panel],
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

    /// A demonstration at the step looked at: as the paper shows what its steps tell.
    pub fn paint_moment(
        &mut self,
        context: &CanvasRenderingContext2d,
        cell: &Panel,
        moment: &DemoStep,
        told: Option<f32>,
        captions: &ConsoleCaptions,
        palette: &Palette,
    ) {
        self.picture(context, 0, cell, &moment.pixels, captions.card);
        tint(context, cell, told, captions.full, palette);
        joystick(context, cell, moment.action, palette);
        paint_heading(context, cell, &words(&text!("page-console-demonstration", step = moment.step)), palette);
    }

    fn picture(
        &mut self,
        context: &CanvasRenderingContext2d,
        index: usize,
        cell: &Panel,
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
        // Refused only where the number of pixels is not what the card says; then the last picture stays.
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

/// Where an action tells more about its style than usual, the picture glows in the colour that says so everywhere.
fn tint(context: &CanvasRenderingContext2d, cell: &Panel, told: Option<f32>, full: f32, palette: &Palette) {
    let Some(told) = told.filter(|told| told.is_finite()) else { return };
    let strength = f64::from((told / full).clamp(-1.0, 1.0));
    let (x, y, width, height) = inner(cell);
    context.set_fill_style_str(palette.pmi(pmi::shade(told, full)));
    context.set_global_alpha(TINT * strength.max(0.0));
    context.fill_rect(x, y, width, height);
    context.set_global_alpha(1.0);
    context.set_stroke_style_str(palette.pmi(pmi::shade(told, full)));
    context.set_line_width(3.0);
    context.stroke_rect(x + 1.5, y + 1.5, width - 3.0, height - 3.0);
}

fn inner(cell: &Panel) -> (f64, f64, f64, f64) {
    (f64::from(cell.x), f64::from(cell.y + CAPTION), f64::from(cell.width), f64::from(cell.height - CAPTION))
}

/// An arrow where the stick leans, a disc where the button is held; small, since players are below it too.
fn joystick(context: &CanvasRenderingContext2d, cell: &Panel, stick: Stick, palette: &Palette) {
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

/// The style asked for, the style it shows, and the score.
fn caption(
    context: &CanvasRenderingContext2d,
    cell: &Panel,
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

/// A heading where a caption would stand.
pub fn paint_heading(context: &CanvasRenderingContext2d, cell: &Panel, heading: &str, palette: &Palette) {
    context.set_fill_style_str(&palette.quiet);
    context.set_font("12px system-ui, sans-serif");
    let _ =
        context.fill_text_with_max_width(heading, f64::from(cell.x), f64::from(cell.y) + 13.0, f64::from(cell.width));
}

/// Every console of a frame in words, for screen readers. With several lanes each sentence begins with the method; the
/// visitor's own console (`yours`) has no style that was asked for.
pub fn describe(frame: &StageFrame, methods: &[Text], styles: &[Text], yours: bool) -> Vec<Text> {
    let mut lines = Vec::new();
    for (lane, shown) in frame.lanes.iter().enumerate() {
        let method = methods.get(lane).filter(|_| methods.len() > 1);
        lines.extend(shown.screens.iter().enumerate().map(|(index, screen)| match (yours, method) {
            (true, _) => describe_yours(screen, styles),
            (false, method) => describe_one(screen, styles, method).with("number", index + 1),
        }));
    }
    lines
}

fn describe_yours(screen: &Screen, styles: &[Text]) -> Text {
    let (stick, shows) = (describe_stick(screen.action), shows(screen, styles));
    text!("page-console-yours", stick = stick, shows = shows, score = screen.score)
}

/// The caller adds the console's number.
fn describe_one(screen: &Screen, styles: &[Text], method: Option<&Text>) -> Text {
    let line = match (method.cloned(), screen.pmi) {
        (Some(method), Some(pmi)) => text!("page-console-method-pmi", method = method, pmi = pmi),
        (Some(method), None) => text!("page-console-method", method = method),
        (None, Some(pmi)) => text!("page-console-pmi", pmi = pmi),
        (None, None) => text!("page-console"),
    };
    let line = line.with("asked", style_name(screen.style, styles));
    line.with("shows", shows(screen, styles)).with("score", screen.score)
}

fn describe_stick(stick: Stick) -> Text {
    let vertical = ["up", "centre", "down"][usize::from((1 + stick.y.signum()).unsigned_abs())];
    let horizontal = ["left", "centre", "right"][usize::from((1 + stick.x.signum()).unsigned_abs())];
    let fire = if stick.fire { "held" } else { "free" };
    text!("page-console-stick", direction = format!("{vertical}-{horizontal}"), fire = fire)
}

fn style_name(style: u8, styles: &[Text]) -> Text {
    styles.get(usize::from(style)).cloned().unwrap_or_else(|| text!("page-style-unnamed", number = style))
}

fn shows(screen: &Screen, styles: &[Text]) -> Text {
    match screen.achieved {
        Some(achieved) => text!("page-console-shows", style = style_name(achieved, styles)),
        None => text!("page-console-shows-none"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_within_their_panel() {
        for (width, count) in [(340.0, 5), (340.0, 4), (900.0, 5), (900.0, 4), (300.0, 1)] {
            let height = view(width, count).top;
            let panel = Panel { x: 10.0, y: 5.0, width, height };
            let cells = cells(&panel, 0.0, count);
            assert_eq!(cells.len(), count);
            for cell in cells {
                assert!(cell.x >= 9.9 && cell.x + cell.width <= 10.1 + width, "{width} {count}");
                assert!(cell.y >= 4.9 && cell.y + cell.height <= 5.1 + height && cell.width > 100.0, "{width} {count}");
            }
        }
    }

    #[test]
    fn a_console_is_described_in_words() {
        let stick = Stick::default();
        let screen = Screen { pixels: vec![], style: 1, score: 340, action: stick, pmi: Some(0.5), achieved: Some(0) };
        let styles = ["left", "right"].map(Text::new);
        let lane = || protocol::LaneFrame { screens: vec![screen.clone()], ..Default::default() };
        let lines = |lanes, methods: &[Text], yours| -> Vec<String> {
            describe(&StageFrame { lanes }, methods, &styles, yours).iter().map(words).collect()
        };
        let methods = ["CBC", "BC"].map(Text::new);
        let line = "asked for right, shows left, 340 points, its action tells 0.50 nats.";
        assert_eq!(lines(vec![lane()], &methods[..1], false), [format!("Console 1: {line}")]);
        assert_eq!(lines(vec![lane(), lane()], &methods, false)[1], format!("BC, console 1: {line}"));
        let yours = "Your console: stick at rest, shows left, 340 points.";
        assert_eq!(lines(vec![lane()], &methods[..1], true), [yours]);
        let stick = |x, y, fire| words(&describe_stick(Stick { x, y, fire }));
        assert_eq!(stick(-1, 1, true), "stick down left, button held");
        assert_eq!((stick(0, -1, false), stick(1, 0, false)), ("stick up".into(), "stick right".into()));
    }
}
