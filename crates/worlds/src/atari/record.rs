//! A recording: games as the console's memory and the player's action at every decision.
//!
//! ```text
//! 0   8  magic "PMIATARI"          16  4  decisions of all plays
//! 8   2  version                   20  4  bytes of the body, as stored
//! 10  2  game, as in Game::ALL     24  4  CRC-32 of the bytes before and of the body
//! 12  4  plays                     28     the body, deflated
//! ```
//! All whole numbers are little-endian. The body has for each play its decisions and its score (4 bytes each), then
//! all actions, then all values of the first byte of memory, of the second and so on. A byte of memory is told by its
//! difference from one decision earlier: most stand still or count, and stretches of equal bytes deflate best.

use miniz_oxide::{deflate::compress_to_vec, inflate::decompress_to_vec_with_limit};

use super::Game;
use crate::data::import::ImportError;
use atari2600::JoystickAction;

const MAGIC: &[u8; 8] = b"PMIATARI";
const VERSION: u16 = 1;
const HEADER: usize = 28;
const MEMORY: usize = 128;
/// Some nineteen hours of play; more is refused before anything is allocated.
const MOST_DECISIONS: u32 = 1 << 20;
const MOST_PLAYS: u32 = 1 << 16;
/// Deflate cannot make more of a byte than this.
const MOST_INFLATION: u64 = 1032;
/// What a play has at the front of the body, and a decision behind.
const PLAY_BYTES: usize = 8;
const DECISION_BYTES: usize = 1 + MEMORY;
/// Frames that an action is held for.
pub const FRAME_SKIP: usize = 4;

/// Games by one kind of player.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    pub game: Game,
    pub plays: Vec<Play>,
}

/// One game: what the memory was at each decision, and the action then held for [`FRAME_SKIP`] frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Play {
    pub rams: Vec<[u8; MEMORY]>,
    /// ALE's numbers, 0 to 17.
    pub actions: Vec<u8>,
    /// The game's own score at the end.
    pub score: u32,
}

impl Play {
    /// A decision that lacks its memory or its action is none.
    pub fn decisions(&self) -> usize {
        self.rams.len().min(self.actions.len())
    }
}

fn wrong(what: &'static str) -> ImportError {
    ImportError::Recording(what)
}

impl Recording {
    pub fn decisions(&self) -> usize {
        self.plays.iter().map(Play::decisions).sum()
    }

    /// The name its file has in `datasets`.
    pub fn file_name(game: Game) -> String {
        format!("atari-{}.plays", game.id())
    }

    /// Whether a file calls itself a recording, of whatever version.
    pub fn is_recording(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    pub fn write(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(self.plays.len() * PLAY_BYTES + self.decisions() * DECISION_BYTES);
        for play in &self.plays {
            body.extend_from_slice(&(play.decisions() as u32).to_le_bytes());
            body.extend_from_slice(&play.score.to_le_bytes());
        }
        for play in &self.plays {
            body.extend_from_slice(&play.actions[..play.decisions()]);
        }
        for place in 0..MEMORY {
            let mut last = 0;
            for ram in self.plays.iter().flat_map(|play| &play.rams[..play.decisions()]) {
                body.push(ram[place].wrapping_sub(last));
                last = ram[place];
            }
        }
        let stored = compress_to_vec(&body, 9);
        let game = Game::ALL.iter().position(|game| *game == self.game).unwrap_or(0);
        let mut file = Vec::with_capacity(HEADER + stored.len());
        file.extend_from_slice(MAGIC);
        file.extend_from_slice(&VERSION.to_le_bytes());
        file.extend_from_slice(&(game as u16).to_le_bytes());
        for count in [self.plays.len(), self.decisions(), stored.len()] {
            file.extend_from_slice(&(count as u32).to_le_bytes());
        }
        let sum = checksum(&file, &stored);
        file.extend_from_slice(&sum.to_le_bytes());
        file.extend_from_slice(&stored);
        file
    }

    /// Reads a file. Everything it claims is checked, and its checksum with it, before anything is allocated.
    pub fn read(file: &[u8]) -> Result<Self, ImportError> {
        let header = Header::checked(file)?;
        let body = decompress_to_vec_with_limit(&file[HEADER..], header.body())
            .ok()
            .filter(|body| body.len() == header.body())
            .ok_or(wrong("contradicts itself"))?;
        let (front, rest) = body.split_at(header.plays * PLAY_BYTES);
        let (actions, columns) = rest.split_at(header.decisions);
        if actions.iter().any(|action| *action >= JoystickAction::COUNT) {
            return Err(wrong("has an action that a joystick does not have"));
        }
        let mut rams = memory(columns, header.decisions).into_iter();
        let mut actions = actions.iter().copied();
        let mut plays = Vec::with_capacity(header.plays);
        for [decisions, score] in
            front.as_chunks::<PLAY_BYTES>().0.iter().map(|pair| [number(pair, 0), number(pair, 4)])
        {
            let decisions = decisions as usize;
            // `take` stops at the end, so a count that lies asks for no memory.
            let rams: Vec<_> = rams.by_ref().take(decisions).collect();
            if rams.len() < decisions {
                return Err(wrong("contradicts itself"));
            }
            plays.push(Play { rams, actions: actions.by_ref().take(decisions).collect(), score });
        }
        if rams.next().is_some() {
            return Err(wrong("contradicts itself"));
        }
        Ok(Self { game: header.game, plays })
    }
}

/// Columns of differences back to memories.
fn memory(columns: &[u8], decisions: usize) -> Vec<[u8; MEMORY]> {
    let mut rams = vec![[0; MEMORY]; decisions];
    for (place, column) in columns.chunks_exact(decisions.max(1)).enumerate() {
        let mut last = 0_u8;
        for (ram, difference) in rams.iter_mut().zip(column) {
            last = last.wrapping_add(*difference);
            ram[place] = last;
        }
    }
    rams
}

struct Header {
    game: Game,
    plays: usize,
    decisions: usize,
}

impl Header {
    fn body(&self) -> usize {
        self.plays * PLAY_BYTES + self.decisions * DECISION_BYTES
    }

