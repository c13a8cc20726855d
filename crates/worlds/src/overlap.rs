//! Overlap: the world of Proposition 1. Three lanes part from one start. A share λ of every style's experts is spread
//! evenly over all lanes; the others take the lane of their style. So p(z | lane) = (1-λ)·[own lane] + λ/3: at λ = 1
//! steps carry no information about the style, I(Z;S,A) = 0; at λ = 0 they determine it, H(Z|S,A) = 0.

use super::{Episode, Files, PairColumn, PairColumns, PairSize, World, to_length_one};
use crate::data::{ActionKind, DataError, Demos, Rng, Trajectory};
use crate::labels::{Labeler, NearestLane};
use protocol::{KnobGroup, NumberKnob, RunConfig, Text, View, WholeKnob, WorldCard};

const SPEED: f32 = 0.25;
const STEPS: usize = 40;
/// Heights of the lanes, one per style.
const LANES: [f32; 3] = [-2.0, 0.0, 2.0];
/// No expert steers more steeply than this, in radians.
const STEEPEST: f32 = 1.0;
/// x is observed from here, both axes in units of these lengths.
const OBSERVED_OFFSET: f32 = 5.0;
const OBSERVED_SCALE: [f32; 2] = [5.0, 2.0];
/// Held-out trajectories per training trajectory.
const HELD_OUT_SHARE: f32 = 0.25;
/// Results of BC, BC per style and BC-PMI over the overlap (JSON of `[protocol::Sweep]`). `lab overlap` measures them and
/// `lab results` writes the file.
const CURVES: &str = include_str!("overlap_curves.json");

const GROUP: KnobGroup = KnobGroup::Data;

/// Training trajectories per style.
pub const TRAJECTORIES: WholeKnob =
    WholeKnob::new("trajectories", "knob-overlap-trajectories", GROUP, (12, 120), 60).step(12);
/// Standard deviation of the experts' direction, in radians.
pub const NOISE: NumberKnob = NumberKnob::new("noise", "knob-overlap-noise", GROUP, (0.0, 0.6), 0.2).unit("unit-rad");
/// The share λ of experts that are spread over all lanes.
pub const OVERLAP: NumberKnob = NumberKnob::new("overlap", "knob-overlap", GROUP, (0.0, 1.0), 0.5);

pub struct Overlap;

/// p(z | lane): the share of `style` among the demonstrations in a lane.
pub fn share(style: usize, lane: usize, overlap: f32) -> f32 {
    overlap / LANES.len() as f32 + if style == lane { 1.0 - overlap } else { 0.0 }
}

/// I(Z;S,A) in nats. A step informs about the style only through its lane.
pub fn information(overlap: f32) -> f32 {
    let styles = LANES.len() as f32;
    let shares = (0..LANES.len()).map(|lane| share(0, lane, overlap));
    shares.filter(|share| *share > 0.0).map(|share| share * libm::logf(styles * share)).sum()
}

fn direction(lane: usize, y: f32) -> f32 {
    libm::atanf(LANES[lane] - y).clamp(-STEEPEST, STEEPEST)
}

fn observe(at: (f32, f32), into: &mut [f32]) {
    into.copy_from_slice(&[(at.0 - OBSERVED_OFFSET) / OBSERVED_SCALE[0], at.1 / OBSERVED_SCALE[1]]);
}

fn advance(at: (f32, f32), direction: f32) -> (f32, f32) {
    (at.0 + SPEED * libm::cosf(direction), at.1 + SPEED * libm::sinf(direction))
}

fn demonstrate(style: usize, lane: usize, noise: f32, rng: &mut Rng) -> Trajectory {
    let (mut observations, mut actions, mut xy) = (vec![], vec![], vec![]);
    let (mut at, mut observation) = ((0.0, 0.0), [0.0; 2]);
    for _ in 0..STEPS {
        let taken = direction(lane, at.1) + noise * rng.normal();
        observe(at, &mut observation);
        observations.extend(observation);
        actions.extend([libm::cosf(taken), libm::sinf(taken)]);
        xy.extend([at.0, at.1]);
        at = advance(at, taken);
    }
    Trajectory { style, followed: vec![lane as u8; STEPS], held_out: false, observations, actions, xy }
}

/// The lane of expert `number` of `count`. Assigned by counting instead of by chance, so that the shares are exact.
fn lane(style: usize, number: usize, count: usize, overlap: f32) -> usize {
    let own = ((1.0 - overlap) * count as f32).round() as usize;
    if number < own { style } else { (number - own) % LANES.len() }
}

fn labeler() -> NearestLane {
    let names = ["style-lane-low", "style-lane-middle", "style-lane-high"];
    NearestLane { lanes: names.into_iter().map(Text::new).zip(LANES).collect(), reach: 0.75 }
}

