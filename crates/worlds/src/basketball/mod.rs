//! Basketball: one attacker on the left half court, in feet; 25 states 0.32 s apart.
//!
//! The player sees where it and the basket are, its last four velocities, the time to go and how much it turned so far,
//! and chooses the change of its velocity: v' = v + a, s' = s + v', with a told in the player's own frame and pace
//! (`walk`). That is "state plus action" with the action told from where the player already moves, which is what a policy
//! can learn to a precision that curvature needs.

mod court;
pub mod fit;
mod paths;
mod resample;
mod store;
pub mod twin;
mod walk;

pub use store::TwinError;

use std::collections::BTreeMap;

use super::{Episode, World};
use crate::data::import::{Cutting, ImportError, import, is_part};
use crate::data::{ActionKind, DataError, Demos, POINTS, Rng, Trajectory};
use crate::labels::{AverageSpeed, Curvature, Destination, Direction, Displacement, Labeler};
use paths::Source;
use protocol::{Choice, FileCard, Found, KnobCard, KnobGroup, KnobKind, Offer, RunConfig, Value, WorldCard};
use resample::resample;
use walk::Walk;

/// Velocities the player sees.
const SEEN: usize = 4;
const OBSERVATION: usize = 10 + 2 * (SEEN - 1);
const ACTION: usize = 2;
/// Held-out paths for each that trains, where paths are simulated.
const HELD_OUT_SHARE: f32 = 0.25;
/// What `./dev data` makes.
const REAL_PATHS: &str = "nba.pack";

pub struct Basketball;

/// Ways to name styles; the first is the default.
fn labelers() -> [Box<dyn Labeler>; 5] {
    [Box::new(Destination), Box::new(Curvature), Box::new(Displacement), Box::new(AverageSpeed), Box::new(Direction)]
}

/// Whole paths of a run, in feet: those that train or those that are held out.
pub fn paths(run: &RunConfig, held_out: bool, count: usize) -> Result<Vec<Vec<f32>>, DataError> {
    Ok(Source::of(run)?.paths(held_out, count, run.seed))
}

/// Point, direction, the basket as the player sees it, speed, its steps before that, time to go and mean turn; each
/// scaled to the size of one.
fn observe(walk: &Walk, into: &mut [f32]) {
    let ([x, y], heading, speed) = (walk.here, walk.heading(), walk.speed());
    let basket = walk.seen([court::BASKET[0] - x, court::BASKET[1] - y]);
    let to_go = (POINTS - 1).saturating_sub(walk.step) as f32 / (POINTS - 1) as f32;
    let now = [
        [(x - 22.0) / 13.0, (y - 25.0) / 14.0],
        heading,
        basket.map(|feet| feet / 15.0),
        [speed / 2.0 - 0.7, 0.7 * libm::logf(speed + 0.05)],
    ];
    let before = walk.past[1..SEEN].iter().map(|step| walk.seen(*step).map(|feet| feet / 2.0));
    let so_far = [[3.4 * to_go - 1.7, (walk.mean_turn() - 0.45) / 0.2]];
    let all = now.into_iter().chain(before).chain(so_far);
    into.as_chunks_mut::<2>().0.iter_mut().zip(all).for_each(|(slot, pair)| *slot = pair);
}

/// A path as pairs of what the player saw and did. The last state has no action and only counts for the label.
fn demonstration(xy: &[f32], style: usize, held_out: bool) -> Option<Trajectory> {
    let points = xy.as_chunks::<2>().0;
    let mut walk = Walk::new(*points.first()?);
    let (mut observations, mut actions) = (vec![], vec![]);
    let mut seen = [0.0; OBSERVATION];
    for to in &points[1..] {
        observe(&walk, &mut seen);
        observations.extend(seen);
        actions.extend(walk.felt(walk.change_to(*to)));
        walk.go(*to);
    }
    let xy = xy[..xy.len() - 2].to_vec();
    Some(Trajectory { style, followed: vec![], held_out, observations, actions, xy })
}

