//! Files of a game: recordings to learn from, and the cartridge to play with.

use std::sync::{Arc, Mutex, PoisonError};

use super::card::{cartridge_file, own_file};
use super::{Game, Players, Recording};
use crate::Files;
use crate::data::import::{ImportError, zip};
use crate::data::{Pictures, Rng};
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
    /// The pictures of one of the recordings, once they were made; shared by clones, so that they are made once.
    pictures: Arc<Mutex<Option<MadePictures>>>,
}

/// Pictures, and whose recording they are of.
type MadePictures = (Players, Arc<Pictures>);

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

    /// The pictures of a recording, if they have been made.
    pub fn pictures(&self, players: Players) -> Option<Arc<Pictures>> {
        let made = self.pictures.lock().unwrap_or_else(PoisonError::into_inner);
        made.as_ref().filter(|(of, _)| *of == players).map(|(_, pictures)| pictures.clone())
    }

    pub fn set_pictures(&self, players: Players, pictures: Pictures) {
        *self.pictures.lock().unwrap_or_else(PoisonError::into_inner) = Some((players, Arc::new(pictures)));
    }

    /// After a recording has changed. Clones keep the pictures of theirs.
    pub fn forget_pictures(&mut self) {
        self.pictures = Arc::default();
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

    /// Reads a recording or a cartridge, which differ by their content. A recording under another name than the shipped
    /// one is the visitor's own.
    pub fn load(&mut self, game: Game, name: &str, bytes: &[u8]) -> Result<Found, ImportError> {
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
        self.forget_pictures();
        Ok(Found { said, counts_as, also_for: vec![], table: None })
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
        let said = text!("file-found-cartridge", game = game.text());
        Ok(Found { said, counts_as: cartridge_file(game), also_for: vec![], table: None })
    }
}

/// Reads an archive with cartridges in it, also those of other games than the open one.
pub fn load_archive(files: &mut Files, open: Game, bytes: &[u8]) -> Result<Found, ImportError> {
    let mut found: Vec<(Game, Found)> = Vec::new();
    for game in Game::ALL {
        if let Some(rom) = zip::member_of(bytes, game.rom_bytes(), game.checksum())? {
            found.push((game, files.game_mut(game).load_cartridge(game, &rom)?));
        }
    }
    let others = found.iter().map(|(game, _)| *game).filter(|game| *game != open);
    let also_for: Vec<String> = others.map(|game| game.id().to_string()).collect();
    let count = found.len();
    let of_open = found.into_iter().find(|(game, _)| *game == open);
    let (_, found) = of_open.ok_or(GameFileError::NotInArchive { expected: open })?;
    let said =
        if count > 1 { text!("file-found-cartridges", game = open.text(), more = count - 1) } else { found.said };
    Ok(Found { said, also_for, ..found })
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
        let load = |files: &mut Files, game, bytes: &[u8]| load_archive(files, game, bytes);
        let mut files = Files::default();
        let key = load(&mut files, Game::Magpie, &archive(&others)).unwrap_err().text().key;
        assert_eq!(key, "error-cartridge-not-in-archive");
        assert!(!files.game(Game::Magpie).has_cartridge());
        let [one, two] = others;
        let wheel = archive(&[one, two, ("wheel/roms/any name.bin", magpie())]);
        let found = load(&mut files, Game::Magpie, &wheel).unwrap();
        assert_eq!((found.counts_as.as_str(), files.game(Game::Magpie).has_cartridge()), ("magpie.a26", true));
        assert_eq!(found.also_for, [""; 0]);
        // The directory is believed only if the member is what it says.
        let mut forged = archive(&[("game.bin", magpie())]);
        let at = forged.len() / 2;
        forged[at] ^= 1;
        let mut files = Files::default();
        assert!(load(&mut files, Game::Magpie, &forged).is_err());
        assert!(load(&mut files, Game::Magpie, &wheel[..wheel.len() / 2]).is_err());
        assert!(!files.game(Game::Magpie).has_cartridge());
        assert!(load(&mut files, Game::Alien, &wheel).is_err(), "it has not the cartridge of the open game");
        assert!(files.game(Game::Magpie).has_cartridge(), "but that of another, which is taken all the same");
    }

    #[test]
    fn a_claim_of_a_size_is_checked_before_anything_is_inflated() {
        // A million zeros under the checksum of the cartridge: the size does not match, so they stay as they are.
        let mut bomb = archive(&[("game.bin", vec![0; 1 << 20])]);
        let sum = crc32fast::hash(&vec![0; 1 << 20]).to_le_bytes();
        let wanted = Game::Magpie.checksum().to_le_bytes();
        let at = bomb.windows(4).rposition(|window| window == sum).unwrap();
        bomb[at..at + 4].copy_from_slice(&wanted);
        let key = load_archive(&mut Files::default(), Game::Magpie, &bomb).unwrap_err().text().key;
        assert_eq!(key, "error-cartridge-not-in-archive");
    }
}
