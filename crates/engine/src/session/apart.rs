//! Seeds trained apart. The seeds of a run have nothing in common but their number of steps, so other workers can train some of
//! them: a session keeps the first seeds, sends each worker the state of its seeds, and has all of them take the same steps. A
//! check's points are joined in the order of the seeds, so that readings are the same to the bit as from one worker.

use std::ops::Range;
use std::pin::Pin;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::{Session, SessionError};
use crate::methods::{self, Point};
use crate::nn::{Bundle, Device, Rows, SnapshotError};
use protocol::{Calibration, LARGEST_FILE, Reading, RunConfig, Snapshot, TextValue, Value, text};

/// From a session to a worker that trains some of its seeds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SeedsCommand {
    /// Makes the demonstrations of a run; the reply is `Opened`.
    Open(RunConfig),
    /// Goes on with these seeds of the run from the state in the snapshot. There is no reply.
    Take { run: RunConfig, seeds: Range<usize>, state: Snapshot },
    /// Takes steps; the reply is `Advanced`.
    Advance { steps: u32 },
    /// Changes a live knob at the current step. There is no reply.
    SetKnob { knob: String, value: Value },
    /// Counts the rollouts of each seed; the reply is `Calibrated`.
    Calibrate { strength: f32 },
    /// Replies with `Saved`.
    Save,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SeedsReply {
    Opened,
    /// `[checks][series][seeds]`: the points of the checks on the way.
    Advanced(Vec<Vec<Vec<f32>>>),
    /// One per seed.
    Calibrated(Vec<Calibration>),
    Saved(Snapshot),
    /// The worker cannot go on, and why.
    Lost(TextValue),
}

/// A worker that trains some seeds; it ends when it is dropped. Replies come in the order of commands.
pub trait SeedsWorker {
    fn send(&self, command: SeedsCommand);

    /// The next reply, if it is there.
    fn try_reply(&self) -> Option<SeedsReply>;

    fn reply(&self) -> Pin<Box<dyn Future<Output = SeedsReply> + '_>>;
}

/// Seeds that a worker trains.
#[derive(Clone)]
struct OtherSeeds {
    worker: Rc<dyn SeedsWorker>,
    seeds: Range<usize>,
}

/// Kept while a session has only some of its seeds.
pub(super) struct Apart {
    /// The table with all seeds.
    all: Rows,
    others: Vec<OtherSeeds>,
}

fn lost(reply: SeedsReply) -> SessionError {
    SessionError::SeedsLost(match reply {
        SeedsReply::Lost(cause) => cause,
        _ => text!("worker-unreadable").into(),
    })
}

/// A state that does not fit is no reason to end the run, which goes on in one worker.
fn unreadable(error: SnapshotError) -> SessionError {
    SessionError::SeedsLost(error.text().into())
}

/// The seeds of each of `workers`; where they cannot be shared equally, the later ones have more.
fn shares(seeds: usize, workers: usize) -> Vec<Range<usize>> {
    (0..workers).map(|index| index * seeds / workers..(index + 1) * seeds / workers).collect()
}

/// The fewest workers, this one included, whose largest share of the seeds is as small as with one worker per core.
pub fn workers_for(seeds: usize, cores: usize) -> usize {
    let largest = seeds.div_ceil(cores.max(1)).max(1);
    seeds.div_ceil(largest)
}

impl Session {
    /// Whether its seeds can be trained apart from here on.
    pub fn is_divisible(&self) -> bool {
        let by_seed = methods::find(&self.run.method).is_some_and(|entry| entry.by_seed);
        let here = matches!(self.rows.device, Device::Cpu) && self.rows.pictures.is_none() && self.apart.is_none();
        by_seed && here && self.rows.splits.len() > 1 && !self.finished && self.diverged.is_none()
    }

    /// Workers that train its seeds, this one included.
    pub fn workers(&self) -> usize {
        1 + self.others().len()
    }

    fn others(&self) -> &[OtherSeeds] {
        self.apart.as_ref().map_or(&[], |apart| &apart.others)
    }

    /// Keeps the first seeds and gives the others to workers, which have opened the run.
    pub fn part(&mut self, workers: &[Rc<dyn SeedsWorker>]) -> Result<(), SessionError> {
        let (count, bundle) = (self.rows.splits.len(), self.method.save());
        let mut shares = shares(count, workers.len() + 1).into_iter();
        let own = shares.next().unwrap_or(0..count);
        let mut others = Vec::new();
        for (worker, seeds) in workers.iter().zip(shares) {
            let state = bundle.of_seeds(seeds.clone(), count).to_snapshot()?;
            worker.send(SeedsCommand::Take { run: self.run.clone(), seeds: seeds.clone(), state });
            others.push(OtherSeeds { worker: worker.clone(), seeds });
        }
        self.take(own.clone(), &bundle.of_seeds(own, count), others)
    }

