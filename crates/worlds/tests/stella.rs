//! The cartridge that ships looks in Stella, another emulator, as it does on our console: pixel for pixel.
//!
//! Stella is a system package; `cartridge/stella.sh` says what is missing, and then these tests are skipped.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::iter;
use std::process::Command;
use std::sync::Arc;
use std::{env, fs};

use atari2600::{Cartridge, Console, ConsoleInput, HEIGHT, JoystickAction, WIDTH};
use worlds::data::import::png::{self, Picture};

const FILE: &str = "../../datasets/magpie.a26";
/// What is held for how many frames: a name of Stella's debugger and ALE's number.
type Held = (&'static str, u8, usize);
const IDLE: Held = ("", 0, 60);
/// Lives in the memory (`cartridge/README.md`).
const LIVES: usize = 0x06;
const FIRE: Held = ("joy0Fire", 1, 12);

#[test]
fn the_title_looks_the_same_in_stella() {
    compare("title", &[IDLE]);
}

#[test]
fn a_game_looks_the_same_in_stella() {
    let moves = [("joy0Right", 3, 40), ("joy0Up", 2, 90), ("joy0Left", 4, 70), ("joy0Down", 5, 100)];
    compare("game", &[&[IDLE, FIRE], moves.as_slice()].concat());
}

#[test]
fn a_lost_life_looks_the_same_in_stella() {
    // A magpie that stands still is caught after 508 frames, or after 414 if the cats began a frame earlier.
    let held = [IDLE, FIRE, ("", 0, 540)];
    assert_eq!([0, 1].map(|early| play(&held, early).ram()[LIVES]), [2, 2], "one of three lives is lost");
    compare("lost", &held);
}

fn compare(name: &str, held: &[Held]) {
    let Some(stella) = stella(name, held) else { return };
    assert_eq!(stella.width, 2 * WIDTH, "Stella doubles pixels");
    // Stella counts a frame more where its random TIA begins within a vertical sync.
    let consoles = [0, 1].map(|early| play(held, early));
    let tops = 0..=stella.height - HEIGHT;
    let unlike = tops.flat_map(|top| consoles.iter().map(move |console| (top, console)));
    assert_eq!(unlike.map(|(top, console)| differing(console, &stella, top)).min(), Some(0), "pixels that differ");
}

/// Our console after the same, the first of it `early` frames shorter.
fn play(held: &[Held], early: usize) -> Console {
    let mut console = Console::power_on(Arc::new(Cartridge::new(&fs::read(FILE).unwrap()).unwrap()));
    let actions = held.iter().flat_map(|(_, action, frames)| iter::repeat_n(*action, *frames));
    actions.skip(early).for_each(|action| console.run_frame(ConsoleInput::from(JoystickAction::new(action).unwrap())));
    console
}

/// Pixels that differ from Stella's picture, of which `top` is the first row. The two have palettes of their own, so
/// colours are the same if each of ours is always the same one of Stella's, and the other way round.
fn differing(console: &Console, stella: &Picture, top: usize) -> usize {
    let (mut theirs, mut ours) = (BTreeMap::new(), BTreeMap::new());
    let pixels = console.screen().iter().enumerate();
    let pairs = pixels.map(|(at, index)| (*index, stella.pixels[(top + at / WIDTH) * 2 * WIDTH + 2 * (at % WIDTH)]));
    let differs = |(index, colour): (u8, [u8; 3])| {
        *theirs.entry(index).or_insert(colour) != colour || *ours.entry(colour).or_insert(index) != index
    };
    pairs.map(differs).filter(|differs| *differs).count()
}

/// Stella's picture after the same, unless Stella is not installed.
fn stella(name: &str, held: &[Held]) -> Option<Picture> {
    let path = |ending: &str| env::temp_dir().join(format!("stella-{name}-{}.{ending}", std::process::id()));
    let (commands, out) = (path("script"), path("png"));
    let lines = held.iter().map(|(stick, _, frames)| match *stick {
        "" => format!("frame #{frames}\n"),
        stick => format!("{stick} 0\nframe #{frames}\n{stick} 1\n"),
    });
    fs::write(&commands, lines.collect::<String>()).unwrap();
    let run = Command::new("../../cartridge/stella.sh").arg(FILE).args([&commands, &out]).output().unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    fs::remove_file(&commands).unwrap();
    if run.status.code() == Some(3) {
        eprintln!("skipped: {said}");
        return None;
    }
    assert!(run.status.success(), "{said}");
    let picture = png::read(&fs::read(&out).unwrap()).unwrap();
    fs::remove_file(&out).unwrap();
    Some(picture)
}
