//! Which lane a path ends in: the one nearest to its last point, if it is within `reach`.

use super::Labeler;
use protocol::{LabelCard, Text};

pub struct NearestLane {
    /// Name and y of each lane.
    pub lanes: Vec<(Text, f32)>,
    /// A path that ends further than this from every lane is in none.
    pub reach: f32,
}

impl Labeler for NearestLane {
    fn id(&self) -> &'static str {
        "lane"
    }

    fn card(&self) -> LabelCard {
        LabelCard::new(self.id(), self.lanes.iter().map(|(name, _)| name.clone()).collect())
    }

    fn label(&self, xy: &[f32]) -> Option<usize> {
        let [_, y] = xy.as_chunks().0.last()?;
        let distances = self.lanes.iter().map(|(_, lane)| (y - lane).abs());
        let (style, distance) = distances.enumerate().min_by(|a, b| a.1.total_cmp(&b.1))?;
        (distance < self.reach).then_some(style)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_point_decides() {
        let lanes = [-2.0, 2.0].map(|y| (Text::new("style"), y)).to_vec();
        let labeler = NearestLane { lanes, reach: 0.5 };
        assert_eq!(labeler.label(&[0.0, -2.0, 1.0, 1.8]), Some(1));
        assert_eq!(labeler.label(&[0.0, 2.0, 1.0, -2.4]), Some(0));
        assert_eq!(labeler.label(&[0.0, 2.0, 1.0, 1.0]), None);
        assert_eq!(labeler.label(&[]), None);
    }
}
