//! Every step of every lesson is performed as a learner would, in both languages, its condition seen to come true, and the page
//! held to the rules of accessibility.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::everyone::{assert_sound, axe, set_theme};
use crate::languages::assert_in_chinese;
use crate::learner::{Hands, LESSONS, steps, walk};
use crate::server::Site;
use crate::visit::{CALM, Setting, USUAL, Visit};

/// Light and dark by turns; the other language has them the other way round.
fn theme(number: u32, first: bool) -> &'static str {
    if (number % 2 == 1) == first { "light" } else { "dark" }
}

#[test]
fn every_step_can_be_done() {
    let calm_with_axe = format!("{}{}", CALM.before, axe()).leak();
    let setting = Setting { before: calm_with_axe, ..CALM };
    let visit = Visit::with("lessons", "?lesson=1.1&device=cpu&lang=en", setting);
    for number in 1..=LESSONS {
        set_theme(&visit, theme(number, false));
        walk(&visit, Hands::Pointer, number, |visit, place| assert_sound(visit, &format!("step {place}")));
    }
    visit.leave(&[]);
}

/// Lessons whose runs are as short as runs can be: what is waited for happens all the same, only sooner.
pub fn short_lessons(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("pmi-lessons-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for number in 1..=LESSONS {
        let mut steps = steps(number);
        for run in steps.iter_mut().filter(|step| step.to_string().contains("Train")).map(|step| &mut step["run"]) {
            if let Value::String(run) = run {
                run.push_str("&trajectories=2&epochs=1&critic_epochs=1");
            }
        }
        std::fs::write(folder.join(format!("{number}.json")), json!({ "steps": steps }).to_string()).unwrap();
    }
    folder
}

/// With short runs, since the other language has shown the long ones.
#[test]
fn every_step_can_be_done_in_chinese() {
    let site = Site::with(None, vec![("lessons", short_lessons("zh"))]);
    let setting = Setting { before: axe(), ..USUAL };
    let visit = Visit::at(site, "lessons-zh", "?lesson=1.1&device=cpu&lang=zh", setting);
    for number in 1..=LESSONS {
        set_theme(&visit, theme(number, true));
        walk(&visit, Hands::Pointer, number, |visit, place| {
            assert_in_chinese(visit);
            assert_sound(visit, &format!("step {place}"));
        });
    }
    visit.leave(&[]);
}

#[test]
fn two_lessons_can_be_done_with_the_keyboard_alone() {
    let visit = Visit::new("lessons-keyboard", "?lesson=1.1&device=cpu&lang=en");
    walk(&visit, Hands::Keyboard, 1, |_, _| ());
    Hands::Keyboard.press(&visit, "lesson-list");
    Hands::Keyboard.press(&visit, "lesson-4");
    walk(&visit, Hands::Keyboard, 4, |_, _| ());
    visit.leave(&[]);
}

#[test]
fn two_lessons_can_be_done_on_a_phone() {
    let visit = Visit::new("lessons-phone", "?lesson=0&device=cpu&lang=en");
    visit.browser.resize(360, 740);
    for number in [2, 4] {
        visit.wait("the list of lessons", 30, |visit| visit.text("lesson-1"));
        visit.click(&format!("lesson-{number}"));
        walk(&visit, Hands::Pointer, number, |_, _| ());
        visit.click("lesson-list");
    }
    visit.leave(&[]);
}

#[test]
fn check_yourself_is_answered_to_its_end() {
    let visit = Visit::with("check", "?lesson=check&device=cpu&lang=en", USUAL);
    for _ in 0..11 {
        visit.wait("a question", 20, |visit| visit.text("option-1"));
        let right = visit.run("return document.querySelector('.options').dataset.right");
        visit.click(&format!("option-{}", right.as_str().unwrap()));
        let why = visit.wait("a reason", 5, |visit| visit.text("lesson-why"));
        assert!(why.starts_with("Right."), "{why}");
        visit.click("check-next");
    }
    let score = visit.wait("a score", 5, |visit| visit.text("check-counted").filter(|text| text.contains("right")));
    assert!(score.starts_with("11 of 11"), "{score}");
    visit.leave(&[]);
}
