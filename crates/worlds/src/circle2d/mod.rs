//! Circle2D: a point moves at constant speed and chooses its direction. All experts share a straight
//! stretch, then each follows the circle of its style. Spells on another style's circle and wrong labels
//! make the demonstrations as imperfect as people's are.

pub mod expert;
pub mod truth;

use self::expert::{COMMON_STEPS, HISTORY, RADII, STEPS, Walker, circle, demonstrate};
use super::{Episode, World, to_length_one};
use crate::data::{ActionKind, DataError, Demos, Rng};
use crate::labels::{Labeler, NearestCircle};
use protocol::{KnobCard, KnobGroup, KnobKind, RunConfig, Value, View, WorldCard};

/// Held-out trajectories for every five that train.
const HELD_OUT_SHARE: f32 = 0.2;

pub struct Circle2d;

impl World for Circle2d {
    fn card(&self) -> WorldCard {
        WorldCard {
            id: "circle2d".into(),
            name: "Circle2D".into(),
            about: "A point moves at constant speed and chooses its direction. Every expert walks the same straight \
                    line for 75 steps, then follows the circle of its style."
                .into(),
            source: "Simulated: scripted experts with noise, spells on other styles' circles and, if you like, wrong \
                     labels."
                .into(),
            labels: self.labeler("circle").map(|labeler| labeler.card()).into_iter().collect(),
            knobs: knobs(),
            defaults: Default::default(),
            view: View { left: -1.5, bottom: -1.5, right: 23.5, top: 15.5 },
            unit: None,
            screen: None,
            marks: vec![],
            sweeps: vec![],
            files: vec![],
            starts: false,
            draws: false,
        }
    }

    fn demos(&self, run: &RunConfig) -> Result<Demos, DataError> {
        let (noise, spells) = (run.number("noise") as f32, run.number("spells") as f32);
        let wrong = run.number("wrong_labels") as f32;
        let train = run.whole("trajectories");
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
        Demos {
            observation_size: HISTORY * 2,
            action_size: 2,
            action_kind: ActionKind::Continuous,
            styles: RADII.len(),
            trajectories,
        }
        .checked()
    }

    fn labeler(&self, label: &str) -> Option<Box<dyn Labeler>> {
        (label == "circle").then(|| {
            let circles = (0..RADII.len()).map(|z| (format!("radius {}", RADII[z]), circle(z))).collect();
            let labeler = NearestCircle { circles, from_step: COMMON_STEPS, steps: STEPS, reach: 0.75 };
            Box::new(labeler) as Box<dyn Labeler>
        })
    }

    fn ideals(&self, _run: &RunConfig) -> Vec<Vec<f32>> {
        let mut rng = Rng::stream(0, "circle2d ideal", 0);
        (0..RADII.len()).map(|style| demonstrate(style, 0.0, 0.0, &mut rng).xy).collect()
    }

    fn episode(&self, run: &RunConfig, number: u64) -> Box<dyn Episode> {
        let mut rng = Rng::stream(run.seed, "circle2d episode", number);
        let walker = Walker::new(run.number("noise") as f32, &mut rng);
        Box::new(Stroll { walker, rng, step: 0 })
    }

    fn tidy(&self, action: &mut [f32]) {
        to_length_one(action);
    }

    fn steps(&self) -> usize {
        STEPS
    }
}

struct Stroll {
    walker: Walker,
    rng: Rng,
    step: usize,
}

impl Episode for Stroll {
    fn observe(&self, into: &mut [f32]) {
        self.walker.observe(into);
    }

    fn act(&mut self, action: &[f32]) -> bool {
        self.walker.go(libm::atan2f(action[1], action[0]), &mut self.rng);
        self.step += 1;
        self.step < STEPS
    }

    fn position(&self) -> (f32, f32) {
        self.walker.here()
    }
}

fn knobs() -> Vec<KnobCard> {
    let knob = |id: &str, name: &str, about: &str, kind, default| KnobCard {
        id: id.into(),
        name: name.into(),
        about: about.into(),
        group: KnobGroup::Data,
        kind,
        default: Value::Number(default),
        live: false,
    };
    let share = |max| KnobKind::Number { min: 0.0, max, step: 0.05, logarithmic: false, unit: None };
    vec![
        knob(
            "trajectories",
            "Demonstrations a style",
            "How many trajectories of 300 steps each style has for training; a fifth as many more are held out.",
            KnobKind::Whole { min: 5, max: 100, step: 5, unit: None },
            25.0,
        ),
        knob(
            "noise",
            "Noise",
            "Standard deviation of the experts' direction, in radians; the world pushes the point by a tenth of it.",
            KnobKind::Number { min: 0.0, max: 0.6, step: 0.05, logarithmic: false, unit: Some("rad".into()) },
            0.2,
        ),
        knob(
            "spells",
            "Off-style spells",
            "Share of steps after the straight line that an expert spends on another style's circle, about 25 in a row.",
            share(0.6),
            0.2,
        ),
        knob(
            "wrong_labels",
            "Wrong labels",
            "Share of trajectories labelled with another style than theirs.",
            share(0.6),
            0.0,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::expert::direction;
    use super::*;

    fn run(knobs: &[(&str, f64)]) -> RunConfig {
        let mut run = RunConfig { seed: 3, ..RunConfig::default() };
        for card in Circle2d.card().knobs {
            run.knobs.insert(card.id, card.default);
        }
        for (id, value) in knobs {
            run.knobs.insert((*id).into(), Value::Number(*value));
        }
        run
    }

    #[test]
    fn clean_demonstrations_show_their_style() {
        let demos = Circle2d.demos(&run(&[("spells", 0.0)])).unwrap();
        let labeler = Circle2d.labeler("circle").unwrap();
        assert_eq!(demos.trajectories.len(), 4 * 30);
        assert_eq!(demos.side(true).count(), 4 * 5);
        for t in &demos.trajectories {
            assert_eq!(labeler.label(&t.xy), Some(t.style));
            assert_eq!(t.steps(), STEPS);
        }
    }

    #[test]
    fn spells_and_wrong_labels_come_in_the_share_asked_for() {
        let demos = Circle2d.demos(&run(&[("trajectories", 100.0), ("wrong_labels", 0.3)])).unwrap();
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
        let run = run(&[("noise", 0.0)]);
        let ideal = &Circle2d.ideals(&run)[2];
        let mut episode = Circle2d.episode(&run, 0);
        for step in 0..STEPS {
            let (x, y) = episode.position();
            assert!((x - ideal[2 * step]).abs() + (y - ideal[2 * step + 1]).abs() < 1e-5);
            let direction = direction(2, step, x, y);
            assert_eq!(episode.act(&[libm::cosf(direction), libm::sinf(direction)]), step + 1 < STEPS);
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_data() {
        let demos = |seed| Circle2d.demos(&RunConfig { seed, ..run(&[]) }).unwrap().trajectories;
        assert_eq!(demos(1), demos(1));
        assert_ne!(demos(1), demos(2));
    }
}
