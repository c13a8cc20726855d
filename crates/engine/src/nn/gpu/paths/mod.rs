//! An autoencoder of paths on the GPU. Steps of a window wait for each other, so a group of units takes four windows
//! through all of them in one launch; the policy's steps do not, and have a group each. What every layer was told and what
//! came back lies in a scratch, from which a last kernel makes the gradient.

mod back;
mod dense;
mod gradient;
mod judge;
mod launch;
mod plan;
mod recur;
mod script;
mod there;

use cubecl::prelude::*;

use self::plan::PathPlan;
use super::adam::groups;
use super::{Buffer, Gpu};
use crate::nn::{Head, PathNet, Rows, TrainState};

/// Sums that are kept for four windows: the loss of a pair, -log π, KL, and one that fills the vector.
const SUMS: usize = 4;

/// One autoencoder on the GPU.
pub struct PathTrainee {
    gpu: Gpu,
    plan: PathPlan,
    table: Buffer,
    scratch: Buffer,
    gradient: Buffer,
    squares: Buffer,
    /// What the kernel of Adam's step wants of other networks.
    facts: Buffer,
    /// Transposed weights, which the way back reads.
    mirror: Buffer,
    state: Buffer,
    tally: Buffer,
    order: Buffer,
    shares: Buffer,
    script: Buffer,
    dials: Buffer,
    clock: Buffer,
    /// Steps that were uploaded and not yet taken.
    left: usize,
}

impl PathTrainee {
    /// None where the adapter has no room for it.
    pub fn new(
        gpu: &Gpu,
        net: &PathNet,
        head: Head,
        batch: (usize, usize),
        clip: f32,
        rows: &Rows,
        state: &TrainState,
    ) -> Option<Self> {
        let plan = PathPlan::new(net, head, batch, clip, rows, gpu.adapter);
        let largest = gpu.client.properties().memory.max_page_size;
        if plan.shared() > gpu.adapter.shared || 16 * plan.scratch() as u64 > largest {
            return None;
        }
        let nothing = gpu.room(4);
        let members = plan.common.members;
        let mut trainee = Self {
            table: rows.uploaded.get_or_init(|| gpu.floats(&rows.values)).clone(),
            scratch: gpu.room(4 * plan.scratch()),
            // Zero where a row of parameters was padded.
            gradient: gpu.floats(&vec![0.0; members * plan.common.parameters]),
            squares: gpu.room(members * groups(&plan.common)),
            facts: gpu.floats(&vec![0.0; members * super::FACTS]),
            mirror: nothing.clone(),
            state: nothing.clone(),
            tally: nothing.clone(),
            order: nothing.clone(),
            shares: nothing.clone(),
            script: nothing.clone(),
            dials: nothing.clone(),
            clock: nothing,
            left: 0,
            gpu: gpu.clone(),
            plan,
        };
        trainee.put(state);
        Some(trainee)
    }

    pub fn left(&self) -> usize {
        self.left
    }

    /// Takes over what was learnt elsewhere.
    pub fn put(&mut self, state: &TrainState) {
        let parts = [&state.parameters, &state.first_moments, &state.second_moments];
        let [parameters, first, second] = parts.map(|part| self.plan.common.padded(part));
        self.mirror = self.gpu.floats(&self.plan.common.transposed(&parameters));
        let mut state = [parameters, first, second].concat();
        state.resize(state.len() + 4 * self.plan.common.members, 0.0);
        self.state = self.gpu.floats(&state);
        self.left = 0;
        self.clear();
    }

    /// Begins all sums anew.
    pub fn clear(&mut self) {
        self.tally = self.gpu.floats(&vec![0.0; self.plan.all_fours() * SUMS]);
    }

    /// Steps that were uploaded are not taken.
    pub fn forget(&mut self) {
        self.left = 0;
    }

    /// Brings over what was state; gives back, for each member, the sums of its losses a pair, -log π and KL.
    pub async fn fetch(&mut self, state: &mut TrainState) -> Result<Vec<[f32; 3]>, String> {
        let wanted = vec![self.state.handle.clone(), self.tally.handle.clone()];
        let read = self.gpu.client.read_async(wanted).await.map_err(|error| format!("{error:?}"))?;
        let common = &self.plan.common;
        let all = common.members * common.parameters;
        let [state, tally] = &read[..] else { return Err("it gave back too little".into()) };
        let (state, tally) = (f32::from_bytes(state), f32::from_bytes(tally));
        if state.len() < 3 * all || tally.len() < self.plan.all_fours() * SUMS {
            return Err("it gave back too little".into());
        }
        common.unpadded(&state[..all], &mut state.parameters);
        common.unpadded(&state[all..2 * all], &mut state.first_moments);
        common.unpadded(&state[2 * all..3 * all], &mut state.second_moments);
        let of_member = |sums: &[f32]| [0, 1, 2].map(|sum| sums.iter().skip(sum).step_by(SUMS).sum());
        Ok(tally.chunks_exact(self.plan.fours * SUMS).take(common.members).map(of_member).collect())
    }
}
