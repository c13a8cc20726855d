//! A path autoencoder on the GPU. The steps of a window depend on each other, so one workgroup takes four windows, side by
//! side in vectors, through all of their steps in one launch; the policy's steps do not, and have a workgroup each. The
//! inputs and gradients of every layer go to a scratch buffer, from which a last kernel sums the gradient of the parameters.

mod backward;
mod dense;
mod forward;
mod gradient;
mod gru;
mod inputs;
mod launch;
mod layout;
mod policy;

use self::layout::PathLayout;
use super::optimiser::OptimiserBuffers;
use super::tiles::STATS;
use super::{Buffer, Gpu, TOO_LITTLE};
use crate::nn::{Device, Head, PathNet, Rows, TrainState};

/// Sums per four windows: the loss per pair, -log π, KL, and one that fills the vector.
const SUMS: usize = 4;

/// One autoencoder on the GPU. The buffers are documented where kernels declare them: `ForwardBuffers`, `PolicyBuffers`,
/// `BackwardBuffers`.
pub struct PathTrainer {
    gpu: Gpu,
    layout: PathLayout,
    table: Buffer,
    scratch: Buffer,
    optimiser: OptimiserBuffers,
    loss_sums: Buffer,
    order: Buffer,
    loss_weights: Buffer,
    latent_inputs: Buffer,
    /// Steps that were uploaded and not yet taken.
    uploaded: usize,
}

impl PathTrainer {
    /// For batches of (windows, steps per window), with gradient norms up to `clip`. None on the CPU, and where the
    /// adapter has too little memory.
    pub fn new(
        net: &PathNet,
        head: Head,
        batch: (usize, usize),
        clip: f32,
        rows: &Rows,
        state: &TrainState,
    ) -> Option<Self> {
        let Device::WebGpu(gpu) = &rows.device else { return None };
        let layout = PathLayout::new(net, head, batch, clip, rows, gpu.adapter);
        let largest_buffer = gpu.client.properties().memory.max_page_size;
        if layout.shared_memory() > gpu.adapter.shared_memory || 16 * layout.scratch() as u64 > largest_buffer {
            return None;
        }
        let empty = gpu.allocate(4);
        let members = layout.net.members;
        // Initialised, since no kernel writes the padding.
        let gradient = gpu.upload_f32(&vec![0.0; members * layout.net.parameters]);
        // Adam's kernels read zeros as the loss, which other networks' tiles write.
        let stats = gpu.upload_f32(&vec![0.0; members * STATS]);
        let mut trainer = Self {
            table: rows.uploaded.get_or_init(|| gpu.upload_f32(&rows.values)).clone(),
            scratch: gpu.allocate(4 * layout.scratch()),
            optimiser: OptimiserBuffers::new(gpu, &layout.net, gradient, stats),
            loss_sums: empty.clone(),
            order: empty.clone(),
            loss_weights: empty.clone(),
            latent_inputs: empty,
            uploaded: 0,
            gpu: gpu.clone(),
            layout,
        };
        trainer.load(state);
        Some(trainer)
    }

    /// Steps that were uploaded and not yet taken.
    pub fn uploaded(&self) -> usize {
        self.uploaded
    }

    /// Replaces the state on the device.
    pub fn load(&mut self, state: &TrainState) {
        let tables = [&state.parameters, &state.first_moments, &state.second_moments];
        let [parameters, first, second] = tables.map(|table| self.layout.net.padded(table));
        self.optimiser.transposed = self.gpu.upload_f32(&self.layout.net.transposed_weights(&parameters));
        let mut state = [parameters, first, second].concat();
        state.resize(state.len() + 4 * self.layout.net.members, 0.0);
        self.optimiser.state = self.gpu.upload_f32(&state);
        self.uploaded = 0;
        self.reset_losses();
    }

    pub fn reset_losses(&mut self) {
        self.loss_sums = self.gpu.upload_f32(&vec![0.0; self.layout.all_quads() * SUMS]);
    }

    /// Drops the steps that were uploaded, for instance because the learning rate changes.
    pub fn discard_uploaded(&mut self) {
        self.uploaded = 0;
    }

    /// Reads the state back. Returns for each member the sums over steps of its loss per pair, -log π and KL.
    pub async fn fetch(&mut self, state: &mut TrainState) -> Result<Vec<[f32; 3]>, String> {
        let [read, sums] = self.gpu.read([&self.optimiser.state, &self.loss_sums]).await?;
        let net = &self.layout.net;
        let size = net.members * net.parameters;
        if read.len() < 3 * size || sums.len() < self.layout.all_quads() * SUMS {
            return Err(TOO_LITTLE.into());
        }
        net.unpadded(&read[..size], &mut state.parameters);
        net.unpadded(&read[size..2 * size], &mut state.first_moments);
        net.unpadded(&read[2 * size..3 * size], &mut state.second_moments);
        let of_member = |sums: &[f32]| [0, 1, 2].map(|sum| sums.iter().skip(sum).step_by(SUMS).sum());
        Ok(sums.chunks_exact(self.layout.quads * SUMS).take(net.members).map(of_member).collect())
    }
}
