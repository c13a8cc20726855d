//! The Atari games' rows as tables, sentences and numbers.

use engine::methods::id;

use crate::atari::GameScores;
use crate::measure::PAPER_METHODS;
use crate::report::{Row, Sheet, spread};
use crate::statistics::{deviation, differ, mean};

/// A style of a game.
pub struct Label {
    pub world: &'static str,
    pub id: &'static str,
    pub name: &'static str,
    /// None for the game of our own.
    paper: Option<Paper>,
}

/// The paper's figures: calibration of BC, CBC, CTVAE, InfoGAIL, SORL and BC-PMI; the score of BC, and of BC-PMI style by
/// style.
struct Paper {
    calibration: [f64; 6],
    bc_score: f64,
    scores: &'static [f64],
}

/// A game in the paper: its world, and the score of BC.
type PaperGame = (&'static str, f64);

const ALIEN: PaperGame = ("alien", 460.5);
const MS_PACMAN: PaperGame = ("ms_pacman", 701.5);
const SPACE_INVADERS: PaperGame = ("space_invaders", 208.2);

const fn label(
    (world, bc_score): PaperGame,
    id: &'static str,
    name: &'static str,
    calibration: [f64; 6],
    scores: &'static [f64],
) -> Label {
    Label { world, id, name, paper: Some(Paper { calibration, bc_score, scores }) }
}

/// A label of our own game, which the paper does not have.
const fn of_ours(id: &'static str, name: &'static str) -> Label {
    Label { world: "magpie", id, name, paper: None }
}

/// BC-PMI among the paper's methods.
const OURS: usize = 5;

pub const LABELS: [Label; 9] = [
    label(ALIEN, "area", "Alien, area", [0.23, 0.43, 0.52, 0.34, 0.31, 0.61], &[416.0, 432.0, 500.3, 496.1]),
    label(ALIEN, "range", "Alien, range", [0.31, 0.51, 0.57, 0.31, 0.27, 0.55], &[440.0, 501.2, 423.2]),
    label(MS_PACMAN, "area", "Ms. Pac-Man, area", [0.17, 0.48, 0.55, 0.33, 0.27, 0.57], &[665.4, 803.5, 674.3, 666.2]),
    label(MS_PACMAN, "range", "Ms. Pac-Man, range", [0.33, 0.53, 0.61, 0.29, 0.30, 0.56], &[636.1, 759.5, 738.3]),
    label(SPACE_INVADERS, "area", "Space Invaders, area", [0.36, 0.71, 0.66, 0.41, 0.37, 0.83], &[178.9, 187.0, 200.2]),
    label(
        SPACE_INVADERS,
        "fire_rate",
        "Space Invaders, fire rate",
        [0.27, 0.41, 0.47, 0.36, 0.34, 0.51],
        &[94.8, 207.9, 270.6],
    ),
    of_ours("area", "Magpie, area"),
    of_ours("range", "Magpie, range"),
    of_ours("boldness", "Magpie, boldness"),
];

impl Label {
    /// Calibration of the paper's BC-PMI.
    fn papers_bc_pmi(&self) -> Option<f64> {
        self.paper.as_ref().map(|paper| paper.calibration[OURS])
    }
}

/// One method in one style of one game: scores of every seed.
pub struct GameMethodScores {
    pub label: usize,
    pub id: String,
    pub name: String,
    pub scores: Vec<GameScores>,
}

impl GameMethodScores {
    fn label(&self) -> &'static Label {
        &LABELS[self.label]
    }

    /// Over the seeds, the mean over the styles.
    fn calibration(&self) -> Vec<f64> {
        self.scores.iter().map(|score| mean(&score.calibration)).collect()
    }

    /// Whether it calibrates better than the paper's BC-PMI.
    fn beats_paper(&self) -> bool {
        self.label().papers_bc_pmi().is_some_and(|paper| mean(&self.calibration()) > paper)
    }

    fn information(&self) -> Vec<f64> {
        self.scores.iter().filter_map(|score| score.mi).collect()
    }

    fn reward(&self, style: usize) -> Vec<f64> {
        self.scores.iter().filter_map(|score| score.rewards.get(style).copied()).collect()
    }

    fn styles(&self) -> usize {
        self.scores.first().map_or(0, |score| score.calibration.len())
    }
}

fn cell(values: &[f64], places: usize) -> String {
    if values.is_empty() { String::new() } else { spread(mean(values), deviation(values), places) }
}

fn heads(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_string()).collect()
}

fn of<'a>(lines: &'a [GameMethodScores], label: usize, id: &str) -> Option<&'a GameMethodScores> {
    lines.iter().find(|line| line.label == label && line.id == id)
}

pub fn mi_sheet(lines: &[GameMethodScores]) -> Sheet {
    let informed = lines.iter().filter(|line| !line.information().is_empty());
    let row = |line: &GameMethodScores| {
        let most = (line.styles() as f64).ln();
        vec![line.label().name.into(), line.name.clone(), cell(&line.information(), 3), format!("{most:.3}")]
    };
    Sheet {
        caption: "Information between pairs and style, nats".into(),
        head: heads(&["style", "method", "held out, nats", "at most (ln K), nats"]),
        rows: informed.map(row).collect(),
        ahead: vec![],
    }
}

