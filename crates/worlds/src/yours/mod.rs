//! Yours: demonstrations that the visitor draws. A point on a plane, as in Circle2D; its action is its next step.
//!
//! A drawn line has no speed, so it is resampled to sixty equal steps. One line per style is too little to learn from, so
//! simulated experts follow the drawn lines with noise ([`expert::follow`]).

mod expert;
mod file;

pub use file::DrawingFileError;

use std::sync::Arc;

use super::{Episode, Files, PairColumn, PairColumns, PairSize, World};
use crate::data::import::ImportError;
use crate::data::{ActionKind, DataError, Demos, Rng, Trajectory};
use crate::labels::{Labeler, NearestDrawn};
use expert::{HISTORY, OBSERVED_SCALE, PlaneState, STRIDE, follow};
use protocol::drawing::{DRAWN_STEPS, Drawing, DrawnPath, MOST_STYLES, PLANE, ReadySet};
use protocol::{
    DrawingKnob, Drawn, FileCard, Found, KnobGroup, NumberKnob, Offer, RunConfig, View, WholeKnob, WorldCard, text,
};

const GROUP: KnobGroup = KnobGroup::Data;
/// Held-out trajectories per training trajectory.
const HELD_OUT_SHARE: f32 = 0.25;
/// A style with at least this many drawn paths has every fifth of them held out.
const ENOUGH_TO_HOLD_OUT: usize = 5;
/// A rollout whose mean distance from every drawn path is larger follows none, in units of the plane.
const REACH: f32 = 1.5;
/// Ids of the labels; they differ in the number of styles alone.
const LABELS: [&str; MOST_STYLES - 1] = ["drawn-2", "drawn-3", "drawn-4", "drawn-5", "drawn-6"];
const FILE: &str = "drawing.json";

/// Choices of the drawing knob: a ready-made set, or the drawing of a loaded file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begun {
    Set(ReadySet),
    File,
}

pub const DRAWN: DrawingKnob<Begun> = DrawingKnob::new(
    "drawn",
    "knob-drawn",
    GROUP,
    &[
        (ReadySet::Letters.name(), Begun::Set(ReadySet::Letters)),
        (ReadySet::Overtaking.name(), Begun::Set(ReadySet::Overtaking)),
        (ReadySet::Slalom.name(), Begun::Set(ReadySet::Slalom)),
        ("file", Begun::File),
    ],
    "letters",
);
/// Training trajectories per style.
pub const TRAJECTORIES: WholeKnob =
    WholeKnob::new("trajectories", "knob-yours-trajectories", GROUP, (4, 120), 40).step(4);
/// Standard deviation of an expert's steps, as a share of their length.
pub const NOISE: NumberKnob = NumberKnob::new("noise", "knob-yours-noise", GROUP, (0.0, 0.6), 0.2);

pub struct Yours;

fn styles_of(label: &str) -> Option<usize> {
    Some(LABELS.iter().position(|id| *id == label)? + 2)
}

/// The first `styles` styles of the drawing of a run. A style without a path takes that of the ready-made letters, so
/// that every style has demonstrations.
fn drawing(run: &RunConfig, files: &Files, styles: usize) -> Drawing {
    let own = match DRAWN.get(run) {
        Drawn::Ready(Begun::Set(set)) => return set.drawing(styles),
        Drawn::Ready(Begun::File) => files.drawing.as_deref().cloned().unwrap_or_default(),
        Drawn::Own(drawing) => drawing,
    };
    let mut paths: Vec<DrawnPath> = own.paths.into_iter().filter(|path| usize::from(path.style) < styles).collect();
    let drawn: Vec<u8> = paths.iter().map(|path| path.style).collect();
    paths.extend(ReadySet::Letters.drawing(styles).paths.into_iter().filter(|path| !drawn.contains(&path.style)));
    Drawing { paths }
}

