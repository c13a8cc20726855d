//! What trains networks, behind one face.

use super::cpu::Cpu;
use super::gpu::{Gpu, PathTrainee, Trainee};
use super::{Head, LearningRate, Mlp, Objective, Order, PathNet, PathStep, Rows, TrainState};

#[derive(Clone)]
pub enum Device {
    Cpu,
    WebGpu(Gpu),
}

/// One learner's place on a device.
pub enum Engine {
    Cpu(Box<Cpu>),
    WebGpu(Box<Trainee>),
}

impl Engine {
    pub fn new(net: &Mlp, objective: &Objective, batch: usize, rows: &Rows, state: &TrainState) -> Self {
        match &rows.device {
            Device::WebGpu(gpu) => Self::WebGpu(Box::new(Trainee::new(gpu, net, objective, batch, rows, state))),
            Device::Cpu => Self::Cpu(Box::new(Cpu::new(net, objective, batch))),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "each is a thing of its own, and this is called from one place")]
    pub fn step(
        &mut self,
        state: &mut TrainState,
        objective: &Objective,
        rows: &Rows,
        weights: Option<&[f32]>,
        order: &Order,
        index: usize,
        rate: LearningRate,
        steps: u32,
    ) {
        match self {
            Self::Cpu(cpu) => cpu.step(state, objective, rows, weights, order, index, rate, steps),
            Self::WebGpu(trainee) => trainee.step(order, index, rate, steps),
        }
    }

    /// Takes over the weights of all rows.
    pub fn weigh(&mut self, weights: &[f32]) {
        match self {
            Self::Cpu(_) => {}
            Self::WebGpu(trainee) => trainee.weigh(weights),
        }
    }

    /// Takes over what was learnt elsewhere.
    pub fn put(&mut self, state: &TrainState) {
        match self {
            Self::Cpu(_) => {}
            Self::WebGpu(trainee) => trainee.put(state),
        }
    }

    pub async fn fetch(&mut self, state: &mut TrainState) -> Result<(), String> {
        match self {
            Self::Cpu(_) => Ok(()),
            Self::WebGpu(trainee) => trainee.fetch(state).await,
        }
    }
}

/// An autoencoder of paths that learns elsewhere than on the CPU. There its owner takes the steps itself, so away from
/// browsers there is no such thing.
pub enum PathTrainer {
    WebGpu(Box<PathTrainee>),
}

impl PathTrainer {
    /// For batches of so many windows of so many steps. None on the CPU, and where a device has no room for it.
    pub fn new(
        net: &PathNet,
        head: Head,
        batch: (usize, usize),
        clip: f32,
        rows: &Rows,
        state: &TrainState,
    ) -> Option<Self> {
        match &rows.device {
            Device::WebGpu(gpu) => PathTrainee::new(gpu, net, head, batch, clip, rows, state)
                .map(|trainee| Self::WebGpu(Box::new(trainee))),
            Device::Cpu => None,
        }
    }

    /// Steps it was told of and has not taken.
    pub fn left(&self) -> usize {
        match *self {
            Self::WebGpu(ref trainee) => trainee.left(),
        }
    }

    pub fn prepare(&mut self, steps: &[PathStep]) {
        match *self {
            Self::WebGpu(ref mut trainee) => trainee.prepare(steps),
        }
    }

    /// Enqueues the next of them.
    pub fn step(&mut self) {
        match *self {
            Self::WebGpu(ref mut trainee) => trainee.step(),
        }
    }

    /// Takes over what was learnt elsewhere.
    pub fn put(&mut self, state: &TrainState) {
        match *self {
            Self::WebGpu(ref mut trainee) => trainee.put(state),
        }
    }

    /// Wants to be told again of the steps to come.
    pub fn forget(&mut self) {
        match *self {
            Self::WebGpu(ref mut trainee) => trainee.forget(),
        }
    }

    /// Begins all sums anew.
    pub fn clear(&mut self) {
        match *self {
            Self::WebGpu(ref mut trainee) => trainee.clear(),
        }
    }

    /// Brings over what was state; gives back, for each seed, the sums of its losses a pair, -log π and KL.
    pub async fn fetch(&mut self, state: &mut TrainState) -> Result<Vec<[f32; 3]>, String> {
        match *self {
            Self::WebGpu(ref mut trainee) => trainee.fetch(state).await,
        }
    }
}
