//! Paints the stage. The backdrop is cached and painted again only when it changes.

use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement};

use super::agents::{self, Trails};
use super::backdrop::{Backdrop, Pick};
use super::canvas::{self, Palette};
use super::console_words;
use super::consoles::{self, ConsoleCaptions, ConsoleImages};
use super::demo_layer::PlaneView;
use super::episode_ends::{ACROSS, EpisodeEnds};
use super::gesture::Gesture;
use super::layout::{LayoutInput, StageLayout};
use super::pmi;
use super::viewports::{ViewTransform, Viewport};
use super::world_lines::WorldLines;
use crate::page::Page;
use crate::state::Model;
use crate::text::{percent, words};
use protocol::{DemoStep, DemosView, Replayed, ScreenCard, StageFrame, Text, View, text};

/// From this width on the page fits one screen and the stage takes the height that is left, as `www/styles/layout.css`
/// has it. Pixels.
const ONE_SCREEN: f64 = 1200.0;
/// Opacity of those around agents whose rollouts were recorded.
const OTHERS_ALPHA: f64 = 0.5;

/// The part of the model that is painted.
struct SceneInput {
    view: View,
    screen: Option<ScreenCard>,
    styles: Vec<Text>,
    /// Names of the methods and shares of rollouts in the style asked for, one per lane.
    methods: Vec<Text>,
    achieved: Vec<Option<f32>>,
    /// Titles of the viewports.
    titles: Vec<Text>,
    demos: Option<Arc<DemosView>>,
    pick: Pick,
    starts: Vec<[f32; 2]>,
    /// Per lane: its agents were trained with other settings.
    stale: Vec<bool>,
    ends: bool,
    /// The inspected step of a recorded game.
    moment: Option<Arc<DemoStep>>,
    /// The visitor plays.
    visitor_plays: bool,
    /// Something recorded is shown, which takes more words than a line.
    replayed: bool,
}

impl SceneInput {
    fn gather(page: Page) -> Option<Self> {
        page.peek(|model| {
            Some(Self {
                view: model.world()?.view,
                screen: model.world()?.screen.clone(),
                styles: model.styles(),
                titles: (0..model.lanes.len()).map(|lane| super::stage::title(model, lane)).collect(),
                methods: (0..model.lanes.len()).map(|lane| super::stage::method_name(model, lane)).collect(),
                achieved: model.lanes.iter().map(|lane| Some(lane.calibration.as_ref()?.share)).collect(),
                demos: model.demos.clone(),
                moment: model.shown_demo_step().cloned(),
                pick: Pick {
                    trajectory: model.selected,
                    drawn: model.drawn.clone(),
                    timeline: model.timeline().cloned(),
                    point: model.timeline().map_or(0, |timeline| model.step_of(timeline.pmi.len())),
                },
                starts: model.starts.values().copied().collect(),
                stale: (0..model.lanes.len()).map(|lane| model.is_stale(lane)).collect(),
                ends: model.show_ends && model.has_ends(),
                visitor_plays: model.visitor_plays(),
                replayed: model.replayed != Replayed::No,
            })
        })
    }

    /// Opacity of a lane's agents.
    fn alpha(&self, lane: usize) -> f64 {
        if self.stale.get(lane).copied().unwrap_or(false) { agents::STALE_ALPHA } else { 1.0 }
    }

    fn picture(&self) -> Option<&DemoStep> {
        self.moment.as_deref().filter(|moment| !moment.pixels.is_empty())
    }
}

/// Height of the captions over the canvas with a little room around them, pixels.
fn caption_height(canvas: &HtmlCanvasElement) -> f32 {
    let captions = canvas.next_element_sibling().map_or(0, |captions| captions.client_height());
    if captions > 0 { captions as f32 + 8.0 } else { 0.0 }
}

#[derive(Default)]
pub struct Scene {
    palette: Option<Palette>,
    backdrop: Option<Backdrop>,
    backdrop_of: Option<(usize, StageLayout)>,
    layout: StageLayout,
    trails: Vec<Trails>,
    pub gesture: Gesture,
    console_images: ConsoleImages,
    demo_image: ConsoleImages,
    /// Frames received, and when the markup was last updated (milliseconds).
    frames: u64,
    described_at: f64,
}

