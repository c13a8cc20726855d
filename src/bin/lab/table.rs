//! `lab table`: methods side by side over several seeds, next to the paper's figures.

use clap::Args;
use playground::metrics::StyleScore;

use crate::cells::Keeping;
use crate::measure::{DEVICE, METRICS, SETTINGS, scored, settled, trained};
use crate::report::{Report, Row, Sheet, commit, spread};
use crate::statistics::{below, deviation, mean};

#[derive(Args)]
pub struct Arguments {
    /// The world whose table is made.
    #[arg(value_parser = ["circle2d", "basketball", "atari"])]
    world: String,
    #[command(flatten)]
    pub keeping: Keeping,
    /// Change a setting of every run: --set beta=0.5
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub changes: Vec<String>,
    /// Real paths for basketball: a pack, or anything that “lab pack” reads; without it they are simulated.
    #[arg(long)]
    pub data: Option<std::path::PathBuf>,
    /// Only runs of basketball or Atari whose link has this in it: --only method=cbc
    #[arg(long, value_name = "TEXT")]
    pub only: Vec<String>,
}

const METHODS: [(&str, &str); 4] = [
    ("BC", "method=bc"),
    ("CBC, one network", "method=cbc&networks=shared"),
    ("CBC, one a style", "method=cbc&networks=separate"),
    ("BC-PMI", "method=bc-pmi"),
];
/// Places in `METHODS`.
const BC: usize = 0;
const SHARED: usize = 1;
const SEPARATE: usize = 2;
const PMI: usize = 3;
const STYLES: usize = 4;

/// The paper's Table 1 for BC, CBC and BC-PMI, on its own data: DTW, ED and KL of each style.
const PAPER: [[[f64; 3]; 3]; STYLES] = [
    [[88.590, 8.130, 7.511], [133.100, 22.039, 21.591], [8.037, 0.044, 0.037]],
    [[45.729, 7.695, 7.631], [88.180, 35.355, 35.777], [1.111, 0.043, 0.037]],
    [[77.619, 18.972, 11.576], [130.839, 107.833, 74.267], [16.839, 0.271, 0.135]],
    [[69.527, 7.755, 7.577], [97.066, 27.230, 26.749], [36.238, 0.401, 0.219]],
];

/// Scores of every seed and style, for one setting and method.
type Runs = Vec<Vec<StyleScore>>;

/// Values of one metric and style over the seeds.
fn values(runs: &Runs, style: usize, metric: usize) -> Vec<f64> {
    runs.iter().filter_map(|run| run.get(style).map(METRICS[metric].2)).collect()
}

/// BC-PMI against the better CBC of a row: the ratio of means, and a sign that says who is ahead, and whether
/// beyond noise of both.
fn verdict(setting: &[Runs], style: usize, metric: usize) -> (f64, char) {
    let [ours, shared, separate] = [PMI, SHARED, SEPARATE].map(|method| values(&setting[method], style, metric));
    let better = mean(&shared).min(mean(&separate));
    let against = [below(&ours, &shared), below(&ours, &separate)];
    let sign = match against {
        [(a, true), (b, true)] if a > 0.0 && b > 0.0 => '▲',
        [(a, _), (b, _)] if a > 0.0 && b > 0.0 => '△',
        [(a, true), _] | [_, (a, true)] if a < 0.0 => '▼',
        _ => '▽',
    };
    (mean(&ours) / better, sign)
}

fn sheet(caption: &str, setting: &[Runs]) -> Sheet {
    let mut head = vec!["style".to_string(), "metric".to_string()];
    head.extend(METHODS.iter().map(|(name, _)| (*name).to_string()));
    head.extend(["ratio", "paper: BC", "paper: CBC", "paper: BC-PMI", "paper: ratio"].map(String::from));
    let mut rows = Vec::new();
    for (style, of_paper) in PAPER.iter().enumerate() {
        for (metric, (name, places, _)) in METRICS.iter().enumerate() {
            let mut row = vec![(style + 1).to_string(), (*name).to_string()];
            row.extend(setting.iter().map(|runs| {
                let values = values(runs, style, metric);
                spread(mean(&values), deviation(&values), *places)
            }));
            match of_paper.get(metric) {
                Some([bc, cbc, ours]) => {
                    let (ratio, sign) = verdict(setting, style, metric);
                    row.push(format!("{ratio:.2} {sign}"));
                    row.extend([bc, cbc, ours].map(ToString::to_string));
                    row.push(format!("{:.2}", ours / cbc));
                }
                None => row.extend(std::iter::repeat_n(String::new(), 5)),
            }
            rows.push(row);
        }
        let floor: Vec<f64> = setting[BC].iter().filter_map(|run| run.get(style).map(|score| score.kl_floor)).collect();
        let floor = spread(mean(&floor), deviation(&floor), 3);
        let mut row = vec![(style + 1).to_string(), "KL, expert to expert".to_string(), floor];
        row.resize(head.len(), String::new());
        rows.push(row);
    }
    Sheet { caption: caption.into(), head, rows }
}

