//! Replays the runs of a class one after the other. A state machine: events of a trainer worker go in, requests to it
//! come out.

use std::collections::BTreeSet;

use super::hand_in::HandIn;
use protocol::{
    Catalog, LaneReport, Progress, RunConfig, RunId, Text, TrainerCommand, TrainerEvent, WorkerEvent, text,
};

/// Progress and result of the replay of one run.
#[derive(Clone, Debug, PartialEq)]
pub enum ReplayStatus {
    Waiting,
    /// Steps taken and steps in total.
    Running(u32, u32),
    /// The digest of the replay equals that of the link.
    Confirmed,
    /// The digests differ.
    Different,
    /// The link has no digest to compare with.
    NoDigest,
    Failed(Text),
}

impl ReplayStatus {
    pub fn is_final(&self) -> bool {
        !matches!(self, Self::Waiting | Self::Running(..))
    }

    pub fn name(&self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running(..) => "running",
            Self::Confirmed => "confirmed",
            Self::Different => "different",
            Self::NoDigest => "no-digest",
            Self::Failed(_) => "failed",
        }
    }
}

/// A hand-in and its replay.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassEntry {
    pub hand_in: HandIn,
    /// The settled run of the link, with all knobs.
    pub run: RunConfig,
    pub status: ReplayStatus,
}

/// A request to the worker.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "few are made, and each is sent at once")]
pub enum Ask {
    /// Load a file of a world before the requests that follow.
    Load {
        world: String,
        name: String,
    },
    Command(TrainerCommand),
}

#[derive(Default)]
pub struct Replays {
    pub entries: Vec<ClassEntry>,
    /// Index of the entry that is being replayed.
    current: Option<usize>,
    loaded: BTreeSet<(String, String)>,
}

impl Replays {
    pub fn new(hand_ins: Vec<HandIn>, catalog: &Catalog) -> Self {
        let entry = |hand_in: HandIn| {
            let (run, _) = catalog.settle(&hand_in.run);
            let known = run.world == hand_in.run.world && run.method == hand_in.run.method;
            let status = if known { ReplayStatus::Waiting } else { ReplayStatus::Failed(text!("class-unknown-run")) };
            ClassEntry { hand_in, run, status }
        };
        Self { entries: hand_ins.into_iter().map(entry).collect(), ..Self::default() }
    }

    /// Whether any run waits for its replay.
    pub fn waits(&self) -> bool {
        self.entries.iter().any(|entry| entry.status == ReplayStatus::Waiting)
    }

    /// Begins the next run that waits, and returns the requests for it; none if all are done.
    pub fn next(&mut self, catalog: &Catalog) -> Vec<Ask> {
        self.current = self.entries.iter().position(|entry| entry.status == ReplayStatus::Waiting);
        let Some(index) = self.current else { return Vec::new() };
        let entry = &mut self.entries[index];
        entry.status = ReplayStatus::Running(0, 0);
        let world = entry.run.world.clone();
        let files = catalog.world(&world).map(|card| card.files.clone()).unwrap_or_default();
        let needed = files.into_iter().filter(|file| file.needed).map(|file| (world.clone(), file.name));
        let missing: Vec<_> = needed.filter(|file| self.loaded.insert(file.clone())).collect();
        let load = missing.into_iter().map(|(world, name)| Ask::Load { world, name });
        let (run, lanes) = (RunId(index as u32 + 1), vec![entry.run.clone()]);
        let open = TrainerCommand::Open { run, lanes, resume: vec![None] };
        load.chain([Ask::Command(open), Ask::Command(TrainerCommand::Train)]).collect()
    }

