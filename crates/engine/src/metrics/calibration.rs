//! Style calibration: the share of rollouts that show the style requested of them, Σ_z counts[z][z] / rollouts.

use crate::methods::Player;
use crate::rollout::RolloutGroup;
use protocol::Calibration;
use worlds::Environment;
use worlds::labels::Labeler;

/// Episodes per game where games go on after an episode: most demonstrations are from the middle of a game, too.
const EPISODES_PER_GAME: usize = 5;

/// Rolls out every style `each` times with sampled actions, labels the paths and counts.
pub fn calibrate(
    environment: &Environment,
    labeler: &dyn Labeler,
    player: &mut Player,
    each: usize,
    strength: f32,
    step: u32,
) -> Calibration {
    let styles = player.styles;
    let styles_of: Vec<usize> = (0..styles).flat_map(|z| std::iter::repeat_n(z, each)).collect();
    let mut group = RolloutGroup::new(environment, &styles_of);
    let mut counts = vec![vec![0u32; styles + 1]; styles];
    let mut rewards = Vec::new();
    let mut playing = 0;
    for (index, &style) in styles_of.iter().enumerate() {
        if (index % each).is_multiple_of(EPISODES_PER_GAME) || !group.go_on(playing) {
            playing = index;
        }
        let path = group.play_out(playing, player, strength);
        counts[style][labeler.label(&path).unwrap_or(styles)] += 1;
        if let Some(reward) = group.reward(playing) {
            rewards.resize(styles, 0.0);
            rewards[style] += reward / each as f32;
        }
    }
    Calibration::new(step, counts, rewards)
}
