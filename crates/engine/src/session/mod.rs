//! A run as a state machine: open, advance, observe, snapshot, restore. Everything that is read back from the device is
//! read here, asynchronously and in batches.

mod apart;
mod by_hand;
mod catalog;
mod device;
mod error;
mod moments;
mod observe;
mod pixels;
mod record;
mod rollouts;
mod saved;
mod scores;
mod telling;
mod truth;

use std::sync::Arc;

pub use apart::{SeedsCommand, SeedsReply, SeedsWorker, workers_for};
pub use catalog::catalog;
pub use device::{Chosen, Shape, choose};
pub use error::{Named, SessionError};
pub use moments::StateAction;
pub use record::Record;
pub use rollouts::{RecordedRollouts, RolloutWindow};
pub use saved::{report, run_of};

use crate::methods::{self, Method, Point};
use crate::nn::{Columns, Device, Rows};
use protocol::knobs::policy;
use protocol::{Change, Reading, RunConfig, Snapshot, Text, Value};
use worlds::data::{Demos, Pictures};
use worlds::labels::Labeler;
use worlds::{Environment, Files};

pub struct Session {
    /// The run with its settings at the start and all changes of live knobs since.
    pub run: RunConfig,
    /// How many of the changes have been applied.
    applied: usize,
    /// World, files and the run with the settings in effect at the current step.
    environment: Environment,
    labeler: Box<dyn Labeler>,
    /// Demonstrations, one set per seed; the page shows those of the first. Their pairs are in `rows` alone.
    demos: Vec<Arc<Demos>>,
    rows: Rows,
    method: Box<dyn Method>,
    /// One sentence for each setting that could not be used.
    notices: Vec<Text>,
    /// Curves and calibration so far.
    record: Record,
    /// The true PMI, while it is shown.
    truth: Option<truth::Truth>,
    /// The session was opened from a finished snapshot, which has no optimiser state.
    finished: bool,
    /// The step at which training broke down, and the series that is not finite; None if it is the parameters.
    diverged: Option<(u32, Option<&'static str>)>,
    /// While only some of its seeds are trained here.
    apart: Option<apart::Apart>,
}

/// Seeds trained side by side: the run's own and the numbers after it.
fn seeds(run: &RunConfig) -> impl Iterator<Item = u64> {
    (0..policy::SEEDS.get(run).max(1) as u64).map(|more| run.seed.wrapping_add(more))
}

/// Demonstrations whose observations and actions are in the table alone, since those of a game take 80 MB. Nothing to do for
/// those that another session shares.
fn without_pairs(mut demos: Arc<Demos>) -> Arc<Demos> {
    if let Some(own) = Arc::get_mut(&mut demos) {
        own.unmade = None;
        for path in &mut own.trajectories {
            (path.observations, path.actions) = (Vec::new(), Vec::new());
        }
    }
    demos
}

/// Demonstrations per seed and the table made of them: what sessions on the same data share.
#[derive(Clone)]
pub struct SharedData {
    pub demos: Vec<Arc<Demos>>,
    values: Arc<Vec<f32>>,
}

impl SharedData {
    /// Data from demonstrations that no session has made, one set per seed.
    pub fn new(demos: Vec<Arc<Demos>>) -> Self {
        let all: Vec<_> = demos.iter().map(|demos| (0, demos.clone())).collect();
        Self { values: Rows::new(&all, &Device::Cpu).values, demos }
    }
}

impl Session {
    /// Opens a settled run on a device, from scratch or from a snapshot. `shared` is the data of a session with
    /// the same demonstrations, if there is one.
    pub fn open(
        run: &RunConfig,
        files: &Files,
        shared: Option<SharedData>,
        device: &Device,
        resume: Option<&Snapshot>,
    ) -> Result<Self, SessionError> {
        let unknown = |what, id: &str| SessionError::Unknown { what, id: id.into() };
        let world = worlds::find(&run.world).ok_or_else(|| unknown(Named::World, &run.world))?;
        let labeler = world.labeler_in(run, files).ok_or_else(|| unknown(Named::Label, &run.label))?;
        let entry = methods::find(&run.method).ok_or_else(|| unknown(Named::Method, &run.method))?;
        let made = |seed| {
            let mut demos = world.demos_in(&RunConfig { seed, ..run.clone() }, files)?;
            // Labels by hand are of the first seed's demonstrations alone.
            if seed == run.seed {
                by_hand::relabel(run, &mut demos);
            }
            Ok::<_, SessionError>(Arc::new(demos))
        };
        let (demos, values) = match shared {
            Some(SharedData { demos, values }) => (demos, Some(values)),
            None => (seeds(run).map(made).collect::<Result<Vec<_>, _>>()?, None),
        };
        let all: Vec<_> = seeds(run).zip(demos.iter().cloned()).collect();
        let mut rows = Rows::on_values(&all, device, values);
        drop(all);
        let demos: Vec<_> = demos.into_iter().map(without_pairs).collect();
        let (run, mut notices) = by_hand::weigh(run, &demos, &mut rows);
        notices.extend(by_hand::outside(&run, &demos));
        let environment = Environment::new(world, &run.in_effect(0), files);
        let method = (entry.start)(&environment, &rows);
        let bundle = resume.map(|snapshot| methods::open_snapshot(&run, files, snapshot)).transpose()?;
        let mut session = Self {
            run,
            applied: 0,
            environment,
            labeler,
            demos,
            rows,
            method,
            notices,
            record: Record::default(),
            truth: None,
            finished: false,
            diverged: None,
            apart: None,
        };
        if let Some(bundle) = bundle {
            session.restore(&bundle, entry.start)?;
        }
        Ok(session)
    }

