//! Training on WebGPU: our own kernels on burn's device. All that a step needs lies there; steps are only enqueued, and
//! one read brings over what many of them have state.

mod adam;
mod judge;
mod kernels;
mod layers;
mod paths;
mod plan;

use burn::tensor::Device as BurnDevice;
use cubecl::prelude::*;
use cubecl::server::Handle;
use cubecl::wgpu::WgpuDevice;

use super::learner::Step;
use super::{LearningRate, Mlp, Objective, Order, Rows, TrainState};
use adam::{GROUP, descend, gauge, groups};
use kernels::{FACTS, tiles};
pub use paths::PathTrainee;
use plan::{Adapter, Plan};

/// Kernels that are collected before the browser hears of them: more than fit between two reads, so that there is one
/// submission for each.
const COLLECTED: usize = 4096;

/// Burn's device, and the way to run our own kernels on it.
#[derive(Clone)]
pub struct Gpu {
    client: Client,
    adapter: Adapter,
}

impl Gpu {
    /// To be called once: a second device of the same kind is refused.
    pub async fn start(software: bool) -> Result<Self, String> {
        let device = BurnDevice::wgpu_options().tasks_max(COLLECTED).init_async().await;
        device.map_err(|error| error.to_string())?;
        let client = cubecl::Device::Wgpu(WgpuDevice::default()).client();
        let shared = client.properties().hardware.max_shared_memory_size;
        Ok(Self { client, adapter: Adapter { software, shared } })
    }

    /// The machine's own adapter: a graphics card where there is one, else an emulation in software. One per process.
    #[cfg(not(target_family = "wasm"))]
    pub fn native() -> Result<Self, String> {
        static NATIVE: std::sync::OnceLock<Result<Gpu, String>> = std::sync::OnceLock::new();
        let start = || {
            let mut gpu = cubecl::future::block_on(Self::start(false))?;
            gpu.adapter.software = gpu.client.properties().identity.physical.is_none();
            Ok(gpu)
        };
        NATIVE.get_or_init(start).clone()
    }

    /// What the adapter calls itself.
    pub fn name(&self) -> String {
        self.client.properties().identity.name.clone()
    }

    /// The same, with units in groups as on a graphics card: for tests, where there is none.
    pub fn as_a_card(&self) -> Self {
        Self { adapter: Adapter { software: false, ..self.adapter }, ..self.clone() }
    }

    fn floats(&self, values: &[f32]) -> Buffer {
        Buffer { handle: self.client.create_from_slice(f32::as_bytes(values)), length: values.len() }
    }

    fn wholes(&self, values: &[u32]) -> Buffer {
        Buffer { handle: self.client.create_from_slice(u32::as_bytes(values)), length: values.len() }
    }

    fn room(&self, length: usize) -> Buffer {
        Buffer { handle: self.client.empty(length * size_of::<f32>()), length }
    }
}

#[derive(Clone)]
pub struct Buffer {
    handle: Handle,
    length: usize,
}

impl Buffer {
    fn argument(&self) -> BufferArg {
        // SAFETY: the length is the one it was made with.
        unsafe { BufferArg::from_raw_parts(self.handle.clone(), self.length) }
    }
}

/// One learner on the GPU.
pub struct Trainee {
    gpu: Gpu,
    plan: Plan,
    prior: Vec<f32>,
    table: Buffer,
    order: Buffer,
    weights: Buffer,
    state: Buffer,
    mirror: Buffer,
    clock: Buffer,
    dials: Buffer,
    shares: Buffer,
    facts: Buffer,
    squares: Buffer,
    /// What the buffers are ready for: epoch, batch, rate and steps taken.
    ready: Option<(u64, usize, LearningRate, u32)>,
    taken: u32,
}

impl Trainee {
    pub fn new(gpu: &Gpu, net: &Mlp, objective: &Objective, batch: usize, rows: &Rows, state: &TrainState) -> Self {
        let plan = Plan::new(net, objective, batch, rows, gpu.adapter);
        let nothing = gpu.room(1);
        let mut trainee = Self {
            table: rows.uploaded.get_or_init(|| gpu.floats(&rows.values)).clone(),
            shares: gpu.room(plan.members * plan.tiles() * plan.parameters),
            facts: gpu.room(plan.members * plan.tiles() * FACTS),
            squares: gpu.room(plan.members * groups(&plan)),
            prior: objective.log_prior.iter().map(|log_p| libm::expf(*log_p)).collect(),
            order: nothing.clone(),
            weights: nothing.clone(),
            state: nothing.clone(),
            mirror: nothing.clone(),
            clock: nothing.clone(),
            dials: nothing,
            ready: None,
            taken: 0,
            gpu: gpu.clone(),
            plan,
        };
        trainee.put(state);
        trainee
    }

