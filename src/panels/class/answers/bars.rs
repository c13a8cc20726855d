//! Bars of how many pupils made each guess, each over a coloured bar of how many of them were right. The truth is marked.

use std::collections::BTreeMap;

use super::Asked;
use crate::markup::{Markup, escape};
use crate::panels::lessons::{Guess, Right, moment_name};
use crate::text::{fixed, percent, words};
use protocol::{Text, text};

/// Number of bars in a histogram of numbers.
const BINS: usize = 20;
const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 70.0;

/// One bar: the guess, how many made it, and for how many of them it was right.
#[derive(Clone, Debug, Default, PartialEq)]
struct Bar {
    name: String,
    count: usize,
    right: usize,
}

fn is_right(asked: &Asked, index: usize) -> usize {
    usize::from(asked.right[index] == Some(true))
}

/// All sentences that could be chosen; the right one is marked if it is the same for all pupils.
pub fn choices(asked: &Asked, options: usize, right: &Right) -> String {
    let mut bars: Vec<Bar> = ('a'..).take(options).map(|letter| sentence(asked, letter)).collect();
    for (index, guess) in asked.guesses.iter().enumerate() {
        if let Guess::Choice(choice) = guess {
            bars[*choice].count += 1;
            bars[*choice].right += is_right(asked, index);
        }
    }
    let right = if let Right::Always(right) = right { Some(*right) } else { None };
    table(&bars, right)
}

fn sentence(asked: &Asked, letter: char) -> Bar {
    Bar { name: words(&Text::new(format!("{}.{letter}", asked.key))), ..Bar::default() }
}

/// Orders of moments by rising weight; the order that turned out to be true is marked.
pub fn orders(asked: &Asked) -> String {
    let name = |guess: &Guess| match guess {
        Guess::Order(order) => order.iter().map(|kind| words(&moment_name(*kind))).collect::<Vec<_>>().join(" < "),
        _ => String::new(),
    };
    let mut counts: BTreeMap<String, Bar> = BTreeMap::new();
    for (index, guess) in asked.guesses.iter().enumerate() {
        let bar = counts.entry(name(guess)).or_default();
        (bar.count, bar.right) = (bar.count + 1, bar.right + is_right(asked, index));
    }
    let bars: Vec<Bar> = counts.into_iter().map(|(name, bar)| Bar { name, ..bar }).collect();
    let truth = asked.truths.first().map(name);
    let place = bars.iter().position(|bar| Some(&bar.name) == truth.as_ref());
    let said = truth.map(|truth| text!("class-order", order = truth));
    table(&bars, place) + &said.map(|said| paragraph(&said)).unwrap_or_default()
}

fn table(bars: &[Bar], marked: Option<usize>) -> String {
    let most = bars.iter().map(|bar| bar.count).max().unwrap_or(1).max(1);
    let wide = |count: usize| 100.0 * count as f64 / most as f64;
    let mut markup = Markup::default();
    markup.add(format_args!("<table>"));
    for (index, bar) in bars.iter().enumerate() {
        let (name, mark) = (escape(&bar.name), if marked == Some(index) { " ✓" } else { "" });
        let said = escape(&words(&text!("class-bar", count = bar.count, right = bar.right)));
        markup.add(format_args!(
            r#"<tr><th scope="row">{name}{mark}</th><td class="guessbars"><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="{:.0}" height="5"/><rect class="right" width="{:.0}" y="5" height="5"/></svg></td><td>{said}</td></tr>"#,
            wide(bar.count),
            wide(bar.right)
        ));
    }
    markup.add(format_args!("</table>"));
    markup.finish()
}

