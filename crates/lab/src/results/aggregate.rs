//! All rows of a table together: interquartile means and probabilities of improvement with bootstrap intervals, and which
//! differences stand after a correction for the number of rows.

use super::article::Article;
use super::axis::{Axis, Scale};
use super::dot::Dot;
use super::dot_plot::{Best, DotPlot};
use super::methods::id_of;
use super::numbers::names;
use super::table::table;
use crate::report::{Report, Sheet};
use crate::statistics::{Estimate, LEVEL, aggregate, holm, p_value, probability_of_improvement};

const OURS: &str = "BC-PMI";

/// A quantity of which every row of a table has one value per seed and method.
pub struct TableQuantity {
    /// Its name in a sentence, and the name and unit of an axis.
    pub name: &'static str,
    pub unit: &'static str,
    /// Whether it is a distance: small is good, and seeds differ by factors.
    pub distance: bool,
    pub places: usize,
}

/// The rows of a report that are taken together; the second name of a row is its method.
pub struct Together<'a> {
    pub report: &'a Report,
    pub section: &'a str,
    pub quantity: TableQuantity,
    /// Whether a row has the quantity.
    pub wanted: fn(&[String]) -> bool,
}

/// BC-PMI against another method, row by row.
struct Comparison {
    name: String,
    middle: Option<Estimate>,
    /// Of a run of BC-PMI over one of the other method; None for BC-PMI itself.
    improvement: Option<Estimate>,
    /// Rows in which BC-PMI is ahead, ahead beyond noise, and so after the correction.
    ahead: [usize; 3],
    /// The same for the other method.
    behind: [usize; 3],
}

impl Together<'_> {
    /// The values of a method, `[rows, seeds]`.
    fn values(&self, method: &str) -> Vec<Vec<f64>> {
        let own =
            |row: &&crate::report::Row| (self.wanted)(&row.of) && row.of.get(1).is_some_and(|name| name == method);
        self.report.rows.iter().filter(own).map(|row| row.values.clone()).collect()
    }

    fn compared(&self, name: String, ours: &[Vec<f64>]) -> Comparison {
        let theirs = self.values(&name);
        let pairs: Vec<[Vec<f64>; 2]> =
            ours.iter().cloned().zip(theirs.clone()).map(|(ours, other)| [ours, other]).collect();
        // The better run is the larger one of a share, and the smaller one of a distance.
        let ordered = |[ours, other]: &[Vec<f64>; 2]| {
            if self.quantity.distance { [other.clone(), ours.clone()] } else { [ours.clone(), other.clone()] }
        };
        let improvement = probability_of_improvement(&pairs.iter().map(ordered).collect::<Vec<_>>());
        let gains: Vec<Vec<f64>> = pairs.iter().map(|[ours, other]| self.gains(ours, other)).collect();
        let plain: Vec<f64> = gains.iter().map(|gains| p_value(gains)).collect();
        let corrected = holm(&plain);
        let count = |sign: f64| {
            let rows = || (0..gains.len()).filter(|row| gains[*row].iter().sum::<f64>() * sign > 0.0);
            [
                rows().count(),
                rows().filter(|row| plain[*row] < LEVEL).count(),
                rows().filter(|row| corrected[*row] < LEVEL).count(),
            ]
        };
        let itself = name == OURS;
        Comparison {
            middle: aggregate(&theirs),
            improvement: improvement.filter(|_| !itself),
            ahead: count(1.0),
            behind: count(-1.0),
            name,
        }
    }

    /// What BC-PMI gains over another method, seed by seed; of distances the log ratio.
    fn gains(&self, ours: &[f64], other: &[f64]) -> Vec<f64> {
        let gain = |(ours, other): (&f64, &f64)| match self.quantity.distance {
            true => (other.max(1e-12) / ours.max(1e-12)).ln(),
            false => ours - other,
        };
        ours.iter().zip(other).map(gain).collect()
    }

    pub fn article(&self) -> Option<Article> {
        let ours = self.values(OURS);
        let rows = ours.len();
        let complete = |method: &String| self.values(method).len() == rows;
        let methods: Vec<String> = names(self.report, 1, |of| (self.wanted)(of)).into_iter().filter(complete).collect();
        if rows < 2 || methods.len() < 2 {
            return None;
        }
        let compared: Vec<Comparison> = methods.into_iter().map(|name| self.compared(name, &ours)).collect();
        let mut article = Article::new(self.report, self.section, "together", format!("All {rows} rows together"));
        article.figures = vec![self.middles(&compared).figure(), improvements(&compared).figure()];
        article.finding = self.finding(&compared, rows)?;
        article.reading = READING.into();
        article.tables = vec![table(&self.sheet(&compared, rows), 1, |_| true)];
        Some(article)
    }

    fn middles(&self, compared: &[Comparison]) -> DotPlot {
        let dots: Vec<Dot> = compared.iter().map(|one| dot(&one.name, one.middle)).collect();
        DotPlot {
            title: "Interquartile mean of all runs".into(),
            unit: self.quantity.unit.into(),
            axis: Axis::around(
                if self.quantity.distance { Scale::Log } else { Scale::Linear },
                dots.iter().flat_map(Dot::reach),
            ),
            best: if self.quantity.distance { Best::Lowest } else { Best::Highest },
            places: self.quantity.places,
            other: "",
            dots,
        }
    }

    fn finding(&self, compared: &[Comparison], rows: usize) -> Option<String> {
        let ours = compared.iter().find(|one| one.name == OURS)?.middle?;
        let cbc = compared.iter().filter(|one| id_of(&one.name) == Some("cbc") && !one.name.contains("guided"));
        // The better of the two where CBC has two forms.
        let rival = cbc.min_by(|a, b| {
            let value = |one: &Comparison| one.improvement.map_or(1.0, |found| found.value);
            value(a).total_cmp(&value(b))
        })?;
        let places = self.quantity.places;
        Some(format!(
            "Over all {rows} rows the interquartile mean of {} is {} with BC-PMI and {} with {}; a run of BC-PMI is the better one \
             with probability {}, and it is ahead beyond noise in {} {} before Holm's correction and in {} after it.",
            self.quantity.name,
            said(Some(ours), places),
            said(rival.middle, places),
            rival.name,
            said(rival.improvement, 2),
            rival.ahead[1],
            if rival.ahead[1] == 1 { "row" } else { "rows" },
            rival.ahead[2],
        ))
    }

    fn sheet(&self, compared: &[Comparison], rows: usize) -> Sheet {
        let row = |one: &Comparison| {
            let counts = |[any, plain, corrected]: [usize; 3]| match one.improvement {
                Some(_) => format!("{any}, {plain}, {corrected}"),
                None => String::new(),
            };
            vec![
                one.name.clone(),
                said(one.middle, self.quantity.places),
                said(one.improvement, 2),
                counts(one.ahead),
                counts(one.behind),
            ]
        };
        Sheet {
            caption: format!("{} over {rows} rows", self.quantity.unit),
            head: [
                "method",
                "interquartile mean (95 %)",
                "P(BC-PMI better) (95 %)",
                "rows with BC-PMI ahead: any, p < 5 %, after Holm",
                "behind",
            ]
            .map(String::from)
            .into(),
            rows: compared.iter().map(row).collect(),
            ahead: vec![],
        }
    }
}

