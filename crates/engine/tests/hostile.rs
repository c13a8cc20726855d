//! Snapshots and runs at the edge: whatever can be saved can be restored, what fits no run is refused before anything is
//! made of it, and a run that breaks down says so and stops.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod english;

use engine::methods::{Player, open_snapshot};
use engine::nn::{Bundle, Device};
use engine::session::{Session, SessionError, catalog};
use pollster::block_on;
use protocol::knobs::{critic, policy};
use protocol::{RunConfig, Snapshot, Value};
use worlds::Files;

const SMALL: &str = "trajectories=12&epochs=2&critic_epochs=2&hidden=16&critic_hidden=16";

fn config(query: &str) -> RunConfig {
    catalog().settle(&RunConfig::from_query(query).0).0
}

fn open(run: &RunConfig, files: &Files, resume: Option<&Snapshot>) -> Result<Session, SessionError> {
    Session::open(run, files, None, &Device::Cpu, resume)
}

/// The snapshot of a run after some steps.
fn snapshot(query: &str, files: &Files, steps: u32) -> Snapshot {
    let mut session = open(&config(query), files, None).unwrap();
    block_on(session.advance(steps)).unwrap();
    block_on(session.snapshot()).unwrap()
}

fn games() -> Files {
    let mut files = Files::default();
    let recording = std::fs::read("../../datasets/atari-ms_pacman.plays").unwrap();
    worlds::find("ms_pacman").unwrap().load(&mut files, "atari-ms_pacman.plays", &recording).unwrap();
    files
}

/// A snapshot with something changed in it.
fn changed(snapshot: &Snapshot, change: impl FnOnce(&mut Bundle)) -> Snapshot {
    let mut bundle = Bundle::from_snapshot(snapshot, usize::MAX).unwrap();
    change(&mut bundle);
    bundle.to_snapshot().unwrap()
}

#[test]
fn the_largest_snapshots_can_be_restored() {
    let largest = [
        "world=overlap&method=sorl&hidden=256&batch=826&seeds=5&starts=8",
        "world=ms_pacman&method=ctvae&hidden=256&seeds=5&latent=16&stretches=40&batch_windows=4&window=10",
    ];
    for query in largest {
        let (run, files) = (config(query), games());
        let saved = snapshot(query, &files, 1);
        assert!(saved.0.len() > 48 << 20, "{query} has {} bytes", saved.0.len());
        let mut restored = open(&run, &files, Some(&saved)).unwrap();
        assert_eq!(restored.steps().0, 1);
        assert!(block_on(restored.snapshot()).unwrap() == saved, "{query} comes back to the bit");
    }
}

#[test]
fn no_network_of_any_method_is_larger_than_its_budget() {
    let files = games();
    for world in ["circle2d", "overlap", "basketball", "ms_pacman"] {
        for method in &catalog().methods {
            let query = format!("world={world}&method={}&stretches=40&paths=60&{SMALL}&seeds=2", method.id);
            let run = config(&query);
            let saved = snapshot(&query, &files, 3);
            let bundle = open_snapshot(&run, &Files::default(), &saved).unwrap();
            let columns = engine::nn::Columns {
                styles: bundle.whole("styles").unwrap() as usize,
                observation: bundle.whole("observation_size").unwrap() as usize,
                action: bundle.whole("action_size").unwrap() as usize,
                action_kind: worlds::find(world).unwrap().pair_size().kind,
                stack: bundle.stack().unwrap(),
            };
            let entry = engine::methods::find(&method.id).unwrap();
            let of_networks = |name: &str| name.ends_with("parameters") || name.ends_with("moment");
            let tables = bundle.tables.iter().filter(|(name, _)| of_networks(name));
            let numbers: usize = tables.map(|(_, (rows, columns, _))| rows * columns).sum();
            let most = (entry.saved_numbers)(&run, columns);
            assert!(numbers > 0 && numbers <= most, "{query}: {numbers} of at most {most}");
        }
    }
}

