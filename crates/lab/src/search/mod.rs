//! `lab search`: whether a method is behind because nobody looked for its settings. Every method that follows a style is given the
//! same search in every world: its settings as they are and as many others drawn at random, all on one seed, the best of
//! them on more. What is found stands beside what the world opens with, on seeds that chose nothing.

mod draws;
mod found;
mod problems;

use std::path::PathBuf;

use clap::Args;
use engine::session::catalog;
use protocol::MethodCard;

use self::draws::settings;
use self::found::{SearchOutcome, rows, sheet};
use self::problems::ProblemData;
use crate::cells::{MeasurementOptions, Stop};
use crate::files;
use crate::measure::settled;
use crate::messages::say;
use crate::report::Report;
use crate::statistics::mean;
use crate::table::REAL;

pub use self::found::{BETTER, FOUND, OPENED};
pub use self::problems::{Problem, problems};

#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    options: MeasurementOptions,
    /// Real paths for basketball; else those of ./dev data, or simulated ones.
    #[arg(long)]
    data: Option<PathBuf>,
    /// Only in these worlds: --only circle2d
    #[arg(long, value_name = "WORLD")]
    only: Vec<String>,
}

/// How many settings stay, and the seeds on which they are compared next: 20 runs of each task for every method.
const ROUNDS: [(usize, std::ops::Range<u64>); 3] = [(8, 1..2), (4, 2..3), (2, 3..7)];

/// Settings of a method, and how good its runs were, seed by seed: the mean over the tasks of a problem.
#[derive(Clone)]
struct SearchedSettings {
    settings: String,
    scores: Vec<Option<f64>>,
}

impl SearchedSettings {
    /// Larger is better. A run that broke down is worse than any other.
    fn rank(&self, problem: &Problem) -> f64 {
        let one = |score: &Option<f64>| match (score, problem.distance) {
            (None, _) => f64::NEG_INFINITY,
            (Some(distance), true) => -distance.max(1e-12).ln(),
            (Some(share), false) => *share,
        };
        mean(&self.scores.iter().map(one).collect::<Vec<_>>())
    }

    fn values(&self) -> Vec<f64> {
        self.scores.iter().flatten().copied().collect()
    }
}

struct SettingsSearch<'a> {
    options: &'a MeasurementOptions,
    data: &'a ProblemData,
    methods: Vec<&'a MethodCard>,
}

impl SettingsSearch<'_> {
    /// Runs every candidate of every method on these seeds.
    fn measure(
        &self,
        problem: &Problem,
        all: &mut [Vec<SearchedSettings>],
        seeds: std::ops::Range<u64>,
    ) -> Result<(), Stop> {
        let (mut cells, mut owners) = (Vec::new(), Vec::new());
        for (index, (method, candidates)) in self.methods.iter().zip(all.iter()).enumerate() {
            let links = problem.links(method, self.data);
            for (place, candidate) in candidates.iter().enumerate() {
                for seed in seeds.clone() {
                    owners.push((index, place, links.len()));
                    cells.extend(links.iter().map(|link| format!("{link}{}&seed={seed}", candidate.settings)));
                }
            }
        }
        let name = format!("search {}", problem.world);
        let scores = self.options.work(&name, &cells, |cell| problem.measure(cell, self.data))?;
        let mut rest = &scores[..];
        for (index, place, tasks) in owners {
            let (own, others) = rest.split_at(tasks);
            let whole: Option<Vec<f64>> = own.iter().copied().collect();
            all[index][place].scores.push(whole.map(|scores| mean(&scores)));
            rest = others;
        }
        Ok(())
    }

    fn search(&self, problem: &Problem) -> Result<Vec<SearchOutcome>, Stop> {
        let candidate = |settings: String| SearchedSettings { settings, scores: vec![] };
        let mut all = Vec::new();
        for method in &self.methods {
            let link = problem.links(method, self.data).into_iter().next().unwrap_or_default();
            let opened = settled(&link)?;
            all.push((0..ROUNDS[0].0 as u64).map(|number| candidate(settings(method, &opened, number))).collect());
        }
        for (count, seeds) in ROUNDS {
            for candidates in &mut all {
                keep_best(candidates, count, problem);
            }
            self.measure(problem, &mut all, seeds)?;
        }
        let mut fresh: Vec<Vec<SearchedSettings>> = Vec::new();
        for candidates in &mut all {
            keep_best(candidates, 1, problem);
            // Where nothing is better than what the world opens with, that is both.
            let chosen = candidates.iter().filter(|best| !best.settings.is_empty());
            let chosen = chosen.map(|best| candidate(best.settings.clone()));
            fresh.push(std::iter::once(candidate(String::new())).chain(chosen).collect());
        }
        self.measure(problem, &mut fresh, self.options.range())?;
        let found = |(method, of): (&&MethodCard, Vec<SearchedSettings>)| {
            let (opened, found) = (of.first()?.clone(), of.last()?.clone());
            Some(SearchOutcome { method: say(&method.name), opened, found })
        };
        Ok(self.methods.iter().zip(fresh).filter_map(found).collect())
    }
}

