//! What an attentive player knows of its surroundings and neither memory nor picture says outright: where the ways out of
//! its place lead, how far each is safe, and what is to be had on it; in Space Invaders where bombs land and what a shot
//! would hit. Walls are in the cartridge; these are facts about each game that its recordings show.

mod alien;
mod magpie;
pub(super) mod maze;
pub(super) mod ms_pacman;
mod space_invaders;
mod ways;

use super::Game;
use super::game::Ram;
use atari2600::JoystickAction;

impl Game {
    /// How many numbers describe a player's surroundings.
    pub(super) fn surroundings_size(self) -> usize {
        match self {
            Self::Alien | Self::MsPacman | Self::Magpie => ways::SIZE,
            Self::SpaceInvaders => space_invaders::SIZE,
        }
    }

    /// The names of these numbers, `[surroundings_size]`.
    pub(super) fn surroundings_names(self) -> Vec<String> {
        match self {
            Self::Alien | Self::MsPacman | Self::Magpie => ways::names().collect(),
            Self::SpaceInvaders => space_invaders::names().collect(),
        }
    }

    /// Writes these numbers, `[surroundings_size]`; zeros in a maze that is not known. `moved` is how far the player has moved
    /// to the right in the last decision, pixels.
    pub(super) fn observe_surroundings(self, ram: &Ram, moved: f32, into: &mut [f32]) {
        let scene = match self {
            Self::Alien => alien::scene(ram),
            Self::MsPacman => ms_pacman::scene(ram),
            Self::Magpie => magpie::scene(ram),
            Self::SpaceInvaders => return space_invaders::observe(ram, moved, into),
        };
        match scene {
            Some(scene) => scene.observe(into),
            None => into.fill(0.0),
        }
    }

    /// Whether a pursuer or a bomb is about to reach the player.
    pub(super) fn in_danger(self, ram: &Ram) -> bool {
        let scene = match self {
            Self::Alien => alien::scene(ram),
            Self::MsPacman => ms_pacman::scene(ram),
            Self::Magpie => magpie::scene(ram),
            Self::SpaceInvaders => return space_invaders::in_danger(ram),
        };
        self.in_play(ram) && scene.is_some_and(|scene| scene.in_danger())
    }

    /// An action as the way that was gone, where the player did not go where the stick pointed. A stick that is held against
    /// a wall changes nothing, so what it says there is noise.
    pub(super) fn way_gone(self, action: JoystickAction, before: &Ram, after: &Ram) -> JoystickAction {
        if self == Self::SpaceInvaders || !self.in_play(before) || !self.in_play(after) {
            return action;
        }
        let ([x, y], [to_x, to_y]) = (self.ram_position(before), self.ram_position(after));
        let (across, down) = (to_x - x, to_y - y);
        let jumped = across.abs() + down.abs() > 2.0 * self.longest_step();
        let (stick_x, stick_y) = action.direction();
        let followed = across * stick_x as f32 > 0.0 || down * stick_y as f32 > 0.0;
        if jumped || followed || (across == 0.0 && down == 0.0) {
            return action;
        }
        match across.abs() > down.abs() {
            true => JoystickAction::from_direction(across.signum() as i32, 0, action.fires()),
            false => JoystickAction::from_direction(0, down.signum() as i32, action.fires()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_name_and_any_memory_is_read() {
        for game in Game::ALL {
            assert_eq!(game.surroundings_names().len(), game.surroundings_size());
            for byte in [0, 1, 18, 60, 127, 255] {
                let mut into = vec![f32::NAN; game.surroundings_size()];
                game.observe_surroundings(&[byte; 128], 300.0, &mut into);
                assert!(into.iter().all(|number| number.abs() <= 8.0), "{} {byte}: {into:?}", game.name());
            }
        }
    }

    #[test]
    fn a_stick_against_a_wall_counts_as_the_way_gone() {
        let at = |x: u8, y: u8| {
            let mut ram = [0; 128];
            (ram[10], ram[16], ram[0x27]) = (x, y, 0xFF);
            ram
        };
        let gone = |stick: (i32, i32), to: [u8; 2]| {
            let action = JoystickAction::from_direction(stick.0, stick.1, false);
            Game::MsPacman.way_gone(action, &at(60, 60), &at(to[0], to[1])).direction()
        };
        assert_eq!(gone((0, -1), [63, 60]), (1, 0), "held up, went right");
        assert_eq!(gone((0, -1), [62, 58]), (0, -1), "went round a corner, up in the end");
        assert_eq!(gone((0, 1), [60, 60]), (0, 1), "stood still");
        assert_eq!(gone((0, 1), [160, 60]), (0, 1), "a jump is no way");
        assert_eq!(gone((0, 0), [60, 63]), (0, 1), "it goes on by itself");
    }
}
