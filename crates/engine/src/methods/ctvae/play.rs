//! CTVAE's policy at play: the latent is drawn from N(0, 1) when an episode begins, the unit's state is carried from
//! step to step. Paths longer than a window were cut in training, so after a window's steps both begin anew.

use crate::methods::Asked;
use crate::methods::policy::{Fit, Memory, Policy};
use crate::nn::names::{self, net, note};
use crate::nn::{Bundle, Columns, Head, Layer, PathNet, PlainMlp, Scratch, SnapshotError, sigmoid, tanh};
use protocol::text;
use worlds::data::{ActionKind, Rng};

/// Snapshots that name more than this make no sense.
const MOST: usize = 1024;

pub struct Recurrent {
    styles: usize,
    latent: usize,
    window: usize,
    /// The memory's unit, its layers counted from zero.
    layers: [Layer; 2],
    unit: Vec<f32>,
    policy: PlainMlp,
    input: Vec<f32>,
    gates: Vec<f32>,
    recalled: Vec<f32>,
    scratch: Scratch,
}

impl Recurrent {
    pub fn from_bundle(
        bundle: &Bundle,
        columns: Columns,
        head: Head,
        (seed, seeds): (usize, usize),
    ) -> Result<Self, SnapshotError> {
        let size = |key: &str| match bundle.whole(key)? as usize {
            size if (1..=MOST).contains(&size) => Ok(size),
            size => Err(SnapshotError::Misfit(text!("snapshot-bad-size", name = key, size = size))),
        };
        let (latent, hidden, window) =
            (size(note::POLICY_LATENT)?, size(note::POLICY_HIDDEN)?, size(note::POLICY_WINDOW)?);
        if seed >= seeds || seeds > 64 || columns.width() > MOST {
            return Err(SnapshotError::Misfit(text!("snapshot-sizes")));
        }
        let network = PathNet::new(columns, head, latent, hidden);
        let count = network.parameters();
        let own = &bundle.table(&names::parameters(net::POLICY), seeds, count)?[seed * count..(seed + 1) * count];
        let unit = own[network.memory.at..network.memory.end()].to_vec();
        let policy = own[network.policy.at..network.policy.end()].to_vec();
        let [seen, kept] = network.memory.layers();
        let shifted = |layer: Layer| Layer { at: layer.at - network.memory.at, ..layer };
        Ok(Self {
            styles: columns.styles,
            latent,
            window,
            layers: [shifted(seen), shifted(kept)],
            unit,
            policy: PlainMlp { sizes: network.policy.net.sizes, members: vec![policy] },
            input: Vec::new(),
            gates: Vec::new(),
            recalled: Vec::new(),
            scratch: Scratch::default(),
        })
    }

    /// An agent's memory: steps since it was new, the latent, the state.
    fn begin(&self, memory: &mut Memory, temperature: f32, rng: &mut Rng) {
        let size = 1 + self.latent + self.layers[1].inputs;
        if memory.0.len() == size && (memory.0[0] as usize) < self.window {
            return;
        }
        memory.0.clear();
        memory.0.push(0.0);
        memory.0.extend((0..self.latent).map(|_| temperature * rng.normal()));
        memory.0.resize(size, 0.0);
    }
}

/// `into = x · weights + biases`, row by row so that the inner loop runs along memory.
fn apply(layer: Layer, parameters: &[f32], x: &[f32], into: &mut Vec<f32>) {
    into.clear();
    into.extend_from_slice(&parameters[layer.biases_at()..layer.end()]);
    let weights = parameters[layer.at..layer.biases_at()].chunks_exact(layer.outputs);
    for (x, row) in x.iter().zip(weights) {
        into.iter_mut().zip(row).for_each(|(sum, weight)| *sum += x * weight);
    }
}

impl Policy for Recurrent {
    fn respond(&mut self, observation: &[f32], asked: Asked, memory: &mut Memory, rng: &mut Rng, into: &mut Vec<f32>) {
        self.begin(memory, asked.temperature, rng);
        memory.0[0] += 1.0;
        let (latent, state) = memory.0[1..].split_at_mut(self.latent);
        self.input.clear();
        self.input.extend((0..self.styles).map(|z| f32::from(u8::from(z == asked.style))));
        self.input.extend_from_slice(observation);
        self.input.extend_from_slice(latent);
        apply(self.layers[0], &self.unit, &self.input, &mut self.gates);
        apply(self.layers[1], &self.unit, state, &mut self.recalled);
        let hidden = state.len();
        for (i, state) in state.iter_mut().enumerate() {
            let r = sigmoid(self.gates[i] + self.recalled[i]);
            let u = sigmoid(self.gates[hidden + i] + self.recalled[hidden + i]);
            let n = tanh(self.gates[2 * hidden + i] + r * self.recalled[2 * hidden + i]);
            *state = (1.0 - u) * n + u * *state;
        }
        self.input.extend_from_slice(state);
        into.clear();
        into.extend_from_slice(self.policy.forward(0, &self.input, &mut self.scratch));
    }
}

/// From a snapshot that says it is CTVAE's.
pub fn from_bundle(bundle: &Bundle, fit: Fit, at: (usize, usize)) -> Result<Box<dyn Policy>, SnapshotError> {
    let action_kind = match fit.head {
        Head::Categorical { .. } => ActionKind::Discrete,
        _ => ActionKind::Continuous,
    };
    let columns = Columns { styles: fit.styles, observation: fit.observation, action: fit.action, action_kind };
    Ok(Box::new(Recurrent::from_bundle(bundle, columns, fit.head, at)?))
}
