//! Single moments of the demonstrations, for lessons: their scores, their gradient, and the actions taken in similar
//! states.

use std::ops::Range;

use super::Session;
use crate::estimators::Evidence;
use crate::methods::RowGradient;
use crate::nn::style_of;
use protocol::PathQuantity;
use worlds::data::{ActionKind, DataError, Trajectory};

/// An action of a demonstration, with the state it was taken in.
#[derive(Clone, Debug, PartialEq)]
pub struct StateAction {
    pub action: Vec<f32>,
    /// The label of the demonstration.
    pub style: usize,
    /// Index among all demonstrations, and index of the moment in it.
    pub trajectory: u32,
    pub moment: u32,
}

impl Session {
    pub fn has_critic(&self) -> bool {
        self.method.critic().is_some()
    }

    /// Names of the columns of the file that the demonstrations are from.
    pub fn file_columns(&self) -> Vec<String> {
        self.environment.world.file_columns(&self.run, &self.environment.files)
    }

    /// A quantity of every demonstration of the first seed; None for those that are too short for it.
    pub fn measured(&self, quantity: &PathQuantity) -> Result<Vec<Option<f32>>, DataError> {
        let demos = self.demos.first().ok_or(DataError::Empty)?;
        self.environment.world.measured(quantity, &self.run, &self.environment.files, demos)
    }

    pub fn action_kind(&self) -> ActionKind {
        self.rows.columns.action_kind
    }

    /// T(s,a,z) of every held-out pair, `[styles]` each, with its label; None without a critic.
    pub fn held_out_scores(&self) -> Option<Vec<(Vec<f32>, usize)>> {
        let ((critic, _), split) = (self.method.critic()?, self.rows.splits.first()?);
        let (styles, width) = (self.rows.columns.styles, self.rows.columns.width());
        let scores = critic.scores(0, &self.rows.values[split.held_out.start * width..split.held_out.end * width]);
        let labels = split.held_out.clone().map(|row| style_of(self.rows.row(row), styles));
        Some(scores.chunks_exact(styles).map(<[f32]>::to_vec).zip(labels).collect())
    }

    /// T(s,a,z) of another action in the state of a moment, `[styles]`; None without a critic or such a moment.
    pub fn scores_of_action(&self, at: (u32, u32), action: &[f32]) -> Option<Vec<f32>> {
        let (critic, _) = self.method.critic()?;
        let mut row = self.moment_row(at)?;
        row[self.rows.columns.actions()].copy_from_slice(action);
        Some(critic.evidence(0, Evidence::Pair, self.number_in_training(at.0), &row))
    }

    /// The gradient of a moment's loss w·(-log π(a|s,z)) in the policy of the first seed; None where the method has no such
    /// loss, or there is no such moment.
    pub fn row_gradient(&self, at: (u32, u32), weight: f32) -> Option<RowGradient> {
        self.method.row_gradient(&self.moment_row(at)?, &self.rows, weight)
    }

    /// The action of a moment, and those of up to `most` training moments in the most similar states (by squared
    /// distance of observations), nearest first. The moment itself is not among them.
    pub fn neighbours(&self, at: (u32, u32), most: usize) -> Option<(StateAction, Vec<StateAction>)> {
        let (columns, split) = (self.rows.columns, self.rows.splits.first()?);
        let own = self.moment_row(at)?;
        let number = self.number_in_training(at.0);
        let itself = number.map(|number| split.train_paths[number].start + at.1 as usize);
        let distance = |row: usize| self.rows.state_distance(&own, self.rows.row(row));
        let others = self.rows.kept(split).filter(|row| Some(*row) != itself);
        let mut near: Vec<(f64, usize)> = others.map(|row| (distance(row), row)).collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let trained: Vec<usize> = self.training_paths().collect();
        let taken = |row: usize| {
            let number = split.train_paths.partition_point(|path| path.end <= row);
            StateAction {
                action: self.rows.row(row)[columns.actions()].to_vec(),
                style: style_of(self.rows.row(row), columns.styles),
                trajectory: trained[number] as u32,
                moment: (row - split.train_paths[number].start) as u32,
            }
        };
        let own = StateAction {
            action: own[columns.actions()].to_vec(),
            style: self.demos[0].trajectories[at.0 as usize].style,
            trajectory: at.0,
            moment: at.1,
        };
        Some((own, near.into_iter().take(most).map(|(_, row)| taken(row)).collect()))
    }

    /// Indices of the training demonstrations of the first seed among all of its demonstrations.
    fn training_paths(&self) -> impl Iterator<Item = usize> {
        self.demos[0].trajectories.iter().enumerate().filter(|(_, path)| !path.held_out).map(|(index, _)| index)
    }

    /// The number of a demonstration among the training ones; None if it is held out.
    pub(super) fn number_in_training(&self, trajectory: u32) -> Option<usize> {
        self.training_paths().position(|index| index == trajectory as usize)
    }

    /// The row of a moment: style one-hot, observation and action.
    pub(super) fn moment_row(&self, (trajectory, moment): (u32, u32)) -> Option<Vec<f32>> {
        let row = self.rows_of(trajectory as usize)?.nth(moment as usize)?;
        Some(self.rows.row(row).to_vec())
    }

    /// The rows of a demonstration of the first seed.
    fn rows_of(&self, trajectory: usize) -> Option<Range<usize>> {
        let (all, split) = (&self.demos.first()?.trajectories, self.rows.splits.first()?);
        let held_out = all.get(trajectory)?.held_out;
        let number = all[..trajectory].iter().filter(|path| path.held_out == held_out).count();
        let paths = if held_out { &split.held_out_paths } else { &split.train_paths };
        paths.get(number).cloned()
    }

    /// A demonstration of the first seed with its observations and actions.
    pub fn demonstration(&self, trajectory: usize) -> Option<Trajectory> {
        let (columns, rows) = (self.rows.columns, self.rows_of(trajectory)?);
        let mut path = self.demos.first()?.trajectories.get(trajectory)?.clone();
        path.observations = rows.clone().flat_map(|row| &self.rows.row(row)[columns.state()]).copied().collect();
        path.actions = rows.flat_map(|row| &self.rows.row(row)[columns.actions()]).copied().collect();
        Some(path)
    }
}