    /// The world, the run with the settings in effect, and the files for rollouts.
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// Replaces the files that rollouts use, after another one was loaded.
    pub fn set_files(&mut self, files: &Files) {
        self.environment.files = files.clone();
    }

    /// One sentence for each setting that could not be used with these demonstrations.
    pub fn notices(&self) -> &[Text] {
        &self.notices
    }

    /// The demonstrations of each seed, without observations and actions: see [`Session::demonstration`].
    pub fn demos(&self) -> Vec<Arc<Demos>> {
        self.demos.clone()
    }

    pub fn shared_data(&self) -> SharedData {
        SharedData { demos: self.demos.clone(), values: self.rows.values.clone() }
    }

    /// Bytes of the table of rows and of the pictures that its rows name.
    pub fn table_bytes(&self) -> usize {
        let pictures = self.rows.pictures.as_ref().map_or(0, |pictures| pictures.count() * pictures.stack.area());
        size_of_val(self.rows.values.as_slice()) + pictures
    }

    /// The columns of a row: sizes of style, observation and action.
    pub fn columns(&self) -> Columns {
        self.rows.columns
    }

    /// The name of the current training phase.
    pub fn phase(&self) -> Text {
        self.method.phase().text()
    }

    /// Whether steps are taken on the CPU whatever the device is.
    pub fn on_cpu(&self) -> bool {
        self.method.on_cpu() || self.rows.seen_on_cpu()
    }

    /// The sizes that decide how long a step takes.
    pub fn shape(&self) -> Shape {
        let seen = |pictures: &Arc<Pictures>| (pictures.stack, pictures.count());
        Shape { pictures: self.rows.pictures.as_ref().map(seen), ..Shape::of(&self.run) }
    }

    /// Steps taken and steps in total.
    pub fn steps(&self) -> (u32, u32) {
        self.method.steps()
    }

    /// Whether the run is over and all its parameters are on the CPU.
    pub fn rests_on_cpu(&self) -> bool {
        self.done() && matches!(self.rows.device, Device::Cpu)
    }

    /// Curves and calibration so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    pub fn done(&self) -> bool {
        let (taken, all) = self.steps();
        taken >= all
    }

