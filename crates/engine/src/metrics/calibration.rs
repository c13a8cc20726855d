//! Style calibration: the share of rollouts that show the style they were asked for.

use super::Cast;
use crate::methods::Player;
use protocol::{Calibration, RunConfig};
use worlds::World;
use worlds::labels::Labeler;

/// Episodes of one game that goes on: most demonstrations are from the midst of a game, too.
const OF_ONE_GAME: usize = 5;

/// Rolls out every style `each` times with sampled actions, labels the paths and counts.
pub fn calibrate(
    world: &'static dyn World,
    labeler: &dyn Labeler,
    run: &RunConfig,
    player: &mut Player,
    each: usize,
    strength: f32,
    step: u32,
) -> Calibration {
    let styles = player.styles;
    let asked: Vec<usize> = (0..styles).flat_map(|z| std::iter::repeat_n(z, each)).collect();
    let mut cast = Cast::new(world, run, &asked);
    let mut counts = vec![vec![0u32; styles + 1]; styles];
    let mut rewards = Vec::new();
    let mut playing = 0;
    for (index, &style) in asked.iter().enumerate() {
        if (index % each).is_multiple_of(OF_ONE_GAME) || !cast.go_on(playing) {
            playing = index;
        }
        let path = cast.play_out(playing, player, strength);
        counts[style][labeler.label(&path).unwrap_or(styles)] += 1;
        if let Some(reward) = cast.reward(playing) {
            rewards.resize(styles, 0.0);
            rewards[style] += reward / each as f32;
        }
    }
    let hits: u32 = (0..styles).map(|z| counts[z][z]).sum();
    Calibration { step, counts, share: hits as f32 / (styles * each).max(1) as f32, rewards }
}
