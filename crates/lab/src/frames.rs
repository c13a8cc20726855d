//! `lab frames`: the paper's figure of frames with weights and actions, and of the pixels that the critic's PMI rests on. Only
//! of Magpie, a game of our own: no picture of another game is kept.

use std::collections::BTreeMap;
use std::path::PathBuf;

use atari2600::{HEIGHT, WIDTH, rgb};
use clap::Args;
use engine::session::{Session, catalog};
use protocol::Timeline;
use protocol::questions::PixelMap;

use crate::cells::MeasurementOptions;
use crate::measure::{followed, settled};
use crate::messages::say;
use crate::report::{ColourBoxes, Report, ShownFrame, ShownFrames};

#[derive(Args)]
pub struct Arguments {
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Change a setting of the run: --set label=range
    #[arg(long = "set", value_name = "NAME=VALUE")]
    changes: Vec<String>,
    #[arg(long, default_value = "docs/results/frames.json")]
    out: PathBuf,
}

const WORLD: &str = "magpie";
/// Demonstrations that are shown, each of another style, with the moments of the largest and of the smallest weight.
const SHOWN: usize = 3;
/// Shares of the largest drop from which on a pixel has the first, second and third shade.
const SHADES: [f32; 3] = [0.25, 0.5, 0.75];
/// The first moments of a stretch tell little: all figures may still stand at the start.
const FIRST: usize = 10;
/// What the joystick's actions are drawn as, by number; those with the button repeat the directions.
const ARROWS: [&str; 10] = ["·", "·", "↑", "→", "←", "↓", "↗", "↖", "↘", "↙"];

/// A screen, and what is said of it.
struct ScreenMoment {
    pixels: Vec<u8>,
    frame: ShownFrame,
    drop: f32,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let Arguments { seed, changes, out } = arguments;
    let changed: String = changes.iter().map(|change| format!("&{change}")).collect();
    // One epoch of the policy: the figure is about the critic, whose weights are known when the policy begins.
    let link = format!("world={WORLD}&method=bc-pmi&sees=picture&epochs=1&seed={seed}{changed}");
    let (config, files) = (settled(&link)?, crate::files::load(WORLD)?);
    let (session, _) = followed(&config, &files)?;
    let console = worlds::find(WORLD).and_then(|world| world.console()).ok_or("the game is gone")?;
    let label = catalog().world(WORLD).and_then(|card| card.label(&config.label)).ok_or("there is no such label")?;
    let demos = session.demos().into_iter().next().ok_or("there are no demonstrations")?;
    let mut moments = Vec::new();
    for style in 0..label.styles.len().min(SHOWN) {
        let training = |path: &worlds::data::Trajectory| path.style == style && !path.held_out;
        let number = demos.trajectories.iter().position(training).ok_or("a style has no demonstration")?;
        let along = session.timeline(number as u32).ok_or("the run has no critic")?;
        let decisions = console.replay(&config, &files, number);
        for at in extremes(&along.weight) {
            let decision = decisions.get(at).ok_or("the demonstration is shorter than its weights")?;
            let action = usize::from(decision.action.number());
            let action = ARROWS.get(if action < ARROWS.len() { action } else { action - 8 }).copied().unwrap_or("·");
            let name = say(&label.styles[style]);
            moments.push(moment(&session, (number, at), &along, name, action, decision.pixels.clone())?);
        }
    }
    let changed: String = changes.iter().map(|change| format!(" --set {change}")).collect();
    let options = MeasurementOptions { seeds: 1, first_seed: *seed, ..MeasurementOptions::default() };
    report(&options, &moments, &changed).write(out)
}

/// The moments of the largest and the smallest weight.
fn extremes(weights: &[f32]) -> Vec<usize> {
    let late = || FIRST..weights.len();
    let most = late().max_by(|a, b| weights[*a].total_cmp(&weights[*b]));
    let least = late().min_by(|a, b| weights[*a].total_cmp(&weights[*b]));
    most.into_iter().chain(least).collect()
}

fn moment(
    session: &Session,
    (number, at): (usize, usize),
    along: &Timeline,
    style: String,
    action: &str,
    pixels: Vec<u8>,
) -> Result<ScreenMoment, String> {
    let map = session.pixel_map((number as u32, at as u32)).ok_or("the critic sees no pictures")?;
    let drop = map.drop.iter().copied().fold(0.0, f32::max);
    let frame = ShownFrame {
        style,
        moment: at as u32,
        action: action.into(),
        weight: along.weight[at],
        pmi: along.pmi[at],
        boxes: vec![],
        shades: shades(&map, drop),
    };
    Ok(ScreenMoment { pixels, frame, drop })
}

