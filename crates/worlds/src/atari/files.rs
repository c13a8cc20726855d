//! What was loaded for each game: recordings to learn from, and the cartridge to play with.

use std::sync::{Arc, PoisonError, RwLock};

use super::card::{cartridge_file, own_file};
use super::{Game, Play, Recording};
use crate::data::Rng;
use crate::data::import::ImportError;
use atari2600::{Cartridge, Console, JoystickAction};
use protocol::Found;

/// Frames without input that an episode may begin with; as many as ALE's users take.
const MOST_IDLE_FRAMES: usize = 30;

#[derive(Default)]
struct Shelf {
    shipped: Option<Arc<Recording>>,
    own: Option<Arc<Recording>>,
    /// The game as ALE's reset leaves it, and at the moment its player can first move.
    console: Option<Arc<[Console; 2]>>,
}

/// A worker or the lab holds one of each a game.
static SHELVES: [RwLock<Shelf>; 3] = [const { RwLock::new(Shelf { shipped: None, own: None, console: None }) }; 3];

fn shelf(game: Game) -> &'static RwLock<Shelf> {
    &SHELVES[game as usize]
}

fn look<T>(game: Game, find: impl FnOnce(&Shelf) -> T) -> T {
    find(&shelf(game).read().unwrap_or_else(PoisonError::into_inner))
}

fn put(game: Game, change: impl FnOnce(&mut Shelf)) {
    change(&mut shelf(game).write().unwrap_or_else(PoisonError::into_inner));
}

/// The recording that a run learns from, if it is there.
pub fn recording(game: Game, own: bool) -> Option<Arc<Recording>> {
    look(game, |shelf| if own { shelf.own.clone() } else { shelf.shipped.clone() })
}

/// A game of its own to play, if the cartridge is there: where the player can first move, some idle frames later.
pub fn console(game: Game, rng: &mut Rng) -> Option<Console> {
    let mut console = look(game, |shelf| shelf.console.as_ref().map(|consoles| consoles[1].clone()))?;
    for _ in 0..rng.below(MOST_IDLE_FRAMES + 1) {
        console.run_frame(JoystickAction::NOOP.into());
    }
    Some(console)
}

/// The game as ALE's reset leaves it, if the cartridge is there.
pub fn reset_console(game: Game) -> Option<Console> {
    look(game, |shelf| shelf.console.as_ref().map(|consoles| consoles[0].clone()))
}

pub fn has_console(game: Game) -> bool {
    look(game, |shelf| shelf.console.is_some())
}

/// Takes a recording or a cartridge, told apart by what they hold. A recording under another name than the shipped
/// one's is the visitor's.
pub fn load(game: Game, name: &str, bytes: &[u8]) -> Result<Found, ImportError> {
    if !Recording::is_recording(bytes) {
        return insert(game, bytes);
    }
    let recording = Recording::read(bytes)?;
    if recording.game != game {
        let sentence = format!("this is a recording of {}, not of {}", recording.game.name(), game.name());
        return Err(ImportError::Cartridge(sentence));
    }
    let (plays, decisions) = (recording.plays.len(), recording.decisions());
    let own = name != Recording::file_name(game);
    keep(recording, own);
    let (whose, counts_as) =
        if own { ("your own", own_file(game)) } else { ("scripted players", Recording::file_name(game)) };
    let (plays, are) = if plays == 1 { ("1 play".into(), "is") } else { (format!("{plays} plays"), "are") };
    let said = format!("{plays} of {} with {decisions} decisions {are} loaded ({whose}).", game.name());
    Ok(Found { said: said.into(), counts_as })
}

pub fn keep(recording: Recording, own: bool) {
    let game = recording.game;
    let recording = Some(Arc::new(recording));
    put(game, |shelf| *(if own { &mut shelf.own } else { &mut shelf.shipped }) = recording);
}

/// Adds a play to the visitor's own, and returns all of them.
pub fn add_own(game: Game, play: Play) -> Recording {
    let kept = recording(game, true);
    let mut own = kept.map_or(Recording { game, plays: vec![] }, |kept| Recording::clone(&kept));
    own.plays.push(play);
    keep(own.clone(), true);
    own
}

fn insert(game: Game, rom: &[u8]) -> Result<Found, ImportError> {
    let found = Game::of_rom(rom);
    if found != Some(game) {
        let (name, bytes) = (game.name(), rom.len());
        return Err(ImportError::Cartridge(match found {
            Some(other) => format!("this is the cartridge of {}; {name} is played here", other.name()),
            None => format!(
                "this file of {bytes} bytes is not the cartridge of {name} that is known here ({} bytes, CRC-32 {:08x}), nor a recording of it",
                game.rom_bytes(),
                game.checksum()
            ),
        }));
    }
    let cartridge = Cartridge::new(rom).map_err(|error| ImportError::Cartridge(error.to_string()))?;
    let start = Console::start(Arc::new(cartridge));
    let mut console = start.clone();
    (0..game.opening_frames()).for_each(|_| console.run_frame(JoystickAction::NOOP.into()));
    put(game, |shelf| shelf.console = Some(Arc::new([start, console])));
    Ok(Found {
        said: format!("The cartridge of {} is in the console.", game.name()).into(),
        counts_as: cartridge_file(game),
    })
}
