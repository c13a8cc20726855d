//! Space Invaders: move a cannon sideways, dodge bombs and hit invaders.

use super::{Planning, PlayerConfig};

pub const CONFIG: PlayerConfig = PlayerConfig {
    corners: [[37.0, 0.0], [117.0, 0.0]],
    sticks: &[(0, 0), (1, 0), (-1, 0)],
    fires: true,
    pursued: false,
    walls: false,
    planning: Some(Planning { horizon: 18, plans: 8, distance_cost: 0.2 }),
    max_decisions: 1200,
};
