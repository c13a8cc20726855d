use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

fn options(state: &Path) -> MeasurementOptions {
    MeasurementOptions { seeds: 1, first_seed: 1, state: Some(state.into()), ..MeasurementOptions::default() }
}

fn fresh(state: &Path) -> MeasurementOptions {
    MeasurementOptions { fresh: true, ..options(state) }
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("pmi-cells-{}-{name}", std::process::id()))
}

fn said(stop: Stop) -> String {
    stop.into()
}

#[test]
fn a_stopped_run_goes_on_and_a_fresh_one_starts_over() {
    let state = scratch("stopped.jsonl");
    let cells: Vec<String> = ["1", "2", "bad", "4"].map(String::from).into();
    let calls = AtomicUsize::new(0);
    let work = |good: bool| {
        let calls = &calls;
        move |cell: &str| {
            calls.fetch_add(1, Ordering::Relaxed);
            match cell {
                "bad" if !good => Err("no".to_string()),
                "bad" => Ok(3),
                number => Ok(number.parse::<i32>().unwrap()),
            }
        }
    };
    assert_eq!(said(fresh(&state).work("test", &cells, work(false)).unwrap_err()), "bad: no");
    let before = calls.swap(0, Ordering::Relaxed);
    assert_eq!(options(&state).work("test", &cells, work(true)).unwrap(), [1, 2, 3, 4]);
    let after = calls.swap(0, Ordering::Relaxed);
    assert!(before + after <= cells.len() + 1, "{before} cells before the stop and {after} after it");
    options(&state).work("test", &cells, work(true)).unwrap();
    assert_eq!(calls.swap(0, Ordering::Relaxed), 0, "all was kept");
    options(&state).work("another", &cells, work(true)).unwrap();
    assert_eq!(calls.swap(0, Ordering::Relaxed), cells.len(), "another measurement keeps its own");
    fresh(&state).work("test", &cells, work(true)).unwrap();
    assert_eq!(calls.swap(0, Ordering::Relaxed), cells.len());
    options(&state).work("another", &cells, work(true)).unwrap();
    assert_eq!(calls.load(Ordering::Relaxed), 0, "a fresh start of one leaves the other");
    std::fs::remove_file(&state).unwrap();
}

#[test]
fn a_run_that_keeps_going_computes_all_else_and_names_what_failed() {
    let state = scratch("going.jsonl");
    let cells: Vec<String> = (0..6).map(|cell| cell.to_string()).collect();
    let work = |cell: &str| if ["1", "2"].contains(&cell) { Err("no".to_string()) } else { Ok(0.5) };
    let going = MeasurementOptions { keep_going: true, jobs: Some(1), ..fresh(&state) };
    let error = said(going.work("test", &cells, work).unwrap_err());
    assert_eq!(error, "2 of 6 cells failed: 1: no; 2: no");
    assert_eq!(lines(&state, &commit(), "test").len(), 4);
    std::fs::remove_file(&state).unwrap();
}

/// A line that was cut short is computed again, and does not swallow the next one.
#[test]
fn a_line_cut_short_is_no_cell() {
    let state = scratch("short.jsonl");
    let cells: Vec<String> = ["1", "2", "3"].map(String::from).into();
    let third = |cell: &str| Ok(cell.parse::<f64>().unwrap() / 3.0);
    let whole = fresh(&state).work("test", &cells, third).unwrap();
    let text = std::fs::read_to_string(&state).unwrap();
    std::fs::write(&state, &text[..text.len() - 5]).unwrap();
    assert_eq!(options(&state).work("test", &cells, third).unwrap(), whole);
    let (before, after) = (text.lines().count(), std::fs::read_to_string(&state).unwrap().lines().count());
    assert_eq!(before, after);
    std::fs::remove_file(&state).unwrap();
}

#[test]
fn shards_keep_their_cells_apart_and_together_they_are_the_whole() {
    let folder = scratch("shards");
    let cells: Vec<String> = (0..7).map(|cell| cell.to_string()).collect();
    let third = |cell: &str| Ok(cell.parse::<f64>().unwrap() / 3.0);
    let part = |index, header: &str| MeasurementOptions {
        cells: CellSelection::Shard { shard: Shard { index, count: 2 }, header: header.into() },
        ..options(&folder)
    };
    for index in 0..2 {
        let Stop::Part(text) = part(index, "one").work("test", &cells, third).unwrap_err() else { panic!("no part") };
        assert!(text.contains(&format!("its {} of 7 cells", 4 - index)), "{text}");
    }
    let other = said(part(0, "another").work("test", &cells, third).unwrap_err());
    assert!(other.contains("another measurement"), "{other}");
    let kept: Lines =
        (0..2).flat_map(|index| lines(&folder.join(format!("test.{index}-of-2.jsonl")), &commit(), "test")).collect();
    let merged = MeasurementOptions { cells: CellSelection::Merged(kept.clone()), ..options(&folder) };
    let whole: Vec<f64> = cells.iter().map(|cell| third(cell).unwrap()).collect();
    assert_eq!(merged.work("test", &cells, third).unwrap(), whole);
    let more: Vec<String> = (0..9).map(|cell| cell.to_string()).collect();
    assert!(said(merged.work("test", &more, third).unwrap_err()).starts_with("2 of 9 cells are missing, such as 7"));
    let sample = |work: fn(&str) -> Result<f64, String>| {
        let selection = CellSelection::Sample { kept: kept.clone(), count: 3, seed: 1 };
        MeasurementOptions { cells: selection, ..options(&folder) }.work("test", &cells, work).unwrap_err()
    };
    assert!(matches!(sample(|cell| Ok(cell.parse::<f64>().unwrap() / 3.0)), Stop::Part(_)));
    assert!(matches!(sample(|_| Ok(0.0)), Stop::Failed(_)));
    std::fs::remove_dir_all(&folder).unwrap();
}
