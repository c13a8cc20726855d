//! What the browser keeps for the visitor: through reloads, crashes, a full and a forbidden storage.

use std::time::Duration;

use serde_json::{Value, json};

use crate::driver::Browser;
use crate::visit::{Setting, USUAL, Visit, named};

const SMALL: &str = "?device=cpu&trajectories=20&epochs=3&critic_epochs=3&seed=5";

pub fn in_store(browser: &Browser, script: &str) -> Value {
    let script = format!("return (async () => {{ const store = await import('./store.js'); {script} }})()");
    browser.run(&script, json!([]))
}

/// Writes items one after another, until the tab dies: numbered ones, whose bytes follow from the number, and one that is
/// replaced each time. `window.__written` is the number of those that are surely stored.
const WRITE: &str = "
    const content = number => Uint8Array.from({ length: 200_000 + number * 37 }, (_, at) => (at * 31 + number * 7) & 255);
    const rows = await store.list('item');
    let number = rows.length;
    window.__written = number;
    (async () => {
        for (;; number += 1) {
            await store.put({ kind: 'item', key: String(number), bytes: content(number) });
            await store.put({ kind: 'latest', key: 'one', about: { number }, bytes: content(number) });
            window.__written = number + 1;
        }
    })();
    return number;";

/// Items that are not what was written, and how many there are.
const CHECK: &str = "
    const content = number => Uint8Array.from({ length: 200_000 + number * 37 }, (_, at) => (at * 31 + number * 7) & 255);
    const same = (item, number) => {
        const right = content(number);
        return item?.bytes.length === right.length && right.every((byte, at) => item.bytes[at] === byte);
    };
    const rows = await store.list('item');
    const wrong = [];
    // The older ones were looked at before.
    for (let number = Math.max(0, rows.length - 12); number < rows.length; number += 1) {
        if (!same(await store.get('item', String(number)), number)) wrong.push(number);
    }
    const latest = await store.get('latest', 'one');
    if (latest && !same(latest, latest.about.number)) wrong.push('latest');
    return [rows.length, wrong, latest?.about.number ?? -1];";

#[test]
fn a_tab_that_dies_while_it_writes_loses_at_most_the_unfinished_item() {
    die_while_writing(15);
}

#[test]
#[ignore = "takes a minute and a half: ./dev browser --ignored a_tab_that_dies_a_hundred_times"]
fn a_tab_that_dies_a_hundred_times_loses_at_most_the_unfinished_items() {
    die_while_writing(100);
}

/// Kills the tab so often, at a different moment of its writing each time.
fn die_while_writing(deaths: usize) {
    let visit = Visit::with("kept-crash", "", USUAL);
    let page = visit.site.page("results.html");
    let in_store = |script: &str| format!("const store = await import('./store.js'); {script}");
    let (mut stored, mut replaced) = (0, -1);
    for death in 0..deaths {
        let mut tab = visit.browser.new_tab(&page);
        let checked = tab.run(&in_store(CHECK));
        assert_eq!(checked[1], json!([]), "damaged after death {death}");
        let (there, latest) = (checked[0].as_u64().unwrap(), checked[2].as_i64().unwrap());
        assert!(there >= stored, "{stored} items were stored and {there} are there after death {death}");
        assert!(latest >= replaced, "the item that is replaced each time was {replaced} before and is {latest} now");
        replaced = latest;
        tab.run(&in_store(WRITE));
        std::thread::sleep(Duration::from_millis(20 + (death as u64 * 37) % 90));
        stored = tab.run("return window.__written").as_u64().unwrap();
        tab.crash();
    }
    println!("{deaths} tabs died while writing; {stored} items, none damaged");
    assert!(stored as usize > deaths / 5, "hardly anything was written: {stored} items");
}

#[test]
fn items_are_put_listed_renamed_and_removed() {
    let visit = Visit::with("kept-items", "", USUAL);
    visit.browser.go(&visit.site.page("results.html"));
    let script = "
        const bytes = Uint8Array.from({ length: 5 }, (_, at) => at);
        for (let number = 0; number < 25; number += 1) await store.put({ kind: 'run', key: `k${number}`, bytes }, 20);
        await store.put({ kind: 'file', key: 'k3', name: 'mine', about: { world: 'w' }, bytes });
        await store.rename('run', 'k24', 'my best');
        await store.put({ kind: 'run', key: 'k24', bytes: new Uint8Array(7) }, 20);
        await store.remove('run', 'k23');
        const runs = await store.list('run');
        const all = await store.list();
        const file = await store.get('file', 'k3');
        const sum = await store.checksum(new TextEncoder().encode('123456789'));
        const found = [runs.length, all.length, runs.find(row => row.key === 'k24').name, file.name, [...file.bytes],
            runs.some(row => row.key === 'k4'), runs.some(row => row.key === 'k5'), sum];
        await store.clear();
        return [...found, (await store.list()).length, await store.get('file', 'k3')];";
    let found = in_store(&visit.browser, script);
    // The checksum is CRC-32's known answer.
    assert_eq!(found, json!([19, 20, "my best", "mine", [0, 1, 2, 3, 4], false, true, 0xCBF4_3926_u32, 0, null]));
    // Bytes that the disk has damaged are found by their checksum, and removed.
    let damaged = "
        await store.put({ kind: 'run', key: 'a', bytes: new Uint8Array(100) });
        const name = (await indexedDB.databases())[0].name;
        const opened = await new Promise(resolve => {
            const request = indexedDB.open(name);
            request.onsuccess = () => resolve(request.result);
        });
        const transaction = opened.transaction('bytes', 'readwrite');
        transaction.objectStore('bytes').put(new Uint8Array(100).fill(1), ['run', 'a']);
        await new Promise(resolve => (transaction.oncomplete = resolve));
        return [await store.get('run', 'a'), (await store.list()).length];";
    assert_eq!(in_store(&visit.browser, damaged), json!([null, 0]));
    visit.leave(&[]);
}

