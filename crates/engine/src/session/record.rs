//! The record of a run: reports that cannot be computed from its networks. With it a snapshot is a whole run, whose
//! charts are complete as soon as it is opened. Weights, clusters and timelines are not recorded: they follow from the
//! networks and the demonstrations.

use std::collections::BTreeMap;

use super::RecordedRollouts;
use crate::nn::names::{note, table};
use crate::nn::{Bundle, SnapshotError};
use protocol::{Calibration, Reading, SeriesCard, text};

/// A curve keeps fewer points than this, and its newest reading besides.
const MAX_POINTS: usize = 256;
/// Largest count of rollouts in a cell. Above 2²⁴ single precision skips whole numbers.
const MAX_COUNT: f32 = 16_777_216.0;

/// Step, mean over the seeds, and standard deviation over the seeds.
type RecordedPoint = (u32, f32, f32);

/// A curve of bounded size: whenever it is full, every other point is removed. Which readings remain depends on their
/// number alone, so that a run that is saved and restored keeps the same ones.
#[derive(Clone, Debug, Default, PartialEq)]
struct RecordedCurve {
    kept: Vec<RecordedPoint>,
    newest: Option<RecordedPoint>,
    /// Readings so far.
    count: u32,
}

/// Distance between two readings that are kept, out of `count`: the smallest power of two with which fewer than
/// `MAX_POINTS` remain.
fn stride(count: u32) -> u32 {
    let mut stride = 1;
    while count.div_ceil(stride) as usize >= MAX_POINTS {
        stride *= 2;
    }
    stride
}

impl RecordedCurve {
    fn push(&mut self, point: RecordedPoint) {
        let before = stride(self.count);
        if self.count.is_multiple_of(before) {
            self.kept.push(point);
        }
        self.newest = Some(point);
        self.count = self.count.saturating_add(1);
        if stride(self.count) > before {
            let mut index = 0;
            self.kept.retain(|_| {
                index += 1;
                index % 2 == 1
            });
        }
    }

    fn points(&self) -> impl Iterator<Item = RecordedPoint> {
        let end = self.kept.last().map(|(step, ..)| *step);
        self.kept.iter().copied().chain(self.newest.filter(|(step, ..)| Some(*step) != end))
    }

    /// Reads a table `[points, 3]`; None if it cannot be the curve of `count` readings in the first `steps` steps.
    fn from_table(values: &[f32], count: u32, steps: u32) -> Option<Self> {
        let whole = |step: f32| (step >= 0.0 && step <= steps as f32 && step.fract() == 0.0).then_some(step as u32);
        let points =
            values.as_chunks::<3>().0.iter().map(|[step, value, spread]| Some((whole(*step)?, *value, *spread)));
        let mut kept: Vec<RecordedPoint> = points.collect::<Option<_>>()?;
        let newest = kept.last().copied();
        let regular = count.div_ceil(stride(count)) as usize;
        let rising = kept.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let newest_is_kept = count.checked_sub(1)?.is_multiple_of(stride(count));
        if !rising || kept.len() != regular + usize::from(!newest_is_kept) {
            return None;
        }
        kept.truncate(regular);
        Some(Self { kept, newest, count })
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    curves: BTreeMap<String, RecordedCurve>,
    /// The last calibration without guidance.
    pub calibration: Option<Calibration>,
    /// Rollouts in games, for pages without the cartridge.
    pub rollouts: Option<RecordedRollouts>,
}

impl Record {
    pub fn add(&mut self, readings: &[Reading]) {
        for reading in readings {
            let curve = self.curves.entry(reading.series.clone()).or_default();
            curve.push((reading.step, reading.value, reading.spread));
        }
    }

    /// All curves, each in the order of its steps.
    pub fn readings(&self) -> Vec<Reading> {
        let reading =
            |series: &str, (step, value, spread): RecordedPoint| Reading { series: series.into(), step, value, spread };
        let curves = self.curves.iter();
        curves.flat_map(|(series, curve)| curve.points().map(|point| reading(series, point))).collect()
    }

    pub fn save(&self, bundle: &mut Bundle) {
        if let Some(rollouts) = &self.rollouts {
            rollouts.save(bundle);
        }
        for (series, curve) in &self.curves {
            let values: Vec<f32> =
                curve.points().flat_map(|(step, value, spread)| [step as f32, value, spread]).collect();
            bundle.tables.insert(table::record_curve(series), (values.len() / 3, 3, values));
            bundle.notes.insert(note::record_count(series), curve.count.to_string());
        }
        let Some(calibration) = &self.calibration else { return };
        let counts = calibration.counts.iter().flatten().map(|count| *count as f32).collect();
        let columns = calibration.counts.first().map_or(0, Vec::len);
        bundle.tables.insert(table::RECORD_CALIBRATION.into(), (calibration.counts.len(), columns, counts));
        bundle.notes.insert(note::RECORD_CALIBRATION_STEP.into(), calibration.step.to_string());
        if !calibration.rewards.is_empty() {
            let rewards = (1, calibration.rewards.len(), calibration.rewards.clone());
            bundle.tables.insert(table::RECORD_REWARDS.into(), rewards);
        }
    }

