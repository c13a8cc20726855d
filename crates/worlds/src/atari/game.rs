//! The games: their cartridges, and the meaning of their memory.

use super::magpie::Memory;
use atari2600::JoystickAction;
use protocol::Text;

/// A game whose memory layout is known. Addresses are offsets in RAM, 0 to 127; score, lives and end are defined as in
/// ALE. Recordings store the number of a game, so new ones come last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    Alien,
    MsPacman,
    SpaceInvaders,
    /// The game of our own (`cartridge/`).
    Magpie,
}

pub(super) type Ram = [u8; 128];

impl Game {
    pub const ALL: [Self; 4] = [Self::Alien, Self::MsPacman, Self::SpaceInvaders, Self::Magpie];

    /// The id in file names and links.
    pub fn id(self) -> &'static str {
        match self {
            Self::Alien => "alien",
            Self::MsPacman => "ms_pacman",
            Self::SpaceInvaders => "space_invaders",
            Self::Magpie => "magpie",
        }
    }

    /// The name as a message.
    pub fn text(self) -> Text {
        Text::new(match self {
            Self::Alien => "world-alien",
            Self::MsPacman => "world-ms_pacman",
            Self::SpaceInvaders => "world-space_invaders",
            Self::Magpie => "world-magpie",
        })
    }

    /// The name in the output of the lab.
    pub fn name(self) -> &'static str {
        match self {
            Self::Alien => "Alien",
            Self::MsPacman => "Ms. Pac-Man",
            Self::SpaceInvaders => "Space Invaders",
            Self::Magpie => "Magpie",
        }
    }

    /// The game of a cartridge, by its checksum.
    pub fn of_rom(rom: &[u8]) -> Option<Self> {
        let checksum = crc32fast::hash(rom);
        Self::ALL.into_iter().find(|game| game.checksum() == checksum)
    }

    /// CRC-32 of the cartridge.
    pub(super) fn checksum(self) -> u32 {
        match self {
            Self::Alien => 0x6D61_059F,
            Self::MsPacman => 0xB2D0_8FC9,
            Self::SpaceInvaders => 0xA6E8_67B3,
            Self::Magpie => 0x09F3_8337,
        }
    }

    /// Size of the cartridge.
    pub(super) fn rom_bytes(self) -> usize {
        match self {
            Self::Alien | Self::SpaceInvaders | Self::Magpie => 4096,
            Self::MsPacman => 8192,
        }
    }

    /// ALE's numbers of the actions with different effects in this game.
    pub fn actions(self) -> &'static [u8] {
        match self {
            Self::Alien => &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
            Self::MsPacman | Self::Magpie => &[0, 2, 3, 4, 5, 6, 7, 8, 9],
            Self::SpaceInvaders => &[0, 1, 3, 4, 11, 12],
        }
    }

    /// The one of [`Self::actions`] with the same effect as `action`.
    pub fn nearest(self, action: JoystickAction) -> JoystickAction {
        let (x, y) = action.direction();
        match self {
            Self::Alien => action,
            Self::MsPacman | Self::Magpie => JoystickAction::from_direction(x, y, false),
            Self::SpaceInvaders => JoystickAction::from_direction(x, 0, action.fires()),
        }
    }

    /// Frames from ALE's reset until the player can move.
    pub fn opening_frames(self) -> usize {
        match self {
            Self::Alien => 50,
            Self::MsPacman => 265,
            Self::SpaceInvaders => 129,
            Self::Magpie => 0,
        }
    }

    /// The player's position in the units of the memory: x grows to the right, y downwards. A cannon has no y.
    pub fn ram_position(self, ram: &Ram) -> [f32; 2] {
        match self {
            // Its own y grows upwards.
            Self::Alien => [f32::from(ram[52]), f32::from(255 - ram[45])],
            Self::MsPacman => [f32::from(ram[10]), f32::from(ram[16])],
            Self::SpaceInvaders => [f32::from(ram[28]), 0.0],
            Self::Magpie => Memory(ram).place(0).map(f32::from),
        }
    }

    pub fn score(self, ram: &Ram) -> u32 {
        match self {
            // One byte per digit, times eight; 0x80 is a blank.
            Self::Alien => {
                [3, 5, 7, 9, 11].into_iter().fold(0, |score, address: usize| {
                    let digit = if ram[address] == 0x80 { 0 } else { u32::from(ram[address] >> 3) };
                    10 * score + digit
                }) * 10
            }
            Self::MsPacman => decimal(&[ram[0x7A], ram[0x79], ram[0x78]]),
            Self::SpaceInvaders => decimal(&[ram[0x66], ram[0x68]]),
            Self::Magpie => decimal(&Memory(ram).score()),
        }
    }

    /// Inverse of [`Self::score`]. Only implemented for Ms. Pac-Man, whose memory is reconstructed from pictures.
    pub(super) fn write_score(self, score: u32, ram: &mut Ram) {
        let digits = |above: u32| {
            let two = (score / above % 100) as u8;
            ((two / 10) << 4) | (two % 10)
        };
        if self == Self::MsPacman {
            (ram[0x7A], ram[0x79], ram[0x78]) = (digits(10_000), digits(100), digits(1));
        }
    }

    pub fn lives(self, ram: &Ram) -> u8 {
        match self {
            Self::Alien => ram[0x40] & 0x0F,
            Self::MsPacman => (ram[0x7B] & 0x07) + 1,
            Self::SpaceInvaders => ram[0x49],
            Self::Magpie => Memory(ram).lives(),
        }
    }

    /// Whether the joystick has an effect: not while a game starts, a player dies or the next life begins.
    pub fn in_play(self, ram: &Ram) -> bool {
        match self {
            Self::Alien => ram[0x6A] == 0,
            Self::MsPacman => ram[0x27] == 0xFF,
            Self::SpaceInvaders => ram[0x2A] == 0,
            Self::Magpie => Memory(ram).in_play(),
        }
    }

    /// Whether the player has been caught or hit; the number of lives decreases later.
    pub fn is_dying(self, ram: &Ram) -> bool {
        match self {
            Self::Alien => !self.in_play(ram),
            Self::MsPacman => (0x49..=0x53).contains(&ram[0x27]),
            Self::SpaceInvaders => ram[0x2A] == 4,
            Self::Magpie => Memory(ram).is_caught(),
        }
    }

    pub fn is_over(self, ram: &Ram) -> bool {
        match self {
            Self::Alien => self.lives(ram) == 0,
            // The game ends with the animation of the last death.
            Self::MsPacman => ram[0x7B] & 0x0F == 0 && ram[0x27] == 0x53,
            Self::SpaceInvaders => ram[0x18] & 0x80 != 0 || self.lives(ram) == 0,
            Self::Magpie => Memory(ram).is_over(),
        }
    }
}

