//! Bad conditions: a plain sentence and a usable page, never a blank one.

use std::thread::sleep;
use std::time::Duration;

use serde_json::json;

use crate::server::Fault;
use crate::visit::{Setting, USUAL, Visit};

/// Trains a little, which a usable page can.
fn still_trains(visit: &Visit) {
    visit.train();
    visit.wait_for_step(50, 60);
}

#[test]
fn a_hostile_link_is_clamped_and_named() {
    let query = "?device=quantum&v=99&method=%3Cscript%3Ealert(1)%3C/script%3E&world=nowhere&seed=-5&batch=1e99&rate=NaN\
        &hidden=-7&epochs=inf&noise=%00%ff&mix=NaN,-1&strength=-inf&__proto__=1&nonsense=1";
    let visit = Visit::new("hostile", query);
    visit.ready();
    let told = visit.wait_for_message("version 99");
    for word in ["script", "nowhere", "seed", "1e99", "NaN", "-7", "inf", "strength"] {
        let known = told.contains(word) || (word == "1e99" && told.contains("1000000"));
        assert!(known, "the page does not say what became of {word}: {told}");
    }
    assert_eq!(visit.run("return document.querySelectorAll('[data-testid=message] script').length"), json!(0));
    still_trains(&visit);
    visit.leave(&[]);
}

#[test]
fn a_link_far_too_long_is_refused() {
    let visit = Visit::new("long", &format!("?seed=3&x={}", "9".repeat(20_000)));
    visit.ready();
    visit.wait_for_message("longer than");
    still_trains(&visit);
    visit.leave(&[]);
}

#[test]
fn a_truncated_file_costs_only_the_pretrained_agents() {
    for (name, fault) in [("truncated", Fault::Truncated("pretrained")), ("garbled", Fault::Garbled("pretrained"))] {
        let visit = Visit::with(name, "?device=cpu", Setting { fault: Some(fault), ..USUAL });
        let told =
            visit.wait("a sentence about the file", 30, |visit| visit.text("message").filter(|text| !text.is_empty()));
        println!("{name}: {told}");
        still_trains(&visit);
        visit.leave(&[]);
    }
}

#[test]
fn a_missing_worker_is_named() {
    for file in ["worker.js", "worker_bg.wasm"] {
        let fault = Some(Fault::Missing(file));
        let visit = Visit::with("no-worker", "?device=cpu", Setting { fault, ..USUAL });
        let told = visit
            .wait("a sentence about the worker", 60, |visit| visit.text("message").filter(|text| !text.is_empty()));
        println!("{file} missing: {told}");
        assert!(visit.text("train").is_some(), "the page is still there");
        visit.leave(&["404", file, "WebAssembly", "module script"]);
    }
}

#[test]
fn without_webassembly_the_page_says_so() {
    let visit = Visit::with("no-wasm", "", Setting { before: "delete window.WebAssembly;", ..USUAL });
    let told = visit.wait_for_message("WebAssembly");
    println!("no WebAssembly: {told}");
    visit.leave(&[]);
}

#[test]
fn a_tab_put_in_the_background_goes_on() {
    let visit = Visit::new("hidden", "?device=cpu&critic_epochs=100");
    visit.ready().train();
    visit.wait_for_step(20, 60);
    tell_visibility(&visit, "hidden");
    let (step, agents) = (visit.steps(), visit.agents());
    sleep(Duration::from_secs(3));
    assert_eq!(visit.agents(), agents, "agents are drawn although nobody can see them");
    tell_visibility(&visit, "visible");
    visit.wait("the steps done meanwhile", 5, |visit| (visit.steps() > step + 50).then_some(()));
    visit.wait("agents that move again", 10, |visit| (visit.agents() != agents).then_some(()));
    let back = visit.steps();
    visit.wait_for_step(back + 50, 60);
    visit.leave(&[]);
}

/// A headless tab is always in front, so the page is told what a browser would tell it.
pub fn tell_visibility(visit: &Visit, state: &str) {
    let script = "
        Object.defineProperty(document, 'hidden', { value: arguments[0] === 'hidden', configurable: true });
        Object.defineProperty(document, 'visibilityState', { value: arguments[0], configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))";
    visit.browser.run(script, json!([state]));
}
