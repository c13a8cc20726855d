//! The joystick that the visitor plays with, moved by several input devices at once.

use serde::{Deserialize, Serialize};

use protocol::Stick;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JoystickInput {
    Keyboard,
    Touch,
    Gamepad,
}

/// The position that each input device asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Joystick([Stick; 3]);

impl Joystick {
    pub fn set(&mut self, input: JoystickInput, stick: Stick) {
        self.0[input as usize] = stick;
    }

    /// All inputs together; opposite directions cancel.
    pub fn stick(&self) -> Stick {
        let sum = |part: fn(&Stick) -> i8| self.0.iter().map(part).sum::<i8>().signum();
        Stick { x: sum(|stick| stick.x), y: sum(|stick| stick.y), fire: self.0.iter().any(|stick| stick.fire) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_add_up_and_opposite_ones_cancel() {
        let mut joystick = Joystick::default();
        joystick.set(JoystickInput::Keyboard, Stick { x: 1, y: 0, fire: false });
        joystick.set(JoystickInput::Touch, Stick { x: 1, y: -1, fire: true });
        assert_eq!(joystick.stick(), Stick { x: 1, y: -1, fire: true });
        joystick.set(JoystickInput::Gamepad, Stick { x: -1, y: 0, fire: false });
        joystick.set(JoystickInput::Touch, Stick::default());
        assert_eq!(joystick.stick(), Stick::default());
    }
}