#[test]
fn sizes_of_another_world_are_refused_before_anything_is_made_of_them() {
    let query = format!("world=overlap&method=sorl&{SMALL}");
    let good = snapshot(&query, &Files::default(), 2);
    for (name, value) in [
        ("styles", "4000000000"),
        ("styles", "1000000000"),
        ("styles", "2"),
        ("observation_size", "3"),
        ("observation_size", "0"),
        ("action_size", "1000000"),
        ("seeds", "0"),
        ("seeds", "1000000000"),
        ("starts.steps", "4294967295"),
    ] {
        let bad = changed(&good, |bundle| {
            bundle.notes.insert(name.into(), value.into());
        });
        let Err(error) = open(&config(&query), &Files::default(), Some(&bad)) else { panic!("{name}={value} opened") };
        let sentence = english::say(&error.text());
        assert!(sentence.contains("does not fit"), "{name}={value}: {sentence}");
    }
    let other_world = config(&format!("world=circle2d&method=sorl&{SMALL}"));
    assert!(open_snapshot(&other_world, &Files::default(), &good).is_err());
}

#[test]
fn codes_that_name_no_style_are_refused() {
    let query = format!("world=overlap&method=sorl&{SMALL}");
    let good = snapshot(&query, &Files::default(), 2);
    for codes in ["0 0 1", "0 1 999999999999", "x", ""] {
        let bad = changed(&good, |bundle| {
            bundle.notes.insert("policy.codes".into(), codes.into());
        });
        let bundle = open_snapshot(&config(&query), &Files::default(), &bad).unwrap();
        assert!(Player::from_bundle(&bundle, 0).is_err(), "{codes}");
    }
}

#[test]
fn mine_with_a_moving_average_at_a_high_rate_stays_finite_or_says_that_it_does_not() {
    let query = "world=overlap&method=bc-pmi&critic=exact&critic_rate=0.1&critic_hidden=256&moving_average=on&batch=16";
    let run = config(query);
    let mut session = open(&run, &Files::default(), None).unwrap();
    match block_on(session.advance(300)) {
        Ok(_) => {
            let saved = block_on(session.snapshot()).unwrap();
            open(&run, &Files::default(), Some(&saved)).unwrap();
        }
        Err(error) => assert!(matches!(error, SessionError::Diverged { .. }), "{error}"),
    }
}

/// Learning rates beyond any range: the next steps lead out of all numbers.
fn out_of_all_numbers(session: &mut Session) {
    for knob in [policy::RATE.id(), critic::RATE.id()] {
        session.set_knob(knob, Value::Number(1e38));
    }
}

#[test]
fn a_run_that_breaks_down_says_so_and_takes_no_further_step() {
    for method in ["bc", "cbc", "bc-pmi", "sorl", "ctvae", "infogail"] {
        let run = config(&format!("world=overlap&method={method}&{SMALL}"));
        let mut session = open(&run, &Files::default(), None).unwrap();
        out_of_all_numbers(&mut session);
        let error = block_on(session.advance(400)).unwrap_err();
        let SessionError::Diverged { step, .. } = error else { panic!("{method}: {error}") };
        assert_eq!(session.steps().0, step, "{method}");
        assert!(english::say(&error.text()).contains("broke down"), "{method}");
        assert!(matches!(block_on(session.advance(1)), Err(SessionError::Diverged { .. })), "{method}");
        assert!(matches!(block_on(session.snapshot()), Err(SessionError::Diverged { .. })), "{method}");
        assert_eq!(session.steps().0, step, "{method} stands still");
    }
}

#[test]
fn parameters_that_are_no_numbers_are_noticed_between_two_checks() {
    let run = config("world=circle2d&method=bc&trajectories=50&batch=16&hidden=8");
    let mut session = open(&run, &Files::default(), None).unwrap();
    out_of_all_numbers(&mut session);
    block_on(session.advance(5)).unwrap();
    let error = block_on(session.snapshot()).unwrap_err();
    assert!(matches!(error, SessionError::Diverged { step: 5, series: None }), "{error}");
    assert!(english::say(&error.text()).contains("parameters"));
}
