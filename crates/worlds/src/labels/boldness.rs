//! Boldness: (1/T) Σ_t d_t, the mean distance to the nearest pursuer. How a player moves, not where.
//!
//! Characters stand on whole pixels, so the fraction of a path's y encodes the distance: d_t / 256. Steps without a
//! pursuer have the fraction 0 and are left out of the mean.

use super::Labeler;
use super::range_label::range_card;
use protocol::LabelCard;

/// A distance in pixels is divided by this to become a fraction of y.
const UNITS: f32 = 256.0;

#[derive(Clone, Copy)]
pub struct Boldness {
    /// Mean distance in pixels below which a path is bold.
    pub threshold: f32,
}

impl Boldness {
    pub const ID: &str = "boldness";

    /// The fraction of y that encodes a distance of at most 255 pixels.
    pub fn fraction(distance: f32) -> f32 {
        distance / UNITS
    }
}

impl Labeler for Boldness {
    fn id(&self) -> &'static str {
        Self::ID
    }

    fn card(&self) -> LabelCard {
        range_card(self.id(), &["style-bold", "style-cautious"], Some("unit-pixels"), &[self.threshold])
    }

    fn score(&self, xy: &[f32]) -> Option<f32> {
        let distances = xy.as_chunks().0.iter().map(|[_, y]: &[f32; 2]| UNITS * (y - y.floor()));
        let (sum, count) =
            distances.filter(|distance| *distance > 0.0).fold((0.0, 0), |(sum, count), one| (sum + one, count + 1));
        (count > 0).then(|| sum / count as f32)
    }

    fn label(&self, xy: &[f32]) -> Option<usize> {
        Some(usize::from(self.score(xy)? >= self.threshold))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let boldness = Boldness { threshold: 60.0 };
        let path = |distances: &[f32]| -> Vec<f32> {
            distances.iter().flat_map(|distance| [30.0, 140.0 + Boldness::fraction(*distance)]).collect()
        };
        assert_eq!(boldness.score(&path(&[20.0, 0.0, 40.0])), Some(30.0), "a step without a distance does not count");
        assert_eq!(boldness.label(&path(&[20.0, 40.0])), Some(0));
        assert_eq!(boldness.label(&path(&[60.0])), Some(1));
        assert_eq!(boldness.score(&path(&[255.0])), Some(255.0), "the longest distance");
        assert_eq!(boldness.label(&path(&[0.0])), None);
        assert_eq!(boldness.label(&[]), None);
        assert_eq!(boldness.label(&[f32::NAN, f32::NAN]), None);
    }
}
