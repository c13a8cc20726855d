//! Actions that decide the run. Each of them starts another run, except for live knobs.

use super::Effect;
use crate::permalink;
use crate::state::{Model, Speed};
use protocol::{
    Change, DeviceChoice, KnobGroup, MAX_CHANGES, MAX_SEED, RunConfig, RunState, Snapshot, TrainerCommand, Value, text,
};

impl Model {
    /// Opens the run with the settings that are requested now: where it was left, if the page has it.
    pub fn restart(&mut self) -> Vec<Effect> {
        self.reopen();
        self.send_to_both()
    }

    /// The same from scratch.
    pub(super) fn reset(&mut self) -> Vec<Effect> {
        self.start_over();
        self.send_to_both()
    }

    fn send_to_both(&mut self) -> Vec<Effect> {
        let mut effects = self.stop_playing();
        effects.push(Effect::ClearFrame);
        effects.extend(self.open_in_both());
        effects.push(Effect::WriteAddress);
        effects
    }

    /// Opens an address of this page: the run, and how it is shown.
    pub(super) fn navigate(&mut self, query: &str) -> Vec<Effect> {
        let Some(catalog) = self.catalog.clone() else { return Vec::new() };
        let linked = permalink::read(query);
        let mut effects = self.free_agents();
        let styles_differ =
            (&self.requested.world, &self.requested.label) != (&linked.requested.world, &linked.requested.label);
        self.take_link(linked);
        if styles_differ {
            self.demos = None;
        }
        self.open_linked(catalog);
        effects.extend(self.send_to_both());
        effects
    }

    /// Opens the run of a snapshot that the visitor has. It joins the runs that were trained here, so that a comparison with
    /// its settings finds it too.
    pub(super) fn open_snapshot(&mut self, query: &str, step: u32, finished: bool, bytes: Vec<u8>) -> Vec<Effect> {
        let Some(catalog) = &self.catalog else { return Vec::new() };
        let config = catalog.settle(&permalink::read(query).requested).0;
        // The open run would otherwise be kept in its place.
        self.lanes.iter_mut().filter(|lane| lane.config == config).for_each(|lane| lane.snapshot = None);
        self.kept.add(config, step, finished, Snapshot(bytes));
        self.navigate(query)
    }

    pub(super) fn choose_world(&mut self, world: &str) -> Vec<Effect> {
        let exists = self.catalog.as_ref().is_some_and(|catalog| catalog.world(world).is_some());
        if !exists || self.requested.world == world {
            return Vec::new();
        }
        let mut effects = vec![Effect::NewHistoryEntry];
        effects.extend(self.free_agents());
        self.enter_world(world);
        effects.extend(self.restart());
        effects
    }

    pub(super) fn choose_label(&mut self, label: &str) -> Vec<Effect> {
        if self.world().is_none_or(|world| world.label(label).is_none()) {
            return Vec::new();
        }
        self.requested.label = label.to_string();
        // A rule has thresholds for the styles of the label before, and so have labels by hand.
        self.requested.rule = None;
        self.requested.relabel.clear();
        self.reset_styles();
        self.restart()
    }

    pub(super) fn choose_method(&mut self, method: &str) -> Vec<Effect> {
        if self.catalog.as_ref().is_none_or(|catalog| catalog.method(method).is_none()) {
            return Vec::new();
        }
        self.enter_method(method);
        if self.compare.iter().any(|compared| compared == method) {
            return vec![Effect::WriteAddress];
        }
        if let Some(last) = self.compare.last_mut() {
            *last = method.to_string();
        }
        [vec![Effect::NewHistoryEntry], self.restart()].concat()
    }

