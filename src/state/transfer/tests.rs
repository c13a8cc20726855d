//! Files from the site and from the visitor, through good and bad days of the workers.

use super::{FileEvent, FileRequest};
use crate::actions::Effect;
use crate::state::Model;
use crate::state::fixture::opened_in;
use protocol::{Failure, Found, LARGEST_FILE, Role, Value, text};

/// The page in a world, with both workers ready.
fn ready_in(world: &str) -> (Model, Vec<Effect>) {
    let mut model = opened_in(world);
    let mut effects = ready(&mut model, Role::Trainer, 1);
    effects.extend(ready(&mut model, Role::Stage, 1));
    (model, effects)
}

fn ready(model: &mut Model, role: Role, generation: u32) -> Vec<Effect> {
    let mut effects = model.on_file(FileEvent::WorkerReady { role, generation });
    effects.extend(model.send_run(role));
    effects
}

fn listed(model: &mut Model, world: &str, names: &[&str]) -> Vec<Effect> {
    let names = names.iter().map(|name| name.to_string()).collect();
    model.on_file(FileEvent::Listed { world: world.into(), names })
}

fn fetched(model: &mut Model, world: &str, name: &str, file: u32) -> Vec<Effect> {
    model.on_file(FileEvent::Fetched { world: world.into(), name: name.into(), file })
}

fn given(model: &mut Model, world: &str, name: &str, file: u32) -> Vec<Effect> {
    model.on_file(FileEvent::Given { world: world.into(), name: name.into(), file })
}

fn read(model: &mut Model, role: Role, generation: u32, name: &str) -> Vec<Effect> {
    let found = Ok(Found { said: text!("found"), counts_as: name.into(), also_for: vec![], table: None });
    let world = model.requested.world.clone();
    model.on_file(FileEvent::Answered { role, generation, world, name: name.into(), found })
}

fn refused(model: &mut Model, role: Role, name: &str) -> Vec<Effect> {
    let found = Err(Failure::new(text!("bad-file"), text!("try-another")));
    let world = model.requested.world.clone();
    model.on_file(FileEvent::Answered { role, generation: 1, world, name: name.into(), found })
}

fn list(world: &str) -> Effect {
    Effect::File(FileRequest::List { world: world.into() })
}

fn fetch(world: &str, name: &str) -> Effect {
    Effect::File(FileRequest::Fetch { world: world.into(), name: name.into() })
}

fn send(role: Role, file: u32) -> Effect {
    Effect::File(FileRequest::Send { role, file })
}

fn discard(file: u32) -> Effect {
    Effect::File(FileRequest::Discard { file })
}

fn keep(world: &str, name: &str, file: u32) -> Effect {
    Effect::KeepFile { worlds: vec![world.into()], name: name.into(), file }
}

fn keys(model: &Model) -> Vec<String> {
    model.notices.all().iter().map(|notice| notice.text.key.to_string()).collect()
}

#[test]
fn a_world_without_files_opens_at_once() {
    let (_, effects) = ready_in("plane");
    assert_eq!(effects, [Effect::OpenRun(Role::Trainer), Effect::OpenRun(Role::Stage)]);
}

#[test]
fn both_workers_get_every_file_before_the_run() {
    let (mut model, effects) = ready_in("game");
    assert_eq!(effects, [list("game")], "one list, and no run yet");
    assert_eq!(listed(&mut model, "game", &["real.pack"]), [fetch("game", "plays.bin")], "one file at a time");
    assert_eq!(fetched(&mut model, "game", "plays.bin", 1), [fetch("game", "real.pack")]);
    let sent = [send(Role::Trainer, 1), send(Role::Trainer, 2), send(Role::Stage, 1), send(Role::Stage, 2)];
    assert_eq!(fetched(&mut model, "game", "real.pack", 2), sent);
    assert_eq!(read(&mut model, Role::Stage, 1, "plays.bin"), []);
    assert_eq!(read(&mut model, Role::Stage, 1, "real.pack"), [Effect::OpenRun(Role::Stage)]);
    assert_eq!(read(&mut model, Role::Trainer, 1, "plays.bin"), []);
    let effects = read(&mut model, Role::Trainer, 1, "real.pack");
    assert!(effects.contains(&Effect::OpenRun(Role::Trainer)), "{effects:?}");
    assert!(keys(&model).is_empty(), "files of the site are no news");
}

#[test]
fn files_that_the_site_does_not_have_are_done_without() {
    let (mut model, _) = ready_in("court");
    let effects = listed(&mut model, "court", &[]);
    assert_eq!(effects, [Effect::OpenRun(Role::Trainer), Effect::OpenRun(Role::Stage)]);
}

