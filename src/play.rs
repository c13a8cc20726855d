//! The visitor's hand on the joystick, by whatever device, and the recording that comes of it.

use js_sys::Uint8Array;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Gamepad, GamepadButton};

use super::files;
use super::page::Page;
use super::state::Own;
use crate::text::list;
use protocol::{Command, Event, Stick, text};

/// Stretches to learn from: one to train on and one to hold out.
const FEWEST: u32 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    Keyboard,
    Touch,
    Gamepad,
}

/// What each device does now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hands([Stick; 3]);

impl Hands {
    pub fn set(&mut self, hand: Hand, stick: Stick) {
        self.0[hand as usize] = stick;
    }

    /// All together; who leans against themselves stands still.
    pub fn stick(&self) -> Stick {
        let sum = |part: fn(&Stick) -> i8| self.0.iter().map(part).sum::<i8>().signum();
        Stick { x: sum(|stick| stick.x), y: sum(|stick| stick.y), fire: self.0.iter().any(|stick| stick.fire) }
    }
}

impl Page {
    /// The visitor takes the joystick; the worker says so where that cannot be.
    pub fn sit(self) {
        let (run, config) = self.peek(|model| (model.run, model.focused().map(|lane| lane.config.clone())));
        let Some(config) = config else { return };
        self.hands.set_value(Hands::default());
        self.seat.set(true);
        self.stage(Command::Sit { run, config });
    }

    pub fn rise(self) {
        if self.seat.get_untracked() {
            self.seat.set(false);
            self.stage(Command::Rise);
        }
    }

    pub fn lean(self, hand: Hand, stick: Stick) {
        let (before, after) = self
            .hands
            .try_update_value(|hands| {
                let before = hands.stick();
                hands.set(hand, stick);
                (before, hands.stick())
            })
            .unwrap_or_default();
        if before != after {
            self.stage(Command::Joystick(after));
        }
    }

    /// The stage has a recording of what was played: the trainer gets it too.
    pub fn recorded(self, event: Event) {
        let Event::Recorded { world, name, score, plays, decisions, styles, bytes } = event else { return };
        self.seat.set(false);
        self.change(|model| {
            let shown = styles.iter().enumerate().filter(|(_, count)| **count > 0);
            let shown = shown.map(|(style, count)| {
                text!("page-play-stretches-of-style", count = *count, style = model.style_name(style))
            });
            let stretches = match list(shown) {
                Some(list) => text!("page-play-stretches", list = list),
                None => text!("page-play-too-short"),
            };
            let said =
                text!("page-play-recorded", score = score, plays = plays, decisions = decisions, stretches = stretches);
            model.own = Some(Own { world, name, said, bytes: bytes.into(), stretches: styles.iter().sum() });
        });
    }

    /// The visitor's plays become the demonstrations.
    pub fn learn_own(self) {
        let own = self.peek(|model| model.own.clone());
        let Some(own) = own else { return };
        if own.stretches < FEWEST {
            self.change(|model| {
                model.notes.tell("There is too little to learn from yet: play for at least fifteen seconds.");
            });
            return;
        }
        files::give(self, &own.world, &own.name, &Uint8Array::from(own.bytes.as_slice()));
    }
}

/// What the first gamepad does: its stick or its cross, and any of its lower buttons.
pub fn gamepad() -> Stick {
    let pads = web_sys::window().and_then(|window| window.navigator().get_gamepads().ok());
    let pad = pads.and_then(|pads| pads.iter().find_map(|pad| pad.dyn_into::<Gamepad>().ok()));
    let Some(pad) = pad else { return Stick::default() };
    let (axes, buttons) = (pad.axes(), pad.buttons());
    let axis = |index: u32| axes.get(index).as_f64().map_or(0, |lean| i8::from(lean > 0.5) - i8::from(lean < -0.5));
    let held = |index: u32| buttons.get(index).dyn_into::<GamepadButton>().is_ok_and(|button| button.pressed());
    let cross = |toward: u32, away: u32| i8::from(held(toward)) - i8::from(held(away));
    Stick { x: (axis(0) + cross(15, 14)).signum(), y: (axis(1) + cross(13, 12)).signum(), fire: (0..4).any(held) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_work_together() {
        let mut hands = Hands::default();
        hands.set(Hand::Keyboard, Stick { x: 1, y: 0, fire: false });
        hands.set(Hand::Touch, Stick { x: 1, y: -1, fire: true });
        assert_eq!(hands.stick(), Stick { x: 1, y: -1, fire: true });
        hands.set(Hand::Gamepad, Stick { x: -1, y: 0, fire: false });
        hands.set(Hand::Touch, Stick::default());
        assert_eq!(hands.stick(), Stick::default());
    }
}
