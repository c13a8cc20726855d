//! Basketball: one attacker on the left half court, in feet; 25 states 0.32 s apart.
//!
//! The observation contains the positions of the player and of the basket, the last four velocities, the time left and
//! the mean turn so far. The action is the change of velocity in the player's own frame of reference
//! ([`state::PlayerState`]), which a policy can predict to the precision that the curvature label needs. For comparison a
//! player may observe its place alone ([`place`]).

mod card;
mod court;
pub mod model;
mod model_file;
pub mod model_fit;
mod paths;
mod place;
mod resample;
mod state;

pub use card::{COUNT, OBSERVES, Observes, PARTS, PathOrigin, SOURCE};
pub use model_file::ModelError;
pub use paths::RealPaths;

use super::{Episode, Files, PairColumn, PairColumns, PairSize, World};
use crate::data::import::{Cutting, ImportError, import, is_part};
use crate::data::{ActionKind, DataError, Demos, POINTS, Rng, Trajectory};
use crate::labels::{AVERAGE_SPEED, CURVATURE, DESTINATION, DIRECTION, DISPLACEMENT, Labeler, RangeLabel};
use paths::PathSource;
use place::PlayerAtPlace;
use protocol::{Found, RunConfig, WorldCard, text};
use resample::resample;
use state::PlayerState;

/// Velocities in an observation.
const OBSERVED_VELOCITIES: usize = 4;
const OBSERVATION: usize = 10 + 2 * (OBSERVED_VELOCITIES - 1);
const ACTION: usize = 2;
/// Held-out paths per training path, where paths are simulated.
const HELD_OUT_SHARE: f32 = 0.25;

pub struct Basketball;

/// The first is the default.
const LABELS: [RangeLabel; 5] = [DESTINATION, CURVATURE, DISPLACEMENT, AVERAGE_SPEED, DIRECTION];

/// At most `count` whole paths of a run, in feet: of the training or of the held-out side.
pub fn paths(run: &RunConfig, files: &Files, held_out: bool, count: usize) -> Result<Vec<Vec<f32>>, DataError> {
    Ok(PathSource::of(run, files)?.paths(held_out, count, run.seed))
}

/// Writes `[OBSERVATION]`: position, heading, the basket relative to the player, speed, earlier velocities, time left and
/// mean turn; each scaled to about one.
fn observe(state: &PlayerState, into: &mut [f32]) {
    let ([x, y], heading, speed) = (state.position, state.heading(), state.speed());
    let basket = state.to_local([court::BASKET[0] - x, court::BASKET[1] - y]);
    let left = (POINTS - 1).saturating_sub(state.step) as f32 / (POINTS - 1) as f32;
    let now = [
        [(x - 22.0) / 13.0, (y - 25.0) / 14.0],
        heading,
        basket.map(|feet| feet / 15.0),
        [speed / 2.0 - 0.7, 0.7 * libm::logf(speed + 0.05)],
    ];
    let earlier = state.velocities[1..OBSERVED_VELOCITIES].iter();
    let earlier = earlier.map(|step| state.to_local(*step).map(|feet| feet / 2.0));
    let so_far = [[3.4 * left - 1.7, (state.mean_turn() - 0.45) / 0.2]];
    let all = now.into_iter().chain(earlier).chain(so_far);
    into.as_chunks_mut::<2>().0.iter_mut().zip(all).for_each(|(slot, pair)| *slot = pair);
}

/// What [`observe`] writes, and actions. A velocity is in feet per step of 0.32 s; an action's unit grows with the player's
/// speed ([`state`]), so it has none here.
fn columns() -> PairColumns {
    let feet = |name: String, offset: f64, scale: f64| PairColumn::new(name, "ft", offset, scale);
    let mut observation = vec![
        feet("x".into(), 22.0, 13.0),
        feet("y".into(), 25.0, 14.0),
        PairColumn::plain("heading_x"),
        PairColumn::plain("heading_y"),
        feet("basket_ahead".into(), 0.0, 15.0),
        feet("basket_left".into(), 0.0, 15.0),
        PairColumn::new("speed", "ft/step", 1.4, 2.0),
        PairColumn::new("ln(speed+0.05)", "", 0.0, 1.0 / 0.7),
    ];
    for lag in 1..OBSERVED_VELOCITIES {
        let velocity = |side: &str| PairColumn::new(format!("velocity_{side}[t-{lag}]"), "ft/step", 0.0, 2.0);
        observation.extend(["ahead", "left"].map(velocity));
    }
    observation.push(PairColumn::new("time_left", "share", 0.5, 1.0 / 3.4));
    observation.push(PairColumn::new("mean_turn", "rad", 0.45, 0.2));
    PairColumns { observation, action: ["ahead", "left"].map(PairColumn::plain).into() }
}

