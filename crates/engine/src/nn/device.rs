//! Dispatches training to the CPU or the WebGPU backend.

use super::cpu::CpuTrainer;
use super::gpu::{Gpu, GpuTrainer, SeeingTrainer};
use super::{LearningRate, Mlp, Objective, Order, Rows, TrainState};

#[derive(Clone)]
pub enum Device {
    Cpu,
    WebGpu(Gpu),
}

/// The inputs of one step of every member.
pub struct TrainStep<'a> {
    pub rows: &'a Rows,
    /// Weights of all rows; None is one for each.
    pub weights: Option<&'a [f32]>,
    pub order: &'a Order,
    /// The batch of the order.
    pub index: usize,
    pub rate: LearningRate,
    /// Steps taken before this one.
    pub steps_taken: u32,
}

/// What trains one learner on its device.
pub enum Backend {
    Cpu(Box<CpuTrainer>),
    WebGpu(Box<GpuTrainer>),
    /// Networks that see.
    WebGpuSeeing(Box<SeeingTrainer>),
}

impl Backend {
    pub fn new(net: &Mlp, objective: &Objective, batch: usize, rows: &Rows, state: &TrainState) -> Self {
        if let Device::WebGpu(gpu) = &rows.device {
            if net.encoder.is_none() {
                return Self::WebGpu(Box::new(GpuTrainer::new(gpu, net, objective, batch, rows, state)));
            }
            if let Some(trainer) = SeeingTrainer::new(gpu, net, objective, batch, rows, state) {
                return Self::WebGpuSeeing(Box::new(trainer));
            }
            rows.refused.set(true);
        }
        Self::Cpu(Box::new(CpuTrainer::new(net, objective, batch, rows.pictures.as_ref())))
    }

    /// Takes a step on the CPU, where it changes `state`; enqueues it on the GPU.
    pub fn step(&mut self, state: &mut TrainState, objective: &Objective, step: &TrainStep) {
        match self {
            Self::Cpu(trainer) => trainer.step(state, objective, step),
            Self::WebGpu(trainer) => trainer.step(step),
            Self::WebGpuSeeing(trainer) => trainer.step(step),
        }
    }

    /// Copies the weights of all rows to the device.
    pub fn set_weights(&mut self, weights: &[f32]) {
        match self {
            Self::Cpu(_) => {}
            Self::WebGpu(trainer) => trainer.set_weights(weights),
            Self::WebGpuSeeing(trainer) => trainer.set_weights(weights),
        }
    }

    /// Copies the state to the device.
    pub fn load(&mut self, state: &TrainState) {
        match self {
            Self::Cpu(_) => {}
            Self::WebGpu(trainer) => trainer.load(state),
            Self::WebGpuSeeing(trainer) => trainer.load(state),
        }
    }

    /// Copies the state from the device.
    pub async fn fetch(&mut self, state: &mut TrainState) -> Result<(), String> {
        match self {
            Self::Cpu(_) => Ok(()),
            Self::WebGpu(trainer) => trainer.fetch(state).await,
            Self::WebGpuSeeing(trainer) => trainer.fetch(state).await,
        }
    }
}
