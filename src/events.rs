//! Handles the events of the workers, and sends the open run to a worker.

use leptos::prelude::*;

use super::page::Page;
use super::pretrained;
use super::state::{FileEvent, Playing, TrainedAgents, play_agents};
use protocol::{
    Replayed, Role, RunId, StageCommand, StageEvent, StageFrame, TrainerCommand, TrainerEvent, WorkerEvent,
};

/// Handles events that both roles have; returns an event of the role itself.
fn handle<E>(page: Page, role: Role, generation: u32, event: WorkerEvent<E>) -> Option<E> {
    match event {
        WorkerEvent::Ready { catalog } => {
            page.bridge.update_value(|bridge| bridge.mark_ready(role));
            page.execute(page.update_quietly(|model| model.on_ready(role, generation, catalog)));
        }
        WorkerEvent::Loaded { world, name, found } => {
            page.on_file(FileEvent::Answered { role, generation, world, name, found });
        }
        // Every message counts as a sign of life.
        WorkerEvent::Alive { megabytes } => page.update_quietly(|model| model.on_alive(role, megabytes)),
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
    let Some(event) = handle(page, Role::Stage, generation, event) else { return };
    match event {
        StageEvent::Playing { run, lane, step } => {
            page.update_quietly(|model| model.on_playing(run, lane, step));
            page.show_soon();
        }
        StageEvent::Frame { run, frame } => on_frame(page, run, frame),
        StageEvent::DemoStep { run, step } => page.update(|model| {
            if model.run == run {
                model.demo_step = Some(step.into());
            }
        }),
        StageEvent::Recorded(recording) => {
            let keep = page.update(|model| model.on_recorded(recording));
            page.execute([keep]);
        }
    }
}

/// Drops frames of another run, and frames that were under way when the tab was hidden.
fn on_frame(page: Page, run: RunId, frame: StageFrame) {
    if !page.visible.get_untracked() || page.peek(|model| model.run != run) {
        return;
    }
    let replayed = frame.lanes.iter().map(|lane| lane.replayed).find(|replayed| *replayed != Replayed::No);
    page.frame.set_value(Some(frame));
    if page.update_quietly(|model| model.on_frame(replayed.unwrap_or_default())) {
        page.show();
    }
    page.frame_version.update(|version| *version = version.wrapping_add(1));
}

/// Sends the whole run to a worker that has its files, so that a restarted worker loses nothing.
pub fn open_run(page: Page, role: Role) {
    match role {
        Role::Trainer => open_trainer(page),
        Role::Stage => open_stage(page),
    }
}

/// The trainer waits for the shipped runs with which lanes open finished.
fn open_trainer(page: Page) {
    if page.peek(|model| model.awaits_shipped()) {
        return pretrained::fetch(page);
    }
    let (open, speed, training) = page.peek(|model| {
        let resume = model.lanes.iter().map(|lane| lane.snapshot.clone().map(|(_, snapshot)| snapshot)).collect();
        let lanes = model.lanes.iter().map(|lane| lane.config.clone()).collect();
        (TrainerCommand::Open { run: model.run, lanes, resume }, model.speed_limit(), model.training)
    });
    page.trainer(open);
    page.trainer(TrainerCommand::Speed(speed));
    if training {
        page.trainer(TrainerCommand::Train);
    }
}

fn open_stage(page: Page) {
    let (open, shares, strength, starts) = page.peek(|model| {
        let open = StageCommand::Open { run: model.run, lanes: model.lanes.len() as u8 };
        (open, model.shares.clone(), model.strength(), model.starts.clone())
    });
    page.stage(open);
    play(page);
    starts.into_iter().for_each(|(agent, at)| page.stage(StageCommand::Place { agent, at: Some(at) }));
    page.stage(StageCommand::Mix(shares));
    page.stage(StageCommand::Strength(strength));
    page.animate();
}

/// Sends the stage a policy per lane: the lane's own, that of the run before it, or the one that ships with the page. Newer
/// policies come from the trainer.
pub fn play(page: Page) {
    let known = page.peek(|model| {
        let lanes = model.lanes.iter().enumerate();
        let own = lanes.filter_map(|(index, lane)| match (&lane.playing, &lane.snapshot, &lane.agents) {
            (Playing::Own { .. } | Playing::Pretrained, Some((_, snapshot)), _) => {
                let agents = TrainedAgents { config: lane.config.clone(), snapshot: snapshot.clone() };
                Some(play_agents(model.run, index, &agents))
            }
            (Playing::Pretrained | Playing::Earlier, _, Some(agents)) => Some(play_agents(model.run, index, agents)),
            _ => None,
        });
        own.collect::<Vec<_>>()
    });
    page.execute(known);
    pretrained::fetch(page);
}
