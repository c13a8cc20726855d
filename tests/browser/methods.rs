//! Every method on every world, as a visitor tries them, and what only some methods show.

use serde_json::json;

use crate::visit::{Visit, named};

/// A run of seconds for each pair.
const SMALL: &str = "trajectories=5&paths=100&stretches=40&epochs=1&critic_epochs=1&hidden=16&critic_hidden=16&batch=64\
                     &batch_windows=4&starts=2&rounds=5";
/// The same with as little data as there can be: an adapter in software is slow.
const TINY: &str = "trajectories=2&paths=100&stretches=20&epochs=1&critic_epochs=1&hidden=16&critic_hidden=16&batch=64\
                    &batch_windows=4&starts=2&rounds=5";

/// All methods in one game, and one in the others, which differ from it in their data alone: natively every method is trained in
/// each (`crates/engine/tests/methods.rs`).
const GAMES: [(&str, &str, &[&str]); 3] = [
    ("methods-alien", "alien", &[]),
    ("methods-pacman", "ms_pacman", &["bc-pmi"]),
    ("methods-invaders", "space_invaders", &["bc-pmi"]),
];

fn methods(visit: &Visit) -> Vec<String> {
    let script = "return [...document.querySelector(arguments[0]).options].map(option => option.value)";
    let options = visit.browser.run(script, json!([named("method")]));
    options.as_array().into_iter().flatten().filter_map(|id| id.as_str().map(String::from)).collect()
}

/// The latest value of each curve of a chart, from the table beneath it; nothing where the chart is not there.
pub fn latest(visit: &Visit, chart: &str) -> Vec<(String, f64)> {
    let script = "
        const tables = [...document.querySelectorAll('.sr table')];
        const table = tables.find(table => table.caption.textContent.startsWith(arguments[0]));
        return [...(table?.tBodies[0].rows ?? [])].map(row => [row.cells[0].textContent, row.cells[3].textContent])";
    let rows = visit.browser.run(script, json!([chart]));
    let curve = |row: &serde_json::Value| {
        let value = row[1].as_str()?.replace('−', "-").split(' ').next()?.parse().ok()?;
        Some((row[0].as_str()?.to_string(), value))
    };
    rows.as_array().into_iter().flatten().filter_map(curve).collect()
}

/// All methods of a world, or those named, one after the other, each to its end, without leaving the page.
fn try_all(name: &'static str, world: &str, device: &str, only: &[&str]) {
    let small = if device == "webgpu" { TINY } else { SMALL };
    let visit = Visit::new(name, &format!("?world={world}&device={device}&{small}"));
    visit.ready().wait_for_device(device);
    let methods = methods(&visit);
    assert_eq!(methods.len(), 6, "{methods:?}");
    for method in methods.into_iter().filter(|method| only.is_empty() || only.contains(&method.as_str())) {
        visit.set("method", &method);
        visit.wait(&format!("{method}, not begun"), 60, |visit| {
            let begun = visit.text("stage-name-0")? != "Not started";
            (visit.all_steps() > 0 && visit.steps() == 0 && !begun).then_some(())
        });
        visit.click("train");
        visit.wait(&format!("the end of {method} on {world}"), 120, |visit| {
            (visit.text("stage-name-0")? == "Done" && visit.steps() == visit.all_steps()).then_some(())
        });
        let losses = visit.wait("losses", 30, |visit| Some(latest(visit, "Losses")).filter(|all| !all.is_empty()));
        println!("{method} on {world}, {device}: {} steps, {losses:?}", visit.steps());
        assert!(losses.iter().all(|(_, loss)| loss.is_finite()), "{losses:?}");
        let complaints = visit
            .browser
            .run("return [...document.querySelectorAll('.messages .trouble')].map(line => line.innerText)", json!([]));
        assert_eq!(complaints, json!([]), "{method} on {world}");
    }
    // A device that is lost or found wanting is left for the CPU.
    visit.wait_for_device(device);
    visit.leave(&[]);
}

#[test]
fn all_methods_train_on_circle2d() {
    try_all("methods-circle2d", "circle2d", "cpu", &[]);
}

#[test]
fn all_methods_train_on_basketball() {
    try_all("methods-basketball", "basketball", "cpu", &[]);
}

#[test]
fn all_methods_train_on_the_games() {
    for (name, world, only) in GAMES {
        try_all(name, world, "cpu", only);
    }
}

#[test]
fn all_methods_train_by_webgpu() {
    // In software each takes most of a minute. Basketball's actions are numbers as Circle2D's are; a game's are not.
    try_all("webgpu-circle2d", "circle2d", "webgpu", &[]);
    try_all("webgpu-basketball", "basketball", "webgpu", &["bc-pmi"]);
    try_all("webgpu-invaders", "space_invaders", "webgpu", &[]);
}

#[test]
fn sorl_shows_which_cluster_is_responsible() {
    let visit = Visit::new("sorl", "?method=sorl&device=cpu&trajectories=10&spells=0&epochs=20&hidden=16");
    visit.ready().train_to_the_end(240);
    let shares = "return [...document.querySelectorAll(arguments[0])].map(cell => Number(cell.dataset.value))";
    let shares = visit.browser.run(shares, json!(["[data-testid=responsibilities] td[data-value]"]));
    let shares: Vec<f64> = shares.as_array().into_iter().flatten().filter_map(|share| share.as_f64()).collect();
    println!("mean share of each label's own cluster: {shares:?}");
    assert!(shares.len() == 4 && shares.iter().all(|share| (0.0..=1.001).contains(share)), "{shares:?}");
    assert!(shares.iter().sum::<f64>() > 1.2, "no better than chance: {shares:?}");
    let said = visit.wait("whose the demonstration is", 30, |visit| {
        visit.text("timeline").filter(|text| text.starts_with("Responsible for the whole of this demonstration"))
    });
    assert!(said.contains('%'), "{said}");
    visit.leave(&[]);
}

#[test]
fn infogail_charts_its_reward_and_how_well_its_codes_are_guessed() {
    let visit = Visit::new("infogail", "?method=infogail&device=cpu&trajectories=5&epochs=1&rounds=3&hidden=16");
    visit.ready().train_to_the_end(240);
    let (reward, guessed) = (latest(&visit, "Reward"), latest(&visit, "Styles found"));
    println!("{reward:?}, {guessed:?}");
    assert!(matches!(&reward[..], [(_, nats)] if nats.is_finite()), "{reward:?}");
    assert!(matches!(&guessed[..], [(_, share)] if (0.0..=1.0).contains(share)), "{guessed:?}");
    visit.leave(&[]);
}
