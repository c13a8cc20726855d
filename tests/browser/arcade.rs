//! A game in the page: without its cartridge, with one that the visitor drops, and played by the visitor.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use crate::visit::Visit;

const GAME: &str = "ms_pacman";
const SMALL: &str = "world=ms_pacman&device=cpu&epochs=1&critic_epochs=1&stretches=60";

/// The cartridge from where `./dev data` puts it, made if it is not there.
fn cartridge() -> Vec<u8> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file: PathBuf = home.join(format!("datasets/roms/{GAME}.bin"));
    if !file.is_file() {
        let made = Command::new("./dev").args(["data", "atari"]).current_dir(home).status();
        assert!(made.is_ok_and(|status| status.success()), "./dev data atari brings the cartridges");
    }
    std::fs::read(file).expect("the cartridge")
}

fn drop_file(visit: &Visit, name: &str, bytes: &[u8]) {
    let script = "
        const carried = new DataTransfer();
        carried.items.add(new File([new Uint8Array(arguments[1])], arguments[0]));
        window.dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }))";
    visit.browser.run(script, json!([name, bytes]));
}

fn consoles(visit: &Visit) -> usize {
    visit.text("consoles").map_or(0, |text| text.matches("Console ").count())
}

#[test]
fn a_game_without_its_cartridge_trains_and_says_what_is_missing() {
    let visit = Visit::new("arcade-bare", &format!("?{SMALL}"));
    visit.ready();
    visit.wait("the sentence about the cartridge", 30, |visit| {
        visit.text("playing").filter(|text| text.contains("drop your own ROM"))
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
    drop_file(&visit, "holiday.bin", &[7; 4096]);
    visit.wait_for_message("not the cartridge");
    drop_file(&visit, "mine.bin", &cartridge());
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
