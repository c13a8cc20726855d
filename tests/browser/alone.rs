//! Tests that measure time. Nothing runs beside them: `./dev` runs these and the soak test one by one, after the others.

use crate::compares::{LONG_TWINS, ONE_CORE, TWIN_LINK, TWO_CORES, on_cores, say_processor, train_twins};
use crate::data::many_pairs;
use crate::driver::trace::Task;
use crate::trains::{LONGEST, Outcome, SETTLING, outcome};
use crate::visit::{CALM, Setting, USUAL, Visit};

/// Agents move within two seconds; a busy machine with no GPU is given twice that.
const LONGEST_MS: f64 = 4000.0;

#[test]
fn agents_move_soon_after_opening() {
    let visit = Visit::new("opens", "");
    let moved = visit.wait("moving agents", 30, |visit| visit.run("return window.__moved").as_f64());
    println!("page opened to agents moving: {moved:.0} ms");
    let styles: std::collections::BTreeSet<_> = visit.agents().iter().map(|agent| agent.style).collect();
    assert_eq!(styles.len(), 4, "agents of every style are on the stage");
    assert!(moved <= LONGEST_MS, "agents moved after {moved:.0} ms, which is more than {LONGEST_MS} ms");
    visit.leave(&[]);
}

/// No task of the main thread takes longer than this of its processor.
const LONGEST_TASK_MS: f64 = 50.0;

/// Says which tasks were the longest, and sees that none held up the page.
fn are_short(tasks: &[Task]) {
    let longest = |of: fn(&Task) -> f64| tasks.iter().map(of).fold(0.0, f64::max);
    let (took, processor) = (longest(|task| task.took), longest(|task| task.processor));
    println!(
        "{} tasks of the main thread: at most {processor:.1} ms of its processor, {took:.1} ms by the clock",
        tasks.len()
    );
    assert!(tasks.len() > 100, "tasks were recorded");
    assert!(processor < LONGEST_TASK_MS, "a task took {processor:.1} ms of the main thread's processor");
}

#[test]
fn the_main_thread_is_never_blocked_while_training() {
    let visit = Visit::new("tasks", "?device=cpu");
    visit.ready();
    std::thread::sleep(SETTLING);
    let trace = visit.browser.trace();
    visit.train_to_the_end(LONGEST);
    are_short(&trace.end());
    visit.leave(&[]);
}

/// How much sooner two methods are done in two workers than in one. Two idle cores give about 1.9; what else runs on them
/// takes its share.
const SOONER: f64 = 1.1;

#[test]
fn methods_in_workers_of_their_own_come_to_the_same_numbers_sooner() {
    let alone = on_cores(ONE_CORE, TWIN_LINK, USUAL);
    let (one, expected) = train_twins(&alone, || ());
    let workers = alone.site.asked_for("worker-boot.js");
    alone.leave(&[]);
    let apart = on_cores(TWO_CORES, TWIN_LINK, USUAL);
    let mut ratio = 0.0;
    // A busy moment of the machine does not come three times in a row.
    for _ in 0..3 {
        let (two, found) = train_twins(&apart, || ());
        assert_eq!(apart.site.asked_for("worker-boot.js"), workers + 1, "workers that were started");
        assert_eq!(found, expected, "to the bit");
        ratio = one / two;
        println!("two methods: {one:.1} s in one worker, {two:.1} s in two: {ratio:.2} times as fast");
        apart.click("reset");
        if ratio > SOONER {
            break;
        }
    }
    assert!(ratio > SOONER, "two workers were only {ratio:.2} times as fast as one");
    // A lane goes on from its last report when its worker dies.
    let (_, found) = train_twins(&apart, || drop(apart.run("new BroadcastChannel('kill').postMessage(0)")));
    apart.wait_for_message("goes on from its last report");
    assert_eq!((found, apart.site.asked_for("worker-boot.js")), (expected, workers + 2));
    apart.leave(&["RangeError", "typed array"]);
}

