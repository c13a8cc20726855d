//! Whole runs on Magpie's pictures.

use super::*;
use engine::methods::{Player, open_snapshot};
use worlds::Environment;
use worlds::atari::STACK as STACK_OF_GAMES;

#[test]
fn a_run_that_sees_is_resumed_to_the_bit_and_plays() {
    let files = magpie(10);
    for method in ["bc-pmi", "bc-pmi&critic=sampled&evidence=pair", "cbc&networks=separate", "bc", "sorl&starts=2"] {
        let run = run(&format!("method={method}"));
        let open = |resume| Session::open(&run, &files, None, &Device::Cpu, resume).unwrap();
        let mut whole = open(None);
        let half = whole.steps().1 / 2;
        block_on(whole.advance(half)).unwrap();
        let saved = block_on(whole.snapshot()).unwrap();
        let mut resumed = open(Some(&saved));
        for session in [&mut whole, &mut resumed] {
            block_on(session.advance(u32::MAX)).unwrap();
        }
        assert_eq!(block_on(whole.digest()).unwrap(), block_on(resumed.digest()).unwrap(), "{method}");
        if method == "bc-pmi" {
            let calibration = block_on(whole.calibration(0.0)).unwrap();
            assert_eq!(calibration.counts.iter().flatten().sum::<u32>(), 100);
            assert_eq!(block_on(resumed.calibration(0.0)).unwrap(), calibration);
            let guided = block_on(whole.calibration(2.0)).unwrap();
            assert_eq!(guided.counts.iter().flatten().sum::<u32>(), 100);
        }
        let explained = whole.timeline(0).map(|timeline| timeline.pmi);
        assert!(explained.iter().flatten().all(|pmi| pmi.is_finite()), "{method}");
        assert_eq!(explained.is_some(), method.starts_with("bc-pmi"), "{method}");
        let finished = block_on(whole.finished_snapshot()).unwrap();
        assert!(open(Some(&finished)).done(), "{method}");
    }
}

/// What networks make of a demonstration in a table equals what they make of the same pixels in an episode.
#[test]
fn agents_see_what_critics_learn_from() {
    let files = magpie(10);
    let run = run("method=bc-pmi&critic=exact&critic_folds=1");
    let mut session = Session::open(&run, &files, None, &Device::Cpu, None).unwrap();
    block_on(session.advance(session.steps().1)).unwrap();
    let demos = session.demos().remove(0);
    let held_out = demos.trajectories.iter().position(|path| path.held_out).unwrap();
    let (path, pmi) = (session.demonstration(held_out).unwrap(), session.timeline(held_out as u32).unwrap().pmi);
    let mut player: Player = block_on(session.players()).unwrap().remove(0);
    let pictures = demos.pictures.as_ref().unwrap();
    let depth = pictures.stack.depth;
    let mut seen = vec![0.0; player.observation_size];
    let actions = path.actions.chunks_exact(demos.action_size);
    let moments = path.observations.chunks_exact(demos.observation_size).zip(actions);
    for ((numbers, action), pmi) in moments.zip(pmi) {
        let (pixels, unseen) = seen.split_at_mut(pictures.stack.pixels());
        pictures.stack.interleave(numbers[..depth].iter().map(|number| pictures.get(*number as usize)), pixels);
        unseen.copy_from_slice(&numbers[depth..]);
        let found = player.pmi(&seen, action, path.style).unwrap();
        assert!((found - pmi).abs() < 1e-5, "{found} instead of {pmi}");
    }
}

