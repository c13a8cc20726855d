//! What trains networks, behind one face.
#![cfg_attr(not(target_family = "wasm"), expect(unused_variables, reason = "on the CPU all lies where it is needed"))]

use super::cpu::Cpu;
#[cfg(target_family = "wasm")]
use super::gpu::{Gpu, Trainee};
use super::{Learnt, Mlp, Objective, Order, Rate, Rows};

#[derive(Clone)]
pub enum Device {
    Cpu,
    #[cfg(target_family = "wasm")]
    WebGpu(Gpu),
}

/// One learner's place on a device.
pub enum Engine {
    Cpu(Box<Cpu>),
    #[cfg(target_family = "wasm")]
    WebGpu(Box<Trainee>),
}

impl Engine {
    pub fn new(net: &Mlp, objective: &Objective, batch: usize, rows: &Rows, learnt: &Learnt) -> Self {
        match &rows.device {
            #[cfg(target_family = "wasm")]
            Device::WebGpu(gpu) => Self::WebGpu(Box::new(Trainee::new(gpu, net, objective, batch, rows, learnt))),
            Device::Cpu => Self::Cpu(Box::new(Cpu::new(net, objective, batch))),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "each is a thing of its own, and this is called from one place")]
    pub fn step(
        &mut self,
        learnt: &mut Learnt,
        objective: &Objective,
        rows: &Rows,
        weights: Option<&[f32]>,
        order: &Order,
        index: usize,
        rate: Rate,
        steps: u32,
    ) {
        match self {
            Self::Cpu(cpu) => cpu.step(learnt, objective, rows, weights, order, index, rate, steps),
            #[cfg(target_family = "wasm")]
            Self::WebGpu(trainee) => trainee.step(order, index, rate, steps),
        }
    }

    /// Takes over the weights of all rows.
    pub fn weigh(&mut self, weights: &[f32]) {
        match self {
            Self::Cpu(_) => {}
            #[cfg(target_family = "wasm")]
            Self::WebGpu(trainee) => trainee.weigh(weights),
        }
    }

    /// Takes over what was learnt elsewhere.
    pub fn put(&mut self, learnt: &Learnt) {
        match self {
            Self::Cpu(_) => {}
            #[cfg(target_family = "wasm")]
            Self::WebGpu(trainee) => trainee.put(learnt),
        }
    }

    pub async fn fetch(&mut self, learnt: &mut Learnt) -> Result<(), String> {
        match self {
            Self::Cpu(_) => Ok(()),
            #[cfg(target_family = "wasm")]
            Self::WebGpu(trainee) => trainee.fetch(learnt).await,
        }
    }
}
