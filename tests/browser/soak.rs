//! A long visit: everything the page offers, in a random order. Agents move after every act, nothing complains, memory
//! stays flat, and in the end a link still gives its numbers to the bit.
//!
//! `./dev soak [MINUTES]`; PMI_SOAK_SEED chooses another order.

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::json;
use worlds::data::Rng;

use crate::arcade::recording;
use crate::conditions::tell_visibility;
use crate::devices::SMALL;
use crate::driver::setting;
use crate::trains::{LONGEST, outcome, reference};
use crate::visit::{Visit, named};

/// Megabytes of the process that runs the page and its workers, and of all such processes of the browser.
const MOST: f64 = 700.0;
/// After so many minutes everything has been opened once, and memory stays.
const SETTLED: f64 = 5.0;
/// The time after that is cut into parts, since memory depends on which world is open; the mean of each may differ from the
/// mean of all by this share.
const PARTS: usize = 4;
const FLAT: f64 = 0.1;

const WORLDS: [&str; 7] = ["circle2d", "overlap", "magpie", "alien", "ms_pacman", "space_invaders", "basketball"];
const METHODS: [&str; 6] = ["bc", "cbc", "bc-pmi", "ctvae", "infogail", "sorl"];

struct Soak {
    visit: Visit,
    draws: Rng,
    began: Instant,
    /// (minute, megabytes of the page, megabytes in all)
    memory: Vec<(f64, f64, f64)>,
}

