//! A game in the page: without its cartridge, with one that the visitor drops, and played by the visitor.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;
use worlds::Game;
use worlds::atari::{Playthrough, Recording};

use crate::visit::{Setting, USUAL, Visit, named};

const GAME: &str = "ms_pacman";
const SMALL: &str = "world=ms_pacman&device=cpu&epochs=1&critic_epochs=1&stretches=60";

fn cartridge() -> Vec<u8> {
    std::fs::read(cartridge_file(GAME)).expect("the cartridge")
}

/// A cartridge where `./dev data` puts it, made if it is not there.
fn cartridge_file(game: &str) -> PathBuf {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file: PathBuf = home.join(format!("datasets/roms/{game}.bin"));
    if !file.is_file() {
        let made = Command::new("./dev").args(["data", "atari"]).current_dir(home).status();
        assert!(made.is_ok_and(|status| status.success()), "./dev data atari brings the cartridges");
    }
    file
}

fn consoles(visit: &Visit) -> usize {
    visit.text("consoles").map_or(0, |text| text.matches("Console ").count())
}

#[test]
fn a_game_without_its_cartridge_trains_and_says_what_is_missing() {
    let visit = Visit::new("arcade-bare", &format!("?{SMALL}"));
    visit.ready();
    visit.wait("the sentence about the cartridge", 30, |visit| {
        visit.text("sit-why").filter(|text| text.contains("drop your own ROM"))
    });
    visit.wait("what the recording says of ghosts and score", 30, |visit| {
        visit.text("moment").filter(|text| text.contains("points; rings are who else was there"))
    });
    visit.train().wait_for_step(3, 120);
    visit.wait("why styles are not counted", 120, |visit| {
        visit.text("uncalibrated").filter(|text| text.contains("cartridge"))
    });
    visit.leave(&[]);
}

#[test]
fn a_dropped_cartridge_is_played_and_a_wrong_one_gets_a_sentence() {
    let visit = Visit::new("arcade-played", &format!("?{SMALL}"));
    visit.ready();
    visit.drop_file("holiday.bin", &[7; 4096]);
    visit.wait_for_message("not the cartridge");
    visit.drop_file("mine.bin", &cartridge());
    visit.wait("a console a style", 60, |visit| (consoles(visit) == 4).then_some(()));
    let before = visit.text("consoles");
    visit.wait("scores and styles that change", 60, |visit| (visit.text("consoles") != before).then_some(()));
    visit.click("sit");
    let own = |visit: &Visit| visit.text("consoles").filter(|text| text.starts_with("Your console"));
    visit.wait("the visitor's console", 30, own);
    let press =
        "for (const key of arguments[0]) window.dispatchEvent(new KeyboardEvent(arguments[1], { key, bubbles: true }))";
    visit.browser.run(press, json!([["ArrowLeft", " "], "keydown"]));
    std::thread::sleep(std::time::Duration::from_secs(3));
    visit.browser.run(press, json!([["ArrowLeft", " "], "keyup"]));
    assert_eq!(visit.steps(), 0, "keys play, they do not train");
    visit.click("sit");
    let said = visit.wait("what was played", 30, |visit| visit.text("own").filter(|text| text.contains("decisions")));
    println!("{said}");
    visit.wait("the consoles again", 30, |visit| (consoles(visit) == 4).then_some(()));
    visit.leave(&[]);
}

/// Nothing is painted under the words on the stage.
/// Notes the stage's worker, which is told its role first.
const STAGE_NOTED: Setting = Setting {
    before: "
        window.Worker = class extends Worker {
            postMessage(message, transfer) {
                if (message.length === 3 && message[0] === 0 && message[1] === 1) window.__stage = this;
                super.postMessage(message, transfer);
            }
        };
    ",
    ..USUAL
};

