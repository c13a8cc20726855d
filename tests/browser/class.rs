//! For a class: links that show less, a builder for them, and hand-ins that are replayed to the bit.

use serde_json::json;

use crate::visit::{Visit, named};

/// Whether an element has a box on the page.
fn is_shown(visit: &Visit, selector: &str) -> bool {
    let script = "return (document.querySelector(arguments[0])?.getClientRects().length ?? 0) > 0";
    visit.browser.run(script, json!([selector])) == true
}

/// The text of a field, once it contains a word.
fn field(visit: &Visit, name: &str, word: &str) -> String {
    let script = "return document.querySelector(arguments[0])?.value ?? ''";
    visit.wait(&format!("{word} in {name}"), 60, |visit| {
        let text = visit.browser.run(script, json!([named(name)]));
        text.as_str().filter(|text| text.contains(word)).map(String::from)
    })
}

#[test]
fn a_link_can_leave_parts_of_the_page_out() {
    let visit = Visit::new("parts", "?device=cpu&only=stage,styles&lang=en");
    visit.ready();
    let shown = |selector: &str| is_shown(&visit, selector);
    assert!(shown(".stagebox") && shown(".styles"));
    for hidden in [".worlds", ".menubutton", ".story", ".transport", ".explained", ".charts", ".rail.check", ".knobs"] {
        assert!(!shown(hidden), "{hidden} is shown");
    }
    let query = visit.run("return location.search");
    assert!(query.as_str().is_some_and(|query| query.contains("hide=header,story")), "the address lost it: {query}");
    visit.browser.go(&visit.site.page("?device=cpu&embed=1"));
    visit.ready();
    assert!(!is_shown(&visit, ".menubutton") && is_shown(&visit, ".charts") && is_shown(&visit, ".transport"));
    visit.browser.go(&visit.site.page("?device=cpu&hide=sky"));
    visit.ready();
    assert!(is_shown(&visit, ".menubutton") && is_shown(&visit, ".stagebox"), "what is no part hides nothing");
    visit.leave(&[]);
}

#[test]
fn a_teacher_builds_a_link_from_what_is_on_the_page() {
    let visit = Visit::new("links", "?device=cpu&world=overlap&lang=en");
    visit.ready();
    visit.click("menu");
    visit.click("links");
    let link = field(&visit, "links-link", "world=overlap");
    assert!(!link.contains("panel=") && !link.contains("hide="), "{link}");
    for (width, height) in [(1366, 641), (360, 740)] {
        visit.browser.resize(width, height);
        let above = "return document.querySelector(arguments[0]).getBoundingClientRect().bottom <= innerHeight";
        visit.wait("the link on the first screen", 5, |visit| {
            visit.browser.run(above, json!([named("copy-links-link")])).as_bool()?.then_some(())
        });
    }
    visit.click("links-knobs");
    visit.set("links-lesson", "2");
    let link = field(&visit, "links-link", "hide=knobs&lesson=2.1");
    assert!(field(&visit, "links-embed", "embed=1").starts_with("<iframe src="));
    assert!(is_shown(&visit, &named("links-qr")), "there is a code to point a phone at");
    visit.browser.go(&link.replace("&lesson=2.1", ""));
    visit.ready();
    assert_eq!(visit.exact("world").as_deref(), Some("overlap"));
    assert!(!is_shown(&visit, ".knobs") && is_shown(&visit, ".stagebox"));
    visit.leave(&[]);
}

/// Guesses of every kind, as *Hand in* writes them: `step:right*truth:guess`.
const ANSWERS: &str = "&answers=1.1:*0_0_100_0_150_20:0_0_120_0_160_60,1.3:0*0.18:0.35,1.4:1:d,2.3:1*4/3:4/3,\
                       3.2:*0-120-140-0:0-118-139-0_3-90-95-3,3.4::what%20only%20one%20does,5.3:*0_5_5:0_20_40,\
                       6.1:1*3%3C1%3C2:3%3C1%3C2";

/// Under each step, what the class guessed, and over it what happened.
fn truths_are_drawn(teacher: &Visit) {
    let drawn = |step: &str, selector: &str| {
        let selector = format!("{} {selector}", named(&format!("class-step-{step}")));
        teacher.wait(&format!("{selector} on the class page"), 20, |visit| is_shown(visit, &selector).then_some(()));
    };
    for (step, selector) in [
        ("1.1", ".overlay .truth"),
        ("1.3", ".histogram .truth"),
        ("1.3", ".histogram rect"),
        ("1.4", ".guessbars rect.right"),
        ("2.3", ".picked td.truth"),
        ("3.2", ".strip .stray"),
        ("3.2", ".strip path"),
        ("3.4", "li"),
        ("5.3", ".overlay .truth"),
        ("6.1", ".guessbars"),
    ] {
        drawn(step, selector);
    }
    let said = teacher.text("class-step-1.3").unwrap_or_default();
    assert!(said.contains("35 %") && said.contains("18 %"), "{said}");
}

#[test]
fn a_hand_in_is_confirmed_to_the_bit_and_a_changed_digit_is_not() {
    let small = "?device=cpu&lang=en&trajectories=5&epochs=1&critic_epochs=1&seed=3";
    let pupil = Visit::new("hand-in", small);
    pupil.ready();
    pupil.click("menu");
    pupil.click("hand-in");
    pupil.wait("why there is nothing to hand in yet", 60, |visit| visit.text("hand-in-missing"));
    pupil.train_to_the_end(120);
    pupil.set("hand-in-name", "Ada");
    let link = field(&pupil, "hand-in-link", "&by=Ada") + ANSWERS;
    pupil.leave(&[]);

    let digest = link.split("digest=").nth(1).and_then(|rest| rest.get(..16)).expect("sixteen digits").to_owned();
    let last = if digest.ends_with('0') { '1' } else { '0' };
    let changed = link.replace(&digest, &format!("{}{last}", &digest[..15])).replace("by=Ada", "by=Bob");
    let teacher = Visit::new("class", "?device=cpu&lang=en&panel=class");
    teacher.ready();
    teacher.wait("the class", 60, |visit| visit.text("class-panel"));
    teacher.set("class-links", &format!("{link}\n{changed}\nhttps://host/?world=nowhere&method=bc"));
    teacher.click("class-replay");
    let verdict = |number: usize, wanted: &'static str| {
        teacher.wait(&format!("{wanted} for link {number}"), 180, |visit| {
            (visit.attribute(&format!("class-{number}"), "data-verdict")? == wanted).then_some(())
        });
    };
    verdict(0, "confirmed");
    verdict(1, "different");
    verdict(2, "failed");
    assert!(teacher.text("class-0").is_some_and(|row| row.contains("Ada") && row.contains("✓")));
    truths_are_drawn(&teacher);
    teacher.leave(&[]);
}
