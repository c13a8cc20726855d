//! Where paths come from: the model that ships, or a file of real ones that was loaded.

use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use super::store::TwinError;
use super::twin::Twin;
use crate::data::{DataError, Rng, Track, Tracks};
use protocol::RunConfig;

static TWIN: LazyLock<Result<Twin, TwinError>> =
    LazyLock::new(|| Twin::from_bytes(include_bytes!("../../../../datasets/nba-twin.weights")));

/// Real paths, once somebody loaded some.
#[derive(Default)]
struct Loaded {
    tracks: Option<Arc<Tracks>>,
    /// Checksums of the scenes and games that it is made of; empty where one file brought all.
    parts: Vec<u32>,
}

static LOADED: RwLock<Loaded> = RwLock::new(Loaded { tracks: None, parts: vec![] });

/// Takes a file's paths; returns all that are there now. Scenes and games join those before them, each once. A pack or
/// an archive takes the place of everything.
pub fn keep(tracks: Tracks, part: Option<u32>) -> Arc<Tracks> {
    let mut loaded = LOADED.write().unwrap_or_else(PoisonError::into_inner);
    loaded.keep(tracks, part)
}

impl Loaded {
    fn keep(&mut self, tracks: Tracks, part: Option<u32>) -> Arc<Tracks> {
        let joins = part.is_some() && !self.parts.is_empty();
        if !joins {
            (self.tracks, self.parts) = (None, vec![]);
        }
        let known = part.is_some_and(|part| self.parts.contains(&part));
        let all = self.tracks.get_or_insert_default();
        if !known {
            Arc::make_mut(all).append(tracks);
            self.parts.extend(part);
        }
        all.clone()
    }
}

pub enum Source {
    Simulated(&'static Twin),
    Real(Arc<Tracks>),
}

impl Source {
    pub fn of(run: &RunConfig) -> Result<Self, DataError> {
        if run.word("source") == "real" {
            let loaded = LOADED.read().unwrap_or_else(PoisonError::into_inner).tracks.clone();
            return loaded.map(Self::Real).ok_or(DataError::NotLoaded);
        }
        TWIN.as_ref().map(Self::Simulated).map_err(|error| DataError::Model(error.to_string()))
    }

    /// At most `count` paths of one side of the split, in feet. Real ones are split by game.
    pub fn paths(&self, held_out: bool, count: usize, seed: u64) -> Vec<Vec<f32>> {
        match self {
            Self::Simulated(twin) => {
                let purpose = if held_out { "basketball held out" } else { "basketball path" };
                (0..count).map(|number| twin.path(&mut Rng::stream(seed, purpose, number as u64))).collect()
            }
            Self::Real(tracks) => {
                let mut side: Vec<&Track> = tracks.tracks.iter().filter(|t| tracks.held_out(t) == held_out).collect();
                Rng::stream(seed, "basketball choice", u64::from(held_out)).shuffle(&mut side);
                side.into_iter().take(count).map(|track| track.xy.clone()).collect()
            }
        }
    }

    /// Where a player starts: as in the model, or as in a held-out game.
    pub fn start(&self, rng: &mut Rng) -> [f32; 2] {
        match self {
            Self::Simulated(twin) => twin.start(rng),
            Self::Real(tracks) => {
                // Some games are held out and no game has few paths, so this ends soon; the bound is for odd files.
                let draw = |rng: &mut Rng| tracks.tracks.get(rng.below(tracks.tracks.len().max(1)));
                let drawn = (0..200).find_map(|_| draw(rng).filter(|track| tracks.held_out(track)));
                let first = drawn.or_else(|| draw(rng)).and_then(|track| track.xy.first_chunk::<2>());
                first.copied().unwrap_or_default()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::POINTS;

    #[test]
    fn scenes_add_up_and_an_archive_takes_their_place() {
        let file = |game: &str| Tracks {
            games: vec![game.into()],
            tracks: vec![Track { game: 0, player: 1, xy: vec![0.0; 2 * POINTS] }],
        };
        let mut loaded = Loaded::default();
        let mut count = |game, part| {
            let all = loaded.keep(file(game), part);
            (all.games.len(), all.tracks.len())
        };
        assert_eq!(count("archive", None), (1, 1));
        assert_eq!(count("a", Some(7)), (1, 1), "what an archive brought is not mixed with scenes");
        assert_eq!(count("a", Some(8)), (1, 2), "another scene of the same game");
        assert_eq!(count("b", Some(9)), (2, 3));
        assert_eq!(count("b", Some(9)), (2, 3), "the same file again");
        assert_eq!(count("archive", None), (1, 1));
    }
}
