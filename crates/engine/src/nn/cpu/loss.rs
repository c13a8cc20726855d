//! The loss of a batch, and its gradient with respect to the network's outputs.

use super::workspace::Workspace;
use crate::nn::mixture::mixture_gradient;
use crate::nn::objective::{categorical_gradient, gaussian_gradient, marginal_term, updated_average};
use crate::nn::{Loss, Objective, Rows, style_of};

/// One member's batch.
pub struct Batch<'a> {
    pub rows: &'a Rows,
    /// The rows of the batch.
    pub order: &'a [u32],
    /// A style per row, drawn from p(z), where the loss has a sampled second term.
    pub drawn: &'a [u32],
    /// Weights of all rows of the table; None is one for each.
    pub weights: Option<&'a [f32]>,
}

impl Batch<'_> {
    /// The weight of a row, by its place in the batch.
    #[inline(always)]
    fn weight(&self, index: usize) -> f32 {
        self.weights.map_or(1.0, |weights| weights[self.order[index] as usize])
    }
}

/// Returns the loss and writes its gradient to the workspace. Updates `log_average`, MINE's moving average.
#[inline(always)]
pub fn batch_loss(
    objective: &Objective,
    workspace: &mut Workspace,
    batch: &Batch,
    member: usize,
    log_average: &mut f32,
) -> f32 {
    let width = workspace.output_width();
    let (outputs, gradients) = workspace.outputs_and_gradients();
    match objective.loss {
        Loss::Gaussian => mean_loss(objective, outputs, gradients, width, batch, gaussian_gradient),
        Loss::Mixture { parts } => {
            let loss = |row: &[f32], action: &[f32], scale: f32, gradient: &mut [f32]| {
                mixture_gradient(parts, row, action, scale, gradient)
            };
            mean_loss(objective, outputs, gradients, width, batch, loss)
        }
        Loss::Categorical => mean_loss(objective, outputs, gradients, width, batch, categorical_gradient),
        Loss::Sampled => {
            let (joint, marginal) = (batch.order.len() * width, batch.order.len() + batch.drawn.len());
            let scale = 1.0 / batch.order.len() as f32;
            let rows = outputs[..joint].chunks_exact(width).zip(gradients[..joint].chunks_exact_mut(width));
            let mut sum = 0.0;
            for (index, (row, gradient)) in rows.enumerate() {
                sum += batch.weight(index) * row[0];
                gradient[0] = -scale * batch.weight(index);
            }
            let (outputs, gradients) = (&outputs[joint..marginal * width], &mut gradients[joint..marginal * width]);
            for (gradient, row) in gradients.chunks_exact_mut(width).zip(outputs.chunks_exact(width)) {
                gradient[0] = row[0];
            }
            marginal_loss(objective, gradients, width, 1, batch, log_average) - scale * sum
        }
        Loss::Exact => {
            let styles = batch.rows.columns.styles;
            let log_prior = &objective.log_prior[member * styles..(member + 1) * styles];
            let (used, scale) = (batch.order.len() * width, 1.0 / batch.order.len() as f32);
            for (gradient, row) in gradients[..used].chunks_exact_mut(width).zip(outputs.chunks_exact(width)) {
                gradient.iter_mut().zip(row).zip(log_prior).for_each(|((score, t), log_p)| *score = t + log_p);
            }
            let second = marginal_loss(objective, &mut gradients[..used], width, styles, batch, log_average);
            let mut mean = 0.0;
            let rows = gradients.chunks_exact_mut(width).zip(outputs.chunks_exact(width));
            for (index, ((gradient, row), &at)) in rows.zip(batch.order).enumerate() {
                let label = style_of(batch.rows.row(at as usize), styles);
                let share = scale * batch.weight(index);
                gradient[label] -= share;
                mean += share * row[label];
            }
            second - mean
        }
    }
}

/// The weighted mean of a loss that is a sum over rows. `loss(outputs, targets, scale, gradient)` returns the loss of one
/// row and writes its gradient times `scale`.
#[inline(always)]
fn mean_loss(
    objective: &Objective,
    outputs: &[f32],
    gradients: &mut [f32],
    width: usize,
    batch: &Batch,
    loss: impl Fn(&[f32], &[f32], f32, &mut [f32]) -> f32,
) -> f32 {
    let (scale, mut sum) = (1.0 / batch.order.len() as f32, 0.0);
    let used = objective.loss.outputs(objective.targets.len());
    let rows = outputs.chunks_exact(width).zip(gradients.chunks_exact_mut(width));
    for ((row, gradient), &at) in rows.zip(batch.order) {
        let targets = &batch.rows.row(at as usize)[objective.targets.clone()];
        let weight = batch.weights.map_or(scale, |weights| scale * weights[at as usize]);
        sum += weight * loss(&row[..used], targets, weight, &mut gradient[..used]);
    }
    sum
}

/// Donsker and Varadhan's second term: log of the batch's mean of w Σ e^score, or the ratio of that mean to its moving
/// average. Replaces the scores, in the first `used` columns, by the gradient.
#[inline(always)]
fn marginal_loss(
    objective: &Objective,
    scores: &mut [f32],
    width: usize,
    used: usize,
    batch: &Batch,
    log_average: &mut f32,
) -> f32 {
    let mut largest = f32::NEG_INFINITY;
    for row in scores.chunks_exact(width) {
        largest = row[..used].iter().copied().fold(largest, f32::max);
    }
    let mut sum = 0.0;
    for (index, row) in scores.chunks_exact_mut(width).enumerate() {
        let weight = batch.weight(index);
        for score in &mut row[..used] {
            *score = weight * libm::expf(*score - largest);
            sum += *score;
        }
    }
    let log_mean = largest + libm::logf(1.0 / batch.order.len() as f32 * sum);
    let (loss, factor) = marginal_term(log_mean, objective.moving_average.then_some(*log_average));
    let factor = factor / sum;
    scores.chunks_exact_mut(width).flat_map(|row| &mut row[..used]).for_each(|score| *score *= factor);
    if objective.moving_average {
        *log_average = updated_average(*log_average, log_mean);
    }
    loss
}