    /// Goes on with some seeds of another session's run.
    pub fn take_seeds(&mut self, run: RunConfig, seeds: Range<usize>, state: &Snapshot) -> Result<(), SessionError> {
        self.run = run;
        self.take(seeds, &Bundle::from_snapshot(state, LARGEST_FILE as usize)?, vec![])
    }

    fn take(&mut self, seeds: Range<usize>, state: &Bundle, others: Vec<OtherSeeds>) -> Result<(), SessionError> {
        let all = self.apart.take().map(|apart| apart.all);
        let own = all.as_ref().unwrap_or(&self.rows).of_seeds(seeds);
        let before = std::mem::replace(&mut self.rows, own);
        self.apart = Some(Apart { all: all.unwrap_or(before), others });
        Ok(self.restart_from(state)?)
    }

    /// Brings all seeds together again. The workers may then be given other seeds, or end.
    pub async fn join(&mut self) -> Result<(), SessionError> {
        if self.others().is_empty() {
            return Ok(());
        }
        if self.diverged.is_some() {
            // Nothing is computed from its networks any more.
            self.apart.iter_mut().for_each(|apart| apart.others.clear());
            return Ok(());
        }
        let bundle = self.bundle().await?;
        if let Some(apart) = self.apart.take() {
            self.rows = apart.all;
        }
        Ok(self.restart_from(&bundle)?)
    }

    /// [`Session::advance`] with seeds in other workers.
    pub(super) async fn advance_apart(&mut self, most: u32) -> Result<Vec<Reading>, SessionError> {
        self.send_to_others(&SeedsCommand::Advance { steps: most });
        let (mut checks, mut left) = (Vec::new(), most);
        while let Some(points) = self.next_check(&mut left).await? {
            checks.push((self.steps().0, points));
        }
        for other in self.others().to_vec() {
            match other.worker.reply().await {
                SeedsReply::Advanced(theirs) if theirs.len() == checks.len() => {
                    checks.iter_mut().zip(theirs).for_each(|((_, points), values)| add_seeds(points, values));
                }
                reply => return Err(lost(reply)),
            }
        }
        let mut readings = Vec::new();
        for (step, points) in checks {
            readings.extend(self.record_points(step, points)?);
        }
        Ok(readings)
    }

    /// Takes up to `most` steps with some seeds of another session's run; `[checks][series][seeds]`.
    pub async fn advance_seeds(&mut self, most: u32) -> Result<Vec<Vec<Vec<f32>>>, SessionError> {
        let (mut checks, mut left) = (Vec::new(), most);
        while let Some(points) = self.next_check(&mut left).await? {
            checks.push(points.into_iter().map(|point| point.values).collect());
        }
        Ok(checks)
    }

    /// The state of the seeds that are trained here.
    pub fn saved_seeds(&self) -> Result<Snapshot, SessionError> {
        Ok(self.method.save().to_snapshot()?)
    }

    /// Appends the state of the seeds that are trained elsewhere.
    pub(super) async fn append_others(&self, bundle: &mut Bundle) -> Result<usize, SessionError> {
        self.send_to_others(&SeedsCommand::Save);
        let mut seeds = self.rows.splits.len();
        for OtherSeeds { worker, seeds: theirs } in self.others() {
            let state = match worker.reply().await {
                SeedsReply::Saved(state) => Bundle::from_snapshot(&state, LARGEST_FILE as usize).map_err(unreadable)?,
                reply => return Err(lost(reply)),
            };
            let splits = self.apart.as_ref().and_then(|apart| apart.all.splits.get(theirs.clone())).unwrap_or_default();
            let ends = splits.first().zip(splits.last());
            let pairs = ends.map_or(0..0, |(first, last)| first.train.start..last.held_out.end);
            bundle.append(&state, pairs).map_err(unreadable)?;
            seeds += theirs.len();
        }
        Ok(seeds)
    }

    /// Calibrations of seeds that are trained elsewhere, after the command was sent.
    pub(super) async fn calibrations_of_others(&self) -> Result<Vec<Calibration>, SessionError> {
        let mut all = Vec::new();
        for other in self.others() {
            match other.worker.reply().await {
                SeedsReply::Calibrated(theirs) => all.extend(theirs),
                reply => return Err(lost(reply)),
            }
        }
        Ok(all)
    }

    pub(super) fn send_to_others(&self, command: &SeedsCommand) {
        self.others().iter().for_each(|other| other.worker.send(command.clone()));
    }
}

/// Adds the values of the seeds that follow, `[series][seeds]`.
fn add_seeds(points: &mut [Point], values: Vec<Vec<f32>>) {
    points.iter_mut().zip(values).for_each(|(point, more)| point.values.extend(more));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_worker_is_started_in_vain() {
        let of = |seeds, cores| workers_for(seeds, cores);
        assert_eq!([of(1, 8), of(2, 2), of(3, 2), of(5, 2), of(5, 3), of(5, 4), of(5, 8)], [1, 2, 2, 2, 3, 3, 5]);
        assert_eq!(shares(3, 2), [0..1, 1..3]);
        assert_eq!(shares(5, 3), [0..1, 1..3, 3..5]);
    }
}