const SEEDS: &str = "?device=cpu&method=bc-pmi&seeds=2&trajectories=30&critic_epochs=4&epochs=12";
/// The same for half a minute in one worker.
const LONG_SEEDS: &str = "?device=cpu&method=bc-pmi&seeds=2&trajectories=100&critic_epochs=10&epochs=30";

/// Trains a run on several seeds from scratch: seconds, and what it came to.
fn train_seeds(visit: &Visit, half_way: impl FnOnce()) -> (f64, Outcome) {
    visit.wait("a run from scratch", 60, |visit| (visit.all_steps() > 0 && visit.steps() == 0).then_some(()));
    let (all, began, earlier) = (visit.all_steps(), visit.now(), visit.browser.processor());
    visit.train().wait_for_step(all / 2, LONGEST);
    half_way();
    visit.wait_for_step(all, LONGEST);
    let seconds = (visit.now() - began) / 1000.0;
    say_processor(visit, seconds, &earlier);
    visit.finish_run(60);
    (seconds, outcome(visit))
}

/// How many times as fast two workers are as one; the page with two is given back.
fn seeds_apart(query: &str, setting: Setting) -> (f64, Visit, Outcome) {
    let alone = on_cores(ONE_CORE, query, setting);
    let (one, expected) = train_seeds(&alone, || ());
    let workers = alone.site.asked_for("worker-boot.js");
    alone.leave(&[]);
    let apart = on_cores(TWO_CORES, query, setting);
    let (two, found) = train_seeds(&apart, || ());
    println!("two seeds: {one:.1} s in one worker, {two:.1} s in two: {:.2} times as fast", one / two);
    assert_eq!(found, expected, "to the bit");
    assert_eq!(apart.site.asked_for("worker-boot.js"), workers + 1, "workers that were started");
    (one / two, apart, expected)
}

#[test]
fn seeds_in_workers_of_their_own_come_to_the_same_numbers() {
    let (_, apart, expected) = seeds_apart(SEEDS, USUAL);
    // The run goes on from its last report when a worker dies.
    apart.click("reset");
    let (_, found) = train_seeds(&apart, || drop(apart.run("new BroadcastChannel('kill').postMessage(0)")));
    apart.wait_for_message("goes on from its last report");
    assert_eq!(found, expected);
    apart.leave(&["RangeError", "typed array"]);
}

/// On two cores with nothing beside them, once as usual and once with agents at rest, which leaves both cores to training.
#[test]
#[ignore = "takes four minutes: ./dev browser --ignored two_cores"]
fn two_cores_train_two_seeds_and_two_methods_sooner() {
    let ratios = [("moving", USUAL), ("at rest", CALM)].map(|(agents, setting)| {
        println!("agents {agents}:");
        let (seeds, apart, _) = seeds_apart(LONG_SEEDS, setting);
        apart.leave(&[]);
        let [one, two] = [ONE_CORE, TWO_CORES].map(|cores| {
            let visit = on_cores(cores, LONG_TWINS, setting);
            let (seconds, _) = train_twins(&visit, || ());
            visit.leave(&[]);
            seconds
        });
        println!("two methods: {one:.1} s in one worker, {two:.1} s in two: {:.2} times as fast", one / two);
        [seeds, one / two]
    });
    assert!(ratios.iter().flatten().all(|ratio| *ratio > 1.3), "{ratios:.2?}");
}

#[test]
fn a_million_pairs_train_in_the_page() {
    let visit = Visit::new("million", "?world=loaded&device=cpu&epochs=1&critic_epochs=1");
    let (tasks, opened, trained) = many_pairs(&visit, 1_000_000);
    let steps = visit.all_steps();
    println!("a million pairs: open after {opened:.1} s, 50 of {steps} steps after {trained:.1} s more");
    are_short(&tasks);
    visit.leave(&[]);
}
