//! The console against its oracle: memory and picture equal ALE's in every frame, in all three games.
//!
//! The reference is made here and now by `ale-py` in a virtual environment in the cache folder; ALE brings the ROMs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use playground::console::{ACTIONS, Action};
use playground::data::Rng;
use playground::worlds::atari::{Game, Trace};

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
fn a_saved_moment_comes_back() {
    let mut trace = Trace::new(&rom(Game::SpaceInvaders)).unwrap();
    let (start, mut console) = (trace.line(), trace.console().clone());
    let saved = *console.machine();
    let play = |trace: &mut Trace| random().into_iter().take(300).for_each(|action| trace.act(action));
    play(&mut trace);
    let after = trace.line();
    assert_ne!(after, start);
    trace.restart();
    assert_eq!(trace.line(), start);
    play(&mut trace);
    assert_eq!(trace.line(), after);
    console.restore(trace.console().machine());
    assert_eq!(console.screen(), trace.console().screen());
    console.restore(&saved);
    assert_ne!(console.screen(), trace.console().screen());
}

fn compare(game: Game) {
    for (kind, actions) in [("random", random()), ("scripted", scripted())] {
        let reference = reference(game, kind, &actions);
        let mut trace = Trace::new(&rom(game)).unwrap();
        for (frame, expected) in reference.lines().enumerate() {
            if frame > 0 {
                trace.act(actions[frame - 1]);
            }
            let score = game.score(trace.console().ram());
            let over = if trace.is_over() { " over" } else { "" };
            let ours = format!("{} {score}{over}", trace.line());
            assert_eq!(ours, expected, "{}, {kind} actions, frame {frame}: ours, then ALE's", game.name());
            if trace.is_over() {
                trace.restart();
            }
        }
        assert_eq!(reference.lines().count(), FRAMES + 1);
    }
}

fn random() -> Vec<Action> {
    let mut rng = Rng::stream(1, "console-test", 0);
    (0..FRAMES).map(|_| Action::new(rng.below(usize::from(ACTIONS)) as u8).unwrap()).collect()
}

/// Every action in turn, held for longer and longer, so that games get somewhere.
fn scripted() -> Vec<Action> {
    let held = |turn: usize| (0..2 + turn % 41).map(move |_| Action::new((turn * 7 % 18) as u8).unwrap());
    (0..).flat_map(held).take(FRAMES).collect()
}

fn reference(game: Game, kind: &str, actions: &[Action]) -> String {
    let file = cache().join(format!("{}-{kind}.actions", game.id()));
    let lines: String = actions.iter().map(|action| format!("{}\n", action.number())).collect();
    fs::write(&file, lines).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/console/reference.py");
    let output = Command::new(python()).arg(script).arg(game.id()).arg(&file).output().unwrap();
    success("ALE", output)
}

fn rom(game: Game) -> Vec<u8> {
    let code = format!("import ale_py.roms; print(ale_py.roms.get_rom_path('{}'))", game.id());
    let output = Command::new(python()).args(["-c", &code]).output().unwrap();
    fs::read(success("ALE", output).trim()).unwrap()
}

/// Python in a virtual environment that has ale-py; made once.
fn python() -> &'static Path {
    static PYTHON: OnceLock<PathBuf> = OnceLock::new();
    PYTHON.get_or_init(|| {
        let folder = cache().join("venv");
        let python = folder.join("bin/python");
        let wanted = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/console/requirements.txt");
        if !python.exists() {
            let made = Command::new("python3").args(["-m", "venv"]).arg(&folder).output();
            success(
                "python3 -m venv",
                made.expect("These tests need python3 with venv; install it (apt install python3-venv)."),
            );
        }
        // Quick, and without a connection, where everything is there already.
        let installed = Command::new(&python).args(["-m", "pip", "install", "-q", "-r"]).arg(wanted).output();
        success("pip install ale-py (it needs a connection the first time)", installed.unwrap());
        python
    })
}

fn cache() -> PathBuf {
    let given = |name: &str| env::var_os(name).map(PathBuf::from);
    let shared = || given("XDG_CACHE_HOME").or_else(|| given("HOME").map(|home| home.join(".cache")));
    let folder = given("PMI_CACHE").unwrap_or_else(|| shared().unwrap().join("pmi-playground"));
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn success(what: &str, output: Output) -> String {
    assert!(output.status.success(), "{what} failed: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}
