//! Seeds in workers of their own. While a run on several seeds trains on the CPU by itself, and the machine has further cores,
//! other workers train some of its seeds (`session/apart.rs`). Training goes on here until they have opened the run. Whatever
//! needs all networks in one place brings the seeds together first.

use std::rc::Rc;

use web_time::Duration;

use super::{Trainer, TrainerHost};
use crate::session::{SeedsCommand, SeedsReply, SeedsWorker, SessionError, workers_for};
use protocol::knobs::policy;
use protocol::{DeviceKind, TextValue, TrainerCommand, TrainerEvent, text};

/// Workers that may be lost before all seeds are trained in one worker.
const MAX_LOSSES: u32 = 2;
/// Intended duration of a slice with seeds in other workers: after each slice they wait for each other.
const SLICE: Duration = Duration::from_millis(60);

/// A worker that has just been started, and its part in loading files.
pub trait StartedSeeds: SeedsWorker {
    fn load(&self, world: &str, name: &str, bytes: &[u8]);
}

/// Starts a worker for seeds; None where it cannot be started.
pub type StartSeeds = Box<dyn Fn() -> Option<Rc<dyn StartedSeeds>>>;

#[derive(Default)]
pub struct SeedWorkers {
    /// None where seeds are not trained apart.
    start: Option<StartSeeds>,
    cores: usize,
    /// Those of the open run, and whether each has opened it.
    started: Vec<(Rc<dyn StartedSeeds>, bool)>,
    losses: u32,
}

impl SeedWorkers {
    /// Ends them, so that they take no memory.
    pub fn end(&mut self) {
        self.started.clear();
    }

    /// Takes note of those that have opened the run, and returns all of them when the last one has.
    fn ready(&mut self) -> Result<Option<Vec<Rc<dyn SeedsWorker>>>, TextValue> {
        for (worker, opened) in self.started.iter_mut().filter(|(_, opened)| !opened) {
            match worker.try_reply() {
                Some(SeedsReply::Lost(cause)) => return Err(cause),
                Some(_) => *opened = true,
                None => {}
            }
        }
        let all = !self.started.is_empty() && self.started.iter().all(|(_, opened)| *opened);
        let worker = |(worker, _): &(Rc<dyn StartedSeeds>, bool)| worker.clone() as Rc<dyn SeedsWorker>;
        Ok(all.then(|| self.started.iter().map(worker).collect()))
    }
}

impl<H: TrainerHost> Trainer<H> {
    /// Trains seeds in workers of their own, one per core.
    #[must_use]
    pub fn with_seed_workers(mut self, start: StartSeeds, cores: usize) -> Self {
        self.seeds = SeedWorkers { start: Some(start), cores, ..SeedWorkers::default() };
        self
    }

    /// Starts workers for the seeds of the open run, if it has several that can be trained apart.
    pub(super) fn start_seed_workers(&mut self) {
        let [lane] = &self.lanes[..] else { return };
        let on_cpu = self.device.as_ref().is_some_and(|device| device.kind == DeviceKind::Cpu);
        let fits = self.has_small_table() && self.helpers.are_idle() && self.scheduler.limit().is_none();
        let begun = !self.seeds.started.is_empty() || lane.over();
        if begun || !on_cpu || !fits || self.seeds.losses > MAX_LOSSES || !lane.session.is_divisible() {
            return;
        }
        let Some(start) = &self.seeds.start else { return };
        let run = &lane.session.run;
        for _ in 1..workers_for(policy::SEEDS.get(run), self.seeds.cores) {
            let Some(worker) = start() else { return self.seeds.end() };
            self.helpers.files_of(&run.world).for_each(|(name, bytes)| worker.load(&run.world, name, bytes));
            worker.send(SeedsCommand::Open(run.clone()));
            self.seeds.started.push((worker, false));
        }
    }

    /// Gives seeds to the workers once all of them have opened the run.
    pub(super) async fn part_seeds(&mut self) {
        let parted = match (self.seeds.ready(), &mut self.lanes[..]) {
            (Err(cause), _) => Err(SessionError::SeedsLost(cause)),
            (Ok(Some(workers)), [lane]) if lane.session.is_divisible() && !lane.over() => lane.session.part(&workers),
            _ => return,
        };
        self.scheduler.set_slice_time(SLICE);
        if let Err(error) = parted {
            self.lose_seeds(&error).await;
        }
    }

    /// Brings the seeds together before a command that needs all of them in one place.
    pub(super) async fn join_for(&mut self, command: &TrainerCommand) {
        use TrainerCommand::{Inspect, InspectDrawn, SendSnapshots, SetKnob, ShowTruth, Speed, Train};
        let goes_on = matches!(
            command,
            Train | Speed(_) | SetKnob { .. } | Inspect { .. } | InspectDrawn { .. } | SendSnapshots | ShowTruth(_)
        );
        if !goes_on {
            self.join_seeds().await;
        }
    }

    pub(super) async fn join_seeds(&mut self) {
        if let Err(error) = self.each_lane(async |lane, _| lane.session.join().await).await {
            self.lose_seeds(&error).await;
        }
    }

    /// The run goes on here from its last snapshot.
    pub(super) async fn lose_seeds(&mut self, error: &SessionError) {
        self.seeds.end();
        self.seeds.losses += 1;
        self.scheduler.reset_slice_time();
        self.host.post_event(TrainerEvent::Notice(match error {
            SessionError::SeedsLost(_) => error.text(),
            other => text!("worker-lane-restarts", cause = other.text()),
        }));
        let Some(lane) = self.lanes.pop() else { return };
        match self.open_lane(lane.number, &lane.session.run, lane.snapshot.clone()) {
            Ok(mut reopened) => {
                reopened.frames = lane.frames;
                self.lanes.push(reopened);
            }
            Err(error) => {
                (self.running, self.training) = (false, false);
                self.post_error(&error);
            }
        }
    }
}