/// The drawn paths of one style that experts of training or of held-out demonstrations follow. Styles with fewer than
/// `ENOUGH_TO_HOLD_OUT` paths use all of them for both.
fn lines_of(drawing: &Drawing, style: usize, held_out: bool) -> Vec<Vec<f32>> {
    let all: Vec<Vec<f32>> = drawing.of_style(style).map(DrawnPath::xy).collect();
    if all.len() < ENOUGH_TO_HOLD_OUT {
        return all;
    }
    let side = |number: usize| (number % ENOUGH_TO_HOLD_OUT == ENOUGH_TO_HOLD_OUT - 1) == held_out;
    all.into_iter().enumerate().filter(|(number, _)| side(*number)).map(|(_, line)| line).collect()
}

fn labeler(label: &str, drawing: &Drawing) -> Option<NearestDrawn> {
    let id = LABELS.into_iter().find(|id| *id == label)?;
    let styles = (1..=styles_of(id)?).map(|number| text!("style-drawn", number = number)).collect();
    let path = |path: &DrawnPath| (usize::from(path.style), path.xy()[..2 * DRAWN_STEPS].to_vec());
    Some(NearestDrawn { id, styles, drawn: drawing.paths.iter().map(path).collect(), reach: REACH })
}

/// The label of a run, which recognises a style by the drawn paths.
fn labeler_of(run: &RunConfig, files: &Files) -> Option<NearestDrawn> {
    labeler(&run.label, &drawing(run, files, styles_of(&run.label)?))
}

