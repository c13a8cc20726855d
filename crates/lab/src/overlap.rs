//! `lab overlap`: Proposition 1 measured. BC, BC on each style, and BC-PMI, from styles that every step identifies to
//! styles that no step distinguishes.

use clap::Args;
use engine::methods::series::{MI_HELD_OUT, POLICY_HELD_OUT};
use serde::{Deserialize, Serialize};
use worlds::Files;
use worlds::overlap::information;

use crate::cells::MeasurementOptions;
use crate::measure::{scored, settled, trained};
use crate::report::{Figure, Report, Row, Series, Sheet, spread};
use crate::statistics::{deviation, mean};

#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    options: MeasurementOptions,
}

pub const METHODS: [(&str, &str); 3] =
    [("BC", "method=bc"), ("BC on each style", "method=cbc&networks=separate"), ("BC-PMI", "method=bc-pmi")];
const PMI: usize = 2;
/// Values of the overlap knob.
const PLACES: usize = 11;

fn overlap(place: usize) -> f32 {
    place as f32 / (PLACES - 1) as f32
}

/// The scores of one method at one overlap and seed.
#[derive(Serialize, Deserialize)]
struct OverlapScores {
    calibration: f64,
    /// -log π on held-out pairs, nats.
    loss: f64,
    /// Held-out I(Z;S,A), where there is a critic.
    information: Option<f64>,
}

fn measure(link: &str) -> Result<OverlapScores, String> {
    let (mut session, last) = trained(&settled(link)?, &Files::default())?;
    let scores = scored(&mut session, 0.0)?;
    Ok(OverlapScores {
        calibration: mean(&scores.iter().map(|score| score.calibration).collect::<Vec<_>>()),
        loss: last.get(POLICY_HELD_OUT.id()).copied().ok_or("the run reports no loss")?,
        information: last.get(MI_HELD_OUT.id()).copied(),
    })
}

/// Name of a quantity, its decimals, and how it is read.
type OverlapQuantity = (&'static str, usize, fn(&OverlapScores) -> f64);
const QUANTITIES: [OverlapQuantity; 2] =
    [("calibration, share of paths", 2, |cell| cell.calibration), ("held-out −log π, nats", 3, |cell| cell.loss)];

/// Values over the seeds, at `[method][overlap]`.
struct Measured(Vec<Vec<Vec<OverlapScores>>>);

impl Measured {
    fn values(&self, method: usize, place: usize, of: impl Fn(&OverlapScores) -> f64) -> Vec<f64> {
        self.0[method][place].iter().map(of).collect()
    }

    fn sheet(&self) -> Sheet {
        let mut head = vec!["overlap".to_string(), "I(Z;S,A), true".to_string(), "estimated".to_string()];
        for (name, ..) in QUANTITIES {
            head.extend(METHODS.iter().map(|(method, _)| format!("{name}: {method}")));
        }
        let rows = (0..PLACES).map(|place| {
            let estimated = self.values(PMI, place, |cell| cell.information.unwrap_or_default());
            let mut row = vec![format!("{:.1}", overlap(place)), format!("{:.3}", information(overlap(place)))];
            row.push(spread(mean(&estimated), deviation(&estimated), 3));
            for (_, places, of) in QUANTITIES {
                row.extend((0..METHODS.len()).map(|method| {
                    let values = self.values(method, place, of);
                    spread(mean(&values), deviation(&values), places)
                }));
            }
            row
        });
        Sheet { caption: "From telling to mixed styles".into(), head, rows: rows.collect(), ahead: vec![] }
    }

    fn figure(&self, (name, _, of): OverlapQuantity) -> Figure {
        let series = METHODS.iter().enumerate().map(|(method, (label, _))| Series {
            name: (*label).into(),
            joined: true,
            points: (0..PLACES).map(|place| (overlap(place), mean(&self.values(method, place, of)) as f32)).collect(),
        });
        Figure { caption: name.into(), x: "overlap of the styles".into(), y: name.into(), series: series.collect() }
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        for (method, (label, _)) in METHODS.iter().enumerate() {
            for place in 0..PLACES {
                for (name, _, of) in QUANTITIES {
                    let values = self.values(method, place, of);
                    let of = vec![format!("overlap {:.1}", overlap(place)), (*label).into(), name.into()];
                    rows.push(Row { of, mean: mean(&values), sd: deviation(&values), values });
                }
            }
        }
        rows
    }
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let options = &arguments.options;
    let mut cells = Vec::new();
    for (_, how) in METHODS {
        for place in 0..PLACES {
            let link = |seed| format!("world=overlap&{how}&overlap={:.1}&seed={seed}", overlap(place));
            cells.extend(options.range().map(link));
        }
    }
    let mut found = options.work("overlap", &cells, measure)?.into_iter();
    let mut next = || found.by_ref().take(options.seeds as usize).collect::<Vec<_>>();
    let measured = Measured(METHODS.map(|_| (0..PLACES).map(|_| next()).collect()).into());
    let apart = |other: usize, place: usize, of: fn(&OverlapScores) -> f64| {
        (mean(&measured.values(PMI, place, of)) - mean(&measured.values(other, place, of))).abs()
    };
    let last = PLACES - 1;
    let report = Report {
        finding: vec![format!(
            "At overlap 0, where H(Z|S,A) = 0, BC-PMI is {:.3} nats and {:.3} of calibration from BC on each style; at \
             overlap 1, where I(Z;S,A) = 0, it is {:.3} nats and {:.3} of calibration from BC.",
            apart(1, 0, |cell| cell.loss),
            apart(1, 0, |cell| cell.calibration),
            apart(0, last, |cell| cell.loss),
            apart(0, last, |cell| cell.calibration),
        )],
        sheets: vec![measured.sheet()],
        figures: QUANTITIES.map(|quantity| measured.figure(quantity)).into(),
        rows: measured.rows(),
        ..Report::new(
            "Proposition 1: BC-PMI between BC on each style and BC",
            format!("lab overlap {}", options.seed_flags()),
            "the Overlap world, simulated from each seed, 60 trajectories a style for training and 15 held out",
            options,
        )
    };
    report.publish(options)
}
