//! In the page networks that see train on the CPU, whatever the device: burn's convolutions and automatic differentiation on
//! WebGPU would make the worker a megabyte heavier for every visitor. Natively `seeing.rs` has them.

use super::Gpu;
use crate::nn::device::TrainStep;
use crate::nn::{Mlp, Objective, Rows, TrainState};
use worlds::data::Pictures;

/// There are none.
#[derive(Clone)]
pub enum NoGpuPictures {}

/// There is none.
pub enum NoSeeingTrainer {}

impl NoSeeingTrainer {
    pub fn new(_: &Gpu, _: &Mlp, _: &Objective, rows: &Rows, _: &TrainState) -> Option<Self> {
        match *rows.seen.get()? {}
    }

    pub fn step(&mut self, _: &TrainStep) {
        match *self {}
    }

    pub fn set_weights(&mut self, _: &[f32]) {
        match *self {}
    }

    pub fn load(&mut self, _: &TrainState) {
        match *self {}
    }

    pub async fn fetch(&mut self, _: &mut TrainState) -> Result<(), String> {
        match *self {}
    }
}

impl Gpu {
    pub const SEES: bool = false;

    /// Bytes of the largest buffer.
    pub fn largest_buffer(&self) -> u64 {
        self.client.properties().memory.max_page_size
    }

    pub fn holds(&self, _: &Pictures) -> bool {
        Self::SEES
    }
}
