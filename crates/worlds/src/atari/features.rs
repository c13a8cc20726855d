//! Observations in games: the memory, and features of the current window of decisions. A style label is a function of a
//! whole window, so the observation includes what has happened in it so far. Demonstrations and episodes share this code.

use std::f32::consts::PI;

use super::Game;
use super::game::Ram;
use super::geometry::OTHERS;
use super::magpie::{self, SENSES};
use atari2600::JoystickAction;

/// Decisions per window; at four frames each, 6.7 seconds.
pub const DECISIONS: usize = 100;
/// Lags, in decisions, of the earlier positions in an observation.
const LAGS: [usize; 4] = [1, 2, 4, 8];
const MAX_LAG: usize = 8;
const MEMORY: usize = 128;
/// Scale of the memory bytes. Most of them are irrelevant: at full scale they dominate the other features, and a critic
/// memorises games by them (dots left, score).
const MEMORY_SCALE: f32 = 0.015;
/// Scale of the roaming features, since the thresholds of the range label are only a few pixels apart.
const ROAMING_SCALE: f32 = 8.0;
/// Frequencies of the positional encoding, in half-waves per screen. Corridors are narrow, and networks learn to
/// separate them slowly from plain coordinates.
const FREQUENCIES: [f32; 5] = [0.5, 1.0, 2.0, 4.0, 8.0];
/// Distance in pixels at which the features of another figure saturate.
const FAR: f32 = 32.0;
/// Memory; position, displacements from earlier positions and positional encoding; other figures (x, y and nearness
/// each); button, time left, mean position, displacement from it, roaming so far and its lower bound, fire rate. The
/// last stick direction is left out: policies that observe it repeat it, and run into walls.
const OBSERVATION: usize = MEMORY + WINDOW;
/// The same without the memory.
const WINDOW: usize = 2 + 2 * LAGS.len() + 4 * FREQUENCIES.len() + 3 * OTHERS + 1 + 1 + 2 + 2 + 2 + 1;

/// Running features of the distance to pursuers: its mean, and that mean's distance from the threshold as time runs out.
pub(super) const DISTANCES: usize = 2;
/// Pixels of mean distance that count as one.
const DISTANCE_SCALE: f32 = 20.0;

impl Game {
    /// Size of an observation. Magpie's goes on with what its ways lead to and with the distance to its cats.
    pub fn observation_size(self) -> usize {
        match self {
            Self::Magpie => OBSERVATION + SENSES + DISTANCES,
            Self::Alien | Self::MsPacman | Self::SpaceInvaders => OBSERVATION,
        }
    }

    /// Size of an observation of the player's surroundings: features of the window, of the distance to pursuers, and of the
    /// surroundings. The memory is left out: it identifies a game, and critics learn games by heart from it.
    pub fn aware_observation_size(self) -> usize {
        WINDOW + DISTANCES + self.surroundings_size()
    }

    /// What the numbers of such an observation mean, `[aware_observation_size]`.
    pub(super) fn aware_observation_names(self) -> Vec<String> {
        let pairs = |name: &str| ["x", "y"].map(|axis| format!("{name} {axis}"));
        let mut names: Vec<String> = pairs("position").into();
        names.extend(LAGS.iter().flat_map(|lag| pairs(&format!("moved since t-{lag}"))));
        for frequency in FREQUENCIES {
            names.extend(["sin x", "cos x", "sin y", "cos y"].map(|wave| format!("{wave} at {frequency}")));
        }
        let figure = |number: usize| ["x", "y", "nearness"].map(|what| format!("figure {number}: {what}"));
        names.extend((1..=OTHERS).flat_map(figure));
        names.extend(["button", "time left"].map(String::from));
        names.extend(["mean", "off the mean"].iter().flat_map(|name| pairs(name)));
        names.extend(
            ["roaming", "least roaming", "fire rate", "distance kept", "distance kept so far"].map(String::from),
        );
        names.extend(self.surroundings_names());
        names
    }
}

/// Running statistics of a window.
#[derive(Clone, Debug)]
pub struct WindowFeatures {
    game: Game,
    /// Positions of the player, the latest first.
    positions: [[f32; 2]; MAX_LAG + 1],
    /// The latest point of the path.
    point: [f32; 2],
    last_action: JoystickAction,
    decisions: usize,
    /// Decisions with the button held.
    fired: usize,
    /// Sum of the positions, and of their squared norms.
    sum: [f32; 2],
    squares: f32,
    /// Decisions beyond each of the lines between areas.
    beyond: [usize; 2],
    /// Sum of the distances to the nearest pursuer, and the number of decisions that have one.
    distances: f32,
    distance_count: usize,
}

