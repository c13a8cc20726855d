//! Players that see, in the page: pictures are made with progress, networks learn from them on the CPU, agents play by them, and
//! a panel shows which pixels tell.

use crate::visit::Visit;

#[test]
#[ignore = "makes a hundred thousand pictures, which takes half a minute: ./dev browser --ignored a_player_sees"]
fn a_player_sees() {
    let small = "stretches=20&epochs=1&critic_epochs=1&critic_folds=1&batch=128";
    let visit =
        Visit::new("pictures", &format!("?world=magpie&sees=picture&method=bc-pmi&panel=pixels&device=cpu&{small}"));
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
