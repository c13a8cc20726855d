//! `lab table basketball`: how often agents show the requested style, and whether they still move like players.

use engine::methods::id;
use engine::session::catalog;

use crate::basketball_tables::{CourtMethodScores, LABELS, findings, rows, sheet};
use crate::cells::Stop;
use crate::court::{CourtPaths, WORLD};
use crate::measure::{AS_IN_PAPER, given_labels, paper_in};
use crate::messages::say;
use crate::report::Report;
use crate::table::{REAL, TableRequest};

/// Strengths of guidance: beyond two, players no longer move like players.
const GUIDED: [f32; 4] = [0.5, 1.0, 1.5, 2.0];

/// A method with its settings, and the strengths of guidance it is played at.
struct MethodSetting {
    name: String,
    id: String,
    how: String,
    strengths: Vec<f32>,
}

/// Every method; BC-PMI by the paper's recipe; methods that find styles, given the labels; and BC-PMI and CBC (which is BC-PMI at
/// β = 0, with its critic) with guidance.
fn entries(guided: &[f32]) -> Vec<MethodSetting> {
    let entry = |name: &str, id: &str, how: String, strengths: &[f32]| MethodSetting {
        name: name.into(),
        id: id.into(),
        how,
        strengths: strengths.to_vec(),
    };
    let mut entries = Vec::new();
    for card in &catalog().methods {
        let strengths = if card.id == id::BC_PMI { [&[0.0], guided].concat() } else { vec![0.0] };
        entries.push(entry(&say(&card.name), &card.id, format!("method={}", card.id), &strengths));
    }
    entries.push(entry(AS_IN_PAPER, "", paper_in(WORLD), &[0.0]));
    entries.extend(given_labels().into_iter().map(|(name, _, how)| entry(&name, "", how, &[0.0])));
    entries.push(entry("CBC", id::CBC, "method=bc-pmi&beta=0&baseline=mean".into(), guided));
    entries
}

/// The runs of one label and method: their link without the seed.
struct CourtRunPlan<'a> {
    label: usize,
    entry: &'a MethodSetting,
    link: String,
}

impl CourtRunPlan<'_> {
    fn cell(&self, seed: u64) -> String {
        let strengths: Vec<String> = self.entry.strengths.iter().map(f32::to_string).collect();
        format!("{}&seed={seed}&strength={}", self.link, strengths.join("_"))
    }

    fn lines(&self, cells: &[Vec<crate::court::CourtScores>]) -> Vec<CourtMethodScores> {
        let line = |(index, strength): (usize, &f32)| {
            let MethodSetting { name, id, .. } = self.entry;
            let scores = cells.iter().filter_map(|cell| cell.get(index).cloned()).collect();
            match *strength > 0.0 {
                true => CourtMethodScores { name: format!("{name}, guided at {strength}"), id: String::new(), scores },
                false => CourtMethodScores { name: name.clone(), id: id.clone(), scores },
            }
        };
        self.entry.strengths.iter().enumerate().map(line).collect()
    }
}

/// The strengths of guidance that a cell names last.
fn strengths(cell: &str) -> Vec<f32> {
    let named = cell.rsplit_once("&strength=").map_or("0", |(_, named)| named);
    named.split('_').filter_map(|strength| strength.parse().ok()).collect()
}

pub fn report(request: &TableRequest) -> Result<Report, Stop> {
    let TableRequest { options, data, .. } = *request;
    let (court, entries, seeds) = (CourtPaths::new(data)?, entries(request.guided(&GUIDED)), options.seeds as usize);
    let changed = request.changed();
    let mut plans = Vec::new();
    for (label, (id, ..)) in LABELS.iter().enumerate() {
        for entry in &entries {
            let link = format!("world={WORLD}&{}&label={id}&{}{changed}", court.link, entry.how);
            plans.push(CourtRunPlan { label, entry, link });
        }
    }
    plans.retain(|plan| request.wants(&plan.link));
    let mut cells: Vec<String> = options.range().map(|judge| format!("real {judge}")).collect();
    cells.extend(plans.iter().flat_map(|plan| options.range().map(|seed| plan.cell(seed))));
    let scores = options.work(WORLD, &cells, |cell| match cell.strip_prefix("real ") {
        Some(judge) => Ok(vec![court.real(judge.parse().unwrap_or(1))]),
        None => court.score(cell, &strengths(cell)),
    })?;
    let (of_real, scores) = scores.split_at(seeds);
    let real = CourtMethodScores { name: "real paths".into(), id: String::new(), scores: of_real.concat() };
    let of_label = |label: usize| {
        let mine = plans.iter().zip(scores.chunks(seeds)).filter(|(plan, _)| plan.label == label);
        let mut lines: Vec<CourtMethodScores> = mine.flat_map(|(plan, cells)| plan.lines(cells)).collect();
        lines.sort_by_key(|line| line.id.is_empty());
        (label, lines)
    };
    let labels: Vec<(usize, Vec<CourtMethodScores>)> =
        (0..LABELS.len()).map(of_label).filter(|(_, lines)| !lines.is_empty()).collect();
    let mut finding: Vec<String> = labels.iter().flat_map(|(label, lines)| findings(*label, lines)).collect();
    finding.push(HOW_TO_READ.into());
    let given = if data.is_some() { format!(" --data datasets/{REAL}") } else { String::new() };
    Ok(Report {
        finding,
        sheets: labels.iter().map(|(label, lines)| sheet(*label, lines, &real)).collect(),
        rows: labels.iter().flat_map(|(label, lines)| rows(*label, lines, &real)).collect(),
        ..Report::new(
            "Basketball: style calibration and realism",
            format!("{}{given}", request.command(WORLD)),
            &court.about,
            options,
        )
    })
}

const HOW_TO_READ: &str = "Calibration: from every start of the held-out games each style is played once, with drawn actions, \
    and counted where the path shows it. Guided: several candidate actions are drawn at every step and one is chosen in \
    proportion to e^(γ·pmi); CBC is guided by the critic of BC-PMI. AUC: a classifier of points, velocities, their changes and \
    turns, trained on training games and judged on held-out ones, is told to tell rollouts from real paths; each rollout \
    has the start and the style of a real path; 0.5 is a guess. The paper's figures are of its own data. SORL and \
    InfoGAIL find styles without labels: theirs are counted after the best one-to-one matching of codes to labels. Marked \
    as ahead: above the paper's BC-PMI, and an AUC under 0.62.";
