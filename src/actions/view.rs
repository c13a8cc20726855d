//! How the run is watched and steered: nothing here changes its numbers.

use leptos::prelude::*;

use crate::page::Page;
use crate::state::{Lane, Playing, mix};
use crate::{events, permalink};
use protocol::{Command, DeviceChoice};

impl Page {
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

    pub fn inspect(self, trajectory: Option<u32>) {
        self.change(|model| {
            model.selected = trajectory;
            model.drawn = None;
        });
        self.tell_inspected();
    }

    /// A path drawn by hand, explained like a demonstration.
    pub fn explain(self, xy: Vec<f32>) {
        self.change(|model| {
            model.lanes.iter_mut().for_each(|lane| lane.timeline = None);
            model.drawn = Some(xy.into());
        });
        self.tell_inspected();
    }

    /// The trainer hears which path is looked at.
    pub fn tell_inspected(self) {
        self.trainer(self.peek(|model| match &model.drawn {
            Some(xy) => Command::Explain { xy: xy.to_vec() },
            None => Command::Inspect { trajectory: model.selected },
        }));
    }

    pub fn toggle_drawing(self) {
        self.change(|model| model.drawing = !model.drawing);
    }

    pub fn toggle_ends(self) {
        self.change(|model| model.ends = !model.ends);
    }

    /// An agent starts here from now on; None gives it back to chance.
    pub fn place(self, agent: u32, at: Option<[f32; 2]>) {
        if at.is_some_and(|at| at.iter().any(|place| !place.is_finite())) {
            return;
        }
        self.change(|model| match at {
            Some(at) => model.starts.insert(agent, at),
            None => model.starts.remove(&agent),
        });
        self.stage(Command::Place { agent, at });
    }

    pub fn free_starts(self) {
        let placed: Vec<u32> = self.peek(|model| model.starts.keys().copied().collect());
        placed.into_iter().for_each(|agent| self.place(agent, None));
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
            let own = |lane: &Lane| matches!(lane.playing, Playing::Own { .. });
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