#[test]
fn a_trained_run_is_there_after_a_reload_and_after_a_crash() {
    let mut visit = Visit::new("kept-run", SMALL);
    visit.ready().train_to_the_end(120);
    let (steps, nats) = (visit.steps(), visit.exact("mi-heldout"));
    assert!(steps > 0 && nats.is_some());
    visit.wait("the run in the store", 20, |visit| {
        let finished = in_store(&visit.browser, "return (await store.list('run')).filter(row => row.about.finished)");
        finished
            .as_array()
            .filter(|rows| rows.len() == 1 && rows[0]["picture"].as_str().is_some_and(|p| p.starts_with("data:image/")))
            .map(drop)
    });
    let same = |visit: &Visit, when: &str| {
        visit.ready();
        visit.wait(&format!("the run {when}"), 60, |visit| {
            (visit.steps() == steps && visit.exact("mi-heldout") == nats).then_some(())
        });
        assert_eq!(visit.attribute("stage", "data-trained").as_deref(), Some("own"));
    };
    visit.run("location.reload()");
    same(&visit, "after a reload");
    visit.browser.crash();
    visit.browser.go(&visit.site.page(&format!("{SMALL}&speed=full")));
    same(&visit, "after a crash");
    // Another method, and back.
    visit.set("method", "bc");
    visit.wait("another run", 30, |visit| (visit.steps() != steps).then_some(()));
    visit.set("method", "bc-pmi");
    same(&visit, "that comes back with its method");
}

/// A browser that refuses to open a database, as some do in private windows.
const FORBIDDEN: &str = "
    Object.defineProperty(globalThis, 'indexedDB', { get() { throw new DOMException('refused', 'SecurityError'); } });";

#[test]
fn a_forbidden_storage_is_said_once_and_the_page_goes_on() {
    let visit = Visit::with("kept-forbidden", SMALL, Setting { before: FORBIDDEN, ..USUAL });
    visit.ready().train_to_the_end(120);
    visit.wait_for_message("lets this page store nothing");
    assert!(visit.number("calibration").is_some());
    let said = "return document.querySelector('[data-testid=message]').textContent.split('store nothing').length - 1";
    assert_eq!(visit.run(said), 1);
    visit.leave(&[]);
}

#[test]
fn a_full_storage_is_said_once_and_keeps_what_it_has() {
    let mut visit = Visit::new("kept-full", SMALL);
    visit.ready();
    in_store(
        &visit.browser,
        "await store.put({ kind: 'file', key: 'w/old', name: 'old', bytes: new Uint8Array(1000) }); return 0",
    );
    // The browser itself says how much there is room for; it remembers for a while what it knew before, so it begins anew.
    let origin = visit.run("return location.origin");
    visit.browser.crash();
    visit.browser.devtools("Storage.overrideQuotaForOrigin", json!({ "origin": origin, "quotaSize": 20_000 }));
    visit.browser.go(&visit.site.page(&format!("{SMALL}&speed=full")));
    visit.ready().train_to_the_end(120);
    visit.wait_for_message("no more room");
    let left = in_store(&visit.browser, "return (await store.list()).map(row => row.key)");
    assert_eq!(left, json!(["w/old"]));
    assert!(visit.number("calibration").is_some());
    visit.leave(&[]);
}

#[test]
fn the_panel_lists_items_and_renames_opens_and_deletes_them() {
    let visit = Visit::new("kept-panel", &format!("{SMALL}&panel=kept"));
    visit.wait("an empty list", 60, |visit| visit.text("kept-summary").filter(|text| text.contains("Nothing yet")));
    visit.ready().train_to_the_end(120);
    let steps = visit.steps();
    visit.wait("the run in the store", 20, |visit| {
        in_store(&visit.browser, "return (await store.list('run')).some(row => row.about.finished)")
            .as_bool()
            .filter(|is| *is)
    });
    visit.run("location.reload()");
    let said =
        visit.wait("the run in the list", 60, |visit| visit.text("kept-item").filter(|text| text.contains("seed 5")));
    assert!(said.contains("Circle2D") && said.contains("BC-PMI") && said.contains("MB"), "{said}");
    assert_eq!(visit.text("kept-summary").map(|text| text.starts_with("One item")), Some(true));
    visit.set("kept-name", "my best");
    visit.wait("the new name in the store", 20, |visit| {
        (in_store(&visit.browser, "return (await store.list('run'))[0].name") == "my best").then_some(())
    });
    visit.set("seed", "6");
    visit.wait("another run", 30, |visit| (visit.steps() != steps).then_some(()));
    visit.click("kept-open");
    visit.wait("the kept run on the page", 60, |visit| (visit.steps() == steps).then_some(()));
    let seed = visit.browser.run("return document.querySelector(arguments[0]).value", json!([named("seed")]));
    assert_eq!(seed, "5");
    visit.click("kept-delete");
    visit.wait("an empty list again", 20, |visit| {
        visit.text("kept-summary").filter(|text| text.contains("Nothing yet"))
    });
    assert_eq!(in_store(&visit.browser, "return (await store.list()).length"), 0);
    visit.leave(&[]);
}
