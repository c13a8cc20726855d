//! Circle2D: a point moves at constant speed and chooses its direction. All experts share a straight line, then each
//! follows the circle of its style. Spells on another style's circle and wrong labels make the demonstrations as
//! imperfect as people's are.

pub mod expert;
pub mod truth;

use self::expert::{
    COMMON_STEPS, HISTORY, OBSERVED_OFFSET, OBSERVED_SCALE, PointState, RADII, STEPS, circle, demonstrate,
};
use super::{Episode, Files, PairColumn, PairColumns, PairSize, TruePmi, World, to_length_one};
use crate::data::{ActionKind, DataError, Demos, Rng};
use crate::labels::{Labeler, NearestCircle};
use protocol::knobs::recipes;
use protocol::{KnobGroup, NumberKnob, RecipeCard, RunConfig, View, WholeKnob, WorldCard, text};

/// Held-out trajectories per training trajectory.
const HELD_OUT_SHARE: f32 = 0.2;

/// Trajectories per style that the true PMI is counted from while the page waits; tables use more.
const TRUTH_SAMPLE: usize = 500;

const GROUP: KnobGroup = KnobGroup::Data;

/// Training trajectories per style.
pub const TRAJECTORIES: WholeKnob = WholeKnob::new("trajectories", "knob-circle2d-trajectories", GROUP, (1, 100), 25);
/// Standard deviation of the experts' direction, in radians.
pub const NOISE: NumberKnob = NumberKnob::new("noise", "knob-circle2d-noise", GROUP, (0.0, 0.6), 0.2).unit("unit-rad");
/// Share of steps that an expert spends on another style's circle.
pub const SPELLS: NumberKnob = NumberKnob::new("spells", "knob-spells", GROUP, (0.0, 0.6), 0.2);
/// Share of trajectories with the label of another style.
pub const WRONG_LABELS: NumberKnob = NumberKnob::new("wrong_labels", "knob-wrong_labels", GROUP, (0.0, 0.6), 0.0);

/// From experts that never stray to experts that stray and are mislabelled too.
fn presets() -> Vec<RecipeCard> {
    let preset = |id: &str, key, spells, wrong: f64| {
        RecipeCard::new(id, key, [SPELLS.at(spells), WRONG_LABELS.at(wrong)].into())
    };
    vec![
        preset("clean", "preset-clean", 0.0, 0.0),
        preset("strays", "preset-strays", 0.2, 0.0),
        preset("strays-labels", "preset-strays-labels", 0.2, 0.2),
    ]
}

pub struct Circle2d;

fn labeler() -> NearestCircle {
    let circle = |style: usize| (text!("style-radius", radius = RADII[style]), circle(style));
    let circles = (0..RADII.len()).map(circle).collect();
    NearestCircle { circles, from_step: COMMON_STEPS, steps: STEPS, reach: 0.75 }
}

impl World for Circle2d {
    fn id(&self) -> &'static str {
        "circle2d"
    }

    fn card(&self) -> WorldCard {
        let knobs = vec![TRAJECTORIES.card(), NOISE.card(), SPELLS.card(), WRONG_LABELS.card()];
        let view = View { left: -1.5, bottom: -1.5, right: 23.5, top: 15.5 };
        WorldCard {
            presets: presets(),
            // This world is about the paper's own method; elsewhere runs open with what measures best.
            defaults: recipes::paper(),
            ..WorldCard::new(self.id(), vec![labeler().card()], knobs, view)
        }
    }

    fn pair_size(&self) -> PairSize {
        PairSize::new(HISTORY * 2, 2, ActionKind::Continuous)
    }

    fn columns(&self, _run: &RunConfig, _files: &Files) -> PairColumns {
        let direction = ["cos", "sin"].map(PairColumn::plain);
        PairColumns::positions(HISTORY, OBSERVED_OFFSET.map(f64::from), OBSERVED_SCALE.into(), direction)
    }

    fn demos(&self, run: &RunConfig, _files: &Files) -> Result<Demos, DataError> {
        let (noise, spells) = (NOISE.get(run) as f32, SPELLS.get(run) as f32);
        let wrong = WRONG_LABELS.get(run) as f32;
        let train = TRAJECTORIES.get(run);
        let held_out = ((train as f32 * HELD_OUT_SHARE).ceil() as usize).max(1);
        let mut trajectories = Vec::with_capacity(RADII.len() * (train + held_out));
        for style in 0..RADII.len() {
            for number in 0..train + held_out {
                let mut rng = Rng::stream(run.seed, "circle2d demonstration", (style * 10_000 + number) as u64);
                let mut path = demonstrate(style, noise, spells, &mut rng);
                path.held_out = number >= train;
                if rng.chance(wrong) {
                    path.style = (style + 1 + rng.below(RADII.len() - 1)) % RADII.len();
                }
                trajectories.push(path);
            }
        }
        self.pair_size().demos(RADII.len(), trajectories)
    }

    fn labeler(&self, label: &str) -> Option<Box<dyn Labeler>> {
        let own = labeler();
        (label == own.id()).then(|| Box::new(own) as Box<dyn Labeler>)
    }

    fn ideals(&self, _run: &RunConfig, _files: &Files) -> Vec<Vec<f32>> {
        let mut rng = Rng::stream(0, "circle2d ideal", 0);
        (0..RADII.len()).map(|style| demonstrate(style, 0.0, 0.0, &mut rng).xy).collect()
    }

    fn episode(&self, run: &RunConfig, _files: &Files, number: u64) -> Box<dyn Episode> {
        let mut rng = Rng::stream(run.seed, "circle2d episode", number);
        let point = PointState::new(NOISE.get(run) as f32, &mut rng);
        Box::new(CircleEpisode { point, rng, step: 0 })
    }

    fn true_pmi(&self, run: &RunConfig) -> Option<TruePmi> {
        let [noise, spells, wrong] = [NOISE, SPELLS, WRONG_LABELS].map(|knob| knob.get(run) as f32);
        let truth = truth::CirclePmi::new(noise, spells, wrong, TRUTH_SAMPLE)?;
        Some(Box::new(move |observation, action| truth.pmi(observation, action).to_vec()))
    }

    fn normalize_action(&self, action: &mut [f32]) {
        to_length_one(action);
    }

    fn max_steps(&self) -> usize {
        STEPS
    }
}

