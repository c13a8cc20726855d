//! Small screens, the keyboard alone, and long runs.

use serde_json::json;

use crate::visit::{Visit, named};

#[test]
fn everything_fits_on_a_small_phone() {
    let visit = Visit::new("phone", "?device=cpu&trajectories=5&epochs=2&critic_epochs=2");
    visit.browser.resize(360, 740);
    visit.ready();
    let width = visit.run("return document.documentElement.scrollWidth").as_f64().unwrap();
    assert!(width <= 360.0, "the page is {width} px wide on a screen of 360");
    visit.train_to_the_end(240);
    let width = visit.run("return document.documentElement.scrollWidth").as_f64().unwrap();
    assert!(width <= 360.0, "with curves the page is {width} px wide on a screen of 360");
    let seen = |names: &str| {
        for name in names.split_whitespace() {
            let script = "
                const element = document.querySelector(arguments[0]);
                element.scrollIntoView({ block: 'center' });
                const box = element.getBoundingClientRect();
                return [box.left, box.right, box.width, box.height]";
            let edges = visit.browser.run(script, json!([named(name)]));
            let edge = |at: usize| edges[at].as_f64().unwrap_or_default();
            assert!(edge(0) >= -1.0 && edge(1) <= 361.0, "{name} sticks out: {edges}");
            assert!(edge(2) > 0.0 && edge(3) > 0.0, "{name} cannot be seen: {edges}");
        }
    };
    seen("train pause step reset speed steps style-0 style-3 strength stage timeline menu world-list");
    visit.click("tab-settings");
    seen("seed method recipe");
    visit.run("window.scrollTo(0, 0)");
    visit.click("menu");
    seen("compare results help glossary copy-link theme device-choice language");
    visit.leave(&[]);
}

#[test]
fn the_keyboard_is_enough_to_train() {
    const TAB: &str = "\u{E004}";
    const ENTER: &str = "\u{E007}";
    const RIGHT: &str = "\u{E014}";
    let visit = Visit::new("keyboard", "?device=cpu");
    visit.ready();
    visit.wait("a run that can be trained", 30, |visit| (visit.all_steps() > 0).then_some(()));
    let focused = |visit: &Visit| visit.run("return document.activeElement?.dataset.testid ?? ''");
    let reach = |name: &str| {
        for _ in 0..120 {
            if focused(&visit) == name {
                return;
            }
            visit.browser.keys(&[TAB]);
        }
        panic!("{name} cannot be reached by the tab key");
    };
    reach("train");
    visit.browser.keys(&[ENTER]);
    visit.wait_for_step(20, 60);
    reach("style-1");
    let value = |visit: &Visit| visit.run("return document.querySelector('[data-testid=style-1]').value");
    let before = value(&visit);
    visit.browser.keys(&[RIGHT, RIGHT, RIGHT]);
    assert_ne!(value(&visit), before, "a slider does not follow the arrow keys");
    visit.leave(&[]);
}

#[test]
fn memory_stays_flat() {
    // ./dev bench does the same over 100,000 steps.
    let visit = Visit::new("memory", "?device=cpu&critic_epochs=20");
    visit.ready().train();
    visit.wait_for_step(800, 120);
    let early = visit.browser.memory();
    visit.wait_for_step(3000, 180);
    let late = visit.browser.memory();
    println!("memory of the page's processes: {early:.0} MB after 800 steps, {late:.0} MB after 3000");
    assert!(early > 0.0 && late < early * 1.15 + 20.0, "memory grew from {early:.0} to {late:.0} MB");
    visit.leave(&[]);
}
