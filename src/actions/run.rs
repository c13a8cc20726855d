//! What decides the run: another choice here is another run, unless a knob is live.

use leptos::prelude::*;

use crate::events;
use crate::page::Page;
use crate::state::Model;
use protocol::{Command, KnobCard, MAX_SEED, Role, RunState, Value};

impl Page {
    pub fn train(self) {
        if self.peek(|model| model.lanes.is_empty()) {
            return;
        }
        if self.peek(|model| model.state() == RunState::Done) {
            self.reset();
        }
        self.change(|model| {
            model.training = true;
            model.troubled = false;
        });
        self.trainer(Command::Train);
    }

    pub fn pause(self) {
        self.change(|model| model.training = false);
        self.trainer(Command::Pause);
    }

    pub fn toggle_training(self) {
        if self.peek(|model| model.training) { self.pause() } else { self.train() }
    }

    pub fn step(self) {
        self.change(|model| model.training = false);
        self.trainer(Command::Step);
    }

    /// The same run from its beginning.
    pub fn reset(self) {
        self.restart(|_| ());
    }

    /// Applies a change that another run follows from, and opens it.
    fn restart(self, change: impl FnOnce(&mut Model)) {
        self.rise();
        self.frame.set_value(None);
        self.frame_beat.update(|beat| *beat = beat.wrapping_add(1));
        self.change(|model| {
            change(model);
            model.reopen();
        });
        events::brief(self, Role::Trainer);
        events::brief(self, Role::Stage);
        self.write_address();
    }

    pub fn enter_world(self, world: &str) {
        self.free_starts();
        self.restart(|model| model.enter(world));
    }

    pub fn choose_label(self, label: &str) {
        self.restart(|model| {
            model.wish.label = label.to_string();
            model.forget_styles();
        });
    }

    /// Beside others that already run, a method only comes to the front.
    pub fn choose_method(self, method: &str) {
        if self.peek(|model| model.compare.iter().any(|lane| lane == method)) {
            self.change(|model| model.wish.method = method.to_string());
            self.write_address();
            return;
        }
        self.restart(|model| {
            if let Some(last) = model.compare.last_mut() {
                *last = method.to_string();
            }
            model.wish.method = method.to_string();
        });
    }

    pub fn set_seed(self, seed: f64) {
        if seed.is_finite() && seed >= 0.0 {
            let seed = (seed.round() as u64).min(MAX_SEED);
            self.restart(|model| model.wish.seed = seed);
        } else {
            self.change(|model| model.notes.tell(format!("A seed is a whole number from 0 to {MAX_SEED}.")));
        }
    }

    /// Live knobs reach the run as it goes on; the others start it anew.
    pub fn turn(self, knob: &KnobCard, wish: Value) {
        let mut notices = Vec::new();
        let default =
            self.peek(|model| model.world().map_or_else(|| knob.default.clone(), |card| card.default_of(knob)));
        let value = knob.settle(&wish, &default, &mut notices);
        let same = self.change(|model| {
            notices.drain(..).for_each(|notice| model.notes.tell(notice));
            model.value(knob) == value
        });
        if same {
            return;
        }
        if !knob.live {
            self.restart(|model| {
                model.wish.knobs.insert(knob.id.clone(), value);
            });
            return;
        }
        self.change(|model| {
            model.wish.knobs.insert(knob.id.clone(), value.clone());
            for lane in model.lanes.iter_mut().filter(|lane| lane.config.knobs.contains_key(&knob.id)) {
                lane.config.knobs.insert(knob.id.clone(), value.clone());
            }
            let begun = model.lanes.iter().any(|lane| lane.progress.as_ref().is_some_and(|progress| progress.step > 0));
            if begun {
                model.tuned.insert(knob.id.clone());
            }
        });
        self.trainer(Command::Tune { knob: knob.id.clone(), value });
        self.write_address();
    }

    pub fn toggle_compare(self) {
        self.restart(|model| {
            let usual = model.catalog.as_ref().map(|catalog| model.usual_comparison(catalog)).unwrap_or_default();
            model.compare = if model.compare.is_empty() { usual } else { Vec::new() };
        });
    }

    pub fn toggle_lane(self, method: &str) {
        let before = self.peek(|model| model.compare.clone());
        let after = self.change(|model| {
            model.toggle_lane(method);
            model.compare.clone()
        });
        if after != before {
            self.restart(|_| ());
        }
    }
}
