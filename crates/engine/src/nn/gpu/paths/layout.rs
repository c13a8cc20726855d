//! The compile-time constants of the kernels of a path autoencoder: its sizes, and the offsets of everything in its
//! scratch buffer.
//!
//! The scratch buffer holds one record per step of four windows, then one record per four windows; four windows lie side
//! by side in a vector. The forward pass writes the inputs and values of every layer, the backward pass their gradients.

use crate::nn::gpu::layout::{Adapter, NetLayout};
use crate::nn::{Head, Layer, PathNet, Rows};

/// Layers by number: each recurrent unit has one of its input and one of its state, each network three.
pub const FORWARD_ENCODER: usize = 0;
pub const BACKWARD_ENCODER: usize = 2;
pub const POSTERIOR: usize = 4;
pub const MEMORY: usize = 7;
pub const POLICY: usize = 9;
pub const LAYERS: usize = 12;

/// Recurrent units by number.
pub const UNITS: usize = 3;
pub const MEMORY_UNIT: usize = 2;

/// Vectors per four windows in `latent_inputs` before the noise of their latents: 1 / length of each window, the KL weight
/// of each window, and two numbers of the batch (windows per pair, windows).
pub const SCALARS: usize = 3;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PathLayout {
    /// Threads per workgroup; thread t computes the columns t, t + threads, ... of a layer.
    pub threads: usize,
    /// Vectors of four windows per member, and steps per window.
    pub quads: usize,
    pub steps: usize,
    pub hidden: usize,
    pub latent: usize,
    /// Columns of the table: the number of styles, of styles and state, and the first of state and action.
    pub styles: usize,
    pub styled_state: usize,
    pub pair_at: usize,
    pub layers: [Layer; LAYERS],
    /// The layout for the kernels that all networks share: the loss of the head, and all parameters as those of one layer.
    pub net: NetLayout,
}

/// Where the gradient of a layer's parameters comes from: offsets in the records of its inputs and of the gradient of its
/// outputs.
pub struct GradientSource {
    pub inputs: usize,
    pub gradients: usize,
    /// How much further the gradient of a recurrent unit's last gate lies.
    pub last_gate: usize,
    /// Whether the records are those of windows, not of steps.
    pub windows: bool,
}

impl PathLayout {
    pub fn new(
        net: &PathNet,
        head: Head,
        (windows, steps): (usize, usize),
        clip: f32,
        rows: &Rows,
        adapter: Adapter,
    ) -> Self {
        // In software vectors are narrow, and synchronising a workgroup is expensive.
        let threads = if adapter.software { 4 } else { net.hidden.next_multiple_of(32).min(128) };
        let layers = layers(net);
        Self {
            threads,
            quads: windows.div_ceil(4),
            steps,
            hidden: net.hidden,
            latent: net.latent,
            styles: rows.columns.styles,
            styled_state: rows.columns.styled_state().len(),
            pair_at: rows.columns.pair().start,
            net: shared_layout(net, head, clip, rows, threads, &layers),
            layers,
        }
    }

    /// Offset of a layer's parameters; for the first layer of a recurrent unit, of the unit's.
    pub fn at(&self, layer: usize) -> usize {
        self.layers[layer].at
    }

    pub fn inputs(&self, layer: usize) -> usize {
        self.layers[layer].inputs
    }

    pub fn outputs(&self) -> usize {
        self.layers[POLICY + 2].outputs
    }

    /// Vectors of four windows over all members.
    pub fn all_quads(&self) -> usize {
        self.net.members * self.quads
    }

    /// Vectors per four windows in `latent_inputs`.
    pub fn latent_inputs(&self) -> usize {
        SCALARS + self.latent
    }

    /// Offset of a recurrent unit's values in a step's record. State and action, which both encoders read, come before.
    /// Five times `hidden` vectors: the gates r, u, n, then h·Uₙ, then the state before the step. The backward pass
    /// replaces the first four by the gradients of the gates' sums: r, u and n of the input, n of the state.
    pub fn unit(&self, unit: usize) -> usize {
        self.inputs(FORWARD_ENCODER) + 5 * self.hidden * unit
    }

    /// The policy's inputs: style, state, latent, and the state of the memory.
    pub fn policy_inputs(&self) -> usize {
        self.unit(UNITS)
    }

    pub fn policy_hidden(&self, layer: usize) -> usize {
        self.policy_inputs() + self.inputs(POLICY) + layer * self.hidden
    }

    /// Gradients of the outputs of the policy's layers.
    pub fn policy_gradients(&self, layer: usize) -> usize {
        self.policy_hidden(2) + layer * self.hidden
    }

    /// Gradients of the latent and of the memory's state through the policy.
    pub fn policy_input_gradients(&self) -> usize {
        self.policy_gradients(2) + self.outputs()
    }

    /// -log π of the step.
    pub fn loss(&self) -> usize {
        self.policy_input_gradients() + self.latent + self.hidden
    }

    /// Vectors per record of a step.
    pub fn step_record(&self) -> usize {
        self.loss() + 1
    }

    /// Offset of the records of windows. Each begins with the posterior's inputs: the mean state of both encoders, and the
    /// style.
    pub fn windows_at(&self) -> usize {
        self.all_quads() * self.steps * self.step_record()
    }