#[test]
fn a_file_that_cannot_be_fetched_is_named_and_the_run_opens() {
    let (mut model, _) = ready_in("game");
    listed(&mut model, "game", &[]);
    let why = "the server answered 404".to_string();
    let failed = FileEvent::FetchFailed { world: "game".into(), name: "plays.bin".into(), why };
    assert_eq!(model.on_file(failed), [Effect::OpenRun(Role::Trainer), Effect::OpenRun(Role::Stage)]);
    assert_eq!(keys(&model), ["page-file-not-fetched"]);
}

#[test]
fn a_file_of_the_site_that_offers_data_restarts_the_run_with_them() {
    let (mut model, _) = ready_in("court");
    let run = model.run;
    listed(&mut model, "court", &["real.pack"]);
    fetched(&mut model, "court", "real.pack", 1);
    read(&mut model, Role::Stage, 1, "real.pack");
    let effects = read(&mut model, Role::Trainer, 1, "real.pack");
    assert!(effects.contains(&Effect::OpenRun(Role::Trainer)) && effects.contains(&Effect::OpenRun(Role::Stage)));
    assert_eq!(effects.iter().filter(|effect| **effect == Effect::OpenRun(Role::Trainer)).count(), 1);
    assert_ne!(model.run, run);
    assert_eq!(model.lanes[0].config.knobs["source"], Value::Word("real".into()));
}

#[test]
fn a_restarted_worker_gets_all_files_again() {
    let (mut model, _) = ready_in("game");
    listed(&mut model, "game", &[]);
    fetched(&mut model, "game", "plays.bin", 1);
    read(&mut model, Role::Trainer, 1, "plays.bin");
    assert_eq!(model.on_file(FileEvent::WorkerLost { role: Role::Trainer }), [], "it had read the file");
    assert_eq!(ready(&mut model, Role::Trainer, 2), [send(Role::Trainer, 1)]);
    assert_eq!(read(&mut model, Role::Trainer, 2, "plays.bin"), [Effect::OpenRun(Role::Trainer)]);
    assert!(keys(&model).is_empty());
}

#[test]
fn a_worker_that_stops_over_a_file_does_not_get_it_again() {
    let (mut model, _) = ready_in("court");
    listed(&mut model, "court", &[]);
    given(&mut model, "court", "broken.pack", 1);
    assert_eq!(model.on_file(FileEvent::WorkerLost { role: Role::Trainer }), [discard(1)]);
    assert_eq!(keys(&model), ["page-file-stopped-worker"]);
    assert_eq!(ready(&mut model, Role::Trainer, 2), [Effect::OpenRun(Role::Trainer)]);
}

#[test]
fn answers_of_an_older_worker_are_ignored() {
    let (mut model, _) = ready_in("game");
    listed(&mut model, "game", &[]);
    fetched(&mut model, "game", "plays.bin", 1);
    read(&mut model, Role::Trainer, 1, "plays.bin");
    model.on_file(FileEvent::WorkerLost { role: Role::Trainer });
    assert_eq!(read(&mut model, Role::Trainer, 1, "plays.bin"), [], "the worker is gone");
    ready(&mut model, Role::Trainer, 2);
    assert_eq!(read(&mut model, Role::Trainer, 1, "plays.bin"), []);
    assert_eq!(refused(&mut model, Role::Trainer, "plays.bin"), []);
    assert_eq!(read(&mut model, Role::Trainer, 2, "plays.bin"), [Effect::OpenRun(Role::Trainer)]);
}

#[test]
fn progress_is_shown_until_the_trainer_has_read_the_file() {
    let (mut model, _) = ready_in("court");
    let shown = |model: &Model| model.files.progress.as_ref().map(|progress| progress.text().key.to_string());
    listed(&mut model, "court", &["real.pack"]);
    let received = |bytes, total| FileEvent::Received { name: "real.pack".into(), bytes, total };
    for (event, key) in [
        (received(10, 0), "page-file-loading"),
        (received(10, 20), "page-file-loading-of"),
        (received(20, 20), "page-file-reading"),
    ] {
        model.on_file(event);
        assert_eq!(shown(&model).as_deref(), Some(key));
    }
    fetched(&mut model, "court", "real.pack", 1);
    assert!(shown(&model).is_some(), "the workers have yet to read it");
    read(&mut model, Role::Trainer, 1, "real.pack");
    assert_eq!(shown(&model), None);
    model.on_file(FileEvent::Reading { name: "folder".into(), bytes: 5 });
    assert_eq!(shown(&model).as_deref(), Some("page-file-reading"));
    model.on_file(FileEvent::ReadFailed { name: "folder".into() });
    assert_eq!((shown(&model), keys(&model)), (None, vec!["page-file-not-read".to_string()]));
}

