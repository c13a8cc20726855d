//! A policy against the experts of each style: DTW and ED of its noise-free path to the expert's noise-free
//! path, KL of noisy rollouts to noisy experts, and calibration.

use serde::{Deserialize, Serialize};

use engine::methods::Player;
use engine::metrics::calibrate;
use engine::rollout::RolloutGroup;
use protocol::RunConfig;
use worlds::Environment;
use worlds::circle2d::{NOISE, SPELLS, TRAJECTORIES, WRONG_LABELS};
use worlds::data::DataError;
use worlds::overlap::OVERLAP;

use super::distance::{dtw, euclidean};
use super::kl::StateActions;

/// Rollouts of each style behind KL and calibration.
const ROLLOUTS: usize = 25;

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct StyleScore {
    pub dtw: f64,
    pub ed: f64,
    pub kl: f64,
    /// KL between two sets of experts of the same style: what noise alone makes.
    pub kl_floor: f64,
    pub calibration: f64,
}

/// The run with all imperfections of its data off except the noise, and with another seed. Worlds read only the knobs
/// they have.
fn clean(run: &RunConfig, seed: u64) -> RunConfig {
    let mut run = RunConfig { seed, ..run.clone() };
    run.knobs.extend([SPELLS.at(0.0), WRONG_LABELS.at(0.0), OVERLAP.at(0.0), TRAJECTORIES.at(ROLLOUTS as u32)]);
    run
}

/// `strength` is that of guidance at play time. It affects sampled actions only, so DTW and ED do not depend on it.
pub fn evaluate(environment: &Environment, player: &mut Player, strength: f32) -> Result<Vec<StyleScore>, DataError> {
    let Environment { world, run, files } = environment;
    let (view, ideals) = (world.card().view, world.ideals(run, files));
    let experts = world.demos(&clean(run, run.seed ^ 0x5eed), files)?;
    let others = world.demos(&clean(run, run.seed ^ 0xbeef), files)?;
    let labeler = world.labeler_in(run, files);
    let calibration = labeler.map(|labeler| calibrate(environment, labeler.as_ref(), player, ROLLOUTS, strength, 0));
    let mut still = environment.clone();
    still.run.knobs.extend([NOISE.at(0.0)]);
    let mut scores = Vec::with_capacity(player.styles);
    for (style, ideal) in ideals.iter().enumerate() {
        let mut quiet = RolloutGroup::new(&still, &[style]);
        quiet.temperature = 0.0;
        let path = quiet.play_out(0, player, 0.0);
        let mut noisy = RolloutGroup::new(environment, &[style; ROLLOUTS]);
        let mut visited = StateActions::new(view);
        (0..ROLLOUTS).for_each(|index| visited.add(&noisy.play_out(index, player, strength)));
        let count = |demos: &worlds::data::Demos| {
            let mut counted = StateActions::new(view);
            demos.side(false).filter(|t| t.style == style).for_each(|t| counted.add(&t.xy));
            counted
        };
        let expert = count(&experts);
        let hits = calibration.as_ref().map_or(0, |c| c.counts[style][style]);
        scores.push(StyleScore {
            dtw: dtw(&path, ideal),
            ed: euclidean(&path, ideal),
            kl: expert.divergence(&visited),
            kl_floor: expert.divergence(&count(&others)),
            calibration: f64::from(hits) / ROLLOUTS as f64,
        });
    }
    Ok(scores)
}
