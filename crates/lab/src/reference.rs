//! `lab reference`: estimated PMI against the truth, on experts that no critic has seen.

use std::sync::OnceLock;

use clap::Args;
use engine::estimators::{Normalisation, normalise};
use engine::session::Session;
use protocol::knobs::recipes;
use serde::{Deserialize, Serialize};
use worlds::Files;
use worlds::circle2d::TRAJECTORIES;
use worlds::circle2d::truth::CirclePmi;

use crate::cells::MeasurementOptions;
use crate::measure::{bc_pmi, settled, trained};
use crate::messages::say;
use crate::report::{Figure, Report, Row, Series, Sheet, spread};
use crate::statistics::{agreement, deviation, mean};

#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    options: MeasurementOptions,
    /// Trajectories of each style that the truth is counted from.
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    sample: u32,
    /// Change a setting of every run: --set critic_hidden=128
    #[arg(long = "set", value_name = "NAME=VALUE")]
    changes: Vec<String>,
}

/// (name, spells, wrong labels, trajectories per style)
const SETTINGS: [(&str, f32, f32, u32); 5] = [
    ("clean demonstrations", 0.0, 0.0, 25),
    ("20 % off-style spells", 0.2, 0.0, 25),
    ("20 % off-style spells, 100 trajectories a style", 0.2, 0.0, 100),
    ("20 % wrong labels", 0.0, 0.2, 25),
    ("20 % wrong labels, 100 trajectories a style", 0.0, 0.2, 100),
];
const CRITICS: [&str; 3] = ["classifier", "exact", "sampled"];
const MODES: [(&str, Normalisation); 3] =
    [("per pair", Normalisation::PerPair), ("global", Normalisation::Global), ("raw", Normalisation::Raw)];
/// Fresh experts of each style that estimates are compared on, and how many of their pairs a figure shows.
const EXPERTS: u32 = 25;
const SHOWN: usize = 300;
const NOISE: f32 = 0.2;

/// How well one critic agrees with the true PMI.
#[derive(Serialize, Deserialize)]
struct CriticAgreement {
    /// Pearson correlation and mean absolute error in nats, for each normalisation.
    agreement: Vec<(f64, f64)>,
    /// I(Z;S,A) on the fresh experts: by the critic and by the truth.
    estimated: f64,
    truth: f64,
    /// Some (true, estimated) PMI, for each normalisation.
    shown: Vec<Vec<(f32, f32)>>,
}

/// PMI of every pair with its label, on experts from another seed: the truth, and the critic by each normalisation.
fn compare(session: &Session, reference: &CirclePmi) -> Result<CriticAgreement, String> {
    let mut fresh = session.run.clone();
    fresh.seed ^= 0xf4e5;
    fresh.knobs.extend([TRAJECTORIES.at(EXPERTS)]);
    let environment = session.environment();
    let demos = environment.world.demos(&fresh, &environment.files).map_err(|error| say(&error.text()))?;
    let (mut truth, mut labels, mut scores, mut log_prior) = (vec![], vec![], vec![], vec![]);
    for path in demos.side(false) {
        let (of_path, prior) = session.scores(path).ok_or("the run has no critic")?;
        scores.extend(of_path);
        log_prior = prior;
        let pairs = path.observations.chunks(demos.observation_size).zip(path.actions.chunks(demos.action_size));
        truth.extend(pairs.map(|(observation, action)| reference.pmi(observation, action)[path.style]));
        labels.extend(std::iter::repeat_n(path.style, path.steps()));
    }
    let estimates = MODES.map(|(_, mode)| {
        let mut pmi = scores.clone();
        normalise(&mut pmi, &log_prior, mode);
        let own = pmi.chunks(demos.styles).zip(&labels).map(|(pmi, label)| f64::from(pmi[*label]));
        own.collect::<Vec<f64>>()
    });
    let stride = (truth.len() / SHOWN).max(1);
    let point = |(t, e): (&f64, &f64)| ((*t as f32 * 1e3).round() / 1e3, (*e as f32 * 1e3).round() / 1e3);
    Ok(CriticAgreement {
        agreement: estimates.iter().map(|estimate| agreement(estimate, &truth)).collect(),
        estimated: mean(&estimates[0]),
        truth: mean(&truth),
        shown: estimates.iter().map(|e| truth.iter().zip(e).step_by(stride).map(point).collect()).collect(),
    })
}

