//! Cells of the calibration matrix that a class picked; cells that held most errors in a pupil's run are marked.

use super::{Asked, style_name};
use crate::markup::{Markup, escape};
use crate::panels::lessons::Guess;
use crate::text::words;
use protocol::text;

/// Most styles of a matrix; no world has more.
const MOST: usize = 12;

pub fn cells(asked: &Asked) -> String {
    let cell = |guess: &Guess| if let Guess::Cell(row, column) = guess { Some((*row, *column)) } else { None };
    let count = |list: &[Guess], place| list.iter().filter(|guess| cell(guess) == Some(place)).count();
    let picked = asked.guesses.iter().filter_map(cell);
    let needed = picked.map(|(row, column)| row.max(column) + 1).max().unwrap_or(0);
    let styles = asked.styles.len().max(needed).min(MOST);
    let most = asked.guesses.len().max(1) as f64;
    let mut markup = Markup::default();
    let caption = escape(&words(&text!("lesson-cells")));
    markup.add(format_args!(r#"<table class="picked"><caption>{caption}</caption><thead><tr><td></td>"#));
    for style in 0..styles {
        markup.add(format_args!(r#"<th scope="col">{}</th>"#, escape(&style_name(asked, style))));
    }
    markup.add(format_args!("</tr></thead><tbody>"));
    for row in 0..styles {
        markup.add(format_args!(r#"<tr><th scope="row">{}</th>"#, escape(&style_name(asked, row))));
        for column in 0..styles {
            let guesses = count(&asked.guesses, (row, column));
            let (class, mark) = if count(&asked.truths, (row, column)) > 0 { ("truth", " ✓") } else { ("", "") };
            // The shade of a cell: its guesses in quarters of the largest count, from 0 to 4.
            let quarters = (4.0 * guesses as f64 / most).ceil();
            let number = if guesses > 0 { guesses.to_string() } else { String::new() };
            markup.add(format_args!(r#"<td class="{class}" data-quarters="{quarters}">{number}{mark}</td>"#));
        }
        markup.add(format_args!("</tr>"));
    }
    markup.add(format_args!("</tbody></table><p>{}</p>", escape(&words(&text!("class-cells")))));
    markup.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::lessons::Prediction;

    #[test]
    fn cells_are_counted_and_the_true_one_is_marked() {
        let guesses = vec![Guess::Cell(0, 1), Guess::Cell(0, 1), Guess::Cell(500, 500)];
        let truths = vec![Guess::Cell(1, 0)];
        let prediction = Prediction::PickCell;
        let asked =
            Asked { prediction: &prediction, key: String::new(), guesses, right: vec![], truths, styles: vec![] };
        let drawn = cells(&asked);
        assert!(drawn.contains(r#"<td class="" data-quarters="3">2</td>"#), "{drawn}");
        assert_eq!(drawn.matches(" ✓</td>").count(), 1);
        assert_eq!(drawn.matches("<tr>").count(), MOST + 1, "a hostile cell makes no endless table");
    }
}