/// A path as pairs of observation and action. The last point has no action and counts only for the label.
fn demonstration(xy: &[f32], style: usize, held_out: bool) -> Option<Trajectory> {
    let points = xy.as_chunks::<2>().0;
    let mut state = PlayerState::new(*points.first()?);
    let (mut observations, mut actions) = (vec![], vec![]);
    let mut observation = [0.0; OBSERVATION];
    for to in &points[1..] {
        observe(&state, &mut observation);
        observations.extend(observation);
        actions.extend(state.action_of(state.change_to(*to)));
        state.advance(*to);
    }
    let xy = xy[..xy.len() - 2].to_vec();
    Some(Trajectory { style, followed: vec![], held_out, observations, actions, xy })
}

/// The same as the run's players observe it.
fn demonstration_of(run: &RunConfig, xy: &[f32], style: usize, held_out: bool) -> Option<Trajectory> {
    match OBSERVES.get(run) {
        Observes::Motion => demonstration(xy, style, held_out),
        Observes::Place => Some(place::demonstration(xy, style, held_out)),
    }
}

fn player(run: &RunConfig, start: [f32; 2]) -> Box<dyn Episode> {
    match OBSERVES.get(run) {
        Observes::Motion => Box::new(PlayerState::new(start)),
        Observes::Place => Box::new(PlayerAtPlace(PlayerState::new(start))),
    }
}

impl World for Basketball {
    fn id(&self) -> &'static str {
        "basketball"
    }

    fn card(&self) -> WorldCard {
        card::card(self.id(), LABELS.iter().map(Labeler::card).collect())
    }

    fn pair_size(&self) -> PairSize {
        PairSize::new(OBSERVATION, ACTION, ActionKind::Continuous)
    }

    fn pair_size_of(&self, run: &RunConfig, _files: &Files) -> PairSize {
        match OBSERVES.get(run) {
            Observes::Motion => self.pair_size(),
            Observes::Place => PairSize { observation: place::OBSERVATION, ..self.pair_size() },
        }
    }

    fn columns(&self, run: &RunConfig, _files: &Files) -> PairColumns {
        match OBSERVES.get(run) {
            Observes::Motion => columns(),
            Observes::Place => place::columns(),
        }
    }

    fn demos(&self, run: &RunConfig, files: &Files) -> Result<Demos, DataError> {
        let labeler = self.labeler(&run.label).ok_or(DataError::Empty)?;
        let source = PathSource::of(run, files)?;
        let train = COUNT.get(run);
        let held_out = (train as f32 * HELD_OUT_SHARE).ceil() as usize;
        let mut trajectories = Vec::with_capacity(train + held_out);
        for (side, count) in [(false, train), (true, held_out)] {
            for xy in source.paths(side, count, run.seed) {
                let style = labeler.label(&xy);
                trajectories.extend(style.and_then(|style| demonstration_of(run, &xy, style, side)));
            }
        }
        self.pair_size_of(run, files).demos(labeler.card().styles.len(), trajectories)
    }

    fn labeler(&self, label: &str) -> Option<Box<dyn Labeler>> {
        let found = LABELS.into_iter().find(|one| one.id == label)?;
        Some(Box::new(found))
    }

    fn episode(&self, run: &RunConfig, files: &Files, number: u64) -> Box<dyn Episode> {
        let mut rng = Rng::stream(run.seed, "basketball start", number);
        let middle = court::HALF.map(|feet| feet / 2.0);
        let start = PathSource::of(run, files).map_or(middle, |source| source.start(&mut rng));
        player(run, start)
    }

    fn episode_from(&self, run: &RunConfig, _files: &Files, _number: u64, start: [f32; 2]) -> Box<dyn Episode> {
        let on_court =
            |axis: usize| if start[axis].is_finite() { start[axis].clamp(0.0, court::HALF[axis]) } else { 0.0 };
        player(run, [on_court(0), on_court(1)])
    }

    fn max_steps(&self) -> usize {
        POINTS
    }

    /// Ten steps per second, about three times the real speed.
    fn frames_per_step(&self) -> usize {
        6
    }

    fn trajectory_from_path(&self, run: &RunConfig, _files: &Files, xy: &[f32]) -> Option<Trajectory> {
        let path = resample(xy, POINTS)?;
        demonstration_of(run, &path, self.labeler(&run.label)?.label(&path)?, false)
    }

    fn load(&self, files: &mut Files, name: &str, bytes: &[u8]) -> Result<Found, ImportError> {
        let tracks = import(name, bytes, Cutting::default())?;
        let all = files.paths.add(tracks, is_part(bytes).then(|| crc32fast::hash(bytes)));
        let said = text!("file-found-paths", paths = all.tracks.len(), games = all.games.len());
        Ok(Found { said, counts_as: card::REAL_PATHS.into(), also_for: vec![], table: None })
    }
}

