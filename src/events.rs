//! Workers speak: the model changes, and where something follows from it, it is done.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::bridge;
use super::files;
use super::page::Page;
use super::state::{Lane, Model, Playing, Then, plain};
use protocol::{Command, Event, Frame, Role, RunConfig, RunId, Snapshot, TextValue, text};

pub fn hear(page: Page, role: Role, event: Event) {
    match event {
        Event::Ready { catalog, .. } => {
            page.bridge.update_value(|bridge| bridge.mark_ready(role));
            page.change(|model| {
                model.notes.recovered(role);
                if model.catalog.is_none() {
                    model.adopt(catalog);
                }
            });
            page.write_address();
            brief(page, role);
        }
        Event::Loaded { world, name, found } => files::answered(page, role, &world, &name, found),
        Event::Frame { run, frame } => see(page, run, frame),
        Event::Recorded { .. } => page.recorded(event),
        Event::Trouble(failure) => {
            page.change(|model| {
                model.apply(Event::Trouble(failure));
                if role == Role::Stage {
                    model.nothing_plays();
                }
            });
            if role == Role::Stage {
                page.seat.set(false);
            }
        }
        other => match page.fold(|model| model.apply(other)) {
            Then::ShowNow => page.show(),
            Then::Inspect => {
                page.show();
                page.tell_inspected();
            }
            Then::Nothing => page.show_soon(),
            Then::Play(lane) => {
                page.show_soon();
                if page.visible.get_untracked() {
                    play(page, Some(lane));
                }
            }
        },
    }
}

/// Frames that were under way when the tab was hidden are not for anybody to see.
fn see(page: Page, run: RunId, frame: Frame) {
    if !page.visible.get_untracked() || page.peek(|model| model.run != run) {
        return;
    }
    let replayed = frame.lanes.iter().any(|lane| lane.replayed);
    page.frame.set_value(Some(frame));
    let was = page.fold(|model| {
        let was = (model.moving, model.replayed);
        (model.moving, model.replayed) = (true, replayed);
        was
    });
    if was != (true, replayed) {
        page.show();
    }
    page.frame_beat.update(|beat| *beat = beat.wrapping_add(1));
}

/// Tells a worker that has just come up all it has to know, so that nothing is lost when one dies.
pub fn brief(page: Page, role: Role) {
    if !files::ready(page, role) {
        return;
    }
    match role {
        Role::Trainer => {
            let (open, speed, training) = page.peek(|model| {
                let resume =
                    model.lanes.iter().map(|lane| lane.snapshot.clone().map(|(_, snapshot)| snapshot)).collect();
                let lanes = model.lanes.iter().map(|lane| lane.config.clone()).collect();
                (Command::Open { run: model.run, lanes, resume }, model.speed, model.training)
            });
            page.trainer(open);
            page.trainer(Command::Speed(speed));
            if training {
                page.trainer(Command::Train);
            }
        }
        Role::Stage => {
            let (mix, strength, starts) = page.peek(|model| (model.mix.clone(), model.strength, model.starts.clone()));
            play(page, None);
            starts.into_iter().for_each(|(agent, at)| page.stage(Command::Place { agent, at: Some(at) }));
            page.stage(Command::Mix(mix));
            page.stage(Command::Strength(strength));
            page.stage(Command::Animate(page.visible.get_untracked()));
        }
    }
}

/// Gives the stage what its lanes should play: one lane's news, or all of it.
pub fn play(page: Page, only: Option<usize>) {
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
        (Command::Play { run: model.run, lanes, snapshots }, missing)
    });
    // With nothing new to play, the agents of the run before must not pass for this run's.
    if matches!(&command, Command::Play { snapshots, .. } if snapshots.iter().any(Option::is_some)) {
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
            let mut shipped = plain(catalog, &lane.config.world, &lane.config.method);
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
            Err(why) => page.change(|model| {
                let card = model.catalog.as_ref().and_then(|catalog| catalog.method(&config.method));
                let name = card.map_or_else(|| config.method.clone().into(), |card| TextValue::from(card.name.clone()));
                model.notes.trouble(text!("page-pretrained-missing", method = name, why = why));
            }),
        }
    });
}

fn play_pretrained(page: Page, run: RunId, config: &RunConfig, snapshot: Snapshot) {
    let command = page.fold(|model| {
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
        Some(Command::Play { run, lanes, snapshots })
    });
    if let Some(command) = command {
        page.stage(command);
        page.show();
    }
}
