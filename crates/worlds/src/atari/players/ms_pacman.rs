//! Ms. Pac-Man: eat the dots of a maze while avoiding ghosts.

use super::{Planning, PlayerConfig};

pub const CONFIG: PlayerConfig = PlayerConfig {
    corners: [[18.0, 2.0], [158.0, 158.0]],
    sticks: &[(0, -1), (1, 0), (-1, 0), (0, 1)],
    fires: false,
    pursued: false,
    walls: true,
    planning: Some(Planning { horizon: 12, plans: 4, distance_cost: 1.5 }),
    max_decisions: 900,
};
