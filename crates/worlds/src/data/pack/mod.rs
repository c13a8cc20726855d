//! The trajectory pack: a compact file of [`Tracks`], read natively and in browsers.
//!
//! ```text
//! 0   8  magic "PMITRACK"          24  4  bytes of the body, inflated
//! 8   2  version                   28  4  bytes of the body, as stored
//! 10  2  points per path           32  4  CRC-32 of the bytes before and of the body
//! 12  2  milliseconds of a step    36     the body, deflated: names of games (length, UTF-8), then for each
//! 14  2  units in a foot                  path its game and player, then for each path its coordinates
//! 16  4  paths, 20  4  games
//! ```
//! Whole numbers of the header are little-endian, those of the body LEB128. A coordinate is stored as the residual of a
//! linear prediction from the last two points (zigzag), in units of 1/512 ft. People move smoothly, so residuals are
//! small.

mod numbers;

use miniz_oxide::{deflate::compress_to_vec, inflate::decompress_to_vec_with_limit};

use self::numbers::{LinearPredictor, put, take, unzigzag, zigzag};
use super::container::{MAX_INFLATION, checksum};
use super::tracks::{MAX_PATHS, POINTS, STEP_SECONDS, Track, Tracks};
use protocol::{Text, text};

pub const MAGIC: &[u8; 8] = b"PMITRACK";
const VERSION: u16 = 1;
const HEADER: usize = 36;
const UNITS: f32 = 512.0;
/// Larger bodies are refused before anything is allocated.
const MAX_BYTES: u32 = 128 << 20;

#[derive(Debug, PartialEq, thiserror::Error)]
pub enum PackError {
    #[error("not a trajectory pack")]
    Foreign,
    #[error("pack of version {0} instead of {VERSION}")]
    Version(u16),
    #[error("truncated pack")]
    Truncated,
    #[error("checksum of the pack does not match")]
    Damaged,
    #[error("pack too large")]
    Huge,
    #[error("inconsistent pack")]
    Contradiction,
    #[error("paths do not have {POINTS} points {} ms apart", step_ms())]
    Shape,
}

impl PackError {
    pub fn text(&self) -> Text {
        match self {
            Self::Foreign => text!("error-pack-foreign"),
            Self::Version(found) => text!("error-pack-version", found = *found, known = VERSION),
            Self::Truncated => text!("error-pack-truncated"),
            Self::Damaged => text!("error-pack-damaged"),
            Self::Huge => text!("error-pack-too-large"),
            Self::Contradiction => text!("error-pack-inconsistent"),
            Self::Shape => text!("error-pack-shape", points = POINTS, milliseconds = step_ms()),
        }
    }
}

const fn step_ms() -> u16 {
    (STEP_SECONDS * 1000.0) as u16
}

