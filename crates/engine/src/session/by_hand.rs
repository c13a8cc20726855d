//! Weights and labels by hand: applies the stretches and styles that a link names to demonstrations and rows of the table.

use std::ops::Range;
use std::sync::Arc;

use crate::nn::Rows;
use protocol::{RunConfig, Stretch, Text, text};
use worlds::data::Demos;

/// Gives rows the weights by hand of the run. Returns the run without the stretches that its demonstrations do not
/// have, and a sentence for those. Each seed has its own demonstrations; stretches are of those of the first.
pub fn weigh(run: &RunConfig, demos: &[Arc<Demos>], rows: &mut Rows) -> (RunConfig, Vec<Text>) {
    let (mut run, mut notices) = (run.clone(), Vec::new());
    let wished = std::mem::take(&mut run.weigh);
    if wished.is_empty() {
        return (run, notices);
    }
    let mut outside = Vec::new();
    let mut found: Vec<(Range<usize>, f32)> = Vec::with_capacity(wished.len());
    for stretch in wished {
        match demos.first().and_then(|demos| rows_of(&stretch, demos, rows)) {
            Some(place) => {
                found.push((place, stretch.weight));
                run.weigh.push(stretch);
            }
            None => outside.push(stretch),
        }
    }
    if let Some(first) = outside.first() {
        notices.push(text!("link-stretch-outside", first = first.to_string(), outside = outside.len()));
    }
    if found.is_empty() {
        return (run, notices);
    }
    rows.weigh(found.into_iter());
    if rows.kept(&rows.splits[0]).next().is_none() {
        rows.weigh(std::iter::once((rows.splits[0].train.clone(), 1.0)));
        rows.by_hand = None;
        run.weigh.clear();
        notices.push(text!("link-weigh-nothing-left"));
    } else if rows.splits.len() > 1 {
        notices.push(text!("link-weigh-first-seed", seed = run.seed));
    }
    (run, notices)
}

/// Gives demonstrations the styles by hand of the run.
pub fn relabel(run: &RunConfig, demos: &mut Demos) {
    for relabel in run.relabel.iter().filter(|relabel| usize::from(relabel.style) < demos.styles) {
        if let Some(path) = demos.trajectories.get_mut(relabel.path as usize) {
            path.style = usize::from(relabel.style);
        }
    }
}

/// A sentence if labels by hand name demonstrations that do not exist.
pub fn outside(run: &RunConfig, demos: &[Arc<Demos>]) -> Option<Text> {
    let count = demos.first().map_or(0, |demos| demos.trajectories.len());
    let outside = run.relabel.iter().filter(|relabel| relabel.path as usize >= count).count();
    (outside > 0).then(|| text!("link-relabel-outside", outside = outside, demonstrations = count))
}

/// The rows of a stretch; None if it is not within a training demonstration.
fn rows_of(stretch: &Stretch, demos: &Demos, rows: &Rows) -> Option<Range<usize>> {
    let (path, from, to) = (stretch.path as usize, stretch.from as usize, stretch.to as usize);
    demos.trajectories.get(path).filter(|known| !known.held_out && from <= to && to < known.steps())?;
    let number = demos.trajectories[..path].iter().filter(|path| !path.held_out).count();
    let start = rows.splits.first()?.train_paths.get(number)?.start;
    Some(start + from..start + to + 1)
}
