//! Visits without a network, and what becomes of a stored site when there is a new version.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use crate::driver::Browser;
use crate::visit::{Setting, USUAL, Visit};

pub const STORES: Setting = Setting { stores_site: true, ..USUAL };

/// Fetches every file of the stored list; gives back how many there are, those that cannot be had, and bytes in all.
const FETCH_ALL: &str = "
    const list = await (await caches.match('offline.txt')).text();
    const paths = list.trimEnd().split('\\n').slice(1).map(line => line.slice(65));
    const lost = [];
    let bytes = 0;
    for (const path of paths) {
        try { bytes += (await (await fetch(path)).arrayBuffer()).byteLength; } catch { lost.push(path); }
    }
    return [paths.length, lost, bytes];";

fn run_async(browser: &Browser, script: &str) -> serde_json::Value {
    browser.run(&format!("return (async () => {{ {script} }})()"), json!([]))
}

/// Waits until the page is answered by the service worker, which has every file by then.
fn wait_until_stored(visit: &Visit) {
    visit.wait("the stored site", 120, |visit| {
        visit.run("return navigator.serviceWorker.controller !== null").as_bool().filter(|stored| *stored)
    });
}

fn open(visit: &Visit, query: &str) {
    visit.browser.go(&visit.site.page(query));
}

/// Cuts the network once everything is stored, and opens worlds without it.
pub fn open_without_a_network(visit: &Visit, worlds: &[&str]) {
    visit.ready();
    wait_until_stored(visit);
    visit.site.cut(true);
    // On the page that was open before,
    visit.browser.click("[data-world=overlap]");
    visit.wait("another world", 30, |visit| (visit.attribute("world", "data-value")? == "overlap").then_some(()));
    visit.ready().finish_run(30);
    // and on those opened from now on.
    for world in worlds {
        open(visit, &format!("?world={world}&device=cpu&speed=full"));
        visit.wait(&format!("a finished run of {world}"), 60, |visit| {
            let all = visit.all_steps();
            (all > 0 && visit.steps() == all).then_some(())
        });
    }
}

#[test]
fn after_one_visit_everything_works_without_a_network() {
    let visit = Visit::with("offline", "?device=cpu", STORES);
    open_without_a_network(&visit, &["circle2d", "basketball", "magpie", "ms_pacman"]);
    open(&visit, "?lang=zh&device=cpu");
    visit.ready();
    assert_eq!(visit.run("return document.documentElement.lang"), "zh-Hans");
    open(&visit, "results.html?world=overlap");
    visit.wait("the results", 20, |visit| {
        visit.run("return document.querySelector('svg.dots')?.tagName").as_str().map(drop)
    });
    let all = run_async(&visit.browser, FETCH_ALL);
    println!("stored: {} files, {:.1} MB", all[0], all[2].as_f64().unwrap_or_default() / 1e6);
    assert!(all[0].as_u64().is_some_and(|files| files > 60) && all[1] == json!([]), "{all}");
    // The browser asks for a new version of the service worker, in vain.
    visit.leave(&["service-worker.js", "fetching the script"]);
}

/// A copy of the site whose `boot.js` says of itself that it is the next version.
fn next_version() -> PathBuf {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("next-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let copied = Command::new("cp").arg("-r").arg(home.join("dist")).arg(&folder).status();
    assert!(copied.is_ok_and(|status| status.success()));
    let script = folder.join("boot.js");
    let boot = std::fs::read_to_string(&script).unwrap();
    std::fs::write(&script, format!("{boot}\nglobalThis.__version = 'next';\n")).unwrap();
    let numbered = Command::new("./dev").arg("version").arg(&folder).current_dir(home).status();
    assert!(numbered.is_ok_and(|status| status.success()), "./dev version");
    folder
}

const UPDATE: &str = "
    const registration = await navigator.serviceWorker.getRegistration();
    registration.update().catch(() => {});
    return 0;";
/// The version of the page, and of a file that it fetches now.
const VERSIONS: &str = "
    const file = await (await fetch('boot.js')).text();
    return [globalThis.__version ?? 'first', file.includes('__version') ? 'next' : 'first'];";

fn has_next_version(visit: &Visit, seconds: u64) -> bool {
    let until = std::time::Instant::now() + std::time::Duration::from_secs(seconds);
    while visit.run("return globalThis.__version ?? null") != "next" {
        if std::time::Instant::now() > until {
            return false;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    true
}

#[test]
fn a_new_version_replaces_the_old_one_whole_or_not_at_all() {
    let next = next_version();
    let mut visit = Visit::with("new-version", "?device=cpu", STORES);
    visit.ready();
    wait_until_stored(&visit);
    // The new version is half here when the browser dies.
    visit.site.replace(&next);
    visit.site.stall_after(Some(3));
    run_async(&visit.browser, UPDATE);
    visit.wait("requests for the new version", 60, |visit| visit.site.stalls().then_some(()));
    assert!(visit.site.asked_for("offline.txt") >= 2, "the new list was fetched");
    visit.browser.crash();
    visit.site.cut(true);
    open(&visit, "?device=cpu&speed=full");
    visit.ready();
    assert_eq!(run_async(&visit.browser, VERSIONS), json!(["first", "first"]), "the old one, whole");
    assert_eq!(run_async(&visit.browser, FETCH_ALL)[1], json!([]));

    // With a network again the rest is fetched, and the page that is open keeps its version.
    visit.site.cut(false);
    visit.site.stall_after(None);
    let waiting =
        "const registration = await navigator.serviceWorker.getRegistration(); return registration.waiting !== null";
    run_async(&visit.browser, UPDATE);
    visit.wait("the new version", 120, |visit| run_async(&visit.browser, waiting).as_bool().filter(|here| *here));
    assert_eq!(run_async(&visit.browser, VERSIONS), json!(["first", "first"]), "no mixing");
    visit.site.cut(true);
    open(&visit, "?device=cpu&speed=full");
    // The page asks the new version to take over, and is loaded again when it has.
    if !has_next_version(&visit, 20) {
        // Chromium waits for the old one to be idle, which it is not always while a driver looks at it: the old one stays, whole,
        // until the browser is opened the next time.
        println!("the new version waits for the next start of the browser");
        assert_eq!(run_async(&visit.browser, VERSIONS), json!(["first", "first"]), "no mixing");
        visit.browser.crash();
        open(&visit, "?device=cpu&speed=full");
        assert!(has_next_version(&visit, 60), "the new version does not take over");
    }
    visit.ready();
    assert_eq!(run_async(&visit.browser, VERSIONS), json!(["next", "next"]));
    assert_eq!(run_async(&visit.browser, FETCH_ALL)[1], json!([]));
    assert_eq!(run_async(&visit.browser, "return (await caches.keys()).length"), 1, "the old version is gone");
    std::fs::remove_dir_all(next).unwrap();
}