/// Whether a file starts like a pack, of any version.
pub fn is_pack(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

pub fn write(tracks: &Tracks) -> Result<Vec<u8>, PackError> {
    if tracks.tracks.len() > MAX_PATHS {
        return Err(PackError::Huge);
    }
    let mut body = Vec::new();
    for name in &tracks.games {
        put(&mut body, name.len() as u64);
        body.extend_from_slice(name.as_bytes());
    }
    for track in &tracks.tracks {
        if track.xy.len() != 2 * POINTS || track.game as usize >= tracks.games.len() {
            return Err(PackError::Shape);
        }
        put(&mut body, u64::from(track.game));
        put(&mut body, u64::from(track.player));
    }
    for track in &tracks.tracks {
        for axis in 0..2 {
            let mut predictor = LinearPredictor::default();
            for point in track.xy.as_chunks::<2>().0 {
                let position = (point[axis] * UNITS).round() as i64;
                put(&mut body, zigzag(predictor.residual(position)));
            }
        }
    }
    let inflated = u32::try_from(body.len()).ok().filter(|n| *n <= MAX_BYTES).ok_or(PackError::Huge)?;
    let stored = compress_to_vec(&body, 9);
    let mut file = Vec::with_capacity(HEADER + stored.len());
    file.extend_from_slice(MAGIC);
    for number in [VERSION, POINTS as u16, step_ms(), UNITS as u16] {
        file.extend_from_slice(&number.to_le_bytes());
    }
    for number in [tracks.tracks.len() as u32, tracks.games.len() as u32, inflated, stored.len() as u32] {
        file.extend_from_slice(&number.to_le_bytes());
    }
    let checksum = checksum(&file, &stored);
    file.extend_from_slice(&checksum.to_le_bytes());
    file.extend_from_slice(&stored);
    Ok(file)
}

/// Reads a pack. Header and checksum are checked before anything is allocated.
pub fn read(file: &[u8]) -> Result<Tracks, PackError> {
    let header = PackHeader::checked(file)?;
    let body = decompress_to_vec_with_limit(&file[HEADER..], header.inflated as usize)
        .ok()
        .filter(|body| body.len() == header.inflated as usize)
        .ok_or(PackError::Contradiction)?;
    let mut rest = body.as_slice();
    let mut tracks =
        Tracks { games: Vec::with_capacity(header.games as usize), tracks: Vec::with_capacity(header.tracks as usize) };
    for _ in 0..header.games {
        let length = take(&mut rest)? as usize;
        let name = rest.get(..length).ok_or(PackError::Contradiction)?;
        tracks.games.push(std::str::from_utf8(name).map_err(|_| PackError::Contradiction)?.to_owned());
        rest = &rest[length..];
    }
    for _ in 0..header.tracks {
        let game = u32::try_from(take(&mut rest)?).ok().filter(|game| *game < header.games);
        let player = u32::try_from(take(&mut rest)?).ok();
        let (Some(game), Some(player)) = (game, player) else { return Err(PackError::Contradiction) };
        tracks.tracks.push(Track { game, player, xy: vec![] });
    }
    for track in &mut tracks.tracks {
        track.xy = vec![0.0; 2 * POINTS];
        for axis in 0..2 {
            let mut predictor = LinearPredictor::default();
            for point in track.xy.as_chunks_mut::<2>().0 {
                point[axis] = predictor.restore(unzigzag(take(&mut rest)?))? as f32 / UNITS;
            }
        }
    }
    if rest.is_empty() { Ok(tracks) } else { Err(PackError::Contradiction) }
}

struct PackHeader {
    tracks: u32,
    games: u32,
    inflated: u32,
}

impl PackHeader {
    fn checked(file: &[u8]) -> Result<Self, PackError> {
        if !is_pack(file) {
            return Err(if MAGIC.starts_with(file) { PackError::Truncated } else { PackError::Foreign });
        }
        let short = |at: usize| file.get(at..at + 2).map(|b| u16::from_le_bytes([b[0], b[1]]));
        let long = |at: usize| file.get(at..at + 4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let version = short(8).ok_or(PackError::Truncated)?;
        if version != VERSION {
            return Err(PackError::Version(version));
        }
        let (Some(stored), Some(sum)) = (long(28), long(32)) else { return Err(PackError::Truncated) };
        if ((file.len() - HEADER) as u64) < u64::from(stored) {
            return Err(PackError::Truncated);
        }
        if (file.len() - HEADER) as u64 > u64::from(stored) || checksum(&file[..HEADER - 4], &file[HEADER..]) != sum {
            return Err(PackError::Damaged);
        }
        if (short(10), short(12), short(14)) != (Some(POINTS as u16), Some(step_ms()), Some(UNITS as u16)) {
            return Err(PackError::Shape);
        }
        let number = |at| long(at).ok_or(PackError::Truncated);
        let header = Self { tracks: number(16)?, games: number(20)?, inflated: number(24)? };
        // Every number takes at least one byte, so counts that exceed the body are wrong.
        let needed = u64::from(header.games) + u64::from(header.tracks) * (2 + 2 * POINTS as u64);
        let bomb = u64::from(header.inflated) > MAX_INFLATION * u64::from(stored);
        if header.inflated > MAX_BYTES || header.tracks as usize > MAX_PATHS || bomb {
            return Err(PackError::Huge);
        }
        // A game without a path says nothing, and names of length zero would need far more room than their bytes.
        let empty_games = header.games > header.tracks;
        if needed > u64::from(header.inflated) || empty_games { Err(PackError::Contradiction) } else { Ok(header) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Rng;
    use super::*;
    use crate::data::container::write_checksum;

    fn tracks(count: usize) -> Tracks {
        let mut all = Tracks::default();
        let mut rng = Rng::stream(1, "pack", 0);
        for number in 0..count {
            let game = all.game(&format!("game {}", number / 7));
            let (mut x, mut y, turn) = (47.0 * rng.uniform(), 50.0 * rng.uniform(), rng.normal());
            let walk = (0..POINTS).flat_map(|step| {
                x += libm::cosf(turn + step as f32 * 0.1);
                y += libm::sinf(turn + step as f32 * 0.1);
                [x, y]
            });
            all.tracks.push(Track { game, player: 2544 + number as u32, xy: walk.collect() });
        }
        all
    }

    #[test]
    fn what_goes_in_comes_out_to_a_thousandth_of_a_foot() {
        let before = tracks(100);
        let file = write(&before).unwrap();
        let after = read(&file).unwrap();
        assert_eq!(before.games, after.games);
        for (a, b) in before.tracks.iter().zip(&after.tracks) {
            assert_eq!((a.game, a.player), (b.game, b.player));
            assert!(a.xy.iter().zip(&b.xy).all(|(a, b)| (a - b).abs() <= 0.5 / UNITS));
        }
        assert!(file.len() < 100 * 2 * POINTS * 2, "{} bytes", file.len());
        assert_eq!(write(&after).unwrap(), file);
        assert_eq!(read(&write(&Tracks::default()).unwrap()).unwrap(), Tracks::default());
    }

    #[test]
    fn every_cut_and_every_flipped_bit_is_noticed() {
        let file = write(&tracks(20)).unwrap();
        for length in 0..file.len() {
            assert!(read(&file[..length]).is_err(), "cut to {length}");
        }
        let mut rng = Rng::stream(2, "pack", 0);
        for at in (0..HEADER * 8).chain((0..2000).map(|_| rng.below(file.len() * 8))) {
            let mut bad = file.clone();
            bad[at / 8] ^= 1 << (at % 8);
            assert!(read(&bad).is_err(), "bit {at}");
        }
    }

    /// A changed file with a matching checksum.
    fn forged(change: impl Fn(&mut Vec<u8>)) -> Vec<u8> {
        let mut file = write(&tracks(3)).unwrap();
        change(&mut file);
        write_checksum(&mut file, HEADER);
        file
    }

    #[test]
    fn false_counts_are_refused_before_memory_is_allocated() {
        let number = |at: usize, value: u32| forged(|file| file[at..at + 4].copy_from_slice(&value.to_le_bytes()));
        assert_eq!(read(&number(24, u32::MAX)), Err(PackError::Huge));
        assert_eq!(read(&number(24, 200 << 20)), Err(PackError::Huge));
        assert_eq!(read(&number(16, u32::MAX)), Err(PackError::Huge));
        assert_eq!(read(&number(16, MAX_PATHS as u32)), Err(PackError::Contradiction));
        assert_eq!(read(&number(20, u32::MAX)), Err(PackError::Contradiction));
        assert_eq!(read(&forged(|file| file[8] = 9)), Err(PackError::Version(9)));
        assert_eq!(read(&forged(|file| file[10] = 26)), Err(PackError::Shape));
        assert_eq!(read(b"PNG and so on"), Err(PackError::Foreign));
        assert_eq!(read(b"PMI"), Err(PackError::Truncated));
    }

    #[test]
    fn names_without_paths_are_refused_before_memory_is_allocated() {
        let body = vec![0; 100 << 20];
        let stored = compress_to_vec(&body, 1);
        let file = forged(|file| {
            file.truncate(HEADER);
            for (at, value) in [(16, 0), (20, body.len()), (24, body.len()), (28, stored.len())] {
                file[at..at + 4].copy_from_slice(&(value as u32).to_le_bytes());
            }
            file.extend_from_slice(&stored);
        });
        assert_eq!(read(&file), Err(PackError::Contradiction));
    }

    #[test]
    fn random_bodies_never_panic() {
        let mut rng = Rng::stream(3, "pack", 0);
        for _ in 0..500 {
            let body: Vec<u8> = (0..rng.below(3000)).map(|_| rng.below(256) as u8).collect();
            let (stored, size) = (compress_to_vec(&body, 1), body.len() as u32);
            let count = rng.below(1 + body.len() / 60) as u32;
            let file = forged(|file| {
                file.truncate(HEADER);
                for (at, value) in [(16, count), (20, 1), (24, size), (28, stored.len() as u32)] {
                    file[at..at + 4].copy_from_slice(&value.to_le_bytes());
                }
                file.extend_from_slice(&stored);
            });
            let _ = read(&file);
        }
    }
}
