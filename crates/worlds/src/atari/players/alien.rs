//! Alien: eat the eggs of a maze with aliens in it.

use super::Taste;

pub const TASTE: Taste = Taste {
    corners: [[2.0, 166.0], [118.0, 234.0]],
    sticks: &[(0, -1), (1, 0), (-1, 0), (0, 1)],
    fires: false,
    walls: true,
    horizon: 12,
    plans: 5,
    pull: 1.0,
    longest: 1100,
};
