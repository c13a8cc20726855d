//! Where a game's player can be, and the styles that are told from it.

use super::Game;
use crate::labels::Area;
use protocol::View;

/// How high a shot is drawn.
const FIRES: f32 = 10.0;
/// Figures on the screen beside the player, at most.
pub const OTHERS: usize = 4;
/// How far down a shot or a bomb is when it meets the cannon, and what its place says when there is none.
const CANNON: f32 = 107.0;
const NOWHERE: u8 = 246;

impl Game {
    /// The part of the plane that the player moves in; y grows upwards, as on the stage.
    pub fn view(self) -> View {
        match self {
            Self::Alien => View { left: 0.0, bottom: 14.0, right: 120.0, top: 96.0 },
            Self::MsPacman => View { left: 12.0, bottom: 0.0, right: 164.0, top: 160.0 },
            Self::SpaceInvaders => View { left: 32.0, bottom: -15.0, right: 120.0, top: 25.0 },
        }
    }

    /// Where the player is in that plane. A cannon has no y: there it says whether it just fired.
    pub fn place(self, ram: &[u8; 128], fired: bool) -> [f32; 2] {
        let [x, y] = self.position(ram);
        match self {
            Self::Alien => [x, 255.0 - y],
            Self::MsPacman => [x, 160.0 - y],
            Self::SpaceInvaders => [x, if fired { FIRES } else { 0.0 }],
        }
    }

    /// Where the memory has what is dangerous or worth aiming at: x and y in the plane that the player moves in. In Ms. Pac-Man
    /// the ghosts, in Alien the aliens, in Space Invaders the bombs, the own shot and the invaders.
    pub fn others(self, ram: &[u8; 128]) -> [Option<[f32; 2]>; OTHERS] {
        let at = |x: usize, y: usize| [f32::from(ram[x]), f32::from(ram[y])];
        let flying = |x: usize, y: usize| (ram[y] != NOWHERE).then(|| at(x, y)).map(|[x, y]| [x, CANNON - y]);
        match self {
            Self::Alien => [Some(at(49, 42)), Some(at(50, 43)), Some(at(51, 44)), None],
            Self::MsPacman => [0, 1, 2, 3].map(|ghost| Some(at(6 + ghost, 12 + ghost)).map(|[x, y]| [x, 160.0 - y])),
            Self::SpaceInvaders => [flying(83, 81), flying(84, 82), flying(87, 85), Some(at(26, 24))],
        }
    }

    /// The longest way between two of these places that a player can go in a decision.
    pub fn stride(self) -> f32 {
        match self {
            // Up to four pixels a decision, and corners are cut.
            Self::Alien | Self::MsPacman => 6.0,
            Self::SpaceInvaders => FIRES + 2.0,
        }
    }

    /// Quadrants of the maze, or bands of the cannon's track.
    pub fn areas(self) -> Area {
        let quadrants = ["lower left", "lower right", "upper left", "upper right"];
        let bands = ["left", "middle", "right"];
        let (columns, rows, names): (_, _, &[&str]) = match self {
            Self::Alien => (vec![60.5], vec![55.0], &quadrants),
            Self::MsPacman => (vec![88.0], vec![80.0], &quadrants),
            Self::SpaceInvaders => (vec![62.5, 89.5], vec![], &bands),
        };
        let View { left, bottom, right, top } = self.view();
        let names = names.iter().map(|name| (*name).into()).collect();
        Area { columns, rows, names, corners: [[left, bottom], [right, top]] }
    }

    /// Thirds of how far the recorded players roam, in square pixels; None where roaming is no style.
    pub fn range_thresholds(self) -> Option<[f32; 2]> {
        match self {
            Self::Alien => Some([290.0, 515.0]),
            Self::MsPacman => Some([670.0, 1200.0]),
            Self::SpaceInvaders => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::Labeler;

    #[test]
    fn ghosts_are_where_a_player_at_their_place_would_be() {
        let mut ram = [0; 128];
        (ram[10], ram[16], ram[9], ram[15]) = (30, 20, 30, 20);
        assert_eq!(Game::MsPacman.others(&ram)[3], Some(Game::MsPacman.place(&ram, false)));
        (ram[52], ram[45], ram[51], ram[44]) = (20, 85, 20, 85);
        (ram[83], ram[81], ram[82]) = (40, 107, NOWHERE);
        assert_eq!(Game::Alien.others(&ram)[2], Some(Game::Alien.place(&ram, false)));
        assert_eq!(Game::SpaceInvaders.others(&ram)[..2], [Some([40.0, 0.0]), None], "a bomb on the cannon, and none");
    }

    #[test]
    fn areas_are_named_as_they_look_on_the_screen() {
        let mut ram = [0; 128];
        // Near the upper left: small x, small y on the screen; Alien counts its y upwards.
        (ram[10], ram[16], ram[52], ram[45], ram[28]) = (30, 20, 20, 85, 40);
        for game in Game::ALL {
            let areas = game.areas();
            let name = areas.label(&game.place(&ram, false)).map(|area| areas.names[area].clone());
            assert!(["upper left", "left"].contains(&name.unwrap().as_str()), "{}", game.name());
        }
    }
}
