//! Checks of the recordings that ship.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use atari2600::{Cartridge, Console, JoystickAction};
use worlds::atari::{FRAME_SKIP, Game, Recording, cartridge_file, position_of_sprite, recording_from_pictures};
use worlds::data::Rng;
use worlds::data::import::{atari_head, png};

fn shipped(game: Game) -> Recording {
    let path = format!("../../datasets/{}", Recording::file_name(game));
    Recording::read(&std::fs::read(&path).expect(&path)).unwrap()
}

#[test]
fn they_are_complete_and_of_their_game() {
    let output = Command::new("sha256sum").args(["-c", "SHA256SUMS"]).current_dir("../../datasets").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for game in Game::ALL {
        let recording = shipped(game);
        assert_eq!(recording.game, game);
        assert!(recording.playthroughs.iter().all(|one| one.rams.len() == one.actions.len()));
        let rams = recording.playthroughs.iter().flat_map(|one| &one.rams);
        let decisions = rams.filter(|ram| game.in_play(ram)).count();
        assert!(decisions > 60_000, "{}: {decisions} decisions", game.name());
        // Twice the score of the paper's BC; in our own game, ten times that of random play.
        let least = match game {
            Game::Alien => 2 * 460,
            Game::MsPacman => 2 * 700,
            Game::SpaceInvaders => 2 * 210,
            Game::Magpie => 10 * random_score(game),
        };
        let total: u32 = recording.playthroughs.iter().map(|one| one.score).sum();
        let mean = total / recording.playthroughs.len() as u32;
        assert!(mean >= least, "{}: {mean} points, less than {least}", game.name());
        for one in &recording.playthroughs {
            assert!(one.score >= game.score(one.rams.last().unwrap()), "points are not lost");
        }
    }
}

/// A game's cartridge; None, with a message, where it is not here.
fn cartridge(game: Game) -> Option<Arc<Cartridge>> {
    let name = cartridge_file(game);
    let rom = ["../../datasets", "../../datasets/roms"]
        .iter()
        .find_map(|folder| std::fs::read(format!("{folder}/{name}")).ok());
    if rom.is_none() {
        println!("skipped: the cartridge of {} is not here (./dev data atari)", game.name());
    }
    Some(Arc::new(Cartridge::new(&rom?).unwrap()))
}

/// Mean score of games with a random action per decision.
fn random_score(game: Game) -> u32 {
    const GAMES: u64 = 20;
    let start = Console::start(cartridge(game).unwrap());
    let play = |number: u64| {
        let (mut console, mut rng) = (start.clone(), Rng::stream(1, "random play", number));
        for _ in 0..1200 {
            let action = JoystickAction::new(game.actions()[rng.below(game.actions().len())]).unwrap();
            (0..FRAME_SKIP).for_each(|_| console.run_frame(action.into()));
            if game.is_over(console.ram()) {
                break;
            }
        }
        game.score(console.ram())
    };
    (0..GAMES).map(play).sum::<u32>() / GAMES as u32
}

/// The actions alone reproduce the memory, from the state that ALE's reset leaves.
#[test]
fn they_are_reproduced_by_this_console() {
    for game in Game::ALL {
        let Some(cartridge) = cartridge(game) else { continue };
        let mut console = Console::start(cartridge);
        let playthrough = &shipped(game).playthroughs[0];
        for (decision, (ram, action)) in playthrough.rams.iter().zip(&playthrough.actions).enumerate() {
            assert_eq!(console.ram(), ram, "{} differs at decision {decision}", game.name());
            (0..FRAME_SKIP).for_each(|_| console.run_frame(JoystickAction::new(*action).unwrap().into()));
        }
        assert_eq!(game.score(console.ram()), playthrough.score);
    }
}

/// The folder with a sample of a person's game: the one that PMI_DATASETS names, or `../shared/datasets` beside the
/// repository. The sample is not part of the project.
fn sample() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/datasets");
    let folder = std::env::var_os("PMI_DATASETS").map_or(beside, PathBuf::from).join("atari_head");
    let found = folder.is_dir().then_some(folder);
    if found.is_none() {
        eprintln!("skipped: no sample of Atari-HEAD here; PMI_DATASETS names the folder");
    }
    found
}

fn unpacked(command: &str, arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(command).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The reconstructed positions agree with those that others found in the same pictures, and the actions with the
/// person's.
#[test]
fn memory_is_reconstructed_from_pictures() {
    let Some(sample) = sample() else { return };
    let folder = std::env::temp_dir().join(format!("pmi-atari-head-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let archive = sample.join("ms_pacman_593_frames_4000-5499.tar.bz2");
    unpacked("tar", &["xjf", archive.to_str().unwrap(), "-C", folder.to_str().unwrap()]);
    let found = unpacked("gzip", &["-dc", sample.join("ms_pacman_objects.csv.gz").to_str().unwrap()]);
    // Up, right, left and down as ALE numbers them; the label file is written as Atari-HEAD's are.
    let ale = |human: &str| human.parse::<f32>().map_or("null", |action| ["2", "3", "4", "5"][action as usize]);
    let (mut labels, mut places, mut actions) = (
        String::from("frame_id,episode_id,score,duration(ms),unclipped_reward,action,gaze_positions\n"),
        BTreeMap::new(),
        vec![],
    );
    for line in String::from_utf8(found).unwrap().lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let (trial, frame) = (fields[0], fields[1].parse::<usize>().unwrap());
        if trial != "RZ_5037271" || !(4000..5500).contains(&frame) {
            continue;
        }
        labels += &format!("{trial}_{frame},0,10,50,0,{},null\n", ale(fields[24]));
        if (frame - 4000).is_multiple_of(FRAME_SKIP) {
            let place = fields[6].parse().ok().zip(fields[7].parse().ok()).map(|(x, y)| position_of_sprite([x, y]));
            places.insert((frame - 4000) / FRAME_SKIP, place);
            actions.push(ale(fields[24]).parse::<u8>().ok());
        }
    }
    let rows = atari_head::read(labels.as_bytes()).unwrap();
    let picture = |id: &str| png::read(&std::fs::read(folder.join(format!("{id}.png"))).unwrap()).map(Some);
    let recording = recording_from_pictures(Game::MsPacman, &rows, picture).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let playthrough = &recording.playthroughs[0];
    assert_eq!(playthrough.decisions(), 1500 / FRAME_SKIP);
    let off: Vec<f32> = places
        .iter()
        .filter_map(|(decision, place)| {
            let ([x, y], [there, up]) = (Game::MsPacman.position(&playthrough.rams[*decision], false), (*place)?);
            Some((x - there).abs().max((y - up).abs()))
        })
        .collect();
    let near = off.iter().filter(|pixels| **pixels <= 2.0).count();
    assert!(off.len() > 300 && near as f32 > 0.98 * off.len() as f32, "{near} of {} places agree", off.len());
    let known: Vec<(u8, u8)> =
        playthrough.actions.iter().zip(&actions).filter_map(|(a, b)| Some((*a, (*b)?))).collect();
    assert!(known.len() > 300 && known.iter().all(|(a, b)| a == b), "{} actions", known.len());
}
