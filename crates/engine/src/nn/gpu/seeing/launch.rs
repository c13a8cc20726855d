//! The launches of one step.

use cubecl::prelude::*;

use super::SeeingTrainer;
use super::backward::{LayerBackwardBuffersLaunch, backward};
use super::forward::{LayerForwardBuffersLaunch, forward};
use super::gather::{GatherBuffersLaunch, RestBuffersLaunch, WORKGROUP, gather_pictures, gather_rest};
use super::inputs::InputBuffersLaunch;
use super::loss::{LossBuffersLaunch, LossInputsLaunch, loss};
use super::weights::{SumBuffersLaunch, WeightBuffersLaunch, sum_slices, weight_gradient};
use crate::nn::gpu::Buffer;
use crate::nn::gpu::adam::{self, adam_step, gradient_norm, workgroups};
use crate::nn::gpu::tiles::RowBuffersLaunch;

/// Workgroups for this many threads of each of the members.
fn per_thread(threads: usize, members: usize) -> (CubeCount, CubeDim) {
    (CubeCount::Static(threads.div_ceil(WORKGROUP) as u32, members as u32, 1), CubeDim::new_1d(WORKGROUP as u32))
}

impl SeeingTrainer {
    /// Enqueues what leads to the gradient of a group of members.
    pub(super) fn gradients_of_group(&self, place: &Buffer, members: usize) {
        self.gather(place, members);
        let layers = self.layout.layers.len();
        (0..layers).for_each(|layer| self.forward(layer, place, members));
        self.loss(place, members);
        for layer in (0..layers).rev() {
            self.weight_gradient(layer, members);
            if layer > 0 {
                self.backward(layer, place, members);
            }
        }
        self.sum_slices(place, members);
    }

    fn gather(&self, place: &Buffer, members: usize) {
        let (rest, pictures, client) = (self.layout.rest, self.pictures.layout, &self.gpu.client);
        let buffers = GatherBuffersLaunch {
            rows: self.rows(),
            place: place.argument(),
            pictures: self.pictures.arguments(),
            seen: self.seen.argument(),
        };
        let others =
            RestBuffersLaunch { rows: self.rows(), place: place.argument(), inputs: self.values[1].argument() };
        let (count, threads) = per_thread(rest.batch * pictures.words, members);
        let (rest_count, rest_threads) = per_thread(rest.rows * (rest.wide - rest.features), members);
        // SAFETY: the kernels index within the lengths that `layout` gave the buffers; the rows in the order are rows of
        // the table.
        unsafe {
            gather_pictures::launch_unchecked(client, count, threads, buffers, rest, pictures);
            if rest.wide > rest.features {
                gather_rest::launch_unchecked(client, rest_count, rest_threads, others, rest);
            }
        }
    }

    fn rows(&self) -> RowBuffersLaunch {
        RowBuffersLaunch { table: self.table.argument(), order: self.uploads.order.argument() }
    }

    /// The inputs of a layer; the first has pictures and no values.
    fn inputs(&self, layer: usize) -> InputBuffersLaunch {
        let values = if layer == 0 { &self.unread } else { &self.values[layer - 1] };
        InputBuffersLaunch {
            seen: self.seen.argument(),
            scale: self.pictures.scale.argument(),
            values: values.argument(),
        }
    }

    fn forward(&self, layer: usize, place: &Buffer, members: usize) {
        let shape = self.layout.layers[layer];
        let buffers = LayerForwardBuffersLaunch {
            inputs: self.inputs(layer),
            state: self.optimiser.state.argument(),
            place: place.argument(),
            outputs: self.values[layer].argument(),
        };
        let (count, threads) = per_thread(shape.forward_threads(), members);
        // SAFETY: the kernel indexes within the lengths that `layout` gave the buffers.
        unsafe { forward::launch_unchecked(&self.gpu.client, count, threads, buffers, shape) };
    }

    fn loss(&self, place: &Buffer, members: usize) {
        let last = self.layout.layers.len() - 1;
        let inputs = LossInputsLaunch {
            rows: self.rows(),
            place: place.argument(),
            weights: self.weights.argument(),
            outputs: self.values[last].argument(),
        };
        let buffers = LossBuffersLaunch {
            inputs,
            gradients: self.gradients[last].argument(),
            averages: self.averages.argument(),
            stats: self.optimiser.stats.argument(),
        };
        let (count, threads) = per_thread(WORKGROUP, members);
        // SAFETY: as in `gather`.
        unsafe { loss::launch_unchecked(&self.gpu.client, count, threads, buffers, self.layout.loss) };
    }

    fn weight_gradient(&self, layer: usize, members: usize) {
        let shape = self.layout.layers[layer];
        let buffers = WeightBuffersLaunch {
            inputs: self.inputs(layer),
            output_gradients: self.gradients[layer].argument(),
            partials: self.partials.argument(),
        };
        let (count, threads) = per_thread(shape.gradient_threads(), members);
        // SAFETY: as in `forward`.
        unsafe { weight_gradient::launch_unchecked(&self.gpu.client, count, threads, buffers, shape) };
    }

    fn backward(&self, layer: usize, place: &Buffer, members: usize) {
        let shape = self.layout.layers[layer];
        let buffers = LayerBackwardBuffersLaunch {
            output_gradients: self.gradients[layer].argument(),
            values: self.values[layer - 1].argument(),
            state: self.optimiser.state.argument(),
            place: place.argument(),
            gradients: self.gradients[layer - 1].argument(),
        };
        let (count, threads) = per_thread(shape.backward_threads(), members);
        // SAFETY: as in `forward`.
        unsafe { backward::launch_unchecked(&self.gpu.client, count, threads, buffers, shape) };
    }

    fn sum_slices(&self, place: &Buffer, members: usize) {
        let buffers = SumBuffersLaunch {
            partials: self.partials.argument(),
            gradient: self.optimiser.partials.argument(),
            place: place.argument(),
            counters: self.optimiser.counters.argument(),
        };
        let layers = &self.layout.layers;
        let (count, threads) = per_thread(layers[0].parameters, members);
        // SAFETY: as in `forward`.
        unsafe { sum_slices::launch_unchecked(&self.gpu.client, count, threads, buffers, layers.clone()) };
    }

    /// Enqueues Adam's step for all members.
    pub(super) fn adam(&self) {
        let (client, layout) = (&self.gpu.client, &self.layout.adam);
        let count = CubeCount::Static(workgroups(layout) as u32, layout.members as u32, 1);
        let threads = CubeDim::new_1d(adam::WORKGROUP as u32);
        // SAFETY: as in `forward`.
        unsafe {
            if layout.clip.is_some() {
                let buffers = self.optimiser.gradient_arguments();
                gradient_norm::launch_unchecked(client, count.clone(), threads, buffers, layout.clone());
            }
            adam_step::launch_unchecked(client, count, threads, self.optimiser.adam_arguments(), layout.clone());
        }
    }
}
