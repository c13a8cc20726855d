//! Steering agents without training.

use std::collections::BTreeSet;
use std::thread::sleep;
use std::time::Duration;

use crate::visit::{Agent, Visit};

/// Mean distance of agents from the middle of their own positions, sampled for a while.
fn spread(visit: &Visit) -> f64 {
    let mut seen: Vec<Agent> = Vec::new();
    for _ in 0..40 {
        seen.extend(visit.agents());
        sleep(Duration::from_millis(100));
    }
    let count = seen.len() as f64;
    let (x, y) = seen.iter().fold((0.0, 0.0), |(x, y), agent| (x + agent.x / count, y + agent.y / count));
    seen.iter().map(|agent| (agent.x - x).hypot(agent.y - y)).sum::<f64>() / count
}

fn only_style(visit: &Visit, style: usize) {
    visit.set(&format!("style-{style}"), "100");
    visit.wait(&format!("only agents of style {style}"), 20, |visit| {
        let styles: BTreeSet<_> = visit.agents().iter().map(|agent| agent.style).collect();
        (styles == BTreeSet::from([style])).then_some(())
    });
    // Paths begun before the change are left to end.
    sleep(Duration::from_secs(6));
}

#[test]
fn style_sliders_change_paths_at_once() {
    let visit = Visit::new("sliders", "?device=cpu");
    visit.ready();
    only_style(&visit, 2);
    let third = spread(&visit);
    only_style(&visit, 0);
    let first = spread(&visit);
    println!("spread of paths: style 0 {first:.2}, style 2 {third:.2}");
    let ratio = (first / third).max(third / first);
    assert!(ratio > 1.15, "styles 0 and 2 move alike: {first} and {third}");
    assert_eq!(visit.steps(), visit.all_steps(), "the finished run that the page opens with");
    visit.leave(&[]);
}

#[test]
fn strength_and_mix_are_in_the_link() {
    let visit = Visit::new("strength", "?device=cpu");
    visit.ready();
    visit.set("strength", "2");
    visit.set("style-1", "0");
    let query = visit.wait("strength and mix in the address", 10, |visit| {
        let query = visit.run("return location.search").as_str().unwrap_or_default().to_owned();
        (query.contains("strength=2") && query.contains("mix=")).then_some(query)
    });
    let again = Visit::new("strength-again", &query);
    again.ready();
    let value = |visit: &Visit, name: &str| {
        visit
            .browser
            .run("return document.querySelector(arguments[0]).value", serde_json::json!([crate::visit::named(name)]))
    };
    assert_eq!(value(&again, "strength").as_str().unwrap().parse(), Ok(2.0));
    let asked = |visit: &Visit| visit.agents().iter().any(|agent| agent.style == 1);
    again.wait("no agent of the style that nobody asks for", 20, |visit| (!asked(visit)).then_some(()));
    visit.leave(&[]);
    again.leave(&[]);
}