/// Decodes binary-coded decimal: two digits per byte, the most significant byte first.
fn decimal(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |value, byte| 100 * value + u32::from(byte >> 4) * 10 + u32::from(byte & 0x0F))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_by_hand() {
        let mut ram = [0; 128];
        (ram[3], ram[5], ram[7], ram[9], ram[11]) = (0x80, 0x80, 1 << 3, 2 << 3, 3 << 3);
        assert_eq!(Game::Alien.score(&ram), 1230);
        (ram[0x7A], ram[0x79], ram[0x78]) = (0x01, 0x23, 0x40);
        assert_eq!(Game::MsPacman.score(&ram), 12_340);
        (ram[0x66], ram[0x68]) = (0x06, 0x15);
        assert_eq!(Game::SpaceInvaders.score(&ram), 615);
        (ram[0x08], ram[0x09]) = (0x12, 0x34);
        assert_eq!(Game::Magpie.score(&ram), 1234);
    }

    #[test]
    fn a_written_score_is_read_back() {
        let mut ram = [0; 128];
        Game::MsPacman.write_score(123_450, &mut ram);
        assert_eq!(Game::MsPacman.score(&ram), 123_450);
    }

    #[test]
    fn positions_grow_to_the_right_and_down() {
        let mut ram = [0; 128];
        (ram[52], ram[45], ram[10], ram[16], ram[28]) = (30, 55, 40, 60, 70);
        (ram[14], ram[18]) = (22, 41);
        let positions = Game::ALL.map(|game| game.ram_position(&ram));
        assert_eq!(positions, [[30.0, 200.0], [40.0, 60.0], [70.0, 0.0], [22.0, 41.0]]);
    }

    #[test]
    fn every_action_has_an_equivalent_in_every_game() {
        for game in Game::ALL {
            let equivalent = |number| game.nearest(JoystickAction::new(number).unwrap()).number();
            assert!((0..18).all(|number| game.actions().contains(&equivalent(number))), "{}", game.name());
            assert!(game.actions().iter().all(|number| equivalent(*number) == *number));
        }
    }

    #[test]
    fn another_file_is_no_game() {
        assert_eq!(Game::of_rom(b"not a cartridge"), None);
    }
}
