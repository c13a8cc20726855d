//! Weights that a class painted: for each moment of a demonstration, how many pupils lowered or raised its weight, over the
//! stretches in which the expert strayed.

use std::collections::BTreeMap;

use super::Asked;
use super::bars::paragraph;
use crate::markup::{Markup, escape};
use crate::panels::lessons::{Guess, PaintedStretch, stretches};
use crate::text::words;
use protocol::text;

const WIDTH: f32 = 300.0;
/// Height of a strip above and below its middle line, in pixels of the drawing.
const HALF: f32 = 22.0;
/// Most moments and most demonstrations that are drawn.
const MOMENTS: usize = 2000;
const PATHS: usize = 12;

/// One demonstration: for each moment, how many pupils lowered and raised its weight.
#[derive(Default)]
struct Strip {
    less: Vec<usize>,
    more: Vec<usize>,
    strays: Vec<(usize, usize)>,
}

fn all(list: &[Guess]) -> Vec<Vec<PaintedStretch>> {
    let read = |guess: &Guess| if let Guess::Weights(text) = guess { Some(stretches(text)) } else { None };
    list.iter().filter_map(read).collect()
}

fn counted(asked: &Asked) -> BTreeMap<u32, Strip> {
    let mut strips: BTreeMap<u32, Strip> = BTreeMap::new();
    for stretch in all(&asked.truths).first().into_iter().flatten() {
        strips.entry(stretch.path).or_default().strays.push((stretch.from, stretch.to));
    }
    for stretch in all(&asked.guesses).into_iter().flatten().filter(|stretch| stretch.to < MOMENTS) {
        let strip = strips.entry(stretch.path).or_default();
        let counts = if stretch.weight < 1.0 { &mut strip.less } else { &mut strip.more };
        counts.resize(counts.len().max(stretch.to + 1), 0);
        counts.iter_mut().take(stretch.to + 1).skip(stretch.from).for_each(|count| *count += 1);
    }
    strips
}

pub fn painted(asked: &Asked) -> String {
    let strips = counted(asked);
    let ends = |strip: &Strip| {
        strip.less.len().max(strip.more.len()).max(strip.strays.iter().map(|stray| stray.1 + 1).max().unwrap_or(0))
    };
    let moments = strips.values().map(ends).max().unwrap_or(1).clamp(1, MOMENTS);
    let (step, most) = (WIDTH / moments as f32, asked.guesses.len().max(1) as f32);
    let mut markup = Markup::default();
    for (path, strip) in strips.iter().take(PATHS) {
        let name = escape(&words(&text!("lesson-paint", number = path + 1)));
        markup.add(format_args!(
            r#"<p>{name}</p><svg class="strip" viewBox="0 {} {WIDTH} {}" aria-hidden="true">"#,
            -HALF,
            2.0 * HALF
        ));
        for (from, to) in &strip.strays {
            let (x, width) = (*from as f32 * step, (to + 1).saturating_sub(*from) as f32 * step);
            markup.add(format_args!(
                r#"<rect class="stray" x="{x:.1}" y="{}" width="{width:.1}" height="{}"/>"#,
                -HALF,
                2.0 * HALF
            ));
        }
        for (class, counts, up) in [("lighter", &strip.less, 1.0), ("heavier", &strip.more, -1.0)] {
            markup.add(format_args!(r#"<path class="{class}" d="{}"/>"#, area(counts, step, up * HALF / most)));
        }
        markup.add(format_args!(r#"<path class="axis" d="M0 0H{WIDTH}"/></svg>"#));
    }
    markup.finish() + &paragraph(&text!("class-strips", count = asked.guesses.len()))
}

/// Counts as an area above or below the middle line; moments with a count of zero are left out.
fn area(counts: &[usize], step: f32, height: f32) -> String {
    let painted = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    let bar = |(moment, count): (usize, &usize)| {
        format!("M{:.1} 0v{:.1}h{step:.2}V0z", moment as f32 * step, *count as f32 * height)
    };
    painted.map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::lessons::Prediction;

    #[test]
    fn painted_moments_are_counted_per_demonstration() {
        let guesses =
            vec![Guess::Weights("0-2-3-0_3-1-1-3".into()), Guess::Weights("0-3-4-0.5_9-0-999999999-0".into())];
        let truths = vec![Guess::Weights("0-3-5-0".into())];
        let prediction = Prediction::PaintWeights { paths: 4 };
        let asked =
            Asked { prediction: &prediction, key: String::new(), guesses, right: vec![], truths, styles: vec![] };
        let strips = counted(&asked);
        assert_eq!(strips[&0].less, [0, 0, 1, 2, 1]);
        assert_eq!(
            (strips[&0].strays.as_slice(), strips[&3].more.as_slice()),
            ([(3, 5)].as_slice(), [0, 1].as_slice())
        );
        assert!(!strips.contains_key(&9), "a hostile stretch is left out");
    }
}
