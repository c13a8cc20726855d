//! Every moment of the demonstrations with its PMI, its weight and p(z|s,a): as CSV, or as arrays together with observations
//! and actions, which is all that is needed to train on the weights elsewhere.

use std::fmt::Write;

use crate::session::Session;
use protocol::{Text, Timeline, text};
use worlds::data::Trajectory;
use worlds::data::npz::{floats, stored_zip, wholes};

/// Moments per slice. A slice takes a worker some tens of milliseconds.
const SLICE: usize = 5_000;

/// Columns of the `.npz` file; the first axis of each is the moments of all paths, one path after the other.
#[derive(Default)]
struct Arrays {
    path: Vec<i32>,
    moment: Vec<i32>,
    style: Vec<i32>,
    held_out: Vec<i32>,
    /// `[moments, observation size]`.
    observations: Vec<f32>,
    /// `[moments, action size]`.
    actions: Vec<f32>,
    /// PMI with the label, nats.
    pmi: Vec<f32>,
    weight: Vec<f32>,
    /// p(z|s,a): `[moments, styles]`.
    posterior: Vec<f32>,
}

/// The table of moments while it is made.
pub struct Steps {
    /// Number of demonstrations.
    paths: usize,
    /// The first demonstration that is not in the table yet.
    next: usize,
    /// Sizes of an observation and of an action, and the number of styles.
    columns: [usize; 3],
    /// The columns so far; None for CSV.
    arrays: Option<Arrays>,
}

impl Steps {
    pub fn begin(session: &Session, arrays: bool) -> Result<Self, Text> {
        if !session.has_critic() {
            return Err(text!("export-no-critic"));
        }
        let demos = session.demos();
        let demos = demos.first().ok_or_else(|| text!("export-no-critic"))?;
        let columns = [demos.observation_size, demos.action_size, demos.styles];
        Ok(Self { paths: demos.trajectories.len(), next: 0, columns, arrays: arrays.then(Arrays::default) })
    }

    /// Share of the demonstrations that are in the table.
    pub fn done(&self) -> f32 {
        self.next as f32 / self.paths.max(1) as f32
    }

    pub fn over(&self) -> bool {
        self.next >= self.paths
    }

    /// Adds the next demonstrations; returns their lines of CSV, or nothing where the table is arrays.
    pub fn slice(&mut self, session: &Session) -> Result<Vec<u8>, Text> {
        let demos = session.demos();
        let Some(demos) = demos.first() else { return Ok(vec![]) };
        let (mut lines, mut moments) = (String::new(), 0);
        if self.next == 0 && self.arrays.is_none() {
            lines.push_str("path,moment,style,held_out,x,y,pmi,weight");
            (0..demos.styles).for_each(|style| lines.push_str(&format!(",p_style{style}")));
            lines.push('\n');
        }
        while moments < SLICE && !self.over() {
            let timeline = session.timeline(self.next as u32).filter(|timeline| !timeline.pmi.is_empty());
            let timeline = timeline.ok_or_else(|| text!("question-critic-untrained"))?;
            moments += timeline.pmi.len();
            self.add(session, &timeline, &mut lines);
            self.next += 1;
        }
        Ok(lines.into_bytes())
    }

    fn add(&mut self, session: &Session, timeline: &Timeline, lines: &mut String) {
        let Some(path) = session.demonstration(self.next) else { return };
        match &mut self.arrays {
            Some(arrays) => arrays.add(self.next, &path, timeline),
            None => write_lines(self.next, &path, timeline, self.columns[2], lines),
        }
    }

    /// The `.npz` file; None for CSV and when it was taken before.
    pub fn take_arrays(&mut self) -> Option<Vec<u8>> {
        let [observation, action, styles] = self.columns;
        self.arrays.take().map(|arrays| arrays.archive(observation, action, styles))
    }
}

fn write_lines(index: usize, path: &Trajectory, timeline: &Timeline, styles: usize, lines: &mut String) {
    let held_out = u8::from(path.held_out);
    for (moment, [x, y]) in path.xy.as_chunks::<2>().0.iter().enumerate() {
        let (pmi, weight) = (timeline.pmi[moment], timeline.weight[moment]);
        // Writing to a string cannot fail.
        let _ = write!(lines, "{index},{moment},{},{held_out},{x},{y},{pmi},{weight}", path.style);
        for share in &timeline.posterior[moment * styles..(moment + 1) * styles] {
            let _ = write!(lines, ",{share}");
        }
        lines.push('\n');
    }
}

impl Arrays {
    fn add(&mut self, index: usize, path: &Trajectory, timeline: &Timeline) {
        let moments = path.steps();
        self.path.extend(std::iter::repeat_n(index as i32, moments));
        self.moment.extend(0..moments as i32);
        self.style.extend(std::iter::repeat_n(path.style as i32, moments));
        self.held_out.extend(std::iter::repeat_n(i32::from(path.held_out), moments));
        self.observations.extend_from_slice(&path.observations);
        self.actions.extend_from_slice(&path.actions);
        self.pmi.extend_from_slice(&timeline.pmi);
        self.weight.extend_from_slice(&timeline.weight);
        self.posterior.extend_from_slice(&timeline.posterior);
    }

    fn archive(self, observation: usize, action: usize, styles: usize) -> Vec<u8> {
        let moments = self.pmi.len();
        stored_zip(&[
            ("path.npy", wholes(&self.path)),
            ("moment.npy", wholes(&self.moment)),
            ("style.npy", wholes(&self.style)),
            ("held_out.npy", wholes(&self.held_out)),
            ("observations.npy", floats(&[moments, observation], &self.observations)),
            ("actions.npy", floats(&[moments, action], &self.actions)),
            ("pmi.npy", floats(&[moments], &self.pmi)),
            ("weight.npy", floats(&[moments], &self.weight)),
            ("posterior.npy", floats(&[moments, styles], &self.posterior)),
        ])
    }
}
