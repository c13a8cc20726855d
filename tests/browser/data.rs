//! Data of one's own: drawn on the stage, loaded from a file, and searched for demonstrations that contradict their label.

use serde_json::json;

use crate::driver::trace::Task;
use crate::visit::Visit;

/// Units of the drawing plane to pixels as the stage has them, for scripts.
const PLACE: &str = "
    const canvas = document.querySelector('[data-testid=stage]');
    const box = canvas.getBoundingClientRect();
    const scale = Math.min(canvas.clientWidth / 25, canvas.clientHeight / 17);
    const place = ([x, y]) => ({
        clientX: box.left + canvas.clientLeft + (canvas.clientWidth - 25 * scale) / 2 + (x + 0.5) * scale,
        clientY: box.top + canvas.clientTop + (canvas.clientHeight - 17 * scale) / 2 + (16.5 - y) * scale,
        bubbles: true, cancelable: true, pointerId: 1, isPrimary: true,
    });
    const point = (type, at) => canvas.dispatchEvent(new PointerEvent(type, place(at)));
    const line = (from, to) => {
        point('pointerdown', from);
        for (let step = 1; step <= 20; step++)
            point('pointermove', [0, 1].map(axis => from[axis] + (to[axis] - from[axis]) * step / 20));
        point('pointerup', to);
    };
";

fn address(visit: &Visit) -> String {
    visit.run("return location.search").as_str().unwrap_or_default().to_string()
}

fn lines(visit: &Visit, style: usize) -> String {
    visit.text(&format!("draw-style-{style}")).unwrap_or_default()
}

#[test]
fn drawn_lines_become_styles_that_agents_follow() {
    let visit = Visit::new("draws", "?world=yours&method=cbc&device=cpu&speed=full&panel=draw");
    visit.ready();
    visit.wait("the panel", 30, |visit| visit.text("draw-style-0"));
    visit.run(&format!("{PLACE} line([3, 3], [21, 3]);"));
    visit.wait("one line of the first style", 20, |visit| lines(visit, 0).contains("1 line").then_some(()));
    visit.click("draw-style-1");
    visit.run(&format!("{PLACE} line([3, 13], [21, 13]);"));
    visit.wait("one line of the second", 20, |visit| lines(visit, 1).contains("1 line").then_some(()));
    // The same by keyboard: from the middle to the right, then Enter.
    visit.run(
        "
        const stage = document.querySelector('[data-testid=stage]');
        const press = key => stage.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        for (let step = 0; step < 12; step++) press('ArrowRight');
        press('Enter');",
    );
    visit.wait("a line by keyboard", 20, |visit| lines(visit, 1).contains("2 lines").then_some(()));
    visit.click("draw-undo");
    visit.wait("without it", 20, |visit| lines(visit, 1).contains("1 line").then_some(()));
    let link = visit.wait("the drawing in the address", 20, |visit| {
        Some(address(visit)).filter(|address| address.contains("drawn=d1"))
    });
    assert!(link.len() < 1500, "{}", link.len());
    visit.train().finish_run(240);
    visit.wait("agents on both lines", 60, |visit| {
        let near = |y: f64| visit.agents().iter().filter(|agent| (agent.y - y).abs() < 1.5).count();
        (near(3.0) >= 3 && near(13.0) >= 3).then_some(())
    });
    visit.leave(&[]);
}

#[test]
fn half_a_drawing_in_a_link_is_said() {
    let visit = Visit::new("half-drawing", "?world=yours&device=cpu&drawn=d1AgA9");
    visit.wait_for_message("cut short or damaged");
    visit.ready();
    visit.leave(&[]);
}

fn drop_text(visit: &Visit, name: &str, text: &str, claimed: Option<u64>) {
    let script = "
        const [name, text, size] = arguments;
        const data = new DataTransfer();
        data.items.add(new File([text], name));
        if (size) Object.defineProperty(File.prototype, 'size', { configurable: true, get: () => size });
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        if (size) delete File.prototype.size;";
    visit.browser.run(script, json!([name, text, claimed]));
}

