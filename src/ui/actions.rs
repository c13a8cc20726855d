//! What a visitor can do. Each is one change of the model and what the workers must hear of it.

use leptos::prelude::*;

use super::page::Page;
use super::state::{Playing, mix};
use super::{events, permalink};
use crate::protocol::{Command, DeviceChoice, KnobCard, MAX_SEED, Phase, Role, Value};

impl Page {
    pub fn train(self) {
        if self.peek(|model| model.lanes.is_empty()) {
            return;
        }
        if self.peek(|model| model.phase() == Phase::Done) {
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
    fn restart(self, change: impl FnOnce(&mut super::state::Model)) {
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
        let value = knob.settle(&wish, &mut notices);
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

    pub fn set_speed(self, speed: Option<f32>) {
        self.change(|model| model.speed = speed);
        self.trainer(Command::Speed(speed));
    }

    pub fn set_share(self, style: usize, share: f32) {
        let mix = self.change(|model| {
            mix::set(&mut model.mix, style, share);
            model.mix.clone()
        });
        self.stage(Command::Mix(mix));
        self.write_address();
    }

    pub fn set_strength(self, strength: f32) {
        if !strength.is_finite() {
            return;
        }
        let strength = strength.clamp(0.0, permalink::STRONGEST);
        self.change(|model| model.strength = strength);
        self.stage(Command::Strength(strength));
        self.write_address();
    }

    pub fn choose_device(self, choice: DeviceChoice) {
        self.change(|model| model.choice = choice);
        self.trainer(Command::Device(choice));
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

    pub fn inspect(self, trajectory: Option<u32>) {
        self.change(|model| model.selected = trajectory);
        self.trainer(Command::Inspect { trajectory });
    }

    /// The next or previous demonstration that is drawn.
    pub fn inspect_next(self, by: i32) {
        let next = self.peek(|model| {
            let paths = &model.demos.as_ref()?.paths;
            let count = i32::try_from(paths.len()).ok().filter(|count| *count > 0)?;
            let at = paths.iter().position(|path| Some(path.trajectory) == model.selected);
            let at = at.map_or(if by > 0 { -1 } else { 0 }, |at| at as i32);
            paths.get((at + by).rem_euclid(count) as usize).map(|path| path.trajectory)
        });
        if next.is_some() {
            self.inspect(next);
        }
    }

    pub fn look_at(self, point: usize) {
        self.change(|model| model.point = Some(point));
    }

    /// Nobody sees a hidden tab: its agents rest, training goes on, and it catches up once on return.
    pub fn set_visible(self, visible: bool) {
        self.visible.set(visible);
        self.stage(Command::Animate(visible));
        if visible {
            let own = |lane: &super::state::Lane| matches!(lane.playing, Playing::Own { .. });
            let lanes: Vec<bool> = self.peek(|model| model.lanes.iter().map(own).collect());
            lanes.iter().enumerate().filter(|(_, own)| **own).for_each(|(lane, _)| events::play(self, Some(lane)));
            self.show();
        }
    }

    /// Keeps the address bar true, without a new entry in the history.
    pub fn write_address(self) {
        let query = self.peek(permalink::write);
        let Some(history) = web_sys::window().and_then(|window| window.history().ok()) else { return };
        // A browser may refuse very frequent changes; the next one catches up.
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&format!("?{query}")));
    }
}
