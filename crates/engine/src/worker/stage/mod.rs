//! The stage: moves the agents of every lane sixty times per second, with the newest policies.

mod agents;
mod assign_styles;
mod console_grid;
mod demo_viewer;
mod lane;
mod pace;
mod player_session;
mod replay;

use web_time::{Duration, Instant};

use super::{Host, Queue, load};
use demo_viewer::DemoViewer;
use lane::{PolicySource, StageLane};
use pace::Pace;
use player_session::PlayerSession;
use protocol::{
    AgentStarts, Failure, LaneFrame, PolicySubscription, PolicyUpdate, RunConfig, RunId, Snapshot, StageCommand,
    StageEvent, StageFrame, Stick, WorkerMessage, text,
};
use worlds::Files;

const FRAME: Duration = Duration::from_micros(16_667);
/// Most lanes of a run; messages about further lanes are ignored.
const MAX_LANES: usize = 8;

pub trait StageHost: Host<Event = StageEvent, PeerMessage = PolicySubscription> {}

impl<H: Host<Event = StageEvent, PeerMessage = PolicySubscription>> StageHost for H {}

pub enum StageInput {
    Message(WorkerMessage<StageCommand>),
    /// From the trainer.
    Policy(PolicyUpdate),
}

pub struct Stage<H> {
    host: H,
    run: RunId,
    /// Lanes of the run. One that still has a policy of an older run does not move, but its agents continue from where
    /// they are when a policy of this run arrives.
    lanes: Vec<Option<StageLane>>,
    shares: Vec<f32>,
    strength: f32,
    animate: bool,
    starts: AgentStarts,
    files: Files,
    /// The game that the visitor plays; agents do not move meanwhile.
    player: Option<PlayerSession>,
    /// Games that the visitor has started; each has its own random numbers.
    games: u64,
    demo_viewer: DemoViewer,
    pace: Pace,
}

impl<H: StageHost> Stage<H> {
    pub fn new(host: H) -> Self {
        Self {
            host,
            run: RunId::default(),
            lanes: vec![],
            shares: vec![],
            strength: 0.0,
            animate: true,
            starts: AgentStarts::new(),
            files: Files::default(),
            player: None,
            games: 0,
            demo_viewer: DemoViewer::default(),
            pace: Pace::new(usize::MAX),
        }
    }

    /// On a machine with so many cores.
    #[must_use]
    pub fn with_cores(mut self, cores: usize) -> Self {
        self.pace = Pace::new(cores);
        self
    }

    pub async fn run(mut self, inputs: &Queue<StageInput>) {
        let mut next = Instant::now();
        loop {
            while let Some(input) = inputs.try_next() {
                self.handle(input);
            }
            if !self.animate || self.is_empty() {
                self.handle(inputs.next().await);
                next = Instant::now();
                continue;
            }
            let movements = self.tick();
            // After a stall the clock is reset, so that missed frames are not made up for in a burst.
            next = (next + FRAME * movements).max(Instant::now());
            let wait = next.saturating_duration_since(Instant::now());
            self.host.pause(wait.as_millis() as u32).await;
        }
    }

    fn is_empty(&self) -> bool {
        self.player.is_none() && !self.lanes.iter().flatten().any(|lane| lane.run == self.run)
    }

    pub fn handle(&mut self, input: StageInput) {
        match input {
            StageInput::Policy(update) => self.update_policy(update),
            StageInput::Message(message) => match message {
                // The device of `Start` is for trainers; pings are answered by the listener (`browser::listen`).
                WorkerMessage::Start { .. } | WorkerMessage::StartSeeds | WorkerMessage::Ping => {}
                WorkerMessage::Load { world, name, bytes } => {
                    self.host.post(load(&mut self.files, world.clone(), name, &bytes));
                    self.rebuild_lanes(&world);
                }
                WorkerMessage::Connect => self.host.send_to_peer(PolicySubscription(self.animate)),
                WorkerMessage::Command(command) => self.perform(command),
            },
        }
    }

    fn perform(&mut self, command: StageCommand) {
        match command {
            StageCommand::Open { run, lanes } => {
                if self.enter(run) {
                    self.lanes.resize_with(usize::from(lanes).min(MAX_LANES), || None);
                }
            }
            StageCommand::Play { run, lane, config, snapshot } => {
                self.play(run, lane, PolicySource::Page, config, &snapshot);
            }
            StageCommand::Mix(shares) => {
                self.shares = shares;
                self.lanes.iter_mut().flatten().for_each(|lane| lane.set_shares(&self.shares));
            }
            StageCommand::Strength(strength) => {
                self.strength = if strength.is_finite() { strength.max(0.0) } else { 0.0 };
            }
            StageCommand::Place { agent, at } => self.place(agent, at),
            StageCommand::ShowDemoStep { run, config, trajectory, step } => {
                if let Some(step) = self.demo_viewer.show(config, &self.files, trajectory, step) {
                    self.host.post_event(StageEvent::DemoStep { run, step });
                }
            }
            StageCommand::TakeJoystick { run, config } => self.take_joystick(run, &config),
            StageCommand::MoveJoystick(stick) => self.move_joystick(stick),
            StageCommand::ReleaseJoystick => self.release_joystick(),
            StageCommand::RestorePlays { world, name, bytes } => {
                // The stage has written the file itself, so it can be read; if not, only earlier plays are missing.
                let _ = worlds::find(&world).map(|world| world.load(&mut self.files, &name, &bytes));
            }
            StageCommand::Animate(animate) => {
                // No policies are needed while nothing moves; a new subscription brings the newest ones.
                if animate != self.animate {
                    self.host.send_to_peer(PolicySubscription(animate));
                }
                self.animate = animate;
            }
        }
    }

