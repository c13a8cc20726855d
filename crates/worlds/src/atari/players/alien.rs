//! Alien: collect the eggs of a maze while avoiding aliens.

use super::{Planning, PlayerConfig};

pub const CONFIG: PlayerConfig = PlayerConfig {
    corners: [[2.0, 166.0], [118.0, 234.0]],
    sticks: &[(0, -1), (1, 0), (-1, 0), (0, 1)],
    fires: false,
    pursued: false,
    walls: true,
    planning: Some(Planning { horizon: 12, plans: 5, distance_cost: 1.0 }),
    max_decisions: 1100,
};
