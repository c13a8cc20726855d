//! Weights by hand: how much stretches of training demonstrations count when behaviour is cloned. Part of a run, and of
//! its link: `weigh=PATH:FROM-TO:WEIGHT,...`.

use serde::{Deserialize, Serialize};

use super::query::excerpt;
use super::{MethodCard, RunConfig, Text, parse_number, text};

/// Most stretches of a run, since its link has to hold them.
pub const MAX_STRETCHES: usize = 512;
/// Largest weight by hand.
pub const MAX_WEIGHT: f32 = 4.0;
/// Weights by hand are multiples of this.
pub const WEIGHT_STEP: f32 = 0.25;

/// Some consecutive moments of a training demonstration, and their weight. Moments that no stretch names weigh one; of
/// stretches that overlap the last counts. Moments of weight zero are no part of the training data, neither for a critic
/// nor for a policy; any other weight multiplies the loss of the policy.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stretch {
    /// Index among all demonstrations of the run's seed.
    pub path: u32,
    /// First and last moment, both included.
    pub from: u32,
    pub to: u32,
    /// A multiple of [`WEIGHT_STEP`] up to [`MAX_WEIGHT`].
    pub weight: f32,
}

impl std::fmt::Display for Stretch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}-{}:{}", self.path, self.from, self.to, self.weight)
    }
}

/// `path:from-to:weight`.
fn read_stretch(text: &str) -> Option<Stretch> {
    let (path, rest) = text.split_once(':')?;
    let (moments, weight) = rest.split_once(':')?;
    let (from, to) = moments.split_once('-')?;
    let (path, from, to) = (path.parse().ok()?, from.parse().ok()?, to.parse().ok()?);
    let weight = parse_number(weight).filter(|weight| weight.is_finite())? as f32;
    (from <= to).then_some(Stretch { path, from, to, weight })
}

/// Appends the stretches of a list that are separated by commas. Of those that cannot be read the first is named.
pub(super) fn read_stretches(list: &str, stretches: &mut Vec<Stretch>) -> Option<Text> {
    let mut unread = None;
    for part in list.split(',').filter(|part| !part.is_empty()) {
        match read_stretch(part) {
            Some(stretch) => stretches.push(stretch),
            None => unread = unread.or(Some(part)),
        }
    }
    unread.map(|part| text!("link-no-stretch", stretch = excerpt(part)))
}

/// Copies the weights by hand from `wish` to `run`, rounded and clamped, if the method uses any.
pub(super) fn settle_stretches(run: &mut RunConfig, wish: &RunConfig, method: &MethodCard, notices: &mut Vec<Text>) {
    if wish.weigh.is_empty() {
        return;
    }
    if !method.takes_weights {
        return notices.push(text!("link-weigh-ignored", method = method.name.clone()));
    }
    let settled = |wished: &Stretch| {
        let steps = (wished.weight / WEIGHT_STEP).round().clamp(0.0, MAX_WEIGHT / WEIGHT_STEP);
        // A weight from a file can be NaN. Adding zero turns negative zero into zero.
        let weight = if steps.is_nan() { 1.0 } else { steps * WEIGHT_STEP + 0.0 };
        Stretch { weight, to: wished.to.max(wished.from), ..*wished }
    };
    run.weigh = wish.weigh.iter().take(MAX_STRETCHES).map(settled).collect();
    if run.weigh.iter().zip(&wish.weigh).any(|(used, wished)| used != wished) {
        notices.push(text!("link-weigh-rounded", largest = MAX_WEIGHT, step = WEIGHT_STEP));
    }
    if wish.weigh.len() > MAX_STRETCHES {
        notices.push(text!("link-too-many-stretches", most = MAX_STRETCHES));
    }
}
