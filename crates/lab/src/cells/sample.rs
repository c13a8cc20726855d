//! Some of the kept cells computed again, to see whether they come out the same on this machine.

use worlds::data::Rng;

use super::Stop;
use super::state::Lines;

/// `count` of the cells that are kept, drawn with `seed`.
pub fn chosen(cells: &[String], kept: &Lines, count: usize, seed: u64) -> Vec<String> {
    let mut cells: Vec<String> = cells.iter().filter(|cell| kept.contains_key(*cell)).cloned().collect();
    Rng::stream(seed, "cells to verify", 0).shuffle(&mut cells);
    cells.truncate(count);
    cells
}

/// Whether the lines are the same as before.
pub fn verdict(chosen: &[String], kept: &Lines, again: &Lines) -> Stop {
    let differing: Vec<&String> = chosen.iter().filter(|cell| again.get(*cell) != kept.get(*cell)).collect();
    match (chosen.is_empty(), differing.first()) {
        (true, _) => Stop::Failed("there is no cell to compute again".into()),
        (false, None) => {
            let (count, all) = (chosen.len(), kept.len());
            Stop::Part(format!("{count} of {all} cells were computed again: they agree to the bit."))
        }
        (false, Some(first)) => {
            let (count, all) = (differing.len(), chosen.len());
            Stop::Failed(format!("{count} of {all} cells come out differently, such as {first}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_that_changed_in_its_last_bit_is_found() {
        let cells = ["a", "b"].map(String::from);
        let with = |b: f64| Lines::from([("a".to_string(), "1".to_string()), ("b".to_string(), b.to_string())]);
        let value = 0.1 + 0.2;
        assert!(matches!(verdict(&cells, &with(value), &with(value)), Stop::Part(_)));
        let Stop::Failed(error) = verdict(&cells, &with(value), &with(0.3)) else { panic!("0.3 is another number") };
        assert_eq!(error, "1 of 2 cells come out differently, such as b");
        assert_eq!(chosen(&cells, &with(1.0), 1, 7), chosen(&cells, &with(1.0), 1, 7));
        assert_eq!(chosen(&cells, &with(1.0), 9, 7).len(), 2);
    }
}
