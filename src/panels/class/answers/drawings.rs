//! Curves and paths that a class drew, on one drawing, with the truth over them.

use super::Asked;
use super::bars::paragraph;
use crate::markup::Markup;
use crate::panels::lessons::Guess;
use protocol::text;

const WIDTH: f32 = 300.0;
const HEIGHT: f32 = 110.0;

fn line(points: impl Iterator<Item = (f32, f32)>) -> String {
    let mut path = String::new();
    for (x, y) in points {
        path.push_str(&format!("{}{x:.1} {y:.1}", if path.is_empty() { 'M' } else { 'L' }));
    }
    path
}

/// Curves on an axis from zero to `highest`.
pub fn curves(asked: &Asked, highest: f32) -> String {
    let drawn = |guess: &Guess| match guess {
        Guess::Curve(heights) => {
            let last = heights.len().saturating_sub(1).max(1) as f32;
            let y = |height: f32| HEIGHT * (1.0 - (height / highest).clamp(0.0, 1.0));
            line(heights.iter().enumerate().map(|(index, height)| (index as f32 / last * WIDTH, y(*height))))
        }
        _ => String::new(),
    };
    overlaid(asked, format!("0 0 {WIDTH} {HEIGHT}"), drawn, drawn)
}

/// Paths on a plane that is large enough for all. The truth is dotted, since the positions of agents were sampled.
pub fn paths(asked: &Asked) -> String {
    let points = |guess: &Guess| match guess {
        Guess::Path(xy) => xy.as_chunks::<2>().0.to_vec(),
        _ => Vec::new(),
    };
    let all: Vec<[f32; 2]> = asked.guesses.iter().chain(&asked.truths).flat_map(points).collect();
    let reach = |axis: usize| {
        let ends = all.iter().map(|point| point[axis]);
        ends.fold((f32::MAX, f32::MIN), |(low, high), place| (low.min(place), high.max(place)))
    };
    let ((left, right), (bottom, top)) = (reach(0), reach(1));
    let size = (right - left).max(top - bottom).max(1.0);
    let room = size * 0.05;
    let (wide, high) = (right - left + 2.0 * room, top - bottom + 2.0 * room);
    let drawn = |guess: &Guess| line(points(guess).iter().map(|[x, y]| (*x, -y)));
    let dotted = |guess: &Guess| {
        points(guess).iter().map(|[x, y]| format!("M{x:.1} {:.1}h{:.2}", -y, size / 500.0)).collect::<String>()
    };
    overlaid(asked, format!("{} {} {wide} {high}", left - room, -top - room), drawn, dotted)
}

/// A drawing of the guesses with the truth over them, and a legend.
fn overlaid(
    asked: &Asked,
    view_box: String,
    guess: impl Fn(&Guess) -> String,
    truth: impl Fn(&Guess) -> String,
) -> String {
    let mut markup = Markup::default();
    markup.add(format_args!(r#"<svg class="overlay" viewBox="{view_box}" aria-hidden="true">"#));
    for drawn in &asked.guesses {
        markup.add(format_args!(r#"<path d="{}"/>"#, guess(drawn)));
    }
    for drawn in &asked.truths {
        markup.add(format_args!(r#"<path class="truth" d="{}"/>"#, truth(drawn)));
    }
    markup.add(format_args!("</svg>"));
    markup.finish() + &paragraph(&text!("class-overlay", count = asked.guesses.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::lessons::Prediction;

    #[test]
    fn the_truth_lies_over_the_guesses() {
        let prediction = Prediction::DrawCurve { series: String::new(), highest: 0.5 };
        let guesses = vec![Guess::Curve(vec![0.0, 0.25]), Guess::Curve(vec![0.5, 9.0])];
        let truths = vec![Guess::Curve(vec![0.0, 0.5])];
        let asked =
            Asked { prediction: &prediction, key: String::new(), guesses, right: vec![], truths, styles: vec![] };
        let drawn = curves(&asked, 0.5);
        let at = |part: &str| drawn.find(part).unwrap_or_else(|| panic!("{part} is not in {drawn}"));
        assert!(at(r#"d="M0.0 110.0L300.0 55.0""#) < at(r#"class="truth" d="M0.0 110.0L300.0 0.0""#));
        assert!(drawn.contains(r#"d="M0.0 0.0L300.0 0.0""#), "what is too high stays in the drawing");
    }

    #[test]
    fn a_class_without_a_path_draws_no_nonsense() {
        let guesses = vec![Guess::Path(vec![1.0, 2.0])];
        let asked = Asked {
            prediction: &Prediction::DrawPath,
            key: String::new(),
            guesses,
            right: vec![],
            truths: vec![],
            styles: vec![],
        };
        let drawn = paths(&asked);
        assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
    }
}
