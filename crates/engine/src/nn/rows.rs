//! Demonstrations as one table: style (one-hot) | observation | action. The inputs and targets of every network are ranges
//! of columns, so one table serves all of them: it is built once, uploaded once, and gathered by index.

use std::ops::Range;
use std::sync::Arc;

use super::{Device, Encoder};
use worlds::data::{ActionKind, Demos, PictureStack, Pictures, Rng, Trajectory};

/// The columns of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    pub styles: usize,
    pub observation: usize,
    pub action: usize,
    pub action_kind: ActionKind,
    /// The pictures whose numbers the observation begins with, where it does.
    pub stack: Option<PictureStack>,
}

/// The rows of one seed.
#[derive(Clone)]
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
    /// Sessions on the same demonstrations share them.
    pub values: Arc<Vec<f32>>,
    pub splits: Vec<SeedSplit>,
    /// Seeds of the run that are trained elsewhere: they count only for the batches per epoch, which all seeds have in common.
    pub elsewhere: Vec<SeedSplit>,
    /// Weights by hand, `[rows]`; None is one for each. Training rows of weight zero are left out of every network's data.
    pub by_hand: Option<Vec<f32>>,
    pub device: Device,
    /// The pictures that observations name.
    pub pictures: Option<Arc<Pictures>>,
    /// The same values on the GPU, uploaded by the first learner there.
    pub(super) uploaded: std::cell::OnceCell<super::gpu::Buffer>,
    /// The same pictures on the GPU, uploaded likewise; None where it has no room for them.
    pub(super) seen: std::cell::OnceCell<Option<super::gpu::GpuPictures>>,
    /// Whether the GPU had no room for a network that sees, which therefore learns on the CPU.
    pub(super) refused: std::cell::Cell<bool>,
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

    /// The encoder of a network that reads these columns, where its observations are pictures.
    pub fn encoder(&self, inputs: &Range<usize>) -> Option<Encoder> {
        self.stack.map(|stack| Encoder { stack, at: self.styles - inputs.start.min(self.styles) })
    }

    /// The columns after an encoder: features in place of the pictures' numbers.
    pub fn encoded(&self) -> Self {
        let observation = self.encoder(&(0..self.width())).map_or(self.observation, |encoder| {
            self.observation.saturating_sub(encoder.stack.depth) + encoder.features()
        });
        Self { observation, stack: None, ..*self }
    }
}

impl SeedSplit {
    fn new(seed: u64, demos: &Demos, train_paths: Vec<Range<usize>>, held_out_paths: Vec<Range<usize>>) -> Self {
        let mut by_style = vec![Vec::new(); demos.styles];
        for (path, of_path) in demos.side(false).zip(&train_paths) {
            by_style[path.style].extend(of_path.clone().map(|row| row as u32));
        }
        let span = |paths: &[Range<usize>], empty: usize| {
            paths.first().map_or(empty, |first| first.start)..paths.last().map_or(empty, |last| last.end)
        };
        let train = span(&train_paths, 0);
        let held_out = span(&held_out_paths, train.end);
        Self { seed, train, held_out, train_paths, held_out_paths, by_style, prior: demos.prior() }
    }
}

impl Rows {
    /// The rows of every seed's demonstrations, which must be of one world.
    pub fn new(all: &[(u64, Arc<Demos>)], device: &Device) -> Self {
        Self::on_values(all, device, None)
    }

