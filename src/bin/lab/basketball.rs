//! `lab table basketball`: how often players show the style they are asked for, and whether they still move like players.

use playground::session::catalog;

use crate::court::{Field, Score, WORLD};
use crate::measure::DEVICE;
use crate::report::{Report, Row, Sheet, commit, spread};
use crate::statistics::{below, deviation, mean};
use crate::table::Arguments;

/// Styles of play, their classes, and the paper's figures for BC, CBC, CTVAE, InfoGAIL, SORL and BC-PMI, on its own data.
const LABELS: [(&str, [&str; 3], [[f64; 6]; 3]); 2] = [
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
const PAPER: [(&str, &str); 6] = [
    ("bc", "BC"),
    ("cbc", "CBC"),
    ("ctvae", "CTVAE"),
    ("infogail", "InfoGAIL"),
    ("sorl", "SORL"),
    ("bc-pmi", "BC-PMI"),
];
/// Strengths of guidance at play time that have a row.
const GUIDED: [f32; 2] = [1.0, 2.0];
/// With less than this a classifier hardly tells rollouts from real paths.
const REALISTIC: f64 = 0.62;

/// A method with its settings, and the strengths of guidance it is played at.
struct Entry {
    name: String,
    id: String,
    how: String,
    strengths: Vec<f32>,
}

/// A row of the table: scores of every seed.
struct Line {
    name: String,
    id: String,
    scores: Vec<Score>,
}

/// Every method there is; and what guidance makes of CBC (which is BC-PMI at β = 0, with its critic) and BC-PMI.
fn entries() -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for card in catalog().methods {
        let strengths = if card.id == "bc-pmi" { [&[0.0], &GUIDED[..]].concat() } else { vec![0.0] };
        let how = format!("method={}", card.id);
        entries.push(Entry { name: card.name, id: card.id, how, strengths });
    }
    let (name, how) = ("CBC".to_string(), "method=bc-pmi&beta=0&baseline=mean".to_string());
    entries.push(Entry { name, id: "cbc".into(), how, strengths: GUIDED.to_vec() });
    entries
}

fn lines(entries: &[Entry], cells: &[Vec<Score>], seeds: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for (entry, of_entry) in entries.iter().zip(cells.chunks(seeds)) {
        for (index, strength) in entry.strengths.iter().enumerate() {
            let guided = *strength > 0.0;
            let name = if guided { format!("{}, guided at {strength}", entry.name) } else { entry.name.clone() };
            let scores = of_entry.iter().filter_map(|cell| cell.get(index).cloned()).collect();
            lines.push(Line { name, id: if guided { String::new() } else { entry.id.clone() }, scores });
        }
    }
    lines.sort_by_key(|line| line.id.is_empty());
    lines
}

fn over_seeds(line: &Line, of: impl Fn(&Score) -> f64) -> Vec<f64> {
    line.scores.iter().map(of).collect()
}

fn class(line: &Line, class: usize) -> Vec<f64> {
    over_seeds(line, |score| score.calibration.get(class).copied().unwrap_or(f64::NAN))
}

/// The figures of motion that stand beside every row: (name, value, places).
fn figures(score: &Score) -> [(&'static str, f64, usize); 8] {
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

fn realism(line: &Line) -> Vec<String> {
    let auc = over_seeds(line, |score| score.auc);
    let mut cells = vec![spread(mean(&auc), deviation(&auc), 3)];
    let names = line.scores.first().map(figures).into_iter().flatten();
    cells.extend(names.enumerate().map(|(index, (_, _, places))| {
        let values = over_seeds(line, |score| figures(score)[index].1);
        format!("{:.places$}", mean(&values))
    }));
    cells
}

fn sheet(label: usize, lines: &[Line], real: &Line) -> Sheet {
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
        let column = PAPER.iter().position(|(id, _)| *id == line.id);
        row.push(column.map_or(String::new(), |column| paper.map(|of_class| of_class[column].to_string()).join(" / ")));
        row.extend(realism(line));
        rows.push(row);
    }
    let mut row = vec![real.name.clone()];
    row.extend(std::iter::repeat_n(String::new(), 4));
    row.extend(realism(real));
    rows.push(row);
    Sheet { caption: format!("Style calibration by {name}, and realism"), head, rows }
}

fn findings(label: usize, lines: &[Line]) -> Vec<String> {
    let (name, classes, paper) = LABELS[label];
    let found = |id: &str| lines.iter().find(|line| line.id == id);
    let shares = |line: &Line| {
        let means: Vec<String> = (0..3).map(|index| format!("{:.1}", mean(&class(line, index)))).collect();
        format!("{} %", means.join(" / "))
    };
    let mut sentences = Vec::new();
    if let (Some(ours), Some(cbc)) = (found("bc-pmi"), found("cbc")) {
        let against = |index: usize| below(&class(cbc, index), &class(ours, index));
        let ahead = (0..3).filter(|index| against(*index).0 > 0.0).count();
        let beyond = (0..3).filter(|index| matches!(against(*index), (difference, true) if difference > 0.0)).count();
        sentences.push(format!(
            "{name} ({}): CBC {}, BC-PMI {}; BC-PMI is ahead in {ahead} of 3 classes, in {beyond} of them beyond noise.",
            classes.join(", "),
            shares(cbc),
            shares(ours)
        ));
    }
    let beats = |line: &&Line| {
        let above = (0..3).all(|index| mean(&class(line, index)) > paper[index][5]);
        above && mean(&over_seeds(line, |score| score.auc)) < REALISTIC
    };
    let worst = |line: &&Line| (0..3).map(|index| mean(&class(line, index)) - paper[index][5]).fold(f64::MAX, f64::min);
    let better: Vec<&Line> = lines.iter().filter(beats).collect();
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

fn rows(label: usize, lines: &[Line], real: &Line) -> Vec<Row> {
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
            let at = |score: &Score| score.motion.rows().get(index).map_or(f64::NAN, |(_, value)| f64::from(*value));
            push(name, over_seeds(line, at));
        }
    }
    rows
}

