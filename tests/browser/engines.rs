//! The second engine: what is promised of every browser holds in Firefox too. `./dev browser --firefox NAME` runs other
//! tests there.

use crate::driver::Engine;
use crate::layout::nothing_overlaps;
use crate::learner::{Hands, LESSONS, walk};
use crate::lessons::short_lessons;
use crate::offline::{STORES, open_without_a_network};
use crate::server::Site;
use crate::trains::{LONGEST, outcome, reference};
use crate::visit::{CALM, Setting, USUAL, Visit};
use crate::workers::{WATCHED, kill_the_trainer};

const FIREFOX: Setting = Setting { engine: Some(Engine::Firefox), ..USUAL };

/// Where it has no WebGPU it says so, and the CPU trains.
#[test]
fn firefox_opens_on_a_finished_run_that_moves_and_fits() {
    let visit = Visit::with("firefox-opens", "?device=webgpu", FIREFOX);
    let moved = visit.wait("moving agents", 30, |visit| visit.run("return window.__moved").as_f64());
    println!("Firefox, page opened to agents moving: {moved:.0} ms");
    visit.finish_run(30);
    let known = visit.run("return navigator.gpu !== undefined") == true;
    let chip = visit.wait("a device on the chip", 90, |visit| visit.text("device").filter(|text| !text.is_empty()));
    println!("Firefox {} WebGPU; the chip: {chip}", if known { "knows" } else { "does not know" });
    assert!(known || chip.contains("WebGPU") && visit.attribute("device", "data-kind").as_deref() == Some("cpu"));
    nothing_overlaps(&visit, &[(360, 740), (1024, 768), (1366, 641)]);
    visit.leave(&[]);
}

/// The same bits as in Chromium, which another test compares with the lab; although its worker dies half way.
#[test]
fn firefox_gives_the_same_run_to_the_bit_also_when_a_worker_dies() {
    let reference = reference();
    let visit = Visit::with("firefox-link", &reference.query, Setting { engine: Some(Engine::Firefox), ..WATCHED });
    let since = visit.ready().now();
    visit.train().wait_for_step(reference.outcome.steps / 2, LONGEST);
    kill_the_trainer(&visit);
    visit.wait_for_message("from its last report");
    visit.finish_run(LONGEST);
    assert_eq!(outcome(&visit), reference.outcome);
    println!("Firefox, the whole run with a worker's death: {:.1} s", (visit.now() - since) / 1000.0);
    visit.leave(&["RangeError", "invalid"]);
}

/// With short runs: Chromium has shown the long ones. `./dev browser --firefox every_step_can_be_done` walks through them as they
/// are.
#[test]
fn firefox_walks_through_every_lesson() {
    let setting = Setting { engine: Some(Engine::Firefox), ..CALM };
    let site = Site::with(None, vec![("lessons", short_lessons("firefox"))]);
    let visit = Visit::at(site, "firefox-lessons", "?lesson=1.1&device=cpu&lang=en", setting);
    for number in 1..=LESSONS {
        walk(&visit, Hands::Pointer, number, |_, _| ());
    }
    visit.leave(&[]);
}

#[test]
fn firefox_opens_what_it_stored_without_a_network() {
    let visit = Visit::with("firefox-offline", "?device=cpu", Setting { engine: Some(Engine::Firefox), ..STORES });
    open_without_a_network(&visit, &["magpie"]);
}
