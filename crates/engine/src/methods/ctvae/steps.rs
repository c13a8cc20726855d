//! Optimiser steps, on the CPU or WebGPU: both take the same windows, noise, learning rate and KL weight.

use std::ops::Range;

use super::windows::Windows;
use super::{CLIP, Ctvae};
use crate::nn::{LearningRate, PathStep, PathTrainer, Rows, TrainState, adam_step, with_simd};

impl Ctvae {
    pub(super) fn take_step(&mut self, rows: &Rows) {
        let (epoch, index) = (self.steps as usize / self.per_epoch, self.steps as usize % self.per_epoch);
        let orders = match self.order.take() {
            Some((drawn, orders)) if drawn == epoch => orders,
            _ => self.windows.iter().map(|windows| windows.order(epoch)).collect(),
        };
        match self.trainer {
            Some(_) => self.enqueue_step(&orders, index),
            None => self.cpu_step(rows, &orders, index),
        }
        self.order = Some((epoch, orders));
        self.steps += 1;
        self.summed += 1;
    }

    pub(super) fn all(&self) -> u32 {
        (self.per_epoch * self.config.epochs) as u32
    }

    /// w at a step.
    pub(super) fn kl_weight(&self, step: u32) -> f32 {
        let rising = self.config.warm_up * self.all() as f32;
        self.config.kl_weight * (step as f32 / rising.max(1.0)).min(1.0)
    }

    /// The windows of a seed's `index`-th batch; a seed with fewer starts over.
    fn batch(order: &[Range<usize>], index: usize, count: usize) -> Vec<Range<usize>> {
        let from = index * count;
        let all = order.iter().cycle().skip(from % order.len().max(1));
        all.take(count.min(order.len())).cloned().collect()
    }

    /// The learning rate at a step.
    fn rate(&self, step: u32) -> f32 {
        LearningRate::decaying(self.config.rate, self.all()).at(step)
    }

    /// Windows, noise and rates of a step of an epoch whose order is given, the same as on the CPU.
    fn path_step(&self, orders: &[Vec<Range<usize>>], step: u32) -> PathStep {
        let index = step as usize % self.per_epoch;
        let of_seed = |(order, windows): (&Vec<Range<usize>>, &Windows)| {
            let batch = Self::batch(order, index, self.config.windows);
            let mut noise = windows.noise("ctvae latents", step);
            let noise = (0..batch.len() * self.network.latent).map(|_| noise.normal()).collect();
            (batch, noise)
        };
        let seeds = orders.iter().zip(&self.windows).map(of_seed).collect();
        PathStep { seeds, kl_weight: self.kl_weight(step), rate: self.rate(step), steps_taken: step }
    }

    /// Enqueues a step; the epoch's remaining steps are uploaded with its first.
    fn enqueue_step(&mut self, orders: &[Vec<Range<usize>>], index: usize) {
        if self.trainer.as_ref().is_some_and(|trainer| trainer.uploaded() == 0) {
            let rest = (self.per_epoch - index) as u32;
            let steps: Vec<PathStep> =
                (self.steps..self.steps + rest).map(|step| self.path_step(orders, step)).collect();
            self.trainer.iter_mut().for_each(|trainer| trainer.upload(&steps));
        }
        self.trainer.iter_mut().for_each(PathTrainer::step);
        for (bound, order) in self.bounds.iter_mut().zip(orders) {
            let batch = Self::batch(order, index, self.config.windows);
            bound.pairs += batch.iter().map(Range::len).sum::<usize>();
            bound.windows += batch.len();
        }
    }

    /// Takes a step on the CPU.
    fn cpu_step(&mut self, rows: &Rows, orders: &[Vec<Range<usize>>], index: usize) {
        let (count, weight, rate) = (self.network.parameters(), self.kl_weight(self.steps), self.rate(self.steps));
        for (seed, order) in orders.iter().enumerate() {
            let batch = Self::batch(order, index, self.config.windows);
            let mut noise = self.windows[seed].noise("ctvae latents", self.steps);
            let place = seed * count..(seed + 1) * count;
            let TrainState { parameters, first_moments, second_moments, losses, .. } = &mut self.state;
            let parameters = &mut parameters[place.clone()];
            let bound = self.elbo.evaluate_with_gradient(parameters, rows, &batch, &mut noise, weight);
            losses[seed] += bound.per_pair(weight);
            self.bounds[seed].add(bound);
            let moments = (&mut first_moments[place.clone()], &mut second_moments[place]);
            with_simd(
                #[inline(always)]
                || adam_step(&self.elbo, parameters, moments, rate, self.steps + 1, Some(CLIP)),
            );
        }
    }
}
