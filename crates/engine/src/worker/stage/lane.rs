//! One lane of the stage: a policy and what it moves.

use super::agents::{Agents, Starts};
use super::console_grid::ConsoleGrid;
use super::replay::Replay;
use crate::methods::{Player, open_snapshot};
use crate::nn::SnapshotError;
use protocol::{LaneFrame, RunConfig, RunId, Snapshot, Text, text};
use worlds::{Environment, Files};

/// Where the policy of a lane comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Page,
    Trainer,
}

/// What a lane shows, depending on its world.
enum Simulation {
    Agents(Box<Agents>),
    Consoles(ConsoleGrid),
    Replay(Replay),
}

pub struct StageLane {
    /// The run and the source of the policy.
    pub run: RunId,
    pub source: Source,
    pub config: RunConfig,
    environment: Environment,
    player: Player,
    simulation: Simulation,
}

impl StageLane {
    /// A lane with a new policy. The agents of `old` continue from where they are if only the policy is new.
    pub fn new(
        old: Option<Self>,
        (run, source): (RunId, Source),
        config: RunConfig,
        snapshot: &Snapshot,
        (files, starts): (&Files, &Starts),
    ) -> Result<Self, Text> {
        let refused = |error: SnapshotError| text!("worker-agents-cannot-play", why = error.clause());
        let unknown = || text!("error-no-world", id = config.world.as_str());
        let world = worlds::find(&config.world).ok_or_else(unknown)?;
        let bundle = open_snapshot(&config, snapshot);
        let mut player = bundle.and_then(|bundle| Player::from_bundle(&bundle, 0)).map_err(refused)?;
        if let Some(old) = old.filter(|old| old.config == config && old.player.styles == player.styles) {
            return Ok(Self { run, source, player, ..old });
        }
        let environment = Environment::new(world, &config, files);
        let simulation = Simulation::new(&environment, &mut player, starts);
        Ok(Self { run, source, config, environment, player, simulation })
    }

    /// Starts the simulation again, with the files that the world has now.
    pub fn rebuild(&mut self, files: &Files, starts: &Starts) {
        self.environment.files = files.clone();
        self.simulation = Simulation::new(&self.environment, &mut self.player, starts);
    }

    pub fn set_shares(&mut self, shares: &[f32]) {
        if shares.len() != self.player.styles {
            return;
        }
        match &mut self.simulation {
            Simulation::Agents(agents) => agents.set_shares(shares),
            Simulation::Consoles(consoles) => consoles.set_shares(shares),
            Simulation::Replay(replay) => replay.set_shares(shares),
        }
    }

    /// Sets where the episodes of an agent begin. Consoles and replays have starts of their own.
    pub fn place(&mut self, agent: u32, start: Option<[f32; 2]>) {
        match &mut self.simulation {
            Simulation::Agents(agents) => agents.place(agent, start),
            Simulation::Consoles(_) | Simulation::Replay(_) => {}
        }
    }

    pub fn tick(&mut self, strength: f32) -> LaneFrame {
        let player = &mut self.player;
        match &mut self.simulation {
            Simulation::Agents(agents) => LaneFrame { agents: agents.tick(player, strength), ..LaneFrame::default() },
            Simulation::Consoles(consoles) => {
                LaneFrame { screens: consoles.tick(player, strength), ..LaneFrame::default() }
            }
            Simulation::Replay(replay) => LaneFrame { agents: replay.tick(), replayed: true, ..LaneFrame::default() },
        }
    }
}

impl Simulation {
    /// Consoles for a game, a replay of its demonstrations without a cartridge, and agents in all other worlds.
    fn new(environment: &Environment, player: &mut Player, starts: &Starts) -> Self {
        let Environment { world, run, files } = environment;
        if let Some(console) = world.console().filter(|console| console.unplayable(files).is_some()) {
            return Self::Replay(Replay::new(console, run, files, player.styles));
        }
        if let Some(consoles) = ConsoleGrid::new(environment, player) {
            return Self::Consoles(consoles);
        }
        let mut agents = Agents::new(environment, player);
        starts.iter().for_each(|(agent, at)| agents.place(*agent, Some(*at)));
        Self::Agents(agents.into())
    }
}