impl World for Overlap {
    fn id(&self) -> &'static str {
        "overlap"
    }

    fn card(&self) -> WorldCard {
        let knobs = vec![TRAJECTORIES.card(), NOISE.card(), OVERLAP.card()];
        let view = View { left: -0.5, bottom: -3.0, right: 10.5, top: 3.0 };
        let sweeps = serde_json::from_str(CURVES).unwrap_or_default();
        WorldCard { sweeps, ends: true, ..WorldCard::new(self.id(), vec![labeler().card()], knobs, view) }
    }

    fn pair_size(&self) -> PairSize {
        PairSize::new(2, 2, ActionKind::Continuous)
    }

    fn columns(&self, _run: &RunConfig, _files: &Files) -> PairColumns {
        let x = PairColumn::new("x", "units", OBSERVED_OFFSET.into(), OBSERVED_SCALE[0].into());
        let y = PairColumn::new("y", "units", 0.0, OBSERVED_SCALE[1].into());
        PairColumns { observation: vec![x, y], action: ["cos", "sin"].map(PairColumn::plain).into() }
    }

    fn demos(&self, run: &RunConfig, _files: &Files) -> Result<Demos, DataError> {
        let (noise, overlap) = (NOISE.get(run) as f32, OVERLAP.get(run) as f32);
        let train = TRAJECTORIES.get(run);
        let held_out = ((train as f32 * HELD_OUT_SHARE).ceil() as usize).max(1);
        let mut trajectories = Vec::with_capacity(LANES.len() * (train + held_out));
        for style in 0..LANES.len() {
            for (side, count) in [(0, train), (1, held_out)] {
                for number in 0..count {
                    let stream = (style * 2 + side) * 10_000 + number;
                    let mut rng = Rng::stream(run.seed, "overlap demonstration", stream as u64);
                    let path = demonstrate(style, lane(style, number, count, overlap), noise, &mut rng);
                    trajectories.push(Trajectory { held_out: side == 1, ..path });
                }
            }
        }
        self.pair_size().demos(LANES.len(), trajectories)
    }

    fn labeler(&self, label: &str) -> Option<Box<dyn Labeler>> {
        let own = labeler();
        (label == own.id()).then(|| Box::new(own) as Box<dyn Labeler>)
    }

    fn ideals(&self, _run: &RunConfig, _files: &Files) -> Vec<Vec<f32>> {
        let mut rng = Rng::stream(0, "overlap ideal", 0);
        (0..LANES.len()).map(|style| demonstrate(style, style, 0.0, &mut rng).xy).collect()
    }

    fn episode(&self, _run: &RunConfig, _files: &Files, _number: u64) -> Box<dyn Episode> {
        Box::new(LaneEpisode { at: (0.0, 0.0), step: 0 })
    }

    fn normalize_action(&self, action: &mut [f32]) {
        to_length_one(action);
    }

    fn max_steps(&self) -> usize {
        STEPS
    }
}

struct LaneEpisode {
    at: (f32, f32),
    step: usize,
}

impl Episode for LaneEpisode {
    fn observe(&self, into: &mut [f32]) {
        observe(self.at, into);
    }

    fn act(&mut self, action: &[f32]) -> bool {
        let direction = libm::atan2f(action[1], action[0]);
        // An agent without a direction stays where it is.
        if direction.is_finite() {
            self.at = advance(self.at, direction);
        }
        self.step += 1;
        self.step < STEPS
    }

    fn position(&self) -> (f32, f32) {
        self.at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::SweepCurve;

    fn run(overlap: f64) -> RunConfig {
        RunConfig { seed: 3, knobs: [OVERLAP.at(overlap)].into(), ..RunConfig::default() }
    }

    #[test]
    fn actions_that_are_no_numbers_lead_nowhere() {
        let mut episode = Overlap.episode(&run(0.5), &Files::default(), 0);
        assert!(episode.act(&[f32::NAN, 1.0]));
        assert_eq!(episode.position(), (0.0, 0.0));
    }

    #[test]
    fn lanes_are_shared_out_as_the_slider_says() {
        let labeler = labeler();
        for (overlap, own) in [(0.0, 60), (0.5, 40), (1.0, 20)] {
            let demos = Overlap.demos(&run(overlap), &Files::default()).unwrap();
            for style in 0..LANES.len() {
                let in_own_lane = |t: &&Trajectory| labeler.label(&t.xy) == Some(style);
                let of_style = || demos.side(false).filter(|t| t.style == style);
                assert_eq!(
                    (of_style().count(), of_style().filter(in_own_lane).count()),
                    (60, own),
                    "overlap {overlap}"
                );
            }
        }
    }

    #[test]
    fn the_measured_curves_meet_where_proposition_1_says() {
        let sweeps = Overlap.card().sweeps;
        assert_eq!(sweeps.len(), 2, "loss and calibration");
        for sweep in &sweeps {
            let [bc, each, ours] = &sweep.curves[..] else { panic!("three curves") };
            let (first, last) = (|of: &SweepCurve| of.points[0], |of: &SweepCurve| of.points[of.points.len() - 1]);
            assert_eq!((first(ours).0, last(ours).0, ours.points.len()), (0.0, 1.0, 11), "all of the slider");
            assert!(bc.points.is_sorted_by(|a, b| a.0 < b.0) && bc.points.len() == each.points.len());
            let range = bc
                .points
                .iter()
                .chain(&each.points)
                .fold((f32::MAX, f32::MIN), |(low, high), point| (low.min(point.1), high.max(point.1)));
            let near = |a: (f32, f32), b: (f32, f32)| (a.1 - b.1).abs() < 0.2 * (range.1 - range.0);
            assert!(near(first(ours), first(each)), "{}: every step tells the style", sweep.quantity.key);
            assert!(near(last(ours), last(bc)), "{}: no step tells the style", sweep.quantity.key);
        }
    }

    #[test]
    fn information_goes_from_all_to_nothing() {
        assert!((information(0.0) - 3f32.ln()).abs() < 1e-6 && information(1.0).abs() < 1e-6);
        assert!((0..20).all(|step| information(step as f32 / 20.0) > information((step + 1) as f32 / 20.0)));
        let sum: f32 = (0..3).map(|style| share(style, 1, 0.3)).sum();
        assert!((sum - 1.0).abs() < 1e-6);
    }
}