struct CircleEpisode {
    point: PointState,
    rng: Rng,
    step: usize,
}

impl Episode for CircleEpisode {
    fn observe(&self, into: &mut [f32]) {
        self.point.observe(into);
    }

    fn act(&mut self, action: &[f32]) -> bool {
        self.point.advance(libm::atan2f(action[1], action[0]), &mut self.rng);
        self.step += 1;
        self.step < STEPS
    }

    fn position(&self) -> (f32, f32) {
        self.point.position()
    }
}

#[cfg(test)]
mod tests {
    use super::expert::direction;
    use super::*;
    use protocol::Value;

    fn run(knobs: &[(String, Value)]) -> RunConfig {
        RunConfig { seed: 3, knobs: knobs.iter().cloned().collect(), ..RunConfig::default() }
    }

    fn demos(run: &RunConfig) -> Demos {
        Circle2d.demos(run, &Files::default()).unwrap()
    }

    #[test]
    fn clean_demonstrations_show_their_style() {
        let demos = demos(&run(&[SPELLS.at(0.0)]));
        let labeler = labeler();
        assert_eq!(demos.trajectories.len(), 4 * 30);
        assert_eq!(demos.side(true).count(), 4 * 5);
        for t in &demos.trajectories {
            assert_eq!(labeler.label(&t.xy), Some(t.style));
            assert_eq!(t.steps(), STEPS);
        }
    }

    #[test]
    fn spells_and_wrong_labels_come_in_the_share_asked_for() {
        let demos = demos(&run(&[TRAJECTORIES.at(100), WRONG_LABELS.at(0.3)]));
        let (mut off, mut all, mut wrong) = (0, 0, 0);
        for t in &demos.trajectories {
            let own = t.followed[0];
            off += t.followed[COMMON_STEPS..].iter().filter(|z| **z != own).count();
            all += STEPS - COMMON_STEPS;
            wrong += usize::from(t.style != own as usize);
        }
        let (off, wrong) = (off as f32 / all as f32, wrong as f32 / demos.trajectories.len() as f32);
        assert!((0.15..0.25).contains(&off), "off-style share {off}");
        assert!((0.24..0.36).contains(&wrong), "wrong labels {wrong}");
    }

    #[test]
    fn an_episode_driven_by_the_expert_follows_the_ideal_path() {
        let run = run(&[NOISE.at(0.0)]);
        let ideal = &Circle2d.ideals(&run, &Files::default())[2];
        let mut episode = Circle2d.episode(&run, &Files::default(), 0);
        for step in 0..STEPS {
            let (x, y) = episode.position();
            assert!((x - ideal[2 * step]).abs() + (y - ideal[2 * step + 1]).abs() < 1e-5);
            let direction = direction(2, step, x, y);
            assert_eq!(episode.act(&[libm::cosf(direction), libm::sinf(direction)]), step + 1 < STEPS);
        }
    }

    #[test]
    fn actions_that_are_no_numbers_lead_nowhere() {
        let run = run(&[NOISE.at(0.0)]);
        let mut episode = Circle2d.episode(&run, &Files::default(), 0);
        for action in [[f32::NAN, 0.0], [1.0, f32::NAN], [f32::INFINITY, f32::NEG_INFINITY]] {
            episode.act(&action);
            assert!(episode.position().0.is_finite() && episode.position().1.is_finite());
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_data() {
        let demos = |seed| super::tests::demos(&RunConfig { seed, ..run(&[]) }).trajectories;
        assert_eq!(demos(1), demos(1));
        assert_ne!(demos(1), demos(2));
    }
}