impl WindowFeatures {
    pub fn new(game: Game, ram: &Ram) -> Self {
        let positions = [game.position(ram, false); MAX_LAG + 1];
        Self {
            game,
            positions,
            point: game.path_point(ram, false),
            last_action: JoystickAction::NOOP,
            decisions: 0,
            fired: 0,
            sum: [0.0; 2],
            squares: 0.0,
            beyond: [0; 2],
            distances: 0.0,
            distance_count: 0,
        }
    }

    /// The current point of the path that labels are computed from ([`Game::path_point`]).
    pub fn position(&self) -> [f32; 2] {
        self.point
    }

    /// Whether all decisions of the window have been made.
    pub fn is_complete(&self) -> bool {
        self.decisions >= DECISIONS
    }

    /// Adds a decision: the action, and the memory after it.
    pub fn update(&mut self, action: JoystickAction, ram: &Ram) {
        let [x, y] = self.game.position(ram, action.fires());
        self.positions.rotate_right(1);
        self.positions[0] = [x, y];
        self.last_action = action;
        self.decisions += 1;
        self.fired += usize::from(action.fires());
        self.sum = [self.sum[0] + x, self.sum[1] + y];
        self.squares += x * x + y * y;
        for (count, (axis, line)) in self.beyond.iter_mut().zip(self.game.lines()) {
            *count += usize::from([x, y][axis] >= line);
        }
        self.point = self.game.path_point(ram, action.fires());
        if let Some(distance) = self.game.pursuer_distance(ram) {
            self.distances += distance;
            self.distance_count += 1;
        }
    }

    /// Writes the observation, `[Game::observation_size]`, scaled to about one except for the memory. A buffer of another size
    /// belongs to a policy of another version and is filled with zeros.
    pub fn observe(&self, ram: &Ram, into: &mut [f32]) {
        if into.len() != self.game.observation_size() {
            return into.fill(0.0);
        }
        let (into, own) = into.split_at_mut(OBSERVATION);
        if let (Game::Magpie, Some((senses, distances))) = (self.game, own.split_at_mut_checked(SENSES)) {
            magpie::observe(ram, senses);
            distances.copy_from_slice(&self.distance_statistics());
        }
        let (memory, window) = into.split_at_mut(MEMORY);
        for (slot, byte) in memory.iter_mut().zip(ram) {
            *slot = MEMORY_SCALE * (f32::from(*byte) / 127.5 - 1.0);
        }
        self.observe_window(ram, window);
    }

    /// Writes the observation of the player's surroundings, `[Game::aware_observation_size]`.
    pub fn observe_surroundings(&self, ram: &Ram, into: &mut [f32]) {
        if into.len() != self.game.aware_observation_size() {
            return into.fill(0.0);
        }
        let (window, rest) = into.split_at_mut(WINDOW);
        self.observe_window(ram, window);
        let (distances, surroundings) = rest.split_at_mut(DISTANCES);
        distances.copy_from_slice(&self.distance_statistics());
        let moved = self.positions[0][0] - self.positions[1][0];
        self.game.observe_surroundings(ram, moved, surroundings);
    }

    /// Writes the features of the window, `[WINDOW]`.
    fn observe_window(&self, ram: &Ram, into: &mut [f32]) {
        let (positions, rest) = into.split_at_mut(2 + 2 * LAGS.len());
        self.observe_positions(positions);
        let (encoding, rest) = rest.split_at_mut(4 * FREQUENCIES.len());
        for (slot, frequency) in encoding.as_chunks_mut::<4>().0.iter_mut().zip(FREQUENCIES) {
            let [x, y] = self.scaled(self.positions[0]).map(|share| frequency * PI * share);
            *slot = [libm::sinf(x), libm::cosf(x), libm::sinf(y), libm::cosf(y)];
        }
        let (others, rest) = rest.split_at_mut(3 * OTHERS);
        self.observe_others(ram, others);
        rest.copy_from_slice(&self.statistics());
    }

    pub(super) fn distance_statistics(&self) -> [f32; DISTANCES] {
        let Some(threshold) = self.game.boldness_threshold().filter(|_| self.distance_count > 0) else {
            return [0.0; DISTANCES];
        };
        let mean = self.distances / self.distance_count as f32;
        let above = ((mean - threshold) / DISTANCE_SCALE).clamp(-2.0, 2.0);
        [above, above * self.decisions as f32 / DECISIONS as f32]
    }

