//! The curves that the Overlap world shows beside its slider, out of the overlap report.

use protocol::{Sweep, SweepCurve, Text, text};
use worlds::overlap::OVERLAP;

use crate::report::{Figure, Report, Series};

/// Messages of the figures and curves of the report, in its order.
const QUANTITIES: [&str; 2] = ["sweep-calibration", "sweep-loss"];
const METHODS: [&str; 3] = ["sweep-bc", "sweep-bc-per-style", "sweep-bc-pmi"];

/// The figures of the overlap report, as the world's card has them.
pub fn sweeps(report: &Report) -> Result<String, String> {
    let round = |(x, y): &(f32, f32)| (*x, (y * 1e3).round() / 1e3);
    let curve = |(series, key): (&Series, &&'static str)| SweepCurve {
        name: Text::new(*key),
        points: series.points.iter().map(round).collect(),
    };
    let (command, commit) = (report.command.as_str(), report.commit.as_str());
    let sweep = |(figure, key): (&Figure, &&'static str)| Sweep {
        knob: OVERLAP.id().into(),
        quantity: Text::new(*key),
        curves: figure.series.iter().zip(&METHODS).map(curve).collect(),
        made: text!("sweep-made", seeds = report.seeds, command = command, commit = commit),
    };
    let sweeps: Vec<Sweep> = report.figures.iter().zip(&QUANTITIES).map(sweep).collect();
    let text = serde_json::to_string(&sweeps).map_err(|error| error.to_string())?;
    Ok(format!("{text}\n"))
}
