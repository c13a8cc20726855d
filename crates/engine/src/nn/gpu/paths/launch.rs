//! The launches of one step.

use cubecl::prelude::*;

use super::PathTrainer;
use super::backward::{BackwardBuffersLaunch, decode_backward, encode_backward};
use super::forward::{ForwardBuffersLaunch, decode, encode};
use super::gradient::{self, ParameterBuffersLaunch, parameter_gradient};
use super::policy::{PolicyBuffersLaunch, policy};
use crate::nn::gpu::adam::{self, adam_step, gradient_norm, workgroups};
use crate::nn::gpu::tiles::RowBuffersLaunch;

impl PathTrainer {
    /// Enqueues the next of the uploaded steps.
    pub fn step(&mut self) {
        self.forward_and_backward();
        let (client, layout) = (&self.gpu.client, &self.layout);
        let members = layout.net.members as u32;
        let per_gradient = CubeCount::Static(layout.gradient_workgroups() as u32, members, 1);
        let per_parameter = CubeCount::Static(workgroups(&layout.net) as u32, members, 1);
        let gradient_threads = CubeDim::new_1d(gradient::WORKGROUP as u32);
        let threads = CubeDim::new_1d(adam::WORKGROUP as u32);
        let buffers = ParameterBuffersLaunch {
            scratch: self.scratch.argument(),
            gradient: self.optimiser.partials.argument(),
            counters: self.optimiser.counters.argument(),
        };
        let adam_buffers = self.optimiser.adam_arguments();
        let (norm_buffers, net) = (self.optimiser.gradient_arguments(), layout.net.clone());
        // SAFETY: the kernels index within the lengths that `layout` gave the buffers.
        unsafe {
            parameter_gradient::launch_unchecked(client, per_gradient, gradient_threads, buffers, layout.clone());
            gradient_norm::launch_unchecked(client, per_parameter.clone(), threads, norm_buffers, net.clone());
            adam_step::launch_unchecked(client, per_parameter, threads, adam_buffers, net);
        }
        self.uploaded = self.uploaded.saturating_sub(1);
    }

    /// Fills the scratch buffer.
    fn forward_and_backward(&self) {
        let (client, layout) = (&self.gpu.client, &self.layout);
        let (quads, members) = (layout.quads as u32, layout.net.members as u32);
        let threads = CubeDim::new_1d(layout.threads as u32);
        let per_encoder = CubeCount::Static(quads, members, 2);
        let per_window = CubeCount::Static(quads, members, 1);
        let per_step = CubeCount::Static(quads * layout.steps as u32, members, 1);
        let (first, second) = (self.forward_buffers(), self.forward_buffers());
        let (third, fourth) = (self.backward_buffers(), self.backward_buffers());
        let sums = self.loss_sums.argument();
        // SAFETY: as above; the rows in the order are rows of the table.
        unsafe {
            encode::launch_unchecked(client, per_encoder.clone(), threads, first, layout.clone());
            decode::launch_unchecked(client, per_window.clone(), threads, second, layout.clone());
            policy::launch_unchecked(client, per_step, threads, self.policy_buffers(), layout.clone());
            decode_backward::launch_unchecked(client, per_window, threads, third, sums, layout.clone());
            encode_backward::launch_unchecked(client, per_encoder, threads, fourth, layout.clone());
        }
    }

    fn rows(&self) -> RowBuffersLaunch {
        RowBuffersLaunch { table: self.table.argument(), order: self.order.argument() }
    }

    fn forward_buffers(&self) -> ForwardBuffersLaunch {
        ForwardBuffersLaunch {
            rows: self.rows(),
            loss_weights: self.loss_weights.argument(),
            latent_inputs: self.latent_inputs.argument(),
            state: self.optimiser.state.argument(),
            counters: self.optimiser.counters.argument(),
            scratch: self.scratch.argument(),
        }
    }

    fn policy_buffers(&self) -> PolicyBuffersLaunch {
        PolicyBuffersLaunch {
            rows: self.rows(),
            loss_weights: self.loss_weights.argument(),
            state: self.optimiser.state.argument(),
            transposed: self.optimiser.transposed.argument(),
            counters: self.optimiser.counters.argument(),
            scratch: self.scratch.argument(),
        }
    }

    fn backward_buffers(&self) -> BackwardBuffersLaunch {
        BackwardBuffersLaunch {
            loss_weights: self.loss_weights.argument(),
            latent_inputs: self.latent_inputs.argument(),
            transposed: self.optimiser.transposed.argument(),
            counters: self.optimiser.counters.argument(),
            scratch: self.scratch.argument(),
        }
    }
}
