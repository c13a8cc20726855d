//! What every method promises on every world: numbers that stay finite, a loss that falls, the same bits for the same
//! seed, and a snapshot from which it goes on as if nothing had happened.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod english;

use engine::methods::series;
use engine::nn::Device;
use engine::session::{Session, SessionError, catalog};
use pollster::block_on;
use protocol::knobs::recipes;
use protocol::knobs::sees::{SEES, Sees};
use protocol::{Catalog, MethodCard, Reading, RecipeCard, RunConfig, Snapshot, WorldCard};
use worlds::Files;

/// Small enough that all pairs of method and world take about a minute together.
const SMALL: &str = "trajectories=5&paths=200&stretches=60&epochs=3&critic_epochs=2&hidden=16&critic_hidden=16&batch=64&rate=0.003&starts=2&rounds=5";

/// The files of a world; None, with a message, where a needed one is missing.
fn files(card: &WorldCard) -> Option<Files> {
    let (world, mut files) = (worlds::find(&card.id)?, Files::default());
    for file in &card.files {
        let found = ["../../datasets", "../../datasets/local", "../../datasets/roms"]
            .map(|folder| format!("{folder}/{}", file.name));
        match found.iter().find_map(|path| std::fs::read(path).ok()) {
            Some(bytes) => drop(world.load(&mut files, &file.name, &bytes).unwrap()),
            None if file.needed => {
                eprintln!("{} is skipped: {} is not here", card.id, file.name);
                return None;
            }
            None => {}
        }
    }
    Some(files)
}

fn config(catalog: &Catalog, world: &WorldCard, method: &MethodCard) -> RunConfig {
    let (wish, _) = RunConfig::from_query(&format!("world={}&method={}&seed=3&{SMALL}", world.id, method.id));
    catalog.settle(&wish).0
}

fn advance(session: &mut Session, until: u32, cut: u32) -> Vec<Reading> {
    let mut readings = Vec::new();
    while session.steps().0 < until {
        let left = until - session.steps().0;
        readings.extend(block_on(session.advance(cut.min(left))).unwrap());
    }
    readings
}

fn snapshot(session: &mut Session) -> Snapshot {
    block_on(session.snapshot()).unwrap()
}

/// The whole run at once, and the same cut into small pieces that go on from snapshots.
fn check(run: &RunConfig, files: &Files, method: &MethodCard) {
    let name = format!("{} on {}", run.method, run.world);
    let open = |resume: Option<&Snapshot>| Session::open(run, files, None, &Device::Cpu, resume).unwrap();
    let mut whole = open(None);
    let steps = whole.steps().1;
    let readings = advance(&mut whole, steps, steps);
    assert!(readings.iter().all(|reading| reading.value.is_finite()), "{name}");
    for reading in &readings {
        assert!(method.series.iter().any(|card| card.id == reading.series), "{name}: {} has no card", reading.series);
    }
    let loss: Vec<f32> = readings.iter().filter(|r| r.series == series::POLICY_LOSS.id()).map(|r| r.value).collect();
    assert!(loss.last().unwrap() < &loss[0], "{name}: the loss does not fall: {loss:?}");
    let mut resumed = open(None);
    for stop in [steps / 5, steps / 2, steps * 4 / 5, steps] {
        advance(&mut resumed, stop, 7);
        let kept = snapshot(&mut resumed);
        resumed = open(Some(&kept));
        assert_eq!(resumed.steps().0, stop, "{name}");
    }
    assert_eq!(snapshot(&mut resumed), snapshot(&mut whole), "{name}: another end after a stop");
    // Without a cartridge nobody can play; any other reason is a failure.
    let [ends, again] = [&mut whole, &mut resumed].map(|session| match block_on(session.calibration(0.0)) {
        Err(SessionError::Unplayable(_)) => None,
        counted => Some(counted.unwrap()),
    });
    assert_eq!(ends, again, "{name}");
}

