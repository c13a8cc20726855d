//! The file format of recordings:
//!
//! ```text
//! 0   8  magic "PMIATARI"          16  4  decisions of all games
//! 8   2  version                   20  4  bytes of the body, as stored
//! 10  2  game, as in Game::ALL     24  4  CRC-32 of the bytes before and of the body
//! 12  4  games                     28     the body, deflated
//! ```
//! All whole numbers are little-endian. The body has the number of decisions and the score of each game (4 bytes each),
//! then all actions, then all values of the first byte of memory, of the second and so on. A byte of memory is stored as
//! the difference from one decision earlier: most bytes are constant or count, so the differences deflate well.

use miniz_oxide::{deflate::compress_to_vec, inflate::decompress_to_vec_with_limit};

use super::Game;
use super::recording::{MEMORY, Playthrough, Recording};
use crate::data::container::{MAX_INFLATION, checksum};
use atari2600::JoystickAction;
use protocol::{Text, text};

const MAGIC: &[u8; 8] = b"PMIATARI";
const VERSION: u16 = 1;
const HEADER: usize = 28;
/// About nineteen hours; larger recordings are refused before anything is allocated.
const MAX_DECISIONS: u32 = 1 << 20;
const MAX_GAMES: u32 = 1 << 16;
/// Bytes of the body per game and per decision.
const GAME_BYTES: usize = 8;
const DECISION_BYTES: usize = 1 + MEMORY;
/// Why a file is not a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordingError {
    #[error("not a recording")]
    Foreign,
    #[error("recording of another version")]
    Version,
    #[error("truncated recording")]
    Truncated,
    #[error("checksum of the recording does not match")]
    Damaged,
    #[error("recording of an unknown game")]
    Game,
    #[error("recording too large")]
    TooLarge,
    #[error("inconsistent recording")]
    Inconsistent,
    #[error("recording with an unknown action")]
    Action,
}

impl RecordingError {
    pub fn text(self) -> Text {
        match self {
            Self::Foreign => text!("error-recording-foreign"),
            Self::Version => text!("error-recording-version"),
            Self::Truncated => text!("error-recording-truncated"),
            Self::Damaged => text!("error-recording-damaged"),
            Self::Game => text!("error-recording-game"),
            Self::TooLarge => text!("error-recording-too-large"),
            Self::Inconsistent => text!("error-recording-inconsistent"),
            Self::Action => text!("error-recording-action"),
        }
    }
}