/// Boxes of pixels of the screen per shade, the lightest first.
fn shades(map: &PixelMap, most: f32) -> Vec<Vec<[u16; 4]>> {
    let (width, height) = (usize::from(map.width), usize::from(map.height));
    let shade = |drop: &f32| SHADES.iter().filter(|share| most > 0.0 && *drop >= **share * most).count() as u8;
    let levels: Vec<u8> = map.drop.iter().map(shade).collect();
    let (wide, high) = ((WIDTH / width) as u16, (HEIGHT / height) as u16);
    let mut found = boxes(&levels, width, |_, level| level > 0);
    let mut of = |level: u8| found.remove(&level).unwrap_or_default();
    let scaled = |[x, y, w, h]: [u16; 4]| [x * wide, y * high, w * wide, h * high];
    (1..=SHADES.len() as u8).map(|level| of(level).into_iter().map(scaled).collect()).collect()
}

/// Boxes (x, y, width, height) of one value each that cover all places that are `wanted(place, value)`.
fn boxes(values: &[u8], width: usize, wanted: impl Fn(usize, u8) -> bool) -> BTreeMap<u8, Vec<[u16; 4]>> {
    let mut all: BTreeMap<u8, Vec<[u16; 4]>> = BTreeMap::new();
    for (y, line) in values.chunks_exact(width).enumerate() {
        let mut x = 0;
        while x < width {
            let value = line[x];
            let mine = |at: usize| line[at] == value && wanted(y * width + at, value);
            let end = (x..width).find(|at| !mine(*at)).unwrap_or(width);
            if end > x {
                let of_value = all.entry(value).or_default();
                let (left, wide) = (x as u16, (end - x) as u16);
                // A box that ends right above, with the same sides, grows.
                let above = |one: &&mut [u16; 4]| one[0] == left && one[2] == wide && one[1] + one[3] == y as u16;
                match of_value.iter_mut().find(above) {
                    Some(above) => above[3] += 1,
                    None => of_value.push([left, y as u16, wide, 1]),
                }
            }
            x = end.max(x + 1);
        }
    }
    all
}

fn coloured(boxes: BTreeMap<u8, Vec<[u16; 4]>>) -> Vec<ColourBoxes> {
    let hex = |index: u8| rgb(index).iter().map(|part| format!("{part:02x}")).collect::<String>();
    boxes.into_iter().map(|(index, boxes)| ColourBoxes { colour: format!("#{}", hex(index)), boxes }).collect()
}

/// The colour that most of the screens have, place by place.
fn background(moments: &[ScreenMoment]) -> Vec<u8> {
    let most = |place: usize| {
        let colours: Vec<u8> = moments.iter().filter_map(|moment| moment.pixels.get(place).copied()).collect();
        let count = |colour: &u8| colours.iter().filter(|other| *other == colour).count();
        colours.iter().copied().max_by_key(|colour| (count(colour), *colour)).unwrap_or(0)
    };
    (0..WIDTH * HEIGHT).map(most).collect()
}

fn report(options: &MeasurementOptions, moments: &[ScreenMoment], changed: &str) -> Report {
    let still = background(moments);
    let frames = moments.iter().map(|moment| {
        let moved = boxes(&moment.pixels, WIDTH, |place, colour| still[place] != colour);
        ShownFrame { boxes: coloured(moved), ..moment.frame.clone() }
    });
    let frames = ShownFrames {
        width: WIDTH as u16,
        height: HEIGHT as u16,
        background: coloured(boxes(&still, WIDTH, |_, _| true)),
        frames: frames.collect(),
    };
    let most = moments.iter().map(|moment| moment.drop).fold(0.0, f32::max);
    Report {
        finding: vec![
            format!("Covering the darkest patches takes up to {most:.2} nats from the PMI of a shown moment."),
            HOW_TO_READ.into(),
        ],
        frames: Some(frames),
        ..Report::new(
            "Frames with weights, actions, and the pixels that tell",
            format!("lab frames --seed {}{changed}", options.first_seed),
            "recorded from scripted players on our console (datasets/atari-magpie.plays)",
            options,
        )
    }
}

const HOW_TO_READ: &str = "Of three styles one demonstration that was trained on, at the moment of its largest and of its \
    smallest weight in the policy's loss, with the action that was taken. A patch is darker the more the PMI of the moment's \
    label drops when the critic's pictures have the mean picture there instead. Weights come from what the action adds to its state \
    (PMI(z;a|s)), so that a moment can weigh much although its own PMI is small.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_cover_what_is_wanted_and_nothing_else() {
        let values = [1, 1, 2, 1, 1, 2, 3, 1, 1];
        let found = boxes(&values, 3, |_, value| value < 3);
        assert_eq!(found[&1], [[0, 0, 2, 2], [1, 2, 2, 1]]);
        assert_eq!(found[&2], [[2, 0, 1, 2]]);
        assert!(!found.contains_key(&3));
    }

    #[test]
    fn the_largest_and_the_smallest_weight_are_shown() {
        let mut weights = vec![1.0; 30];
        (weights[3], weights[12], weights[20]) = (9.0, 4.0, 0.1);
        assert_eq!(extremes(&weights), [12, 20]);
        assert!(extremes(&[1.0; 5]).is_empty());
    }
}
