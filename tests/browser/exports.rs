//! Everything that a run can be taken away as, and back: each file is caught instead of saved, and its contents are read.

use serde_json::{Value, json};

use crate::visit::{Setting, USUAL, Visit};

/// Keeps the bytes of downloads by name.
const CATCH: &str = "
    window.__files = {};
    const blobs = new Map();
    const make = URL.createObjectURL;
    URL.createObjectURL = blob => { const url = make.call(URL, blob); blobs.set(url, blob); return url; };
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function () {
        if (blobs.has(this.href)) window.__files[this.download] = blobs.get(this.href); else click.call(this);
    };
    window.__read = async (ending, latin) => {
        const name = Object.keys(window.__files).find(name => name.endsWith(ending));
        if (!name) return null;
        const bytes = new Uint8Array(await window.__files[name].arrayBuffer());
        if (!latin) return new TextDecoder().decode(bytes);
        let text = '';
        for (const byte of bytes.subarray(0, 6000)) text += String.fromCharCode(byte);
        return text;
    };
";

/// The contents of a caught file once it is there; of binary files the first bytes, as letters.
fn caught(visit: &Visit, ending: &str, binary: bool) -> String {
    let script = "
        window.__found = undefined;
        window.__read(arguments[0], arguments[1]).then(found => window.__found = found);";
    visit.wait(&format!("a file that ends in {ending}"), 60, |visit| {
        visit.browser.run(script, json!([ending, binary]));
        std::thread::sleep(std::time::Duration::from_millis(50));
        visit.run("return window.__found ?? null").as_str().map(String::from)
    })
}

fn press(visit: &Visit, name: &str) {
    visit.wait(&format!("{name} can be pressed"), 30, |visit| {
        let script = "const button = document.querySelector(arguments[0]); return !!button && !button.disabled";
        let open = visit.browser.run(script, json!([format!("[data-testid={name}]")]));
        (open == Value::Bool(true)).then_some(())
    });
    visit.click(name);
}

/// The metadata in the header of a safetensors file.
fn metadata(file: &str) -> Value {
    let start = file.find('{').expect("a header");
    let text: String = file[start..].chars().take(5900).collect();
    let from = text.find("\"__metadata__\":").expect("metadata") + "\"__metadata__\":".len();
    let mut values = serde_json::Deserializer::from_str(&text[from..]).into_iter::<Value>();
    values.next().expect("metadata").expect("metadata is JSON")
}

#[test]
fn everything_can_be_taken_away_and_a_snapshot_comes_back() {
    let setting = Setting { before: CATCH, ..USUAL };
    let visit = Visit::with("exports", "?device=cpu&panel=export&lang=en", setting);
    visit.ready();
    for (button, ending) in [("export-policy", "policy.safetensors"), ("export-critic", "critic.safetensors")] {
        press(&visit, button);
        let about = metadata(&caught(&visit, ending, true));
        assert!(about["link"].as_str().unwrap().contains("world=circle2d"), "{about}");
        assert!(about["columns"].as_str().unwrap().contains("\"scale\":6"), "{about}");
    }
    numbers(&visit);
    pictures(&visit);
    press(&visit, "export-run");
    let run: Value = serde_json::from_str(&caught(&visit, "run.json", false)).unwrap();
    assert_eq!((run["world"].as_str(), run["method"].as_str()), (Some("circle2d"), Some("bc-pmi")));
    snapshot(&visit);
    visit.leave(&[]);
}

fn numbers(visit: &Visit) {
    press(visit, "export-steps-csv");
    let steps = caught(visit, "steps.csv", false);
    let mut lines = steps.lines();
    assert!(lines.next().unwrap().starts_with("path,moment,style,held_out,x,y,pmi,weight,p_style0"), "{steps:.200}");
    // 120 demonstrations of 300 moments.
    assert_eq!(lines.clone().count(), 36_000);
    let columns: Vec<f64> = lines.next().unwrap().split(',').map(|value| value.parse().unwrap()).collect();
    assert_eq!((columns.len(), columns[0], columns[1]), (12, 0.0, 0.0));
    press(visit, "export-steps-npz");
    let archive = caught(visit, "steps.npz", true);
    assert!(archive.starts_with("PK\u{3}\u{4}") && archive.contains("NUMPY"), "{archive:.100}");
    press(visit, "export-curves");
    let curves = caught(visit, "curves.csv", false);
    assert!(curves.contains("\nmi-heldout,") && curves.contains("\npolicy-loss,"), "{curves:.300}");
}

fn pictures(visit: &Visit) {
    let charts = visit.run("return document.querySelectorAll('[data-testid^=export-chart-]').length").as_u64().unwrap();
    assert!(charts >= 4, "{charts} charts");
    for chart in 0..charts {
        press(visit, &format!("export-chart-{chart}"));
        let svg = caught(visit, &format!("chart{}.svg", chart + 1), false);
        assert!(svg.contains("Circle2D") && svg.contains("world=circle2d"), "no caption: {svg:.400}");
        let parsed = "return new DOMParser().parseFromString(arguments[0], 'image/svg+xml').querySelectorAll('parsererror').length";
        assert_eq!(visit.browser.run(parsed, json!([svg])), 0);
    }
    press(visit, "export-stage");
    assert!(caught(visit, "stage.png", true).contains("PNG"));
    press(visit, "export-report");
    let report = caught(visit, "report.html", false);
    assert!(report.matches("<figure>").count() as u64 == charts && report.contains("data:image/png;base64,"));
    assert!(report.contains("MINE") || report.contains("Critic"), "the settings are listed");
    for outside in ["<script", "<link", "src=\"http"] {
        assert!(!report.contains(outside), "{outside}");
    }
}

/// Downloads the open run, trains another, and opens the first again beside it.
fn snapshot(visit: &Visit) {
    let before = (visit.steps(), visit.number("mi-heldout"));
    press(visit, "export-snapshot");
    caught(visit, ".bpk", true);
    visit.set("seed", "2");
    visit.wait("another run", 30, |visit| (visit.steps() == 0).then_some(()));
    visit.click("export-compare");
    visit.run(
        "
        const name = Object.keys(window.__files).find(name => name.endsWith('.bpk'));
        const data = new DataTransfer();
        data.items.add(new File([window.__files[name]], name));
        const field = document.querySelector('[data-testid=export-open]');
        field.files = data.files;
        field.dispatchEvent(new Event('change', { bubbles: true }));",
    );
    visit.wait("the snapshot's run", 60, |visit| ((visit.steps(), visit.number("mi-heldout")) == before).then_some(()));
    visit.wait("both on one chart", 20, |visit| visit.text("fork-shares"));
    let damaged = "
        const data = new DataTransfer();
        data.items.add(new File(['no snapshot'], 'bad.bpk'));
        const field = document.querySelector('[data-testid=export-open]');
        field.files = data.files;
        field.dispatchEvent(new Event('change', { bubbles: true }));";
    visit.run(damaged);
    let said = visit.wait("a sentence", 20, |visit| visit.text("export-open-refused"));
    assert!(said.contains("damaged or not a snapshot"), "{said}");
}
