//! Three methods side by side: the table fills in, one press acts on all, and the link brings it back. Each is trained in a
//! worker of its own.

use serde_json::json;

use crate::driver::processor::Processor;
use crate::server::Fault;
use crate::visit::{Setting, Visit};

const LINK: &str = "?device=cpu&compare=bc-pmi,cbc,ctvae&trajectories=5&epochs=1&critic_epochs=1&hidden=16";
const METHODS: [&str; 3] = ["bc-pmi", "cbc", "ctvae"];

/// A number of the table, exactly as the page holds it.
fn cell(visit: &Visit, metric: &str, method: &str) -> Option<f64> {
    let script = "return document.querySelector(arguments[0])?.dataset.value ?? null";
    let place = format!("[data-testid=comparison] td[data-metric={metric}][data-method={method}]");
    visit.browser.run(script, json!([place])).as_str()?.parse().ok()
}

fn steps(visit: &Visit) -> Option<Vec<u32>> {
    METHODS.iter().map(|method| cell(visit, "steps", method).map(|steps| steps as u32)).collect()
}

#[test]
fn three_methods_fill_one_table() {
    let visit = Visit::new("compares", LINK);
    visit.ready();
    visit.wait("a table of three methods", 30, |visit| (steps(visit)? == [0, 0, 0]).then_some(()));
    visit.wait("a run that can be trained", 30, |visit| (visit.all_steps() > 0).then_some(()));
    visit.click("step");
    visit.wait("one step in every method", 60, |visit| (steps(visit)? == [1, 1, 1]).then_some(()));
    visit.click("train");
    visit.wait("more steps in every method", 60, |visit| steps(visit)?.iter().all(|steps| *steps > 2).then_some(()));
    visit.finish_run(240);
    for method in METHODS {
        let number =
            |metric: &str| visit.wait(&format!("{metric} of {method}"), 60, |visit| cell(visit, metric, method));
        let (share, loss, seconds) = (number("calibration"), number("policy-heldout"), number("seconds"));
        println!("{method}: {share} achieved, {loss:.3} nats held out, {seconds:.1} s");
        assert!((0.0..=1.0).contains(&share) && loss.is_finite() && seconds > 0.0);
    }
    assert!(cell(&visit, "mi-heldout", "bc-pmi").is_some(), "MI where there is a critic");
    assert!(cell(&visit, "mi-heldout", "cbc").is_none(), "and a dash where there is none");
    visit.browser.resize(360, 740);
    let width = visit.run("return document.documentElement.scrollWidth").as_f64().unwrap();
    assert!(width <= 360.0, "with a table the page is {width} px wide on a screen of 360");
    let query = visit.run("return location.search").as_str().unwrap_or_default().to_owned();
    assert!(query.contains("compare=") && METHODS.iter().all(|method| query.contains(method)), "{query}");
    visit.leave(&[]);
}

/// Two runs that take about as long.
const TWINS: [&str; 2] = ["cbc", "bc"];
pub const TWIN_LINK: &str = "?device=cpu&compare=cbc,bc&epochs=12&hidden=64&trajectories=60";
/// The same for half a minute in one worker.
pub const LONG_TWINS: &str = "?device=cpu&compare=cbc,bc&epochs=80&hidden=64&trajectories=60";
/// What a trainer is told of the machine. A message in a channel kills the workers that it has started: their code throws on
/// a number, which no message is.
pub const ONE_CORE: &str = "Object.defineProperty(navigator, 'hardwareConcurrency', { value: 1 });\n";
pub const TWO_CORES: &str = "
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: 2 });
    const killing = new BroadcastChannel('kill');
    globalThis.Worker = class extends Worker {
        constructor(...given) {
            super(...given);
            killing.addEventListener('message', () => this.postMessage(-1));
        }
    };\n";

/// Says what training took of the processors since an earlier look: what neither trains nor waits takes its part of the cores.
pub fn say_processor(visit: &Visit, seconds: f64, earlier: &Processor) {
    let spent = visit.browser.processor().since(earlier);
    let [workers, page, browser] = ["workers", "page", "browser"].map(|kind| spent.of(kind));
    println!(
        "  {seconds:.1} s by the clock; of the processors {:.1} s: workers {workers:.1}, the page {page:.1}, the browser {browser:.1}",
        spent.all()
    );
}

/// Trains both from scratch; gives back seconds from Train to the last step of both, and what they came to.
pub fn train_twins(visit: &Visit, half_way: impl FnOnce()) -> (f64, Vec<[String; 2]>) {
    let twins = |metric: &str| TWINS.map(|method| cell(visit, metric, method));
    visit.wait("both runs", 60, |visit| (visit.all_steps() > 0 && twins("steps") == [Some(0.0); 2]).then_some(()));
    let (all, began, earlier) = (f64::from(visit.all_steps()), visit.now(), visit.browser.processor());
    visit.click("train");
    visit.wait("half of the steps", 120, |_| twins("steps").iter().all(|steps| *steps > Some(all / 2.0)).then_some(()));
    half_way();
    visit.wait("all steps of both", 240, |_| (twins("steps") == [Some(all); 2]).then_some(()));
    let seconds = (visit.now() - began) / 1000.0;
    say_processor(visit, seconds, &earlier);
    visit.finish_run(60);
    let exact = |metric: &str| TWINS.map(|method| format!("{:?}", cell(visit, metric, method)));
    let known = |_: &Visit| twins("calibration").iter().all(Option::is_some).then_some(());
    visit.wait("both calibrations", 30, known);
    (seconds, vec![exact("calibration"), exact("policy-heldout")])
}

/// A visit on a machine with so many cores.
pub fn on_cores(script: &'static str, query: &str, setting: Setting) -> Visit {
    let visit =
        Visit::with("cores", query, Setting { fault: Some(Fault::Begins("worker-boot.js", script)), ..setting });
    visit.wait_for_device("cpu");
    visit
}
