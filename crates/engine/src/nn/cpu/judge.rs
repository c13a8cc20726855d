//! The loss of a batch, and its gradient with respect to the network's outputs.

use super::workspace::Workspace;
use crate::nn::mixture::mixture_gradient;
use crate::nn::objective::{averaged, categorical_gradient, gaussian_gradient, second_term};
use crate::nn::{Loss, Objective, Rows, style_of};

pub struct Batch<'a> {
    pub rows: &'a Rows,
    pub order: &'a [u32],
    /// Styles drawn for the second half, where the objective wants one.
    pub drawn: &'a [u32],
    /// One for each row of `rows`; None is one for all.
    pub weights: Option<&'a [f32]>,
}

/// Returns the loss; leaves its gradient in `passes`. `log_average` is MINE's moving average, brought up to date.
#[inline(always)]
pub fn judge(
    objective: &Objective,
    passes: &mut Workspace,
    batch: &Batch,
    member: usize,
    log_average: &mut f32,
) -> f32 {
    let width = passes.output_width();
    let (outputs, slopes) = passes.outputs_and_gradients();
    match objective.loss {
        Loss::Gaussian => each(objective, outputs, slopes, width, batch, gaussian_gradient),
        Loss::Mixture { parts } => {
            let slope = |row: &[f32], action: &[f32], scale: f32, slope: &mut [f32]| {
                mixture_gradient(parts, row, action, scale, slope)
            };
            each(objective, outputs, slopes, width, batch, slope)
        }
        Loss::Categorical => each(objective, outputs, slopes, width, batch, categorical_gradient),
        Loss::Sampled => {
            let (joint, marginal) = (batch.order.len() * width, batch.order.len() + batch.drawn.len());
            let scale = 1.0 / batch.order.len() as f32;
            let mean = scale * outputs[..joint].chunks_exact(width).map(|row| row[0]).sum::<f32>();
            slopes[..joint].chunks_exact_mut(width).for_each(|row| row[0] = -scale);
            let (outputs, slopes) = (&outputs[joint..marginal * width], &mut slopes[joint..marginal * width]);
            for (slope, row) in slopes.chunks_exact_mut(width).zip(outputs.chunks_exact(width)) {
                slope[0] = row[0];
            }
            finish(objective, slopes, width, 1, scale, log_average) - mean
        }
        Loss::Exact => {
            let styles = batch.rows.columns.styles;
            let log_prior = &objective.log_prior[member * styles..(member + 1) * styles];
            let (used, scale) = (batch.order.len() * width, 1.0 / batch.order.len() as f32);
            for (slope, row) in slopes[..used].chunks_exact_mut(width).zip(outputs.chunks_exact(width)) {
                slope.iter_mut().zip(row).zip(log_prior).for_each(|((slope, t), log_p)| *slope = t + log_p);
            }
            let second = finish(objective, &mut slopes[..used], width, styles, scale, log_average);
            let mut mean = 0.0;
            for ((slope, row), &at) in slopes.chunks_exact_mut(width).zip(outputs.chunks_exact(width)).zip(batch.order)
            {
                let label = style_of(batch.rows.row(at as usize), styles);
                slope[label] -= scale;
                mean += scale * row[label];
            }
            second - mean
        }
    }
}

/// The weighted mean of a loss that judges each row alone.
#[inline(always)]
fn each(
    objective: &Objective,
    outputs: &[f32],
    slopes: &mut [f32],
    width: usize,
    batch: &Batch,
    slope: impl Fn(&[f32], &[f32], f32, &mut [f32]) -> f32,
) -> f32 {
    let (scale, mut loss) = (1.0 / batch.order.len() as f32, 0.0);
    let used = objective.loss.outputs(objective.targets.len());
    for ((row, slopes), &at) in outputs.chunks_exact(width).zip(slopes.chunks_exact_mut(width)).zip(batch.order) {
        let targets = &batch.rows.row(at as usize)[objective.targets.clone()];
        let share = batch.weights.map_or(scale, |weights| scale * weights[at as usize]);
        loss += share * slope(&row[..used], targets, share, &mut slopes[..used]);
    }
    loss
}

/// Turns the scores in the first `used` columns into the gradient of the second term, which it returns: log of
/// (`scale` Σ e^score), or its ratio to the moving average.
#[inline(always)]
fn finish(
    objective: &Objective,
    scores: &mut [f32],
    width: usize,
    used: usize,
    scale: f32,
    log_average: &mut f32,
) -> f32 {
    let mut largest = f32::NEG_INFINITY;
    for row in scores.chunks_exact(width) {
        largest = row[..used].iter().copied().fold(largest, f32::max);
    }
    let mut sum = 0.0;
    for score in scores.chunks_exact_mut(width).flat_map(|row| &mut row[..used]) {
        *score = libm::expf(*score - largest);
        sum += *score;
    }
    let log_mean = largest + libm::logf(scale * sum);
    let (second, factor) = second_term(log_mean, objective.moving_average.then_some(*log_average));
    let share = factor / sum;
    scores.chunks_exact_mut(width).flat_map(|row| &mut row[..used]).for_each(|score| *score *= share);
    if objective.moving_average {
        *log_average = averaged(*log_average, log_mean);
    }
    second
}
