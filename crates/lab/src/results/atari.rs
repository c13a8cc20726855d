//! The Atari games, each a section of its own: calibration, information and score.

use engine::session::catalog;
use protocol::WorldCard;
use protocol::knobs::sees::{SEES, Sees};

use super::aggregate::{TableQuantity, Together};
use super::article::{Article, Link};
use super::axis::{Axis, Scale};
use super::dot::Dot;
use super::dot_plot::{Best, DotPlot};
use super::html::list;
use super::methods::all;
use super::numbers::{cell, names, parts, pooled, values};
use super::page::GAMES;
use super::table::table;
use crate::atari_tables::{LABELS, Label};
use crate::measure::settled;
use crate::messages::say;
use crate::report::{Report, Sheet};
use crate::statistics::{LEVEL, holm, mean, p_value};

const CALIBRATION: &str = "calibration";
const INFORMATION: &str = "information held out, nats";
const OURS: &str = "BC-PMI";

pub fn articles(report: &Report) -> Vec<Article> {
    let [information, calibration, score] = &report.sheets[..] else { return super::other::articles(report) };
    let settings = report.settings();
    let mut articles = Vec::new();
    for world in &catalog().worlds {
        let measured =
            |label: &&Label| label.world == world.id && report.rows.iter().any(|row| row.of[0] == label.name);
        let labels: Vec<&Label> = LABELS.iter().filter(measured).collect();
        if labels.is_empty() {
            continue;
        }
        let (ours, begins) = as_played(report, world, &settings);
        let game = GameReport { report, labels, settings: &settings, ours, begins };
        articles.push(game.calibration(calibration));
        articles.push(game.information(information));
        articles.push(game.score(score));
    }
    // All methods of several games, where they were measured.
    if all().iter().all(|(_, name)| report.rows.iter().any(|row| row.of[1] == *name)) {
        articles.extend(together(report));
    }
    articles
}

/// All games in a section of their own: a single one has too few rows.
fn together(report: &Report) -> Option<Article> {
    let quantity = TableQuantity {
        name: "calibration",
        unit: "share of rollouts in the requested style",
        distance: false,
        places: 2,
    };
    Together { report, section: GAMES, quantity, wanted: |of| of.last().is_some_and(|what| what == CALIBRATION) }
        .article()
}

/// One game's part of the report.
struct GameReport<'a> {
    report: &'a Report,
    labels: Vec<&'static Label>,
    /// What all its runs have, as the end of a link.
    settings: &'a str,
    /// BC-PMI as the page plays it: the name of its rows, and how sentences about it begin.
    ours: String,
    begins: String,
}

/// BC-PMI at the style strength that the page plays with, where the report has it; else without guidance.
fn as_played(report: &Report, world: &WorldCard, settings: &str) -> (String, String) {
    let run = settled(&format!("world={}{settings}", world.id));
    let strength = run.map_or(world.strength, |run| world.strength_of(&run.knobs));
    let name = format!("{OURS}, guided at {strength}");
    let measured = report.rows.iter().any(|row| row.of[1] == name);
    match measured && seen(settings) != Sees::Memory {
        true => (name, format!("Guided at {strength}, ")),
        false => (OURS.into(), String::new()),
    }
}

/// What the players of a report see.
fn seen(settings: &str) -> Sees {
    let named = |sees: &Sees| settings.contains(&format!("&{}={}", SEES.id(), SEES.word(*sees)));
    [Sees::Memory, Sees::Picture].into_iter().find(named).unwrap_or(Sees::Surroundings)
}

/// The end of the id and of the title of articles: those of players that know their surroundings have none.
fn endings(sees: Sees) -> (&'static str, &'static str) {
    match sees {
        Sees::Surroundings => ("", ""),
        Sees::Memory => ("-memory", ", players that observe the memory"),
        Sees::Picture => ("-picture", ", players that see the picture"),
    }
}

/// “Alien, area” without the game.
fn short(label: &Label) -> &str {
    label.name.rsplit(", ").next().unwrap_or(label.name)
}

