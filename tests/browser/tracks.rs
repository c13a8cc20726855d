//! Basketball's files: real data on the host, and files that the visitor drops.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;
use worlds::data::{POINTS, Track, Tracks, pack};

use crate::server::Site;
use crate::visit::{USUAL, Visit, named};

const COURT: &str = "?world=basketball&device=cpu";

fn drop_file(visit: &Visit, name: &str, bytes: &[u8], claimed: Option<u64>) {
    let script = "
        const [name, bytes, size] = arguments;
        const file = new File([new Uint8Array(bytes)], name);
        const data = new DataTransfer();
        data.items.add(file);
        // A file of such a size is too much for a test, so it only says so.
        if (size) Object.defineProperty(File.prototype, 'size', { configurable: true, get: () => size });
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        if (size) delete File.prototype.size;";
    visit.browser.run(script, json!([name, bytes, claimed]));
}

/// Made-up paths from one corner of the half court to three goals, of ten games so that some are held out.
fn some_pack() -> Vec<u8> {
    let path = |number: usize| {
        let from = [40.0 + (number % 5) as f32 * 0.5, 45.0];
        let goal = [[6.0, 25.0], [6.0, 42.0], [44.0, 8.0]][number % 3];
        let place = |step: usize| {
            let share = step as f32 / (POINTS - 1) as f32;
            [0, 1].map(|axis| from[axis] + share * (goal[axis] - from[axis]))
        };
        Track { game: (number % 10) as u32, player: 1, xy: (0..POINTS).flat_map(place).collect() }
    };
    let games = (0..10).map(|game| format!("game {game}")).collect();
    pack::write(&Tracks { games, tracks: (0..300).map(path).collect() }).expect("a pack")
}

/// A folder with a pack, to be laid over the site's own: what `./dev serve` does with real data.
fn pack_folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("pmi-pack-{}", std::process::id()));
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("dist/datasets/files.txt");
    let list = std::fs::read_to_string(dist).expect("the site's list of files");
    std::fs::create_dir_all(&folder).expect("a folder for the pack");
    std::fs::write(folder.join("files.txt"), format!("{list}nba.pack\n")).expect("a list");
    std::fs::write(folder.join("nba.pack"), some_pack()).expect("a pack");
    folder
}

fn chosen_source(visit: &Visit) -> serde_json::Value {
    visit.browser.run("return document.querySelector(arguments[0]).value", json!([named("knob-source")]))
}

#[test]
fn real_data_on_the_host_comes_first_and_is_played_and_trained() {
    let folder = pack_folder();
    let site = Site::with(None, vec![("datasets", folder.clone())]);
    let visit = Visit::at(site, "pack", &format!("{COURT}&epochs=1&critic_epochs=1"), USUAL);
    visit.ready();
    visit.wait("the real paths", 30, |visit| {
        let real = |text: &String| text.starts_with("NBA 2015-16 (real)") && text.contains("300 demonstrations");
        let told = visit.text("source").filter(real).is_some();
        (told && chosen_source(visit) == "real").then_some(())
    });
    let options = "return [...document.querySelector(arguments[0]).options].map(o => [o.text, o.disabled])";
    let options = visit.browser.run(options, json!([named("knob-source")]));
    assert_eq!(options, json!([["NBA 2015-16 (real)", false], ["Simulated", false]]));
    visit.ready();
    let corner = |agent: &&crate::visit::Agent| agent.x > 34.0 && agent.y > 39.0;
    let (mut near, mut all) = (0, 0);
    for _ in 0..60 {
        let agents = visit.agents();
        (near, all) = (near + agents.iter().filter(corner).count(), all + agents.len());
        std::thread::sleep(Duration::from_millis(100));
    }
    println!("{near} of {all} times a player was near where the file's paths start");
    assert!(near * 12 > all, "players do not start as in the file: {near} of {all}");
    visit.train().finish_run(240);
    visit.leave(&[]);
    drop(std::fs::remove_dir_all(folder));
}

