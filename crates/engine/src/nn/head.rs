//! The distribution of actions that a policy's outputs describe: drawing an action, and -log π of one.

use super::mixture::{mixture_gradient, mixture_nll, mixture_outputs, part_of};
use super::objective::{LOG_SIGMA, categorical_gradient, gaussian_gradient, log_sum_exp};
use super::{Columns, Loss, SnapshotError, gaussian_nll};
use protocol::text;
use worlds::data::{ActionKind, Rng};

/// Snapshots with more parts are not read.
pub const MOST_PARTS: usize = 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// `size` means, then `size` log standard deviations.
    Gaussian { size: usize },
    /// One logit per action; actions are one-hot.
    Categorical { size: usize },
    /// A mixture of Gaussians; see [`mixture`](super::mixture).
    Mixture { size: usize, parts: usize },
}

impl Head {
    /// The head for a world's actions: with several `parts`, a mixture where actions are continuous.
    pub fn of(columns: Columns, parts: usize) -> Self {
        let size = columns.action;
        match columns.action_kind {
            ActionKind::Discrete => Self::Categorical { size },
            ActionKind::Continuous if parts > 1 => Self::Mixture { size, parts: parts.min(MOST_PARTS) },
            ActionKind::Continuous => Self::Gaussian { size },
        }
    }

    pub fn outputs(self) -> usize {
        match self {
            Self::Gaussian { size } => 2 * size,
            Self::Categorical { size } => size,
            Self::Mixture { size, parts } => mixture_outputs(parts, size),
        }
    }

    pub fn loss(self) -> Loss {
        match self {
            Self::Gaussian { .. } => Loss::Gaussian,
            Self::Categorical { .. } => Loss::Categorical,
            Self::Mixture { parts, .. } => Loss::Mixture { parts },
        }
    }

    /// -log π(a) of an action, nats.
    pub fn nll(self, outputs: &[f32], action: &[f32]) -> f32 {
        match self {
            Self::Gaussian { .. } => gaussian_nll(outputs, action),
            Self::Categorical { .. } => {
                let chosen: f32 = outputs.iter().zip(action).map(|(logit, target)| logit * target).sum();
                log_sum_exp(outputs.iter().copied()) - chosen
            }
            Self::Mixture { parts, .. } => mixture_nll(parts, outputs, action),
        }
    }

    /// Returns -log π(a) of an action, and writes its gradient with respect to the outputs, times `scale`.
    pub fn nll_gradient(self, outputs: &[f32], action: &[f32], scale: f32, gradient: &mut [f32]) -> f32 {
        match self {
            Self::Gaussian { .. } => gaussian_gradient(outputs, action, scale, gradient),
            Self::Categorical { .. } => categorical_gradient(outputs, action, scale, gradient),
            Self::Mixture { parts, .. } => mixture_gradient(parts, outputs, action, scale, gradient),
        }
    }

    /// Draws an action from one row of outputs. `temperature` scales the spread: 1 draws from π, 0 takes the most probable.
    pub fn draw(self, outputs: &[f32], temperature: f32, rng: &mut Rng, action: &mut [f32]) {
        let part = match self {
            Self::Gaussian { .. } => outputs,
            Self::Categorical { .. } => {
                let chosen = choose(outputs.iter().copied(), temperature, rng);
                return one_hot(chosen, action);
            }
            Self::Mixture { size, parts } => {
                let part = choose(outputs[..parts].iter().copied(), temperature, rng);
                part_of(outputs, parts, size, part)
            }
        };
        let (means, log_sigmas) = part.split_at(action.len());
        for ((slot, mean), log_sigma) in action.iter_mut().zip(means).zip(log_sigmas) {
            let sigma = libm::expf(log_sigma.clamp(LOG_SIGMA.0, LOG_SIGMA.1));
            *slot = mean + temperature * sigma * rng.normal();
        }
    }
}

/// Writes a discrete action.
pub fn one_hot(chosen: usize, action: &mut [f32]) {
    action.fill(0.0);
    if let Some(slot) = action.get_mut(chosen) {
        *slot = 1.0;
    }
}