#[test]
fn every_method_learns_repeats_and_resumes_on_every_world() {
    let catalog = catalog();
    for world in &catalog.worlds {
        let Some(files) = files(world) else { continue };
        for method in &catalog.methods {
            let start = std::time::Instant::now();
            check(&config(catalog, world, method), &files, method);
            eprintln!("{} on {}: {:.1} s", method.id, world.id, start.elapsed().as_secs_f32());
        }
    }
}

/// With the recordings alone; Magpie's cartridge ships, so it is also played.
#[test]
fn players_that_see_the_memory_learn_repeat_and_resume_in_every_game() {
    let catalog = catalog();
    let seen = |world: &WorldCard| world.knobs.iter().any(|knob| knob.id == SEES.id());
    for world in catalog.worlds.iter().filter(|world| seen(world)) {
        let files = files(world).unwrap();
        for method in catalog.methods.iter().filter(|method| ["bc", "bc-pmi"].contains(&method.id.as_str())) {
            let mut run = config(catalog, world, method);
            let (found, surroundings) = (worlds::find(&world.id).unwrap(), run.clone());
            run.knobs.extend([SEES.at(Sees::Memory)]);
            let size = |run: &RunConfig| found.pair_size_of(run, &files);
            assert_ne!(size(&run), size(&surroundings), "{}", world.id);
            check(&run, &files, method);
        }
    }
}

#[test]
fn every_method_explains_itself_in_two_sentences() {
    for method in &catalog().methods {
        let about = english::say(&method.about);
        let sentences = about.split_inclusive(". ").count();
        assert!(sentences == 2 && about.ends_with('.'), "{}: {about}", method.id);
        assert!(!method.equation.is_empty() && !method.knobs.is_empty(), "{}", method.id);
    }
}

#[test]
fn circle2d_opens_as_in_the_paper_and_other_worlds_with_our_best() {
    for world in &catalog().worlds {
        for method in catalog().methods.iter().filter(|method| !method.recipes.is_empty()) {
            let knob = |id: &str| method.knobs.iter().find(|card| card.id == id).unwrap();
            let none = Default::default();
            let opens = |recipe: &&RecipeCard| {
                let default = |id: &str| world.default_of(knob(id), &method.id, &none);
                world.recipe_values(recipe, &none).iter().all(|(id, value)| default(id) == *value)
            };
            let ids: Vec<&str> = method.recipes.iter().filter(opens).map(|recipe| recipe.id.as_str()).collect();
            assert_eq!(ids, [if world.id == "circle2d" { recipes::PAPER } else { recipes::BEST }], "{}", world.id);
            for (id, value) in method.recipes.iter().flat_map(|recipe| world.recipe_values(recipe, &none)) {
                let mut notices = Vec::new();
                knob(&id).settle(&value, &knob(&id).default, &mut notices);
                assert!(notices.is_empty(), "{id} cannot be {value} in {}", world.id);
            }
        }
    }
}

/// The last value of a curve, and the calibration, of a whole run.
fn outcome(query: &str, series: &str) -> (f32, f32) {
    let (config, notices) = catalog().settle(&RunConfig::from_query(query).0);
    assert!(notices.is_empty(), "{notices:?}");
    let mut session = Session::open(&config, &Files::default(), None, &Device::Cpu, None).unwrap();
    let steps = session.steps().1;
    let readings = advance(&mut session, steps, 1000);
    let last = readings.iter().rev().find(|reading| reading.series == series).unwrap().value;
    (last, block_on(session.calibration(0.0)).unwrap().share)
}

#[test]
fn sorl_finds_the_circles_without_their_labels() {
    let (matched, calibration) = outcome("method=sorl&spells=0", "clusters-matched");
    assert!(matched > 0.95 && calibration > 0.9, "{matched} of trajectories matched, calibration {calibration}");
}

#[test]
fn infogail_shows_its_codes_and_some_of_them_are_styles() {
    let (guessed, calibration) =
        outcome("method=infogail&trajectories=10&spells=0&epochs=8&rounds=60", "codes-guessed");
    assert!(guessed > 0.35 && calibration > 0.3, "{guessed} of codes guessed, calibration {calibration}");
}