    /// Where the stretch was spent so far, for areas: the share of decisions beyond each line between them, from -1 to 1.
    pub(super) fn area_statistics(&self) -> [f32; 2] {
        self.beyond
            .map(|count| if self.decisions == 0 { 0.0 } else { 2.0 * count as f32 / self.decisions as f32 - 1.0 })
    }

    /// Half the width and height of the view.
    fn half_size(&self) -> (f32, f32) {
        let view = self.game.view();
        ((view.right - view.left) / 2.0, (view.top - view.bottom) / 2.0)
    }

    /// A position in the view, from -1 to 1 on both axes.
    fn scaled(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let (view, (width, height)) = (self.game.view(), self.half_size());
        [(x - view.left) / width - 1.0, (y - view.bottom) / height - 1.0]
    }

    fn observe_positions(&self, into: &mut [f32]) {
        let (now, (width, height)) = (self.positions[0], self.half_size());
        into[..2].copy_from_slice(&self.scaled(now));
        for (slot, lag) in into[2..].as_chunks_mut::<2>().0.iter_mut().zip(LAGS) {
            let [x, y] = self.positions[lag];
            *slot = [4.0 * (now[0] - x) / width, 4.0 * (now[1] - y) / height];
        }
    }

    fn observe_others(&self, ram: &Ram, into: &mut [f32]) {
        let now = self.positions[0];
        for (slot, other) in into.as_chunks_mut::<3>().0.iter_mut().zip(self.game.others(ram)) {
            *slot = other.map_or([0.0; 3], |[x, y]| {
                let offset = [x - now[0], y - now[1]];
                let [right, up] = offset.map(|pixels| (pixels / FAR).clamp(-1.0, 1.0));
                [right, up, (1.0 - libm::hypotf(offset[0], offset[1]) / FAR).max(0.0)]
            });
        }
    }

    /// The features from the button on, in the order of [`OBSERVATION`].
    pub(super) fn statistics(&self) -> [f32; 9] {
        let (now, (width, height)) = (self.positions[0], self.half_size());
        let count = self.decisions.max(1) as f32;
        let mean = if self.decisions == 0 { now } else { self.sum.map(|sum| sum / count) };
        let variance = self.squares / count - mean[0] * mean[0] - mean[1] * mean[1];
        let deviation = if self.decisions == 0 { 0.0 } else { libm::sqrtf(variance.max(0.0)) } / width.min(height);
        let elapsed = self.decisions as f32 / DECISIONS as f32;
        let [mean_x, mean_y] = self.scaled(mean);
        [
            f32::from(u8::from(self.last_action.fires())),
            1.0 - 2.0 * elapsed,
            mean_x,
            mean_y,
            4.0 * (now[0] - mean[0]) / width,
            4.0 * (now[1] - mean[1]) / height,
            ROAMING_SCALE * deviation - 3.0,
            // The deviation of the whole window if the player spent the rest of it at the mean position.
            ROAMING_SCALE * deviation * libm::sqrtf(elapsed) - 2.0,
            2.0 * self.fired as f32 / count - 1.0,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: u8, y: u8) -> Ram {
        let mut ram = [0; MEMORY];
        (ram[10], ram[16]) = (x, y);
        ram
    }

    #[test]
    fn observations_summarise_the_window() {
        let mut features = WindowFeatures::new(Game::MsPacman, &at(80, 60));
        let mut observation = [f32::NAN; OBSERVATION];
        features.observe(&at(80, 60), &mut observation);
        assert!(observation.iter().all(|value| value.is_finite()), "every entry is written");
        for step in 1..=DECISIONS as u8 {
            assert!(!features.is_complete());
            features.update(JoystickAction::from_direction(1, 0, step.is_multiple_of(2)), &at(80 + step % 40, 60));
        }
        features.observe(&at(100, 60), &mut observation);
        let rest = &observation[OBSERVATION - 9..];
        assert_eq!(rest[..2], [1.0, -1.0], "button, no time left");
        assert!(features.is_complete() && rest[8].abs() < 1e-6, "it fired half the time");
        assert!(
            (rest[6] + 3.0 - (rest[7] + 2.0)).abs() < 1e-5 && rest[6] > -3.0,
            "at the end the lower bound of roaming is exact"
        );
        assert!(observation.iter().all(|value| value.abs() <= 4.0));
    }
}
