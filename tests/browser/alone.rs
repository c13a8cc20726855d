//! Tests that measure time. Nothing runs beside them: `./dev` runs these and the soak test one by one, after the others.

use crate::compares::{ONE_CORE, TWO_CORES, train_twins, twins_with};
use crate::data::many_pairs;
use crate::driver::trace::Task;
use crate::trains::{LONGEST, SETTLING};
use crate::visit::Visit;

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
    let alone = twins_with(ONE_CORE);
    let (one, expected) = train_twins(&alone, || ());
    let workers = alone.site.asked_for("worker-boot.js");
    alone.leave(&[]);
    let apart = twins_with(TWO_CORES);
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

#[test]
fn a_million_pairs_train_in_the_page() {
    let visit = Visit::new("million", "?world=loaded&device=cpu&epochs=1&critic_epochs=1");
    let (tasks, opened, trained) = many_pairs(&visit, 1_000_000);
    let steps = visit.all_steps();
    println!("a million pairs: open after {opened:.1} s, 50 of {steps} steps after {trained:.1} s more");
    are_short(&tasks);
    visit.leave(&[]);
}
