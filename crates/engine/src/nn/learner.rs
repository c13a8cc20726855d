//! A network in training on any device. On the CPU its state is here; on the GPU it is there, and `fetch` copies it here.

use super::device::{Backend, TrainStep};
use super::{Bundle, LearningRate, Mlp, Objective, Order, Rows, SnapshotError, names};

pub const BETA_1: f32 = 0.9;
pub const BETA_2: f32 = 0.999;
pub const EPSILON: f32 = 1e-8;

/// The bias corrections of one step of Adam: θ ← θ - step_size · m / (√(correction · v) + ε).
pub struct AdamStep {
    /// rate / (1 - β₁ᵗ)
    pub step_size: f32,
    /// 1 / (1 - β₂ᵗ)
    pub correction: f32,
}

impl AdamStep {
    /// For the t-th step, counted from one.
    pub fn new(rate: f32, t: u32) -> Self {
        let bias = |beta: f32| 1.0 - libm::powf(beta, t as f32);
        Self { step_size: rate / bias(BETA_1), correction: 1.0 / bias(BETA_2) }
    }
}

/// Everything that a step of training changes.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainState {
    /// `[members, parameters]`, as are the two moments.
    pub parameters: Vec<f32>,
    pub first_moments: Vec<f32>,
    pub second_moments: Vec<f32>,
    /// The sum of each member's losses since they were last taken, nats.
    pub losses: Vec<f32>,
    /// The log of each member's moving average of E[e^T], for MINE.
    pub log_averages: Vec<f32>,
}

impl TrainState {
    pub fn new(net: &Mlp, parameters: Vec<f32>) -> Self {
        let zeros = || vec![0.0; parameters.len()];
        let each = || vec![0.0; net.members];
        Self { first_moments: zeros(), second_moments: zeros(), parameters, losses: each(), log_averages: each() }
    }

    /// Mean loss of each member over the `steps` since they were last taken, nats.
    pub fn take_losses(&mut self, steps: u32) -> Vec<f32> {
        let steps = steps.max(1) as f32;
        self.losses.iter_mut().map(|sum| std::mem::take(sum) / steps).collect()
    }

    /// The numbers that a snapshot holds of a network in training.
    pub fn saved_numbers(net: &Mlp) -> usize {
        net.members * (3 * net.parameters() + 2)
    }

    /// Parameters of one member.
    pub fn member(&self, net: &Mlp, member: usize) -> &[f32] {
        let size = net.parameters();
        &self.parameters[member * size..(member + 1) * size]
    }

    /// The state of some of the members.
    pub fn of(&self, net: &Mlp, members: impl Iterator<Item = usize> + Clone) -> Self {
        let table = |values: &[f32], width: usize| {
            members.clone().flat_map(|member| &values[member * width..(member + 1) * width]).copied().collect()
        };
        let size = net.parameters();
        Self {
            parameters: table(&self.parameters, size),
            first_moments: table(&self.first_moments, size),
            second_moments: table(&self.second_moments, size),
            losses: table(&self.losses, 1),
            log_averages: table(&self.log_averages, 1),
        }
    }
}

pub struct Learner {
    pub net: Mlp,
    pub objective: Objective,
    pub steps: u32,
    /// Current on the CPU; on the GPU, as of the last `fetch`.
    pub state: TrainState,
    /// The weight of every row; None is one for each.
    weights: Option<Vec<f32>>,
    /// Steps since the losses were last taken.
    summed: u32,
    backend: Backend,
}

impl Learner {
    pub fn new(net: Mlp, objective: Objective, purpose: &str, batch: usize, rows: &Rows) -> Self {
        let state = TrainState::new(&net, net.init(purpose, &rows.seeds()));
        let backend = Backend::new(&net, &objective, batch, rows, &state);
        Self { net, objective, steps: 0, state, weights: None, summed: 0, backend }
    }

    /// Replaces the initial parameters, `[members, parameters]`.
    pub fn set_parameters(&mut self, parameters: Vec<f32>) {
        self.state.parameters = parameters;
        self.backend.load(&self.state);
    }