pub fn sheet(lines: &[GameMethodScores]) -> Sheet {
    let row = |line: &GameMethodScores| {
        let column = PAPER_METHODS.iter().position(|id| *id == line.id);
        let paper = column.zip(line.label().paper.as_ref()).map(|(column, paper)| paper.calibration[column]);
        let styles: Vec<String> = (0..line.styles())
            .map(|style| {
                let shares: Vec<f64> =
                    line.scores.iter().filter_map(|score| score.calibration.get(style).copied()).collect();
                format!("{:.2}", mean(&shares))
            })
            .collect();
        let paper = paper.map_or(String::new(), |share| format!("{share:.2}"));
        vec![line.label().name.into(), line.name.clone(), cell(&line.calibration(), 2), styles.join(" / "), paper]
    };
    Sheet {
        caption: "Style calibration, share of rollouts".into(),
        head: heads(&["style", "method", "calibration", "style by style", "paper"]),
        rows: lines.iter().map(row).collect(),
        ahead: lines.iter().map(|line| if line.beats_paper() { vec![2] } else { vec![] }).collect(),
    }
}

pub fn reward_sheet(lines: &[GameMethodScores]) -> Sheet {
    let row = |line: &GameMethodScores| {
        let rewards: Vec<String> = (0..line.styles()).map(|style| cell(&line.reward(style), 0)).collect();
        let paper = match (line.id.as_str(), &line.label().paper) {
            (id::BC, Some(paper)) => paper.bc_score.to_string(),
            (id::BC_PMI, Some(paper)) => paper.scores.iter().map(f64::to_string).collect::<Vec<_>>().join(" / "),
            _ => String::new(),
        };
        vec![line.label().name.into(), line.name.clone(), rewards.join(" / "), paper]
    };
    Sheet {
        caption: "Score of whole games, style by style, points".into(),
        head: heads(&["style", "method", "score", "paper"]),
        rows: lines.iter().filter(|line| !line.reward(0).is_empty()).map(row).collect(),
        ahead: vec![],
    }
}

pub fn findings(lines: &[GameMethodScores]) -> Vec<String> {
    let mut sentences: Vec<String> = (0..LABELS.len()).filter_map(|label| calibrated(lines, label)).collect();
    sentences.extend(guided(lines));
    let information = |label: usize| of(lines, label, id::BC_PMI).map(|line| mean(&line.information()));
    let pacman = |id: &str| LABELS.iter().position(|label| label.world == MS_PACMAN.0 && label.id == id);
    if let [Some(Some(area)), Some(Some(range))] = ["area", "range"].map(|id| pacman(id).map(information)) {
        let order = if area > range { "above" } else { "not above" };
        sentences.push(format!(
            "Ms. Pac-Man: area tells {area:.2} nats, range {range:.2}: area is {order} range (in the paper it is above)."
        ));
    }
    let fire = LABELS.iter().position(|label| label.id == "fire_rate");
    if let Some(line) = fire.and_then(|label| of(lines, label, id::BC_PMI)) {
        let rewards: Vec<f64> = (0..line.styles()).map(|style| mean(&line.reward(style))).collect();
        let rising = if rewards.is_sorted() { "rises" } else { "does not rise" };
        let listed: Vec<String> = rewards.iter().map(|reward| format!("{reward:.0}")).collect();
        sentences.push(format!("Space Invaders: BC-PMI's score {rising} with the fire rate: {}.", listed.join(", ")));
    }
    sentences
}

fn calibrated(lines: &[GameMethodScores], label: usize) -> Option<String> {
    let [ours, cbc] = [id::BC_PMI, id::CBC].map(|id| of(lines, label, id).map(GameMethodScores::calibration));
    let (ours, cbc) = (ours?, cbc?);
    let differences: Vec<f64> = ours.iter().zip(&cbc).map(|(ours, cbc)| ours - cbc).collect();
    let (difference, beyond) = differ(&differences);
    let order = match (difference > 0.0, beyond) {
        (true, true) => "above CBC beyond noise",
        (true, false) => "above CBC within noise",
        (false, true) => "below CBC beyond noise",
        (false, false) => "not above CBC, within noise",
    };
    let against = LABELS[label].papers_bc_pmi().map_or(String::new(), |paper| {
        let order = if mean(&ours) > paper { "above" } else { "not above" };
        format!(", and {order} the paper's BC-PMI ({paper:.2})")
    });
    Some(format!(
        "{}: BC-PMI calibrates at {:.2}, CBC at {:.2}: {order}{against}.",
        LABELS[label].name,
        mean(&ours),
        mean(&cbc)
    ))
}

/// One sentence per strength of guidance.
fn guided(lines: &[GameMethodScores]) -> Vec<String> {
    let mut names: Vec<&str> = lines.iter().filter(|line| line.id.is_empty()).map(|line| line.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let sentence = |name: &str| {
        let own: Vec<&GameMethodScores> =
            lines.iter().filter(|line| line.name == name && line.label().paper.is_some()).collect();
        let above = own.iter().filter(|line| line.beats_paper()).count();
        let listed: Vec<String> = own
            .iter()
            .map(|line| {
                format!(
                    "{} {:.2} ({:.2})",
                    line.label().name,
                    mean(&line.calibration()),
                    line.label().papers_bc_pmi().unwrap_or_default()
                )
            })
            .collect();
        format!("{name}, above the paper's BC-PMI (in brackets) in {above} of {}: {}.", own.len(), listed.join("; "))
    };
    names.into_iter().map(sentence).collect()
}

/// Every number behind the tables.
pub fn rows(line: &GameMethodScores) -> Vec<Row> {
    let row = |what: String, values: Vec<f64>| Row {
        of: vec![line.label().name.into(), line.name.clone(), what],
        mean: mean(&values),
        sd: deviation(&values),
        values,
    };
    let mut rows = vec![
        row("calibration".into(), line.calibration()),
        row("information held out, nats".into(), line.information()),
    ];
    rows.extend((0..line.styles()).map(|style| row(format!("score, style {}", style + 1), line.reward(style))));
    rows
}
