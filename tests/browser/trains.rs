//! Training to the end on the CPU, and getting the same run again.

use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use protocol::RunConfig;
use serde_json::Value;

use crate::visit::Visit;
use crate::workers::{WATCHED, kill_the_trainer};

/// A run on two slow cores is given this long.
pub const LONGEST: u64 = 240;
/// After this, what building the page cost is over, and only training is measured.
pub const SETTLING: Duration = Duration::from_secs(2);

/// What a run came to, as the page shows it: the exact text of its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub steps: u32,
    mi_train: String,
    mi_heldout: String,
    share: String,
}

/// BC-PMI with all defaults, trained once for all tests of this file.
pub struct Reference {
    pub outcome: Outcome,
    /// The address bar at the end.
    pub query: String,
    mi_first: f64,
    readable: String,
}

pub fn reference() -> &'static Reference {
    static REFERENCE: OnceLock<Reference> = OnceLock::new();
    REFERENCE.get_or_init(|| {
        let visit = Visit::new("trains", "?device=cpu");
        visit.ready();
        std::thread::sleep(SETTLING);
        let since = visit.now();
        visit.train();
        visit.finish_run(LONGEST);
        let mi_first = first_mi(&visit);
        let reference = Reference {
            outcome: outcome(&visit),
            query: query(&visit),
            mi_first,
            readable: visit.text("steps").unwrap_or_default(),
        };
        println!("{:?}, first MI {mi_first:.3}, {} ms", reference.outcome, visit.now() - since);
        visit.leave(&[]);
        reference
    })
}

/// From the table beneath the chart, since the page may have moved on before anybody asks.
fn first_mi(visit: &Visit) -> f64 {
    let script = r#"
        const tables = [...document.querySelectorAll(".sr table")];
        const table = tables.find(table => table.caption.textContent.startsWith("Mutual information"));
        const row = [...table.querySelectorAll("tr")].find(row => row.cells[0].textContent === "held out");
        return row.cells[1].textContent"#;
    let cell = visit.run(script);
    let first = cell.as_str().and_then(|text| text.split(' ').next()?.parse().ok());
    first.unwrap_or_else(|| panic!("the first reading of MI is {cell}"))
}

pub fn outcome(visit: &Visit) -> Outcome {
    let exact = |name: &str| visit.exact(name).unwrap_or_else(|| panic!("{name} has no value: {}", visit.summary()));
    Outcome {
        steps: visit.steps(),
        mi_train: exact("mi-train"),
        mi_heldout: exact("mi-heldout"),
        share: exact("calibration"),
    }
}

fn query(visit: &Visit) -> String {
    visit.run("return location.search").as_str().unwrap().to_owned()
}

fn number(text: &str) -> f64 {
    text.parse().unwrap()
}

#[test]
fn information_rises_towards_its_ceiling() {
    let run = reference();
    let (train, heldout) = (number(&run.outcome.mi_train), number(&run.outcome.mi_heldout));
    // A fifth of the telling moments is spent on other circles, and one critic as in the paper sees less than several: both
    // hold MI well below 0.75 ln 4.
    assert!(heldout > 0.3 && heldout > 2.0 * run.mi_first, "held-out MI from {} to {heldout} nats", run.mi_first);
    assert!(heldout <= 4f64.ln() && train <= 4f64.ln() + 1e-3, "MI cannot pass ln 4: {train}, {heldout}");
    assert!(heldout >= run.mi_first, "MI fell from {} to {heldout}", run.mi_first);
    let digits = run.readable.replace([',', ' ', '\u{202f}', '\u{2009}', '\u{a0}'], "");
    assert!(digits.contains(&run.outcome.steps.to_string()), "steps are not readable: {}", run.readable);
}

#[test]
fn styles_separate_more_than_with_cbc() {
    let share = number(&reference().outcome.share);
    let visit = Visit::new("cbc", "?device=cpu&method=cbc");
    visit.ready().train_to_the_end(LONGEST);
    let cbc = visit.number("calibration").unwrap();
    println!("calibration: BC-PMI {share:.3}, CBC {cbc:.3}");
    assert!(share > 0.9, "only {share} of BC-PMI's paths have the style asked for");
    assert!(share > cbc, "BC-PMI ({share}) separates styles no better than CBC ({cbc})");
    visit.leave(&[]);
}

#[test]
fn a_link_gives_the_same_run_to_the_bit() {
    let reference = reference();
    let visit = Visit::new("link", &reference.query);
    visit.ready().train_to_the_end(LONGEST);
    assert_eq!(outcome(&visit), reference.outcome);
    assert_eq!(query(&visit), reference.query);
    visit.leave(&[]);
}

#[test]
fn a_worker_that_dies_costs_the_run_not_a_bit() {
    let reference = reference();
    let visit = Visit::with("died", &reference.query, WATCHED);
    visit.ready().train();
    let half = reference.outcome.steps / 2;
    visit.wait_for_step(half, LONGEST);
    kill_the_trainer(&visit);
    visit.wait_for_message("from its last report");
    visit.finish_run(LONGEST);
    assert_eq!(outcome(&visit), reference.outcome);
    visit.leave(&["RangeError", "typed array"]);
}

#[test]
fn the_lab_shows_the_same_numbers_to_the_bit() {
    let reference = reference();
    let (config, notices) = RunConfig::from_query(&reference.query);
    assert!(notices.is_empty(), "{notices:?}");
    let file = std::env::temp_dir().join(format!("pmi-run-{}.json", std::process::id()));
    std::fs::write(&file, serde_json::to_string(&config).unwrap()).unwrap();
    let output = Command::new(std::env::var_os("PMI_LAB").expect("PMI_LAB names the lab; ./dev browser builds it"))
        .args(["run", "--device", "cpu", "--json", "--config"])
        .arg(&file)
        .output()
        .unwrap();
    drop(std::fs::remove_file(&file));
    assert!(output.status.success(), "lab failed: {}", String::from_utf8_lossy(&output.stderr));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let expect = [
        ("/readings/mi-train", &reference.outcome.mi_train),
        ("/readings/mi-heldout", &reference.outcome.mi_heldout),
        ("/calibration/share", &reference.outcome.share),
    ];
    assert_eq!(answer["steps"], reference.outcome.steps);
    for (name, page) in expect {
        let (page, lab) = (
            number(page),
            answer.pointer(name).and_then(Value::as_f64).unwrap_or_else(|| panic!("no {name} in {answer}")),
        );
        println!("{name}: page {page}, lab {lab}");
        assert_eq!(page as f32, lab as f32, "{name}: the page has {page}, lab has {lab}");
    }
}
