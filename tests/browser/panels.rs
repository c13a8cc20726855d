//! Panels over a trained run: the time machine with its race, *Without this stretch*, and the evidence as a sound.

use crate::everyone::{assert_sound, axe, set_theme};
use crate::visit::{Setting, USUAL, Visit};

/// A run of a second or two, with a panel beside it, trained.
fn trained(name: &'static str, panel: &str) -> Visit {
    let query = format!("?device=cpu&lang=en&trajectories=5&epochs=2&critic_epochs=2&panel={panel}");
    let visit = Visit::with(name, &query, Setting { before: axe(), ..USUAL });
    visit.ready();
    visit.wait(&format!("the panel {panel}"), 60, |visit| {
        visit.text(if panel == "listen" { "listen-panel" } else { panel })
    });
    visit.train_to_the_end(120);
    visit
}

fn query(visit: &Visit) -> String {
    visit.run("return location.search").as_str().unwrap_or_default().to_string()
}

/// The calibration that is shown, with the step it was counted at.
fn counted(visit: &Visit) -> Option<String> {
    visit.text("calibration")
}

#[test]
fn the_time_machine_shows_an_earlier_step_and_races_a_fork_of_it() {
    let visit = trained("time", "time");
    let (all, half) = (visit.steps(), visit.steps() / 20 * 10);
    let newest = counted(&visit).expect("a calibration");
    let go_back = || {
        visit.set("time-slider", &half.to_string());
        visit.wait("the earlier step", 60, |visit| (visit.steps() == half).then_some(()));
    };
    go_back();
    visit.wait("its matrix", 20, |visit| counted(visit).filter(|now| *now != newest));
    assert!(visit.text("time-shown").is_some_and(|said| said.starts_with("Step ")));
    visit.click("time-newest");
    visit.wait("the newest step", 60, |visit| (visit.steps() == all && counted(visit)? == newest).then_some(()));

    go_back();
    visit.set("fork-value", "0.02");
    visit.click("fork");
    let shares = visit.wait("what the fork came to", 120, |visit| {
        visit.text("fork-shares").filter(|said| visit.steps() == all && !said.contains('–'))
    });
    println!("{newest} | {shares}");
    let share = newest
        .split(" % of rollouts")
        .next()
        .and_then(|before| before.split_whitespace().next_back())
        .unwrap_or_default();
    assert!(shares.contains(&format!("{share} % before")), "the first run came to {newest}: {shares}");
    assert!(query(&visit).contains(&format!("at={half}:")), "the fork is in the link: {}", query(&visit));
    let curves = "return document.querySelectorAll('[data-testid=time] figure svg path').length";
    assert!(visit.run(curves).as_u64() >= Some(2), "both runs are drawn");
    assert_sound(&visit, "the time machine, light");
    visit.click("fork-back");
    visit.wait("the first run again", 60, |visit| {
        (!query(visit).contains("at=") && counted(visit)? == newest).then_some(())
    });
    visit.leave(&[]);
}

#[test]
fn a_run_is_trained_without_a_stretch() {
    let visit = trained("without", "without");
    // The timeline of the trained run comes a moment after its calibration.
    visit.wait("the weight of the stretch", 20, |visit| {
        visit.text("without-weight").filter(|said| said.contains("on average"))
    });
    visit.click("without-train");
    visit.wait("the stretch in the link", 20, |visit| query(visit).contains("weigh=").then_some(()));
    let result = visit.wait("what it changed", 120, |visit| {
        visit.text("without-result").filter(|said| said.contains("before") && !said.contains('–'))
    });
    println!("{result}");
    set_theme(&visit, "dark");
    assert_sound(&visit, "without this stretch, dark");
    visit.click("without-back");
    visit.wait("all moments again", 60, |visit| (!query(visit).contains("weigh=")).then_some(()));
    visit.leave(&[]);
}

#[test]
fn the_evidence_is_heard_when_it_is_asked_for() {
    let visit = trained("listen", "listen");
    let off = |visit: &Visit| visit.attribute("listen-stop", "disabled").is_some();
    assert!(off(&visit), "nothing sounds before it is asked for");
    visit.click("listen-play");
    visit.wait("a sound", 5, |visit| (!off(visit)).then_some(()));
    assert_sound(&visit, "listening");
    // Again, since the sound of a path lasts six seconds, which may have passed.
    visit.click("listen-play");
    visit.wait("the sound again", 5, |visit| (!off(visit)).then_some(()));
    visit.click("listen-stop");
    visit.wait("silence", 5, |visit| off(visit).then_some(()));
    visit.leave(&[]);
}
