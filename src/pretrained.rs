//! Snapshots that ship with the page. They move the agents of a lane that has not been trained yet.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::bridge;
use super::page::Page;
use super::state::{Model, Playing, default_run};
use protocol::{RunConfig, RunId, Snapshot, StageCommand, TextValue, text};

/// Fetches the snapshot of a lane, unless the page has it already, and sends it to the stage.
pub fn play(page: Page, lane: usize) {
    let Some((run, config)) = page.peek(|model| Some((model.run, config(model, lane)?))) else { return };
    let path = format!("datasets/pretrained/{}-{}.bpk", config.world, config.method);
    if let Some(snapshot) = page.pretrained.with_value(|known| known.get(&path).cloned()) {
        send(page, run, config, snapshot);
        return;
    }
    spawn_local(async move {
        match bridge::file(&path).await {
            Ok(bytes) => {
                let snapshot = Snapshot(bytes.to_vec());
                page.pretrained.update_value(|known| {
                    known.insert(path, snapshot.clone());
                });
                send(page, run, config, snapshot);
            }
            Err(why) => page.update(|model| {
                let card = model.catalog.as_ref().and_then(|catalog| catalog.method(&config.method));
                let name = card.map_or_else(|| config.method.clone().into(), |card| TextValue::from(card.name.clone()));
                model.notices.error(text!("page-pretrained-missing", method = name, why = why));
            }),
        }
    });
}

/// The run that the snapshot was trained with: all defaults, except that episodes start where the demonstrations of
/// this run do, which may come from a file.
fn config(model: &Model, lane: usize) -> Option<RunConfig> {
    let own = &model.lanes.get(lane)?.config;
    let mut config = default_run(model.catalog.as_ref()?, &own.world, &own.method);
    config.knobs.extend(model.chosen_by_file(own));
    Some(config)
}

fn send(page: Page, run: RunId, config: RunConfig, snapshot: Snapshot) {
    let lane = page.update_quietly(|model| {
        let lane = model.lanes.iter_mut().enumerate().find(|(_, lane)| {
            // Another label has other styles than the shipped agents were trained with.
            let same = (&lane.config.world, &lane.config.method, &lane.config.label);
            same == (&config.world, &config.method, &config.label)
        });
        let (index, lane) = lane.filter(|_| model.run == run)?;
        // The fetch may have taken longer than the first steps of training.
        if matches!(lane.playing, Playing::Own { .. }) {
            return None;
        }
        lane.playing = Playing::Pretrained;
        Some(index)
    });
    if let Some(lane) = lane {
        page.stage(StageCommand::Play { run, lane: lane as u8, config, snapshot });
        page.show();
    }
}
