//! Demonstrations as one table: style (one-hot) | observation | action. The inputs and targets of every network are ranges
//! of columns, so one table serves all of them: it is built once, uploaded once, and gathered by index.

use std::ops::Range;
use std::sync::Arc;

use super::Device;
use worlds::data::{ActionKind, Demos, Rng, Trajectory};

/// The columns of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    pub styles: usize,
    pub observation: usize,
    pub action: usize,
    pub action_kind: ActionKind,
}

/// The rows of one seed.
pub struct SeedSplit {
    pub seed: u64,
    pub train: Range<usize>,
    pub held_out: Range<usize>,
    /// The rows of each path, in the training set and in the held-out set.
    pub train_paths: Vec<Range<usize>>,
    pub held_out_paths: Vec<Range<usize>>,
    /// Training rows of each style, for networks with one member per style.
    pub by_style: Vec<Vec<u32>>,
    /// p(z) among training rows, `[styles]`.
    pub prior: Vec<f32>,
}

/// All rows of all seeds.
pub struct Rows {
    pub columns: Columns,
    pub values: Vec<f32>,
    pub splits: Vec<SeedSplit>,
    pub device: Device,
    /// The same values on the GPU, uploaded by the first learner there.
    pub(super) uploaded: std::cell::OnceCell<super::gpu::Buffer>,
}

impl Columns {
    pub fn width(&self) -> usize {
        self.styles + self.observation + self.action
    }

    pub fn state(&self) -> Range<usize> {
        self.styles..self.styles + self.observation
    }

    /// Style and state side by side.
    pub fn styled_state(&self) -> Range<usize> {
        0..self.styles + self.observation
    }

    pub fn actions(&self) -> Range<usize> {
        self.styles + self.observation..self.width()
    }

    /// State and action side by side.
    pub fn pair(&self) -> Range<usize> {
        self.styles..self.width()
    }
}

impl Rows {
    /// The rows of every seed's demonstrations, which must be of one world.
    pub fn new(all: &[(u64, Arc<Demos>)], device: &Device) -> Self {
        let columns = all.first().map_or(Columns::default(), |(_, demos)| Columns {
            styles: demos.styles,
            observation: demos.observation_size,
            action: demos.action_size,
            action_kind: demos.action_kind,
        });
        let mut rows = Self {
            columns,
            values: Vec::new(),
            splits: Vec::new(),
            device: device.clone(),
            uploaded: std::cell::OnceCell::new(),
        };
        for (seed, demos) in all {
            let mut by_style = vec![Vec::new(); demos.styles];
            let start = rows.count();
            let train_paths: Vec<_> = demos.side(false).map(|path| rows.add(path)).collect();
            for (path, of_path) in demos.side(false).zip(&train_paths) {
                by_style[path.style].extend(of_path.clone().map(|row| row as u32));
            }
            let train = start..rows.count();
            let held_out_paths = demos.side(true).map(|path| rows.add(path)).collect();
            let held_out = train.end..rows.count();
            rows.splits.push(SeedSplit {
                seed: *seed,
                train,
                held_out,
                train_paths,
                held_out_paths,
                by_style,
                prior: demos.prior(),
            });
        }
        rows
    }

    /// Appends a path; returns its rows.
    fn add(&mut self, path: &Trajectory) -> Range<usize> {
        let start = self.count();
        path_rows(path, self.columns, &mut self.values);
        start..self.count()
    }

    pub fn count(&self) -> usize {
        self.values.len() / self.columns.width().max(1)
    }

    pub fn row(&self, row: usize) -> &[f32] {
        let width = self.columns.width();
        &self.values[row * width..(row + 1) * width]
    }

    pub fn seeds(&self) -> Vec<u64> {
        self.splits.iter().map(|split| split.seed).collect()
    }
}

/// Appends the rows of one path.
pub fn path_rows(path: &Trajectory, columns: Columns, values: &mut Vec<f32>) {
    let observations = path.observations.chunks_exact(columns.observation);
    for (observation, action) in observations.zip(path.actions.chunks_exact(columns.action)) {
        values.extend((0..columns.styles).map(|z| f32::from(u8::from(z == path.style))));
        values.extend_from_slice(observation);
        values.extend_from_slice(action);
    }
}

/// The style a row is labelled with.
pub fn style_of(row: &[f32], styles: usize) -> usize {
    row[..styles].iter().position(|hot| *hot > 0.5).unwrap_or(0)
}