impl World for Basketball {
    fn card(&self) -> WorldCard {
        WorldCard {
            id: "basketball".into(),
            name: "Basketball".into(),
            about: "An attacker on a half court for eight seconds. It sees where it is, how it moved and the time to \
                    go, and chooses how its velocity changes."
                .into(),
            source: "Simulated by a model of NBA 2015-16 tracking; load the real data with ./dev data.".into(),
            labels: labelers().iter().map(|labeler| labeler.card()).collect(),
            knobs: knobs(),
            defaults: defaults(),
            view: court::VIEW,
            unit: Some("ft".into()),
            screen: None,
            marks: court::marks(),
            sweeps: vec![],
            files: vec![real_paths()],
            starts: true,
            draws: true,
        }
    }

    fn demos(&self, run: &RunConfig) -> Result<Demos, DataError> {
        let labeler = self.labeler(&run.label).ok_or(DataError::Empty)?;
        let styles = labeler.card().styles.len();
        let source = Source::of(run)?;
        let train = run.whole("paths");
        let held_out = (train as f32 * HELD_OUT_SHARE).ceil() as usize;
        let mut trajectories = Vec::with_capacity(train + held_out);
        for (side, count) in [(false, train), (true, held_out)] {
            for xy in source.paths(side, count, run.seed) {
                let style = labeler.label(&xy);
                trajectories.extend(style.and_then(|style| demonstration(&xy, style, side)));
            }
        }
        Demos {
            observation_size: OBSERVATION,
            action_size: ACTION,
            action_kind: ActionKind::Continuous,
            styles,
            trajectories,
        }
        .checked()
    }

    fn labeler(&self, label: &str) -> Option<Box<dyn Labeler>> {
        labelers().into_iter().find(|labeler| labeler.card().id == label)
    }

    /// People have no noise-free path.
    fn ideals(&self, _run: &RunConfig) -> Vec<Vec<f32>> {
        vec![]
    }

    fn episode(&self, run: &RunConfig, number: u64) -> Box<dyn Episode> {
        let mut rng = Rng::stream(run.seed, "basketball start", number);
        let start = Source::of(run).map_or(court::HALF.map(|feet| feet / 2.0), |source| source.start(&mut rng));
        Box::new(Walk::new(start))
    }

    fn episode_from(&self, _run: &RunConfig, _number: u64, start: [f32; 2]) -> Box<dyn Episode> {
        let on_court =
            |axis: usize| if start[axis].is_finite() { start[axis].clamp(0.0, court::HALF[axis]) } else { 0.0 };
        Box::new(Walk::new([on_court(0), on_court(1)]))
    }

    fn steps(&self) -> usize {
        POINTS
    }

    /// Ten steps a second: about three times as fast as they were played.
    fn frames(&self) -> usize {
        6
    }

    fn shown(&self, run: &RunConfig, xy: &[f32]) -> Option<Trajectory> {
        let path = resample(xy, POINTS)?;
        demonstration(&path, self.labeler(&run.label)?.label(&path)?, false)
    }

    fn load(&self, name: &str, bytes: &[u8]) -> Result<Found, ImportError> {
        let tracks = import(name, bytes, Cutting::default())?;
        let all = paths::keep(tracks, is_part(bytes).then(|| crc32fast::hash(bytes)));
        let games = if all.games.len() == 1 { "game" } else { "games" };
        let said = format!("{} paths of {} {games} are loaded.", all.tracks.len(), all.games.len());
        Ok(Found { said: said.into(), counts_as: REAL_PATHS.into() })
    }
}

impl Episode for Walk {
    fn observe(&self, into: &mut [f32]) {
        observe(self, into);
    }

    fn act(&mut self, action: &[f32]) -> bool {
        let to = self.after(self.meant([action[0], action[1]]));
        if to.iter().all(|feet| feet.is_finite()) {
            self.go(to);
        } else {
            self.go(self.here);
        }
        // One more than there are actions, so that whoever follows sees the last state.
        self.step < POINTS
    }

    fn position(&self) -> (f32, f32) {
        (self.here[0], self.here[1])
    }
}

/// A player's next step depends on more than a circle's: wider networks, and a smaller rate. A label is a fact about the
/// whole path, so none is in doubt, and no step belongs to another style: telling steps are to weigh more, not others less;
/// at β = 2 players no longer move like players. Nobody learns thousands of paths by heart, so one critic does.
fn defaults() -> BTreeMap<String, Value> {
    let numbers = [
        ("hidden", 128.0),
        ("epochs", 10.0),
        ("rate", 5e-4),
        ("critic_hidden", 128.0),
        ("beta", 1.0),
        ("critic_folds", 1.0),
    ];
    let mut begins: BTreeMap<_, _> = numbers.map(|(id, value)| (id.to_string(), Value::Number(value))).into();
    begins.extend([("baseline", "mean"), ("slips", "off")].map(|(id, word)| (id.into(), Value::Word(word.into()))));
    begins
}

