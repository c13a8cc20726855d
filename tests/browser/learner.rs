//! A learner: does what the steps of a lesson ask, with a pointer or with the keyboard alone, and sees their conditions come
//! true.

use serde_json::{Value, json};

use crate::visit::Visit;

pub const LESSONS: u32 = 8;

pub fn steps(number: u32) -> Vec<Value> {
    let path = format!("{}/www/lessons/{number}.json", env!("CARGO_MANIFEST_DIR"));
    let lesson: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    lesson["steps"].as_array().unwrap().clone()
}

/// Somebody who does what a step asks, with a pointer or with the keyboard alone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Hands {
    Pointer,
    Keyboard,
}

const TAB: &str = "\u{E004}";
const ENTER: &str = "\u{E007}";
const ARROW_RIGHT: &str = "\u{E014}";
const ARROW_UP: &str = "\u{E013}";

impl Hands {
    /// Presses a button.
    pub fn press(self, visit: &Visit, name: &str) {
        match self {
            Self::Pointer => visit.click(name),
            Self::Keyboard => {
                reach(visit, name);
                visit.browser.keys(&[ENTER]);
            }
        }
    }
}

/// Goes to an element with the Tab key, as many times as a page has elements.
fn reach(visit: &Visit, name: &str) {
    for _ in 0..150 {
        if visit.run("return document.activeElement?.dataset?.testid ?? ''") == json!(name) {
            return;
        }
        visit.browser.keys(&[TAB]);
    }
    panic!("the keyboard does not reach {name}");
}

/// Drags over an element, from corner to corner of its middle.
fn drag(visit: &Visit, name: &str) {
    let script = "
        const element = document.querySelector(`[data-testid='${arguments[0]}']`);
        const box = element.getBoundingClientRect();
        const point = (type, share) => element.dispatchEvent(new PointerEvent(type, {
            bubbles: true, cancelable: true, pointerId: 1, isPrimary: true, buttons: type === 'pointerup' ? 0 : 1, button: 0,
            clientX: box.left + box.width * (0.3 + 0.4 * share), clientY: box.top + box.height * (0.8 - 0.6 * share) }));
        element.setPointerCapture = () => {};
        point('pointerdown', 0);
        for (let step = 1; step <= 20; step++) point('pointermove', step / 20);
        point('pointerup', 1);";
    visit.browser.run(script, json!([name]));
}

fn is_done(visit: &Visit) -> bool {
    visit.run("return document.querySelector('.lesson .steps')?.dataset.done ?? ''") == json!("true")
}

/// Presses until the step is done, at most so often.
fn until_done(visit: &Visit, times: usize, mut press: impl FnMut(usize)) {
    for time in 0..times {
        std::thread::sleep(std::time::Duration::from_millis(300));
        if is_done(visit) {
            return;
        }
        press(time);
    }
}

fn guess(visit: &Visit, hands: Hands, prediction: &Value) {
    let kind = prediction.as_str().or_else(|| prediction.as_object()?.keys().next().map(String::as_str)).unwrap();
    match kind {
        // Where the right one depends on the run, any will do.
        "choose" => hands.press(visit, &format!("option-{}", prediction["choose"]["right"].as_u64().unwrap_or(1) + 1)),
        "number" => hands.press(visit, "commit"),
        "pick_cell" => {
            visit.wait("cells", 20, |visit| visit.text("cell-0-1"));
            hands.press(visit, "cell-0-1");
        }
        "draw_path" => {
            let experts = "return document.querySelectorAll('[data-testid=draw-path] path.expert').length > 0 || null";
            visit.wait("the experts' paths", 20, |visit| visit.run(experts).as_bool());
            match hands {
                Hands::Pointer => drag(visit, "draw-path"),
                Hands::Keyboard => {
                    reach(visit, "draw-path");
                    visit.browser.keys(&[ARROW_RIGHT, ARROW_RIGHT, ARROW_UP, ARROW_RIGHT]);
                }
            }
            visit.wait("a button", 5, |visit| visit.text("commit"));
            hands.press(visit, "commit");
        }
        "draw_curve" => {
            drag(visit, "draw-curve");
            hands.press(visit, "commit");
        }
        "order_moments" => {
            visit.wait("moments", 20, |visit| visit.text("commit"));
            hands.press(visit, "up-2");
            hands.press(visit, "commit");
        }
        "paint_weights" => {
            visit.wait("demonstrations", 20, |visit| visit.attribute("paint-0", "role"));
            hands.press(visit, "brush-0");
            visit.set("from", "120");
            visit.set("to", "140");
            hands.press(visit, "stretch");
            hands.press(visit, "commit");
        }
        "write" => {
            visit.set("write", "what only one of them does");
            hands.press(visit, "commit");
        }
        other => panic!("no learner knows the prediction {other}"),
    }
}