impl GameReport<'_> {
    fn article(&self, id: &str, title: &str, sheet: &Sheet) -> Article {
        let world = self.labels.first().map_or("", |label| label.world);
        let (suffix, who) = endings(seen(self.settings));
        let mut article = Article::new(self.report, world, &format!("{id}{suffix}"), format!("{title}{who}"));
        let own = |row: &[String]| self.labels.iter().any(|label| row.first().is_some_and(|name| name == label.name));
        article.tables = vec![table(sheet, 2, own)];
        for label in &self.labels {
            let measured = |name: &str| self.report.rows.iter().any(|row| row.of[0] == label.name && row.of[1] == name);
            for (method, name) in all().into_iter().filter(|(_, name)| measured(name)) {
                let (world, id, seed) = (label.world, label.id, self.report.first_seed);
                let query = format!("world={world}&label={id}&method={method}&seed={seed}{}", self.settings);
                article.links.push(Link { name: format!("{name} by {}", short(label)), method: Some(method), query });
            }
        }
        article
    }

    fn calibration(&self, sheet: &Sheet) -> Article {
        let mut article = self.article("calibration", "Style calibration", sheet);
        article.figures = self.labels.iter().map(|label| self.shares(sheet, label).figure()).collect();
        let each: Vec<String> = self.labels.iter().filter_map(|label| self.against(sheet, label)).collect();
        article.finding = format!("{}BC-PMI's rollouts show the requested style in {}.", self.begins, list(&each));
        article.reading = self.report.finding.last().cloned().unwrap_or_default();
        article
    }

    fn shares(&self, sheet: &Sheet, label: &Label) -> DotPlot {
        let methods = names(self.report, 1, |of| of[0] == label.name && of[2] == CALIBRATION);
        let dot = |method: &String| {
            let published = published(sheet, label, method).first().copied();
            Dot::new(method.clone(), &values(self.report, &[label.name, method, CALIBRATION]), published)
        };
        DotPlot {
            title: format!("By {}", short(label)),
            unit: "share of rollouts in the requested style".into(),
            axis: Axis::linear(0.0, 1.0),
            best: Best::Highest,
            places: 2,
            other: "paper",
            dots: methods.iter().map(dot).collect(),
        }
    }

    /// BC-PMI against CBC, seed by seed, and against the paper's BC-PMI.
    fn against(&self, sheet: &Sheet, label: &Label) -> Option<String> {
        let [ours, cbc] = [&self.ours, "CBC"].map(|method| values(self.report, &[label.name, method, CALIBRATION]));
        let papers = published(sheet, label, OURS).first().map(|share| 100.0 * share);
        if ours.is_empty() {
            return None;
        }
        if cbc.is_empty() {
            let beside = papers.map(|papers| format!(" (the paper's BC-PMI {papers:.0} %)")).unwrap_or_default();
            return Some(format!("{:.0} % by {}{beside}", 100.0 * mean(&ours), short(label)));
        }
        let order = match (mean(&ours) > mean(&cbc), beyond_noise(self.report, &self.ours, label)) {
            (true, true) => "above it beyond noise",
            (true, false) => "above it within noise",
            (false, true) => "below it beyond noise",
            (false, false) => "not above it, within noise",
        };
        let beside = |papers: f64| format!("; the paper's BC-PMI {papers:.0} %");
        Some(format!(
            "{:.0} % by {} (CBC {:.0} %: {order}{})",
            100.0 * mean(&ours),
            short(label),
            100.0 * mean(&cbc),
            papers.map(beside).unwrap_or_default()
        ))
    }

    fn information(&self, sheet: &Sheet) -> Article {
        let mut article = self.article("information", "Information between pairs and style", sheet);
        let dot = |label: &&Label| {
            let most = cell(sheet, "at most (ln K), nats", |row| row.first().is_some_and(|name| name == label.name));
            let found = values(self.report, &[label.name, OURS, INFORMATION]);
            Dot::new(short(label), &found, most.and_then(|most| most.parse().ok())).of(Some("bc-pmi"))
        };
        let dots: Vec<Dot> = self.labels.iter().map(dot).collect();
        let each: Vec<String> = dots.iter().filter_map(told).collect();
        article.finding = format!("Held out, a pair tells {}.", list(&each));
        let (title, unit) = ("Held-out bound of BC-PMI's critic".into(), "I(Z;S,A), nats".into());
        let (axis, best) = (Axis::linear(0.0, 1.5), Best::Neither);
        article.figures = vec![DotPlot { title, unit, axis, best, places: 2, other: "ln K", dots }.figure()];
        article.links.retain(|link| link.method == Some("bc-pmi"));
        article
    }

    fn score(&self, sheet: &Sheet) -> Article {
        let mut article = self.article("score", "Score of whole games", sheet);
        article.figures = self.labels.iter().map(|label| self.points(sheet, label).figure()).collect();
        let sentence = |label: &&Label| {
            let of =
                |method: &str| pooled(self.report, |of| of[0] == label.name && of[1] == method && is_score(&of[2]));
            let (ours, bc) = (published(sheet, label, OURS), published(sheet, label, "BC"));
            let points = format!("{:.0} points by {}", mean(&of(&self.ours)), short(label));
            match (of("BC").as_slice(), ours.is_empty()) {
                ([], true) => points,
                ([], false) => format!("{points} (the paper's {:.0})", mean(&ours)),
                (own, true) => format!("{points} (BC {:.0})", mean(own)),
                (own, false) => {
                    format!("{points} (BC {:.0}; the paper's {:.0} and {:.0})", mean(own), mean(&ours), mean(&bc))
                }
            }
        };
        let each: Vec<String> = self.labels.iter().map(sentence).collect();
        article.finding = match self.begins.as_str() {
            "" => format!("On average over the styles, BC-PMI scores {}.", list(&each)),
            begins => format!("{begins}BC-PMI scores, on average over the styles, {}.", list(&each)),
        };
        article.links.retain(|link| matches!(link.method, Some("bc-pmi" | "bc")));
        article
    }

    /// BC-PMI style by style, and BC: what the paper has.
    fn points(&self, sheet: &Sheet, label: &Label) -> DotPlot {
        let styles = style_names(label);
        let paper = published(sheet, label, OURS);
        let of_style = |(index, name): (usize, &String)| {
            let quantity = format!("score, style {}", index + 1);
            let found = values(self.report, &[label.name, &self.ours, &quantity]);
            Dot::new(format!("{OURS}, {name}"), &found, paper.get(index).copied())
        };
        let mut dots: Vec<Dot> = styles.iter().enumerate().map(of_style).collect();
        let bc = pooled(self.report, |of| of[0] == label.name && of[1] == "BC" && is_score(&of[2]));
        if !bc.is_empty() {
            dots.push(Dot::new("BC", &bc, published(sheet, label, "BC").first().copied()));
        }
        let ends = dots.iter().flat_map(Dot::reach);
        DotPlot {
            title: format!("By {}", short(label)),
            unit: "mean score of whole games, points".into(),
            axis: Axis::around(Scale::Linear, ends.chain([0.0])),
            best: Best::Neither,
            places: 0,
            other: "paper",
            dots,
        }
    }
}

