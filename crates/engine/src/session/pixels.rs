//! Which pixels tell: how much PMI a moment loses when a patch of its pictures is covered,
//! told(patch) = pmi(z; s,a) - pmi(z; s with the patch covered, a), z the moment's label. A covered pixel is that of the mean
//! picture, so that figures vanish and the rest stays as it is.

use std::sync::Arc;

use super::Session;
use crate::estimators::pmi;
use protocol::questions::PixelMap;
use worlds::data::Pictures;

/// Sides of a patch and distance between patches, in pixels of a small picture.
const PATCH: usize = 6;
const STEP: usize = 2;
/// Pictures behind the mean picture.
const SAMPLE: usize = 1000;

impl Session {
    /// The map of a moment; None where the run has no trained critic, does not see, or has no such moment.
    pub fn pixel_map(&self, at: (u32, u32)) -> Option<PixelMap> {
        let (critic, _) = self.method.critic().filter(|(critic, _)| critic.is_trained())?;
        let (pictures, columns) = (self.rows.pictures.as_ref()?, self.rows.columns);
        let row = self.moment_row(at)?;
        let (stack, numbers) = (pictures.stack, columns.styles..columns.styles + pictures.stack.depth);
        let shown: Vec<&[u8]> = row[numbers.clone()].iter().map(|number| pictures.get(*number as usize)).collect();
        let (mean, patches) = (mean_picture(pictures), patches(stack.width, stack.height));
        // A table of its own: the pictures as they are, then with each patch covered, and a row for each.
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
        let table = Arc::new(Pictures::new(stack, pixels));
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
            told: spread(stack.width, stack.height, &patches, of_label.map(|covered| whole - covered)),
        })
    }
}

/// Left upper corners of all patches; the last ones of a row or column end at the border.
fn patches(width: usize, height: usize) -> Vec<(usize, usize)> {
    let along = |size: usize| {
        let last = size.saturating_sub(PATCH);
        (0..last).step_by(STEP).chain([last]).collect::<Vec<_>>()
    };
    let columns = along(width);
    along(height).into_iter().flat_map(|y| columns.iter().map(move |x| (*x, y)).collect::<Vec<_>>()).collect()
}

fn cover(picture: &mut [u8], mean: &[u8], width: usize, (x, y): (usize, usize)) {
    let lines = picture.chunks_exact_mut(width).zip(mean.chunks_exact(width)).skip(y).take(PATCH);
    for (line, mean) in lines {
        let to = (x + PATCH).min(width);
        line[x..to].copy_from_slice(&mean[x..to]);
    }
}

fn mean_picture(pictures: &Pictures) -> Vec<u8> {
    let every = pictures.count().div_ceil(SAMPLE).max(1);
    let mut sums = vec![0u32; pictures.stack.area()];
    let mut count = 0;
    for number in (0..pictures.count()).step_by(every) {
        sums.iter_mut().zip(pictures.get(number)).for_each(|(sum, byte)| *sum += u32::from(*byte));
        count += 1;
    }
    sums.iter().map(|sum| (sum / count.max(1)) as u8).collect()
}

/// For each pixel the mean over the patches that cover it, `[height, width]`.
fn spread(width: usize, height: usize, patches: &[(usize, usize)], told: impl Iterator<Item = f32>) -> Vec<f32> {
    let (mut sums, mut counts) = (vec![0.0; width * height], vec![0u32; width * height]);
    for ((x, y), told) in patches.iter().zip(told) {
        for line in *y..(y + PATCH).min(height) {
            for place in line * width + x..line * width + (x + PATCH).min(width) {
                sums[place] += told;
                counts[place] += 1;
            }
        }
    }
    sums.iter().zip(counts).map(|(sum, count)| sum / count.max(1) as f32).collect()
}