/// Does what the condition of a step waits for.
fn fulfil(visit: &Visit, hands: Hands, until: &Value) {
    let text = until.to_string();
    if text.contains("Performed\":\"Styles") {
        hands.press(visit, "ask-0");
    }
    if text.contains("Knob\":\"spells") {
        visit.set("lesson-knob-spells", "0.2");
    }
    if text.contains("Exceeds") {
        visit.set("lesson-knob-spells", "0");
    }
    if text.contains("moved") {
        visit.set("shift", "2");
    }
    if text.contains("\"beta\"") {
        visit.set("beta", "4");
    }
    if text.contains("changes") || text.contains("smallest") {
        visit.wait("counts", 20, |visit| visit.text("count-sum").filter(|sum| sum.contains("MI = ")));
        until_done(visit, 12, |time| hands.press(visit, if time % 2 == 0 { "less-2" } else { "more-5" }));
    }
    if text.contains("Drawn") {
        // Again where the court was not there yet.
        until_done(visit, 20, |_| drag(visit, "stage"));
    }
    if text.contains("Performed\":\"Demonstration") {
        hands.press(visit, "next-path");
    }
    if text.contains("Trained") {
        let guessed = text.contains("guessed") && !text.contains("Knob");
        if !guessed {
            hands.press(visit, "train");
        }
    }
    if text.contains("SelectedStep\"") || text.contains("DriftSelected") {
        visit.wait("a timeline", 20, |visit| visit.attribute("timeline", "data-steps"));
        // Where choosing a demonstration is enough, the step may be done by now.
        if !text.contains("Performed\":\"Demonstration") {
            pass_over(visit);
        }
        until_done(visit, 60, |time| select_moment(visit, (time * 7 % 60) as f64 / 60.0));
    }
}

/// A pointer event on the timeline, at a share of its width.
fn point(visit: &Visit, event: &str, share: f64) {
    let script = "
        const line = document.querySelector('[data-testid=timeline]');
        const box = line.getBoundingClientRect();
        line.dispatchEvent(new PointerEvent(arguments[0], { bubbles: true, pointerId: 1, isPrimary: true, button: 0,
            clientX: box.left + box.width * arguments[1], clientY: box.top + box.height / 2 }));";
    visit.browser.run(script, json!([event, share]));
}

fn select_moment(visit: &Visit, share: f64) {
    point(visit, "pointerup", share);
}

/// A pointer on its way over the timeline shows moments, and no step is done by it.
fn pass_over(visit: &Visit) {
    let moment = |visit: &Visit| visit.attribute("timeline", "aria-valuenow").unwrap();
    let before = moment(visit);
    for place in 0..20 {
        point(visit, "pointermove", f64::from(place) / 20.0);
    }
    visit.wait("the moment under the pointer", 5, |visit| (moment(visit) != before).then_some(()));
    point(visit, "pointerleave", 1.0);
    visit.wait("the moment as it was", 5, |visit| (moment(visit) == before).then_some(()));
    assert!(!is_done(visit), "a step was done in passing");
}

/// Whether the question begins on the screen, wherever the step before was left.
fn goal_in_view(visit: &Visit) -> bool {
    let top = "return document.querySelector('[data-testid=goal]')?.getBoundingClientRect().top";
    visit.run(top).as_f64().is_some_and(|top| (0.0..400.0).contains(&top))
}

/// Walks a lesson from its first step to what comes after its last. `look` sees each step once it is done.
pub fn walk(visit: &Visit, hands: Hands, number: u32, look: impl Fn(&Visit, &str)) {
    for (index, step) in steps(number).iter().enumerate() {
        let place = format!("{number}.{}", index + 1);
        let here = |visit: &Visit| visit.attribute("lesson", "data-step").filter(|at| *at == place);
        visit.wait(&format!("step {place}"), 30, here);
        visit.wait(&format!("the goal of {place}"), 30, |visit| visit.text("goal").filter(|goal| !goal.is_empty()));
        visit.wait(&format!("the goal of {place} on the screen"), 5, |visit| goal_in_view(visit).then_some(()));
        let began = std::time::Instant::now();
        if let Some(prediction) = step.get("predict") {
            guess(visit, hands, prediction);
        }
        fulfil(visit, hands, &step["until"]);
        let seconds = if step.to_string().contains("Train") { 120 } else { 20 };
        visit.wait(&format!("{place} to be done: {}", step["until"]), seconds, |visit| is_done(visit).then_some(()));
        let why = visit
            .wait(&format!("the reason of {place}"), 5, |visit| visit.text("lesson-why").filter(|why| !why.is_empty()));
        assert!(!why.contains('{') && !why.contains("lesson-"), "{place}: {why}");
        println!("{place} ({:.1} s): {why}", began.elapsed().as_secs_f64());
        let overhang = visit.run("return document.documentElement.scrollWidth - innerWidth").as_f64().unwrap();
        assert!(overhang <= 0.0, "{place} is {overhang} px too wide");
        look(visit, &place);
        hands.press(visit, "lesson-next");
    }
    let after = if number < LESSONS { format!("{}.1", number + 1) } else { "check".into() };
    let there = |visit: &Visit| visit.attribute("lesson", "data-step").filter(|at| *at == after);
    visit.wait("what comes after the lesson", 10, there);
}