    /// The same, where the values of these demonstrations are there already.
    pub fn on_values(all: &[(u64, Arc<Demos>)], device: &Device, known: Option<Arc<Vec<f32>>>) -> Self {
        let columns = all.first().map_or(Columns::default(), |(_, demos)| Columns {
            styles: demos.styles,
            observation: demos.observation_size,
            action: demos.action_size,
            action_kind: demos.action_kind,
            stack: demos.pictures.as_ref().map(|pictures| pictures.stack),
        });
        // All at once: a table that grows leaves smaller ones behind, and a worker's memory never shrinks.
        let steps = |demos: &Demos| demos.trajectories.iter().map(Trajectory::steps).sum::<usize>();
        let count: usize = all.iter().map(|(_, demos)| steps(demos)).sum();
        let mut made = Vec::with_capacity(if known.is_some() { 0 } else { count * columns.width() });
        let (mut end, mut splits) = (0, Vec::new());
        for (seed, demos) in all {
            let mut add = |(index, path): (usize, &Trajectory)| {
                if known.is_none()
                    && let Some(path) = demos.whole(index)
                {
                    path_rows(&path, columns, &mut made);
                }
                let start = end;
                end += path.steps();
                start..end
            };
            let mut side = |held_out: bool| -> Vec<_> {
                let all = demos.trajectories.iter().enumerate();
                all.filter(|(_, path)| path.held_out == held_out).map(&mut add).collect()
            };
            let (train_paths, held_out_paths) = (side(false), side(true));
            splits.push(SeedSplit::new(*seed, demos, train_paths, held_out_paths));
        }
        let values = known.unwrap_or_else(|| Arc::new(made));
        let pictures = all.first().and_then(|(_, demos)| demos.pictures.clone());
        let (uploaded, seen) = (std::cell::OnceCell::new(), std::cell::OnceCell::new());
        let elsewhere = Vec::new();
        let refused = std::cell::Cell::new(false);
        let (by_hand, device) = (None, device.clone());
        Self { columns, values, splits, elsewhere, by_hand, device, pictures, uploaded, seen, refused }
    }

    /// The same table with some of its seeds, while others are trained elsewhere.
    pub fn of_seeds(&self, seeds: Range<usize>) -> Self {
        let numbered = || self.splits.iter().enumerate();
        let (own, others): (Vec<_>, Vec<_>) = numbered().partition(|(number, _)| seeds.contains(number));
        let splits = |of: Vec<(usize, &SeedSplit)>| of.into_iter().map(|(_, split)| split.clone()).collect();
        Self {
            splits: splits(own),
            elsewhere: splits(others),
            values: self.values.clone(),
            by_hand: self.by_hand.clone(),
            device: self.device.clone(),
            pictures: self.pictures.clone(),
            uploaded: std::cell::OnceCell::new(),
            seen: std::cell::OnceCell::new(),
            refused: self.refused.clone(),
            ..*self
        }
    }

    /// All seeds of the run, in no particular order.
    pub fn all_splits(&self) -> impl Iterator<Item = &SeedSplit> {
        self.splits.iter().chain(&self.elsewhere)
    }

    pub fn count(&self) -> usize {
        self.values.len() / self.columns.width().max(1)
    }

    pub fn row(&self, row: usize) -> &[f32] {
        let width = self.columns.width();
        &self.values[row * width..(row + 1) * width]
    }

    /// Whether there are pictures that the device has no room for, or networks that see them.
    pub fn seen_on_cpu(&self) -> bool {
        match (&self.device, &self.pictures) {
            (Device::WebGpu(gpu), Some(pictures)) => self.refused.get() || !gpu.holds(pictures.stack, pictures.count()),
            _ => false,
        }
    }

    /// Weighs some training rows by hand; p(z) is then that of the rows that are left.
    pub fn weigh(&mut self, stretches: impl Iterator<Item = (Range<usize>, f32)>) {
        let mut weights = self.by_hand.take().unwrap_or_else(|| vec![1.0; self.count()]);
        stretches.for_each(|(stretch, weight)| weights[stretch].fill(weight));
        self.by_hand = Some(weights);
        for index in 0..self.splits.len() {
            let mut pairs = vec![0usize; self.columns.styles];
            self.kept(&self.splits[index]).for_each(|row| pairs[style_of(self.row(row), self.columns.styles)] += 1);
            let all: usize = pairs.iter().sum();
            self.splits[index].prior = pairs.iter().map(|&n| n as f32 / all.max(1) as f32).collect();
        }
    }

    /// Whether a row is part of the training data, unless its path is held out.
    pub fn is_kept(&self, row: usize) -> bool {
        self.by_hand.as_ref().is_none_or(|weights| weights[row] > 0.0)
    }

    /// The training rows of a seed that are left, rising.
    pub fn kept(&self, split: &SeedSplit) -> impl Iterator<Item = usize> {
        split.train.clone().filter(|row| self.is_kept(*row))
    }