/// The strengths of guidance that a cell names last.
fn strengths(cell: &str) -> Vec<f32> {
    let named = cell.rsplit_once("&strength=").map_or("0", |(_, named)| named);
    named.split('_').filter_map(|strength| strength.parse().ok()).collect()
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let Arguments { keeping, changes, data, .. } = arguments;
    let field = Field::new(data.as_deref())?;
    let changed: String = changes.iter().map(|change| format!("&{change}")).collect();
    let (entries, seeds) = (entries(), keeping.seeds as usize);
    let mut cells: Vec<String> = (1..=keeping.seeds).map(|judge| format!("real {judge}")).collect();
    for (label, ..) in LABELS {
        for Entry { how, strengths, .. } in &entries {
            let strengths = strengths.iter().map(f32::to_string).collect::<Vec<_>>().join("_");
            let from = &field.link;
            let link =
                |seed| format!("world={WORLD}&{from}&label={label}&{how}{changed}&seed={seed}&strength={strengths}");
            cells.extend((1..=keeping.seeds).map(link));
        }
    }
    let scores = keeping.work(WORLD, &cells, |cell| match cell.strip_prefix("real ") {
        Some(judge) => Ok(vec![field.real(judge.parse().unwrap_or(1))]),
        None => field.score(cell, &strengths(cell)),
    })?;
    let (of_real, scores) = scores.split_at(seeds);
    let real = Line { name: "real paths".into(), id: String::new(), scores: of_real.concat() };
    let labels: Vec<Vec<Line>> =
        scores.chunks(entries.len() * seeds).map(|cells| lines(&entries, cells, seeds)).collect();
    let each = || labels.iter().enumerate();
    let mut finding: Vec<String> = each().flat_map(|(label, lines)| findings(label, lines)).collect();
    finding.push(HOW_TO_READ.into());
    let given = data.as_ref().map_or(String::new(), |_| " --data datasets/local/nba.pack".into());
    let command = format!("lab table {WORLD}{given} --seeds {seeds}");
    let report = Report {
        title: "Basketball: style calibration and realism".into(),
        finding,
        command: changes.iter().fold(command, |command, change| format!("{command} --set {change}")),
        data: field.about.clone(),
        device: DEVICE.into(),
        seeds: keeping.seeds,
        commit: commit(),
        sheets: each().map(|(label, lines)| sheet(label, lines, &real)).collect(),
        figures: vec![],
        rows: each().flat_map(|(label, lines)| rows(label, lines, &real)).collect(),
    };
    report.publish(keeping.json, keeping.out.as_deref())
}

const HOW_TO_READ: &str = "Calibration: from every start of the held-out games each style is played once, with drawn actions, \
    and counted where the path shows it. Guided: several candidate actions are drawn at every step and one is chosen in \
    proportion to e^(β·pmi); CBC is guided by the critic of BC-PMI. AUC: a classifier of points, velocities, their changes and \
    turns, trained on training games and judged on held-out ones, is told to tell rollouts from real paths; each rollout \
    has the start and the style of a real path; 0.5 is a guess. The paper's figures are of its own data.";
