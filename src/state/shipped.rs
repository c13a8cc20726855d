//! Runs that ship with the page. A run at the same settings opens finished from them; elsewhere their agents play until
//! there are others, and are marked as trained with the default settings.

use std::sync::Arc;

use super::{Model, Playing, TrainedAgents, default_run};
use crate::actions::Effect;
use protocol::{Role, RunConfig, Snapshot, StageCommand, TextValue, text};

/// A world and a method; one run ships for each pair.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShippedRun {
    pub world: String,
    pub method: String,
}

impl ShippedRun {
    pub fn path(&self) -> String {
        format!("datasets/pretrained/{}-{}.bpk", self.world, self.method)
    }
}

impl Model {
    /// The shipped runs that lanes still need: to open finished, or to have agents at all.
    pub fn shipped_runs_needed(&self) -> Vec<ShippedRun> {
        let needed = self.lanes.iter().filter(|lane| lane.awaits_shipped || lane.playing == Playing::Nothing);
        needed.map(|lane| shipped_run(&lane.config)).collect()
    }

    /// Whether the trainer has to wait for a shipped run, or one that the browser stores.
    pub fn awaits_shipped(&self) -> bool {
        self.lanes.iter().any(|lane| lane.awaits_shipped || lane.awaits_stored.is_some())
    }

    /// Whether a lane has the settings of its shipped run.
    pub(super) fn is_shipped(&self, config: &RunConfig) -> bool {
        let catalog = self.catalog.as_ref();
        catalog.is_some_and(|catalog| default_run(catalog, &config.world, &config.method) == *config)
    }

    /// A shipped run has arrived.
    pub fn on_shipped(&mut self, run: &ShippedRun, snapshot: &Snapshot) -> Vec<Effect> {
        let Some(catalog) = self.catalog.clone() else { return Vec::new() };
        let trained_with = default_run(&catalog, &run.world, &run.method);
        let (open, training, awaited) = (self.run, self.training, self.awaits_shipped());
        let mut effects = Vec::new();
        for index in 0..self.lanes.len() {
            let by_file = self.chosen_by_file(&self.lanes[index].config);
            let lane = &mut self.lanes[index];
            // Another label has other styles than the shipped agents were trained with.
            if shipped_run(&lane.config) != *run || lane.config.label != trained_with.label {
                continue;
            }
            let opens = std::mem::take(&mut lane.awaits_shipped) && !training && lane.steps_done() == 0;
            if opens {
                lane.snapshot = Some((0, snapshot.clone()));
                (lane.shipped, lane.opens_finished) = (true, true);
            }
            if opens || lane.playing == Playing::Nothing {
                // Episodes start where the demonstrations of this run do, which may come from a file.
                let mut config = trained_with.clone();
                config.knobs.extend(by_file);
                let agents = TrainedAgents { config, snapshot: snapshot.clone() };
                lane.playing = Playing::Pretrained;
                lane.trained_with = Some(trained_with.clone());
                effects.push(play(open, index, &agents));
                lane.agents = Some(Arc::new(agents));
            }
        }
        effects.push(Effect::Show);
        effects.extend(self.stop_waiting(awaited));
        effects
    }

    /// A shipped run cannot be fetched, or takes too long: the trainer opens the run from scratch.
    pub fn on_shipped_missing(&mut self, run: &ShippedRun, why: Option<String>) -> Vec<Effect> {
        let awaited = self.awaits_shipped();
        let lanes = self.lanes.iter_mut().filter(|lane| shipped_run(&lane.config) == *run);
        let mut idle = false;
        for lane in lanes {
            lane.awaits_shipped = false;
            idle |= lane.playing == Playing::Nothing;
        }
        if let Some(why) = why.filter(|_| idle) {
            let card = self.catalog.as_ref().and_then(|catalog| catalog.method(&run.method));
            let name = card.map_or_else(|| run.method.clone().into(), |card| TextValue::from(card.name.clone()));
            self.notices.error(text!("page-pretrained-missing", method = name, why = why));
        }
        let mut effects = vec![Effect::Show];
        effects.extend(self.stop_waiting(awaited));
        effects
    }

    /// Opens the run in the trainer if it has waited for shipped runs and all have arrived.
    pub(super) fn stop_waiting(&mut self, awaited: bool) -> Vec<Effect> {
        if awaited && !self.awaits_shipped() { self.send_run(Role::Trainer) } else { Vec::new() }
    }
}

pub fn shipped_run(config: &RunConfig) -> ShippedRun {
    ShippedRun { world: config.world.clone(), method: config.method.clone() }
}

/// Sends the agents of a lane to the stage.
pub fn play(run: protocol::RunId, lane: usize, agents: &TrainedAgents) -> Effect {
    let (config, snapshot) = (agents.config.clone(), agents.snapshot.clone());
    Effect::Stage(StageCommand::Play { run, lane: lane as u8, config, snapshot })
}