    pub fn posterior_hidden(&self, layer: usize) -> usize {
        self.inputs(POSTERIOR) + layer * self.hidden
    }

    /// Means and log variances.
    pub fn posterior_outputs(&self) -> usize {
        self.posterior_hidden(2)
    }

    /// Gradients of the outputs of the posterior's layers.
    pub fn posterior_gradients(&self, layer: usize) -> usize {
        self.posterior_outputs() + 2 * self.latent + layer * self.hidden
    }

    /// Gradients of the encoders' mean states.
    pub fn pooled_gradients(&self) -> usize {
        self.posterior_gradients(2) + 2 * self.latent
    }

    /// Gradients of the gates' sums of the memory's inputs, summed over steps.
    pub fn memory_gradients(&self) -> usize {
        self.pooled_gradients() + 2 * self.hidden
    }

    /// Vectors per record of a window.
    pub fn window_record(&self) -> usize {
        self.memory_gradients() + 3 * self.hidden
    }

    /// Vectors in the scratch buffer.
    pub fn scratch(&self) -> usize {
        self.windows_at() + self.all_quads() * self.window_record()
    }

    /// Width of the shared buffer that `decode` uses first for the posterior's inputs, then for the memory's.
    pub fn decoder_inputs(&self) -> usize {
        self.inputs(POSTERIOR).max(self.inputs(MEMORY))
    }

    /// Bytes of shared memory that the kernel with the largest need has.
    pub fn shared_memory(&self) -> usize {
        let (hidden, latent, outputs) = (self.hidden, self.latent, self.outputs());
        let encode = self.inputs(FORWARD_ENCODER) + 3 * hidden;
        let decode = self.decoder_inputs() + 2 * hidden + 3 * latent;
        let policy = self.inputs(POLICY) + 2 * hidden + 2 * outputs;
        let backward = 4 * hidden + 2 * latent;
        16 * encode.max(decode).max(policy).max(backward)
    }

    pub fn gradient_source(&self, layer: usize) -> GradientSource {
        let of_steps = |inputs, gradients| GradientSource { inputs, gradients, last_gate: 0, windows: false };
        let of_windows = |inputs, gradients| GradientSource { inputs, gradients, last_gate: 0, windows: true };
        let recurrent = |unit: usize| GradientSource {
            inputs: self.unit(unit) + 4 * self.hidden,
            gradients: self.unit(unit),
            last_gate: self.hidden,
            windows: false,
        };
        match layer {
            FORWARD_ENCODER => of_steps(0, self.unit(0)),
            1 => recurrent(0),
            BACKWARD_ENCODER => of_steps(0, self.unit(1)),
            3 => recurrent(1),
            POSTERIOR => of_windows(0, self.posterior_gradients(0)),
            5 | 6 => of_windows(self.posterior_hidden(layer - 5), self.posterior_gradients(layer - 4)),
            MEMORY => of_steps(self.policy_inputs(), self.unit(MEMORY_UNIT)),
            8 => recurrent(MEMORY_UNIT),
            POLICY => of_steps(self.policy_inputs(), self.policy_gradients(0)),
            _ => of_steps(self.policy_hidden(layer - 10), self.policy_gradients(layer - 9)),
        }
    }
}

/// The layout for the kernels that all networks share. Their tile has the whole gradient.
fn shared_layout(
    net: &PathNet,
    head: Head,
    clip: f32,
    rows: &Rows,
    threads: usize,
    layers: &[Layer; LAYERS],
) -> NetLayout {
    let columns = rows.columns;
    // The gradient of demonstrations is not needed, so neither are the transposed weights of the encoders' inputs.
    let needed = |layer: &usize| ![FORWARD_ENCODER, BACKWARD_ENCODER].contains(layer);
    NetLayout {
        sizes: vec![head.outputs()],
        transposed: (0..LAYERS).filter(needed).map(|layer| layers[layer]).collect(),
        threads,
        quads: 1,
        members: rows.splits.len(),
        parameters: net.parameters().next_multiple_of(4),
        loss: head.loss().into(),
        batch: 4,
        stride: columns.width(),
        inputs_at: 0,
        targets_at: columns.actions().start,
        targets: columns.action,
        styles: columns.styles,
        weighted: false,
        moving_average: false,
        clip: Some(clip.to_bits()),
        drawn_at: 0,
    }
}

/// All layers, by number.
fn layers(net: &PathNet) -> [Layer; LAYERS] {
    let of_part = |at: usize, layers: &mut dyn Iterator<Item = Layer>| {
        layers.map(|layer| Layer { at: at + layer.at, ..layer }).collect::<Vec<_>>()
    };
    let posterior = of_part(net.posterior.at, &mut net.posterior.net.layers());
    let policy = of_part(net.policy.at, &mut net.policy.net.layers());
    let encoders = net.forward_encoder.layers().into_iter().chain(net.backward_encoder.layers());
    let mut all = encoders.chain(posterior);
    let mut rest = net.memory.layers().into_iter().chain(policy);
    std::array::from_fn(|_| all.next().or_else(|| rest.next()).unwrap_or(Layer { inputs: 0, outputs: 0, at: 0 }))
}
