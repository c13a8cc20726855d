//! Basketball's rows as a table, sentences and numbers.

use engine::methods::id;

use crate::court::CourtScores;
use crate::measure::PAPER_METHODS;
use crate::report::{Row, Sheet, spread};
use crate::statistics::{deviation, differ, mean};

/// The paper's figures for BC, CBC, CTVAE, InfoGAIL, SORL and BC-PMI, on its own data; one row per class.
type Published = [[f64; 6]; 3];

/// Styles of play, their classes, and what was published.
pub const LABELS: [(&str, [&str; 3], Published); 2] = [
    (
        "destination",
        ["near", "mid", "far"],
        [
            [31.1, 81.6, 78.3, 79.6, 80.9, 93.3],
            [42.7, 84.4, 81.2, 75.5, 76.1, 92.7],
            [19.4, 73.1, 77.8, 74.5, 79.5, 89.8],
        ],
    ),
    (
        "curvature",
        ["straight", "bending", "winding"],
        [
            [17.1, 67.3, 58.4, 60.9, 51.6, 79.4],
            [30.6, 66.2, 58.7, 57.2, 49.4, 80.9],
            [41.8, 71.6, 62.1, 62.7, 53.8, 81.6],
        ],
    ),
];
/// Below this AUC a classifier hardly separates rollouts from real paths.
const REALISTIC: f64 = 0.62;

/// One method's scores for every seed: a row of the table.
pub struct CourtMethodScores {
    pub name: String,
    /// The method's id where it is not guided; empty where it is, since the paper has no counterpart.
    pub id: String,
    pub scores: Vec<CourtScores>,
}

fn over_seeds(line: &CourtMethodScores, of: impl Fn(&CourtScores) -> f64) -> Vec<f64> {
    line.scores.iter().map(of).collect()
}

fn class(line: &CourtMethodScores, class: usize) -> Vec<f64> {
    over_seeds(line, |score| score.calibration.get(class).copied().unwrap_or(f64::NAN))
}

