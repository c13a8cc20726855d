//! A stretch of play as its player sees it. Styles are named by what a whole stretch shows, so the player sees, beside
//! the memory, what it did so far: demonstrations and episodes go through the same eyes.

use super::Game;
use super::style::OTHERS;
use atari2600::JoystickAction;

/// Decisions in a stretch: with four frames each, six and two thirds seconds.
pub const DECISIONS: usize = 100;
/// Decisions back at which the player remembers where it was.
const REMEMBERED: [usize; 4] = [1, 2, 4, 8];
const LONGEST: usize = 8;
const MEMORY: usize = 128;
/// How loud the memory is. Most of its bytes say nothing; at full size they drown what does, and a critic learns plays by
/// heart from them (the dots that are left, the score).
const QUIET: f32 = 0.015;
/// How loud it is how far the player roamed: thirds of it lie a few pixels apart.
const ROAMED: f32 = 8.0;
/// Waves across the screen by which a place is told once more: corridors are narrow, and a network that is given plain
/// coordinates is slow to tell one from the next.
const WAVES: [f32; 5] = [0.5, 1.0, 2.0, 4.0, 8.0];
/// Pixels at which another figure is far.
const FAR: f32 = 32.0;
/// Place, places before, the place in waves, others, button, time to go, mean place, the way from there, how far it
/// roamed and how far for certain, how often it fired. The stick is not told: who knows what it did last does it again, and runs into walls.
pub const OBSERVATION: usize = MEMORY + 2 + 2 * REMEMBERED.len() + 4 * WAVES.len() + 3 * OTHERS + 1 + 1 + 2 + 2 + 2 + 1;

type Ram = [u8; MEMORY];

#[derive(Clone, Debug)]
pub struct Window {
    game: Game,
    /// Where the player was, the latest first.
    places: [[f32; 2]; LONGEST + 1],
    last: JoystickAction,
    decisions: usize,
    fired: usize,
    sum: [f32; 2],
    squares: f32,
}

impl Window {
    pub fn new(game: Game, ram: &Ram) -> Self {
        let here = game.place(ram, false);
        let places = [here; LONGEST + 1];
        Self { game, places, last: JoystickAction::NOOP, decisions: 0, fired: 0, sum: [0.0; 2], squares: 0.0 }
    }

    /// What the style is read from: where the player is; a cannon's second number says whether it just fired.
    pub fn place(&self) -> [f32; 2] {
        self.places[0]
    }

    pub fn is_over(&self) -> bool {
        self.decisions >= DECISIONS
    }

    /// Takes in what was done, and the memory it led to.
    pub fn went(&mut self, action: JoystickAction, ram: &Ram) {
        let [x, y] = self.game.place(ram, action.fires());
        self.places.rotate_right(1);
        self.places[0] = [x, y];
        self.last = action;
        self.decisions += 1;
        self.fired += usize::from(action.fires());
        self.sum = [self.sum[0] + x, self.sum[1] + y];
        self.squares += x * x + y * y;
    }

    /// All of about the same size, but for what is to be heard softly. Who has another number of eyes (a policy of another version) sees nothing.
    pub fn observe(&self, ram: &Ram, into: &mut [f32]) {
        if into.len() != OBSERVATION {
            return into.fill(0.0);
        }
        let (memory, told) = into.split_at_mut(MEMORY);
        for (slot, byte) in memory.iter_mut().zip(ram) {
            *slot = QUIET * (f32::from(*byte) / 127.5 - 1.0);
        }
        let view = self.game.view();
        let (wide, high) = ((view.right - view.left) / 2.0, (view.top - view.bottom) / 2.0);
        let scaled = |[x, y]: [f32; 2]| [(x - view.left) / wide - 1.0, (y - view.bottom) / high - 1.0];
        let here = self.places[0];
        let (places, rest) = told.split_at_mut(2 + 2 * REMEMBERED.len());
        places[..2].copy_from_slice(&scaled(here));
        for (slot, back) in places[2..].as_chunks_mut::<2>().0.iter_mut().zip(REMEMBERED) {
            let [x, y] = self.places[back];
            *slot = [4.0 * (here[0] - x) / wide, 4.0 * (here[1] - y) / high];
        }
        let (waves, rest) = rest.split_at_mut(4 * WAVES.len());
        for (slot, count) in waves.as_chunks_mut::<4>().0.iter_mut().zip(WAVES) {
            let [x, y] = scaled(here).map(|share| count * std::f32::consts::PI * share);
            *slot = [libm::sinf(x), libm::cosf(x), libm::sinf(y), libm::cosf(y)];
        }
        let (others, rest) = rest.split_at_mut(3 * OTHERS);
        for (slot, other) in others.as_chunks_mut::<3>().0.iter_mut().zip(self.game.others(ram)) {
            *slot = other.map_or([0.0; 3], |[x, y]| {
                let away = [x - here[0], y - here[1]];
                let [right, up] = away.map(|pixels| (pixels / FAR).clamp(-1.0, 1.0));
                [right, up, (1.0 - libm::hypotf(away[0], away[1]) / FAR).max(0.0)]
            });
        }
        let seen = self.decisions.max(1) as f32;
        let mean = if self.decisions == 0 { here } else { self.sum.map(|sum| sum / seen) };
        let variance = self.squares / seen - mean[0] * mean[0] - mean[1] * mean[1];
        let roamed = if self.decisions == 0 { 0.0 } else { libm::sqrtf(variance.max(0.0)) } / wide.min(high);
        let gone = self.decisions as f32 / DECISIONS as f32;
        let [mean_x, mean_y] = scaled(mean);
        rest.copy_from_slice(&[
            f32::from(u8::from(self.last.fires())),
            1.0 - 2.0 * gone,
            mean_x,
            mean_y,
            4.0 * (here[0] - mean[0]) / wide,
            4.0 * (here[1] - mean[1]) / high,
            ROAMED * roamed - 3.0,
            // What it would come to if the rest of the stretch were spent at the mean place.
            ROAMED * roamed * libm::sqrtf(gone) - 2.0,
            2.0 * self.fired as f32 / seen - 1.0,
        ]);
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
    fn it_remembers_what_was_done() {
        let mut window = Window::new(Game::MsPacman, &at(80, 60));
        let mut seen = [f32::NAN; OBSERVATION];
        window.observe(&at(80, 60), &mut seen);
        assert!(seen.iter().all(|value| value.is_finite()), "every place is written");
        for step in 1..=DECISIONS as u8 {
            assert!(!window.is_over());
            window.went(JoystickAction::from_direction(1, 0, step.is_multiple_of(2)), &at(80 + step % 40, 60));
        }
        window.observe(&at(100, 60), &mut seen);
        let rest = &seen[OBSERVATION - 9..];
        assert_eq!(rest[..2], [1.0, -1.0], "button, no time left");
        assert!(window.is_over() && rest[8].abs() < 1e-6, "it fired half the time");
        assert!(
            (rest[6] + 3.0 - (rest[7] + 2.0)).abs() < 1e-5 && rest[6] > -3.0,
            "at the end it is certain how far it roamed"
        );
        assert!(seen.iter().all(|value| value.abs() <= 4.0));
    }
}
