//! The recordings that ship are what they are said to be.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use playground::console::{Action, Cartridge, Console};
use playground::worlds::atari::{FRAME_SKIP, Game, Recording};

fn shipped(game: Game) -> Recording {
    let path = format!("datasets/{}", Recording::file_name(game));
    Recording::read(&std::fs::read(&path).expect(&path)).unwrap()
}

#[test]
fn they_are_whole_and_of_their_game() {
    let output =
        std::process::Command::new("sha256sum").args(["-c", "SHA256SUMS"]).current_dir("datasets").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for game in Game::ALL {
        let recording = shipped(game);
        assert_eq!(recording.game, game);
        assert!(recording.plays.iter().all(|play| play.rams.len() == play.actions.len()));
        let decisions = recording.plays.iter().flat_map(|play| &play.rams).filter(|ram| game.in_play(ram)).count();
        assert!(decisions > 20_000, "{}: {decisions} decisions", game.name());
        for play in &recording.plays {
            assert!(play.score >= game.score(play.rams.last().unwrap()), "points are not lost");
        }
    }
}

/// A play's actions alone make the same memory again, from where ALE's reset leaves the game.
#[test]
fn they_were_played_on_this_console() {
    for game in Game::ALL {
        let Ok(rom) = std::fs::read(format!("datasets/roms/{}.bin", game.id())) else {
            println!("skipped: the cartridge of {} is not here (./dev data atari)", game.name());
            continue;
        };
        let mut console = Console::start(Arc::new(Cartridge::new(&rom).unwrap()));
        let play = &shipped(game).plays[0];
        for (decision, (ram, action)) in play.rams.iter().zip(&play.actions).enumerate() {
            assert_eq!(console.ram(), ram, "{} differs at decision {decision}", game.name());
            (0..FRAME_SKIP).for_each(|_| console.frame(Action::new(*action).unwrap().into()));
        }
        assert_eq!(game.score(console.ram()), play.score);
    }
}
