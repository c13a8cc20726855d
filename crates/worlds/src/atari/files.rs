//! Files of a game: recordings to learn from, and the cartridge to play with.

use std::sync::Arc;

use super::card::{cartridge_file, own_file};
use super::{Game, Players, Recording};
use crate::data::Rng;
use crate::data::import::{ImportError, zip};
use atari2600::{Cartridge, CartridgeError, Console, JoystickAction};
use protocol::{Found, Text, text};

/// Largest number of idle frames at the start of an episode, as in common ALE setups.
const MAX_IDLE_FRAMES: usize = 30;

/// The loaded files of one game. Clones share the contents.
#[derive(Clone, Default)]
pub struct GameFiles {
    shipped: Option<Arc<Recording>>,
    pub(crate) own: Option<Arc<Recording>>,
    consoles: Option<Arc<Consoles>>,
}

/// A console with the cartridge, at two points of the game.
struct Consoles {
    /// As ALE's reset leaves it.
    reset: Console,
    /// When the player can first move.
    playable: Console,
}

/// The recording that a run selects is not loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no recording of {} by {players:?} players", game.name())]
pub struct MissingRecording {
    pub game: Game,
    pub players: Players,
}

impl MissingRecording {
    pub fn text(self) -> Text {
        let game = self.game.text();
        match self.players {
            Players::Own => text!("error-no-own-recording", game = game),
            Players::Scripted => text!("error-no-recording", game = game, file = Recording::file_name(self.game)),
        }
    }
}

/// A file that is not one of this game.
#[derive(Debug, thiserror::Error)]
pub enum GameFileError {
    #[error("a recording of {}, not of {}", found.name(), expected.name())]
    OtherRecording { found: Game, expected: Game },
    #[error("the cartridge of {}, not of {}", found.name(), expected.name())]
    OtherCartridge { found: Game, expected: Game },
    #[error("{bytes} bytes, not the cartridge of {}", expected.name())]
    Unknown { bytes: usize, expected: Game },
    #[error("archive without the cartridge of {}", expected.name())]
    NotInArchive { expected: Game },
    #[error(transparent)]
    Cartridge(#[from] CartridgeError),
}

impl GameFileError {
    pub fn text(&self) -> Text {
        match self {
            Self::OtherRecording { found, expected } => {
                text!("error-other-recording", found = found.text(), game = expected.text())
            }
            Self::OtherCartridge { found, expected } => {
                text!("error-other-cartridge", found = found.text(), game = expected.text())
            }
            Self::Unknown { bytes, expected } => text!(
                "error-unknown-cartridge",
                bytes = *bytes,
                game = expected.text(),
                expected = expected.rom_bytes(),
                checksum = format!("{:08x}", expected.checksum()),
            ),
            Self::NotInArchive { expected } => text!(
                "error-cartridge-not-in-archive",
                game = expected.text(),
                expected = expected.rom_bytes(),
                checksum = format!("{:08x}", expected.checksum()),
            ),
            Self::Cartridge(CartridgeError::Size { bytes }) => text!("error-cartridge-size", bytes = *bytes),
        }
    }
}

impl GameFiles {
    pub fn recording(&self, players: Players) -> Option<&Arc<Recording>> {
        match players {
            Players::Own => self.own.as_ref(),
            Players::Scripted => self.shipped.as_ref(),
        }
    }

    pub fn has_cartridge(&self) -> bool {
        self.consoles.is_some()
    }

    /// A console as ALE's reset leaves it.
    pub fn reset_console(&self) -> Option<Console> {
        self.consoles.as_ref().map(|consoles| consoles.reset.clone())
    }

    /// A console when the player can first move, after a random number of idle frames.
    pub fn playable_console(&self, rng: &mut Rng) -> Option<Console> {
        let mut console = self.consoles.as_ref()?.playable.clone();
        for _ in 0..rng.below(MAX_IDLE_FRAMES + 1) {
            console.run_frame(JoystickAction::NOOP.into());
        }
        Some(console)
    }