/// Plays for some seconds, and waits until the visitor has played more than `before` decisions in all; how many these are.
fn play(visit: &Visit, before: usize) -> usize {
    visit.wait("a console a style", 60, |visit| (consoles(visit) == 4).then_some(()));
    visit.click("sit");
    visit.wait("the visitor's console", 30, |visit| {
        visit.text("consoles").filter(|text| text.starts_with("Your console"))
    });
    let key = "window.dispatchEvent(new KeyboardEvent(arguments[0], { key: 'ArrowLeft', bubbles: true }))";
    visit.browser.run(key, json!(["keydown"]));
    std::thread::sleep(std::time::Duration::from_secs(3));
    visit.browser.run(key, json!(["keyup"]));
    visit.click("sit");
    visit.wait("what was played", 30, |visit| {
        let said = visit.text("own")?;
        let decisions = said.split(" decisions").next()?.rsplit(' ').next()?.parse().ok();
        decisions.filter(|decisions| *decisions > before)
    })
}

#[test]
fn what_was_played_outlives_the_worker_that_showed_it() {
    let visit = Visit::with("arcade-stage", &format!("?{SMALL}"), STAGE_NOTED);
    visit.ready();
    visit.drop_file("mine.bin", &cartridge());
    let first = play(&visit, 0);
    visit.run("window.__before = window.__stage; window.__stage.postMessage(-1)");
    let another = "return window.__stage !== window.__before";
    visit.wait("another worker", 60, |visit| (visit.run(another) == true).then_some(()));
    let both = play(&visit, first);
    println!("{first} decisions, then {both} in all");
    visit.leave(&[]);
}

fn assert_caption_is_clear(visit: &Visit) {
    let painted = "
        const stage = document.querySelector('[data-testid=stage]');
        const words = document.querySelector('.captions').getBoundingClientRect();
        const box = stage.getBoundingClientRect(), ratio = stage.width / box.width;
        const band = stage.getContext('2d').getImageData(0, (words.top - box.top) * ratio, stage.width, words.height * ratio);
        return words.height > 10 ? band.data.filter((value, index) => index % 4 === 3 && value > 0).length : -1;";
    visit.wait("a stage that leaves room for its caption", 10, |visit| (visit.run(painted) == json!(0)).then_some(()));
}

#[test]
fn without_a_cartridge_the_trained_agents_are_shown_as_they_played() {
    let visit = Visit::new("arcade-rollouts", "?world=ms_pacman&device=cpu");
    visit.ready();
    let said = visit.wait("what is shown", 60, |visit| {
        visit.text("playing").filter(|text| text.contains("as they played when they were trained"))
    });
    println!("{said}");
    assert_caption_is_clear(&visit);
    assert_eq!(visit.agents().len(), 4, "one rollout per style, as there would be consoles");
    let before = visit.agents();
    visit.wait("agents that move", 20, |visit| (visit.agents() != before).then_some(()));
    visit.set("style-2", "100");
    visit.wait("rollouts of one style", 20, |visit| visit.agents().iter().all(|agent| agent.style == 2).then_some(()));
    visit.wait("the calibration of then", 30, |visit| visit.number("calibration").filter(|share| *share > 0.3));
    assert!(visit.text("sit-why").is_some_and(|why| why.contains("cartridge") && why.contains("drop your own ROM")));
    let off = "return document.querySelector('[data-testid=sit]').disabled";
    assert_eq!(visit.run(off), true, "nobody can play");
    visit.leave(&[]);
}

/// An archive with the cartridges of three games, made by Python's own module.
fn archive() -> Vec<u8> {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("games-{}.zip", std::process::id()));
    let games = ["alien", "ms_pacman", "space_invaders"].map(cartridge_file);
    let made = Command::new("python3").args(["-m", "zipfile", "-c"]).arg(&file).args(games).status();
    assert!(made.is_ok_and(|status| status.success()), "python3 -m zipfile");
    let bytes = std::fs::read(&file).unwrap();
    std::fs::remove_file(file).unwrap();
    bytes
}

