//! What is known about an autoencoder of paths before kernels are compiled for it, and where things lie in its scratch.

use crate::nn::gpu::plan::{Adapter, Kind, Plan};
use crate::nn::{Head, Layer, Loss, PathNet, Rows};

/// Layers by number: each unit has one of what it sees and one of what it keeps, each network three.
pub const FORTH: usize = 0;
pub const BACK: usize = 2;
pub const POSTERIOR: usize = 4;
pub const MEMORY: usize = 7;
pub const POLICY: usize = 9;
pub const LAYERS: usize = 12;

/// What the script of a step says of four windows before it names their noise: one over their lengths, the price of a nat
/// of their latents, and two numbers of their whole batch.
pub const SAID: usize = 3;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PathPlan {
    /// Units of a group; each looks after every so many-th column.
    pub units: usize,
    /// Windows of one member, in vectors of four, and steps of a window.
    pub fours: usize,
    pub steps: usize,
    pub hidden: usize,
    pub latent: usize,
    /// Columns of the table: styles, styles with the state, and the first of state and action.
    pub styles: usize,
    pub seen: usize,
    pub pair: usize,
    pub layers: [Layer; LAYERS],
    /// What the kernels of all networks want to know: the head's loss, and all parameters as one row.
    pub common: Plan,
}

impl PathPlan {
    pub fn new(
        net: &PathNet,
        head: Head,
        (windows, steps): (usize, usize),
        clip: f32,
        rows: &Rows,
        adapter: Adapter,
    ) -> Self {
        let columns = rows.columns;
        // In software vectors are narrow, and groups of units wait for each other at a price.
        let units = if adapter.software { 4 } else { net.hidden.next_multiple_of(32).min(128) };
        let layers = layers(net);
        let common = Plan {
            // No layers of its own; one tile has the whole gradient.
            sizes: vec![head.outputs()],
            // Nobody asks for the slopes of what is seen of demonstrations.
            mirrored: (0..LAYERS).filter(|layer| ![FORTH, BACK].contains(layer)).map(|layer| layers[layer]).collect(),
            units,
            quads: 1,
            members: rows.portions.len(),
            parameters: net.parameters().next_multiple_of(4),
            kind: match head.loss() {
                Loss::Mixture { parts } => Kind::Mixture { parts },
                Loss::Categorical => Kind::Categorical,
                _ => Kind::Gaussian,
            },
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
        };
        Self {
            units,
            fours: windows.div_ceil(4),
            steps,
            hidden: net.hidden,
            latent: net.latent,
            styles: columns.styles,
            seen: columns.styled_state().len(),
            pair: columns.pair().start,
            layers,
            common,
        }
    }

    /// Where a layer's parameters begin, and those of its unit.
    pub fn at(&self, layer: usize) -> usize {
        self.layers[layer].at
    }

    pub fn inputs(&self, layer: usize) -> usize {
        self.layers[layer].inputs
    }

    pub fn outputs(&self) -> usize {
        self.layers[POLICY + 2].outputs
    }

    /// Vectors of windows over all members.
    pub fn all_fours(&self) -> usize {
        self.common.members * self.fours
    }

    /// Columns of a step's record, from here on: state and action first, which both readers see. Then, of each unit (0 and
    /// 1 read, 2 remembers), gates r, u and n, h·Uₙ and the state before; on the way back the slopes of the gates' sums
    /// (r, u, n as seen, n as kept) take the places of the first four.
    pub fn trace(&self, unit: usize) -> usize {
        self.inputs(FORTH) + 5 * self.hidden * unit
    }

    /// What the policy is told: style, state, latent, and the memory's state.
    pub fn told(&self) -> usize {
        self.trace(3)
    }

    pub fn policy_hidden(&self, layer: usize) -> usize {
        self.told() + self.inputs(POLICY) + layer * self.hidden
    }

    /// Slopes of what the policy's layers make; those of its outputs are the last.
    pub fn policy_slopes(&self, layer: usize) -> usize {
        self.policy_hidden(2) + layer * self.hidden
    }

    /// Slopes of the latent and of the memory's state, as far as they come through the policy.
    pub fn told_slopes(&self) -> usize {
        self.policy_slopes(2) + self.outputs()
    }

