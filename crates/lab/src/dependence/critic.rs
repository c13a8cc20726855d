//! T(x,y) = copula(x,y) + f(x)·g(y): a copula's answer, and two networks that learn the rest. Scores of all pairs of a set of
//! rows are one product of matrices.

use burn::tensor::{Device, Tensor, TensorData};

use super::copula::{Copula, Side};
use super::networks::CriticNetworks;
use super::scores::Tails;

/// x and y of some rows, as the copula and as the networks read them.
pub struct Part {
    pub rows: usize,
    /// What the two networks read, `[2, rows, width]`: normal scores, and their mean square at the end.
    pub inputs: Tensor<3>,
    /// Canonical coordinates `[rows, pairs]`, q of the side and its part of the joint q `[rows, 1]`; x, then y.
    coordinates: [Tensor<2>; 2],
    own: [Tensor<2>; 2],
    joint: [Tensor<2>; 2],
}

/// The numbers of a row that the networks see: its scores, zeros up to `width`, and the scores' mean square.
fn inputs(scores: &[f32], width: usize) -> Vec<f32> {
    let square = scores.iter().map(|score| score * score).sum::<f32>() / scores.len().max(1) as f32 - 1.0;
    let mut row = scores.to_vec();
    row.resize(width - 1, 0.0);
    row.push(square);
    row
}

impl Part {
    /// Scores as the copula reads them and as the networks do, `[x, y][rows][columns]`.
    pub fn new(copula: &Copula, of_copula: [&[Vec<f32>]; 2], of_networks: [&[Vec<f32>]; 2], device: &Device) -> Self {
        let rows = of_copula[0].len();
        let width = 1 + of_networks.iter().filter_map(|rows| rows.first()).map(Vec::len).max().unwrap_or(0);
        let flat: Vec<f32> =
            of_networks.iter().flat_map(|rows| rows.iter().flat_map(|row| inputs(row, width))).collect();
        let sides = [0, 1].map(|side| of_copula[side].iter().map(|row| copula.side(side, row)).collect::<Vec<Side>>());
        let table = |values: Vec<f32>| {
            let columns = values.len() / rows.max(1);
            Tensor::<2>::from_data(TensorData::new(values, [rows, columns]), device)
        };
        Self {
            rows,
            inputs: Tensor::from_data(TensorData::new(flat, [2, rows, width]), device),
            coordinates: sides.each_ref().map(|side| table(side.iter().flat_map(Side::or_zero).collect())),
            own: sides.each_ref().map(|side| table(side.iter().map(|row| row.own).collect())),
            joint: sides.each_ref().map(|side| table(side.iter().map(|row| row.joint).collect())),
        }
    }

    /// Some of the rows.
    pub fn pick(&self, rows: Vec<i32>, device: &Device) -> Self {
        let count = rows.len();
        let index = Tensor::<1, burn::tensor::Int>::from_data(TensorData::new(rows, [count]), device);
        let of = |tables: &[Tensor<2>; 2]| tables.each_ref().map(|table| table.clone().select(0, index.clone()));
        Self {
            rows: count,
            inputs: self.inputs.clone().select(1, index.clone()),
            coordinates: of(&self.coordinates),
            own: of(&self.own),
            joint: of(&self.joint),
        }
    }
}

#[derive(Clone)]
pub struct DependenceCritic {
    tails: Tails,
    dimensions: [f64; 2],
    constant: f32,
    /// None before the first step: the copula alone.
    networks: Option<CriticNetworks>,
}

impl DependenceCritic {
    pub fn new(copula: &Copula) -> Self {
        Self { tails: copula.tails, dimensions: copula.dimensions(), constant: copula.constant(), networks: None }
    }

    /// The same copula with these networks.
    pub fn with(&self, networks: &CriticNetworks) -> Self {
        Self { networks: Some(networks.clone()), ..self.clone() }
    }

    /// The copula's scores of every x with every y, `[rows, rows]`.
    pub fn start(&self, part: &Part) -> Tensor<2> {
        let turned = |table: &Tensor<2>| table.clone().transpose();
        let [a, b] = &part.coordinates;
        let cross = a.clone().matmul(turned(b));
        let [own_x, own_y] = [part.own[0].clone(), turned(&part.own[1])];
        let [joint_x, joint_y] = [part.joint[0].clone(), turned(&part.joint[1])];
        let scores = match self.tails {
            Tails::Normal => cross - (joint_x - own_x) * 0.5 - (joint_y - own_y) * 0.5,
            Tails::Student(freedom) => {
                let [x, y] = self.dimensions;
                let logs = |q: Tensor<2>, dimensions: f64| {
                    (q / freedom).clamp_min(0.0).log1p() * ((freedom + dimensions) / 2.0)
                };
                logs(own_x, x) + logs(own_y, y) - logs(joint_x + joint_y - cross * 2.0, x + y)
            }
        };
        scores + self.constant
    }

    /// Scores of every x with every y, `[rows, rows]`.
    pub fn scores(&self, part: &Part) -> Tensor<2> {
        match &self.networks {
            None => self.start(part),
            Some(networks) => self.start(part) + networks.scores(part),
        }
    }
}
