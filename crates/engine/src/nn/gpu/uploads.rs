//! What is uploaded once per epoch, and again where training does not go on from its last step: the order of the rows, the
//! step size of each step, and the counters.

use super::optimiser::OptimiserBuffers;
use super::{Buffer, Gpu};
use crate::nn::LearningRate;
use crate::nn::device::TrainStep;
use crate::nn::learner::AdamStep;

/// Where training stands: what the uploaded order, step sizes and counters are for.
#[derive(Clone, Copy, PartialEq)]
struct UploadState {
    epoch: u64,
    /// The next batch of the epoch.
    batch: usize,
    rate: LearningRate,
    /// Steps taken since training began.
    steps_taken: u32,
}

pub struct Uploads {
    /// See `RowBuffers`.
    pub order: Buffer,
    /// Offset of the drawn styles in the order.
    pub drawn_at: usize,
    progress: Option<UploadState>,
}

impl Uploads {
    pub fn new(gpu: &Gpu) -> Self {
        Self { order: gpu.allocate(1), drawn_at: 0, progress: None }
    }

    /// Uploads what a step needs and the device does not have yet. Returns whether there was any.
    pub fn prepare(&mut self, gpu: &Gpu, step: &TrainStep, optimiser: &mut OptimiserBuffers) -> bool {
        let TrainStep { order, index, rate, steps_taken, .. } = *step;
        let progress = UploadState { epoch: order.epoch, batch: index, rate, steps_taken };
        let before = self.progress.replace(UploadState { batch: index + 1, steps_taken: steps_taken + 1, ..progress });
        if before == Some(progress) {
            return false;
        }
        if before.is_none_or(|before| before.epoch != order.epoch) {
            self.order = gpu.upload_u32(&[order.rows.as_slice(), order.drawn.as_slice()].concat());
            self.drawn_at = order.rows.len();
        }
        // Where batches are taken out of turn, the epoch may seem to have begun before training.
        let began = steps_taken.wrapping_sub(index as u32);
        let batches = order.rows.len() / (order.batch * order.members);
        let step_size = |batch: usize| {
            let taken = began.wrapping_add(batch as u32);
            let AdamStep { step_size, correction } = AdamStep::new(rate.at(taken), taken.wrapping_add(1));
            [step_size, correction]
        };
        optimiser.step_sizes = gpu.upload_f32(&(0..batches).flat_map(step_size).collect::<Vec<f32>>());
        optimiser.counters = gpu.upload_u32(&[index as u32, index as u32, began]);
        true
    }
}