impl Recording {
    /// Whether a file starts like a recording, of any version.
    pub fn is_recording(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    pub fn write(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(self.playthroughs.len() * GAME_BYTES + self.decisions() * DECISION_BYTES);
        for playthrough in &self.playthroughs {
            body.extend_from_slice(&(playthrough.decisions() as u32).to_le_bytes());
            body.extend_from_slice(&playthrough.score.to_le_bytes());
        }
        for playthrough in &self.playthroughs {
            body.extend_from_slice(&playthrough.actions[..playthrough.decisions()]);
        }
        for address in 0..MEMORY {
            let mut last = 0;
            for ram in self.playthroughs.iter().flat_map(|one| &one.rams[..one.decisions()]) {
                body.push(ram[address].wrapping_sub(last));
                last = ram[address];
            }
        }
        let stored = compress_to_vec(&body, 9);
        let game = Game::ALL.iter().position(|game| *game == self.game).unwrap_or(0);
        let mut file = Vec::with_capacity(HEADER + stored.len());
        file.extend_from_slice(MAGIC);
        file.extend_from_slice(&VERSION.to_le_bytes());
        file.extend_from_slice(&(game as u16).to_le_bytes());
        for count in [self.playthroughs.len(), self.decisions(), stored.len()] {
            file.extend_from_slice(&(count as u32).to_le_bytes());
        }
        let sum = checksum(&file, &stored);
        file.extend_from_slice(&sum.to_le_bytes());
        file.extend_from_slice(&stored);
        file
    }

    /// Reads a file. Header and checksum are checked before anything is allocated.
    pub fn read(file: &[u8]) -> Result<Self, RecordingError> {
        let header = Header::checked(file)?;
        let body = decompress_to_vec_with_limit(&file[HEADER..], header.body())
            .ok()
            .filter(|body| body.len() == header.body())
            .ok_or(RecordingError::Inconsistent)?;
        let (front, rest) = body.split_at(header.games * GAME_BYTES);
        let (actions, columns) = rest.split_at(header.decisions);
        if actions.iter().any(|action| *action >= JoystickAction::COUNT) {
            return Err(RecordingError::Action);
        }
        let mut memories = Memories { columns, all: header.decisions, read: 0, last: [0; MEMORY] };
        let mut actions = actions.iter().copied();
        let mut playthroughs = Vec::with_capacity(header.games);
        for [decisions, score] in
            front.as_chunks::<GAME_BYTES>().0.iter().map(|pair| [number(pair, 0), number(pair, 4)])
        {
            let decisions = decisions as usize;
            let rams = memories.next(decisions).ok_or(RecordingError::Inconsistent)?;
            let actions = actions.by_ref().take(decisions).collect();
            playthroughs.push(Playthrough { rams, actions, score });
        }
        if memories.read < header.decisions {
            return Err(RecordingError::Inconsistent);
        }
        Ok(Self { game: header.game, playthroughs })
    }
}

/// Restores the memories of one game after the other from columns of differences, `[MEMORY, decisions]`.
struct Memories<'a> {
    columns: &'a [u8],
    /// Decisions of all games, and of those that were read.
    all: usize,
    read: usize,
    /// The memory at the last of them.
    last: [u8; MEMORY],
}

impl Memories<'_> {
    /// The next memories; None where there are fewer, so that a false count allocates nothing.
    fn next(&mut self, decisions: usize) -> Option<Vec<[u8; MEMORY]>> {
        let end = self.read.checked_add(decisions).filter(|end| *end <= self.all)?;
        let mut rams = vec![[0; MEMORY]; decisions];
        for (address, column) in self.columns.chunks_exact(self.all.max(1)).enumerate() {
            let last = &mut self.last[address];
            for (ram, difference) in rams.iter_mut().zip(&column[self.read..end]) {
                *last = last.wrapping_add(*difference);
                ram[address] = *last;
            }
        }
        self.read = end;
        Some(rams)
    }
}

struct Header {
    game: Game,
    games: usize,
    decisions: usize,
}

impl Header {
    /// Size of the inflated body.
    fn body(&self) -> usize {
        self.games * GAME_BYTES + self.decisions * DECISION_BYTES
    }

    fn checked(file: &[u8]) -> Result<Self, RecordingError> {
        let Some(header) = file.get(..HEADER) else {
            let cut = MAGIC.starts_with(file) || Recording::is_recording(file);
            return Err(if cut { RecordingError::Truncated } else { RecordingError::Foreign });
        };
        if !Recording::is_recording(file) {
            return Err(RecordingError::Foreign);
        }
        let version = u16::from_le_bytes([header[8], header[9]]);
        if version != VERSION {
            return Err(RecordingError::Version);
        }
        let (stored, body) = (number(header, 20) as usize, &file[HEADER..]);
        if body.len() < stored {
            return Err(RecordingError::Truncated);
        }
        if body.len() > stored || checksum(&header[..HEADER - 4], body) != number(header, 24) {
            return Err(RecordingError::Damaged);
        }
        let game = Game::ALL.get(usize::from(u16::from_le_bytes([header[10], header[11]])));
        let game = *game.ok_or(RecordingError::Game)?;
        let (games, decisions) = (number(header, 12), number(header, 16));
        if games > MAX_GAMES || decisions > MAX_DECISIONS {
            return Err(RecordingError::TooLarge);
        }
        let header = Self { game, games: games as usize, decisions: decisions as usize };
        if header.body() as u64 > MAX_INFLATION * stored as u64 {
            return Err(RecordingError::TooLarge);
        }
        Ok(header)
    }
}