/// The figures of motion that stand beside every row: (name, value, places).
fn figures(score: &CourtScores) -> [(&'static str, f64, usize); 8] {
    let motion = &score.motion;
    let [s5, s25, s50, _, s95] = motion.speed.map(f64::from);
    let [d5, _, d50, _, d95] = motion.displacement.map(f64::from);
    [
        ("speed 5 %, ft/s", s5, 2),
        ("25 %", s25, 2),
        ("50 %", s50, 2),
        ("95 %", s95, 1),
        ("displacement 5 %, ft", d5, 1),
        ("50 %", d50, 1),
        ("95 %", d95, 1),
        ("still, %", 100.0 * f64::from(motion.still), 1),
    ]
}

fn realism(line: &CourtMethodScores) -> Vec<String> {
    let auc = over_seeds(line, |score| score.auc);
    let mut cells = vec![spread(mean(&auc), deviation(&auc), 3)];
    let names = line.scores.first().map(figures).into_iter().flatten();
    cells.extend(names.enumerate().map(|(index, (_, _, places))| {
        let values = over_seeds(line, |score| figures(score)[index].1);
        format!("{:.places$}", mean(&values))
    }));
    cells
}

pub fn sheet(label: usize, lines: &[CourtMethodScores], real: &CourtMethodScores) -> Sheet {
    let (name, classes, paper) = LABELS[label];
    let mut head = vec!["method".to_string()];
    head.extend(classes.iter().map(|class| format!("{class}, %")));
    head.push("paper, %".into());
    head.push("AUC".into());
    head.extend(real.scores.first().map(figures).into_iter().flatten().map(|(name, ..)| name.to_string()));
    let mut rows = Vec::new();
    for line in lines {
        let mut row = vec![line.name.clone()];
        row.extend((0..3).map(|index| {
            let values = class(line, index);
            spread(mean(&values), deviation(&values), 1)
        }));
        let column = PAPER_METHODS.iter().position(|id| *id == line.id);
        row.push(column.map_or(String::new(), |column| paper.map(|of_class| of_class[column].to_string()).join(" / ")));
        row.extend(realism(line));
        rows.push(row);
    }
    let mut row = vec![real.name.clone()];
    row.extend(std::iter::repeat_n(String::new(), 4));
    row.extend(realism(real));
    rows.push(row);
    Sheet {
        caption: format!("Style calibration by {name}, and realism"),
        head,
        rows,
        ahead: lines.iter().map(|line| ahead(line, &paper)).collect(),
    }
}

/// The columns in which a row is above the paper's BC-PMI, or moves like a player.
fn ahead(line: &CourtMethodScores, paper: &[[f64; 6]; 3]) -> Vec<usize> {
    let mut columns: Vec<usize> =
        (0..3).filter(|index| mean(&class(line, *index)) > paper[*index][5]).map(|at| at + 1).collect();
    if mean(&over_seeds(line, |score| score.auc)) < REALISTIC {
        columns.push(5);
    }
    columns
}

pub fn findings(label: usize, lines: &[CourtMethodScores]) -> Vec<String> {
    let (name, classes, paper) = LABELS[label];
    let found = |id: &str| lines.iter().find(|line| line.id == id);
    let shares = |line: &CourtMethodScores| {
        let means: Vec<String> = (0..3).map(|index| format!("{:.1}", mean(&class(line, index)))).collect();
        format!("{} %", means.join(" / "))
    };
    let mut sentences = Vec::new();
    if let (Some(ours), Some(cbc)) = (found(id::BC_PMI), found(id::CBC)) {
        let against = |index: usize| {
            let seeds = class(ours, index).into_iter().zip(class(cbc, index));
            differ(&seeds.map(|(ours, cbc)| ours - cbc).collect::<Vec<_>>())
        };
        let ahead = (0..3).filter(|index| against(*index).0 > 0.0).count();
        let beyond = (0..3).filter(|index| matches!(against(*index), (difference, true) if difference > 0.0)).count();
        sentences.push(format!(
            "{name} ({}): CBC {}, BC-PMI {}; BC-PMI is ahead in {ahead} of 3 classes, in {beyond} of them beyond noise.",
            classes.join(", "),
            shares(cbc),
            shares(ours)
        ));
    }
    let beats = |line: &&CourtMethodScores| {
        let above = (0..3).all(|index| mean(&class(line, index)) > paper[index][5]);
        above && mean(&over_seeds(line, |score| score.auc)) < REALISTIC
    };
    let worst = |line: &&CourtMethodScores| {
        (0..3).map(|index| mean(&class(line, index)) - paper[index][5]).fold(f64::MAX, f64::min)
    };
    let better: Vec<&CourtMethodScores> = lines.iter().filter(beats).collect();
    let best = better.iter().copied().max_by(|a, b| worst(a).total_cmp(&worst(b)));
    sentences.push(match best {
        Some(line) => format!(
            "{name}: above the paper's BC-PMI in every class with an AUC under {REALISTIC}: {} of {} rows, the best of them {} \
             ({}, AUC {:.3}).",
            better.len(),
            lines.len(),
            line.name,
            shares(line),
            mean(&over_seeds(line, |score| score.auc))
        ),
        None => format!("{name}: no row is above the paper's BC-PMI in every class with an AUC under {REALISTIC}."),
    });
    sentences
}

pub fn rows(label: usize, lines: &[CourtMethodScores], real: &CourtMethodScores) -> Vec<Row> {
    let mut rows = Vec::new();
    for line in lines.iter().chain([real]) {
        let mut push = |metric: &str, values: Vec<f64>| {
            let of = [LABELS[label].0, &line.name, metric].map(String::from).to_vec();
            rows.push(Row { of, mean: mean(&values), sd: deviation(&values), values });
        };
        for (index, name) in LABELS[label].1.iter().enumerate() {
            if line.scores.iter().all(|score| score.calibration.len() > index) {
                push(&format!("calibration, %, {name}"), class(line, index));
            }
        }
        push("AUC", over_seeds(line, |score| score.auc));
        let motion = line.scores.first().map(|score| score.motion.rows()).unwrap_or_default();
        for (index, (name, _)) in motion.iter().enumerate() {
            let at =
                |score: &CourtScores| score.motion.rows().get(index).map_or(f64::NAN, |(_, value)| f64::from(*value));
            push(name, over_seeds(line, at));
        }
    }
    rows
}
