//! What no picture shows of a window: how much of it is left, and its statistics so far. A style is a property of a whole
//! window, so a player that sees only the last pictures could not tell how far it is from showing the style. What pictures do
//! show, above all where the player and the others are, is left to the networks.

use super::Game;
use super::features::{DISTANCES, WindowFeatures};

/// Button, time left, mean position, roaming so far and its lower bound, fire rate.
const STATISTICS: usize = 7;

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
    /// Writes `[Game::unseen_size]` numbers of about one. The mean position comes without the displacement from it, from which
    /// the player's own position could be computed.
    pub fn observe_unseen(&self, into: &mut [f32]) {
        let [button, time_left, mean_x, mean_y, _, _, roaming, least_roaming, fire_rate] = self.statistics();
        let statistics = [button, time_left, mean_x, mean_y, roaming, least_roaming, fire_rate];
        let all = statistics.into_iter().chain(self.distance_statistics());
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
        let most = numbers.iter().zip(&moved).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(most < 1.0, "one decision changes a mean over fifty by little: {numbers:?}, {moved:?}");
    }
}