/// The whole number at an offset within bounds.
fn number(bytes: &[u8], at: usize) -> u32 {
    bytes[at..].first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Rng;
    use crate::data::container::write_checksum;

    fn sample() -> Recording {
        let mut rng = Rng::stream(1, "recording", 0);
        let mut playthrough = |decisions: usize| {
            let mut ram = [7; MEMORY];
            let rams = (0..decisions).map(|_| {
                ram[rng.below(MEMORY)] = rng.below(256) as u8;
                ram
            });
            let rams = rams.collect();
            let actions = (0..decisions).map(|n| (n % 18) as u8).collect();
            Playthrough { rams, actions, score: 10 * decisions as u32 }
        };
        let playthroughs = [50, 1, 0, 200].map(&mut playthrough).to_vec();
        Recording { game: Game::MsPacman, playthroughs }
    }

    fn error(file: &[u8]) -> RecordingError {
        Recording::read(file).unwrap_err()
    }

    #[test]
    fn recordings_come_back() {
        let recording = sample();
        assert_eq!(Recording::read(&recording.write()).unwrap(), recording);
        assert_eq!(recording.decisions(), 251);
        let empty = Recording { game: Game::Alien, playthroughs: vec![] };
        assert_eq!(Recording::read(&empty.write()).unwrap(), empty);
    }

    #[test]
    fn every_cut_and_every_flipped_bit_is_noticed() {
        let file = sample().write();
        for length in 0..file.len() {
            assert_eq!(error(&file[..length]), RecordingError::Truncated, "{length} bytes");
        }
        for at in 0..file.len() {
            let mut damaged = file.clone();
            damaged[at] ^= 1 << (at % 8);
            assert!(Recording::read(&damaged).is_err(), "byte {at}");
        }
        assert_eq!(error(&[file, vec![0]].concat()), RecordingError::Damaged);
    }

    /// A changed file with a matching checksum.
    fn forged(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut file = sample().write();
        change(&mut file);
        write_checksum(&mut file, HEADER);
        file
    }

    #[test]
    fn false_counts_are_refused_before_memory_is_allocated() {
        let with =
            |at: usize, value: u32| error(&forged(|file| file[at..at + 4].copy_from_slice(&value.to_le_bytes())));
        for (at, value) in [(12, u32::MAX), (16, u32::MAX), (16, MAX_DECISIONS)] {
            assert_eq!(with(at, value), RecordingError::TooLarge);
        }
        assert_eq!(with(16, 250), RecordingError::Inconsistent);
        assert_eq!(with(12, 3), RecordingError::Inconsistent);
        assert_eq!(error(&forged(|file| file[8] = 9)), RecordingError::Version);
        assert_eq!(error(&forged(|file| file[10] = 9)), RecordingError::Game);
        assert_eq!(error(b"\x89PNG and so on, long enough to have a header"), RecordingError::Foreign);
    }

    #[test]
    fn random_bodies_never_panic() {
        let mut rng = Rng::stream(3, "recording", 0);
        for _ in 0..300 {
            let (games, decisions) = (rng.below(4), rng.below(20));
            let body: Vec<u8> =
                (0..games * GAME_BYTES + decisions * DECISION_BYTES).map(|_| rng.below(24) as u8).collect();
            let stored = compress_to_vec(&body, 1);
            let file = forged(|file| {
                file.truncate(HEADER);
                for (at, value) in [(12, games), (16, decisions), (20, stored.len())] {
                    file[at..at + 4].copy_from_slice(&(value as u32).to_le_bytes());
                }
                file.extend_from_slice(&stored);
            });
            let _ = Recording::read(&file);
        }
    }
}
