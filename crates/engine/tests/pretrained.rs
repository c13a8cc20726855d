//! What ships is what it says: whole, of this version, made from its recorded configuration, and good.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use engine::methods::{Player, open_snapshot};
use engine::metrics::calibrate;
use engine::nn::{Bundle, Device};
use engine::session::{Session, catalog};
use protocol::{RunConfig, Snapshot};
use worlds::{Environment, Files};

fn shipped(world: &str, method: &str) -> (RunConfig, Bundle) {
    let path = format!("../../datasets/pretrained/{world}-{method}");
    let recorded: RunConfig = serde_json::from_str(&std::fs::read_to_string(format!("{path}.json")).unwrap()).unwrap();
    let snapshot = Snapshot(std::fs::read(format!("{path}.bpk")).unwrap());
    let bundle = open_snapshot(&recorded, &files(world), &snapshot).unwrap();
    (recorded, bundle)
}

#[test]
fn every_world_and_method_has_agents_of_its_recorded_run() {
    let catalog = catalog();
    for world in &catalog.worlds {
        for method in &catalog.methods {
            let (recorded, bundle) = shipped(&world.id, &method.id);
            let wish = RunConfig { world: world.id.clone(), method: method.id.clone(), ..RunConfig::default() };
            // A run from before a knob was there has its default.
            let (settled, notices) = catalog.settle(&recorded);
            assert_eq!(settled, catalog.settle(&wish).0, "trained at other settings than the page's");
            assert!(notices.is_empty(), "{notices:?}");
            assert_eq!(bundle.note("run").unwrap(), recorded.to_query());
            Player::from_bundle(&bundle, 0).unwrap();
        }
    }
}

#[test]
fn weighted_agents_keep_their_style_and_averaged_ones_do_not() {
    let share = |method: &str, strength: f32| {
        let (run, bundle) = shipped("circle2d", method);
        let world = worlds::find("circle2d").unwrap();
        let labeler = world.labeler("circle").unwrap();
        let mut player = Player::from_bundle(&bundle, 0).unwrap();
        let environment = Environment::new(world, &run, &Files::default());
        calibrate(&environment, labeler.as_ref(), &mut player, 25, strength, 0).share
    };
    let (bc, cbc, bc_pmi) = (share("bc", 0.0), share("cbc", 0.0), share("bc-pmi", 0.0));
    assert!(bc < 0.4 && bc_pmi > 0.9 && bc_pmi > cbc, "bc {bc}, cbc {cbc}, bc-pmi {bc_pmi}");
    // Circle2D ships the paper's recipe, whose single small critic is a weaker guide than our best.
    let guided = share("bc-pmi", 1.0);
    assert!(guided > 0.85, "guidance keeps the styles: {guided}");
}

/// The files of a world that ship with the page.
fn files(world: &str) -> Files {
    let (mut files, world) = (Files::default(), worlds::find(world).unwrap());
    for card in world.card().files {
        let read = |folder: &str| std::fs::read(format!("../../datasets/{folder}{}", card.name));
        if let Ok(bytes) = read("").or_else(|_| read("examples/")) {
            world.load(&mut files, &card.name, &bytes).unwrap();
        }
    }
    files
}

#[test]
fn every_world_opens_finished() {
    let catalog = catalog();
    for world in &catalog.worlds {
        let files = files(&world.id);
        let mut demos = None;
        for method in &catalog.methods {
            let name = format!("{}-{}", world.id, method.id);
            let (run, bundle) = shipped(&world.id, &method.id);
            let session = Session::open(&run, &files, demos, &Device::Cpu, Some(&bundle.to_snapshot().unwrap()));
            let session = session.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(session.done(), "{name} is not over");
            let recorded = session.record().readings();
            // InfoGAIL only clones where nobody can play, and then has no reading of its own curves.
            let known = |id: &str| method.series.iter().any(|card| card.id == id);
            assert!(!recorded.is_empty() && recorded.iter().all(|reading| known(&reading.series)), "{name}");
            let counts = worlds::find(&world.id).unwrap().no_environment().is_none();
            assert_eq!(session.recorded_calibration().is_some(), counts, "{name} was never counted");
            assert_eq!(session.weight_histogram().is_some(), method.has_critic || method.id == "sorl", "{name}");
            assert!(session.telling_moment().is_some() <= method.has_critic, "{name}");
            demos = Some(session.shared_data());
        }
    }
}

#[test]
fn the_page_opens_on_a_moment_that_speaks_against_its_label() {
    let run = &catalog().first;
    let (_, bundle) = shipped(&run.world, &run.method);
    let session =
        Session::open(run, &Files::default(), None, &Device::Cpu, Some(&bundle.to_snapshot().unwrap())).unwrap();
    let telling = session.telling_moment().unwrap();
    let timeline = session.timeline(telling.trajectory).unwrap();
    assert_ne!(timeline.followed[telling.moment as usize], timeline.style, "{telling:?}");
}

#[test]
fn what_ships_is_small() {
    let folder = std::fs::read_dir("../../datasets/pretrained").unwrap();
    let sizes: Vec<(String, u64)> = folder
        .map(|file| file.unwrap())
        .map(|file| (file.file_name().into_string().unwrap(), file.metadata().unwrap().len()))
        .collect();
    let first = sizes.iter().find(|(name, _)| name == "circle2d-bc-pmi.bpk").unwrap().1;
    assert!(first < 250_000, "the run that the page opens with has {first} bytes");
    let all: u64 = sizes.iter().map(|(_, size)| size).sum();
    // Six methods in nine worlds; each is fetched when it is opened.
    assert!(all < 12_000_000, "{all} bytes");
}

#[test]
fn checksums_hold() {
    let sums = std::fs::read_to_string("../../datasets/pretrained/SHA256SUMS").unwrap();
    let command = std::process::Command::new("sha256sum")
        .arg("-c")
        .arg("SHA256SUMS")
        .current_dir("../../datasets/pretrained")
        .output();
    let output = command.expect("sha256sum, of coreutils");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(sums.lines().count(), 2 * catalog().worlds.len() * catalog().methods.len());
}