#[test]
fn files_are_checked_before_they_are_read() {
    let mut model = opened_in("court");
    assert_eq!(model.admit_file("fine.pack", LARGEST_FILE).as_deref(), Some("court"));
    assert_eq!(model.admit_file("huge.json", LARGEST_FILE + 1), None);
    let mut elsewhere = opened_in("plane");
    assert_eq!(elsewhere.admit_file("photo.jpg", 5), None);
    assert_eq!(
        (keys(&model), keys(&elsewhere)),
        (vec!["page-file-too-large".into()], vec!["page-file-not-for-world".into()])
    );
}

#[test]
fn a_file_that_is_no_use_is_forgotten_with_a_sentence() {
    let (mut model, _) = ready_in("court");
    listed(&mut model, "court", &[]);
    given(&mut model, "court", "holiday.jpg", 1);
    assert_eq!(refused(&mut model, Role::Trainer, "holiday.jpg"), [discard(1)]);
    refused(&mut model, Role::Stage, "holiday.jpg");
    assert_eq!(keys(&model), ["page-failure"], "both workers say the same, once");
}

#[test]
fn two_files_of_one_name_are_read_in_turn_and_the_newer_one_stays() {
    let (mut model, _) = ready_in("court");
    listed(&mut model, "court", &[]);
    let run = model.run;
    for file in [1, 2] {
        let effects = given(&mut model, "court", "real.pack", file);
        assert_eq!(effects, [send(Role::Trainer, file), send(Role::Stage, file)]);
    }
    assert_eq!(
        read(&mut model, Role::Trainer, 1, "real.pack"),
        [keep("court", "real.pack", 1)],
        "a second is on its way"
    );
    assert_eq!(model.run, run);
    read(&mut model, Role::Stage, 1, "real.pack");
    read(&mut model, Role::Stage, 1, "real.pack");
    let effects = read(&mut model, Role::Trainer, 1, "real.pack");
    assert_eq!(effects[0], discard(1));
    assert_ne!(model.run, run, "one restart for both");
    assert_eq!(keys(&model), ["page-file-accepted"]);
    model.on_file(FileEvent::WorkerLost { role: Role::Trainer });
    assert_eq!(ready(&mut model, Role::Trainer, 2), [send(Role::Trainer, 2)]);
}

#[test]
fn a_dozen_files_restart_the_run_once() {
    let (mut model, _) = ready_in("court");
    listed(&mut model, "court", &[]);
    let run = model.run;
    let names: Vec<_> = (0..12).map(|number| format!("game-{number}.json")).collect();
    for (file, name) in (0..).zip(&names) {
        given(&mut model, "court", name, file);
    }
    for name in &names {
        let found = Ok(Found { said: text!("found"), counts_as: "real.pack".into(), also_for: vec![], table: None });
        let (world, name) = ("court".to_string(), name.clone());
        model.on_file(FileEvent::Answered { role: Role::Trainer, generation: 1, world, name, found });
    }
    assert_eq!(model.run.0, run.0 + 1);
    assert_eq!(keys(&model), ["page-file-accepted"]);
}

#[test]
fn a_cartridge_changes_what_is_played_and_not_the_run() {
    let (mut model, _) = ready_in("game");
    listed(&mut model, "game", &[]);
    fetched(&mut model, "game", "plays.bin", 1);
    read(&mut model, Role::Trainer, 1, "plays.bin");
    model.demos = Some(crate::state::fixture::demos().into());
    given(&mut model, "game", "cartridge.bin", 2);
    let run = model.run;
    let effects = read(&mut model, Role::Trainer, 1, "cartridge.bin");
    assert_eq!(effects, [keep("game", "cartridge.bin", 2), Effect::Play]);
    assert_eq!(model.run, run);
}

#[test]
fn a_file_is_kept_once_it_is_accepted_and_restored_without_a_word() {
    let (mut model, _) = ready_in("court");
    listed(&mut model, "court", &[]);
    let kept = |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::KeepFile { file: 7, .. }));
    assert!(!kept(&given(&mut model, "court", "real.pack", 7)), "it may be a bad one");
    assert!(kept(&read(&mut model, Role::Trainer, 1, "real.pack")));

    let (mut model, _) = ready_in("court");
    let before = model.requested.clone();
    model.on_file(FileEvent::Restored { world: "court".into(), name: "real.pack".into(), file: 3 });
    let effects = listed(&mut model, "court", &[]);
    assert!(effects.contains(&send(Role::Trainer, 3)), "{effects:?}");
    assert!(!effects.contains(&Effect::OpenRun(Role::Trainer)), "the run waits for it");
    let effects = read(&mut model, Role::Trainer, 1, "real.pack");
    assert!(effects.contains(&Effect::OpenRun(Role::Trainer)) && !kept(&effects), "{effects:?}");
    assert_eq!(model.requested, before, "the choice is there, but not made");
    assert!(model.offers.unlocked.len() == 1 && keys(&model).is_empty());
}