/// Paths that go up or down, as CSV.
fn table(styles: usize, paths: usize) -> String {
    let mut text = String::from("path,t,style,x,y\n");
    for path in 0..paths {
        for t in 0..20 {
            let y = t as f32 * (path % styles) as f32 + path as f32 * 0.01;
            text += &format!("{path},{t},style {},{t},{y}\n", path % styles);
        }
    }
    text
}

#[test]
fn a_table_is_loaded_reported_and_trained() {
    let visit = Visit::new("table", "?world=loaded&device=cpu&speed=full&epochs=2&critic_epochs=2&panel=load");
    visit.wait("the example", 30, |visit| (visit.all_steps() > 0).then_some(()));
    visit.wait("the panel", 30, |visit| visit.text("data").filter(|text| text.contains("CSV")));
    let bad = table(3, 30).replacen("0,5,style 0,5,", "0,5,style 0,five,", 1);
    drop_text(&visit, "mine.csv", &bad, None);
    // The example has a report, too.
    let report = visit.wait("a report", 30, |visit| visit.text("data-report").filter(|text| text.contains("mine.csv")));
    assert!(report.contains("30 paths") && report.contains("Row 7") && report.contains("five"), "{report}");
    visit.wait("three styles", 20, |visit| address(visit).contains("label=most-3").then_some(()));
    visit.train();
    visit.wait("the end of the run", 120, |visit| {
        let all = visit.all_steps();
        (all > 0 && visit.steps() == all).then_some(())
    });
    visit.wait("why styles are not counted", 60, |visit| {
        visit.text("uncalibrated").filter(|text| text.contains("no environment"))
    });
    visit.leave(&[]);
}

#[test]
fn bad_tables_get_a_sentence() {
    let visit = Visit::new("bad-tables", "?world=loaded&device=cpu");
    visit.wait("the example", 30, |visit| (visit.all_steps() > 0).then_some(()));
    let wide: String = (0..10_000).map(|column| format!("c{column},")).collect();
    let not_finite: String = (0..40).map(|row| format!("{},{row},style {},nan,inf\n", row / 5, row / 5 % 2)).collect();
    let not_finite = format!("path,t,style,x,y\n{not_finite}");
    for (name, text, said) in [
        ("empty.csv", "path,t,style,x,y\n".to_string(), "No row of the file can be used"),
        ("one-style.csv", table(1, 8), "at least two styles are needed"),
        ("one-path.csv", table(2, 2), "at least two are needed"),
        ("ragged.csv", "path,t,style,x,y\n1,2\n3\n".to_string(), "No row of the file can be used"),
        ("wide.csv", format!("{wide}\n1\n"), "10001 columns"),
        ("nan.csv", not_finite, "No row of the file can be used"),
    ] {
        drop_text(&visit, name, &text, None);
        let message = visit.wait_for_message(&format!("{name} was not loaded"));
        assert!(message.contains(said), "{name}: {message}");
    }
    drop_text(&visit, "huge.csv", "x", Some(500 << 20));
    visit.wait_for_message("huge.csv has 500 MB");
    visit.leave(&[]);
}

#[test]
fn doubtful_demonstrations_are_listed_and_can_be_cut() {
    let visit = Visit::new("doubtful", "?device=cpu&panel=doubtful");
    visit.ready();
    visit.wait("the panel", 30, |visit| visit.text("doubtful-look"));
    visit.click("doubtful-look");
    let first = visit.wait("a list", 60, |visit| visit.text("doubtful-entry"));
    assert!(first.contains("nats against the label"), "{first}");
    visit.run("[...document.querySelectorAll('[data-testid=doubtful-cut]')].find(cut => !cut.disabled).click()");
    visit.wait("the cut in the address", 20, |visit| address(visit).contains("weigh=").then_some(()));
    visit.leave(&[]);
}

