//! Positions in the plane of a game's view, and the areas and thresholds of its labels.

use super::Game;
use super::magpie::Memory;
use crate::labels::{Area, Boldness};
use protocol::{Text, View};

/// The y coordinate of a cannon that fires.
const FIRING_Y: f32 = 10.0;
/// Largest number of other figures in a game.
pub const OTHERS: usize = 4;
/// The y of a shot or bomb at the height of the cannon, and the y of one that does not exist.
const CANNON: f32 = 107.0;
const ABSENT: u8 = 246;
/// The sum of a line of Magpie's maze, counted downwards, and its y.
const MAGPIE_LINES: f32 = 167.0;

impl Game {
    /// The part of the plane that the player moves in, in pixels; y grows upwards.
    pub fn view(self) -> View {
        match self {
            Self::Alien => View { left: 0.0, bottom: 14.0, right: 120.0, top: 96.0 },
            Self::MsPacman => View { left: 12.0, bottom: 0.0, right: 164.0, top: 160.0 },
            Self::SpaceInvaders => View { left: 32.0, bottom: -15.0, right: 120.0, top: 25.0 },
            Self::Magpie => View { left: 0.0, bottom: 0.0, right: 152.0, top: MAGPIE_LINES },
        }
    }

    /// The player's position in that plane. A cannon moves only sideways: its y encodes whether it fires.
    pub fn position(self, ram: &[u8; 128], fires: bool) -> [f32; 2] {
        let [x, y] = self.ram_position(ram);
        match self {
            Self::Alien => [x, 255.0 - y],
            Self::MsPacman => [x, 160.0 - y],
            Self::SpaceInvaders => [x, if fires { FIRING_Y } else { 0.0 }],
            Self::Magpie => [x, MAGPIE_LINES - y],
        }
    }

    /// Distance to the nearest pursuer in pixels, at most 255, where the memory has it and the player can move.
    pub fn pursuer_distance(self, ram: &[u8; 128]) -> Option<f32> {
        (self == Self::Magpie && self.in_play(ram)).then(|| f32::from(Memory(ram).near()))
    }

    /// The point of a path at this decision: the position and, in games with a distance to pursuers, that distance in the
    /// fraction of y, which is whole otherwise ([`Boldness`]).
    pub fn path_point(self, ram: &[u8; 128], fires: bool) -> [f32; 2] {
        let [x, y] = self.position(ram, fires);
        [x, y + self.pursuer_distance(ram).map_or(0.0, Boldness::fraction)]
    }

    /// Positions of the other figures in that plane: the ghosts of Ms. Pac-Man, the aliens of Alien, the cats of
    /// Magpie; in Space Invaders two bombs, the player's shot and the block of invaders.
    pub fn others(self, ram: &[u8; 128]) -> [Option<[f32; 2]>; OTHERS] {
        let at = |x: usize, y: usize| [f32::from(ram[x]), f32::from(ram[y])];
        let flying = |x: usize, y: usize| (ram[y] != ABSENT).then(|| at(x, y)).map(|[x, y]| [x, CANNON - y]);
        match self {
            Self::Alien => [Some(at(49, 42)), Some(at(50, 43)), Some(at(51, 44)), None],
            Self::MsPacman => [0, 1, 2, 3].map(|ghost| Some(at(6 + ghost, 12 + ghost)).map(|[x, y]| [x, 160.0 - y])),
            Self::SpaceInvaders => [flying(83, 81), flying(84, 82), flying(87, 85), Some(at(26, 24))],
            Self::Magpie => {
                let cat = |cat: usize| (cat <= Memory(ram).cats()).then(|| at(14 + cat, 18 + cat));
                [1, 2, 3, 4].map(|number| cat(number).map(|[x, y]| [x, MAGPIE_LINES - y]))
            }
        }
    }

    /// Those of the other figures that are within the view.
    pub fn visible_others(self, ram: &[u8; 128]) -> Vec<[f32; 2]> {
        let view = self.view();
        let visible = |[x, y]: &[f32; 2]| (view.left..=view.right).contains(x) && (view.bottom..=view.top).contains(y);
        self.others(ram).into_iter().flatten().filter(visible).collect()
    }

