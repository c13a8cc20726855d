//! The buffers that every trainer has for Adam's kernels.

use super::adam::{AdamBuffersLaunch, GradientBuffersLaunch, workgroups};
use super::layout::NetLayout;
use super::{Buffer, Gpu};

/// See `GradientBuffers` and `AdamBuffers`. State, transposed weights, counters and step sizes are replaced by uploads.
pub struct OptimiserBuffers {
    pub partials: Buffer,
    pub stats: Buffer,
    squared_norms: Buffer,
    pub state: Buffer,
    pub transposed: Buffer,
    pub counters: Buffer,
    pub step_sizes: Buffer,
}

impl OptimiserBuffers {
    pub fn new(gpu: &Gpu, layout: &NetLayout, partials: Buffer, stats: Buffer) -> Self {
        let empty = gpu.allocate(4);
        Self {
            partials,
            stats,
            squared_norms: gpu.allocate(layout.members * workgroups(layout)),
            state: empty.clone(),
            transposed: empty.clone(),
            counters: empty.clone(),
            step_sizes: empty,
        }
    }

    pub fn gradient_arguments(&self) -> GradientBuffersLaunch {
        GradientBuffersLaunch {
            partials: self.partials.argument(),
            stats: self.stats.argument(),
            squared_norms: self.squared_norms.argument(),
            state: self.state.argument(),
            counters: self.counters.argument(),
        }
    }

    pub fn adam_arguments(&self) -> AdamBuffersLaunch {
        AdamBuffersLaunch {
            gradient: self.gradient_arguments(),
            step_sizes: self.step_sizes.argument(),
            transposed: self.transposed.argument(),
        }
    }
}