    /// Reads the curves of the run's method, after `steps` steps. A snapshot without a record gives an empty one.
    pub fn restore(bundle: &Bundle, series: &[SeriesCard], styles: usize, steps: u32) -> Result<Self, SnapshotError> {
        let mut record = Self::default();
        for card in series {
            let name = table::record_curve(&card.id);
            let Some((rows, ..)) = bundle.tables.get(&name).filter(|(rows, ..)| *rows > 0) else { continue };
            let values = bundle.table(&name, (*rows).min(MAX_POINTS), 3)?;
            let curve = RecordedCurve::from_table(values, bundle.whole(&note::record_count(&card.id))?, steps);
            let damaged = || SnapshotError::Damaged(text!("snapshot-record", name = name.as_str()));
            record.curves.insert(card.id.clone(), curve.ok_or_else(damaged)?);
        }
        record.calibration = restore_calibration(bundle, styles)?;
        record.rollouts = RecordedRollouts::restore(bundle, styles)?;
        Ok(record)
    }
}

fn restore_calibration(bundle: &Bundle, styles: usize) -> Result<Option<Calibration>, SnapshotError> {
    if !bundle.tables.contains_key(table::RECORD_CALIBRATION) {
        return Ok(None);
    }
    let counts = bundle.table(table::RECORD_CALIBRATION, styles, styles + 1)?;
    if counts.iter().any(|count| !(0.0..=MAX_COUNT).contains(count) || count.fract() != 0.0) {
        return Err(SnapshotError::Damaged(text!("snapshot-record", name = table::RECORD_CALIBRATION)));
    }
    let rewards = match bundle.tables.contains_key(table::RECORD_REWARDS) {
        true => bundle.table(table::RECORD_REWARDS, 1, styles)?.to_vec(),
        false => vec![],
    };
    let counts = counts.chunks_exact(styles + 1).map(|row| row.iter().map(|count| *count as u32).collect()).collect();
    Ok(Some(Calibration::new(bundle.whole(note::RECORD_CALIBRATION_STEP)?, counts, rewards)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(step: u32) -> Reading {
        Reading { series: "mi-train".into(), step, value: step as f32 * 0.5, spread: 0.25 }
    }

    fn card() -> SeriesCard {
        crate::methods::series::MI_TRAIN.card()
    }

    #[test]
    fn a_saved_curve_goes_on_as_if_it_had_never_been_saved() {
        let mut whole = Record::default();
        let mut saved = Record::default();
        for step in 1..3000 {
            whole.add(&[reading(step)]);
            saved.add(&[reading(step)]);
            if step % 97 == 0 {
                let mut bundle = Bundle::default();
                saved.save(&mut bundle);
                saved = Record::restore(&bundle, &[card()], 4, step).unwrap();
            }
        }
        assert_eq!(whole, saved);
        let readings = whole.readings();
        assert!(readings.len() <= MAX_POINTS && readings.len() > MAX_POINTS / 4, "{}", readings.len());
        assert_eq!((&readings[0], readings.last().unwrap()), (&reading(1), &reading(2999)));
        assert!(readings.windows(2).all(|pair| pair[0].step < pair[1].step));
    }

    #[test]
    fn a_record_that_no_run_could_have_made_is_refused() {
        let refused = |change: &dyn Fn(&mut Bundle)| {
            let mut bundle = Bundle::default();
            let mut record = Record::default();
            (1..20).for_each(|step| record.add(&[reading(step)]));
            record.calibration = Some(Calibration::new(19, vec![vec![3, 1, 0], vec![0, 4, 0]], vec![]));
            record.save(&mut bundle);
            assert_eq!(Record::restore(&bundle, &[card()], 2, 19), Ok(record));
            change(&mut bundle);
            Record::restore(&bundle, &[card()], 2, 19).is_err()
        };
        let curve = || table::record_curve("mi-train");
        assert!(refused(&|bundle: &mut Bundle| drop(bundle.notes.remove(&note::record_count("mi-train")))));
        assert!(refused(&|bundle: &mut Bundle| drop(
            bundle.notes.insert(note::record_count("mi-train"), "4000000000".into())
        )));
        assert!(refused(&|bundle: &mut Bundle| drop(bundle.tables.insert(curve(), (1 << 20, 3, vec![0.0; 3 << 20])))));
        assert!(refused(&|bundle: &mut Bundle| bundle.tables.get_mut(&curve()).unwrap().2[3] = 0.5));
        // A step that is still to come: its reading would follow that of a later step.
        assert!(refused(&|bundle: &mut Bundle| bundle.tables.get_mut(&curve()).unwrap().2[18 * 3] = 20.0));
        assert!(refused(&|bundle: &mut Bundle| bundle.tables.get_mut(&curve()).unwrap().2.swap(0, 3)));
        assert!(refused(&|bundle: &mut Bundle| bundle.tables.get_mut(table::RECORD_CALIBRATION).unwrap().2[0] = -1.0));
        assert!(refused(&|bundle: &mut Bundle| drop(
            bundle.tables.insert(table::RECORD_CALIBRATION.into(), (1, 1, vec![1.0]))
        )));
    }
}