    /// The longest distance that a player can move in one decision. Longer steps are jumps: after a death, or through a
    /// tunnel from one side of the maze to the other.
    pub fn longest_step(self) -> f32 {
        match self {
            // Up to four pixels per decision on each axis.
            Self::Alien | Self::MsPacman | Self::Magpie => 6.0,
            Self::SpaceInvaders => FIRING_Y + 2.0,
        }
    }

    /// Quadrants of the maze, or bands of the cannon's track.
    pub fn areas(self) -> Area {
        let quadrants = ["style-lower-left", "style-lower-right", "style-upper-left", "style-upper-right"];
        let bands = ["style-left", "style-middle", "style-right"];
        let lines = |axis: usize| self.lines().into_iter().filter(|line| line.0 == axis).map(|line| line.1).collect();
        let (columns, rows): (_, Vec<f32>) = (lines(0), lines(1));
        let names: &[&'static str] = if rows.is_empty() { &bands } else { &quadrants };
        let View { left, bottom, right, top } = self.view();
        let names = names.iter().map(|key| Text::new(*key)).collect();
        Area { columns, rows, names, corners: [[left, bottom], [right, top]] }
    }

    /// The lines between areas: the axis (0 for x, 1 for y) and where on it.
    pub(super) fn lines(self) -> [(usize, f32); 2] {
        match self {
            Self::Alien => [(0, 60.5), (1, 55.0)],
            Self::MsPacman => [(0, 88.0), (1, 80.0)],
            Self::Magpie => [(0, 76.0), (1, 84.0)],
            Self::SpaceInvaders => [(0, 62.5), (0, 89.5)],
        }
    }

    /// Terciles of the range of the recorded players, in square pixels; None where range is not a label.
    pub fn range_thresholds(self) -> Option<[f32; 2]> {
        match self {
            Self::Alien => Some([290.0, 515.0]),
            Self::MsPacman => Some([1375.0, 2655.0]),
            Self::Magpie => Some([1000.0, 1620.0]),
            Self::SpaceInvaders => None,
        }
    }

    /// The mean distance to the nearest pursuer between bold and cautious, in pixels: the median of the recorded players.
    /// None where boldness is not a label.
    pub fn boldness_threshold(self) -> Option<f32> {
        (self == Self::Magpie).then_some(60.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::Labeler;

    #[test]
    fn ghosts_and_players_share_coordinates() {
        let mut ram = [0; 128];
        (ram[10], ram[16], ram[9], ram[15]) = (30, 20, 30, 20);
        assert_eq!(Game::MsPacman.others(&ram)[3], Some(Game::MsPacman.position(&ram, false)));
        (ram[52], ram[45], ram[51], ram[44]) = (20, 85, 20, 85);
        (ram[83], ram[81], ram[82]) = (40, 107, ABSENT);
        assert_eq!(Game::Alien.others(&ram)[2], Some(Game::Alien.position(&ram, false)));
        assert_eq!(Game::SpaceInvaders.others(&ram)[..2], [Some([40.0, 0.0]), None], "a bomb on the cannon, and none");
        (ram[13], ram[14], ram[18], ram[16], ram[20]) = (2, 70, 75, 70, 75);
        assert_eq!(Game::Magpie.others(&ram)[1], Some(Game::Magpie.position(&ram, false)));
        assert_eq!(Game::Magpie.others(&ram)[2], None, "the third cat is not in this maze");
    }

    #[test]
    fn areas_are_named_as_they_look_on_the_screen() {
        let mut ram = [0; 128];
        // Near the upper left: small x, small y on the screen; Alien counts its y upwards.
        (ram[10], ram[16], ram[52], ram[45], ram[28]) = (30, 20, 20, 85, 40);
        (ram[14], ram[18]) = (22, 24);
        for game in Game::ALL {
            let areas = game.areas();
            let name = areas.label(&game.position(&ram, false)).map(|area| areas.names[area].key.clone());
            assert!(["style-upper-left", "style-left"].contains(&name.unwrap().as_ref()), "{}", game.name());
        }
    }
}
