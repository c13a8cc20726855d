//! One lane of the stage: a policy and the agents, consoles or replay that it shows.

use super::agents::Agents;
use super::console_grid::ConsoleGrid;
use super::replay::Replay;
use crate::methods::{Player, open_snapshot};
use crate::nn::SnapshotError;
use crate::session::RecordedRollouts;
use protocol::{AgentStarts, LaneFrame, RunConfig, RunId, Snapshot, Text, text};
use worlds::{Environment, Files};

/// Where the policy of a lane comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolicySource {
    Page,
    Trainer,
}

/// What a lane shows, depending on its world.
enum Simulation {
    Agents(Box<Agents>),
    Consoles(Box<ConsoleGrid>),
    Replay(Replay),
}

pub struct StageLane {
    /// The run and the source of the policy.
    pub run: RunId,
    pub source: PolicySource,
    pub config: RunConfig,
    environment: Environment,
    player: Player,
    /// Rollouts that were recorded when the run was trained.
    rollouts: Option<RecordedRollouts>,
    simulation: Simulation,
}

impl StageLane {
    /// A lane with a new policy. The agents of `old` continue from where they are if only the policy is new.
    pub fn new(
        old: Option<Self>,
        (run, source): (RunId, PolicySource),
        config: RunConfig,
        snapshot: &Snapshot,
        (files, starts): (&Files, &AgentStarts),
    ) -> Result<Self, Text> {
        let refused = |error: SnapshotError| text!("worker-agents-cannot-play", why = error.clause());
        let unknown = || text!("error-no-world", id = config.world.as_str());
        let world = worlds::find(&config.world).ok_or_else(unknown)?;
        let opened = open_snapshot(&config, files, snapshot).and_then(|bundle| {
            let player = Player::from_bundle(&bundle, 0)?;
            let rollouts = RecordedRollouts::restore(&bundle, player.styles)?;
            Ok((player, rollouts))
        });
        let (mut player, rollouts) = opened.map_err(refused)?;
        let same = |old: &Self| old.config == config && old.player.styles == player.styles && old.rollouts == rollouts;
        if let Some(old) = old.filter(same) {
            return Ok(Self { run, source, player, ..old });
        }
        let environment = Environment::new(world, &config, files);
        let simulation = Simulation::new(&environment, &mut player, rollouts.as_ref(), starts);
        Ok(Self { run, source, config, environment, player, rollouts, simulation })
    }

    /// Starts the simulation again, with the files that are loaded now.
    pub fn rebuild(&mut self, files: &Files, starts: &AgentStarts) {
        self.environment.files = files.clone();
        self.simulation = Simulation::new(&self.environment, &mut self.player, self.rollouts.as_ref(), starts);
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
            Simulation::Replay(replay) => replay.tick(),
        }
    }
}

impl Simulation {
    /// Consoles for a game, agents in other worlds; a replay if the world cannot be simulated.
    fn new(
        environment: &Environment,
        player: &mut Player,
        rollouts: Option<&RecordedRollouts>,
        starts: &AgentStarts,
    ) -> Self {
        let Environment { world, run, files } = environment;
        if world.unplayable(files).is_some() {
            return Self::Replay(match (rollouts, world.console()) {
                (Some(rollouts), Some(console)) => Replay::of_rollouts(console, rollouts, player.styles),
                _ => Replay::of_demonstrations(*world, run, files, player.styles),
            });
        }
        if let Some(consoles) = ConsoleGrid::new(environment, player) {
            return Self::Consoles(Box::new(consoles));
        }
        let mut agents = Agents::new(environment, player);
        starts.iter().for_each(|(agent, at)| agents.place(*agent, Some(*at)));
        Self::Agents(agents.into())
    }
}
