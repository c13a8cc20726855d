//! Basketball: players on the court, paths drawn by hand, and starts of the visitor's choice.

use serde_json::json;

use crate::visit::Visit;

const COURT: &str = "?world=basketball&device=cpu";

/// Feet to pixels as the stage has them, for scripts: `place([x, y])` on the page.
const PLACE: &str = "
    const canvas = document.querySelector('[data-testid=stage]');
    const box = canvas.getBoundingClientRect();
    const scale = Math.min(canvas.clientWidth / 53, canvas.clientHeight / 56);
    const place = ([x, y]) => ({
        clientX: box.left + canvas.clientLeft + (canvas.clientWidth - 53 * scale) / 2 + (x + 3) * scale,
        clientY: box.top + canvas.clientTop + (canvas.clientHeight - 56 * scale) / 2 + (53 - y) * scale,
        bubbles: true, cancelable: true, pointerId: 1, isPrimary: true,
    });
    const point = (type, at) => canvas.dispatchEvent(new PointerEvent(type, place(at)));
";

#[test]
fn players_move_on_the_court() {
    let visit = Visit::new("court", COURT);
    visit.ready();
    let source = visit.text("source").unwrap_or_default();
    assert!(source.to_lowercase().contains("simulated by a model of nba 2015-16 tracking"), "{source}");
    let before = visit.agents();
    assert!(
        before.iter().all(|agent| (-8.0..60.0).contains(&agent.x) && (-8.0..60.0).contains(&agent.y)),
        "{before:?}"
    );
    visit.wait("players elsewhere", 10, |visit| (visit.agents() != before).then_some(()));
    visit.click("ends");
    visit.wait("ends of every style", 30, |visit| {
        let text = visit.run(
            "return [...document.querySelectorAll('[data-testid=ends-table] td:nth-child(2)')].map(c => c.innerText)",
        );
        text.as_array().is_some_and(|cells| cells.len() == 3 && cells.iter().all(|cell| cell != "0")).then_some(())
    });
    visit.leave(&[]);
}

#[test]
fn the_court_is_drawn_before_anybody_plays() {
    // Nobody was trained beforehand for these styles, so there are no agents whose frames would have it painted.
    let visit = Visit::new("bare-court", &format!("{COURT}&label=curvature"));
    visit.wait("a run", 30, |visit| (visit.all_steps() > 0).then_some(()));
    let painted = "
        const canvas = document.querySelector('[data-testid=stage]');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return data.filter((value, at) => at % 4 == 3 && value > 0).length / (data.length / 4)";
    let share = visit.wait("lines on the stage", 20, |visit| visit.run(painted).as_f64().filter(|share| *share > 0.02));
    println!("{share:.3} of the stage is painted");
    let said = visit.text("playing").unwrap_or_default();
    assert!(said.contains("Press Train"), "{said}");
    visit.leave(&[]);
}