impl Episode for PlayerState {
    fn observe(&self, into: &mut [f32]) {
        observe(self, into);
    }

    fn act(&mut self, action: &[f32]) -> bool {
        let to = self.point_after(self.change_of([action[0], action[1]]));
        self.advance(if to.iter().all(|feet| feet.is_finite()) { to } else { self.position });
        // One more than there are actions, so that a rollout includes the last state.
        self.step < POINTS
    }

    fn position(&self) -> (f32, f32) {
        (self.position[0], self.position[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(label: &str) -> RunConfig {
        let mut run = RunConfig { seed: 3, label: label.into(), ..RunConfig::default() };
        run.knobs.extend([COUNT.at(200)]);
        run
    }

    fn demos(run: &RunConfig) -> Demos {
        Basketball.demos(run, &Files::default()).unwrap()
    }

    #[test]
    fn the_description_of_columns_is_that_of_observations() {
        let mut state = PlayerState::new([10.0, 12.0]);
        state.advance([12.0, 13.0]);
        let mut observation = [0.0; OBSERVATION];
        observe(&state, &mut observation);
        let columns = columns().observation;
        let value = |name: &str| {
            let index = columns.iter().position(|column| column.name == name).unwrap();
            f64::from(observation[index]) * columns[index].scale + columns[index].offset
        };
        let (speed, left) = (5.0f64.sqrt(), (POINTS - 2) as f64 / (POINTS - 1) as f64);
        for (name, expected) in [("x", 12.0), ("y", 13.0), ("speed", speed), ("time_left", left), ("mean_turn", 0.0)] {
            assert!((value(name) - expected).abs() < 1e-4, "{name}: {} {expected}", value(name));
        }
        assert!((value("ln(speed+0.05)") - (speed + 0.05).ln()).abs() < 1e-4);
        assert_eq!(value("velocity_ahead[t-3]"), 0.0);
    }

    #[test]
    fn every_label_splits_the_demonstrations_into_three() {
        for card in Basketball.card().labels {
            let demos = demos(&run(&card.id));
            assert_eq!((demos.trajectories.len(), demos.side(true).count()), (250, 50), "{}", card.id);
            assert!(demos.prior().iter().all(|share| (0.15..0.6).contains(share)), "{} {:?}", card.id, demos.prior());
        }
    }

    #[test]
    fn an_episode_with_demonstrated_actions_follows_the_demonstration() {
        let demos = demos(&run("destination"));
        let demo = &demos.trajectories[17];
        let mut episode: Box<dyn Episode> = Box::new(PlayerState::new([demo.xy[0], demo.xy[1]]));
        let mut observation = [0.0; OBSERVATION];
        for (step, action) in demo.actions.as_chunks::<2>().0.iter().enumerate() {
            episode.observe(&mut observation);
            let expected = &demo.observations[step * OBSERVATION..(step + 1) * OBSERVATION];
            assert!(observation.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-2), "step {step}");
            let (x, y) = episode.position();
            assert!((x - demo.xy[2 * step]).abs() + (y - demo.xy[2 * step + 1]).abs() < 1e-3);
            assert!(episode.act(action));
        }
        assert!(!episode.act(&[0.0, 0.0]));
        assert!(episode.position().0.is_finite());
    }

    #[test]
    fn the_same_seed_gives_the_same_data() {
        let of_seed = |seed| demos(&RunConfig { seed, ..run("curvature") }).trajectories;
        assert_eq!(of_seed(1), of_seed(1));
        assert_ne!(of_seed(1), of_seed(2));
    }
}
