//! The image behind a viewport's agents: the demonstrations, and over them the inspected one. Cached, because agents are
//! painted sixty times per second and it changes rarely.

use std::sync::Arc;

use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::canvas::{self, Palette};
use super::demo_layer::{DemoLayer, PlaneView};
use super::inspected_path::{self, InspectedPath};
use super::viewports::Viewport;
use protocol::Timeline;

/// The inspected path and step.
#[derive(Clone, Default, PartialEq)]
pub struct Pick {
    pub trajectory: Option<u32>,
    /// A drawn path, inspected in its place.
    pub drawn: Option<Arc<Vec<f32>>>,
    pub timeline: Option<Arc<Timeline>>,
    pub point: usize,
}

pub struct Backdrop {
    pub canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    plane: PlaneView,
    layer: DemoLayer,
    size: (f64, f64),
    shown: Option<Pick>,
}

impl Backdrop {
    pub fn new(plane: PlaneView, viewport: &Viewport, ratio: f64) -> Option<Self> {
        let (canvas, context) = canvas::offscreen(viewport.width, viewport.height, ratio)?;
        let layer = DemoLayer::new(plane.clone(), viewport, ratio)?;
        let size = (f64::from(viewport.width), f64::from(viewport.height));
        Some(Self { canvas, context, plane, layer, size, shown: None })
    }

    /// Updates the image; true when it is not complete yet.
    pub fn refresh(&mut self, pick: &Pick, palette: &Palette) -> bool {
        if self.layer.done() && self.shown.as_ref() == Some(pick) {
            return false;
        }
        self.layer.proceed(palette);
        let (context, (width, height)) = (&self.context, self.size);
        context.set_global_alpha(1.0);
        context.clear_rect(0.0, 0.0, width, height);
        // An empty image is refused, and there is nothing to show of it.
        let _ = context.draw_image_with_html_canvas_element_and_dw_and_dh(&self.layer.canvas, 0.0, 0.0, width, height);
        if let Some((xy, style)) = self.looked_at(pick) {
            let PlaneView { demos, marks, transform } = &self.plane;
            if let Some(start) = xy.first_chunk() {
                marks.paint_around(context, transform, palette, *start);
            }
            let timeline = pick.timeline.as_deref().filter(|timeline| !timeline.pmi.is_empty());
            let path = InspectedPath { xy, style, stride: demos.stride };
            inspected_path::paint(context, transform, &path, timeline, pick.point, palette);
        }
        self.shown = Some(pick.clone());
        !self.layer.done()
    }

    fn looked_at<'a>(&'a self, pick: &'a Pick) -> Option<(&'a [f32], u8)> {
        if let Some(xy) = &pick.drawn {
            return Some((xy, pick.timeline.as_ref().map_or(0, |timeline| timeline.style)));
        }
        let path = self.plane.demos.paths.iter().find(|path| Some(path.trajectory) == pick.trajectory)?;
        Some((&path.xy, path.style))
    }
}
