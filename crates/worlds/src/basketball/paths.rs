//! Sources of paths: the movement model that ships, or real paths from loaded files.

use std::sync::{Arc, LazyLock};

use super::model::MovementModel;
use super::model_file::ModelError;
use super::{PathOrigin, SOURCE};
use crate::Files;
use crate::data::{DataError, Rng, Track, Tracks};
use protocol::RunConfig;

static MODEL: LazyLock<Result<MovementModel, ModelError>> =
    LazyLock::new(|| MovementModel::from_bytes(include_bytes!("../../../../datasets/nba-twin.weights")));

/// Real paths of the loaded files.
#[derive(Clone, Default)]
pub struct RealPaths {
    tracks: Option<Arc<Tracks>>,
    /// Checksums of the scenes and games that the tracks come from; empty where a single file contained all.
    parts: Vec<u32>,
}

impl RealPaths {
    /// Adds the paths of a file and returns all. Scenes and games (`part` is their checksum) are added to earlier ones,
    /// each once; a pack or an archive replaces everything.
    pub fn add(&mut self, tracks: Tracks, part: Option<u32>) -> Arc<Tracks> {
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

pub enum PathSource {
    Simulated(&'static MovementModel),
    Real(Arc<Tracks>),
}

impl PathSource {
    /// The source selected by a run.
    pub fn of(run: &RunConfig, files: &Files) -> Result<Self, DataError> {
        match SOURCE.get(run) {
            PathOrigin::Real => files.paths.tracks.clone().map(Self::Real).ok_or(DataError::NoRealPaths),
            PathOrigin::Simulated => match &*MODEL {
                Ok(model) => Ok(Self::Simulated(model)),
                Err(error) => Err(error.clone().into()),
            },
        }
    }

    /// At most `count` paths of one side of the split, in feet. Real paths are split by game.
    pub fn paths(&self, held_out: bool, count: usize, seed: u64) -> Vec<Vec<f32>> {
        match self {
            Self::Simulated(model) => {
                let purpose = if held_out { "basketball held out" } else { "basketball path" };
                (0..count).map(|number| model.path(&mut Rng::stream(seed, purpose, number as u64))).collect()
            }
            Self::Real(tracks) => {
                let mut side: Vec<&Track> = tracks.tracks.iter().filter(|t| tracks.held_out(t) == held_out).collect();
                Rng::stream(seed, "basketball choice", u64::from(held_out)).shuffle(&mut side);
                side.into_iter().take(count).map(|track| track.xy.clone()).collect()
            }
        }
    }

    /// Draws a start: from the model, or from the paths of held-out games.
    pub fn start(&self, rng: &mut Rng) -> [f32; 2] {
        match self {
            Self::Simulated(model) => model.start(rng),
            Self::Real(tracks) => {
                // About one path in five is held out, so few draws are rejected; the bound is for unusual files.
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
    fn scenes_add_up_and_an_archive_replaces_them() {
        let file = |game: &str| Tracks {
            games: vec![game.into()],
            tracks: vec![Track { game: 0, player: 1, xy: vec![0.0; 2 * POINTS] }],
        };
        let mut loaded = RealPaths::default();
        let mut count = |game, part| {
            let all = loaded.add(file(game), part);
            (all.games.len(), all.tracks.len())
        };
        assert_eq!(count("archive", None), (1, 1));
        assert_eq!(count("a", Some(7)), (1, 1), "paths of an archive are not mixed with scenes");
        assert_eq!(count("a", Some(8)), (1, 2), "another scene of the same game");
        assert_eq!(count("b", Some(9)), (2, 3));
        assert_eq!(count("b", Some(9)), (2, 3), "the same file again");
        assert_eq!(count("archive", None), (1, 1));
    }
}