/// Whether BC-PMI and CBC differ beyond noise by a label, seed by seed, corrected for the number of labels.
fn beyond_noise(report: &Report, ours: &str, label: &Label) -> bool {
    let p_of = |label: &Label| {
        let [ours, cbc] = [ours, "CBC"].map(|method| values(report, &[label.name, method, CALIBRATION]));
        p_value(&ours.iter().zip(&cbc).map(|(ours, cbc)| ours - cbc).collect::<Vec<_>>())
    };
    let measured: Vec<&Label> =
        LABELS.iter().filter(|label| !values(report, &[label.name, ours, CALIBRATION]).is_empty()).collect();
    let corrected = holm(&measured.iter().map(|label| p_of(label)).collect::<Vec<_>>());
    measured.iter().zip(corrected).any(|(one, p)| one.name == label.name && p < LEVEL)
}

fn is_score(quantity: &str) -> bool {
    quantity.starts_with("score, ")
}

/// The paper's figures for a method: one, or one per style.
fn published(sheet: &Sheet, label: &Label, method: &str) -> Vec<f64> {
    let own = |row: &[String]| matches!(row, [name, id, ..] if name == label.name && id == method);
    cell(sheet, "paper", own).map(parts).unwrap_or_default()
}

fn told(dot: &Dot) -> Option<String> {
    Some(format!("{:.2} of at most {:.2} nats about the {}", dot.ours?, dot.other?, dot.name))
}

/// The styles of a label, as the world's card names them.
fn style_names(label: &Label) -> Vec<String> {
    let world = catalog().worlds.iter().find(|world| world.id == label.world);
    let card = world.and_then(|world| world.labels.iter().find(|card| card.id == label.id));
    card.map(|card| card.styles.iter().map(say).collect()).unwrap_or_default()
}
