//! The telling moment: the moment of the demonstrations on the stage whose PMI speaks most clearly against its label.

use super::Session;
use protocol::TellingMoment;

/// Length of a stretch: the moments of the path divided by the first number, clamped to the range of the other two.
const STRETCH: (usize, usize, usize) = (20, 3, 15);
/// A stretch whose median PMI is above this many nats does not speak against its label.
const AGAINST: f32 = -0.1;

impl Session {
    /// The demonstration and the moment at which the trained critic contradicts the label most clearly; None without a
    /// trained critic, and where no stretch speaks against its label.
    pub fn telling_moment(&self) -> Option<TellingMoment> {
        let found = self.shown_demonstrations().into_iter().filter_map(|trajectory| {
            let (moment, pmi) = lowest_stretch(&self.timeline(trajectory as u32)?.pmi)?;
            Some(TellingMoment { trajectory: trajectory as u32, moment: moment as u32, pmi })
        });
        found.min_by(|a, b| a.pmi.total_cmp(&b.pmi)).filter(|found| found.pmi < AGAINST)
    }
}

/// The step with the lowest PMI within the stretch whose median is lowest, and that median. A median needs more than half
/// of a stretch to agree, so that a single noisy step decides nothing.
fn lowest_stretch(pmi: &[f32]) -> Option<(usize, f32)> {
    let (share, shortest, longest) = STRETCH;
    let length = (pmi.len() / share).clamp(shortest, longest);
    let median = |stretch: &[f32]| {
        let mut sorted = stretch.to_vec();
        sorted.sort_by(f32::total_cmp);
        sorted[length / 2]
    };
    let medians = pmi.windows(length).map(median).enumerate();
    let (start, lowest) = medians.min_by(|a, b| a.1.total_cmp(&b.1))?;
    let moment = (start..start + length).min_by(|a, b| pmi[*a].total_cmp(&pmi[*b]))?;
    Some((moment, lowest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_decides_and_a_single_step_does_not() {
        let mut pmi = vec![0.5; 200];
        pmi[20] = -9.0;
        pmi[121..133].fill(-1.0);
        pmi[126] = -1.5;
        assert_eq!(lowest_stretch(&pmi), Some((126, -1.0)));
        assert_eq!(lowest_stretch(&[-1.0, 0.0]), None, "too short for a stretch");
        assert_eq!(lowest_stretch(&[]), None);
    }
}
