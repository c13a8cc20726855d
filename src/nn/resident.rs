//! Demonstrations on the device: uploaded once, gathered by index there. The only way from Demos to tensors.

use burn::tensor::{Device, Int, Tensor, TensorData};

use crate::data::{Demos, Rng, Trajectory};

/// One side of the split, pair by pair.
pub struct Side {
    /// `[pairs, observation_size]`
    pub observations: Tensor<2>,
    /// `[pairs, action_size]`
    pub actions: Tensor<2>,
    /// The label as one-hot row, `[pairs, styles]`.
    pub styles: Tensor<2>,
    /// Pairs of each style, for members that learn one style each.
    pub by_style: Vec<Vec<i32>>,
    pub pairs: usize,
}

pub struct Resident {
    pub train: Side,
    pub held_out: Side,
    pub prior: Vec<f32>,
    pub observation_size: usize,
    pub action_size: usize,
    pub styles: usize,
    pub device: Device,
}

impl Resident {
    pub fn new(demos: &Demos, device: &Device) -> Self {
        Self {
            train: side(demos, demos.side(false), device),
            held_out: side(demos, demos.side(true), device),
            prior: demos.prior(),
            observation_size: demos.observation_size,
            action_size: demos.action_size,
            styles: demos.styles,
            device: device.clone(),
        }
    }

    /// State and action of one trajectory side by side, `[steps, observation_size + action_size]`.
    pub fn pairs_of(&self, t: &Trajectory) -> Tensor<2> {
        let table = |values: &[f32], columns| {
            let shape = [t.steps(), columns];
            Tensor::<2>::from_data(TensorData::new(values.to_vec(), shape), &self.device)
        };
        Tensor::cat(vec![table(&t.observations, self.observation_size), table(&t.actions, self.action_size)], 1)
    }
}

impl Side {
    /// State and action side by side, `[pairs, observation_size + action_size]`.
    pub fn state_actions(&self) -> Tensor<2> {
        Tensor::cat(vec![self.observations.clone(), self.actions.clone()], 1)
    }

    /// State and style side by side, `[pairs, observation_size + styles]`.
    pub fn styled_states(&self) -> Tensor<2> {
        Tensor::cat(vec![self.observations.clone(), self.styles.clone()], 1)
    }
}

fn side<'a>(demos: &Demos, paths: impl Iterator<Item = &'a Trajectory>, device: &Device) -> Side {
    let (mut observations, mut actions, mut styles) = (Vec::new(), Vec::new(), Vec::new());
    let mut by_style = vec![Vec::new(); demos.styles];
    let mut pairs = 0;
    for t in paths {
        observations.extend_from_slice(&t.observations);
        actions.extend_from_slice(&t.actions);
        for _ in 0..t.steps() {
            styles.extend((0..demos.styles).map(|z| f32::from(u8::from(z == t.style))));
            by_style[t.style].push(pairs as i32);
            pairs += 1;
        }
    }
    let table = |values: Vec<f32>, columns: usize| Tensor::from_data(TensorData::new(values, [pairs, columns]), device);
    Side {
        observations: table(observations, demos.observation_size),
        actions: table(actions, demos.action_size),
        styles: table(styles, demos.styles),
        by_style,
        pairs,
    }
}

/// Which pairs the members of a network learn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Members {
    /// One member sees all pairs.
    One,
    /// A member a style; each sees the pairs of its style.
    OnePerStyle,
}

impl Members {
    pub fn count(self, styles: usize) -> usize {
        match self {
            Self::One => 1,
            Self::OnePerStyle => styles,
        }
    }
}

/// The order in which one epoch visits the pairs: drawn on the CPU, uploaded once, cut into batches there.
pub struct Epoch {
    /// Batch after batch; within a batch member after member.
    order: Tensor<1, Int>,
    batch: usize,
    members: usize,
}

impl Epoch {
    /// Batches in an epoch: as many as the largest member needs to see all its pairs once.
    pub fn batches(side: &Side, members: Members, batch: usize) -> usize {
        let largest = match members {
            Members::One => side.pairs,
            Members::OnePerStyle => side.by_style.iter().map(Vec::len).max().unwrap_or(0),
        };
        (largest / batch).max(1)
    }

    pub fn draw(side: &Side, members: Members, batch: usize, rng: &mut Rng, device: &Device) -> Self {
        let batches = Self::batches(side, members, batch);
        let pools: Vec<Vec<i32>> = match members {
            Members::One => vec![(0..side.pairs as i32).collect()],
            Members::OnePerStyle => side.by_style.clone(),
        };
        let count = pools.len();
        let mut order = vec![0i32; batches * count * batch];
        for (member, mut pool) in pools.into_iter().enumerate() {
            rng.shuffle(&mut pool);
            // A pool smaller than the epoch starts over; an empty one (a style nobody has) stays at pair 0.
            let mut pool = pool.into_iter().cycle();
            for index in 0..batches {
                let start = (index * count + member) * batch;
                for slot in &mut order[start..start + batch] {
                    *slot = pool.next().unwrap_or(0);
                }
            }
        }
        let length = order.len();
        Self { order: Tensor::from_data(TensorData::new(order, [length]), device), batch, members: count }
    }

    /// Indices of the `index`-th batch, all members.
    pub fn batch(&self, index: usize) -> Tensor<1, Int> {
        let size = self.batch * self.members;
        self.order.clone().narrow(0, index * size, size)
    }

    /// Rows of `table` at `indices`: `[members, batch, columns]`.
    pub fn gather(&self, table: &Tensor<2>, indices: &Tensor<1, Int>) -> Tensor<3> {
        let columns = table.dims()[1];
        table.clone().select(0, indices.clone()).reshape([self.members, self.batch, columns])
    }
}
