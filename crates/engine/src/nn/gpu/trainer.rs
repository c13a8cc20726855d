//! One learner on the GPU: its buffers, and the launches of a step.

use cubecl::prelude::*;

use super::adam::{WORKGROUP, adam_step, gradient_norm, workgroups};
use super::layout::NetLayout;
use super::optimiser::OptimiserBuffers;
use super::tiles::{RowBuffersLaunch, STATS, TileBuffersLaunch, tile_gradients};
use super::uploads::Uploads;
use super::{Buffer, Gpu, TOO_LITTLE};
use crate::nn::device::TrainStep;
use crate::nn::{Mlp, Objective, Rows, TrainState};

/// The buffers are documented where kernels declare them: `TileBuffers`.
pub struct GpuTrainer {
    gpu: Gpu,
    layout: NetLayout,
    /// p(z) of each member, for the exact bound.
    prior: Vec<f32>,
    table: Buffer,
    weights: Buffer,
    optimiser: OptimiserBuffers,
    uploads: Uploads,
    steps_taken: u32,
}

impl GpuTrainer {
    pub fn new(gpu: &Gpu, net: &Mlp, objective: &Objective, batch: usize, rows: &Rows, state: &TrainState) -> Self {
        let layout = NetLayout::new(net, objective, batch, rows, gpu.adapter);
        let tiles = layout.members * layout.tiles();
        let (partials, stats) = (gpu.allocate(tiles * layout.parameters), gpu.allocate(tiles * STATS));
        let mut trainer = Self {
            table: rows.uploaded.get_or_init(|| gpu.upload_f32(&rows.values)).clone(),
            optimiser: OptimiserBuffers::new(gpu, &layout, partials, stats),
            prior: objective.log_prior.iter().map(|log_p| libm::expf(*log_p)).collect(),
            uploads: Uploads::new(gpu),
            weights: gpu.allocate(1),
            steps_taken: 0,
            gpu: gpu.clone(),
            layout,
        };
        trainer.load(state);
        trainer
    }

    /// Enqueues one step of every member.
    pub fn step(&mut self, step: &TrainStep) {
        if self.uploads.prepare(&self.gpu, step, &mut self.optimiser) {
            self.layout.drawn_at = self.uploads.drawn_at;
        }
        let (client, layout) = (&self.gpu.client, &self.layout);
        let members = layout.members as u32;
        let per_tile = CubeCount::Static(layout.tiles() as u32, members, 1);
        let per_parameter = CubeCount::Static(workgroups(layout) as u32, members, 1);
        let threads = CubeDim::new_1d(WORKGROUP as u32);
        let tile_threads = CubeDim::new_1d(layout.threads as u32);
        // SAFETY: the kernels index within the lengths that `layout` gave the buffers; the rows in the order are rows of
        // the table.
        unsafe {
            tile_gradients::launch_unchecked(client, per_tile, tile_threads, self.tile_buffers(), layout.clone());
            if layout.clip.is_some() {
                let buffers = self.optimiser.gradient_arguments();
                gradient_norm::launch_unchecked(client, per_parameter.clone(), threads, buffers, layout.clone());
            }
            let buffers = self.optimiser.adam_arguments();
            adam_step::launch_unchecked(client, per_parameter, threads, buffers, layout.clone());
        }
        self.steps_taken = step.steps_taken + 1;
    }

    fn tile_buffers(&self) -> TileBuffersLaunch {
        TileBuffersLaunch {
            rows: RowBuffersLaunch { table: self.table.argument(), order: self.uploads.order.argument() },
            weights: self.weights.argument(),
            state: self.optimiser.state.argument(),
            transposed: self.optimiser.transposed.argument(),
            counters: self.optimiser.counters.argument(),
            partials: self.optimiser.partials.argument(),
            stats: self.optimiser.stats.argument(),
        }
    }

    /// Sets the weight of every row of the table.
    pub fn set_weights(&mut self, weights: &[f32]) {
        self.weights = self.gpu.upload_f32(weights);
        self.layout.weighted = true;
    }

    /// Replaces the state on the device.
    pub fn load(&mut self, state: &TrainState) {
        let tables = [&state.parameters, &state.first_moments, &state.second_moments];
        let [parameters, first, second] = tables.map(|table| self.layout.padded(table));
        let transposed = self.layout.transposed_weights(&parameters);
        self.optimiser.transposed = self.gpu.upload_f32(&[transposed, self.prior.clone()].concat());
        let sums =
            state.losses.iter().zip(&state.log_averages).flat_map(|(loss, average)| [*loss, *average, *average, 0.0]);
        self.optimiser.state = self.gpu.upload_f32(&[parameters, first, second, sums.collect()].concat());
    }

    /// Reads the state back.
    pub async fn fetch(&mut self, state: &mut TrainState) -> Result<(), String> {
        let [read] = self.gpu.read([&self.optimiser.state]).await?;
        let (members, size) = (self.layout.members, self.layout.members * self.layout.parameters);
        if read.len() < 3 * size + 4 * members {
            return Err(TOO_LITTLE.into());
        }
        self.layout.unpadded(&read[..size], &mut state.parameters);
        self.layout.unpadded(&read[size..2 * size], &mut state.first_moments);
        self.layout.unpadded(&read[2 * size..3 * size], &mut state.second_moments);
        let sums = read[self.layout.sums_at()..].as_chunks::<4>().0;
        for (member, sums) in sums.iter().take(members).enumerate() {
            state.losses[member] = sums[0];
            state.log_averages[member] = sums[1 + (self.steps_taken % 2) as usize];
        }
        Ok(())
    }
}