const READING: &str = "Interquartile mean: the mean of the middle half of all runs of all rows. Probability of improvement: that \
    a run of BC-PMI is better than one of the other method in the same row, averaged over the rows, ties as half. Both with 95 % \
    intervals of 2,000 bootstrap draws, stratified by row. p-values are of paired differences (of distances: log ratios), \
    seed by seed, by Student's t; Holm's correction is over the rows, for each other method.";

fn dot(name: &str, found: Option<Estimate>) -> Dot {
    let interval = found.map(|found| (found.low, found.high));
    Dot { name: name.into(), method: id_of(name), ours: found.map(|found| found.value), interval, other: None }
}

fn improvements(compared: &[Comparison]) -> DotPlot {
    let others = compared.iter().filter(|one| one.improvement.is_some());
    DotPlot {
        title: "A run of BC-PMI is better than one of".into(),
        unit: "probability, 0.5 is a tie".into(),
        axis: Axis::linear(0.0, 1.0),
        best: Best::Highest,
        places: 2,
        other: "",
        dots: others.map(|one| dot(&one.name, one.improvement)).collect(),
    }
}

/// “0.76 (0.71 to 0.80)”.
fn said(found: Option<Estimate>, places: usize) -> String {
    let text =
        |found: Estimate| format!("{:.places$} ({:.places$} to {:.places$})", found.value, found.low, found.high);
    found.map(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Row;

    fn report(better: f64) -> Report {
        let row = |task: &str, method: &str, values: [f64; 4]| Row {
            of: [task, method, "calibration"].map(String::from).into(),
            mean: 0.0,
            sd: 0.0,
            values: values.into(),
        };
        let mut rows = vec![];
        for (task, base) in [("a", 0.2), ("b", 0.4), ("c", 0.6)] {
            rows.push(row(task, "CBC", [base, base + 0.01, base + 0.02, base + 0.015]));
            rows.push(row(task, OURS, [base + better, base + better, base + better + 0.01, base + better + 0.012]));
        }
        rows.push(row("c", "SORL", [0.1; 4]));
        let options = crate::cells::MeasurementOptions { seeds: 4, first_seed: 1, ..Default::default() };
        Report { rows, ..Report::new("", String::new(), "", &options) }
    }

    fn together(report: &Report) -> Article {
        let quantity = TableQuantity { name: "calibration", unit: "share", distance: false, places: 2 };
        Together { report, section: "atari", quantity, wanted: |of| of[2] == "calibration" }.article().unwrap()
    }

    #[test]
    fn a_clear_lead_is_found_in_every_row() {
        let found = together(&report(0.2)).finding;
        assert!(found.contains("probability 1.00 (1.00 to 1.00)"), "{found}");
        assert!(found.contains("in 3 rows before Holm's correction and in 3 after it"), "{found}");
    }

    #[test]
    fn no_lead_is_found_where_there_is_none_and_incomplete_methods_are_left_out() {
        let article = together(&report(0.003));
        assert!(
            article.finding.contains("in 0 rows before Holm's correction and in 0 after it"),
            "{}",
            article.finding
        );
        assert!(!article.tables[0].contains("SORL"), "it is in one row only");
    }
}
