//! What no picture shows of a window: how much of it is left, and its statistics so far. A style is a property of a whole
//! window, so a player that sees only the last pictures could not tell how far it is from showing the style. What pictures do
//! show, above all where the player and the others are, is left to the networks.

use super::Game;
use super::features::{DISTANCES, WindowFeatures};

/// Button, time left, displacement from the mean position, roaming so far and its lower bound, fire rate, and the shares of the
/// window beyond the two lines between areas.
const STATISTICS: usize = 9;

impl Game {
    /// Numbers of an observation of a player that sees, beside its pictures.
    pub fn unseen_size(self) -> usize {
        match self {
            Self::Magpie => STATISTICS + DISTANCES,
            Self::Alien | Self::MsPacman | Self::SpaceInvaders => STATISTICS,
        }
    }
}

impl WindowFeatures {
    /// Writes `[Game::unseen_size]` numbers of about one. The displacement comes without the mean position, which would give
    /// away the player's own. Players that were given the mean instead roamed as they liked: networks hardly learn to find
    /// the difference between a number and a place in a picture (docs/pictures.md).
    pub fn observe_unseen(&self, into: &mut [f32]) {
        let [button, time_left, _, _, moved_x, moved_y, roaming, least_roaming, fire_rate] = self.statistics();
        let statistics = [button, time_left, moved_x, moved_y, roaming, least_roaming, fire_rate];
        let all = statistics.into_iter().chain(self.area_statistics()).chain(self.distance_statistics());
        into.iter_mut().zip(all).for_each(|(slot, value)| *slot = value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atari::DECISIONS;
    use atari2600::JoystickAction;

    #[test]
    fn numbers_beside_pictures_are_about_the_window_and_not_about_the_moment() {
        let at = |x: u8| {
            let mut ram = [0; 128];
            (ram[10], ram[16]) = (x, 60);
            ram
        };
        let mut features = WindowFeatures::new(Game::MsPacman, &at(80));
        for step in 1..=DECISIONS as u8 / 2 {
            features.update(JoystickAction::NOOP, &at(80 + step % 2));
        }
        let unseen = |features: &WindowFeatures| {
            let mut numbers = vec![f32::NAN; Game::MsPacman.unseen_size()];
            features.observe_unseen(&mut numbers);
            numbers
        };
        let numbers = unseen(&features);
        assert!(numbers.iter().all(|number| number.abs() <= 4.0), "{numbers:?}");
        assert_eq!((numbers[0], numbers[1], numbers[6]), (0.0, 0.0, -1.0), "no button, half of the time, no shot");
        features.update(JoystickAction::NOOP, &at(120));
        let moved = unseen(&features);
        assert!(moved[2] > 1.0, "forty pixels right of the mean: {moved:?}");
        let change = |at: usize| (numbers[at] - moved[at]).abs();
        let most = [1, 3, 4, 5, 6, 7, 8].map(change).into_iter().fold(0.0, f32::max);
        assert!(most < 1.0, "one decision changes statistics of fifty by little: {numbers:?}, {moved:?}");
        // The same movement elsewhere on the screen gives the same numbers.
        let mut elsewhere = WindowFeatures::new(Game::MsPacman, &at(30));
        for step in 1..=DECISIONS as u8 / 2 {
            elsewhere.update(JoystickAction::NOOP, &at(30 + step % 2));
        }
        let away = unseen(&elsewhere);
        assert!(numbers.iter().zip(&away).all(|(a, b)| (a - b).abs() < 1e-3), "both are left of the line: {away:?}");
        assert_eq!((away[7].abs(), away[8].abs()), (1.0, 1.0), "all of it in one area");
    }
}
