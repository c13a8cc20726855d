//! The guess that a learner committed to, and its text in a hand-in, which is short and needs no escapes in a link.

use serde::{Deserialize, Serialize};

use super::lesson::Prediction;

/// Points of a path in a link.
const PATH_POINTS: usize = 32;
/// Curves are written in hundredths, paths in tenths of a unit.
const CURVE_UNIT: f32 = 100.0;
const PATH_UNIT: f32 = 10.0;

/// A guess of the learner; also the truth, in the same form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Guess {
    Choice(usize),
    Number(f64),
    Cell(usize, usize),
    /// Heights of a curve at equally spaced steps.
    Curve(Vec<f32>),
    /// Indices of the list's entries, in the order of the learner.
    Order(Vec<usize>),
    /// x, y, x, y, ...
    Path(Vec<f32>),
    /// The painted weights in the form of the link.
    Weights(String),
    Words(String),
}

impl Guess {
    pub fn written(&self) -> String {
        match self {
            Self::Choice(choice) => char::from_u32('a' as u32 + *choice as u32).map(String::from).unwrap_or_default(),
            Self::Number(number) => format!("{}", (number * 1e3).round() / 1e3),
            Self::Cell(row, column) => format!("{}/{}", row + 1, column + 1),
            Self::Order(order) => joined(order.iter().map(|place| place + 1), "<"),
            Self::Curve(heights) => joined(heights.iter().map(|height| (height * CURVE_UNIT).round()), "_"),
            Self::Path(xy) => joined(thinned(xy).iter().map(|place| (place * PATH_UNIT).round()), "_"),
            Self::Weights(weights) => weights.replace(':', "-").replace(',', "_"),
            Self::Words(words) => words.clone(),
        }
    }

    /// Reads what [`Guess::written`] wrote for this kind of prediction; None for any other text.
    pub fn read(prediction: &Prediction, text: &str) -> Option<Self> {
        match prediction {
            Prediction::Choose { options, .. } => {
                let [letter] = text.as_bytes() else { return None };
                let choice = usize::from(letter.checked_sub(b'a')?);
                (choice < *options).then_some(Self::Choice(choice))
            }
            Prediction::Number { .. } => finite(text).map(|number| Self::Number(f64::from(number))),
            Prediction::PickCell => match places(text, '/')?[..] {
                [row, column] => Some(Self::Cell(row, column)),
                _ => None,
            },
            Prediction::OrderMoments => places(text, '<').map(Self::Order),
            Prediction::DrawCurve { .. } => numbers(text, CURVE_UNIT).map(Self::Curve),
            Prediction::DrawPath => numbers(text, PATH_UNIT).filter(|xy| xy.len() % 2 == 0).map(Self::Path),
            Prediction::PaintWeights { .. } => Some(Self::Weights(text.to_string())),
            Prediction::Write => Some(Self::Words(text.to_string())),
        }
    }
}

/// A painted stretch in a hand-in: `path-from-to-weight`, separated by underscores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaintedStretch {
    pub path: u32,
    pub from: usize,
    pub to: usize,
    pub weight: f32,
}

pub fn stretches(text: &str) -> Vec<PaintedStretch> {
    let read = |part: &str| {
        let mut parts = part.split('-');
        let mut next = || parts.next();
        let (path, from, to) = (next()?.parse().ok()?, next()?.parse().ok()?, next()?.parse().ok()?);
        Some(PaintedStretch { path, from, to, weight: finite(next()?)? })
    };
    text.split('_').filter_map(read).collect()
}

fn joined(parts: impl Iterator<Item = impl ToString>, separator: &str) -> String {
    parts.map(|part| part.to_string()).collect::<Vec<_>>().join(separator)
}

fn finite(text: &str) -> Option<f32> {
    text.parse().ok().filter(|number: &f32| number.is_finite())
}

fn numbers(text: &str, unit: f32) -> Option<Vec<f32>> {
    text.split('_').map(|part| finite(part).map(|number| number / unit)).collect()
}

/// Reads indices, which are written counting from one.
fn places(text: &str, separator: char) -> Option<Vec<usize>> {
    text.split(separator).map(|part| part.parse::<usize>().ok()?.checked_sub(1)).collect()
}

/// At most `PATH_POINTS` evenly chosen points of a path.
fn thinned(xy: &[f32]) -> Vec<f32> {
    let points = xy.as_chunks::<2>().0;
    let most = points.len().min(PATH_POINTS);
    (0..most).flat_map(|index| points[index * (points.len() - 1) / (most - 1).max(1)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::lessons::lesson::Source;

    #[test]
    fn what_is_written_is_read_again() {
        let truth = Source::Kept("share".into());
        let number = Prediction::Number { from: 0.0, to: 1.0, step: 0.01, tolerance: 0.1, truth, percent: true };
        let curve = Prediction::DrawCurve { series: "mi".into(), highest: 0.5 };
        let guesses = [
            (Prediction::Choose { options: 4, right: 1.into() }, Guess::Choice(3), "d"),
            (number, Guess::Number(0.25), "0.25"),
            (Prediction::PickCell, Guess::Cell(0, 1), "1/2"),
            (Prediction::OrderMoments, Guess::Order(vec![2, 0, 1]), "3<1<2"),
            (curve, Guess::Curve(vec![0.0, 0.12, 0.5]), "0_12_50"),
            (Prediction::DrawPath, Guess::Path(vec![-1.5, 0.0, 12.3, 4.0]), "-15_0_123_40"),
            (Prediction::Write, Guess::Words("mine: more".into()), "mine: more"),
        ];
        for (prediction, guess, written) in guesses {
            assert_eq!(guess.written(), written);
            let read = Guess::read(&prediction, written);
            assert_eq!(read.map(|guess| guess.written()).as_deref(), Some(written));
        }
        assert_eq!(Guess::read(&Prediction::Choose { options: 2, right: 0.into() }, "c"), None);
        for bad in ["", "0/1", "x", "1/2/3"] {
            assert_eq!(Guess::read(&Prediction::PickCell, bad), None, "{bad}");
        }
    }

    #[test]
    fn long_paths_are_thinned_and_keep_their_ends() {
        let long: Vec<f32> = (0..400).flat_map(|moment| [moment as f32, 1.0]).collect();
        let thin = thinned(&long);
        assert_eq!((thin.len(), thin[0], thin[thin.len() - 2]), (2 * PATH_POINTS, 0.0, 399.0));
        assert!(thinned(&[]).is_empty() && thinned(&[1.0, 2.0]) == [1.0, 2.0]);
    }

    #[test]
    fn painted_stretches_are_read() {
        let written = Guess::Weights("7:1-2:0,9:30-44:0.5".into()).written();
        assert_eq!(written, "7-1-2-0_9-30-44-0.5");
        let found = stretches(&format!("{written}_x_1-2"));
        assert_eq!(found.len(), 2, "what is no stretch is passed over");
        assert_eq!((found[1].path, found[1].from, found[1].to, found[1].weight), (9, 30, 44, 0.5));
    }
}
