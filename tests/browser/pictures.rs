//! Players that see, in the page: pictures are made with progress, networks learn from them on the CPU, agents play by them, and
//! a panel shows which pixels tell.

use crate::kept::in_store;
use crate::visit::Visit;

const SMALL: &str = "stretches=20&epochs=1&critic_epochs=1&critic_folds=1&batch=128";

#[test]
#[ignore = "makes a hundred thousand pictures, which takes half a minute: ./dev browser --ignored a_player_sees"]
fn a_player_sees() {
    let visit =
        Visit::new("pictures", &format!("?world=magpie&sees=picture&method=bc-pmi&panel=pixels&device=cpu&{SMALL}"));
    visit.ready();
    visit.wait("the phase", 60, |visit| visit.text("stage-name-0").filter(|text| text.contains("Making pictures")));
    visit.wait("a run", 240, |visit| (visit.all_steps() > 0 && visit.all_steps() < 1000).then_some(()));
    visit.train_to_the_end(300);
    visit.wait("styles are counted", 120, |visit| visit.number("calibration"));
    visit.wait("a map of the pixels", 60, |visit| visit.text("pixels-said").filter(|text| text.contains("nats")));
    let boxes = visit.run("return document.querySelectorAll('[data-testid=pixel-map] rect').length");
    assert!(boxes.as_u64().is_some_and(|boxes| boxes > 100), "{boxes}");
    visit.leave(&[]);
}

#[test]
#[ignore = "makes a hundred thousand pictures twice, which takes a minute: ./dev browser --ignored left_half_way"]
fn a_run_from_pictures_that_was_left_half_way_goes_on_after_a_reload() {
    let visit = Visit::new("pictures-left", "?world=magpie&sees=picture&method=bc&device=cpu");
    visit.ready();
    let all = visit.wait("a run", 240, |visit| Some(visit.all_steps()).filter(|steps| (1..3000).contains(steps)));
    visit.train().wait_for_step(40, 300);
    let pace = visit.wait("how long it will take", 60, |visit| {
        visit.text("steps-per-second").filter(|said| said.contains("min left"))
    });
    visit.click("pause");
    visit.wait("a pause", 60, |visit| visit.text("steps-per-second").filter(|said| !said.contains("left")));
    let left = visit.steps();
    visit.wait("the run in the store", 30, |visit| {
        let runs = in_store(&visit.browser, "return await store.list('run')");
        runs.as_array().filter(|runs| !runs.is_empty()).map(drop)
    });
    visit.run("location.reload()");
    visit.wait("the step it was left at", 300, |visit| (visit.steps() == left).then_some(()));
    println!("{pace}; left at step {left} of {all}, found there again");
    visit.train().wait_for_step(left + 10, 300);
    visit.leave(&[]);
}
