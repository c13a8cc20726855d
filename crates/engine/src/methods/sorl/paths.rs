//! Whole training paths: rows drawn by p(k|τ), and initial clusters around paths that are far apart.

use std::ops::Range;

use crate::nn::{Rows, SeedSplit, style_of};
use worlds::data::Rng;

/// Systematic sampling of `count` training rows, each path's in proportion to its share, then shuffled. Evenly spaced
/// draws keep every row within one of its expected count.
pub fn draw_rows(split: &SeedSplit, share: impl Fn(usize) -> f32, count: usize, rng: &mut Rng) -> Vec<u32> {
    let length = |path: usize, rows: &Range<usize>| f64::from(share(path)) * rows.len() as f64;
    let all: f64 = split.train_paths.iter().enumerate().map(|(path, rows)| length(path, rows)).sum();
    // A cluster that has lost every path draws from all of them.
    let (whole, all) = if all < 1.0 { (true, split.train.len() as f64) } else { (false, all) };
    let (spacing, mut drawn) = (all / count as f64, Vec::with_capacity(count));
    let (mut before, mut next) = (0.0, spacing * f64::from(rng.uniform()));
    for (path, rows) in split.train_paths.iter().enumerate() {
        let long = if whole { rows.len() as f64 } else { length(path, rows) };
        while next < before + long && drawn.len() < count {
            let place = ((next - before) / long * rows.len() as f64) as usize;
            drawn.push((rows.start + place.min(rows.len() - 1)) as u32);
            next += spacing;
        }
        before += long;
    }
    // Rounding may leave the last place empty.
    let last = drawn.last().copied().unwrap_or(split.train.start as u32);
    drawn.resize(count, last);
    rng.shuffle(&mut drawn);
    drawn
}

/// The label of each training path.
pub fn labels<'a>(split: &'a SeedSplit, rows: &'a Rows) -> impl Iterator<Item = usize> + 'a {
    split.train_paths.iter().map(|path| style_of(rows.row(path.start), rows.columns.styles))
}

/// Initial clusters, as in k-means++: centres are drawn with odds of the squared distance to the nearest centre so far,
/// and every path joins its nearest centre. A path is represented by its mean pair, where it sees by its mean picture and
/// mean action.
pub fn far_apart(split: &SeedSplit, rows: &Rows, codes: usize, start: u64) -> Vec<usize> {
    let mut rng = Rng::stream(split.seed, "paths far apart", start);
    let places: Vec<Vec<f32>> = split.train_paths.iter().map(|path| mean_pair(path, rows)).collect();
    let mut nearest = vec![(1e6f32, 0); places.len()];
    for code in 0..codes {
        let odds: Vec<f32> = nearest.iter().map(|(distance, _)| *distance).collect();
        let chosen = rng.pick(&odds);
        for (path, (distance, of)) in nearest.iter_mut().enumerate() {
            let apart = places[path].iter().zip(&places[chosen]).map(|(a, b)| (a - b) * (a - b)).sum();
            if apart < *distance {
                (*distance, *of) = (apart, code);
            }
        }
    }
    nearest.into_iter().map(|(_, code)| code).collect()
}

fn mean_pair(path: &Range<usize>, rows: &Rows) -> Vec<f32> {
    let columns = rows.columns;
    // The newest picture of a decision is its first, and the numbers of pictures are no measure of anything.
    let seen = columns.stack.zip(rows.pictures.as_ref());
    let (pixels, numbers) = seen.map_or((0, 0), |(stack, _)| (stack.area(), stack.depth));
    let mut sums = vec![0.0f64; pixels + columns.pair().len() - numbers];
    for row in path.clone() {
        let pair = &rows.row(row)[columns.pair()];
        let (of_pixels, rest) = sums.split_at_mut(pixels);
        if let Some((_, pictures)) = seen {
            let picture = pictures.get(pair[0] as usize).iter().map(|byte| f64::from(*byte) / 255.0);
            of_pixels.iter_mut().zip(picture).for_each(|(sum, value)| *sum += value);
        }
        rest.iter_mut().zip(&pair[numbers..]).for_each(|(sum, value)| *sum += f64::from(*value));
    }
    sums.iter().map(|sum| (sum / path.len().max(1) as f64) as f32).collect()
}
