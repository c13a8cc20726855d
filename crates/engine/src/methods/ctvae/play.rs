//! CTVAE's policy at play: the latent u ~ N(0, 1) is drawn when an episode begins, the GRU's hidden state is carried from
//! step to step. Training cuts paths into windows, so both begin anew after a window's steps.

use crate::methods::policy::{Fit, Policy};
use crate::nn::names::{self, net, note};
use crate::nn::{Bundle, Columns, Head, Layer, PathNet, PlainMlp, Scratch, SnapshotError, sigmoid, tanh};
use crate::rollout::{RecurrentState, StyleRequest};
use protocol::text;
use worlds::data::{ActionKind, Rng};

/// Largest size that a snapshot may name.
const MOST: usize = 1024;

pub struct RecurrentPolicy {
    styles: usize,
    latent: usize,
    window: usize,
    /// Layers of the GRU, with offsets into `unit`.
    layers: [Layer; 2],
    unit: Vec<f32>,
    policy: PlainMlp,
    input: Vec<f32>,
    gates: Vec<f32>,
    recurrent_gates: Vec<f32>,
    scratch: Scratch,
}

impl RecurrentPolicy {
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
            policy: PlainMlp { encoder: None, sizes: network.policy.net.sizes, members: vec![policy] },
            input: Vec::new(),
            gates: Vec::new(),
            recurrent_gates: Vec::new(),
            scratch: Scratch::default(),
        })
    }

    /// Draws a latent and clears the state at the start of an episode and of every window. The values are the steps since
    /// then, the latent and the unit's hidden state.
    fn begin(&self, state: &mut RecurrentState, temperature: f32, rng: &mut Rng) {
        let (values, size) = (&mut state.0, 1 + self.latent + self.layers[1].inputs);
        if values.len() == size && (values[0] as usize) < self.window {
            return;
        }
        values.clear();
        values.push(0.0);
        values.extend((0..self.latent).map(|_| temperature * rng.normal()));
        values.resize(size, 0.0);
    }
}

/// `into = x · weights + biases`, row by row so that the inner loop reads contiguous memory.
fn apply(layer: Layer, parameters: &[f32], x: &[f32], into: &mut Vec<f32>) {
    into.clear();
    into.extend_from_slice(&parameters[layer.biases_at()..layer.end()]);
    let weights = parameters[layer.at..layer.biases_at()].chunks_exact(layer.outputs);
    for (x, row) in x.iter().zip(weights) {
        into.iter_mut().zip(row).for_each(|(sum, weight)| *sum += x * weight);
    }
}

impl Policy for RecurrentPolicy {
    fn head_inputs(
        &mut self,
        observation: &[f32],
        request: StyleRequest,
        state: &mut RecurrentState,
        rng: &mut Rng,
        into: &mut Vec<f32>,
    ) {
        self.begin(state, request.temperature, rng);
        state.0[0] += 1.0;
        let (latent, hidden_state) = state.0[1..].split_at_mut(self.latent);
        self.input.clear();
        self.input.extend((0..self.styles).map(|z| f32::from(u8::from(z == request.style))));
        self.input.extend_from_slice(observation);
        self.input.extend_from_slice(latent);
        apply(self.layers[0], &self.unit, &self.input, &mut self.gates);
        apply(self.layers[1], &self.unit, hidden_state, &mut self.recurrent_gates);
        let hidden = hidden_state.len();
        for (i, state) in hidden_state.iter_mut().enumerate() {
            let r = sigmoid(self.gates[i] + self.recurrent_gates[i]);
            let u = sigmoid(self.gates[hidden + i] + self.recurrent_gates[hidden + i]);
            let n = tanh(self.gates[2 * hidden + i] + r * self.recurrent_gates[2 * hidden + i]);
            *state = (1.0 - u) * n + u * *state;
        }
        self.input.extend_from_slice(hidden_state);
        into.clear();
        into.extend_from_slice(self.policy.forward(0, &self.input, &mut self.scratch));
    }
}

/// The policy of a CTVAE snapshot.
pub fn from_bundle(bundle: &Bundle, fit: Fit, at: (usize, usize)) -> Result<Box<dyn Policy>, SnapshotError> {
    let action_kind = match fit.head {
        Head::Categorical { .. } => ActionKind::Discrete,
        _ => ActionKind::Continuous,
    };
    let columns =
        Columns { styles: fit.styles, observation: fit.observation, action: fit.action, action_kind, stack: None };
    Ok(Box::new(RecurrentPolicy::from_bundle(bundle, columns, fit.head, at)?))
}