#[test]
fn a_path_drawn_by_hand_is_explained() {
    let visit = Visit::new("drawn", COURT);
    visit.ready();
    visit.wait("a run", 30, |visit| (visit.all_steps() > 0).then_some(()));
    visit.click("draw");
    visit.run(&format!(
        "{PLACE}
        point('pointerdown', [40, 10]);
        for (let step = 1; step <= 30; step++) point('pointermove', [40 - step * 1.1, 10 + step * 0.5]);
        point('pointerup', [7, 25]);"
    ));
    visit.wait("its style", 20, |visit| visit.text("chosen").filter(|text| text.contains("Your path, which shows")));
    let steps = visit.attribute("timeline", "data-steps");
    assert_eq!(steps.as_deref(), Some("24"), "a step for each of eight seconds' actions");
    // The same by keyboard: from the middle to the right, then Enter.
    visit.run("
        const stage = document.querySelector('[data-testid=stage]');
        const press = key => stage.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        for (let step = 0; step < 16; step++) press('ArrowRight');
        press('Enter');");
    visit.wait("another style", 20, |visit| visit.text("chosen").filter(|text| text.contains("far out")));
    visit.leave(&[]);
}

#[test]
fn a_player_starts_where_it_is_dragged() {
    let visit = Visit::new("dragged", COURT);
    visit.ready();
    // Players move: the hand acts in the moment in which the page says where they are.
    visit.run(&format!(
        "{PLACE}
        const watch = new MutationObserver(() => {{
            watch.disconnect();
            const [x, y] = canvas.dataset.agents.split(';')[4].split(',').map(Number);
            point('pointerdown', [x, y]);
            point('pointermove', [30, 40]);
            point('pointerup', [30, 40]);
        }});
        watch.observe(canvas, {{ attributeFilter: ['data-agents'] }});"
    ));
    visit.wait("one start that was chosen", 10, |visit| (starts(visit) == 1).then_some(()));
    visit.wait("a player there", 20, |visit| {
        visit.agents().iter().any(|agent| (agent.x - 30.0).hypot(agent.y - 40.0) < 2.0).then_some(())
    });
    visit.leave(&[]);
}

/// How many players start where the visitor put them.
fn starts(visit: &Visit) -> usize {
    let said = visit.run("return document.querySelector('[data-testid=free]').textContent");
    let number = said.as_str().and_then(|said| said.split(['(', ')']).nth(1)?.parse().ok());
    number.unwrap_or_else(|| panic!("{said} names no number of starts"))
}

/// A phone with the whole court on its screen.
fn on_a_phone(name: &'static str) -> Visit {
    let visit = Visit::new(name, COURT);
    let phone = json!({ "width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true });
    visit.browser.devtools("Emulation.setDeviceMetricsOverride", phone);
    visit.browser.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": true, "maxTouchPoints": 5 }));
    visit.ready();
    visit.run("document.querySelector('[data-testid=stage]').scrollIntoView({ block: 'center' })");
    visit
}

/// A finger goes through these places on the screen, as the browser sees fingers.
fn swipe(visit: &Visit, places: &[[f64; 2]]) {
    let touch = |kind: &str, points: Vec<[f64; 2]>| {
        let points: Vec<_> = points.iter().map(|[x, y]| json!({ "x": x, "y": y })).collect();
        visit.browser.devtools("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
    };
    for (index, place) in places.iter().enumerate() {
        touch(if index == 0 { "touchStart" } else { "touchMove" }, vec![*place]);
    }
    touch("touchEnd", vec![]);
}

/// Where places of the court are on the screen; `script` gives a list of them.
fn on_screen(visit: &Visit, script: &str) -> Vec<[f64; 2]> {
    let places = visit.run(&format!("{PLACE} return ({script}).map(at => place(at)).map(p => [p.clientX, p.clientY])"));
    let place = |place: &serde_json::Value| Some([place[0].as_f64()?, place[1].as_f64()?]);
    places.as_array().into_iter().flatten().filter_map(place).collect()
}

fn scrolled(visit: &Visit) -> f64 {
    visit.run("return window.scrollY").as_f64().unwrap_or_default()
}

#[test]
fn a_finger_carries_a_player_and_draws_and_scrolls_the_page() {
    let visit = on_a_phone("fingers");
    visit.wait("a run", 30, |visit| (visit.all_steps() > 0).then_some(()));
    let before = scrolled(&visit);
    // Players move, so a finger may miss one; where it holds none it scrolls, on for a while, and is brought back.
    visit.wait("one start that was chosen", 30, |visit| {
        if scrolled(visit) != before {
            visit.run(&format!("window.scrollTo(0, {before})"));
            return None;
        }
        let aim = "canvas.dataset.agents.split(';').slice(4, 5).map(agent => agent.split(',').map(Number))";
        let from = on_screen(visit, aim)[0];
        let to = on_screen(visit, "[[20, 25]]")[0];
        let along = |share: f64| [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
        swipe(visit, &[along(0.0), along(0.25), along(0.5), along(0.75), along(1.0)]);
        (starts(visit) > 0).then_some(())
    });
    assert_eq!(scrolled(&visit), before, "the page scrolled under a player");
    visit.wait("a player there", 20, |visit| {
        visit.agents().iter().any(|agent| (agent.x - 20.0).hypot(agent.y - 25.0) < 3.0).then_some(())
    });
    visit.click("draw");
    let before = scrolled(&visit);
    let path = "Array.from({ length: 16 }, (_, step) => [40 - step * 2.2, 10 + step])";
    swipe(&visit, &on_screen(&visit, path));
    visit.wait("its style", 20, |visit| visit.text("chosen").filter(|text| text.contains("Your path, which shows")));
    assert_eq!(scrolled(&visit), before, "the page scrolled under the pen");
    visit.click("draw");
    // In the corner behind the basket nobody plays: from there a finger scrolls.
    let [x, y] = on_screen(&visit, "[[-2.5, -2.5]]")[0];
    let before = scrolled(&visit);
    swipe(&visit, &[[x, y], [x, y - 40.0], [x, y - 80.0], [x, y - 160.0]]);
    visit.wait("a page that scrolls", 10, |visit| ((scrolled(visit) - before).abs() > 40.0).then_some(()));
    visit.leave(&[]);
}
