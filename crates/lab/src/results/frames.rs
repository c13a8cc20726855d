//! ShownFrames of a game with the weight, the action and the PMI of their moments, and the pixels that PMI rests on.

use super::article::{Article, Link};
use super::html::escape;
use crate::report::{ColourBoxes, Report, ShownFrame, ShownFrames};

const WORLD: &str = "magpie";
/// A pixel of the console is wider than high.
const WIDER: f32 = 1.6;
/// How much of the picture the shades cover.
const OPACITY: [&str; 3] = [".25", ".45", ".65"];

pub fn articles(report: &Report) -> Vec<Article> {
    let Some(frames) = &report.frames else { return super::other::articles(report) };
    let mut article = Article::new(report, WORLD, "frames", report.title.clone());
    let first = |number: usize| if number == 0 { background(frames) } else { String::new() };
    article.figures =
        frames.frames.iter().enumerate().map(|(number, frame)| panel(frames, frame, &first(number))).collect();
    if let [finding, reading @ ..] = &report.finding[..] {
        (article.finding, article.reading) = (finding.clone(), reading.join(" "));
    }
    let query = format!("world={WORLD}&method=bc-pmi&sees=picture&seed={}", report.first_seed);
    article.links = vec![Link { name: "BC-PMI".into(), method: Some("bc-pmi"), query }];
    vec![article]
}

/// Each box begins relative to the one before it, which takes fewer digits.
fn path(boxes: &[[u16; 4]]) -> String {
    let mut at = [0, 0];
    let mut one = |[x, y, wide, high]: &[u16; 4]| {
        let [right, down] = [i32::from(*x) - at[0], i32::from(*y) - at[1]];
        at = [i32::from(*x), i32::from(*y)];
        // A minus separates numbers as well as a space does.
        let space = if down < 0 { "" } else { " " };
        format!("m{right}{space}{down}h{wide}v{high}h-{wide}z")
    };
    boxes.iter().map(&mut one).collect()
}

fn coloured(boxes: &[ColourBoxes]) -> String {
    let one = |of: &ColourBoxes| format!("<path fill=\"{}\" d=\"{}\"/>", escape(&of.colour), path(&of.boxes));
    boxes.iter().map(one).collect()
}

/// What all frames share is written once.
fn background(frames: &ShownFrames) -> String {
    format!("<defs><g id=\"{WORLD}-background\">{}</g></defs>", coloured(&frames.background))
}

fn panel(frames: &ShownFrames, frame: &ShownFrame, defined: &str) -> String {
    let ShownFrame { style, action, weight, pmi, .. } = frame;
    let pmi = format!("{pmi:.2}").replace('-', "−");
    let caption = escape(&format!("{style}: action {action}, weight {weight:.2}, PMI {pmi} nats"));
    let shades: String = frame
        .shades
        .iter()
        .zip(OPACITY)
        .map(|(boxes, opacity)| format!("<path fill=\"#e69f00\" fill-opacity=\"{opacity}\" d=\"{}\"/>", path(boxes)))
        .collect();
    format!(
        "<figure class=\"panel\"><figcaption>{caption}</figcaption><svg viewBox=\"0 0 {} {}\" role=\"img\" \
         aria-label=\"{caption}\">{defined}<g transform=\"scale({WIDER} 1)\" shape-rendering=\"crispEdges\">\
         <use href=\"#{WORLD}-background\"/>{}{shades}</g></svg></figure>\n",
        f32::from(frames.width) * WIDER,
        frames.height,
        coloured(&frame.boxes)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_is_a_closed_path() {
        assert_eq!(path(&[[4, 3, 8, 6], [0, 0, 1, 1], [2, 5, 1, 1]]), "m4 3h8v6h-8zm-4-3h1v1h-1zm2 5h1v1h-1z");
    }
}
