//! Tests that measure time. Nothing runs beside them: `./dev` runs these and the soak test one by one, after the others.

use crate::compares::{ONE_CORE, TWO_CORES, train_twins, twins_with};
use crate::data::many_pairs;
use crate::trains::{LONGEST, SETTLING, reference};
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

#[test]
fn the_main_thread_is_never_blocked_while_training() {
    // A busy machine stretches any task; a stall of ours comes again in every run.
    let mut tasks = reference().long_tasks.clone();
    for _ in 0..3 {
        if tasks.is_empty() {
            return;
        }
        println!("tasks over 50 ms (start, ms): {tasks:?}; once more");
        let visit = Visit::new("tasks", &reference().query);
        visit.ready();
        std::thread::sleep(SETTLING);
        let since = visit.now();
        visit.train_to_the_end(LONGEST);
        tasks = visit.long_tasks(since);
        visit.leave(&[]);
    }
    assert!(tasks.is_empty(), "main-thread tasks over 50 ms in every run (start, ms): {tasks:?}");
}

#[test]
fn methods_in_workers_of_their_own_come_to_the_same_numbers_sooner() {
    let alone = twins_with(ONE_CORE);
    let (one, expected) = train_twins(&alone, || ());
    let workers = alone.site.asked_for("worker-boot.js");
    alone.leave(&[]);
    let apart = twins_with(TWO_CORES);
    let (two, found) = train_twins(&apart, || ());
    assert_eq!(apart.site.asked_for("worker-boot.js"), workers + 1, "workers that were started");
    assert_eq!(found, expected, "to the bit");
    let ratio = one / two;
    println!("two methods: {one:.1} s in one worker, {two:.1} s in two: {ratio:.2} times as fast");
    // Two idle cores give about 1.9; what else runs on them takes its share.
    assert!(ratio > 1.1, "two workers took {two:.1} s, one took {one:.1} s");
    // A lane goes on from its last report when its worker dies.
    apart.click("reset");
    let (_, found) = train_twins(&apart, || drop(apart.run("new BroadcastChannel('kill').postMessage(0)")));
    apart.wait_for_message("goes on from its last report");
    assert_eq!((found, apart.site.asked_for("worker-boot.js")), (expected, workers + 2));
    apart.leave(&["RangeError", "typed array"]);
}

/// Longest tasks that the machine may stretch, as elsewhere.
const STRETCHED_MS: f64 = 100.0;

#[test]
fn a_large_table_holds_up_nobody() {
    let visit = Visit::new("large-table", "?world=loaded&device=cpu");
    let (tasks, ..) = many_pairs(&visit, 150_000);
    assert!(tasks.iter().all(|(_, took)| *took < STRETCHED_MS), "tasks of the main thread: {tasks:?}");
    visit.leave(&[]);
}

/// By name: `./dev browser --ignored a_million`.
#[test]
#[ignore = "takes minutes; says what it measured"]
fn a_million_pairs_train_in_the_page() {
    let visit = Visit::new("million", "?world=loaded&device=cpu&epochs=1&critic_epochs=1");
    let (tasks, opened, trained) = many_pairs(&visit, 1_000_000);
    let steps = visit.all_steps();
    println!(
        "a million pairs: open after {opened:.1} s, 50 of {steps} steps after {trained:.1} s more; tasks over 50 ms: {tasks:?}"
    );
    assert!(tasks.iter().all(|(_, took)| *took < STRETCHED_MS), "tasks of the main thread: {tasks:?}");
    visit.leave(&[]);
}