/// A histogram of numbers over their whole range, with a line at the truth.
pub fn numbers(asked: &Asked, (from, to): (f64, f64), percents: bool) -> String {
    let values = |guesses: &[Guess]| -> Vec<f64> {
        guesses
            .iter()
            .filter_map(|guess| if let Guess::Number(number) = guess { Some(*number) } else { None })
            .collect()
    };
    let (guesses, truths) = (values(&asked.guesses), values(&asked.truths));
    let bars = counted(asked, &guesses, (from, to));
    let most = bars.iter().map(|bar| bar.count).max().unwrap_or(1).max(1) as f64;
    let wide = WIDTH / BINS as f64;
    let mut markup = Markup::default();
    markup.add(format_args!(r#"<svg class="histogram" viewBox="0 -4 {WIDTH} {}" aria-hidden="true">"#, HEIGHT + 18.0));
    for (index, bar) in bars.iter().enumerate() {
        for (class, count) in [("", bar.count), ("right", bar.right)] {
            let (x, height) = (index as f64 * wide + 1.0, HEIGHT * count as f64 / most);
            let (y, width) = (HEIGHT - height, wide - 2.0);
            markup.add(format_args!(
                r#"<rect class="{class}" x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}"/>"#
            ));
        }
    }
    let place = |number: f64| ((number - from) / (to - from)).clamp(0.0, 1.0) * WIDTH;
    for truth in &truths {
        markup.add(format_args!(r#"<path class="truth" d="M{:.1} -4V{HEIGHT}"/>"#, place(*truth)));
    }
    let written = |number: f64| if percents { percent(number as f32) } else { fixed(number as f32, 2) };
    for (number, anchor) in [(from, "start"), ((from + to) / 2.0, "middle"), (to, "end")] {
        let (x, y) = (place(number), HEIGHT + 12.0);
        markup.add(format_args!(
            r#"<text x="{x:.1}" y="{y}" text-anchor="{anchor}">{}</text>"#,
            escape(&written(number))
        ));
    }
    markup.add(format_args!("</svg>"));
    let middle = middle(guesses.clone()).map(written).unwrap_or_default();
    let said = match self::middle(truths) {
        Some(truth) => text!("class-numbers", count = guesses.len(), guess = middle, truth = written(truth)),
        None => text!("class-numbers-open", count = guesses.len(), guess = middle),
    };
    markup.finish() + &paragraph(&said)
}

fn counted(asked: &Asked, numbers: &[f64], (from, to): (f64, f64)) -> Vec<Bar> {
    let mut bars = vec![Bar::default(); BINS];
    for (index, number) in numbers.iter().enumerate() {
        let share = ((number - from) / (to - from)).clamp(0.0, 1.0);
        let bar = &mut bars[((share * BINS as f64) as usize).min(BINS - 1)];
        (bar.count, bar.right) = (bar.count + 1, bar.right + is_right(asked, index));
    }
    bars
}

/// The median of several numbers.
fn middle(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}

/// The written answers, one per line.
pub fn lines(asked: &Asked) -> String {
    let line = |guess: &Guess| match guess {
        Guess::Words(words) => format!("<li>{}</li>", escape(words)),
        _ => String::new(),
    };
    format!("<ul>{}</ul>", asked.guesses.iter().map(line).collect::<String>())
}

pub fn paragraph(text: &Text) -> String {
    format!("<p>{}</p>", escape(&words(text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::lessons::Prediction;

    fn asked(prediction: &Prediction, given: Vec<(Guess, bool)>) -> Asked<'_> {
        let (guesses, right) = given.into_iter().map(|(guess, right)| (guess, Some(right))).unzip();
        Asked { prediction, key: String::new(), guesses, right, truths: vec![], styles: vec![] }
    }

    #[test]
    fn numbers_are_counted_over_their_whole_range() {
        let given = [0.0, 1.0, 0.26, 0.29, 7.0].map(|number| (Guess::Number(number), number == 0.26)).to_vec();
        let numbers = [0.0, 1.0, 0.26, 0.29, 7.0];
        let bars = counted(&asked(&Prediction::Write, given), &numbers, (0.0, 1.0));
        assert_eq!((bars.len(), bars.iter().map(|bar| bar.count).sum::<usize>()), (BINS, 5));
        assert_eq!((bars[5].count, bars[5].right, bars[19].count), (2, 1, 2));
    }

    #[test]
    fn the_middle_of_a_class_is_no_mean() {
        assert_eq!(middle(vec![0.9, 0.1, 0.2]), Some(0.2));
        assert_eq!(middle(vec![]), None);
    }

    #[test]
    fn lines_cannot_become_markup() {
        let prediction = Prediction::Write;
        let asked = asked(&prediction, vec![(Guess::Words("<b>".into()), false)]);
        assert_eq!(lines(&asked), "<ul><li>&lt;b&gt;</li></ul>");
    }
}
