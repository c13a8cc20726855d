//! Simulated experts that follow a drawn path, and the point on the plane that experts and agents move.

use crate::data::{Rng, Trajectory};
use protocol::drawing::{DRAWN_STEPS, PLANE};

/// Number of positions in an observation: those at t-4 to t.
pub const HISTORY: usize = 5;
/// Distance that an action of length one moves the point, in units of the plane: about a step of a drawn path.
pub const STRIDE: f32 = 0.4;
/// Observations are positions from the middle of the plane divided by this length.
pub const OBSERVED_SCALE: f32 = 6.0;
/// Longest step of an agent, in units of the plane; steps of drawn paths are shorter.
const LONGEST_STEP: f32 = 3.0;
/// Agents stay within this distance of the plane, in its units.
const MARGIN: f32 = 4.0;
/// Share of its offset from the path that an expert corrects per step.
const CORRECTION: f32 = 0.25;
/// Standard deviation of an expert's start around that of its path, per unit of noise; in units of the plane.
const START_SPREAD: f32 = 0.4;

/// A point and its latest positions.
pub struct PlaneState {
    /// Oldest first.
    positions: [[f32; 2]; HISTORY],
}

impl PlaneState {
    pub fn new(start: [f32; 2]) -> Self {
        Self { positions: [start; HISTORY] }
    }

    pub fn position(&self) -> [f32; 2] {
        self.positions[HISTORY - 1]
    }

    /// Writes the positions `[HISTORY * 2]`, centred and scaled to about one.
    pub fn observe(&self, into: &mut [f32]) {
        for (slot, [x, y]) in into.as_chunks_mut::<2>().0.iter_mut().zip(self.positions) {
            *slot = [(x - PLANE[0] / 2.0) / OBSERVED_SCALE, (y - PLANE[1] / 2.0) / OBSERVED_SCALE];
        }
    }

    /// Moves the point by `by`, at most `LONGEST_STEP`; a step that is not finite does not move it.
    pub fn advance(&mut self, by: [f32; 2]) {
        let length = (by[0] * by[0] + by[1] * by[1]).sqrt();
        let mut to = self.position();
        if length.is_finite() {
            let share = if length > LONGEST_STEP { LONGEST_STEP / length } else { 1.0 };
            for axis in 0..2 {
                to[axis] = (to[axis] + share * by[axis]).clamp(-MARGIN, PLANE[axis] + MARGIN);
            }
        }
        self.positions.rotate_left(1);
        self.positions[HISTORY - 1] = to;
    }
}

/// An expert that follows `drawn`, `DRAWN_STEPS + 1` points. `noise` is the standard deviation of its steps, as a share of
/// their length; a disturbance of half of it moves the point besides. The expert corrects its offset on the way, so the
/// demonstration shows how to return to the path, which a single drawn line does not.
pub fn follow(style: usize, drawn: &[f32], noise: f32, rng: &mut Rng) -> Trajectory {
    let points = drawn.as_chunks::<2>().0;
    let mut normal = |spread: f32| if spread > 0.0 { spread * rng.normal() } else { 0.0 };
    let start = points.first().map_or([0.0; 2], |first| first.map(|axis| axis + normal(START_SPREAD * noise)));
    let mut point = PlaneState::new(start);
    let mut path = Trajectory { style, followed: vec![style as u8; DRAWN_STEPS], ..Trajectory::default() };
    let mut observation = [0.0; HISTORY * 2];
    for [here, next] in points.array_windows() {
        let at = point.position();
        let ahead = [next[0] - here[0], next[1] - here[1]];
        let spread = noise * (ahead[0] * ahead[0] + ahead[1] * ahead[1]).sqrt();
        let step = [0, 1].map(|axis| ahead[axis] + CORRECTION * (here[axis] - at[axis]) + normal(spread));
        point.observe(&mut observation);
        path.observations.extend(observation);
        path.actions.extend(step.map(|axis| axis / STRIDE));
        path.xy.extend(at);
        point.advance(step.map(|axis| axis + normal(spread / 2.0)));
    }
    path
}
