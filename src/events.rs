//! Events of the workers, and the commands that open a run there.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::bridge;
use super::page::Page;
use super::state::{FileEvent, Lane, Model, Playing, default_run};
use protocol::{
    Role, RunConfig, RunId, Snapshot, StageCommand, StageEvent, StageFrame, TextValue, TrainerCommand, TrainerEvent,
    WorkerEvent, text,
};

/// Handles what workers of both roles report; returns the event of the role itself, if it is one.
fn handle<E>(page: Page, role: Role, generation: u32, event: WorkerEvent<E>) -> Option<E> {
    match event {
        WorkerEvent::Ready { catalog } => {
            page.bridge.update_value(|bridge| bridge.mark_ready(role));
            page.execute(page.update_quietly(|model| model.on_ready(role, generation, catalog)));
        }
        WorkerEvent::Loaded { world, name, found } => {
            page.on_file(FileEvent::Answered { role, generation, world, name, found });
        }
        WorkerEvent::Failed(failure) => page.update(|model| model.on_failure(role, failure)),
        WorkerEvent::Event(event) => return Some(event),
    }
    None
}

pub fn on_trainer(page: Page, generation: u32, event: WorkerEvent<TrainerEvent>) {
    if let Some(event) = handle(page, Role::Trainer, generation, event) {
        page.execute(page.update_quietly(|model| model.on_trainer(event)));
        page.show_soon();
    }
}

pub fn on_stage(page: Page, generation: u32, event: WorkerEvent<StageEvent>) {
    match handle(page, Role::Stage, generation, event) {
        Some(StageEvent::Frame { run, frame }) => on_frame(page, run, frame),
        Some(StageEvent::DemoStep { run, step }) if page.peek(|model| model.run == run) => {
            page.update(|model| model.demo_step = Some(step.into()));
        }
        Some(StageEvent::DemoStep { .. }) | None => {}
        Some(StageEvent::Recorded(recording)) => page.update(|model| model.on_recorded(recording)),
    }
}

/// Drops frames of another run, and frames that were under way when the tab was hidden.
fn on_frame(page: Page, run: RunId, frame: StageFrame) {
    if !page.visible.get_untracked() || page.peek(|model| model.run != run) {
        return;
    }
    let replaying = frame.lanes.iter().any(|lane| lane.replayed);
    page.frame.set_value(Some(frame));
    if page.update_quietly(|model| model.on_frame(replaying)) {
        page.show();
    }
    page.frame_version.update(|version| *version = version.wrapping_add(1));
}

/// Sends the whole run to a worker that has its files, so that a restarted worker loses nothing.
pub fn open_run(page: Page, role: Role) {
    match role {
        Role::Trainer => {
            let (open, speed, training) = page.peek(|model| {
                let resume =
                    model.lanes.iter().map(|lane| lane.snapshot.clone().map(|(_, snapshot)| snapshot)).collect();
                let lanes = model.lanes.iter().map(|lane| lane.config.clone()).collect();
                (TrainerCommand::Open { run: model.run, lanes, resume }, model.speed, model.training)
            });
            page.trainer(open);
            page.trainer(TrainerCommand::Speed(speed));
            if training {
                page.trainer(TrainerCommand::Train);
            }
        }
        Role::Stage => {
            let (shares, strength, starts) =
                page.peek(|model| (model.shares.clone(), model.strength, model.starts.clone()));
            play(page, None);
            starts.into_iter().for_each(|(agent, at)| page.stage(StageCommand::Place { agent, at: Some(at) }));
            page.stage(StageCommand::Mix(shares));
            page.stage(StageCommand::Strength(strength));
            page.stage(StageCommand::Animate(page.visible.get_untracked()));
        }
    }
}

