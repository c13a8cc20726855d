//! Opening the page.

use crate::visit::Visit;

#[test]
fn the_page_opens_on_a_finished_run() {
    let visit = Visit::new("finished", "?device=cpu");
    visit.ready().finish_run(30);
    assert!(visit.number("mi-heldout").is_some_and(|nats| nats > 0.2), "the curves are there");
    assert!(visit.number("calibration").is_some_and(|share| share > 0.5), "and the matrix");
    let why =
        visit.wait("the sentence about a moment", 20, |visit| visit.text("why").filter(|text| text.contains("PMI")));
    assert!(why.contains("looks like") || why.contains("speaks against"), "not a telling moment: {why}");
    visit.leave(&[]);
}

#[test]
fn agents_from_before_the_data_changed_are_marked_and_come_back_with_their_settings() {
    let visit = Visit::new("stale", "?device=cpu");
    visit.ready().finish_run(30);
    let marked = |visit: &Visit| visit.attribute("stage", "data-trained");
    visit.wait("agents of these settings", 20, |visit| (marked(visit)? == "own").then_some(()));
    visit.set("seed", "7");
    visit.wait("marked agents", 20, |visit| (marked(visit)? == "stale").then_some(()));
    assert!(
        visit
            .text("playing")
            .is_some_and(|text| text.contains("before the data changed") || text.contains("default settings")),
        "{:?}",
        visit.text("playing")
    );
    assert_eq!(visit.number("calibration"), None, "the old matrix is no measurement of this run");
    visit.set("seed", "1");
    visit.finish_run(30);
    visit.wait("agents of these settings again", 20, |visit| (marked(visit)? == "own").then_some(()));
    visit.leave(&[]);
}

#[test]
fn nothing_is_asked_of_another_host() {
    let visit = Visit::new("hosts", "");
    visit.ready();
    let script = "return performance.getEntriesByType('resource').map(entry => entry.name)
        .filter(name => !name.startsWith(location.origin) && !name.startsWith('data:') && !name.startsWith('blob:'))";
    assert_eq!(visit.run(script), serde_json::json!([]));
    // Workers are held to it by the content security policy, whose complaints fail the test.
    visit.leave(&[]);
}

#[test]
fn the_page_has_its_stable_names() {
    let visit = Visit::new("names", "?device=cpu");
    visit.ready();
    visit.wait("a finished run", 60, |visit| visit.number("calibration"));
    visit.wait("its explanation", 30, |visit| visit.text("why"));
    let names = "train pause step reset seed method world device steps steps-per-second mi-train mi-heldout \
        style-0 style-1 style-2 style-3 strength stage timeline why calibration compare copy-link message \
        recipe knobs glossary results menu story show-me";
    for name in names.split_whitespace() {
        assert!(visit.text(name).is_some(), "nothing on the page is called {name}");
    }
    let stage = visit.run("return document.querySelector('[data-testid=stage]').tagName");
    assert_eq!(stage, "CANVAS");
    visit.leave(&[]);
}

#[test]
fn what_was_measured_over_a_slider_stands_beside_it() {
    let visit = Visit::new("sweep", "?device=cpu&world=overlap&overlap=0.5");
    visit.ready();
    let told = |text: &String| text.contains("At 0.5: BC ") && text.contains("BC-PMI") && text.contains("seeds");
    visit.wait("the curves of the three methods", 20, |visit| visit.text("sweep-overlap").filter(told));
    visit.leave(&[]);
}

#[test]
fn back_and_forward_walk_through_worlds_and_methods() {
    let visit = Visit::new("history", "?device=cpu");
    visit.ready();
    let at = |world: &str, method: &str| {
        visit.wait(&format!("{world} with {method}"), 30, |visit| {
            let shown = visit.run("return document.querySelector('[data-testid=method]').value");
            (visit.attribute("world", "data-value")? == world && shown == method).then_some(())
        });
    };
    at("circle2d", "bc-pmi");
    visit.browser.click("[data-world=overlap]");
    at("overlap", "bc-pmi");
    visit.set("method", "cbc");
    at("overlap", "cbc");
    visit.run("history.back()");
    at("overlap", "bc-pmi");
    visit.run("history.back()");
    at("circle2d", "bc-pmi");
    visit.run("history.forward()");
    at("overlap", "bc-pmi");
    visit.leave(&[]);
}

#[test]
fn explanations_lead_to_the_words() {
    let visit = Visit::new("words", "?device=cpu");
    visit.ready();
    visit.browser.click(".charts [role=tabpanel]:not([hidden]) .hint > summary");
    visit.browser.click(".hint[open] a");
    let words = |visit: &Visit| {
        let script = "return document.querySelector('dialog[open]')?.innerText ?? ''";
        visit.run(script).as_str().filter(|text| text.contains("nats") && text.contains("H(Z)")).map(String::from)
    };
    visit.wait("the glossary", 10, words);
    visit.leave(&[]);
}