fn sheet(caption: &str, cells: &[Vec<&CriticAgreement>]) -> Sheet {
    let mut head = vec!["critic".to_string()];
    head.extend(MODES.iter().map(|(name, _)| format!("{name}: Pearson")));
    head.extend(MODES.iter().map(|(name, _)| format!("{name}: error, nats")));
    head.extend(["I(Z;S,A), estimated", "I(Z;S,A), true"].map(String::from));
    let over = |cells: &[&CriticAgreement], value: &dyn Fn(&CriticAgreement) -> f64, places| {
        let values: Vec<f64> = cells.iter().map(|cell| value(cell)).collect();
        spread(mean(&values), deviation(&values), places)
    };
    let rows = CRITICS.iter().zip(cells).map(|(critic, cells)| {
        let mut row = vec![(*critic).to_string()];
        row.extend((0..MODES.len()).map(|mode| over(cells, &|cell| cell.agreement[mode].0, 3)));
        row.extend((0..MODES.len()).map(|mode| over(cells, &|cell| cell.agreement[mode].1, 3)));
        row.extend([over(cells, &|cell| cell.estimated, 3), over(cells, &|cell| cell.truth, 3)]);
        row
    });
    Sheet { caption: caption.into(), head, rows: rows.collect(), ahead: vec![] }
}

fn rows(setting: &str, cells: &[Vec<&CriticAgreement>]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (critic, cells) in CRITICS.iter().zip(cells) {
        for (mode, (name, _)) in MODES.iter().enumerate() {
            for (metric, pick) in [("Pearson", 0), ("mean absolute error, nats", 1)] {
                let value =
                    |cell: &&CriticAgreement| if pick == 0 { cell.agreement[mode].0 } else { cell.agreement[mode].1 };
                let values: Vec<f64> = cells.iter().map(value).collect();
                let of = [setting, critic, name, metric].map(String::from).to_vec();
                rows.push(Row { of, mean: mean(&values), sd: deviation(&values), values });
            }
        }
    }
    rows
}

/// The first seed of one setting and critic, drawn for one normalisation.
fn figure(setting: &str, critic: &str, mode: usize, cell: &CriticAgreement) -> Figure {
    let (pearson, error) = cell.agreement[mode];
    let ends = [-3.0, 1.5].map(|end| (end, end)).to_vec();
    Figure {
        caption: format!(
            "{setting}, {critic}, {}: Pearson {pearson:.3}, error {error:.3} nats (seed 1)",
            MODES[mode].0
        ),
        x: "true PMI, nats".into(),
        y: "estimated PMI, nats".into(),
        series: vec![
            Series { name: "equal".into(), joined: true, points: ends },
            Series { name: String::new(), joined: false, points: cell.shown[mode].clone() },
        ],
    }
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let Arguments { options, sample, changes } = arguments;
    let changed: String = changes.iter().map(|change| format!("&{change}")).collect();
    let mut cells = Vec::new();
    for (setting, (_, spells, wrong, count)) in SETTINGS.iter().enumerate() {
        for critic in CRITICS {
            let best = bc_pmi(&recipes::best());
            let link = format!("{best}&critic={critic}&epochs=1&noise={NOISE}&spells={spells}");
            let link = format!("{link}&wrong_labels={wrong}&trajectories={count}{changed}");
            cells.extend(options.range().map(|seed| format!("{setting} {link}&seed={seed}")));
        }
    }
    let references: [OnceLock<Option<CirclePmi>>; SETTINGS.len()] = std::array::from_fn(|_| OnceLock::new());
    let found = options.work(&format!("reference-{sample}"), &cells, |cell| {
        let (setting, link) = cell.split_once(' ').ok_or("a cell without a setting")?;
        let setting: usize = setting.parse().map_err(|_| "a cell without a setting")?;
        let (_, spells, wrong, _) = SETTINGS[setting];
        let reference = references[setting].get_or_init(|| CirclePmi::new(NOISE, spells, wrong, *sample as usize));
        let (session, _) = trained(&settled(link)?, &Files::default())?;
        compare(&session, reference.as_ref().ok_or("without noise there is no true PMI")?)
    })?;
    let by_critic: Vec<Vec<&CriticAgreement>> =
        found.chunks(options.seeds as usize).map(|cells| cells.iter().collect()).collect();
    let settings = || SETTINGS.iter().zip(by_critic.chunks(CRITICS.len()));
    let mut figures = Vec::new();
    for ((name, ..), cells) in settings().take(2) {
        figures.push(figure(name, CRITICS[0], 0, cells[0][0]));
    }
    if let Some(((name, ..), cells)) = settings().nth(1) {
        figures.extend((0..MODES.len()).map(|mode| figure(name, CRITICS[2], mode, cells[2][0])));
    }
    let report = Report {
        finding: vec![format!(
            "The truth is computed from the experts' own process; only where an expert is (and which circle it follows \
             there) is counted, from {sample} trajectories a style. Estimates are of every pair with its label, on \
             {EXPERTS} fresh experts a style. A raw score is PMI plus an unknown constant, which the error shows and \
             the correlation does not."
        )],
        sheets: settings().map(|((name, ..), cells)| sheet(name, cells)).collect(),
        figures,
        rows: settings().flat_map(|((name, ..), cells)| rows(name, cells)).collect(),
        ..Report::new(
            "Estimated PMI against the truth, Circle2D",
            changes.iter().fold(format!("lab reference {}", options.seed_flags()), |command, change| {
                format!("{command} --set {change}")
            }),
            "simulated from each seed",
            options,
        )
    };
    report.publish(options)
}