#[test]
fn files_are_taken_or_refused_with_a_sentence() {
    let visit = Visit::new("files", COURT);
    visit.ready();
    let mut damaged = some_pack();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    drop_file(&visit, "broken.pack", &damaged, None);
    visit.wait_for_message("broken.pack was not loaded");
    drop_file(&visit, "short.pack", &some_pack()[..200], None);
    visit.wait_for_message("short.pack was not loaded");
    drop_file(&visit, "holiday.jpg", &[0xFF, 0xD8, 0xFF, 0xE0], None);
    visit.wait_for_message("holiday.jpg was not loaded. This is not tracking data");
    drop_file(&visit, "huge.json", b"{}", Some(9 << 30));
    visit.wait_for_message("huge.json has 9216 MB");
    let before = visit.agents();
    visit.wait("players go on", 10, |visit| (visit.agents() != before).then_some(()));
    drop_file(&visit, "games.pack", &some_pack(), None);
    visit.wait_for_message("300 paths of 10 games");
    visit.wait("a run on the real paths", 20, |visit| {
        let source = visit.text("source")?;
        (chosen_source(visit) == "real" && source.contains("300 demonstrations")).then_some(())
    });
    visit.leave(&[]);
}

/// A scene of ten players who walk to the left, as raw tracking tells it.
fn some_scene(number: usize) -> String {
    let mut lines = String::new();
    for frame in 0..70 {
        let walked = 0.12 * frame as f32;
        lines += &format!("{} -1 {} 15 BALL\n", frame * 12, 40.0 - walked);
        for player in 1..=10 {
            let [x, y] = if player <= 5 { [40.0 - walked, 4.0 * player as f32 + number as f32] } else { [6.0, 40.0] };
            lines += &format!("{} {player} {x} {y} PLAYER\n", frame * 12);
        }
    }
    lines
}

#[test]
fn scenes_dropped_together_add_up_to_one_run() {
    let visit = Visit::new("scenes", COURT);
    visit.ready();
    let script = "
        const data = new DataTransfer();
        for (const [name, text] of arguments[0]) data.items.add(new File([text], name));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))";
    let scenes: Vec<_> = (0..12).map(|n| json!([format!("ATL_CLE_002150{n:04}_1_2_3.txt"), some_scene(n)])).collect();
    visit.browser.run(script, json!([scenes]));
    visit.wait_for_message("60 paths of 12 games are loaded");
    visit.wait("a run on all of them", 20, |visit| {
        (chosen_source(visit) == "real" && visit.text("source")?.contains("60 demonstrations")).then_some(())
    });
    let sentences = visit.run("return document.querySelectorAll('[data-testid=message] li').length");
    assert!(sentences.as_u64() <= Some(3), "{sentences} sentences about twelve files");
    visit.leave(&[]);
}

/// Other people's files, where they are on this machine.
fn shared() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/datasets");
    let folder = std::env::var_os("PMI_DATASETS").map_or(beside, PathBuf::from).join("nba");
    let found = folder.is_dir().then_some(folder);
    if found.is_none() {
        println!("skipped: no tracking data here; PMI_DATASETS names the folder");
    }
    found
}

/// Drops a file of the host, or its beginning.
fn drop_shared(visit: &Visit, path: &str, name: &str, bytes: Option<usize>) {
    let script = "
        const [path, name, bytes] = arguments;
        return fetch(path).then(response => response.arrayBuffer()).then(buffer => {
            const data = new DataTransfer();
            data.items.add(new File([buffer.slice(0, bytes ?? buffer.byteLength)], name));
            document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        })";
    visit.browser.run(script, json!([path, name, bytes]));
}

#[test]
fn every_kind_of_tracking_file_is_read() {
    let Some(folder) = shared() else { return };
    let scenes = std::fs::read_dir(folder.join("scenes")).expect("scenes");
    let scene = scenes.flatten().map(|file| file.file_name()).min().expect("a scene");
    let scene = scene.to_str().expect("its name");
    let visit = Visit::at(Site::with(None, vec![("shared", folder)]), "kinds", COURT, USUAL);
    visit.ready();
    let archive = "offense_25x0.32s_nonoverlap.npz";
    drop_shared(&visit, &format!("shared/{archive}"), "short.npz", Some(100_000));
    visit.wait_for_message("short.npz was not loaded");
    drop_shared(&visit, &format!("shared/scenes/{scene}"), scene, None);
    visit.wait_for_message("paths of 1 game are loaded");
    visit.wait("a run on the scene", 20, |visit| (chosen_source(visit) == "real").then_some(()));
    drop_shared(&visit, &format!("shared/{archive}"), archive, None);
    visit.wait_for_message("10375 paths of 1837 games");
    visit.train().wait_for_step(10, 120);
    visit.leave(&[]);
}