    /// Continues from another learner's state, reached after `steps` steps.
    pub fn resume(&mut self, state: TrainState, steps: u32) {
        (self.state, self.steps) = (state, steps);
        self.backend.load(&self.state);
    }

    /// One step of every member on the `index`-th batch of `order`; on the GPU it is only enqueued.
    pub fn step(&mut self, rows: &Rows, order: &Order, index: usize, rate: LearningRate) {
        let weights = self.weights.as_deref();
        let step = TrainStep { rows, weights, order, index, rate, steps_taken: self.steps };
        self.backend.step(&mut self.state, &self.objective, &step);
        self.steps += 1;
        self.summed += 1;
    }

    /// Sets the weight of every row of the table.
    pub fn set_weights(&mut self, weights: Vec<f32>) {
        self.backend.set_weights(&weights);
        self.weights = Some(weights);
    }

    pub fn weights(&self) -> Option<&[f32]> {
        self.weights.as_deref()
    }

    /// Copies the state from the GPU; ready at once on the CPU.
    pub async fn fetch(&mut self) -> Result<(), String> {
        self.backend.fetch(&mut self.state).await
    }

    /// Mean loss of each member since this was last called.
    pub fn take_losses(&mut self) -> Vec<f32> {
        let means = self.state.take_losses(std::mem::take(&mut self.summed));
        self.backend.load(&self.state);
        means
    }

    /// Parameters of one member.
    pub fn member(&self, member: usize) -> &[f32] {
        self.state.member(&self.net, member)
    }

    pub fn save(&self, name: &str, bundle: &mut Bundle) {
        self.state.save(name, &self.net, (self.steps, self.summed), bundle);
    }

    pub fn restore(&mut self, name: &str, bundle: &Bundle) -> Result<(), SnapshotError> {
        let (mut state, steps) = TrainState::restore(name, &self.net, bundle)?;
        self.summed = state.restore_losses(name, bundle)?;
        self.resume(state, steps);
        Ok(())
    }
}

impl TrainState {
    /// With the steps taken, and the steps in the sums of losses.
    pub fn save(&self, name: &str, net: &Mlp, (steps, summed): (u32, u32), bundle: &mut Bundle) {
        bundle.note_net(name, net);
        bundle.notes.insert(names::steps(name), steps.to_string());
        let size = net.parameters();
        for (table, width, values) in [
            (names::parameters(name), size, &self.parameters),
            (names::first_moment(name), size, &self.first_moments),
            (names::second_moment(name), size, &self.second_moments),
            (names::log_average(name), 1, &self.log_averages),
        ] {
            bundle.tables.insert(table, (net.members, width, values.clone()));
        }
        // Without the sums of losses the next reading of the loss would be a mean over fewer steps.
        bundle.tables.insert(names::losses(name), (self.losses.len(), 1, self.losses.clone()));
        bundle.notes.insert(names::summed(name), summed.to_string());
    }

    /// Returns the steps in the sums; none in older snapshots, which lack them.
    pub fn restore_losses(&mut self, name: &str, bundle: &Bundle) -> Result<u32, SnapshotError> {
        if !bundle.tables.contains_key(&names::losses(name)) {
            return Ok(0);
        }
        self.losses = bundle.table(&names::losses(name), self.losses.len(), 1)?.to_vec();
        bundle.whole(&names::summed(name))
    }

    /// The state, and the steps taken to reach it.
    pub fn restore(name: &str, net: &Mlp, bundle: &Bundle) -> Result<(Self, u32), SnapshotError> {
        let (members, size) = (net.members, net.parameters());
        let table = |table: String, width| bundle.table(&table, members, width).map(<[f32]>::to_vec);
        let moments = |table: String| bundle.moments(&table, members, size);
        let state = Self {
            parameters: table(names::parameters(name), size)?,
            first_moments: moments(names::first_moment(name))?,
            second_moments: moments(names::second_moment(name))?,
            losses: vec![0.0; members],
            log_averages: table(names::log_average(name), 1)?,
        };
        Ok((state, bundle.whole(&names::steps(name))?))
    }
}