    pub fn step(&mut self, order: &Order, index: usize, rate: LearningRate, steps: u32) {
        if self.ready != Some((order.epoch, index, rate, steps)) {
            self.prepare(order, index, rate, steps);
        }
        let client = &self.gpu.client;
        let members = self.plan.members as u32;
        let group = CubeDim::new_1d(self.plan.units as u32);
        let each_tile = CubeCount::Static(self.plan.tiles() as u32, members, 1);
        let each_parameter = CubeCount::Static(groups(&self.plan) as u32, members, 1);
        // SAFETY: every index the kernels make lies inside buffers that `plan` gave their lengths; rows that the order
        // names come from the table itself.
        unsafe {
            tiles::launch_unchecked(
                client,
                each_tile,
                group,
                self.table.argument(),
                self.order.argument(),
                self.weights.argument(),
                self.state.argument(),
                self.mirror.argument(),
                self.clock.argument(),
                self.shares.argument(),
                self.facts.argument(),
                self.plan.clone(),
            );
            if self.plan.clip.is_some() {
                gauge::launch_unchecked(
                    client,
                    each_parameter.clone(),
                    CubeDim::new_1d(GROUP as u32),
                    self.shares.argument(),
                    self.facts.argument(),
                    self.state.argument(),
                    self.clock.argument(),
                    self.squares.argument(),
                    self.plan.clone(),
                );
            }
            descend::launch_unchecked(
                client,
                each_parameter,
                CubeDim::new_1d(GROUP as u32),
                self.shares.argument(),
                self.facts.argument(),
                self.dials.argument(),
                self.squares.argument(),
                self.state.argument(),
                self.mirror.argument(),
                self.clock.argument(),
                self.plan.clone(),
            );
        }
        self.taken = steps + 1;
        self.ready = Some((order.epoch, index + 1, rate, steps + 1));
    }

    /// Uploads the order of an epoch, Adam's numbers for each of its steps, and where it stands.
    fn prepare(&mut self, order: &Order, index: usize, rate: LearningRate, steps: u32) {
        if self.ready.is_none_or(|(epoch, ..)| epoch != order.epoch) {
            self.order = self.gpu.wholes(&[order.rows.as_slice(), order.drawn.as_slice()].concat());
            self.plan.drawn_at = order.rows.len();
        }
        let before = steps - index as u32;
        let batches = order.rows.len() / (order.batch * order.members);
        let dial = |batch: usize| {
            let taken = before + batch as u32;
            let Step { rate, correction } = Step::new(rate.at(taken), taken + 1);
            [rate, correction]
        };
        self.dials = self.gpu.floats(&(0..batches).flat_map(dial).collect::<Vec<f32>>());
        self.clock = self.gpu.wholes(&[index as u32, index as u32, before]);
    }

    pub fn weigh(&mut self, weights: &[f32]) {
        self.weights = self.gpu.floats(weights);
        self.plan.weighted = true;
    }

    /// Takes over what was learnt elsewhere, or what was fetched and then changed.
    pub fn put(&mut self, state: &TrainState) {
        let parts = [&state.parameters, &state.first_moments, &state.second_moments];
        let [parameters, first, second] = parts.map(|part| self.plan.padded(part));
        self.mirror = self.gpu.floats(&[self.plan.transposed(&parameters), self.prior.clone()].concat());
        let sums =
            state.losses.iter().zip(&state.log_averages).flat_map(|(loss, average)| [*loss, *average, *average, 0.0]);
        self.state = self.gpu.floats(&[parameters, first, second, sums.collect()].concat());
    }

    pub async fn fetch(&mut self, state: &mut TrainState) -> Result<(), String> {
        let read =
            self.gpu.client.read_async(vec![self.state.handle.clone()]).await.map_err(|error| format!("{error:?}"))?;
        let state = read.first().map(|bytes| f32::from_bytes(bytes)).unwrap_or_default();
        let (members, all) = (self.plan.members, self.plan.members * self.plan.parameters);
        if state.len() < 3 * all + 4 * members {
            return Err("it gave back too little".into());
        }
        self.plan.unpadded(&state[..all], &mut state.parameters);
        self.plan.unpadded(&state[all..2 * all], &mut state.first_moments);
        self.plan.unpadded(&state[2 * all..3 * all], &mut state.second_moments);
        let sums = state[self.plan.sums_at()..].as_chunks::<4>().0;
        for (member, sums) in sums.iter().take(members).enumerate() {
            state.losses[member] = sums[0];
            state.log_averages[member] = sums[1 + (self.taken % 2) as usize];
        }
        Ok(())
    }
}