    /// Reads a recording, a cartridge, or an archive with the cartridge in it, which differ by their content. A recording
    /// under another name than the shipped one is the visitor's own.
    pub fn load(&mut self, game: Game, name: &str, bytes: &[u8]) -> Result<Found, ImportError> {
        if zip::is_archive(bytes) {
            let rom = zip::member_of(bytes, game.rom_bytes(), game.checksum())?;
            return Ok(self.load_cartridge(game, &rom.ok_or(GameFileError::NotInArchive { expected: game })?)?);
        }
        if !Recording::is_recording(bytes) {
            return Ok(self.load_cartridge(game, bytes)?);
        }
        let recording = Recording::read(bytes)?;
        if recording.game != game {
            return Err(GameFileError::OtherRecording { found: recording.game, expected: game }.into());
        }
        let own = name != Recording::file_name(game);
        let (key, counts_as) = match own {
            true => ("file-found-own-recording", own_file(game)),
            false => ("file-found-recording", Recording::file_name(game)),
        };
        let (plays, decisions) = (recording.playthroughs.len(), recording.decisions());
        let said = text!(key, plays = plays, game = game.text(), decisions = decisions);
        *(if own { &mut self.own } else { &mut self.shipped }) = Some(Arc::new(recording));
        Ok(Found { said, counts_as })
    }

    fn load_cartridge(&mut self, game: Game, rom: &[u8]) -> Result<Found, GameFileError> {
        match Game::of_rom(rom) {
            Some(found) if found == game => {}
            Some(found) => return Err(GameFileError::OtherCartridge { found, expected: game }),
            None => return Err(GameFileError::Unknown { bytes: rom.len(), expected: game }),
        }
        let reset = Console::start(Arc::new(Cartridge::new(rom)?));
        let mut playable = reset.clone();
        (0..game.opening_frames()).for_each(|_| playable.run_frame(JoystickAction::NOOP.into()));
        self.consoles = Some(Arc::new(Consoles { reset, playable }));
        Ok(Found { said: text!("file-found-cartridge", game = game.text()), counts_as: cartridge_file(game) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::import::zip::tests::archive;

    fn magpie() -> Vec<u8> {
        std::fs::read("../../datasets/magpie.a26").unwrap()
    }

    #[test]
    fn a_cartridge_is_found_in_an_archive_by_its_content() {
        let others = [("wheel/METADATA", b"Name: games".to_vec()), ("wheel/other.bin", vec![7; 4096])];
        let mut files = GameFiles::default();
        let key = files.load(Game::Magpie, "games.whl", &archive(&others)).unwrap_err().text().key;
        assert_eq!(key, "error-cartridge-not-in-archive");
        assert!(!files.has_cartridge());
        let [one, two] = others;
        let wheel = archive(&[one, two, ("wheel/roms/any name.bin", magpie())]);
        let found = files.load(Game::Magpie, "games.whl", &wheel).unwrap();
        assert_eq!((found.counts_as.as_str(), files.has_cartridge()), ("magpie.a26", true));
        // The directory is believed only if the member is what it says.
        let mut forged = archive(&[("game.bin", magpie())]);
        let at = forged.len() / 2;
        forged[at] ^= 1;
        assert!(GameFiles::default().load(Game::Magpie, "games.zip", &forged).is_err());
        assert!(GameFiles::default().load(Game::Alien, "games.zip", &wheel).is_err(), "another game's");
        assert!(GameFiles::default().load(Game::Magpie, "games.zip", &wheel[..wheel.len() / 2]).is_err());
    }

    #[test]
    fn a_claim_of_a_size_is_checked_before_anything_is_inflated() {
        // A million zeros under the checksum of the cartridge: the size does not match, so they stay as they are.
        let mut bomb = archive(&[("game.bin", vec![0; 1 << 20])]);
        let sum = crc32fast::hash(&vec![0; 1 << 20]).to_le_bytes();
        let wanted = Game::Magpie.checksum().to_le_bytes();
        let at = bomb.windows(4).rposition(|window| window == sum).unwrap();
        bomb[at..at + 4].copy_from_slice(&wanted);
        let key = GameFiles::default().load(Game::Magpie, "bomb.zip", &bomb).unwrap_err().text().key;
        assert_eq!(key, "error-cartridge-not-in-archive");
    }
}
