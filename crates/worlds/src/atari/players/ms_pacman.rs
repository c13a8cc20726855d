//! Ms. Pac-Man: eat the dots of a maze with ghosts in it.

use super::Taste;

pub const TASTE: Taste = Taste {
    corners: [[18.0, 2.0], [158.0, 158.0]],
    sticks: &[(0, -1), (1, 0), (-1, 0), (0, 1)],
    fires: false,
    walls: true,
    horizon: 12,
    plans: 4,
    pull: 1.5,
    longest: 900,
};