    pub(super) fn choose_recipe(&mut self, id: &str) -> Vec<Effect> {
        let recipe = self.method().and_then(|method| method.recipes.iter().find(|recipe| recipe.id == id)).cloned();
        match (recipe, self.world().cloned()) {
            (Some(recipe), Some(world)) if !self.recipe_differences(&recipe).is_empty() => {
                self.follow_recipe(&world, &recipe);
                self.restart()
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn choose_preset(&mut self, id: &str) -> Vec<Effect> {
        let preset = self.world().and_then(|world| world.presets.iter().find(|preset| preset.id == id)).cloned();
        match preset.filter(|preset| !self.follows(preset)) {
            Some(preset) => {
                self.requested.knobs.extend(preset.knobs);
                self.requested.weigh.clear();
                self.restart()
            }
            None => Vec::new(),
        }
    }

    pub(super) fn set_seed(&mut self, seed: f64) -> Vec<Effect> {
        if !seed.is_finite() || seed < 0.0 {
            self.notices.info(text!("page-seed-range", largest = MAX_SEED));
            return Vec::new();
        }
        self.requested.seed = (seed.round() as u64).min(MAX_SEED);
        self.requested.weigh.clear();
        self.restart()
    }

    pub(super) fn set_knob(&mut self, id: &str, value: &Value) -> Vec<Effect> {
        let Some(card) = self.knobs().into_iter().find(|card| card.id == id) else { return Vec::new() };
        let RunConfig { method, knobs, .. } = &self.requested;
        let default = self.world().map_or_else(|| card.default.clone(), |world| world.default_of(&card, method, knobs));
        let mut notices = Vec::new();
        let value = card.settle(value, &default, &mut notices);
        notices.into_iter().for_each(|notice| self.notices.info(notice));
        if self.knob_value(&card) == value {
            return Vec::new();
        }
        if !card.live {
            // Weights by hand are about demonstrations that are now others.
            if card.group == KnobGroup::Data {
                self.requested.weigh.clear();
            }
            // Knobs that have defaults of the value before take those of this one.
            if self.world().is_some_and(|world| world.decides_defaults(&card.id)) {
                self.drop_defaults();
            }
            self.requested.knobs.insert(card.id, value);
            return self.restart();
        }
        self.set_live_knob(card.id, value)
    }

    /// The change stands in the lanes at the step that the page knows of, for the case that a worker has to be started
    /// again; the trainer then reports the step at which it was really applied.
    fn set_live_knob(&mut self, knob: String, value: Value) -> Vec<Effect> {
        for lane in self.lanes.iter_mut().filter(|lane| lane.config.knobs.contains_key(&knob)) {
            let change = Change { step: lane.steps_done(), knob: knob.clone(), value: value.clone() };
            if !lane.config.record(change) {
                self.notices.info(text!("page-too-many-changes", most = MAX_CHANGES));
                return Vec::new();
            }
        }
        if self.lanes.iter().any(|lane| lane.steps_done() > 0) {
            self.tuned.insert(knob.clone());
        }
        self.requested.knobs.insert(knob.clone(), value.clone());
        vec![Effect::Trainer(TrainerCommand::SetKnob { knob, value }), Effect::WriteAddress]
    }

    pub(super) fn set_comparing(&mut self, on: bool) -> Vec<Effect> {
        if on != self.compare.is_empty() {
            return Vec::new();
        }
        let methods = self.catalog.clone().map(|catalog| self.default_comparison(&catalog)).unwrap_or_default();
        self.compare = if on { methods } else { Vec::new() };
        [vec![Effect::NewHistoryEntry], self.restart()].concat()
    }

    pub(super) fn toggle_compared_method(&mut self, method: &str) -> Vec<Effect> {
        let before = self.compare.clone();
        self.toggle_compared(method);
        if self.compare == before { Vec::new() } else { self.restart() }
    }

    pub(super) fn train(&mut self) -> Vec<Effect> {
        if self.lanes.is_empty() {
            return Vec::new();
        }
        let done = self.state() == RunState::Done;
        if self.speed == Speed::OneStep && !done {
            return self.pause(TrainerCommand::Step);
        }
        if done {
            self.start_over();
        }
        self.training = true;
        self.failed = false;
        // A run that is sent to the trainer starts by itself.
        if done {
            return self.send_to_both();
        }
        vec![Effect::Trainer(TrainerCommand::Speed(self.speed_limit())), Effect::Trainer(TrainerCommand::Train)]
    }

    /// Pauses training, or takes a single step.
    pub(super) fn pause(&mut self, command: TrainerCommand) -> Vec<Effect> {
        self.training = false;
        vec![Effect::Trainer(command)]
    }

    pub(super) fn set_speed(&mut self, speed: Speed) -> Vec<Effect> {
        self.speed = speed;
        if speed == Speed::OneStep {
            return [vec![Effect::WriteAddress], self.pause(TrainerCommand::Pause)].concat();
        }
        vec![Effect::Trainer(TrainerCommand::Speed(self.speed_limit())), Effect::WriteAddress]
    }

    pub(super) fn choose_device(&mut self, device: DeviceChoice) -> Vec<Effect> {
        self.device_choice = device;
        vec![Effect::Trainer(TrainerCommand::Device(device)), Effect::WriteAddress]
    }
}
