//! What a search found for a method, beside what the world opens with.

use super::SearchedSettings;
use super::problems::Problem;
use crate::report::{Row, Sheet, spread};
use crate::statistics::{deviation, differ, mean, smaller};

/// A method in one world: what it opens with and what was found, on fresh seeds.
pub struct SearchOutcome {
    pub method: String,
    pub opened: SearchedSettings,
    pub found: SearchedSettings,
}

impl SearchOutcome {
    /// Whether what was found is better, and whether that is beyond noise.
    pub fn better(&self, problem: &Problem) -> (bool, bool) {
        let (found, opened) = (self.found.values(), self.opened.values());
        if found.len() < opened.len() {
            // A run of it broke down.
            return (false, true);
        }
        if problem.distance {
            return smaller(&found, &opened);
        }
        let (difference, beyond) = differ(&found.iter().zip(&opened).map(|(a, b)| a - b).collect::<Vec<_>>());
        (difference > 0.0, beyond)
    }

    fn verdict(&self, problem: &Problem) -> &'static str {
        match (self.found.settings.is_empty(), self.better(problem)) {
            (true, _) => "nothing better found",
            (false, (true, true)) => BETTER,
            (false, (true, false)) => "better within noise",
            (false, (false, false)) => "not better, within noise",
            (false, (false, true)) => "worse beyond noise",
        }
    }
}

/// What a verdict of the tables says that is better, and not by chance.
pub const BETTER: &str = "better beyond noise";
/// The two runs of a method, as rows and columns name them.
pub const OPENED: &str = "as it opens";
pub const FOUND: &str = "as found";

pub fn sheet(problem: &Problem, found: &[SearchOutcome]) -> Sheet {
    let cell = |candidate: &SearchedSettings| {
        let values = candidate.values();
        spread(mean(&values), deviation(&values), problem.places)
    };
    let row = |of: &SearchOutcome| {
        let settings = of.found.settings.trim_start_matches('&').replace('&', " ");
        vec![of.method.clone(), cell(&of.opened), cell(&of.found), of.verdict(problem).into(), settings]
    };
    let unit = problem.unit;
    Sheet {
        caption: problem.caption.into(),
        head: vec![
            "method".into(),
            format!("{OPENED}, {unit}"),
            format!("{FOUND}, {unit}"),
            "verdict".into(),
            "settings found".into(),
        ],
        rows: found.iter().map(row).collect(),
        ahead: vec![],
    }
}

pub fn rows(problem: &Problem, found: &[SearchOutcome]) -> Vec<Row> {
    let row = |of: &SearchOutcome, which: &str, candidate: &SearchedSettings| {
        let values = candidate.values();
        let of = [problem.world, &of.method, which].map(String::from).to_vec();
        Row { of, mean: mean(&values), sd: deviation(&values), values }
    };
    found.iter().flat_map(|of| [row(of, OPENED, &of.opened), row(of, FOUND, &of.found)]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::problems::problems;
    use super::*;

    #[test]
    fn what_was_found_is_compared_seed_by_seed() {
        let [circle, basketball, _] = problems();
        let of = |opened: [f64; 3], found: [f64; 3]| SearchOutcome {
            method: "CBC".into(),
            opened: SearchedSettings { settings: String::new(), scores: opened.map(Some).into() },
            found: SearchedSettings { settings: "&rate=0.01".into(), scores: found.map(Some).into() },
        };
        let halved = of([2.0, 8.0, 20.0], [1.0, 4.0, 10.1]);
        assert_eq!(halved.verdict(&circle), "better beyond noise");
        assert_eq!(halved.verdict(&basketball), "not better, within noise");
    }
}