impl World for Yours {
    fn id(&self) -> &'static str {
        "yours"
    }

    fn card(&self) -> WorldCard {
        let labels = LABELS.iter().filter_map(|id| labeler(id, &Drawing::default()));
        let labels = labels.map(|labeler| labeler.card()).collect();
        let knobs = vec![DRAWN.card(), TRAJECTORIES.card(), NOISE.card()];
        let view = View { left: -0.5, bottom: -0.5, right: PLANE[0] + 0.5, top: PLANE[1] + 0.5 };
        let offers = Offer { knob: DRAWN.id().into(), choice: DRAWN.word(Begun::File).into() };
        let file = FileCard { name: FILE.into(), about: text!("file-drawing"), needed: false, offers: Some(offers) };
        WorldCard { files: vec![file], starts: true, draws: true, ..WorldCard::new(self.id(), labels, knobs, view) }
    }

    fn pair_size(&self) -> PairSize {
        PairSize::new(HISTORY * 2, 2, ActionKind::Continuous)
    }

    fn columns(&self, _run: &RunConfig, _files: &Files) -> PairColumns {
        let step = ["dx", "dy"].map(|name| PairColumn::new(name, "units", 0.0, STRIDE.into()));
        PairColumns::positions(HISTORY, PLANE.map(|size| f64::from(size) / 2.0), OBSERVED_SCALE.into(), step)
    }

    fn demos(&self, run: &RunConfig, files: &Files) -> Result<Demos, DataError> {
        let styles = styles_of(&run.label).ok_or(DataError::Empty)?;
        let (drawing, noise) = (drawing(run, files, styles), NOISE.get(run) as f32);
        let train = TRAJECTORIES.get(run).max(1);
        let held_out = ((train as f32 * HELD_OUT_SHARE).ceil() as usize).max(1);
        let mut trajectories = Vec::with_capacity(styles * (train + held_out));
        for style in 0..styles {
            for (side, count) in [(false, train), (true, held_out)] {
                let lines = lines_of(&drawing, style, side);
                for number in 0..count {
                    let stream = (style * 2 + usize::from(side)) * 10_000 + number;
                    let mut rng = Rng::stream(run.seed, "drawn demonstration", stream as u64);
                    let path = follow(style, &lines[number % lines.len()], noise, &mut rng);
                    trajectories.push(Trajectory { held_out: side, ..path });
                }
            }
        }
        self.pair_size().demos(styles, trajectories)
    }

    /// Names the styles and recognises none, since there are no drawn paths without a run.
    fn labeler(&self, label: &str) -> Option<Box<dyn Labeler>> {
        labeler(label, &Drawing::default()).map(|labeler| Box::new(labeler) as Box<dyn Labeler>)
    }

    fn labeler_of(&self, run: &RunConfig, files: &Files) -> Option<Box<dyn Labeler>> {
        labeler_of(run, files).map(|labeler| Box::new(labeler) as Box<dyn Labeler>)
    }

    fn ideals(&self, run: &RunConfig, files: &Files) -> Vec<Vec<f32>> {
        let styles = styles_of(&run.label).unwrap_or_default();
        let drawing = drawing(run, files, styles);
        let first = |style| drawing.of_style(style).next().map(|path| path.xy()[..2 * DRAWN_STEPS].to_vec());
        (0..styles).filter_map(first).collect()
    }

    fn start_of(&self, run: &RunConfig, files: &Files, style: usize, number: u64) -> Option<[f32; 2]> {
        let drawing = drawing(run, files, styles_of(&run.label)?);
        let lines = lines_of(&drawing, style, false);
        let mut rng = Rng::stream(run.seed, "drawn start", number);
        lines.get(rng.below(lines.len().max(1)))?.first_chunk().copied()
    }

    fn episode(&self, run: &RunConfig, files: &Files, number: u64) -> Box<dyn Episode> {
        let styles = styles_of(&run.label).unwrap_or(2);
        let style = Rng::stream(run.seed, "drawn episode", number).below(styles);
        let middle = PLANE.map(|size| size / 2.0);
        Box::new(DrawnEpisode::new(self.start_of(run, files, style, number).unwrap_or(middle)))
    }

    fn episode_from(&self, _run: &RunConfig, _files: &Files, _number: u64, start: [f32; 2]) -> Box<dyn Episode> {
        let inside = |axis: usize| if start[axis].is_finite() { start[axis].clamp(0.0, PLANE[axis]) } else { 0.0 };
        Box::new(DrawnEpisode::new([inside(0), inside(1)]))
    }

    fn max_steps(&self) -> usize {
        DRAWN_STEPS
    }

    /// Two frames per step are thirty steps per second: a path takes two seconds.
    fn frames_per_step(&self) -> usize {
        2
    }

    /// The label is the nearest style, however far away it is: the path may be the first one of a new style.
    fn trajectory_from_path(&self, run: &RunConfig, files: &Files, xy: &[f32]) -> Option<Trajectory> {
        let line = DrawnPath::new(0, xy)?.xy();
        let (style, _) = labeler_of(run, files)?.nearest(&line[..2 * DRAWN_STEPS])?;
        let path = follow(style, &line, 0.0, &mut Rng::stream(0, "drawn path", 0));
        Some(Trajectory { followed: vec![], ..path })
    }

    fn load(&self, files: &mut Files, _name: &str, bytes: &[u8]) -> Result<Found, ImportError> {
        let drawing = file::read(bytes)?;
        let styles = drawing.paths.iter().map(|path| path.style).max().map_or(0, |last| usize::from(last) + 1);
        let said = text!("file-found-drawing", paths = drawing.paths.len(), styles = styles);
        files.drawing = Some(Arc::new(drawing));
        Ok(Found { said, counts_as: FILE.into(), also_for: vec![], table: None })
    }
}

struct DrawnEpisode {
    point: PlaneState,
    step: usize,
}

impl DrawnEpisode {
    fn new(start: [f32; 2]) -> Self {
        Self { point: PlaneState::new(start), step: 0 }
    }
}

impl Episode for DrawnEpisode {
    fn observe(&self, into: &mut [f32]) {
        self.point.observe(into);
    }

    fn act(&mut self, action: &[f32]) -> bool {
        self.point.advance([action[0] * STRIDE, action[1] * STRIDE]);
        self.step += 1;
        self.step < DRAWN_STEPS
    }

    fn position(&self) -> (f32, f32) {
        self.point.position().into()
    }
}

#[cfg(test)]
mod tests;