/// The members of a network per seed, by the rows that they learn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Members {
    /// One member, which learns from all rows.
    One,
    /// One member per style, which learns from the rows of its style.
    OnePerStyle,
    /// Cross-fitting: member i learns from all paths except those of fold i, so that every path has a member that did not
    /// learn from it. A single member learns from all paths.
    Folds(usize),
}

impl Members {
    /// Members per seed.
    pub fn count(self, styles: usize) -> usize {
        match self {
            Self::One => 1,
            Self::OnePerStyle => styles,
            Self::Folds(folds) => folds.max(1),
        }
    }

    /// The training rows of each of a seed's members.
    fn pools(self, split: &SeedSplit) -> Vec<Vec<u32>> {
        match self {
            Self::One => vec![split.train.clone().map(|row| row as u32).collect()],
            Self::OnePerStyle => split.by_style.clone(),
            Self::Folds(folds) => {
                let seen = |fold: usize| {
                    let paths = split.train_paths.iter().enumerate();
                    let seen = paths.filter(move |(number, _)| folds < 2 || number % folds != fold);
                    seen.flat_map(|(_, path)| path.clone()).map(|row| row as u32).collect()
                };
                (0..folds.max(1)).map(seen).collect()
            }
        }
    }

    /// Batches per epoch: as many as the member with the most rows needs to visit each of them once.
    pub fn batches(self, rows: &Rows, batch: usize) -> usize {
        let largest = |split: &SeedSplit| self.pools(split).iter().map(Vec::len).max().unwrap_or(0);
        (rows.splits.iter().map(largest).max().unwrap_or(0) / batch).max(1)
    }

    /// The order in which the `epoch`-th epoch visits the rows, shuffled by every seed's own stream. With `marginal`, a
    /// style is drawn from p(z) for every row.
    pub fn order(self, rows: &Rows, batch: usize, purpose: &str, epoch: u64, marginal: bool) -> Order {
        let batches = self.batches(rows, batch);
        let members = rows.splits.len() * self.count(rows.columns.styles);
        let mut order = Order { epoch, batch, members, rows: vec![0; batches * members * batch], drawn: Vec::new() };
        if marginal {
            order.drawn = vec![0; order.rows.len()];
        }
        let mut member = 0;
        for split in &rows.splits {
            let mut rng = Rng::stream(split.seed, purpose, epoch);
            for mut pool in self.pools(split) {
                rng.shuffle(&mut pool);
                // A pool smaller than the epoch starts over; an empty one (a style without rows) repeats row 0.
                let mut pool = pool.into_iter().cycle();
                for index in 0..batches {
                    let span = order.span(index, member);
                    order.rows[span.clone()].fill_with(|| pool.next().unwrap_or(0));
                    if marginal {
                        order.drawn[span].fill_with(|| rng.pick(&split.prior) as u32);
                    }
                }
                member += 1;
            }
        }
        order
    }
}

/// The batches of one epoch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    pub epoch: u64,
    pub batch: usize,
    pub members: usize,
    /// `[batches, members, batch]`.
    pub rows: Vec<u32>,
    /// A style per row, drawn from p(z), where the objective needs one; else empty.
    pub drawn: Vec<u32>,
}

impl Order {
    /// The range of the `index`-th batch of a member.
    pub fn span(&self, index: usize, member: usize) -> Range<usize> {
        let start = (index * self.members + member) * self.batch;
        start..start + self.batch
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(paths: usize, steps: usize) -> SeedSplit {
        let train_paths: Vec<Range<usize>> = (0..paths).map(|path| path * steps..(path + 1) * steps).collect();
        let (train, held_out) = (0..paths * steps, paths * steps..paths * steps);
        SeedSplit { seed: 1, train, held_out, train_paths, held_out_paths: vec![], by_style: vec![], prior: vec![1.0] }
    }

    #[test]
    fn every_path_is_kept_from_one_fold_and_shown_to_the_others() {
        let (split, folds) = (split(7, 10), 3);
        let pools = Members::Folds(folds).pools(&split);
        for (number, path) in split.train_paths.iter().enumerate() {
            for (fold, pool) in pools.iter().enumerate() {
                let seen = path.clone().filter(|row| pool.contains(&(*row as u32))).count();
                assert_eq!(seen, if number % folds == fold { 0 } else { 10 }, "path {number}, fold {fold}");
            }
        }
        assert_eq!(Members::Folds(1).pools(&split), Members::One.pools(&split), "a single fold sees all");
    }
}
