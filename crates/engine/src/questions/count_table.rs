//! PMI by counting: pmi(z;a) = ln p(z|a)/p(z) with p(z|a) = n(z,a) / n(a) and p(z) = n(z) / n, and
//! I(Z;A) = Σ p(z,a) pmi(z;a), which H(Z) = -Σ p(z) ln p(z) bounds.

use protocol::questions::{CountCell, CountTable, MAX_COUNT, MAX_TABLE};
use protocol::{Text, text};

/// Reads a table of counts, `[styles, actions]` row by row.
pub fn count_table(counts: &[u32], styles: u8, actions: u8) -> Result<CountTable, Text> {
    let (rows, columns) = (usize::from(styles), usize::from(actions));
    let fits = (1..=MAX_TABLE.0).contains(&styles) && (1..=MAX_TABLE.1).contains(&actions);
    if !fits || counts.len() != rows * columns {
        return Err(text!("question-table-size", styles = MAX_TABLE.0, actions = MAX_TABLE.1));
    }
    if counts.iter().any(|count| *count > MAX_COUNT) {
        return Err(text!("question-table-count", largest = MAX_COUNT));
    }
    let total: u32 = counts.iter().sum();
    if total == 0 {
        return Err(text!("question-table-empty"));
    }
    let share = |count: u32| f64::from(count) / f64::from(total);
    let of_style = |z: usize| counts[z * columns..(z + 1) * columns].iter().sum::<u32>();
    let of_action = |a: usize| counts.iter().skip(a).step_by(columns).sum::<u32>();
    let cells: Vec<CountCell> = (0..rows)
        .flat_map(|z| (0..columns).map(move |a| (z, a)))
        .map(|(z, a)| cell(counts[z * columns + a], of_style(z), of_action(a), total))
        .collect();
    let style_shares: Vec<f64> = (0..rows).map(|z| share(of_style(z))).collect();
    Ok(CountTable {
        total,
        information: cells.iter().filter_map(|cell| Some(cell.joint * cell.pmi?)).sum(),
        entropy: entropy(&style_shares),
        action_shares: (0..columns).map(|a| share(of_action(a))).collect(),
        style_shares,
        cells,
    })
}

fn cell(count: u32, of_style: u32, of_action: u32, total: u32) -> CountCell {
    let [count, of_style, of_action, total] = [count, of_style, of_action, total].map(f64::from);
    let posterior = (of_action > 0.0).then(|| count / of_action);
    // In one division, so that independence is a ratio of exactly one.
    let ratio = (of_action > 0.0 && of_style > 0.0).then(|| (count * total) / (of_action * of_style));
    let pmi = ratio.filter(|ratio| *ratio > 0.0).map(libm::log);
    CountCell { joint: count / total, posterior, ratio, pmi }
}

/// -Σ p ln p, nats.
pub fn entropy(shares: &[f64]) -> f64 {
    shares.iter().filter(|share| **share > 0.0).map(|share| -share * libm::log(*share)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
    }

    #[test]
    fn a_table_of_two_by_two_by_hand() {
        // Style 0 went left 30 times and right 10 times, style 1 left 10 and right 50.
        let table = count_table(&[30, 10, 10, 50], 2, 2).unwrap();
        assert_eq!((table.total, &table.style_shares, &table.action_shares), (100, &vec![0.4, 0.6], &vec![0.4, 0.6]));
        close(table.cells[0].posterior.unwrap(), 0.75);
        close(table.cells[0].ratio.unwrap(), 1.875);
        close(table.cells[0].pmi.unwrap(), 1.875f64.ln());
        close(table.cells[1].pmi.unwrap(), (10.0 / 24.0f64).ln());
        let expected = 0.3 * 1.875f64.ln() + 0.2 * (10.0 / 24.0f64).ln() + 0.5 * (50.0 / 36.0f64).ln();
        close(table.information, expected);
        close(table.entropy, -(0.4 * 0.4f64.ln() + 0.6 * 0.6f64.ln()));
        assert!(table.information < table.entropy);
    }

    #[test]
    fn independence_tells_nothing_and_a_name_tells_all() {
        let independent = count_table(&[10, 20, 30, 20, 40, 60], 2, 3).unwrap();
        assert!(independent.cells.iter().all(|cell| cell.pmi == Some(0.0)), "{independent:?}");
        assert_eq!(independent.information, 0.0);
        let sure = count_table(&[7, 0, 0, 7], 2, 2).unwrap();
        close(sure.information, 2f64.ln());
        close(sure.information, sure.entropy);
    }

    #[test]
    fn cells_without_counts_have_no_pmi() {
        // Nothing has style 1, nobody took action 2.
        let table = count_table(&[3, 1, 0, 0, 0, 0], 2, 3).unwrap();
        let never = table.cells[2];
        assert_eq!((never.posterior, never.ratio, never.pmi), (None, None, None));
        let nobody = table.cells[3];
        assert_eq!((nobody.posterior, nobody.ratio, nobody.pmi), (Some(0.0), None, None));
        let impossible = count_table(&[0, 5, 5, 5], 2, 2).unwrap().cells[0];
        assert_eq!((impossible.ratio, impossible.pmi), (Some(0.0), None), "minus infinity");
    }

    #[test]
    fn tables_that_cannot_be_are_refused() {
        let key = |counts: &[u32], styles, actions| count_table(counts, styles, actions).unwrap_err().key;
        assert_eq!(key(&[1, 2, 3], 2, 2), "question-table-size");
        assert_eq!(key(&[], 0, 3), "question-table-size");
        assert_eq!(key(&[1; 63], 7, 9), "question-table-size");
        assert_eq!(key(&[10_001, 1], 1, 2), "question-table-count");
        assert_eq!(key(&[0; 4], 2, 2), "question-table-empty");
        assert!(count_table(&[10_000; 48], 6, 8).is_ok());
    }
}
