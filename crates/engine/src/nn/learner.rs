//! A network in training, whatever trains it. On the CPU what is learnt lies here; on the GPU it lies there, and
//! `fetch` brings it over.

use super::{Bundle, Engine, LearningRate, Mlp, Objective, Order, Rows, SnapshotError};

pub const BETA_1: f32 = 0.9;
pub const BETA_2: f32 = 0.999;
pub const EPSILON: f32 = 1e-8;

/// Adam's corrections for its first steps: θ ← θ - rate · m / (√(correction · v) + ε).
pub struct Step {
    pub rate: f32,
    pub correction: f32,
}

impl Step {
    /// For the `step`-th step, counted from one.
    pub fn new(rate: f32, step: u32) -> Self {
        let left = |beta: f32| 1.0 - libm::powf(beta, step as f32);
        Self { rate: rate / left(BETA_1), correction: 1.0 / left(BETA_2) }
    }
}

/// All that changes from step to step.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainState {
    /// `[members, parameters]`, as are the two moments.
    pub parameters: Vec<f32>,
    pub first_moments: Vec<f32>,
    pub second_moments: Vec<f32>,
    /// Sum of the losses since they were last taken, for each member.
    pub losses: Vec<f32>,
    /// log of MINE's moving average of E[e^T], for each member.
    pub log_averages: Vec<f32>,
}

impl TrainState {
    pub fn new(net: &Mlp, parameters: Vec<f32>) -> Self {
        let zeros = || vec![0.0; parameters.len()];
        let each = || vec![0.0; net.members];
        Self { first_moments: zeros(), second_moments: zeros(), parameters, losses: each(), log_averages: each() }
    }
}

impl TrainState {
    /// Parameters of one member.
    pub fn member(&self, net: &Mlp, member: usize) -> &[f32] {
        let size = net.parameters();
        &self.parameters[member * size..(member + 1) * size]
    }

    /// What some of the members have state.
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
    /// Up to date on the CPU, and on the GPU after `fetch`.
    pub state: TrainState,
    /// Weight of every row; None is one for all.
    weights: Option<Vec<f32>>,
    /// Steps since the losses were last taken.
    summed: u32,
    engine: Engine,
}

impl Learner {
    pub fn new(net: Mlp, objective: Objective, purpose: &str, batch: usize, rows: &Rows) -> Self {
        let state = TrainState::new(&net, net.init(purpose, &rows.seeds()));
        let engine = Engine::new(&net, &objective, batch, rows, &state);
        Self { net, objective, steps: 0, state, weights: None, summed: 0, engine }
    }

    /// Begins from other parameters than those drawn.
    pub fn set_parameters(&mut self, parameters: Vec<f32>) {
        self.state.parameters = parameters;
        self.engine.put(&self.state);
    }

    /// Goes on from what another has learnt in so many steps.
    pub fn resume(&mut self, state: TrainState, steps: u32) {
        (self.state, self.steps) = (state, steps);
        self.engine.put(&self.state);
    }

    /// One step of every member on the `index`-th batch of `order`; on the GPU it is only enqueued.
    pub fn step(&mut self, rows: &Rows, order: &Order, index: usize, rate: LearningRate) {
        let Self { objective, state, engine, steps, weights, .. } = self;
        engine.step(state, objective, rows, weights.as_deref(), order, index, rate, *steps);
        self.steps += 1;
        self.summed += 1;
    }

    /// Sets the weight of every row.
    pub fn set_weights(&mut self, weights: Vec<f32>) {
        self.engine.weigh(&weights);
        self.weights = Some(weights);
    }

    pub fn weights(&self) -> Option<&[f32]> {
        self.weights.as_deref()
    }

    /// Brings over what the GPU has state; at once on the CPU.
    pub async fn fetch(&mut self) -> Result<(), String> {
        self.engine.fetch(&mut self.state).await
    }

    /// Mean loss of each member since this was last called.
    pub fn take_losses(&mut self) -> Vec<f32> {
        let steps = self.summed.max(1) as f32;
        let means = self.state.losses.iter().map(|sum| sum / steps).collect();
        self.state.losses.fill(0.0);
        self.summed = 0;
        self.engine.put(&self.state);
        means
    }

    /// Parameters of one member.
    pub fn member(&self, member: usize) -> &[f32] {
        self.state.member(&self.net, member)
    }

    pub fn save(&self, name: &str, bundle: &mut Bundle) {
        self.state.save(name, &self.net, self.steps, bundle);
    }

    pub fn restore(&mut self, name: &str, bundle: &Bundle) -> Result<(), SnapshotError> {
        (self.state, self.steps) = TrainState::restore(name, &self.net, bundle)?;
        self.engine.put(&self.state);
        Ok(())
    }
}

/// What a snapshot keeps of a network in training.
impl TrainState {
    pub fn save(&self, name: &str, net: &Mlp, steps: u32, bundle: &mut Bundle) {
        bundle.note_net(name, net);
        bundle.notes.insert(format!("{name}.steps"), steps.to_string());
        let size = net.parameters();
        for (part, width, values) in [
            ("parameters", size, &self.parameters),
            ("first_moment", size, &self.first_moments),
            ("second_moment", size, &self.second_moments),
            ("log_average", 1, &self.log_averages),
        ] {
            bundle.tables.insert(format!("{name}.{part}"), (net.members, width, values.clone()));
        }
    }

    /// With the steps it took.
    pub fn restore(name: &str, net: &Mlp, bundle: &Bundle) -> Result<(Self, u32), SnapshotError> {
        let (members, size) = (net.members, net.parameters());
        let table = |part: &str, width| bundle.table(&format!("{name}.{part}"), members, width).map(<[f32]>::to_vec);
        let state = Self {
            parameters: table("parameters", size)?,
            first_moments: table("first_moment", size)?,
            second_moments: table("second_moment", size)?,
            losses: vec![0.0; members],
            log_averages: table("log_average", 1)?,
        };
        Ok((state, bundle.whole(&format!("{name}.steps"))?))
    }
}