    fn checked(file: &[u8]) -> Result<Self, ImportError> {
        let Some(header) = file.get(..HEADER) else {
            let cut = MAGIC.starts_with(file) || Recording::is_recording(file);
            return Err(if cut { wrong("is cut short") } else { wrong("is something else") });
        };
        if !Recording::is_recording(file) {
            return Err(wrong("is something else"));
        }
        let version = u16::from_le_bytes([header[8], header[9]]);
        if version != VERSION {
            return Err(wrong("is of another version of this program"));
        }
        let (stored, body) = (number(header, 20) as usize, &file[HEADER..]);
        if body.len() < stored {
            return Err(wrong("is cut short"));
        }
        if body.len() > stored || checksum(&header[..HEADER - 4], body) != number(header, 24) {
            return Err(wrong("is damaged (its checksum does not fit)"));
        }
        let game = Game::ALL.get(usize::from(u16::from_le_bytes([header[10], header[11]])));
        let game = *game.ok_or(wrong("is of a game that is not known here"))?;
        let (plays, decisions) = (number(header, 12), number(header, 16));
        if plays > MOST_PLAYS || decisions > MOST_DECISIONS {
            return Err(wrong("says it holds more than can be read here"));
        }
        let header = Self { game, plays: plays as usize, decisions: decisions as usize };
        if header.body() as u64 > MOST_INFLATION * stored as u64 {
            return Err(wrong("says it holds more than can be read here"));
        }
        Ok(header)
    }
}

/// The whole number at a place that is known to be there.
fn number(bytes: &[u8], at: usize) -> u32 {
    bytes[at..].first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

fn checksum(header: &[u8], body: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(header);
    sum.update(body);
    sum.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Rng;

    fn sample() -> Recording {
        let mut rng = Rng::stream(1, "recording", 0);
        let mut play = |decisions: usize| {
            let mut ram = [7; MEMORY];
            let rams = (0..decisions).map(|_| {
                ram[rng.below(MEMORY)] = rng.below(256) as u8;
                ram
            });
            let rams = rams.collect();
            Play { rams, actions: (0..decisions).map(|n| (n % 18) as u8).collect(), score: 10 * decisions as u32 }
        };
        Recording { game: Game::MsPacman, plays: vec![play(50), play(1), play(0), play(200)] }
    }

    fn sentence(file: &[u8]) -> String {
        Recording::read(file).unwrap_err().to_string()
    }

    #[test]
    fn recordings_come_back() {
        let recording = sample();
        assert_eq!(Recording::read(&recording.write()).unwrap(), recording);
        assert_eq!(recording.decisions(), 251);
        let empty = Recording { game: Game::Alien, plays: vec![] };
        assert_eq!(Recording::read(&empty.write()).unwrap(), empty);
    }

    #[test]
    fn every_cut_and_every_flipped_bit_is_told() {
        let file = sample().write();
        for length in 0..file.len() {
            assert!(sentence(&file[..length]).contains("cut short"), "{length} bytes");
        }
        for at in 0..file.len() {
            let mut damaged = file.clone();
            damaged[at] ^= 1 << (at % 8);
            assert!(Recording::read(&damaged).is_err(), "byte {at}");
        }
        assert!(sentence(&[file, vec![0]].concat()).contains("damaged"));
    }

    /// A file whose checksum fits whatever was done to it.
    fn forged(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut file = sample().write();
        change(&mut file);
        let sum = checksum(&file[..HEADER - 4], &file[HEADER..]);
        file[HEADER - 4..HEADER].copy_from_slice(&sum.to_le_bytes());
        file
    }

    #[test]
    fn lies_are_refused_before_memory_is_asked_for() {
        let lie =
            |at: usize, value: u32| sentence(&forged(|file| file[at..at + 4].copy_from_slice(&value.to_le_bytes())));
        for (at, value) in [(12, u32::MAX), (16, u32::MAX), (16, MOST_DECISIONS)] {
            assert!(lie(at, value).contains("more than can be read"));
        }
        assert!(lie(16, 250).contains("contradicts"));
        assert!(lie(12, 3).contains("contradicts"));
        assert!(sentence(&forged(|file| file[8] = 9)).contains("version"));
        assert!(sentence(&forged(|file| file[10] = 9)).contains("game"));
        assert!(sentence(b"\x89PNG and so on, long enough to have a header").contains("something else"));
    }

    #[test]
    fn random_bodies_never_panic() {
        let mut rng = Rng::stream(3, "recording", 0);
        for _ in 0..300 {
            let (plays, decisions) = (rng.below(4), rng.below(20));
            let body: Vec<u8> =
                (0..plays * PLAY_BYTES + decisions * DECISION_BYTES).map(|_| rng.below(24) as u8).collect();
            let stored = compress_to_vec(&body, 1);
            let file = forged(|file| {
                file.truncate(HEADER);
                for (at, value) in [(12, plays), (16, decisions), (20, stored.len())] {
                    file[at..at + 4].copy_from_slice(&(value as u32).to_le_bytes());
                }
                file.extend_from_slice(&stored);
            });
            let _ = Recording::read(&file);
        }
    }
}
