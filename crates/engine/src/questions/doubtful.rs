//! Demonstrations that contradict their label z, each with its guilty stretch: the consecutive moments with the largest
//! sum of -pmi(z; s,a) - c, where the margin c leaves out moments that tell nothing.

use crate::session::Session;
use protocol::questions::Doubtful;
use protocol::{Text, Timeline, text};

/// The margin c, nats: a moment lengthens a stretch only if its PMI is below -c.
const MARGIN: f32 = 0.1;
/// Most entries of a list.
const MOST: usize = 100;
/// Most demonstrations that are examined.
const EXAMINED: usize = 4000;

/// The demonstrations whose guilty stretch has the largest sum of -pmi, in falling order.
pub fn doubtful(session: &Session, most: u16) -> Result<Vec<Doubtful>, Text> {
    let demos = session.demos();
    let count = demos.first().map_or(0, |demos| demos.trajectories.len()).min(EXAMINED);
    let mut found = Vec::new();
    for trajectory in 0..count as u32 {
        let timeline = session.timeline(trajectory).ok_or_else(|| text!("question-no-critic"))?;
        if timeline.pmi.is_empty() {
            return Err(text!("question-critic-untrained"));
        }
        let held_out = demos[0].trajectories[trajectory as usize].held_out;
        found.extend(examine(&timeline, trajectory, held_out));
    }
    found.sort_by(|a: &Doubtful, b: &Doubtful| b.against.total_cmp(&a.against).then(a.trajectory.cmp(&b.trajectory)));
    found.truncate(usize::from(most).min(MOST));
    Ok(found)
}

/// The guilty stretch of one demonstration; None where no stretch speaks against the label.
fn examine(timeline: &Timeline, trajectory: u32, held_out: bool) -> Option<Doubtful> {
    let (from, to, against) = guilty_stretch(&timeline.pmi)?;
    let styles = timeline.prior.len();
    let mut shares = vec![0.0f32; styles];
    for moment in timeline.posterior.chunks_exact(styles).skip(from).take(to + 1 - from) {
        shares.iter_mut().zip(moment).for_each(|(sum, share)| *sum += share);
    }
    let best = (0..styles).max_by(|a, b| shares[*a].total_cmp(&shares[*b]))?;
    let mean = timeline.pmi.iter().sum::<f32>() / timeline.pmi.len() as f32;
    Some(Doubtful {
        trajectory,
        style: timeline.style,
        looks_like: best as u8,
        held_out,
        moments: timeline.pmi.len() as u32,
        from: from as u32,
        to: to as u32,
        against,
        mean_pmi: mean,
    })
}

/// First and last moment of the stretch with the largest sum of -pmi - margin, and the nats of -pmi in it.
fn guilty_stretch(pmi: &[f32]) -> Option<(usize, usize, f32)> {
    let (mut best, mut sum, mut start) = (None::<(usize, usize, f32)>, 0.0f32, 0);
    for (moment, pmi) in pmi.iter().enumerate() {
        if sum <= 0.0 {
            (sum, start) = (0.0, moment);
        }
        sum += -pmi - MARGIN;
        if sum > best.map_or(0.0, |(_, _, most)| most) {
            best = Some((start, moment, sum));
        }
    }
    best.map(|(from, to, _)| (from, to, -pmi[from..=to].iter().sum::<f32>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stretch_is_as_long_as_it_speaks_against_the_label() {
        let mut pmi = vec![0.6; 100];
        pmi[40..50].fill(-1.0);
        pmi[45] = 0.3;
        let (from, to, against) = guilty_stretch(&pmi).unwrap();
        assert_eq!((from, to), (40, 49));
        assert!((against - 8.7).abs() < 1e-4, "{against}");
        assert_eq!(guilty_stretch(&[0.5; 20]), None);
        assert_eq!(guilty_stretch(&[-0.05; 20]), None, "moments that tell nothing are not guilty");
        assert_eq!(guilty_stretch(&[]), None);
    }
}
