//! Policies on the court: the paths they learn from, the starts of their rollouts, and their scores.

use std::path::Path;

use engine::methods::Player;
use engine::rollout::RolloutGroup;
use serde::{Deserialize, Serialize};
use worlds::data::{POINTS, Rng, Track, Tracks, pack};
use worlds::labels::Labeler;
use worlds::{Environment, Files, basketball};

use crate::measure::{settled, trained};
use crate::messages::{explain, say};
use crate::metrics::{Motion, PathSplit, classifier_auc};
use crate::pack::read;

pub const WORLD: &str = "basketball";
/// One training game in this many is held out to choose the critic; no figure of a table comes from them.
const KEPT_BACK: usize = 10;
/// Real paths, and as many rollouts, that the classifier of realism is trained on.
const CLASSIFIER_PATHS: usize = 3000;
/// Training and test paths to simulate where no real ones are given.
const SIMULATED: [usize; 2] = [4000, 2000];

/// Real paths, or simulated ones in their place: those that train, and those of held-out games.
pub struct CourtPaths {
    pub train: Vec<Vec<f32>>,
    pub test: Vec<Vec<f32>>,
    /// Settings of a link that learns from the training paths.
    pub link: String,
    pub about: String,
    /// The training games, where paths are real.
    files: Files,
}

/// The scores of a policy with one label.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CourtScores {
    /// Percent of rollouts that show the requested style, per style.
    pub calibration: Vec<f64>,
    /// AUC of a classifier of rollouts against real paths.
    pub auc: f64,
    /// Of rollouts whose start and style are those of a real path of the held-out games.
    pub motion: Motion,
}

impl CourtPaths {
    /// Reads a file of real paths and gives the world the training games; without one all is simulated.
    pub fn new(data: Option<&Path>) -> Result<Self, String> {
        let world = worlds::find(WORLD).ok_or("there is no basketball here")?;
        let Some(path) = data else { return Self::simulated() };
        let tracks = read(path, Default::default())?;
        let side = |held_out: bool| -> Vec<Vec<f32>> {
            tracks.tracks.iter().filter(|track| tracks.held_out(track) == held_out).map(|t| t.xy.clone()).collect()
        };
        let (train, test) = (side(false), side(true));
        let bytes = pack::write(&for_training(&tracks)).map_err(|error| error.to_string())?;
        let mut files = Files::default();
        world.load(&mut files, "training games", &bytes).map_err(|error| say(&error.text()))?;
        let about = format!(
            "real paths: {} to train, of which one game in {KEPT_BACK} chooses the critic, and {} of held-out games, whose \
             starts are played from",
            train.len(),
            test.len()
        );
        Ok(Self { train, test, link: "source=real&paths=10000".into(), about, files })
    }

    fn simulated() -> Result<Self, String> {
        let link = format!("source=simulated&paths={}", SIMULATED[0]);
        let run = settled(&format!("world={WORLD}&{link}&seed=77"))?;
        let files = Files::default();
        let paths = |side: usize| {
            basketball::paths(&run, &files, side == 1, SIMULATED[side]).map_err(|error| say(&error.text()))
        };
        let about = format!("simulated paths: {} to train, starts of {} others", SIMULATED[0], SIMULATED[1]);
        Ok(Self { train: paths(0)?, test: paths(1)?, link, about, files })
    }

    /// Trains the run of a cell and scores it at each strength of guidance that the cell names.
    pub fn score(&self, cell: &str, strengths: &[f32]) -> Result<Vec<CourtScores>, String> {
        self.trained(cell, |environment, labeler, player| {
            strengths.iter().map(|strength| self.play(environment, labeler, player, *strength)).collect()
        })
    }

    /// Trains a run; percent of its rollouts that show the requested style, per style, without guidance.
    pub fn calibration(&self, link: &str) -> Result<Vec<f64>, String> {
        self.trained(link, |environment, labeler, player| self.played_styles(environment, labeler, player, 0.0).0)
    }

    fn trained<T>(&self, link: &str, play: impl Fn(&Environment, &dyn Labeler, &mut Player) -> T) -> Result<T, String> {
        let (mut session, _) = trained(&settled(link)?, &self.files)?;
        let mut players = pollster::block_on(session.players()).map_err(|error| explain(&error))?;
        let player = players.first_mut().ok_or("there is nobody to play")?;
        let environment = session.environment();
        let labeler = environment.world.labeler(&environment.run.label).ok_or("there is no such label")?;
        Ok(play(environment, labeler.as_ref(), player))
    }

    /// Every start of the held-out games played in every style: the percent that show it, per style, and the rollouts
    /// in the style of the real path from the same start.
    fn played_styles(
        &self,
        environment: &Environment,
        labeler: &dyn Labeler,
        player: &mut Player,
        strength: f32,
    ) -> (Vec<f64>, Vec<Vec<f32>>) {
        let mut hits = vec![0usize; player.styles];
        let mut made_test = Vec::with_capacity(self.test.len());
        for (style, hits) in hits.iter_mut().enumerate() {
            let requests: Vec<_> = self.test.iter().filter_map(|xy| Some((style, *xy.first_chunk::<2>()?))).collect();
            for (path, real) in roll_out(environment, player, &requests, strength, style).into_iter().zip(&self.test) {
                *hits += usize::from(labeler.label(&path) == Some(style));
                if labeler.label(real) == Some(style) {
                    made_test.push(path);
                }
            }
        }
        let percent = |hits: &usize| 100.0 * *hits as f64 / self.test.len().max(1) as f64;
        (hits.iter().map(percent).collect(), made_test)
    }

