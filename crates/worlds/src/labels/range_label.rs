//! Labels that measure one number of a path: the style is the range that the number falls into.

use super::Labeler;
use protocol::{LabelCard, Mark, Ranges, Text};

#[derive(Clone, Copy)]
pub struct RangeLabel {
    /// The label's message is `label-<id>`.
    pub id: &'static str,
    /// Message keys of the three ranges, from the lowest.
    pub styles: [&'static str; 3],
    /// Message key of the number's unit.
    pub unit: Option<&'static str>,
    /// Ascending; the style is the number of thresholds below the score.
    pub thresholds: [f32; 2],
    pub score: fn(&[f32]) -> Option<f32>,
    /// The thresholds, drawn into the world.
    pub marks: fn([f32; 2]) -> Vec<Mark>,
}

impl RangeLabel {
    /// No marks, for labels whose thresholds cannot be drawn into the world.
    pub fn unmarked(_thresholds: [f32; 2]) -> Vec<Mark> {
        vec![]
    }
}

impl Labeler for RangeLabel {
    fn id(&self) -> &'static str {
        self.id
    }

    fn card(&self) -> LabelCard {
        let card = range_card(self.id, &self.styles, self.unit, &self.thresholds);
        LabelCard { marks: (self.marks)(self.thresholds), ..card }
    }

    fn score(&self, xy: &[f32]) -> Option<f32> {
        (self.score)(xy)
    }

    fn label(&self, xy: &[f32]) -> Option<usize> {
        let score = self.score(xy).filter(|score| score.is_finite())?;
        Some(self.thresholds.iter().filter(|threshold| **threshold < score).count())
    }
}

/// The card of a label whose styles are ranges of one number.
pub fn range_card(id: &str, styles: &[&'static str], unit: Option<&'static str>, thresholds: &[f32]) -> LabelCard {
    let card = LabelCard::new(id, styles.iter().copied().map(Text::new).collect());
    let ranges = Ranges { name: card.name.clone(), unit: unit.map(Text::new), thresholds: thresholds.to_vec() };
    LabelCard { ranges: Some(ranges), ..card }
}