#[test]
fn an_archive_fills_every_game_it_has_a_cartridge_for_and_is_kept() {
    let visit = Visit::new("arcade-archive", &format!("?{SMALL}"));
    visit.ready();
    visit.drop_file("games.zip", &archive());
    visit.wait_for_message("2 other games");
    let plays = |visit: &Visit, game: &str| {
        visit.wait(&format!("consoles with {game}"), 60, |visit| {
            (visit.attribute("world", "data-value")? == game && consoles(visit) > 0).then_some(())
        });
    };
    plays(&visit, "ms_pacman");
    visit.browser.click("[data-world=alien]");
    plays(&visit, "alien");
    // A later visit to a game that was not open then.
    visit.browser.go(&visit.site.page("?world=space_invaders&device=cpu"));
    plays(&visit, "space_invaders");
    visit.leave(&[]);
}

/// Plays that go to and fro in one quarter of the maze each.
pub fn recording() -> Vec<u8> {
    let ram = |play: usize, decision: usize| {
        let mut ram = [0; 128];
        (ram[10], ram[16]) = ((30 + 60 * (play % 2) + decision % 20) as u8, (20 + 80 * (play / 2 % 2)) as u8);
        ram
    };
    let play = |number: usize| Playthrough {
        rams: (0..350).map(|decision| ram(number, decision)).collect(),
        actions: (0..350).map(|decision| (decision % 18) as u8).collect(),
        score: 100,
    };
    Recording { game: Game::MsPacman, playthroughs: (0..20).map(play).collect() }.write()
}

#[test]
fn downloaded_plays_are_learnt_from_under_any_name() {
    let visit = Visit::new("arcade-own", &format!("?{SMALL}&show=settings"));
    visit.ready();
    // What a browser calls the second download of own-ms_pacman.plays.
    visit.drop_file("own-ms_pacman (1).plays", &recording());
    visit.wait_for_message("20 plays of Ms. Pac-Man with 7000 decisions");
    visit.wait("a run on these plays", 30, |visit| {
        let player =
            visit.browser.run("return document.querySelector(arguments[0]).value", json!([named("knob-player")]));
        (player == "own" && visit.text("source")?.contains("60 demonstrations")).then_some(())
    });
    visit.train().wait_for_step(3, 120);
    visit.leave(&[]);
}

/// A gamepad that does what `window.pad` says. Only the device is made up; the page asks the browser for it as ever.
const GAMEPAD: &str = "
    window.pad = { axes: [0, 0], held: [] };
    const button = (_, index) => Object.create(GamepadButton.prototype, {
        pressed: { get: () => window.pad.held.includes(index) },
    });
    const gamepad = Object.create(Gamepad.prototype, {
        mapping: { value: 'standard' },
        axes: { get: () => window.pad.axes },
        buttons: { value: Array.from({ length: 17 }, button) },
    });
    navigator.getGamepads = () => [null, gamepad, null, null];
";

#[test]
fn a_gamepad_moves_the_stick() {
    let setting = Setting { before: GAMEPAD, ..USUAL };
    let visit = Visit::with("arcade-gamepad", &format!("?{SMALL}"), setting);
    visit.ready();
    visit.drop_file("mine.bin", &cartridge());
    visit.wait("a console a style", 60, |visit| (consoles(visit) == 4).then_some(()));
    visit.click("sit");
    let says = |what: &str| {
        visit.wait(what, 30, |visit| visit.text("consoles").filter(|text| text.contains(what)));
    };
    says("Your console: stick at rest,");
    visit.run("window.pad.axes = [-0.9, 0.1]");
    says("stick left,");
    // The cross is buttons 12 to 15, and any of the first four fires.
    visit.run("window.pad = { axes: [0.2, -0.3], held: [2, 12, 15] }");
    says("stick up right, button held,");
    visit.run("window.pad = { axes: [0, 0], held: [] }");
    says("stick at rest,");
    visit.click("sit");
    visit.wait("what was played", 30, |visit| visit.text("own").filter(|text| text.contains("decisions")));
    visit.leave(&[]);
}