    /// Squared distance between the observations of two rows, which may be of this table or not: pixel by pixel where they
    /// are pictures.
    pub fn state_distance(&self, one: &[f32], other: &[f32]) -> f64 {
        let squares = |(a, b): (f32, f32)| f64::from(a - b) * f64::from(a - b);
        let state = self.columns.state();
        let (one, other) = (&one[state.clone()], &other[state]);
        let depth = self.columns.stack.map_or(0, |stack| stack.depth);
        let pixels = |(a, b): (&f32, &f32)| -> f64 {
            let Some(pictures) = &self.pictures else { return 0.0 };
            let both = pictures.get(*a as usize).iter().zip(pictures.get(*b as usize));
            both.map(|(a, b)| squares((f32::from(*a) / 255.0, f32::from(*b) / 255.0))).sum()
        };
        let seen: f64 = one.iter().zip(other).take(depth).map(pixels).sum();
        seen + one.iter().zip(other).skip(depth).map(|(a, b)| squares((*a, *b))).sum::<f64>()
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

    /// The training rows of each of a seed's members, without those of weight zero.
    fn pools(self, rows: &Rows, split: &SeedSplit) -> Vec<Vec<u32>> {
        let mut pools = self.all_rows(split);
        if rows.by_hand.is_some() {
            pools.iter_mut().for_each(|pool| pool.retain(|row| rows.is_kept(*row as usize)));
        }
        pools
    }

    fn all_rows(self, split: &SeedSplit) -> Vec<Vec<u32>> {
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
        let largest = |split: &SeedSplit| self.pools(rows, split).iter().map(Vec::len).max().unwrap_or(0);
        (rows.all_splits().map(largest).max().unwrap_or(0) / batch).max(1)
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
            // An empty pool (a style without rows) repeats one row.
            let only = rows.by_hand.as_ref().and_then(|_| rows.kept(split).next()).unwrap_or(0) as u32;
            for mut pool in self.pools(rows, split) {
                rng.shuffle(&mut pool);
                // A pool smaller than the epoch starts over.
                let mut pool = pool.into_iter().cycle();
                for index in 0..batches {
                    let span = order.span(index, member);
                    order.rows[span.clone()].fill_with(|| pool.next().unwrap_or(only));
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
        let pools = Members::Folds(folds).all_rows(&split);
        for (number, path) in split.train_paths.iter().enumerate() {
            for (fold, pool) in pools.iter().enumerate() {
                let seen = path.clone().filter(|row| pool.contains(&(*row as u32))).count();
                assert_eq!(seen, if number % folds == fold { 0 } else { 10 }, "path {number}, fold {fold}");
            }
        }
        assert_eq!(Members::Folds(1).all_rows(&split), Members::One.all_rows(&split), "a single fold sees all");
    }

    #[test]
    fn rows_of_weight_zero_are_in_no_pool_and_do_not_count_in_the_prior() {
        let path = |style: usize, held_out: bool| Trajectory {
            style,
            held_out,
            observations: vec![0.5; 10],
            actions: vec![0.0; 10],
            xy: vec![0.0; 20],
            ..Trajectory::default()
        };
        let trajectories = vec![path(0, false), path(1, false), path(1, true)];
        let demos = Demos { observation_size: 1, action_size: 1, styles: 2, trajectories, ..Demos::default() };
        let mut rows = Rows::new(&[(1, Arc::new(demos))], &Device::Cpu);
        rows.weigh([(0..5, 0.0), (12..14, 2.5), (3..5, 0.25)].into_iter());
        assert_eq!(rows.splits[0].prior, [7.0 / 17.0, 10.0 / 17.0]);
        let order = |members: Members| members.order(&rows, 4, "test", 0, false).rows;
        for members in [Members::One, Members::OnePerStyle, Members::Folds(2)] {
            assert!(order(members).iter().all(|row| (3..20).contains(row)), "{members:?}");
        }
        assert_eq!(rows.by_hand.as_ref().map(|weights| (weights[2], weights[4], weights[13])), Some((0.0, 0.25, 2.5)));
    }
}
