//! The stage: agents of every lane, sixty steps a second, moved by the latest snapshots.

use web_time::{Duration, Instant};

use super::{Host, Inbox, Item, load, share_out};
use crate::methods::Player;
use crate::metrics::Cast;
use crate::nn::Bundle;
use crate::protocol::{AgentView, Command, Event, Failure, Frame, LaneFrame, RunConfig, RunId, Snapshot};
use crate::worlds;

const AGENTS: usize = 12;
const FRAME: Duration = Duration::from_micros(16_667);

struct Lane {
    run: RunConfig,
    player: Player,
    cast: Cast,
    /// Agents whose episode begins with this frame.
    fresh: Vec<bool>,
}

pub struct Stage<H> {
    host: H,
    run: RunId,
    lanes: Vec<Option<Lane>>,
    mix: Vec<f32>,
    strength: f32,
    animate: bool,
}

impl<H: Host> Stage<H> {
    pub fn new(host: H) -> Self {
        Self { host, run: RunId::default(), lanes: vec![], mix: vec![], strength: 0.0, animate: true }
    }

    pub async fn run(mut self, inbox: &Inbox) {
        let mut next = Instant::now();
        loop {
            while let Some(item) = inbox.try_next() {
                self.handle(item);
            }
            if !self.animate || self.lanes.iter().all(Option::is_none) {
                self.handle(inbox.next().await);
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

    pub fn handle(&mut self, item: Item) {
        let Item::Command(command) = item else { return };
        match command {
            Command::Load { world, name, bytes } => self.host.post(load(world, name, &bytes)),
            Command::Play { run, lanes, snapshots } => self.play(run, lanes, snapshots),
            Command::Mix(mix) => {
                self.mix = mix;
                self.lanes.iter_mut().flatten().for_each(|lane| lane.ask(&self.mix));
            }
            Command::Strength(strength) => self.strength = if strength.is_finite() { strength.max(0.0) } else { 0.0 },
            Command::Animate(animate) => self.animate = animate,
            _ => {}
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
            match Lane::new(slot.take(), config, &snapshot, &self.mix) {
                Ok(lane) => *slot = Some(lane),
                Err(sentence) => {
                    let remedy = "Press Train to make agents of your own.";
                    self.host.post(Event::Trouble(Failure::new(sentence, remedy)));
                }
            }
        }
    }

    /// Moves every agent a step and shows where they are.
    pub fn tick(&mut self) {
        let frame = |lane: &mut Option<Lane>| LaneFrame {
            agents: lane.as_mut().map(|lane| lane.tick(self.strength)).unwrap_or_default(),
        };
        let lanes = self.lanes.iter_mut().map(frame).collect();
        self.host.post(Event::Frame { run: self.run, frame: Frame { lanes } });
    }
}

impl Lane {
    /// Agents that already move in the same world go on with the new policy.
    fn new(old: Option<Self>, run: RunConfig, snapshot: &Snapshot, mix: &[f32]) -> Result<Self, String> {
        let bundle = Bundle::from_snapshot(snapshot).map_err(|error| format!("These agents cannot play: {error}."))?;
        let mut player =
            Player::from_bundle(&bundle, 0).map_err(|error| format!("These agents cannot play: {error}."))?;
        let world = worlds::find(&run.world).ok_or_else(|| format!("There is no world called “{}”.", run.world))?;
        if let Some(old) = old.filter(|old| old.run == run && old.player.styles == player.styles) {
            return Ok(Self { player, ..old });
        }
        let styles: Vec<usize> = (0..AGENTS).map(|agent| agent % player.styles.max(1)).collect();
        let mut cast = Cast::new(world, &run, &styles);
        // Spread over their episodes, so that there is something to see everywhere at once.
        for index in 0..cast.len() {
            for _ in 0..index * world.steps() / AGENTS {
                cast.step(index, &mut player, 0.0);
            }
        }
        let mut lane = Self { run, player, fresh: vec![true; cast.len()], cast };
        lane.ask(mix);
        Ok(lane)
    }

    fn ask(&mut self, mix: &[f32]) {
        let current: Vec<usize> = (0..self.cast.len()).map(|index| self.cast.style(index)).collect();
        if mix.len() == self.player.styles {
            self.cast.ask(&share_out(mix, &current));
        }
    }

    fn tick(&mut self, strength: f32) -> Vec<AgentView> {
        let mut agents = Vec::with_capacity(self.cast.len());
        for index in 0..self.cast.len() {
            let goes_on = self.cast.step(index, &mut self.player, strength);
            let (x, y) = self.cast.position(index);
            agents.push(AgentView { x, y, style: self.cast.style(index) as u8, fresh: self.fresh[index] });
            self.fresh[index] = !goes_on;
            if !goes_on {
                self.cast.restart(index);
            }
        }
        agents
    }
}
