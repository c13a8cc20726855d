//! Basketball: files, paths drawn by hand, and starts of the visitor's choice.

use playground::data::{POINTS, Track, Tracks, pack};
use serde_json::json;

use crate::visit::{Visit, named};

const COURT: &str = "?world=basketball&device=cpu";

/// Feet to pixels as the stage has them, for scripts: `place([x, y])` on the page.
const PLACE: &str = "
    const canvas = document.querySelector('[data-testid=stage]');
    const box = canvas.getBoundingClientRect();
    const scale = Math.min(canvas.clientWidth / 53, canvas.clientHeight / 56);
    const place = ([x, y]) => ({
        clientX: box.left + canvas.clientLeft + (canvas.clientWidth - 53 * scale) / 2 + (x + 3) * scale,
        clientY: box.top + canvas.clientTop + (canvas.clientHeight - 56 * scale) / 2 + (53 - y) * scale,
        bubbles: true, cancelable: true, pointerId: 1, isPrimary: true,
    });
    const point = (type, at) => canvas.dispatchEvent(new PointerEvent(type, place(at)));
";

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

/// Paths across the court, of ten games so that some are held out.
fn some_pack() -> Vec<u8> {
    let path = |number: usize| {
        let place = |step: usize| [40.0 - step as f32 * 1.2, 5.0 + (number % 20) as f32 * 2.0 + step as f32 * 0.1];
        Track { game: (number % 10) as u32, player: 1, xy: (0..POINTS).flat_map(place).collect() }
    };
    let games = (0..10).map(|game| format!("game {game}")).collect();
    pack::write(&Tracks { games, tracks: (0..300).map(path).collect() }).expect("a pack")
}

#[test]
fn players_move_on_the_court() {
    let visit = Visit::new("court", COURT);
    visit.ready();
    let source = visit.text("source").unwrap_or_default();
    assert!(source.to_lowercase().contains("simulated by a model of nba 2015-16 tracking"), "{source}");
    let before = visit.agents();
    assert!(
        before.iter().all(|agent| (-8.0..60.0).contains(&agent.x) && (-8.0..60.0).contains(&agent.y)),
        "{before:?}"
    );
    visit.wait("players elsewhere", 10, |visit| (visit.agents() != before).then_some(()));
    visit.click("ends");
    visit.wait("ends of every style", 30, |visit| {
        let text = visit.run(
            "return [...document.querySelectorAll('[data-testid=ends-table] td:nth-child(2)')].map(c => c.innerText)",
        );
        text.as_array().is_some_and(|cells| cells.len() == 3 && cells.iter().all(|cell| cell != "0")).then_some(())
    });
    visit.leave(&[]);
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
    drop_file(&visit, "huge.json", b"{}", Some(9 << 30));
    visit.wait_for_message("huge.json has 9216 MB");
    let before = visit.agents();
    visit.wait("players go on", 10, |visit| (visit.agents() != before).then_some(()));
    drop_file(&visit, "games.pack", &some_pack(), None);
    visit.wait_for_message("300 paths of 10 games");
    visit.wait("a run on the real paths", 20, |visit| {
        let chosen =
            visit.browser.run("return document.querySelector(arguments[0]).value", json!([named("knob-source")]));
        let source = visit.text("source")?;
        (chosen == "real" && source.contains("300 demonstrations")).then_some(())
    });
    visit.leave(&[]);
}

#[test]
fn a_path_drawn_by_hand_is_explained() {
    let visit = Visit::new("drawn", COURT);
    visit.ready();
    visit.wait("a run", 30, |visit| (visit.all_steps() > 0).then_some(()));
    visit.click("draw");
    visit.run(&format!(
        "{PLACE}
        point('pointerdown', [40, 10]);
        for (let step = 1; step <= 30; step++) point('pointermove', [40 - step * 1.1, 10 + step * 0.5]);
        point('pointerup', [7, 25]);"
    ));
    visit.wait("its style", 20, |visit| visit.text("chosen").filter(|text| text.contains("Your path, which shows")));
    let steps = visit.attribute("timeline", "data-steps");
    assert_eq!(steps.as_deref(), Some("24"), "a step for each of eight seconds' actions");
    // The same by keyboard: from the middle to the right, then Enter.
    visit.run("
        const stage = document.querySelector('[data-testid=stage]');
        const press = key => stage.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        for (let step = 0; step < 16; step++) press('ArrowRight');
        press('Enter');");
    visit.wait("another style", 20, |visit| visit.text("chosen").filter(|text| text.contains("far out")));
    visit.leave(&[]);
}

#[test]
fn a_player_starts_where_it_is_dragged() {
    let visit = Visit::new("dragged", COURT);
    visit.ready();
    // Players move: the hand acts in the moment in which the page says where they are.
    visit.run(&format!(
        "{PLACE}
        const watch = new MutationObserver(() => {{
            watch.disconnect();
            const [x, y] = canvas.dataset.agents.split(';')[4].split(',').map(Number);
            point('pointerdown', [x, y]);
            point('pointermove', [30, 40]);
            point('pointerup', [30, 40]);
        }});
        watch.observe(canvas, {{ attributeFilter: ['data-agents'] }});"
    ));
    visit.wait("one start that was chosen", 10, |visit| {
        let said = visit.run("return document.querySelector('[data-testid=free]').textContent");
        said.as_str().is_some_and(|said| said.contains("(1)")).then_some(())
    });
    visit.wait("a player there", 20, |visit| {
        visit.agents().iter().any(|agent| (agent.x - 30.0).hypot(agent.y - 40.0) < 2.0).then_some(())
    });
    visit.leave(&[]);
}