/// Drops a table of many rows, made in parts so that making it holds up nobody: two styles in paths of 100 moments.
fn drop_many(visit: &Visit, rows: u32) {
    let script = "
        const rows = arguments[0];
        const parts = ['path,t,style,x,y,a_dx,a_dy\\n'];
        let path = 0;
        const some = () => {
            let text = '';
            for (let more = 0; more < 20 && path * 100 < rows; more++, path++) {
                const side = path % 2 ? 1 : -1;
                for (let t = 0; t < 100; t++)
                    text += `${path},${t},${side > 0 ? 'up' : 'down'},${t},${(side * t * 0.1).toFixed(2)},1,${side * 0.1}\\n`;
            }
            // Encoded piece by piece: a file of texts would encode all of them in one task.
            parts.push(new Blob([text]));
            if (path * 100 < rows) return setTimeout(some);
            const data = new DataTransfer();
            data.items.add(new File(parts, 'many.csv'));
            window.__dropped = performance.now();
            document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        };
        window.__dropped = undefined;
        some();";
    visit.browser.run(script, json!([rows]));
}

/// Loads, opens and begins to train; returns the tasks of the main thread meanwhile, and seconds of opening and training.
pub fn many_pairs(visit: &Visit, rows: u32) -> (Vec<Task>, f64, f64) {
    visit.wait("the example", 30, |visit| (visit.all_steps() > 0).then_some(()));
    let few = visit.all_steps();
    let trace = visit.browser.trace();
    drop_many(visit, rows);
    let dropped = visit.wait("the table", 300, |visit| visit.run("return window.__dropped ?? null").as_f64());
    visit.wait("a run on all of it", 300, |visit| (visit.all_steps() > 10 * few).then_some(()));
    let opened = visit.now();
    visit.click("train");
    visit.wait_for_step(50, 300);
    let trained = visit.now();
    (trace.end(), (opened - dropped) / 1000.0, (trained - opened) / 1000.0)
}

#[test]
fn a_label_by_a_drawn_region_says_what_it_tells_and_is_in_the_link() {
    let visit = Visit::new("label", "?world=basketball&device=cpu&panel=label");
    visit.ready();
    visit.wait("a histogram", 30, |visit| visit.text("label-shares").filter(|text| text.contains('%')));
    visit.wait("what speed tells", 60, |visit| visit.number("label-tells"));
    visit.set("label-quantity", "inside");
    visit.wait("the plane", 20, |visit| visit.attribute("label-region", "viewBox"));
    // Around the left half, in eighths of the drawing.
    visit.run(
        "
        const plane = document.querySelector('[data-testid=label-region]');
        const box = plane.getBoundingClientRect();
        const point = (type, x, y) => plane.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, isPrimary: true,
            buttons: type === 'pointerup' ? 0 : 1, clientX: box.left + box.width * x / 8, clientY: box.top + box.height * y / 8 }));
        plane.setPointerCapture = () => {};
        point('pointerdown', 0, 0);
        for (const [x, y] of [[2, 0], [4, 0], [4, 4], [4, 8], [2, 8], [0, 8], [0, 4]]) point('pointermove', x, y);
        point('pointerup', 0, 4);",
    );
    visit.wait("what the region tells", 60, |visit| visit.number("label-tells").filter(|nats| *nats > 0.01));
    visit.click("label-apply");
    visit.wait("the rule in the address", 20, |visit| address(visit).contains("rule=inside*").then_some(()));
    // One demonstration by hand.
    visit.wait("a demonstration of the new run", 20, |visit| {
        let chosen = "return document.querySelector('[data-testid=one-style]').disabled === false";
        (visit.all_steps() > 0 && visit.run(chosen) == true).then_some(())
    });
    visit.set("one-style", "2");
    visit.wait("its style in the address", 20, |visit| address(visit).contains("relabel=").then_some(()));
    visit.leave(&[]);
}

#[test]
fn a_label_without_a_class_gets_a_sentence() {
    let visit = Visit::new("empty-class", "?world=yours&method=cbc&device=cpu&rule=end_x:99");
    visit.wait_for_message("no demonstration to learn from has style 2");
    visit.leave(&[]);
}