/// Keeps the best; equals keep their order.
fn keep_best(candidates: &mut Vec<SearchedSettings>, count: usize, problem: &Problem) {
    candidates.sort_by(|a, b| b.rank(problem).total_cmp(&a.rank(problem)));
    candidates.truncate(count);
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let Arguments { options, data, only } = arguments;
    let real = files::folder().join(REAL);
    let real = data.as_deref().or_else(|| real.exists().then_some(real.as_path()));
    let data = ProblemData::new(real)?;
    let methods = catalog().methods.iter().filter(|card| card.follows_style).collect();
    let search = SettingsSearch { options, data: &data, methods };
    let (mut sheets, mut all, mut gained) = (Vec::new(), Vec::new(), Vec::new());
    let wanted = |problem: &Problem| only.is_empty() || only.iter().any(|world| world == problem.world);
    let problems: Vec<Problem> = problems().into_iter().filter(wanted).collect();
    for problem in &problems {
        let found = search.search(problem)?;
        let better = found.iter().filter(|of| !of.found.settings.is_empty() && of.better(problem) == (true, true));
        gained.extend(better.map(|of| format!("{} in {}", of.method, problem.world)));
        sheets.push(sheet(problem, &found));
        all.extend(rows(problem, &found));
    }
    let gained = if gained.is_empty() { "none".to_string() } else { gained.join(", ") };
    let [first, second, third] = ROUNDS.map(|(count, _)| count);
    let report = Report {
        finding: vec![
            format!("Better beyond noise with what the search found, on seeds that chose nothing: {gained}."),
            format!(
                "Every method that follows a style has the same search: its own settings and {} others, numbers \
                 drawn at random around them. All {first} are run on seed 1, the best {second} on seed 2, the best {third} on seeds 3 to 6; \
                 the best on all six is what was found. The width of policies and their epochs are the same for all.",
                first - 1
            ),
        ],
        sheets,
        rows: all,
        ..Report::new(
            "The same search of settings for every method",
            format!(
                "lab search {}{}",
                options.seed_flags(),
                only.iter().map(|world| format!(" --only {world}")).collect::<String>()
            ),
            &data.about(&problems),
            options,
        )
    };
    report.publish(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_stay_and_a_run_that_broke_down_goes_first() {
        let [circle, basketball, _] = problems();
        let of = |scores: [Option<f64>; 3]| -> Vec<SearchedSettings> {
            scores.map(|score| SearchedSettings { settings: format!("&rate={score:?}"), scores: vec![score] }).into()
        };
        let left = |mut all: Vec<SearchedSettings>, problem: &Problem| {
            keep_best(&mut all, 2, problem);
            all.iter().map(|candidate| candidate.scores[0]).collect::<Vec<_>>()
        };
        let scores = [Some(1.0), None, Some(3.0)];
        assert_eq!(left(of(scores), &circle), [Some(1.0), Some(3.0)], "small distances are good");
        assert_eq!(left(of(scores), &basketball), [Some(3.0), Some(1.0)], "large shares are good");
    }
}