    fn play(
        &self,
        environment: &Environment,
        labeler: &dyn Labeler,
        player: &mut Player,
        strength: f32,
    ) -> CourtScores {
        let styles = player.styles;
        let (calibration, made_test) = self.played_styles(environment, labeler, player, strength);
        // The classifier compares real paths with rollouts of the same starts and styles.
        let own = |xy: &Vec<f32>| Some((labeler.label(xy)?, *xy.first_chunk::<2>()?));
        let train: Vec<Vec<f32>> = evenly_spaced(&self.train, CLASSIFIER_PATHS);
        let requests: Vec<_> = train.iter().filter_map(own).collect();
        let made_train = roll_out(environment, player, &requests, strength, styles);
        let real = PathSplit { train: &train, test: &self.test };
        CourtScores {
            calibration,
            auc: classifier_auc(&real, &PathSplit { train: &made_train, test: &made_test }, environment.run.seed),
            motion: Motion::of(made_test.iter().map(Vec::as_slice)),
        }
    }

    /// The same classifier's AUC for real paths against other real paths.
    pub fn real(&self, judge: u64) -> CourtScores {
        let halves = |paths: &[Vec<f32>]| {
            let mut all = paths.to_vec();
            Rng::stream(judge, "halves", 0).shuffle(&mut all);
            let other = all.split_off(all.len() / 2);
            (all, other)
        };
        let ((train, other_train), (test, other_test)) =
            (halves(&evenly_spaced(&self.train, 2 * CLASSIFIER_PATHS)), halves(&self.test));
        let other = PathSplit { train: &other_train, test: &other_test };
        CourtScores {
            calibration: vec![],
            auc: classifier_auc(&PathSplit { train: &train, test: &test }, &other, judge),
            motion: Motion::of(self.test.iter().map(Vec::as_slice)),
        }
    }
}

/// About `count` of the paths, evenly spaced.
fn evenly_spaced(paths: &[Vec<f32>], count: usize) -> Vec<Vec<f32>> {
    paths.iter().step_by(paths.len().div_ceil(count).max(1)).cloned().collect()
}

/// Rollouts from given starts, each in the requested style; `number` gives every call random streams of its own.
pub fn roll_out(
    environment: &Environment,
    player: &mut Player,
    requests: &[(usize, [f32; 2])],
    strength: f32,
    number: usize,
) -> Vec<Vec<f32>> {
    let environment = environment.with_seed(environment.run.seed + 1000 * (number as u64 + 1));
    let styles: Vec<usize> = requests.iter().map(|(style, _)| *style).collect();
    let mut group = RolloutGroup::new(&environment, &styles);
    let play = |(index, (_, start)): (usize, &(usize, [f32; 2]))| {
        group.place(index, Some(*start));
        group.restart(index);
        let path = group.play_out(index, player, strength);
        debug_assert_eq!(path.len(), 2 * POINTS);
        path
    };
    requests.iter().enumerate().map(play).collect()
}

/// The training games alone, one in [`KEPT_BACK`] of them held out. Whether a game is held out follows from its name, so
/// each game is renamed until it is on its side.
fn for_training(tracks: &Tracks) -> Tracks {
    let mut all = Tracks::default();
    let mut places = vec![None; tracks.games.len()];
    let mut seen = 0;
    for track in tracks.tracks.iter().filter(|track| !tracks.held_out(track)) {
        let place = &mut places[track.game as usize];
        let game = *place.get_or_insert_with(|| {
            seen += 1;
            let game = all.games.len() as u32;
            all.games.push(String::new());
            let named = |number: u32| format!("{} {number}", tracks.games[track.game as usize]);
            for number in 0.. {
                all.games[game as usize] = named(number);
                if all.held_out(&Track { game, player: 0, xy: vec![] }) == (seen % KEPT_BACK == 0) {
                    break;
                }
            }
            game
        });
        all.tracks.push(Track { game, ..track.clone() });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_held_out_game_trains_and_some_training_games_are_held_out() {
        let mut tracks = Tracks::default();
        for number in 0..200u32 {
            let game = tracks.game(&format!("game {number}"));
            tracks.tracks.push(Track { game, player: number, xy: vec![0.0; 2 * POINTS] });
        }
        let inner = for_training(&tracks);
        let (outside, kept_back) = (
            tracks.tracks.iter().filter(|track| tracks.held_out(track)).map(|track| track.player).collect::<Vec<_>>(),
            inner.tracks.iter().filter(|track| inner.held_out(track)).count(),
        );
        assert_eq!(inner.tracks.len() + outside.len(), 200);
        assert!(inner.tracks.iter().all(|track| !outside.contains(&track.player)));
        assert_eq!(kept_back, inner.games.len() / KEPT_BACK);
    }
}
