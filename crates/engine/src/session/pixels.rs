//! Which pixels tell: how much the PMI of a moment drops when a patch of its pictures is covered,
//! drop(patch) = pmi(z; s,a) - pmi(z; s with the patch covered, a), in nats, where z is the moment's label. A covered pixel takes
//! its value in the mean picture, so that moving figures vanish and the background stays.

use std::sync::Arc;

use super::Session;
use crate::estimators::pmi;
use protocol::questions::PixelMap;

/// Side of a square patch, and distance between two patches, in pixels of the reduced picture.
const PATCH: usize = 6;
const STEP: usize = 2;

impl Session {
    /// The map of a moment; None where the run has no trained critic, does not see, or has no such moment.
    pub fn pixel_map(&self, at: (u32, u32)) -> Option<PixelMap> {
        let (critic, _) = self.method.critic().filter(|(critic, _)| critic.is_trained())?;
        let (pictures, columns) = (self.rows.pictures.as_ref()?, self.rows.columns);
        let row = self.moment_row(at)?;
        let (stack, numbers) = (pictures.stack, columns.styles..columns.styles + pictures.stack.depth);
        let shown: Vec<&[u8]> = row[numbers.clone()].iter().map(|number| pictures.get(*number as usize)).collect();
        let mean: Vec<u8> = pictures.scaling.mean().map(|pixel| (255.0 * pixel).round() as u8).collect();
        let patches = patches(stack.width, stack.height);
        // The critic reads a table of pictures made for this map: first the moment's own, then copies with one patch covered
        // each. Every version has one row: 1 + patches rows in all.
        let (mut pixels, mut rows) = (shown.concat(), row.clone());
        for corner in &patches {
            for picture in &shown {
                let start = pixels.len();
                pixels.extend_from_slice(picture);
                cover(&mut pixels[start..], &mean, stack.width, *corner);
            }
            rows.extend_from_slice(&row);
        }
        for (index, row) in rows.chunks_exact_mut(columns.width()).enumerate() {
            let numbers = row[numbers.clone()].iter_mut().enumerate();
            numbers.for_each(|(back, number)| *number = (index * stack.depth + back) as f32);
        }
        let table = Arc::new(pictures.others(pixels));
        let scores = critic.scores_seeing(0, self.number_in_training(at.0), &rows, table);
        let style = self.demos.first()?.trajectories.get(at.0 as usize)?.style;
        let pmi = pmi(scores, &critic.log_prior(0));
        let mut of_label = pmi.iter().skip(style).step_by(columns.styles).copied();
        let whole = of_label.next()?;
        Some(PixelMap {
            width: stack.width as u16,
            height: stack.height as u16,
            picture: shown.first()?.to_vec(),
            pmi: whole,
            drop: spread(stack.width, stack.height, &patches, of_label.map(|covered| whole - covered)),
        })
    }
}

/// Left upper corners (x, y) of all patches, in pixels; the last ones of a row or column end at the border.
fn patches(width: usize, height: usize) -> Vec<(usize, usize)> {
    let along = |size: usize| {
        let last = size.saturating_sub(PATCH);
        (0..last).step_by(STEP).chain([last]).collect::<Vec<_>>()
    };
    let columns = along(width);
    along(height).into_iter().flat_map(|y| columns.iter().map(move |x| (*x, y)).collect::<Vec<_>>()).collect()
}

/// Replaces the patch whose left upper corner is (x, y) by that of the mean picture.
fn cover(picture: &mut [u8], mean: &[u8], width: usize, (x, y): (usize, usize)) {
    let lines = picture.chunks_exact_mut(width).zip(mean.chunks_exact(width)).skip(y).take(PATCH);
    for (line, mean) in lines {
        let to = (x + PATCH).min(width);
        line[x..to].copy_from_slice(&mean[x..to]);
    }
}

/// For each pixel the mean drop over the patches that cover it, nats: `[height, width]`.
fn spread(width: usize, height: usize, patches: &[(usize, usize)], drops: impl Iterator<Item = f32>) -> Vec<f32> {
    let (mut sums, mut counts) = (vec![0.0; width * height], vec![0u32; width * height]);
    for ((x, y), drop) in patches.iter().zip(drops) {
        for line in *y..(y + PATCH).min(height) {
            for place in line * width + x..line * width + (x + PATCH).min(width) {
                sums[place] += drop;
                counts[place] += 1;
            }
        }
    }
    sums.iter().zip(counts).map(|(sum, count)| sum / count.max(1) as f32).collect()
}