/// An index drawn in proportion to e^(logit / temperature); at zero the largest.
pub fn choose(logits: impl Iterator<Item = f32> + Clone, temperature: f32, rng: &mut Rng) -> usize {
    let (mut best, mut largest) = (0, f32::NEG_INFINITY);
    for (index, logit) in logits.clone().enumerate() {
        if logit > largest {
            (best, largest) = (index, logit);
        }
    }
    if temperature <= 0.0 {
        return best;
    }
    let weight = |logit: f32| libm::expf((logit - largest) / temperature);
    let mut left = rng.uniform() * logits.clone().map(weight).sum::<f32>();
    for (index, logit) in logits.enumerate() {
        left -= weight(logit);
        if left < 0.0 {
            return index;
        }
    }
    best
}

/// The note of a head in snapshots. Older snapshots have none, and are Gaussian.
impl Head {
    pub fn to_note(self) -> String {
        match self {
            Self::Gaussian { .. } => "gaussian".into(),
            Self::Categorical { .. } => "categorical".into(),
            Self::Mixture { parts, .. } => format!("mixture {parts}"),
        }
    }

    pub fn from_note(note: Option<&str>, size: usize) -> Result<Self, SnapshotError> {
        let parts = |text: &str| text.parse().ok().filter(|parts| (2..=MOST_PARTS).contains(parts));
        match note.map(|note| note.split_once(' ').unwrap_or((note, ""))) {
            None | Some(("gaussian", "")) => Ok(Self::Gaussian { size }),
            Some(("categorical", "")) => Ok(Self::Categorical { size }),
            Some(("mixture", text)) if parts(text).is_some() => {
                Ok(Self::Mixture { size, parts: parts(text).unwrap_or_default() })
            }
            _ => Err(SnapshotError::Misfit(text!("snapshot-unknown-head"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADS: [Head; 3] =
        [Head::Gaussian { size: 2 }, Head::Categorical { size: 2 }, Head::Mixture { size: 2, parts: 3 }];

    #[test]
    fn notes_are_read_back_and_unknown_ones_refused() {
        for head in HEADS {
            assert_eq!(Head::from_note(Some(&head.to_note()), 2), Ok(head));
        }
        assert_eq!(Head::from_note(None, 2), Ok(HEADS[0]));
        for bad in ["", "mixture", "mixture 1", "mixture 1000000", "mixture -3", "poem 2"] {
            assert!(Head::from_note(Some(bad), 2).is_err(), "{bad}");
        }
    }

    #[test]
    fn at_temperature_zero_the_most_probable_action_is_taken() {
        let mut rng = Rng::stream(1, "head", 0);
        let mut action = [0.0; 2];
        HEADS[0].draw(&[0.5, -0.5, 0.0, 0.0], 0.0, &mut rng, &mut action);
        assert_eq!(action, [0.5, -0.5]);
        HEADS[1].draw(&[0.1, 0.2], 0.0, &mut rng, &mut action);
        assert_eq!(action, [0.0, 1.0]);
        let mixture = [0.0, 2.0, 1.0, 9.0, 9.0, 0.0, 0.0, 3.0, 4.0, 0.0, 0.0, 9.0, 9.0, 0.0, 0.0];
        HEADS[2].draw(&mixture, 0.0, &mut rng, &mut action);
        assert_eq!(action, [3.0, 4.0]);
    }

    #[test]
    fn actions_are_drawn_with_their_probability() {
        let mut rng = Rng::stream(2, "head", 0);
        let (head, outputs, mut action) = (HEADS[1], [libm::logf(0.3), libm::logf(0.7)], [0.0; 2]);
        let mut draw = || {
            head.draw(&outputs, 1.0, &mut rng, &mut action);
            action[0]
        };
        let first = (0..20_000).map(|_| draw()).sum::<f32>() / 20_000.0;
        assert!((first - 0.3).abs() < 0.02, "{first}");
        assert!((head.nll(&outputs, &[1.0, 0.0]) + libm::logf(0.3)).abs() < 1e-5);
        // The mean of -log π is the entropy; of two equal parts far apart it is that of a Gaussian plus ln 2.
        let far = [0.0, 0.0, -50.0, 0.0, 0.0, 0.0, 0.0, 60.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let mut action = [0.0; 2];
        let mut nll = 0.0;
        for _ in 0..20_000 {
            HEADS[2].draw(&far, 1.0, &mut rng, &mut action);
            nll += HEADS[2].nll(&far, &action) / 20_000.0;
        }
        let entropy = 1.0 + libm::logf(std::f32::consts::TAU) + libm::logf(2.0);
        assert!((nll - entropy).abs() < 0.03, "{nll} {entropy}");
    }
}
