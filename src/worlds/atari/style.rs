//! Where a game's player can be, and the styles that are told from it.

use super::Game;
use crate::labels::Area;
use crate::protocol::View;

/// How high a shot is drawn.
const FIRES: f32 = 10.0;

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
