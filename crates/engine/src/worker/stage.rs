//! The stage: agents of every lane, sixty steps a second, moved by the latest snapshots.

use web_time::{Duration, Instant};

use super::agents::{Agents, Starts};
use super::arcade::Arcade;
use super::projector::Projector;
use super::reel::Reel;
use super::visitor::Visitor;
use super::{Host, Queue, load};
use crate::methods::Player;
use crate::nn::Bundle;
use protocol::{
    Failure, LaneFrame, RunConfig, RunId, Snapshot, StageCommand, StageEvent, StageFrame, Stick, WorkerMessage,
};
use worlds::{self, World};

const FRAME: Duration = Duration::from_micros(16_667);

/// Who is on the stage.
enum Troupe {
    Agents(Agents),
    Arcade(Arcade),
    Reel(Reel),
}

struct Lane {
    run: RunConfig,
    world: &'static dyn World,
    player: Player,
    troupe: Troupe,
}

pub type StageMessage = WorkerMessage<StageCommand>;

pub struct Stage<H> {
    host: H,
    run: RunId,
    lanes: Vec<Option<Lane>>,
    mix: Vec<f32>,
    strength: f32,
    animate: bool,
    starts: Starts,
    /// Who plays instead of all others, and how often somebody did.
    visitor: Option<Visitor>,
    visits: u64,
    projector: Projector,
}

impl<H: Host<Event = StageEvent>> Stage<H> {
    pub fn new(host: H) -> Self {
        let (lanes, mix, strength) = (vec![], vec![], 0.0);
        let (visitor, visits, projector) = (None, 0, Projector::default());
        let (run, animate, starts) = (RunId::default(), true, Starts::new());
        Self { host, run, lanes, mix, strength, animate, starts, visitor, visits, projector }
    }

    pub async fn run(mut self, messages: &Queue<StageMessage>) {
        let mut next = Instant::now();
        loop {
            while let Some(message) = messages.try_next() {
                self.handle(message);
            }
            let nobody = self.visitor.is_none() && self.lanes.iter().all(Option::is_none);
            if !self.animate || nobody {
                self.handle(messages.next().await);
                next = Instant::now();
                continue;
            }
            self.tick();
            // After a stall the clock starts anew instead of catching up in a burst.
            next = (next + FRAME).max(Instant::now());
            let wait = next.saturating_duration_since(Instant::now());
            self.host.pause(wait.as_millis() as u32).await;
        }
    }

    pub fn handle(&mut self, message: StageMessage) {
        match message {
            // Only trainers choose a device.
            WorkerMessage::Start { .. } => {}
            WorkerMessage::Load { world, name, bytes } => {
                self.host.post(load(world.clone(), name, &bytes));
                self.call_anew(&world);
            }
            WorkerMessage::Command(command) => self.perform(command),
        }
    }

    fn perform(&mut self, command: StageCommand) {
        match command {
            StageCommand::Play { run, lanes, snapshots } => self.play(run, lanes, snapshots),
            StageCommand::Mix(mix) => {
                self.mix = mix;
                self.lanes.iter_mut().flatten().for_each(|lane| lane.ask(&self.mix));
            }
            StageCommand::Strength(strength) => {
                self.strength = if strength.is_finite() { strength.max(0.0) } else { 0.0 }
            }
            StageCommand::Place { agent, at } => self.place(agent, at),
            StageCommand::ShowDemoStep { run, config, trajectory, step } => {
                if let Some(step) = self.projector.show(config, trajectory, step) {
                    self.host.post_event(StageEvent::DemoStep { run, step });
                }
            }
            StageCommand::TakeJoystick { run, config } => self.take_joystick(run, &config),
            StageCommand::MoveJoystick(stick) => self.move_joystick(stick),
            StageCommand::ReleaseJoystick => self.release_joystick(),
            StageCommand::Animate(animate) => self.animate = animate,
        }
    }

    fn place(&mut self, agent: u32, at: Option<[f32; 2]>) {
        match at.filter(|at| at.iter().all(|place| place.is_finite())) {
            Some(at) => self.starts.insert(agent, at),
            None => self.starts.remove(&agent),
        };
        let start = self.starts.get(&agent).copied();
        for lane in self.lanes.iter_mut().flatten() {
            if let Troupe::Agents(agents) = &mut lane.troupe {
                agents.place(agent, start);
            }
        }
    }

    fn play(&mut self, run: RunId, lanes: Vec<RunConfig>, snapshots: Vec<Option<Snapshot>>) {
        if run < self.run {
            return;
        }
        self.run = run;
        self.lanes.resize_with(lanes.len(), || None);
        let mut snapshots = snapshots.into_iter();
        for (slot, config) in self.lanes.iter_mut().zip(lanes) {
            let Some(Some(snapshot)) = snapshots.next() else {
                // Another world cannot be played with what is there; another run of the same world can.
                slot.take_if(|lane| lane.run.world != config.world);
                continue;
            };
            match Lane::new(slot.take(), config, &snapshot, &self.mix, &self.starts) {
                Ok(lane) => *slot = Some(lane),
                Err(sentence) => {
                    let remedy = "Press Train to make agents of your own.";
                    self.host.post_failure(Failure::new(sentence, remedy));
                }
            }
        }
    }

