//! One learner whose networks see, on the GPU. A step is one launch per layer and direction, on buffers of values and
//! gradients; convolutions and dense layers are the same kernels. Everything that a step reads is on the device, and nothing
//! is read back.

mod backward;
mod forward;
mod gather;
mod inputs;
mod launch;
mod layer;
mod layout;
mod loss;
mod pictures;
mod weights;

use self::layer::LANES;
pub use self::layout::ROWS_AT_ONCE;
use self::layout::SeeingLayout;
pub use self::pictures::GpuPictures;
use super::optimiser::OptimiserBuffers;
use super::tiles::STATS;
use super::uploads::Uploads;
use super::{Buffer, Gpu, TOO_LITTLE};
use crate::nn::device::TrainStep;
use crate::nn::{Loss, Mlp, Objective, Rows, TrainState};

/// log p(z) of a style that does not occur: e^x is zero, and x is a number, which not every device has infinity for.
const NEVER: f32 = -1e30;

/// The buffers are documented where kernels declare them.
pub struct SeeingTrainer {
    gpu: Gpu,
    layout: SeeingLayout,
    log_prior: Vec<f32>,
    table: Buffer,
    pictures: GpuPictures,
    seen: Buffer,
    /// The outputs of every layer; those of the second are inputs of the third, with those that are no features.
    values: Vec<Buffer>,
    /// Gradients of the outputs of every layer.
    gradients: Vec<Buffer>,
    partials: Buffer,
    weights: Buffer,
    averages: Buffer,
    /// In place of a buffer that a kernel does not read.
    unread: Buffer,
    /// One for each group of members.
    places: Vec<Buffer>,
    optimiser: OptimiserBuffers,
    uploads: Uploads,
}

impl SeeingTrainer {
    /// None where it cannot train this network: without pictures, with a loss that games do not use, or where the device has
    /// no room for the pictures.
    pub fn new(
        gpu: &Gpu,
        net: &Mlp,
        objective: &Objective,
        batch: usize,
        rows: &Rows,
        state: &TrainState,
    ) -> Option<Self> {
        let (encoder, pictures) = (net.encoder?, rows.pictures.as_ref()?);
        let known = matches!(objective.loss, Loss::Categorical | Loss::Sampled | Loss::Exact);
        let layout = SeeingLayout::new(net, encoder, objective, batch, rows, gpu.adapter);
        if !known || !gpu.fits(layout.largest().max(rows.values.len())) {
            return None;
        }
        let pictures = rows.seen.get_or_init(|| GpuPictures::new(pictures, gpu)).clone()?;
        let vectors = |count: usize| gpu.allocate(LANES * layout.group * count);
        let (first, all) = (&layout.layers[0], &layout.layers);
        let stats = gpu.upload_f32(&vec![0.0; layout.members * STATS]);
        let gradient = gpu.allocate(layout.members * layout.adam.parameters);
        let mut trainer = Self {
            table: rows.uploaded.get_or_init(|| gpu.upload_f32(&rows.values)).clone(),
            seen: gpu.allocate(layout.group * first.rows * first.input_size()),
            values: all.iter().map(|layer| vectors(layer.rows * layer.copies * layer.output_stride)).collect(),
            gradients: all.iter().map(|layer| vectors(layer.patches() * layer.filters)).collect(),
            partials: vectors(first.partials),
            optimiser: OptimiserBuffers::new(gpu, &layout.adam, gradient, stats),
            log_prior: objective.log_prior.iter().map(|log_p| log_p.max(NEVER)).collect(),
            weights: gpu.allocate(1),
            averages: gpu.allocate(1),
            unread: gpu.allocate(LANES),
            places: Vec::new(),
            uploads: Uploads::new(gpu),
            gpu: gpu.clone(),
            pictures,
            layout,
        };
        trainer.load(state);
        Some(trainer)
    }

    /// Enqueues one step of every member.
    pub fn step(&mut self, step: &TrainStep) {
        let (members, group) = (self.layout.members, self.layout.group);
        if self.uploads.prepare(&self.gpu, step, &mut self.optimiser) {
            let drawn_at = self.uploads.drawn_at;
            let place = |first: usize| self.gpu.upload_u32(&[step.index as u32, drawn_at as u32, first as u32]);
            self.places = (0..members).step_by(group).map(place).collect();
        }
        for (number, place) in self.places.iter().enumerate() {
            self.gradients_of_group(place, group.min(members - number * group));
        }
        self.adam();
    }

    /// Sets the weight of every row of the table.
    pub fn set_weights(&mut self, weights: &[f32]) {
        self.weights = self.gpu.upload_f32(weights);
        self.layout.loss.weighted = true;
    }

    /// Replaces the state on the device.
    pub fn load(&mut self, state: &TrainState) {
        let tables = [&state.parameters, &state.first_moments, &state.second_moments];
        let [parameters, first, second] = tables.map(|table| self.layout.padded(table));
        let sums = state.losses.iter().flat_map(|loss| [*loss, 0.0, 0.0, 0.0]).collect();
        self.optimiser.state = self.gpu.upload_f32(&[parameters, first, second, sums].concat());
        self.averages = self.gpu.upload_f32(&[state.log_averages.clone(), self.log_prior.clone()].concat());
    }

    /// Reads the state back, in one read.
    pub async fn fetch(&mut self, state: &mut TrainState) -> Result<(), String> {
        let [read, averages] = self.gpu.read([&self.optimiser.state, &self.averages]).await?;
        let (members, size) = (self.layout.members, self.layout.members * self.layout.adam.parameters);
        if read.len() < 3 * size + LANES * members || averages.len() < members {
            return Err(TOO_LITTLE.into());
        }
        self.layout.unpadded(&read[..size], &mut state.parameters);
        self.layout.unpadded(&read[size..2 * size], &mut state.first_moments);
        self.layout.unpadded(&read[2 * size..3 * size], &mut state.second_moments);
        let sums = read[3 * size..].iter().step_by(LANES);
        state.losses.iter_mut().zip(sums).for_each(|(loss, sum)| *loss = *sum);
        state.log_averages.copy_from_slice(&averages[..members]);
        Ok(())
    }
}
