//! Space Invaders: a cannon on a track, shots to dodge, invaders to hit.

use super::Taste;

pub const TASTE: Taste = Taste {
    corners: [[37.0, 0.0], [117.0, 0.0]],
    sticks: &[(0, 0), (1, 0), (-1, 0)],
    fires: true,
    walls: false,
    horizon: 18,
    plans: 3,
    pull: 0.2,
    longest: 1200,
};