type Act = (&'static str, f32, fn(&mut Soak));

/// (what, how often compared with the others, how)
const ACTS: [Act; 9] = [
    ("another world", 6.0, Soak::enter_a_world),
    ("another method", 5.0, Soak::choose_a_method),
    ("training", 6.0, Soak::train),
    ("a reset", 2.0, |soak| soak.press("reset")),
    ("comparing", 2.0, Soak::compare),
    ("playing", 1.0, Soak::play),
    ("a file", 1.0, Soak::give_a_file),
    ("a hidden tab", 1.0, Soak::hide),
    ("another device", 1.0, Soak::change_device),
];

impl Soak {
    fn draw(&mut self, count: usize) -> usize {
        self.draws.below(count)
    }

    /// Presses where it can be pressed, as a program would: whatever covers the button does not matter here.
    fn press(&mut self, name: &str) {
        self.visit.browser.run("document.querySelector(arguments[0])?.click()", json!([named(name)]));
    }

    fn rest(&mut self, seconds: usize) {
        sleep(Duration::from_millis(500 + self.draw(1000 * seconds) as u64));
    }

    fn enter(&mut self, world: &str) {
        let tab = format!("[data-world={world}]");
        self.visit.browser.run("document.querySelector(arguments[0]).click()", json!([tab]));
        self.visit.wait(&format!("a run in {world}"), 60, |visit| {
            (visit.attribute("world", "data-value")? == world && visit.all_steps() > 0).then_some(())
        });
    }

    fn enter_a_world(&mut self) {
        let world = WORLDS[self.draw(WORLDS.len())];
        self.enter(world);
    }

    fn choose_a_method(&mut self) {
        let method = METHODS[self.draw(METHODS.len())];
        self.visit.set("method", method);
    }

    fn train(&mut self) {
        self.press("train");
        self.rest(6);
        self.press("pause");
    }

    fn compare(&mut self) {
        self.press("compare");
        self.train();
        self.press("compare");
    }

    /// On Magpie's console, whose cartridge ships with the page.
    fn play(&mut self) {
        self.enter("magpie");
        self.visit.wait("a console", 60, |visit| visit.text("sit"));
        self.press("sit");
        let own = |visit: &Visit| visit.text("consoles").filter(|text| text.starts_with("Your console"));
        self.visit.wait("the visitor's console", 30, own);
        // The game waits for the first move.
        let key = "window.dispatchEvent(new KeyboardEvent(arguments[0], { key: 'ArrowLeft', bubbles: true }))";
        self.visit.browser.run(key, json!(["keydown"]));
        sleep(Duration::from_secs(2));
        self.visit.browser.run(key, json!(["keyup"]));
        self.press("sit");
        self.visit.wait("what was played", 30, |visit| visit.text("own").filter(|text| text.contains("decisions")));
    }

    fn give_a_file(&mut self) {
        self.enter("ms_pacman");
        self.visit.drop_file("mine.plays", &recording());
        self.visit.wait_for_message("20 plays of Ms. Pac-Man");
    }

    fn hide(&mut self) {
        tell_visibility(&self.visit, "hidden");
        self.rest(4);
        tell_visibility(&self.visit, "visible");
    }

    /// Another link without another page, as the browser's own buttons do it.
    fn open_link(&mut self, query: &str) {
        let go = "history.pushState(null, '', arguments[0]); dispatchEvent(new PopStateEvent('popstate'))";
        self.visit.browser.run(go, json!([query]));
        self.visit.wait("the run of a link", 60, |visit| (visit.all_steps() > 0).then_some(()));
    }

    /// To WebGPU, which is here in software and slow, with a small run, and back.
    fn change_device(&mut self) {
        self.open_link(&format!("?{SMALL}&speed=full"));
        self.visit.set("device-choice", "webgpu");
        self.visit.wait_for_device("webgpu");
        self.train();
        self.visit.set("device-choice", "cpu");
        self.visit.wait_for_device("cpu");
        self.open_link("?speed=full");
    }

    /// One act, and what must be true after each.
    fn act(&mut self) {
        let (what, _, act) = ACTS[self.draws.pick(&ACTS.map(|(_, often, _)| often))];
        act(self);
        // Games have consoles in place of agents.
        let seen = |visit: &Visit| {
            let agents = visit.attribute("stage", "data-agents").unwrap_or_default();
            agents + &visit.text("consoles").unwrap_or_default()
        };
        let before = seen(&self.visit);
        self.visit.wait(&format!("agents that move after {what}"), 60, |visit| {
            Some(seen(visit)).filter(|now| !now.is_empty() && *now != before)
        });
        let trouble = "return document.querySelector('[data-testid=message] .trouble')?.textContent ?? null";
        let trouble = self.visit.run(trouble);
        assert!(trouble.is_null(), "after {what} the page says: {trouble}");
        self.note(what);
    }

    fn note(&mut self, what: &str) {
        let (page, all) = (self.visit.browser.memory(), self.visit.browser.memory_in_all());
        let minute = self.began.elapsed().as_secs_f64() / 60.0;
        println!("{minute:5.2} min {page:4.0} MB ({all:4.0} in all) after {what}");
        self.memory.push((minute, page, all));
    }

    /// The mean of the samples between two minutes.
    fn mean(&self, from: f64, to: f64) -> Option<f64> {
        let within = self.memory.iter().filter(|(minute, ..)| (from..to).contains(minute)).map(|(_, page, _)| *page);
        let within: Vec<f64> = within.collect();
        (!within.is_empty()).then(|| within.iter().sum::<f64>() / within.len() as f64)
    }

    fn check_memory(&self) {
        let most = self.memory.iter().map(|(_, page, _)| *page).fold(0.0, f64::max);
        let most_in_all = self.memory.iter().map(|(.., all)| *all).fold(0.0, f64::max);
        let last = self.memory.last().map_or(0.0, |(minute, ..)| *minute);
        println!("at most {most:.0} MB ({most_in_all:.0} in all) in {last:.1} minutes, {} acts", self.memory.len());
        assert!(most > 0.0 && most < MOST, "the page took {most:.0} MB");
        assert!(most_in_all < MOST, "the browser took {most_in_all:.0} MB for pages");
        let part = (last - SETTLED) / PARTS as f64;
        let Some(whole) = self.mean(SETTLED, last).filter(|_| part > 1.0) else { return };
        for from in (0..PARTS).map(|number| SETTLED + number as f64 * part) {
            let mean = self.mean(from, from + part).unwrap_or_default();
            println!("from minute {from:.1}: {mean:.0} MB, {:.2} of the mean", mean / whole);
            assert!((mean / whole - 1.0).abs() <= FLAT, "memory is not flat: {mean:.0} MB, {whole:.0} MB on average");
        }
    }
}

fn soak(name: &'static str, minutes: f64) {
    let reference = reference();
    let seed = setting("PMI_SOAK_SEED").and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let visit = Visit::new(name, "?device=cpu");
    visit.ready().finish_run(60);
    let mut soak = Soak { visit, draws: Rng::stream(seed, "soak", 0), began: Instant::now(), memory: vec![] };
    soak.note("opening");
    while soak.began.elapsed().as_secs_f64() < 60.0 * minutes {
        soak.act();
    }
    soak.open_link(&reference.query);
    soak.press("reset");
    soak.visit.wait("a run from scratch", 30, |visit| (visit.all_steps() > 0 && visit.steps() == 0).then_some(()));
    soak.visit.train_to_the_end(LONGEST);
    assert_eq!(outcome(&soak.visit), reference.outcome, "the link gives other numbers than in a fresh page");
    soak.note("the first run");
    soak.check_memory();
    soak.visit.leave(&[]);
}

#[test]
fn two_minutes_of_everything_do_no_harm() {
    soak("soak-short", 2.0);
}

#[test]
#[ignore = "takes half an hour: ./dev soak"]
fn a_long_visit() {
    soak("soak", setting("PMI_SOAK_MINUTES").and_then(|minutes| minutes.parse().ok()).unwrap_or(30.0));
}
