//! Compares the emulator with ALE: RAM, picture, score and end of game are equal in every frame of all three games.
//!
//! The reference is computed by `ale-py`, in a virtual environment in the cache folder; the package contains the ROMs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "console/ale.rs"]
mod ale;

use std::fs;
use std::path::Path;
use std::process::Command;

use ale::{cache, python, rom, success};
use atari2600::JoystickAction;
use worlds::atari::{AleStepper, Game};
use worlds::data::Rng;

const FRAMES: usize = 5_000;

#[test]
fn alien_is_exact() {
    compare(Game::Alien);
}

#[test]
fn ms_pacman_is_exact() {
    compare(Game::MsPacman);
}

#[test]
fn space_invaders_is_exact() {
    compare(Game::SpaceInvaders);
}

#[test]
fn a_save_state_is_restored_exactly() {
    let mut stepper = AleStepper::new(&rom(Game::SpaceInvaders)).unwrap();
    let (start, mut console) = (stepper.fingerprint(), stepper.console().clone());
    let saved = *console.state();
    let play = |stepper: &mut AleStepper| random().into_iter().take(300).for_each(|action| stepper.act(action));
    play(&mut stepper);
    let after = stepper.fingerprint();
    assert_ne!(after, start);
    stepper.restart();
    assert_eq!(stepper.fingerprint(), start);
    play(&mut stepper);
    assert_eq!(stepper.fingerprint(), after);
    console.restore(stepper.console().state());
    assert_eq!(console.screen(), stepper.console().screen());
    console.restore(&saved);
    assert_ne!(console.screen(), stepper.console().screen());
}

/// Compares two sequences of actions, one frame each.
fn compare(game: Game) {
    for (kind, actions) in [("random", random()), ("scripted", scripted())] {
        let reference = reference(game, kind, &actions);
        let mut stepper = AleStepper::new(&rom(game)).unwrap();
        for (frame, expected) in reference.lines().enumerate() {
            if frame > 0 {
                stepper.act(actions[frame - 1]);
            }
            let score = game.score(stepper.console().ram());
            let over = if stepper.is_over() { " over" } else { "" };
            let ours = format!("{} {score}{over}", stepper.fingerprint());
            assert_eq!(ours, expected, "{}, {kind} actions, frame {frame}: ours, then ALE's", game.name());
            if stepper.is_over() {
                stepper.restart();
            }
        }
        assert_eq!(reference.lines().count(), FRAMES + 1);
    }
}

fn random() -> Vec<JoystickAction> {
    let mut rng = Rng::stream(1, "console-test", 0);
    (0..FRAMES).map(|_| JoystickAction::new(rng.below(usize::from(JoystickAction::COUNT)) as u8).unwrap()).collect()
}

/// Every action in turn, held for increasing numbers of frames, so that games progress.
fn scripted() -> Vec<JoystickAction> {
    let held = |turn: usize| (0..2 + turn % 41).map(move |_| JoystickAction::new((turn * 7 % 18) as u8).unwrap());
    (0..).flat_map(held).take(FRAMES).collect()
}

fn reference(game: Game, kind: &str, actions: &[JoystickAction]) -> String {
    let file = cache().join(format!("{}-{kind}.actions", game.id()));
    let lines: String = actions.iter().map(|action| format!("{}\n", action.number())).collect();
    fs::write(&file, lines).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/console/reference.py");
    let output = Command::new(python()).arg(script).arg(game.id()).arg(&file).output().unwrap();
    success("ALE", output)
}