/// Sends the stage the policies of one lane, or of all.
pub fn play(page: Page, only: Option<usize>) {
    // A hidden tab plays nothing; it catches up when it is shown again.
    if only.is_some() && !page.visible.get_untracked() {
        return;
    }
    let (command, missing) = page.peek(|model| {
        let lanes: Vec<_> = (0..model.lanes.len()).map(|lane| stage_config(model, lane)).collect();
        let news = |index: usize, lane: &Lane| match (&lane.playing, &lane.snapshot) {
            (Playing::Own { .. }, Some((_, snapshot))) if only.is_none_or(|only| only == index) => {
                Some(snapshot.clone())
            }
            _ => None,
        };
        let snapshots = model.lanes.iter().enumerate().map(|(index, lane)| news(index, lane)).collect();
        let own = |index: &usize| matches!(model.lanes[*index].playing, Playing::Own { .. });
        let missing: Vec<_> = (0..lanes.len()).filter(|i| !own(i)).map(|i| lanes[i].clone()).collect();
        (StageCommand::Play { run: model.run, lanes, snapshots }, missing)
    });
    // With nothing new to play, the agents of the run before must not pass for this run's.
    if matches!(&command, StageCommand::Play { snapshots, .. } if snapshots.iter().any(Option::is_some)) {
        page.stage(command);
    }
    if only.is_none() {
        missing.into_iter().for_each(|config| fetch_pretrained(page, config));
    }
}

/// What a lane's agents were trained with: the run's own settings, or those of the shipped snapshot. Both start where the
/// run's demonstrations do, also when these come from a file.
fn stage_config(model: &Model, lane: usize) -> RunConfig {
    let lane = &model.lanes[lane];
    match (&lane.playing, &model.catalog) {
        (Playing::Own { .. }, _) | (_, None) => lane.config.clone(),
        (_, Some(catalog)) => {
            let mut shipped = default_run(catalog, &lane.config.world, &lane.config.method);
            shipped.knobs.extend(model.chosen_by_file(&lane.config));
            shipped
        }
    }
}

/// Snapshots that ship with the page keep its agents moving before anything is trained.
fn fetch_pretrained(page: Page, config: RunConfig) {
    let run = page.peek(|model| model.run);
    let path = format!("datasets/pretrained/{}-{}.bpk", config.world, config.method);
    if let Some(known) = page.pretrained.with_value(|known| known.get(&path).cloned()) {
        play_pretrained(page, run, &config, known);
        return;
    }
    spawn_local(async move {
        match bridge::file(&path).await {
            Ok(bytes) => {
                let bytes = bytes.to_vec();
                page.pretrained.update_value(|known| {
                    known.insert(path, Snapshot(bytes.clone()));
                });
                play_pretrained(page, run, &config, Snapshot(bytes));
            }
            Err(why) => page.update(|model| {
                let card = model.catalog.as_ref().and_then(|catalog| catalog.method(&config.method));
                let name = card.map_or_else(|| config.method.clone().into(), |card| TextValue::from(card.name.clone()));
                model.notices.error(text!("page-pretrained-missing", method = name, why = why));
            }),
        }
    });
}

fn play_pretrained(page: Page, run: RunId, config: &RunConfig, snapshot: Snapshot) {
    let command = page.update_quietly(|model| {
        if model.run != run || model.lanes.iter().any(|lane| lane.config.world != config.world) {
            return None;
        }
        let index = model.lanes.iter().position(|lane| lane.config.method == config.method)?;
        // A label function of the visitor's choice has other styles than the shipped agents know.
        if model.lanes[index].config.label != config.label || matches!(model.lanes[index].playing, Playing::Own { .. })
        {
            return None;
        }
        model.lanes[index].playing = Playing::Pretrained;
        let mut snapshots = vec![None; model.lanes.len()];
        snapshots[index] = Some(snapshot);
        let lanes = (0..model.lanes.len()).map(|lane| stage_config(model, lane)).collect();
        Some(StageCommand::Play { run, lanes, snapshots })
    });
    if let Some(command) = command {
        page.stage(command);
        page.show();
    }
}