/// An episode that repeats recorded actions shows its player the pictures of the recording.
#[test]
fn pictures_of_episodes_are_those_of_recordings() {
    let files = magpie(2);
    let environment = Environment::new(worlds::find("magpie").unwrap(), &run("method=bc"), &files);
    let mut episode = environment.episode(1, None);
    let (pixels, size) = (STACK_OF_GAMES.pixels(), STACK_OF_GAMES.pixels() + Game::Magpie.unseen_size());
    let (mut before, mut seen) = (vec![0.0; size], vec![0.0; size]);
    episode.observe(&mut before);
    for picture in before[..pixels].as_chunks::<4>().0 {
        assert!(picture.iter().all(|pixel| *pixel == picture[0]), "a game begins as if it had stood still");
    }
    let mut moved = false;
    for _ in 0..20 {
        let mut action = [0.0; 9];
        action[2] = 1.0;
        episode.act(&action);
        episode.observe(&mut seen);
        assert!(seen[pixels + 1] < before[pixels + 1], "time runs out");
        for (now, before) in seen[..pixels].as_chunks::<4>().0.iter().zip(before[..pixels].as_chunks::<4>().0) {
            assert_eq!(now[1..], before[..3], "the last pictures stay, one place further back");
            moved |= now[0] != now[1];
        }
        before.copy_from_slice(&seen);
    }
    assert!(moved);
}

#[test]
fn what_cannot_see_says_so() {
    let ask = |query: &str| catalog().settle(&RunConfig::from_query(query).0);
    for method in ["ctvae", "infogail"] {
        let (run, notices) = ask(&format!("world=magpie&sees=picture&method={method}"));
        assert_eq!(
            (run.knobs["sees"].to_string().as_str(), notices[0].key.as_ref()),
            ("surroundings", "link-sees-surroundings")
        );
    }
    assert!(ask("world=magpie&sees=picture&method=cbc").1.is_empty());
    // Settings that come with seeing leave with it; others stay.
    let epochs = |query: &str| ask(query).0.knobs["epochs"].to_string();
    let (memory, picture) = (epochs("world=magpie&method=bc"), epochs("world=magpie&sees=picture&method=bc"));
    assert_ne!(memory, picture);
    assert_eq!(epochs(&format!("world=magpie&sees=picture&method=ctvae&epochs={picture}")), memory);
    assert_eq!(epochs("world=magpie&sees=picture&method=ctvae&epochs=3"), "3");
    // A recording that was not made on this console, and a game without cartridge.
    let world = worlds::find("magpie").unwrap();
    let mut files = magpie(6);
    let mut recording = Recording::read(&std::fs::read("../../datasets/atari-magpie.plays").unwrap()).unwrap();
    recording.playthroughs.truncate(6);
    let last = recording.playthroughs[4].rams.len() - 1;
    recording.playthroughs[4].rams[last][100] ^= 1;
    world.load(&mut files, "mine.plays", &recording.write()).unwrap();
    let key = |files: &Files| world.demos(&run("method=bc"), files).unwrap_err().text().key;
    assert_eq!(key(&files), "error-pictures-not-replayed");
    let mut without = Files::default();
    world.load(&mut without, "mine.plays", &recording.write()).unwrap();
    assert_eq!(key(&without), "error-pictures-no-cartridge");
}

#[test]
fn snapshots_of_another_sight_are_refused() {
    let files = magpie(6);
    let seeing = run("method=cbc");
    let remembering = catalog().settle(&RunConfig { knobs: Default::default(), ..seeing.clone() }).0;
    let mut session = Session::open(&seeing, &files, None, &Device::Cpu, None).unwrap();
    let saved = block_on(session.snapshot()).unwrap();
    assert!(open_snapshot(&seeing, &files, &saved).is_ok());
    assert!(open_snapshot(&remembering, &files, &saved).is_err());
    let mut bundle = open_snapshot(&seeing, &files, &saved).unwrap();
    for note in ["0 42 4", "40 42 4 1", "210 210 17", "many", "18446744073709551615 2 2"] {
        bundle.notes.insert("pictures.moving".into(), note.into());
        let forged = bundle.to_snapshot().unwrap();
        assert!(open_snapshot(&seeing, &files, &forged).is_err(), "{note}");
        assert!(Player::from_bundle(&bundle, 0).is_err(), "{note}");
    }
    // As runs were saved when policies saw whole pictures.
    bundle.notes.remove("pictures.moving");
    bundle.notes.insert("pictures".into(), "40 70 4".into());
    assert!(open_snapshot(&seeing, &files, &bundle.to_snapshot().unwrap()).is_err());
}