    /// Handles an event of the worker, and returns the requests that follow.
    pub fn on_event(&mut self, event: WorkerEvent<TrainerEvent>, catalog: &Catalog) -> Vec<Ask> {
        let Some(index) = self.current else { return Vec::new() };
        let entry = &mut self.entries[index];
        match event {
            WorkerEvent::Failed(failure) => entry.status = ReplayStatus::Failed(failure.sentence),
            WorkerEvent::Loaded { found: Err(failure), .. } => entry.status = ReplayStatus::Failed(failure.sentence),
            WorkerEvent::Event(TrainerEvent::Lane(event)) if event.run == RunId(index as u32 + 1) => match event.report
            {
                LaneReport::Progress(Progress { step, steps, .. }) => {
                    entry.status = ReplayStatus::Running(step, steps);
                    return Vec::new();
                }
                LaneReport::Digest(digest) => {
                    entry.status = match entry.hand_in.digest {
                        Some(handed_in) if handed_in == digest => ReplayStatus::Confirmed,
                        Some(_) => ReplayStatus::Different,
                        None => ReplayStatus::NoDigest,
                    };
                }
                _ => return Vec::new(),
            },
            _ => return Vec::new(),
        }
        self.next(catalog)
    }

    /// The worker is gone: the run that it was busy with has failed.
    pub fn on_death(&mut self, why: Text) {
        if let Some(entry) = self.current.take().and_then(|index| self.entries.get_mut(index)) {
            entry.status = ReplayStatus::Failed(why);
        }
        self.loaded.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::super::hand_in::read;
    use super::*;
    use crate::state::fixture::catalog;
    use protocol::{Failure, LaneEvent, RunState};

    fn report(run: u32, report: LaneReport) -> WorkerEvent<TrainerEvent> {
        WorkerEvent::Event(TrainerEvent::Lane(LaneEvent { run: RunId(run), lane: 0, report }))
    }

    fn class(links: &[&str]) -> Replays {
        Replays::new(links.iter().filter_map(|link| read(link)).collect(), &catalog())
    }

    #[test]
    fn runs_are_replayed_one_after_the_other_and_compared() {
        let catalog = catalog();
        let good = "x?world=plane&method=pmi&digest=ff";
        let mut class =
            class(&[good, "x?world=plane&method=pmi&digest=fe", "x?world=plane&method=a", "x?world=moon&method=a"]);
        let asked = class.next(&catalog);
        assert!(matches!(&asked[..], [Ask::Command(TrainerCommand::Open { .. }), Ask::Command(TrainerCommand::Train)]));
        let phase = text!("critic");
        let progress =
            Progress { state: RunState::Running, phase, step: 3, steps: 9, steps_per_second: 0.0, seconds: 0.0 };
        class.on_event(report(1, LaneReport::Progress(progress)), &catalog);
        assert_eq!(class.entries[0].status, ReplayStatus::Running(3, 9));
        assert!(class.on_event(report(2, LaneReport::Digest(0xff)), &catalog).is_empty(), "it is not that one's turn");
        for run in 1..=3 {
            class.on_event(report(run, LaneReport::Digest(0xff)), &catalog);
        }
        let statuses: Vec<_> = class.entries.iter().map(|entry| entry.status.clone()).collect();
        let unknown = ReplayStatus::Failed(text!("class-unknown-run"));
        assert_eq!(statuses, [ReplayStatus::Confirmed, ReplayStatus::Different, ReplayStatus::NoDigest, unknown]);
        assert!(!class.waits());
    }

    #[test]
    fn files_are_loaded_once_and_a_failure_ends_one_run_only() {
        let catalog = catalog();
        let mut class = class(&["x?world=game&method=a&digest=1", "x?world=game&method=a&digest=2"]);
        let load = Ask::Load { world: "game".into(), name: "plays.bin".into() };
        assert_eq!(class.next(&catalog).first(), Some(&load));
        let failed = WorkerEvent::Failed(Failure::new(text!("diverged"), text!("lower-rate")));
        let then = class.on_event(failed, &catalog);
        assert_eq!((class.entries[0].status.clone(), then.len()), (ReplayStatus::Failed(text!("diverged")), 2));
        class.on_death(text!("worker-not-loaded"));
        assert!(class.entries.iter().all(|entry| entry.status.is_final()));
        assert!(class.next(&catalog).is_empty());
    }
}
