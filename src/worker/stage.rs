//! The stage: agents of every lane, sixty steps a second, moved by the latest snapshots.

use std::collections::BTreeMap;

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
    /// Frames that a step takes, and how many of this one were shown.
    frames: usize,
    shown: usize,
    steps: Vec<Step>,
    /// Nothing was shown of these agents yet.
    unseen: bool,
}

/// What an agent is doing between two of its positions.
#[derive(Clone, Copy)]
struct Step {
    from: (f32, f32),
    /// Its episode begins with this step, or ends with it.
    fresh: bool,
    done: bool,
    /// Its next step begins an episode.
    anew: bool,
}

pub struct Stage<H> {
    host: H,
    run: RunId,
    lanes: Vec<Option<Lane>>,
    mix: Vec<f32>,
    strength: f32,
    animate: bool,
    /// Agents that start where the visitor put them.
    starts: BTreeMap<u32, [f32; 2]>,
}

impl<H: Host> Stage<H> {
    pub fn new(host: H) -> Self {
        Self {
            host,
            run: RunId::default(),
            lanes: vec![],
            mix: vec![],
            strength: 0.0,
            animate: true,
            starts: BTreeMap::new(),
        }
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
            Command::Place { agent, at } => self.place(agent, at),
            Command::Animate(animate) => self.animate = animate,
            _ => {}
        }
    }

    fn place(&mut self, agent: u32, at: Option<[f32; 2]>) {
        match at.filter(|at| at.iter().all(|place| place.is_finite())) {
            Some(at) => self.starts.insert(agent, at),
            None => self.starts.remove(&agent),
        };
        let start = self.starts.get(&agent).copied();
        self.lanes.iter_mut().flatten().for_each(|lane| lane.place(agent as usize, start));
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
                Ok(mut lane) => {
                    self.starts.iter().for_each(|(agent, at)| lane.place(*agent as usize, Some(*at)));
                    *slot = Some(lane);
                }
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
        let step = Step { from: (0.0, 0.0), fresh: false, done: false, anew: false };
        let steps = vec![step; cast.len()];
        let mut lane = Self { run, player, frames: world.frames().max(1), shown: 0, steps, unseen: true, cast };
        lane.ask(mix);
        Ok(lane)
    }

    fn ask(&mut self, mix: &[f32]) {
        let current: Vec<usize> = (0..self.cast.len()).map(|index| self.cast.style(index)).collect();
        if mix.len() == self.player.styles {
            self.cast.ask(&share_out(mix, &current));
        }
    }

    /// Where an agent's episodes begin from now on; it goes there at once.
    fn place(&mut self, index: usize, start: Option<[f32; 2]>) {
        if let Some(step) = self.steps.get_mut(index) {
            self.cast.place(index, start);
            step.anew |= start.is_some();
        }
    }

    /// The next frame: a step is shown in as many as the world says, with agents on their way between positions.
    fn tick(&mut self, strength: f32) -> Vec<AgentView> {
        if self.shown == 0 {
            self.advance(strength);
        }
        let first = self.shown == 0;
        self.shown = (self.shown + 1) % self.frames;
        let last = self.shown == 0;
        let share = if last { 1.0 } else { self.shown as f32 / self.frames as f32 };
        let view = |(index, step): (usize, &Step)| {
            let ((x, y), (fx, fy)) = (self.cast.position(index), step.from);
            let style = self.cast.style(index) as u8;
            let (x, y) = (fx + share * (x - fx), fy + share * (y - fy));
            AgentView { x, y, style, fresh: first && step.fresh, done: last && step.done }
        };
        self.steps.iter().enumerate().map(view).collect()
    }

    fn advance(&mut self, strength: f32) {
        for (index, step) in self.steps.iter_mut().enumerate() {
            if step.anew {
                self.cast.restart(index);
            }
            let (fresh, from) = (step.anew || self.unseen, self.cast.position(index));
            let done = !self.cast.step(index, &mut self.player, strength);
            *step = Step { from, fresh, done, anew: done };
        }
        self.unseen = false;
    }
}
