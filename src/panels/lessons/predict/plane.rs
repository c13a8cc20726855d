//! The plane of a world as a small drawing.

use crate::markup::Markup;
use crate::state::Model;
use protocol::{PathView, View};

#[derive(Clone, Debug, PartialEq)]
pub struct Plane {
    view: View,
    /// One path without noise per style.
    ideals: Vec<PathView>,
    /// Where experts begin.
    pub start: (f32, f32),
}

/// One in this many points of a path is drawn.
const THIN: usize = 3;

impl Plane {
    pub fn of(model: &Model) -> Option<Self> {
        let (world, demos) = (model.world()?, model.demos.as_ref()?);
        let ideals = if demos.ideals.is_empty() { demos.paths.clone() } else { demos.ideals.clone() };
        let start = ideals.first().and_then(|path| Some((*path.xy.first()?, *path.xy.get(1)?))).unwrap_or_default();
        Some(Self { view: world.view, ideals, start })
    }

    pub fn width(&self) -> f32 {
        self.view.right - self.view.left
    }

    fn height(&self) -> f32 {
        self.view.top - self.view.bottom
    }

    /// Width divided by height.
    pub fn proportions(&self) -> f32 {
        self.width() / self.height()
    }

    /// The `viewBox` of the drawing; y points down there.
    pub fn view_box(&self) -> String {
        format!("{} {} {} {}", self.view.left, -self.view.top, self.width(), self.height())
    }

    /// Turns a place on the drawing, as shares of its width and height, into coordinates of the world.
    pub fn world(&self, (x, y): (f32, f32)) -> (f32, f32) {
        (self.view.left + x * self.width(), self.view.top - y * self.height())
    }

    /// The paths of the experts, all faint except that of style `own`.
    pub fn experts(&self, own: Option<u8>) -> String {
        let mut markup = Markup::default();
        for path in &self.ideals {
            let line = polyline(self, &path.xy);
            let own = if own == Some(path.style) { "own" } else { "" };
            markup.add(format_args!(r#"<path class="expert {own} style-{}" d="{line}"/>"#, path.style % 8));
        }
        markup.finish()
    }

    pub fn dots(&self, xy: &[f32]) -> String {
        let mut markup = Markup::default();
        let radius = self.width() / 200.0;
        for point in xy.as_chunks::<2>().0 {
            markup.add(format_args!(r#"<circle cx="{:.2}" cy="{:.2}" r="{radius:.2}"/>"#, point[0], -point[1]));
        }
        markup.finish()
    }
}

/// A line through points x, y, x, y, ...
pub fn polyline(_plane: &Plane, xy: &[f32]) -> String {
    let mut path = String::new();
    let last = (xy.len() / 2).saturating_sub(1);
    for (index, point) in xy.as_chunks::<2>().0.iter().enumerate() {
        if index % THIN == 0 || index == last {
            path.push_str(&format!("{}{:.2} {:.2}", if path.is_empty() { 'M' } else { 'L' }, point[0], -point[1]));
        }
    }
    path
}