/// What `./dev data` makes; a visitor may give any file that `import` reads instead.
fn real_paths() -> FileCard {
    FileCard {
        name: REAL_PATHS.into(),
        about:
            "Tracking data: a pack made by ./dev data, a NumPy archive (.npz), or raw scenes or SportVU games (JSON), \
             which add up."
                .into(),
        needed: false,
        offers: Some(Offer { knob: "source".into(), choice: "real".into() }),
    }
}

fn knobs() -> Vec<KnobCard> {
    let knob = |id: &str, name: &str, about: &str, group, kind, default| KnobCard {
        id: id.into(),
        name: name.into(),
        about: about.into(),
        group,
        kind,
        default,
        live: false,
    };
    let choice = |id: &str, name: &str, about: &str| Choice { id: id.into(), name: name.into(), about: about.into() };
    let sources = vec![
        choice("real", "NBA 2015-16 (real)", "Paths from the file that was loaded, split by game."),
        choice("simulated", "Simulated", "Drawn from a model of NBA 2015-16 tracking that ships with the page."),
    ];
    vec![
        knob(
            "source",
            "Paths",
            "Where the demonstrations come from; real ones have to be loaded first.",
            KnobGroup::Data,
            KnobKind::Choice(sources),
            Value::Word("simulated".into()),
        ),
        knob(
            "paths",
            "Demonstrations",
            "How many paths of eight seconds train, all styles together; a quarter as many more are held out.",
            KnobGroup::Data,
            KnobKind::Whole { min: 100, max: 10_000, step: 100, unit: None },
            Value::Number(2000.0),
        ),
        knob(
            "parts",
            "Gaussians",
            "Parts of the mixture that actions are drawn from: a player about to go left or right is no average of both.",
            KnobGroup::Policy,
            KnobKind::Whole { min: 1, max: 16, step: 1, unit: None },
            Value::Number(4.0),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(label: &str) -> RunConfig {
        let mut run = RunConfig { seed: 3, label: label.into(), ..RunConfig::default() };
        run.knobs = Basketball.card().knobs.into_iter().map(|card| (card.id, card.default)).collect();
        run.knobs.insert("paths".into(), Value::Number(200.0));
        run
    }

    #[test]
    fn every_label_splits_the_demonstrations_into_three() {
        for card in Basketball.card().labels {
            let demos = Basketball.demos(&run(&card.id)).unwrap();
            assert_eq!((demos.trajectories.len(), demos.side(true).count()), (250, 50), "{}", card.id);
            assert!(demos.prior().iter().all(|share| (0.15..0.6).contains(share)), "{} {:?}", card.id, demos.prior());
        }
    }

    #[test]
    fn an_episode_that_does_what_was_shown_goes_where_it_went() {
        let demos = Basketball.demos(&run("destination")).unwrap();
        let shown = &demos.trajectories[17];
        let mut episode: Box<dyn Episode> = Box::new(Walk::new([shown.xy[0], shown.xy[1]]));
        let mut seen = [0.0; OBSERVATION];
        for (step, action) in shown.actions.as_chunks::<2>().0.iter().enumerate() {
            episode.observe(&mut seen);
            let expected = &shown.observations[step * OBSERVATION..(step + 1) * OBSERVATION];
            assert!(seen.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-2), "step {step}");
            let (x, y) = episode.position();
            assert!((x - shown.xy[2 * step]).abs() + (y - shown.xy[2 * step + 1]).abs() < 1e-3);
            assert!(episode.act(action));
        }
        assert!(!episode.act(&[0.0, 0.0]));
        assert!(episode.position().0.is_finite());
    }

    #[test]
    fn the_same_seed_gives_the_same_data() {
        let demos = |seed| Basketball.demos(&RunConfig { seed, ..run("curvature") }).unwrap().trajectories;
        assert_eq!(demos(1), demos(1));
        assert_ne!(demos(1), demos(2));
    }
}