    /// Enters a run unless it is older than the current one.
    fn enter(&mut self, run: RunId) -> bool {
        let current = run >= self.run;
        self.run = self.run.max(run);
        current
    }

    fn update_policy(&mut self, update: PolicyUpdate) {
        let PolicyUpdate { run, lane, config, step, snapshot, workers } = update;
        if self.play(run, lane, PolicySource::Trainer, config, &snapshot) {
            self.pace.trained(lane, workers, Instant::now());
            self.host.post_event(StageEvent::Playing { run, lane, step });
        }
    }

    /// Gives a lane a policy. Returns false if the lane keeps the one it has.
    fn play(&mut self, run: RunId, lane: u8, source: PolicySource, config: RunConfig, snapshot: &Snapshot) -> bool {
        let lane = usize::from(lane);
        if lane >= MAX_LANES || !self.enter(run) {
            return false;
        }
        // A policy may arrive before the run is opened here.
        if self.lanes.len() <= lane {
            self.lanes.resize_with(lane + 1, || None);
        }
        let slot = &mut self.lanes[lane];
        if source == PolicySource::Page
            && slot.as_ref().is_some_and(|lane| lane.run == run && lane.source == PolicySource::Trainer)
        {
            return false;
        }
        match StageLane::new(slot.take(), (run, source), config, snapshot, (&self.files, &self.starts)) {
            Ok(mut lane) => {
                lane.set_shares(&self.shares);
                *slot = Some(lane);
                true
            }
            Err(sentence) => {
                self.host.post_failure(Failure::new(sentence, text!("worker-train-your-own")));
                false
            }
        }
    }

    fn place(&mut self, agent: u32, at: Option<[f32; 2]>) {
        match at.filter(|at| at.iter().all(|place| place.is_finite())) {
            Some(at) => self.starts.insert(agent, at),
            None => self.starts.remove(&agent),
        };
        let start = self.starts.get(&agent).copied();
        self.lanes.iter_mut().flatten().for_each(|lane| lane.place(agent, start));
    }

    fn take_joystick(&mut self, run: RunId, config: &RunConfig) {
        self.release_joystick();
        let Some(world) = worlds::find(&config.world) else { return };
        self.enter(run);
        self.games += 1;
        match PlayerSession::start(world, config, &self.files, self.games) {
            Ok(player) => self.player = Some(player),
            Err(failure) => self.host.post_failure(failure),
        }
    }

    fn move_joystick(&mut self, stick: Stick) {
        if let Some(player) = &mut self.player {
            player.move_joystick(stick);
        }
    }

    fn release_joystick(&mut self) {
        if let Some(player) = self.player.take() {
            self.host.post_event(StageEvent::Recorded(player.finish(&mut self.files)));
        }
    }

    /// Computes and posts the next frame: of the visitor's game, or of all lanes. Returns how often they moved.
    pub fn tick(&mut self) -> u32 {
        let mut movements = 1;
        let lanes = match &mut self.player {
            Some(player) => match player.tick() {
                Some(screen) => vec![LaneFrame { screens: vec![screen], ..LaneFrame::default() }],
                None => {
                    self.release_joystick();
                    return movements;
                }
            },
            None => {
                movements = self.pace.movements(Instant::now());
                let (run, strength) = (self.run, self.strength);
                let moved = |lane: &mut Option<StageLane>| pace::moved(movements, || tick(lane, run, strength));
                self.lanes.iter_mut().map(moved).collect()
            }
        };
        self.host.post_event(StageEvent::Frame { run: self.run, frame: StageFrame { lanes } });
        movements
    }

    /// A file may change how a world is shown, for example from a replay to consoles.
    fn rebuild_lanes(&mut self, world: &str) {
        self.demo_viewer = DemoViewer::default();
        for lane in self.lanes.iter_mut().flatten().filter(|lane| lane.config.world == world) {
            lane.rebuild(&self.files, &self.starts);
            lane.set_shares(&self.shares);
        }
    }
}

/// The frame of a lane; empty while the lane has no policy of this run.
fn tick(lane: &mut Option<StageLane>, run: RunId, strength: f32) -> LaneFrame {
    lane.as_mut().filter(|lane| lane.run == run).map(|lane| lane.tick(strength)).unwrap_or_default()
}