/// How many rows of a setting come out how.
fn finding(name: &str, setting: &[Runs]) -> String {
    let rows: Vec<(usize, usize)> = (0..STYLES).flat_map(|style| (0..3).map(move |metric| (style, metric))).collect();
    let verdicts: Vec<(f64, char)> = rows.iter().map(|(style, metric)| verdict(setting, *style, *metric)).collect();
    let count = |signs: &[char]| verdicts.iter().filter(|(_, sign)| signs.contains(sign)).count();
    let ratios = rows.iter().zip(&verdicts).filter(|((style, metric), (ratio, _))| {
        let [_, cbc, ours] = PAPER[*style][*metric];
        *ratio <= ours / cbc
    });
    let dtw = [BC, SHARED, SEPARATE, PMI].map(|method| {
        let all: Vec<f64> = (0..STYLES).map(|style| mean(&values(&setting[method], style, 0))).collect();
        format!("{:.1}", mean(&all))
    });
    format!(
        "{name}: mean DTW of BC, CBC (one network), CBC (one a style), BC-PMI: {}. BC-PMI is ahead of both CBCs in {} of \
         {} rows, in {} of them beyond noise; it is behind beyond noise in {}; its ratio to the better CBC is at most the \
         paper's in {}.",
        dtw.join(", "),
        count(&['▲', '△']),
        rows.len(),
        count(&['▲']),
        count(&['▼']),
        ratios.count()
    )
}

fn rows(setting: &str, of_setting: &[Runs]) -> Vec<Row> {
    let mut rows = Vec::new();
    for ((method, _), runs) in METHODS.iter().zip(of_setting) {
        for style in 0..STYLES {
            for (metric, (name, ..)) in METRICS.iter().enumerate() {
                let values = values(runs, style, metric);
                let of = [setting, method, &format!("style {}", style + 1), name].map(String::from).to_vec();
                rows.push(Row { of, mean: mean(&values), sd: deviation(&values), values });
            }
        }
    }
    rows
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let Arguments { world, keeping, changes, .. } = arguments;
    if world == crate::court::WORLD {
        return crate::basketball::run(arguments);
    }
    if world == "atari" {
        return crate::atari::run(arguments);
    }
    let changed: String = changes.iter().map(|change| format!("&{change}")).collect();
    let mut cells = Vec::new();
    for (_, data) in SETTINGS {
        for (_, how) in METHODS {
            let link = |seed| format!("world={world}&{how}&{data}{changed}&seed={seed}");
            cells.extend((1..=keeping.seeds).map(link));
        }
    }
    let scores = keeping.work("table", &cells, |link| scored(&mut trained(&settled(link)?)?.0, 0.0))?;
    let runs: Vec<Runs> = scores.chunks(keeping.seeds as usize).map(<[_]>::to_vec).collect();
    let settings = || SETTINGS.iter().zip(runs.chunks(METHODS.len()));
    let mut finding: Vec<String> = settings().map(|((name, _), runs)| finding(name, runs)).collect();
    finding.push(
        "Ratio: BC-PMI over the better of the two CBCs; ▲ ahead of both beyond noise (the mean difference, seed by seed, \
         exceeds two of its standard errors), △ ahead within noise, ▽ behind within noise, ▼ behind. DTW and ED, in units of the plane: the \
         policy's noise-free path to the expert's; KL, in nats: visits of 25 noisy rollouts to those of 25 noisy experts over \
         10 x 10 x 8 cells of place and direction."
            .into(),
    );
    let command = changes.iter().fold(format!("lab table {world} --seeds {}", keeping.seeds), |command, change| {
        format!("{command} --set {change}")
    });
    let report = Report {
        title: "Circle2D: BC, CBC and BC-PMI".into(),
        finding,
        command,
        data: "simulated from each seed, 25 trajectories a style for training and 5 held out".into(),
        device: DEVICE.into(),
        seeds: keeping.seeds,
        commit: commit(),
        sheets: settings().map(|((name, _), runs)| sheet(name, runs)).collect(),
        figures: vec![],
        rows: settings().flat_map(|((name, _), runs)| rows(name, runs)).collect(),
    };
    report.publish(keeping.json, keeping.out.as_deref())
}