impl Scene {
    pub fn forget_colours(&mut self) {
        self.palette = None;
        self.backdrop_of = None;
    }

    /// Paints everything; true when the backdrop is not complete yet.
    pub fn paint(&mut self, page: Page, canvas: &HtmlCanvasElement) -> bool {
        let (Some(input), Some(context)) = (SceneInput::gather(page), canvas::context(canvas)) else { return false };
        let frame = page.frame.get_value();
        self.fit_canvas(canvas, &input, frame.as_ref());
        let palette = self.palette.get_or_insert_with(|| Palette::read(canvas)).clone();
        let more = self.prepare_backdrop(page, &input, &palette);
        let ratio = self.layout.ratio;
        // Only a singular matrix is refused.
        let _ = context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0);
        context.clear_rect(0.0, 0.0, f64::from(self.layout.width), f64::from(self.layout.height));
        for (lane, viewport) in self.layout.viewports.iter().enumerate() {
            let Some((plane, title)) = self.layout.plane(viewport) else { continue };
            let transform = ViewTransform::new(&plane, &input.view, title);
            self.paint_viewport(&context, lane, (viewport, &plane), &input, &palette);
            // Agents that leave the view must not appear in the next viewport.
            context.save();
            canvas::clip_to(&context, &plane);
            if input.ends {
                let wide = hexagon_width(&input.view);
                page.ends.with_value(|ends| {
                    if let Some(ends) = ends.get(lane) {
                        ends.paint(&context, &transform, &palette, wide);
                    }
                });
            }
            if let Some(moment) = &input.moment {
                agents::paint_others(&context, &transform, &moment.others, &palette);
            }
            if let Some(lane) = frame.as_ref().and_then(|frame| frame.lanes.get(lane)) {
                context.set_global_alpha(OTHERS_ALPHA);
                agents::paint_others(&context, &transform, &lane.others, &palette);
                context.set_global_alpha(1.0);
            }
            self.paint_agents(&context, &transform, lane, &input, frame.as_ref(), &palette);
            context.set_stroke_style_str(&palette.text);
            input.starts.iter().for_each(|start| canvas::stroke_circle(&context, &transform, *start, 8.0));
            self.gesture.paint(&context, &transform, &palette);
            context.restore();
        }
        self.paint_consoles(&context, &input, frame.as_ref(), &palette);
        self.describe(page, canvas, &input, frame.as_ref());
        more
    }

    fn fit_canvas(&mut self, canvas: &HtmlCanvasElement, input: &SceneInput, frame: Option<&StageFrame>) {
        let window = web_sys::window();
        let ratio = window.as_ref().map_or(1.0, |window| window.device_pixel_ratio()).clamp(1.0, 3.0);
        let tall =
            window.as_ref().and_then(|window| window.inner_height().ok()).and_then(|h| h.as_f64()).unwrap_or(800.0);
        let inner = window.as_ref().and_then(|window| window.inner_width().ok()).and_then(|width| width.as_f64());
        let fills = input.titles.len() == 1 && inner.is_some_and(|width| width >= ONE_SCREEN);
        let consoles = frame.map_or(0, |frame| frame.lanes.iter().map(|lane| lane.screens.len()).max().unwrap_or(0));
        let layout = StageLayout::new(&LayoutInput {
            width: (canvas.client_width() as f32).max(80.0),
            tall: tall as f32,
            given: fills.then(|| (canvas.client_height() as f32).max(80.0)),
            ratio,
            view: input.view,
            lanes: input.titles.len(),
            consoles,
            picture: input.picture().is_some(),
            alone: input.visitor_plays && consoles == 1,
            caption: if input.replayed && consoles == 0 { caption_height(canvas) } else { 0.0 },
        });
        if layout != self.layout {
            let (width, height) = (layout.width, layout.height);
            canvas.set_width((f64::from(width) * ratio) as u32);
            canvas.set_height((f64::from(height) * ratio) as u32);
            // The frame around the canvas takes this height where the page gives none; refused only for unknown properties.
            if let Some(frame) = canvas.parent_element().and_then(|parent| parent.dyn_into::<HtmlElement>().ok()) {
                let _ = frame.style().set_property("--stage-height", &format!("{height}px"));
            }
            self.layout = layout;
        }
    }

    fn prepare_backdrop(&mut self, page: Page, input: &SceneInput, palette: &Palette) -> bool {
        let plane = self.layout.viewports.first().and_then(|viewport| self.layout.plane(viewport));
        let (Some(demos), Some((plane, title))) = (&input.demos, plane) else {
            self.backdrop = None;
            self.backdrop_of = None;
            return false;
        };
        let key = (Arc::as_ptr(demos) as usize, self.layout.clone());
        if self.backdrop_of.as_ref() != Some(&key) {
            let alone = Viewport { x: 0.0, y: 0.0, ..plane };
            let transform = ViewTransform::new(&alone, &input.view, title);
            let shown = PlaneView { demos: demos.clone(), marks: page.peek(WorldLines::of), transform };
            self.backdrop = Backdrop::new(shown, &plane, self.layout.ratio);
            self.backdrop_of = Some(key);
        }
        self.backdrop.as_mut().is_some_and(|backdrop| backdrop.refresh(&input.pick, palette))
    }

    /// Extends the trails by a frame. Called for every frame, painted or not, so that trails have no gaps.
    pub fn follow(&mut self, page: Page, frame: Option<&StageFrame>) {
        let Some(frame) = frame else {
            self.trails.clear();
            page.ends.set_value(Vec::new());
            return;
        };
        if let Some(wide) = page.peek(|model| model.world().map(|world| hexagon_width(&world.view))) {
            page.ends.update_value(|ends| {
                ends.resize(frame.lanes.len(), EpisodeEnds::default());
                ends.iter_mut().zip(&frame.lanes).for_each(|(ends, lane)| ends.follow(&lane.agents, wide));
            });
        }
        self.trails.resize(frame.lanes.len(), Trails::default());
        for (trails, lane) in self.trails.iter_mut().zip(&frame.lanes) {
            trails.follow(&lane.agents);
        }
        self.frames += 1;
    }

    fn paint_viewport(
        &self,
        context: &CanvasRenderingContext2d,
        lane: usize,
        (viewport, plane): (&Viewport, &Viewport),
        input: &SceneInput,
        palette: &Palette,
    ) {
        let (x, y) = (f64::from(plane.x), f64::from(plane.y));
        let (width, height) = (f64::from(plane.width), f64::from(plane.height));
        if let Some(backdrop) = &self.backdrop {
            // An empty image is refused, and there is nothing to show of it.
            let _ = context.draw_image_with_html_canvas_element_and_dw_and_dh(&backdrop.canvas, x, y, width, height);
        }
        if let (true, Some(title)) = (input.titles.len() > 1, input.titles.get(lane)) {
            let (x, y, width) = (f64::from(viewport.x), f64::from(viewport.y), f64::from(viewport.width));
            let write = |words: &str, font: &str, colour: &str, x: f64, y: f64| {
                context.set_fill_style_str(colour);
                context.set_font(font);
                let _ = context.fill_text_with_max_width(words, x, y, width - 8.0);
            };
            let method = input.methods.get(lane).map(words).unwrap_or_default();
            write(&method, "600 17px system-ui, sans-serif", &palette.text, x + 4.0, y + 17.0);
            write(&words(title), "12px system-ui, sans-serif", &palette.quiet, x + 4.0, y + 35.0);
            if let Some(share) = input.achieved.get(lane).copied().flatten() {
                context.set_text_align("right");
                write(&percent(share), "700 22px system-ui, sans-serif", &palette.text, x + width - 4.0, y + 20.0);
                context.set_text_align("left");
            }
        }
    }

    fn paint_agents(
        &self,
        context: &CanvasRenderingContext2d,
        transform: &ViewTransform,
        lane: usize,
        input: &SceneInput,
        frame: Option<&StageFrame>,
        palette: &Palette,
    ) {
        let alpha = input.alpha(lane);
        if let Some(agents) = frame.and_then(|frame| frame.lanes.get(lane)).map(|lane| &lane.agents) {
            if let Some(trails) = self.trails.get(lane) {
                trails.paint(context, transform, agents, palette, alpha);
            }
            let narrow = self.layout.viewports.first().is_some_and(|viewport| viewport.width < 420.0);
            agents::paint(context, transform, agents, palette, (if narrow { 4.0 } else { 5.0 }, alpha));
        }
    }

    fn paint_consoles(
        &mut self,
        context: &CanvasRenderingContext2d,
        input: &SceneInput,
        frame: Option<&StageFrame>,
        palette: &Palette,
    ) {
        let (Some(card), Some(frame)) = (&input.screen, frame) else { return };
        let full = input.demos.as_ref().map_or(1.0, |demos| pmi::full_scale(&demos.prior));
        let captions = ConsoleCaptions { card, styles: &input.styles, full, yours: input.visitor_plays };
        for (lane, (viewport, shown)) in self.layout.viewports.iter().zip(&frame.lanes).enumerate() {
            let cells = self.layout.cells(viewport);
            let beside = self.layout.plane(viewport).is_some();
            if let (Some(cell), true) = (cells.last(), beside && !shown.screens.is_empty()) {
                consoles::paint_heading(context, cell, &words(&text!("page-console-demonstrations")), palette);
            }
            let first = lane * self.layout.consoles;
            if let (Some(moment), Some(cell), true) = (input.picture(), cells.iter().rev().nth(1), beside) {
                let pmi =
                    input.pick.timeline.as_ref().and_then(|timeline| timeline.pmi.get(moment.step as usize).copied());
                self.demo_image.paint_moment(context, cell, moment, pmi, &captions, palette);
            }
            context.set_global_alpha(input.alpha(lane));
            self.console_images.paint(context, &cells, &shown.screens, &captions, first, palette);
            context.set_global_alpha(1.0);
        }
    }

    /// Describes the stage in the markup, for screen readers and tests, at most four times per second.
    fn describe(&mut self, page: Page, canvas: &HtmlCanvasElement, input: &SceneInput, frame: Option<&StageFrame>) {
        let now = js_sys::Date::now();
        if now - self.described_at < 250.0 {
            return;
        }
        self.described_at = now;
        let lanes =
            frame.map(|frame| frame.lanes.iter().map(|lane| agents::describe(&lane.agents)).collect::<Vec<_>>());
        // Attributes with valid names are never refused.
        let _ = canvas.set_attribute("data-frames", &self.frames.to_string());
        let stale: Vec<_> = input.stale.iter().map(|stale| if *stale { "stale" } else { "own" }).collect();
        let _ = canvas.set_attribute("data-trained", &stale.join("|"));
        let _ = canvas.set_attribute("data-agents", &lanes.unwrap_or_default().join("|"));
        let yours = page.peek(Model::visitor_plays);
        let said =
            frame.map(|frame| console_words::describe(frame, &input.methods, &input.styles, yours)).unwrap_or_default();
        if page.consoles.with_untracked(|known| *known != said) {
            page.consoles.set(said);
        }
    }

    /// The lane and world position at a point of the canvas, and the pointer's reach there in world units.
    pub fn find(&self, page: Page, x: f32, y: f32) -> Option<(usize, [f32; 2], f32)> {
        let view = page.peek(|model| model.world().map(|world| world.view))?;
        let inside = |p: &&Viewport| x >= p.x && x <= p.x + p.width && y >= p.y && y <= p.y + p.height;
        let lane = self.layout.viewports.iter().position(|viewport| inside(&viewport))?;
        let (plane, title) = self.layout.plane(&self.layout.viewports[lane])?;
        let transform = ViewTransform::new(&plane, &view, title);
        let (wx, wy) = transform.to_world(x, y);
        Some((lane, [wx, wy], 16.0 / transform.scale.max(1e-6)))
    }
}

fn hexagon_width(view: &View) -> f32 {
    (view.right - view.left) / ACROSS
}