    fn take_joystick(&mut self, run: RunId, config: &RunConfig) {
        self.release_joystick();
        let Some(world) = worlds::find(&config.world) else { return };
        self.run = self.run.max(run);
        self.visits += 1;
        match Visitor::sit(world, config, self.visits) {
            Ok(visitor) => self.visitor = Some(visitor),
            Err(failure) => self.host.post_failure(failure),
        }
    }

    fn move_joystick(&mut self, stick: Stick) {
        if let Some(visitor) = &mut self.visitor {
            visitor.lean(stick);
        }
    }

    fn release_joystick(&mut self) {
        if let Some(visitor) = self.visitor.take() {
            self.host.post_event(StageEvent::Recorded(visitor.rise()));
        }
    }

    /// Moves everybody a step and shows them; while a visitor plays, only the visitor.
    pub fn tick(&mut self) {
        if let Some(visitor) = &mut self.visitor {
            match visitor.tick() {
                Some(screen) => {
                    let lanes = vec![LaneFrame { screens: vec![screen], ..LaneFrame::default() }];
                    self.host.post_event(StageEvent::Frame { run: self.run, frame: StageFrame { lanes } });
                }
                None => self.release_joystick(),
            }
            return;
        }
        let frame = |lane: &mut Option<Lane>| lane.as_mut().map(|lane| lane.tick(self.strength)).unwrap_or_default();
        let lanes = self.lanes.iter_mut().map(frame).collect();
        self.host.post_event(StageEvent::Frame { run: self.run, frame: StageFrame { lanes } });
    }

    /// What a world was given may change who can be on the stage.
    fn call_anew(&mut self, world: &str) {
        self.projector = Projector::default();
        for lane in self.lanes.iter_mut().flatten().filter(|lane| lane.run.world == world) {
            lane.troupe = Troupe::call(lane.world, &lane.run, &mut lane.player, &self.starts);
            lane.ask(&self.mix);
        }
    }
}

impl Troupe {
    /// Consoles for a game, its demonstrations where there is no cartridge, and agents everywhere else.
    fn call(world: &'static dyn World, run: &RunConfig, player: &mut Player, starts: &Starts) -> Self {
        if world.unplayable().is_some() {
            return Self::Reel(Reel::new(world, run, player.styles));
        }
        match Arcade::new(world, run, player) {
            Some(arcade) => Self::Arcade(arcade),
            None => {
                let mut agents = Agents::new(world, run, player);
                starts.iter().for_each(|(agent, at)| agents.place(*agent, Some(*at)));
                Self::Agents(agents)
            }
        }
    }
}

impl Lane {
    /// Keeps the agents where they are when only the policy is new.
    fn new(
        old: Option<Self>,
        run: RunConfig,
        snapshot: &Snapshot,
        mix: &[f32],
        starts: &Starts,
    ) -> Result<Self, String> {
        let bundle = Bundle::from_snapshot(snapshot).map_err(|error| format!("These agents cannot play: {error}."))?;
        let mut player =
            Player::from_bundle(&bundle, 0).map_err(|error| format!("These agents cannot play: {error}."))?;
        let world = worlds::find(&run.world).ok_or_else(|| format!("There is no world called “{}”.", run.world))?;
        if let Some(old) = old.filter(|old| old.run == run && old.player.styles == player.styles) {
            return Ok(Self { player, ..old });
        }
        let troupe = Troupe::call(world, &run, &mut player, starts);
        let mut lane = Self { run, world, player, troupe };
        lane.ask(mix);
        Ok(lane)
    }

    fn ask(&mut self, mix: &[f32]) {
        if mix.len() != self.player.styles {
            return;
        }
        match &mut self.troupe {
            Troupe::Agents(agents) => agents.ask(mix),
            Troupe::Arcade(arcade) => arcade.ask(mix),
            Troupe::Reel(reel) => reel.ask(mix),
        }
    }

    fn tick(&mut self, strength: f32) -> LaneFrame {
        let player = &mut self.player;
        match &mut self.troupe {
            Troupe::Agents(agents) => LaneFrame { agents: agents.tick(player, strength), ..LaneFrame::default() },
            Troupe::Arcade(arcade) => LaneFrame { screens: arcade.tick(player, strength), ..LaneFrame::default() },
            Troupe::Reel(reel) => LaneFrame { agents: reel.tick(), replayed: true, ..LaneFrame::default() },
        }
    }
}
