//! The inputs of a console: the left joystick and the switches.

/// A joystick position and button: one of ALE's eighteen actions.
///
/// ALE numbers them 0 to 17: no input, fire, the eight directions, then the eight directions with fire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JoystickAction(u8);

const UP: u8 = 1;
const RIGHT: u8 = 2;
const LEFT: u8 = 4;
const DOWN: u8 = 8;
/// The nine stick positions in ALE's order, starting with the centre.
const STICKS: [u8; 9] = [0, UP, RIGHT, LEFT, DOWN, UP | RIGHT, UP | LEFT, DOWN | RIGHT, DOWN | LEFT];

impl JoystickAction {
    /// Number of actions.
    pub const COUNT: u8 = 18;
    /// ALE's action 0: the stick centred, the button released.
    pub const NOOP: Self = Self(0);
    /// ALE's action 1: the stick centred, the button pressed.
    pub const FIRE: Self = Self(1);

    /// The action with ALE's number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        (number < Self::COUNT).then_some(Self(number))
    }

    /// The action whose stick points to the signs of `x` (right is positive) and `y` (down is positive).
    pub fn from_direction(x: i32, y: i32, fire: bool) -> Self {
        let horizontal = if x > 0 {
            RIGHT
        } else if x < 0 {
            LEFT
        } else {
            0
        };
        let vertical = if y > 0 {
            DOWN
        } else if y < 0 {
            UP
        } else {
            0
        };
        let position = STICKS.iter().position(|stick| *stick == horizontal | vertical).unwrap_or(0) as u8;
        Self(match (position, fire) {
            (0, fire) => u8::from(fire),
            (position, false) => position + 1,
            (position, true) => position + 9,
        })
    }

    /// ALE's number of this action.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Whether the button is pressed.
    pub fn fires(self) -> bool {
        self.0 == 1 || self.0 >= 10
    }

    /// The direction of the stick: x and y, each -1, 0 or 1; right and down are positive.
    pub fn direction(self) -> (i32, i32) {
        let stick = self.stick();
        let axis = |toward: u8, away: u8| i32::from(stick & toward != 0) - i32::from(stick & away != 0);
        (axis(RIGHT, LEFT), axis(DOWN, UP))
    }

    fn stick(self) -> u8 {
        STICKS[match self.0 {
            0 | 1 => 0,
            number @ 2..=9 => number as usize - 1,
            number => number as usize - 9,
        }]
    }
}

/// The state of all inputs during one frame. By default nothing is pressed and both difficulties are B.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConsoleInput {
    /// The left joystick.
    pub action: JoystickAction,
    /// The reset switch is held.
    pub reset: bool,
    /// The select switch is held.
    pub select: bool,
    /// Left and right difficulty switches; true is A, the harder setting.
    pub difficulty: [bool; 2],
}

impl From<JoystickAction> for ConsoleInput {
    fn from(action: JoystickAction) -> Self {
        Self { action, ..Self::default() }
    }
}

impl ConsoleInput {
    /// SWCHA: the left stick in the high nibble, the unused right one in the low nibble. A closed contact reads 0.
    pub(super) fn port_a(self) -> u8 {
        let stick = self.action.stick();
        let contact = |held: u8, bit: u8| if stick & held != 0 { bit } else { 0 };
        !(contact(UP, 0x10) | contact(DOWN, 0x20) | contact(LEFT, 0x40) | contact(RIGHT, 0x80))
    }

    /// SWCHB: reset and select read 0 while held; the television type is colour.
    pub(super) fn port_b(self) -> u8 {
        let bit = |set: bool, bit: u8| if set { bit } else { 0 };
        0x3C | bit(!self.reset, 0x01)
            | bit(!self.select, 0x02)
            | bit(self.difficulty[0], 0x40)
            | bit(self.difficulty[1], 0x80)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_have_the_order_of_ale() {
        let named = [(2, (0, -1)), (3, (1, 0)), (4, (-1, 0)), (5, (0, 1)), (7, (-1, -1)), (10, (0, -1)), (17, (-1, 1))];
        for (number, direction) in named {
            assert_eq!(JoystickAction(number).direction(), direction);
        }
        assert!(JoystickAction(1).fires() && JoystickAction(10).fires() && !JoystickAction(9).fires());
        assert_eq!(JoystickAction::new(18), None);
    }

    #[test]
    fn directions_and_the_button_name_every_action() {
        for number in 0..JoystickAction::COUNT {
            let (x, y) = JoystickAction(number).direction();
            assert_eq!(JoystickAction::from_direction(x, y, JoystickAction(number).fires()).number(), number);
        }
    }

    #[test]
    fn ports_read_zero_when_closed() {
        assert_eq!((ConsoleInput::default().port_a(), ConsoleInput::default().port_b()), (0xFF, 0x3F));
        assert_eq!(ConsoleInput::from(JoystickAction(16)).port_a(), 0x5F);
        assert_eq!(ConsoleInput { reset: true, difficulty: [true, false], ..ConsoleInput::default() }.port_b(), 0x7E);
    }
}
