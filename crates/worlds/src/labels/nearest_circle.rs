//! Which circle a path follows: the one it stays closest to, if it stays close to any.

use super::Labeler;
use protocol::{LabelCard, Text};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    pub x: f32,
    pub y: f32,
    pub radius: f32,
}

impl Circle {
    /// Distance of a point from the circumference.
    pub fn distance(&self, x: f32, y: f32) -> f32 {
        (libm::hypotf(x - self.x, y - self.y) - self.radius).abs()
    }
}

pub struct NearestCircle {
    /// Name and circle of each style.
    pub circles: Vec<(Text, Circle)>,
    /// Steps before this one belong to no style.
    pub from_step: usize,
    /// Steps in a whole path.
    pub steps: usize,
    /// A path whose mean distance from every circle is larger than this follows none.
    pub reach: f32,
}

impl Labeler for NearestCircle {
    fn id(&self) -> &'static str {
        "circle"
    }

    fn card(&self) -> LabelCard {
        let telling_share = (self.steps - self.from_step) as f32 / self.steps as f32;
        let styles = self.circles.iter().map(|(name, _)| name.clone()).collect();
        LabelCard { telling_share, ..LabelCard::new(self.id(), styles) }
    }

    fn label(&self, xy: &[f32]) -> Option<usize> {
        let path = &xy[(2 * self.from_step).min(xy.len())..];
        let mean_distance = |circle: &Circle| {
            let total: f32 = path.as_chunks().0.iter().map(|[x, y]| circle.distance(*x, *y)).sum();
            total / (path.len() / 2).max(1) as f32
        };
        let distances = self.circles.iter().map(|(_, circle)| mean_distance(circle));
        let (style, distance) = distances.enumerate().min_by(|a, b| a.1.total_cmp(&b.1))?;
        (distance < self.reach && !path.is_empty()).then_some(style)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labeler() -> NearestCircle {
        let circle = |y: f32| (Text::new("style"), Circle { x: 0.0, y, radius: y.abs() });
        NearestCircle { circles: vec![circle(2.0), circle(-4.0)], from_step: 1, steps: 4, reach: 0.5 }
    }

    #[test]
    fn follows_by_hand() {
        // After the first point: on the circle around (0, 2) of radius 2, but for 0.2 in one point.
        assert_eq!(labeler().label(&[9.0, 9.0, 2.0, 2.0, 0.0, 4.2, -2.0, 2.0]), Some(0));
        assert_eq!(labeler().label(&[9.0, 9.0, 4.0, -4.0, 0.0, -8.0]), Some(1));
        assert_eq!(labeler().label(&[9.0, 9.0, 9.0, 9.0]), None);
        assert_eq!(labeler().label(&[9.0, 9.0]), None);
        assert_eq!(labeler().card().telling_share, 0.75);
    }
}
