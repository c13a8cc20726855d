//! The numbers behind a report's tables, seed by seed.

use crate::report::{Report, Row, Sheet};

/// The seeds' means over all rows that are wanted: one value per seed.
pub fn pooled(report: &Report, wanted: impl Fn(&[String]) -> bool) -> Vec<f64> {
    let rows: Vec<&Row> = report.rows.iter().filter(|row| wanted(&row.of)).collect();
    let seeds = rows.iter().map(|row| row.values.len()).min().unwrap_or(0);
    (0..seeds).map(|seed| rows.iter().map(|row| row.values[seed]).sum::<f64>() / rows.len() as f64).collect()
}

/// The values of one row, by all its names.
pub fn values(report: &Report, of: &[&str]) -> Vec<f64> {
    pooled(report, |names| names == of)
}

/// The different names at one place of all rows that are wanted, in their order.
pub fn names(report: &Report, place: usize, wanted: impl Fn(&[String]) -> bool) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for row in report.rows.iter().filter(|row| wanted(&row.of)) {
        if let Some(name) = row.of.get(place).filter(|name| !names.contains(name)) {
            names.push(name.clone());
        }
    }
    names
}

/// The cell of a sheet under a heading, in the first row that is wanted.
pub fn cell<'a>(sheet: &'a Sheet, head: &str, wanted: impl Fn(&[String]) -> bool) -> Option<&'a str> {
    let column = sheet.head.iter().position(|name| name == head)?;
    let row = sheet.rows.iter().find(|row| wanted(row))?;
    row.get(column).map(String::as_str).filter(|cell| !cell.is_empty())
}

/// The numbers of a cell such as “93.3 / 92.7 / 89.8”.
pub fn parts(cell: &str) -> Vec<f64> {
    cell.split(" / ").filter_map(|part| part.trim().parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_pooled_seed_by_seed() {
        let row = |of: &[&str], values: &[f64]| Row {
            of: of.iter().map(|name| (*name).to_string()).collect(),
            mean: 0.0,
            sd: 0.0,
            values: values.to_vec(),
        };
        let sheet = Sheet {
            caption: String::new(),
            head: ["method", "paper"].map(String::from).into(),
            rows: vec![["CBC", "1.5 / 2"].map(String::from).into(), ["BC", ""].map(String::from).into()],
            ahead: vec![],
        };
        let report = Report {
            title: String::new(),
            finding: vec![],
            command: String::new(),
            data: String::new(),
            device: String::new(),
            first_seed: 1,
            seeds: 2,
            commit: String::new(),
            sheets: vec![sheet],
            figures: vec![],
            rows: vec![row(&["CBC", "style 1"], &[1.0, 2.0]), row(&["CBC", "style 2"], &[3.0, 6.0, 9.0])],
            frames: None,
        };
        assert_eq!(pooled(&report, |of| of[0] == "CBC"), [2.0, 4.0]);
        assert_eq!(values(&report, &["CBC", "style 2"]), [3.0, 6.0, 9.0]);
        assert!(values(&report, &["BC", "style 1"]).is_empty());
        assert_eq!(names(&report, 1, |of| of[0] == "CBC"), ["style 1", "style 2"]);
        assert_eq!(cell(&report.sheets[0], "paper", |row| row[0] == "CBC").map(parts), Some(vec![1.5, 2.0]));
        assert_eq!(cell(&report.sheets[0], "paper", |row| row[0] == "BC"), None);
    }
}
