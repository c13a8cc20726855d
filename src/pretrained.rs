//! Fetches the runs that ship with the page.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::page::Page;
use super::state::ShippedRun;
use super::{bridge, kept};
use protocol::Snapshot;

/// The trainer waits this long for a shipped run. It usually takes less than a tenth of a second.
const LONGEST_WAIT: Duration = Duration::from_secs(4);

/// Fetches every shipped run that the lanes need, each once, unless the page has it already; and reads those that the
/// browser stores.
pub fn fetch(page: Page) {
    kept::fetch_runs(page);
    for run in page.peek(|model| model.shipped_runs_needed()) {
        let path = run.path();
        match page.pretrained.with_value(|known| known.get(&path).cloned()) {
            Some(Some(snapshot)) => arrived(page, &run, &snapshot),
            // It is on its way.
            Some(None) => {}
            None => fetch_one(page, run, path),
        }
    }
}

fn fetch_one(page: Page, run: ShippedRun, path: String) {
    page.pretrained.update_value(|known| known.insert(path.clone(), None));
    let late = run.clone();
    let give_up = move || page.execute(page.update_quietly(|model| model.on_shipped_missing(&late, None)));
    set_timeout(give_up, LONGEST_WAIT);
    spawn_local(async move {
        match bridge::file(&path).await {
            Ok(bytes) => {
                let snapshot = Snapshot(bytes.to_vec());
                page.pretrained.update_value(|known| known.insert(path, Some(snapshot.clone())));
                arrived(page, &run, &snapshot);
            }
            Err(why) => {
                page.pretrained.update_value(|known| known.remove(&path));
                page.execute(page.update_quietly(|model| model.on_shipped_missing(&run, Some(why))));
            }
        }
    });
}

fn arrived(page: Page, run: &ShippedRun, snapshot: &Snapshot) {
    page.execute(page.update_quietly(|model| model.on_shipped(run, snapshot)));
}
