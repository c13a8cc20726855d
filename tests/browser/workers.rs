//! The workers themselves: how they come by their code, and what a run loses when one dies.

use protocol::{DeviceChoice, Role, TrainerCommand, WorkerMessage, encode};
use serde_json::json;

use crate::server::Fault;
use crate::visit::{Setting, USUAL, Visit};

/// Notes how WebAssembly is compiled, and what the page's workers are given, before any script of the page.
pub const WATCHED: Setting = Setting {
    before: r#"
        window.__compiled = [];
        for (const way of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming']) {
            const original = WebAssembly[way];
            WebAssembly[way] = (...given) => (window.__compiled.push(way), original.apply(WebAssembly, given));
        }
        window.__modules = [];
        window.Worker = class extends Worker {
            postMessage(message, transfer) {
                if (message.module) window.__modules.push(message.module);
                // `Start` as a trainer: see `the_first_command_is_known_by_its_bytes`.
                if (message.length === 3 && message[0] === 0 && message[1] === 0) window.__trainer = this;
                super.postMessage(message, transfer);
            }
        };
    "#,
    ..USUAL
};

/// No message is a negative number: the worker's own code throws on it, in the middle of a run. From then on the page
/// notes the lowest step it shows.
pub fn kill_the_trainer(visit: &Visit) {
    visit.run(
        "const steps = document.querySelector('[data-testid=steps]');
        window.__lowest = Infinity;
        setInterval(() => (window.__lowest = Math.min(window.__lowest, Number(steps.dataset.value))), 5);
        window.__trainer.postMessage(-1)",
    );
}

#[test]
fn the_first_command_is_known_by_its_bytes() {
    let start = |role| encode(&WorkerMessage::<TrainerCommand>::Start { role, device: DeviceChoice::Cpu }).unwrap();
    assert_eq!(start(Role::Trainer)[..2], [0, 0]);
    assert_eq!((start(Role::Trainer).len(), start(Role::Stage)[1]), (3, 1));
}

#[test]
fn both_workers_share_one_module_compiled_while_it_streams() {
    let visit = Visit::with("module", "?device=cpu", WATCHED);
    visit.ready().train().wait_for_step(10, 30);
    let shared =
        visit.run("return [__modules.length, new Set(__modules).size, __modules[0] instanceof WebAssembly.Module]");
    assert_eq!(shared, json!([2, 1, true]), "modules sent, different ones, of the right kind");
    // The page's own code is instantiated from its stream, the workers' compiled from theirs, and nothing from bytes.
    let mut compiled = visit.run("return __compiled");
    compiled.as_array_mut().unwrap().sort_by_key(|way| way.to_string());
    assert_eq!(compiled, json!(["compileStreaming", "instantiateStreaming"]));
    assert_eq!(visit.site.asked_for("worker_bg.wasm"), 1, "the workers' code is fetched once");
    visit.leave(&[]);
}

#[test]
fn a_trainer_that_dies_on_webgpu_goes_on_from_its_snapshot_on_the_cpu() {
    let visit = Visit::with("dies", "?device=webgpu&trajectories=20&batch=16&epochs=100&critic_epochs=100", WATCHED);
    visit.wait_for_device("webgpu");
    visit.train().wait_for_step(20, 120);
    // The page gets a snapshot every three seconds and progress more often: this step is in a snapshot soon.
    let kept = visit.steps();
    visit.wait_for_step(kept + 20, 120);
    std::thread::sleep(std::time::Duration::from_secs(5));
    kill_the_trainer(&visit);
    let told = visit.wait_for_message("starts again on the CPU");
    println!("the page says: {told}");
    visit.wait_for_device("cpu");
    visit.wait_for_step(visit.steps() + 200, 60);
    let lowest = visit.run("return __lowest").as_f64().unwrap();
    println!("seen at {kept}, gone on from {lowest}");
    assert!(lowest >= f64::from(kept), "the run fell back from step {kept} to {lowest}");
    visit.leave(&["RangeError", "typed array"]);
}

/// A minute of silence passes in five seconds, and a message in a channel has all workers wait for nothing.
const IMPATIENT: Setting = Setting {
    before: "const timer = setTimeout; window.setTimeout = (call, ms) => timer(call, ms === 5000 ? 400 : ms);",
    fault: Some(Fault::Begins("worker-boot.js", "new BroadcastChannel('hang').onmessage = () => { for (;;); };\n")),
    ..USUAL
};

#[test]
fn workers_that_hang_are_replaced() {
    let visit = Visit::with("hangs", "?device=cpu&epochs=200&critic_epochs=200", IMPATIENT);
    visit.ready().train().wait_for_step(50, 60);
    // The page gets a snapshot every three seconds.
    std::thread::sleep(std::time::Duration::from_secs(4));
    let before = visit.steps();
    visit.run("new BroadcastChannel('hang').postMessage(0)");
    visit.wait_for_message("did not answer within 60 seconds");
    visit.wait("training that goes on", 60, |visit| (visit.steps() > before + 50).then_some(()));
    let stage = visit.agents();
    visit.wait("agents that move", 30, |visit| (!visit.agents().is_empty() && visit.agents() != stage).then_some(()));
    visit.leave(&[]);
}