    /// Whether training broke down. Such a session takes no further steps, and its last snapshot stays the newest.
    pub fn diverged(&self) -> Option<SessionError> {
        self.diverged.map(|(step, series)| SessionError::Diverged { step, series })
    }

    fn diverge(&mut self, step: u32, series: Option<&'static str>) -> SessionError {
        self.diverged = Some((step, series));
        SessionError::Diverged { step, series }
    }

    /// Takes up to `most` steps and returns the points of curves on the way. Checks and recorded changes are due at
    /// fixed steps, so the result does not depend on how a run is divided into calls.
    pub async fn advance(&mut self, most: u32) -> Result<Vec<Reading>, SessionError> {
        if let Some(error) = self.diverged() {
            return Err(error);
        }
        if self.workers() > 1 {
            return self.advance_apart(most).await;
        }
        let (mut readings, mut left) = (Vec::new(), most);
        while let Some(points) = self.next_check(&mut left).await? {
            readings.extend(self.record_points(self.steps().0, points)?);
        }
        Ok(readings)
    }

    /// Takes steps up to the next check, `left` at most, and returns the points of that check; None where none was due.
    async fn next_check(&mut self, left: &mut u32) -> Result<Option<Vec<Point>>, SessionError> {
        while *left > 0 {
            self.apply_changes();
            if self.done() {
                break;
            }
            *left -= 1;
            self.method.step(&self.rows);
            if self.method.check_due() {
                self.fetch().await?;
                return Ok(Some(self.method.check(&self.rows)));
            }
        }
        if self.done() {
            self.apply_changes();
        }
        Ok(None)
    }

    /// The readings of a check, which go into the record.
    fn record_points(&mut self, step: u32, points: Vec<Point>) -> Result<Vec<Reading>, SessionError> {
        let checked = readings(step, points).map_err(|series| self.diverge(step, Some(series)))?;
        self.record.add(&checked);
        Ok(checked)
    }

    /// Number of changes at or before the current step.
    fn changes_due(&self) -> usize {
        let step = self.steps().0;
        self.run.changes.partition_point(|change| change.step <= step)
    }

    fn apply_changes(&mut self) {
        let due = self.changes_due();
        if due > self.applied {
            self.applied = due;
            self.use_current_knobs();
        }
    }

    fn use_current_knobs(&mut self) {
        let run = self.run.in_effect(self.steps().0);
        self.method.tune(&run, &self.rows);
        self.environment.run = run;
    }

    /// The recorded changes that have been applied.
    pub fn applied_changes(&self) -> &[Change] {
        &self.run.changes[..self.applied.min(self.run.changes.len())]
    }

    /// Waits for the device and copies its parameters. Nothing to do on the CPU.
    pub async fn fetch(&mut self) -> Result<(), SessionError> {
        self.method.fetch().await.map_err(SessionError::device)
    }

    /// Gives a live knob another value from the current step on, and records that in `run`. Returns false, and changes
    /// nothing, when the run holds too many changes.
    pub fn set_knob(&mut self, knob: &str, value: Value) -> bool {
        let recorded = self.run.record(Change { step: self.steps().0, knob: knob.into(), value: value.clone() });
        if recorded {
            self.send_to_others(&SeedsCommand::SetKnob { knob: knob.into(), value });
            self.applied = self.changes_due();
            self.use_current_knobs();
        }
        recorded
    }
}

/// Mean and spread over the seeds of each point; the id of a series that is not finite as the error.
fn readings(step: u32, points: Vec<Point>) -> Result<Vec<Reading>, &'static str> {
    let reading = |Point { series, values }: Point| {
        let count = values.len().max(1) as f32;
        let mean = values.iter().sum::<f32>() / count;
        let squares = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f32>();
        let spread = if values.len() > 1 { (squares / (count - 1.0)).sqrt() } else { 0.0 };
        if !mean.is_finite() || !spread.is_finite() {
            return Err(series);
        }
        Ok(Reading { series: series.into(), step, value: mean, spread })
    };
    points.into_iter().map(reading).collect()
}
