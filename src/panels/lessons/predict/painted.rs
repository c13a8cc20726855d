//! Demonstrations and the weights that a learner paints on them.

use super::plane::{Plane, polyline};
use crate::markup::Markup;
use crate::panels::lessons::guess::PaintedStretch;
use protocol::PathView;

/// Weights that can be painted. A moment that is not painted has weight one.
pub const BRUSHES: [f32; 4] = [0.0, 0.5, 1.0, 3.0];

/// A demonstration and the weight of each of its moments.
#[derive(Clone, Debug, PartialEq)]
pub struct Painted {
    pub path: PathView,
    pub weights: Vec<f32>,
}

impl Painted {
    pub fn new(path: PathView) -> Self {
        let weights = vec![1.0; path.xy.len() / 2];
        Self { path, weights }
    }

    pub fn paint_near(&mut self, (x, y): (f32, f32), reach: f32, weight: f32) {
        for (point, painted) in self.path.xy.as_chunks::<2>().0.iter().zip(&mut self.weights) {
            if (point[0] - x).abs().max((point[1] - y).abs()) <= reach {
                *painted = weight;
            }
        }
    }

    pub fn paint_stretch(&mut self, from: usize, to: usize, weight: f32) {
        let last = self.weights.len().saturating_sub(1);
        if let Some(stretch) = self.weights.get_mut(from.min(to).min(last)..=from.max(to).min(last)) {
            stretch.fill(weight);
        }
    }

    /// Stretches of equal weight other than one, in the form of a link: `path:from-to:weight`.
    pub fn written(&self) -> Vec<String> {
        let mut stretches: Vec<(usize, usize, f32)> = Vec::new();
        for (moment, weight) in self.weights.iter().enumerate().filter(|(_, weight)| **weight != 1.0) {
            match stretches.last_mut() {
                Some((_, to, last)) if *to + 1 == moment && last == weight => *to = moment,
                _ => stretches.push((moment, moment, *weight)),
            }
        }
        stretches.iter().map(|(from, to, weight)| format!("{}:{from}-{to}:{weight}", self.path.trajectory)).collect()
    }

    /// Paints the stretches of this path.
    pub fn restore(&mut self, stretches: &[PaintedStretch]) {
        let own = self.path.trajectory;
        for stretch in stretches.iter().filter(|stretch| stretch.path == own) {
            self.paint_stretch(stretch.from, stretch.to, stretch.weight);
        }
    }

    /// Markup of stretches of the path in which the expert strayed.
    pub fn marked(&self, plane: &Plane, stretches: &[(usize, usize)]) -> String {
        let mut markup = Markup::default();
        for (from, to) in stretches {
            if let Some(points) = self.path.xy.get(2 * from..2 * (to + 1).min(self.weights.len())) {
                markup.add(format_args!(r#"<path class="stray" d="{}"/>"#, polyline(plane, points)));
            }
        }
        markup.finish()
    }

    /// The path with its stretches in the colours of their weights.
    pub fn drawing(&self, plane: &Plane) -> String {
        let mut markup = Markup::default();
        let mut begin = 0;
        for moment in 1..=self.weights.len() {
            if moment < self.weights.len() && self.weights[moment] == self.weights[begin] {
                continue;
            }
            let end = (moment + 1).min(self.weights.len());
            let line = polyline(plane, &self.path.xy[2 * begin..2 * end]);
            let brush = BRUSHES.iter().position(|brush| *brush == self.weights[begin]).unwrap_or(2);
            markup.add(format_args!(r#"<path class="weight-{brush}" d="{line}"/>"#));
            begin = moment;
        }
        markup.finish()
    }
}

/// Up to `count` training demonstrations to paint on, each of another style.
pub fn choose(paths: &[PathView], count: usize) -> Vec<PathView> {
    let mut chosen: Vec<PathView> = Vec::new();
    for path in paths.iter().filter(|path| !path.held_out) {
        if chosen.len() < count && chosen.iter().all(|known| known.style != path.style) {
            chosen.push(path.clone());
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::lessons::guess::stretches;

    fn path() -> Painted {
        let xy = (0..6).flat_map(|moment| [moment as f32, 0.0]).collect();
        Painted::new(PathView { trajectory: 7, style: 1, held_out: false, xy })
    }

    #[test]
    fn stretches_are_written_as_in_a_link() {
        let mut painted = path();
        assert!(painted.written().is_empty());
        painted.paint_near((1.0, 0.0), 0.5, 0.0);
        painted.paint_stretch(5, 3, 3.0);
        assert_eq!(painted.written(), ["7:1-1:0", "7:3-5:3"]);
        painted.paint_stretch(2, 2, 0.0);
        painted.paint_stretch(90, 4, 1.0);
        assert_eq!(painted.written(), ["7:1-2:0", "7:3-3:3"]);
    }

    #[test]
    fn what_was_painted_comes_back() {
        let mut painted = path();
        painted.restore(&stretches("7-1-1-0_8-0-2-0_7-3-4-3"));
        assert_eq!(painted.written(), ["7:1-1:0", "7:3-4:3"]);
    }
}