    pub fn loss(&self) -> usize {
        self.told_slopes() + self.latent + self.hidden
    }

    pub fn row(&self) -> usize {
        self.loss() + 1
    }

    /// Behind the records of all steps those of all windows: what the posterior is told, both readers' averages and the
    /// style, comes first.
    pub fn windows_at(&self) -> usize {
        self.all_fours() * self.steps * self.row()
    }

    pub fn posterior_hidden(&self, layer: usize) -> usize {
        self.inputs(POSTERIOR) + layer * self.hidden
    }

    /// Means and log variances.
    pub fn posterior_outputs(&self) -> usize {
        self.posterior_hidden(2)
    }

    pub fn posterior_slopes(&self, layer: usize) -> usize {
        self.posterior_outputs() + 2 * self.latent + layer * self.hidden
    }

    /// Slopes of the readers' averages.
    pub fn pooled_slopes(&self) -> usize {
        self.posterior_slopes(2) + 2 * self.latent
    }

    /// Slopes of what the memory sees, summed over steps.
    pub fn seen_slopes(&self) -> usize {
        self.pooled_slopes() + 2 * self.hidden
    }

    pub fn window(&self) -> usize {
        self.seen_slopes() + 3 * self.hidden
    }

    /// Vectors of the scratch.
    pub fn scratch(&self) -> usize {
        self.windows_at() + self.all_fours() * self.window()
    }

    /// Vectors in the script of one step.
    pub fn script(&self) -> usize {
        SAID + self.latent
    }

    /// The room in which `act` keeps first what the posterior is told, then what the memory sees.
    pub fn with_simd(&self) -> usize {
        self.inputs(POSTERIOR).max(self.inputs(MEMORY))
    }

    /// Bytes that the greediest kernel has its units share.
    pub fn shared(&self) -> usize {
        let (hidden, latent, outputs) = (self.hidden, self.latent, self.outputs());
        let read = self.inputs(FORTH) + 3 * hidden;
        let act = self.with_simd() + 2 * hidden + 3 * latent;
        let judge = self.inputs(POLICY) + 2 * hidden + 2 * outputs;
        let recall = 4 * hidden + 2 * latent;
        16 * read.max(act).max(judge).max(recall)
    }

    /// Where the gradient of a layer comes from: columns of its inputs and of its slopes in their records, how far the
    /// slopes of a unit's last gate are off, and whether the records are those of windows.
    pub fn source(&self, layer: usize) -> (usize, usize, usize, bool) {
        let kept = |unit: usize| (self.trace(unit) + 4 * self.hidden, self.trace(unit), self.hidden, false);
        match layer {
            FORTH => (0, self.trace(0), 0, false),
            1 => kept(0),
            BACK => (0, self.trace(1), 0, false),
            3 => kept(1),
            POSTERIOR => (0, self.posterior_slopes(0), 0, true),
            5 | 6 => (self.posterior_hidden(layer - 5), self.posterior_slopes(layer - 4), 0, true),
            MEMORY => (self.told(), self.trace(2), 0, false),
            8 => kept(2),
            POLICY => (self.told(), self.policy_slopes(0), 0, false),
            _ => (self.policy_hidden(layer - 10), self.policy_slopes(layer - 9), 0, false),
        }
    }
}

/// All layers, by number.
fn layers(net: &PathNet) -> [Layer; LAYERS] {
    let of_part = |at: usize, layers: &mut dyn Iterator<Item = Layer>| {
        layers.map(|layer| Layer { at: at + layer.at, ..layer }).collect::<Vec<_>>()
    };
    let posterior = of_part(net.posterior.at, &mut net.posterior.net.layers());
    let policy = of_part(net.policy.at, &mut net.policy.net.layers());
    let mut all = net.forth.layers().into_iter().chain(net.back.layers()).chain(posterior);
    let mut rest = net.memory.layers().into_iter().chain(policy);
    std::array::from_fn(|_| all.next().or_else(|| rest.next()).unwrap_or(Layer { inputs: 0, outputs: 0, at: 0 }))
}
