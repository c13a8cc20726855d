//! Files on their way to the worlds: fetched from the site, or given by the visitor; sent to both workers, and sent
//! again to one that was restarted.

use js_sys::Uint8Array;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

use super::bridge;
use super::events;
use super::page::Page;
use super::state::Moving;
use protocol::{Command, Failure, FileCard, Found, LARGEST_FILE, Role, encode};

const ROLES: [Role; 2] = [Role::Trainer, Role::Stage];
/// What the site has of the files that worlds can do without: a name a line.
const LIST: &str = "datasets/files.txt";

/// A file as the workers get it.
struct Kept {
    world: String,
    name: String,
    message: Uint8Array,
    /// By the visitor, not by the site.
    given: bool,
    /// Nobody has been told yet that it was taken.
    news: bool,
    /// The generation of the worker it was sent to, and whether that one has answered; a place a role.
    sent: [Option<(u32, bool)>; 2],
}

#[derive(Default)]
pub struct Shelf {
    kept: Vec<Kept>,
    /// Roles whose run waits for files.
    held: [bool; 2],
    /// The run has to begin anew once all files that came together are read.
    owed: bool,
}

fn place(role: Role) -> usize {
    usize::from(role == Role::Stage)
}

/// Whether a worker has all files of its world. Where not, they are on their way, and it is briefed when they are there.
pub fn ready(page: Page, role: Role) -> bool {
    let Some((world, cards)) = page.peek(|model| model.world().map(|card| (card.id.clone(), card.files.clone())))
    else {
        return true;
    };
    let asked = page.peek(|model| model.files.asked.get(&world).copied());
    if asked.is_none() && !cards.is_empty() {
        page.fold(|model| model.files.asked.insert(world.clone(), false));
        spawn_local(fetch(page, world.clone(), cards.clone()));
    }
    send(page, role, &world);
    let ready = (cards.is_empty() || asked == Some(true)) && {
        let has = |file: &Kept| file.world != world || file.sent[place(role)].is_some_and(|(_, answered)| answered);
        page.shelf.with_value(|shelf| shelf.kept.iter().all(has))
    };
    page.shelf.update_value(|shelf| shelf.held[place(role)] = !ready);
    ready
}

/// What this worker has not been sent yet.
fn send(page: Page, role: Role, world: &str) {
    page.bridge.with_value(|bridge| {
        let Some(generation) = bridge.generation(role) else { return };
        page.shelf.update_value(|shelf| {
            for file in shelf.kept.iter_mut().filter(|file| file.world == world) {
                let sent = &mut file.sent[place(role)];
                if sent.is_none_or(|(to, _)| to != generation) {
                    bridge.send_again(role, &file.message);
                    *sent = Some((generation, false));
                }
            }
        });
    });
}

/// Briefs workers whose run waited.
fn release(page: Page, roles: &[Role]) {
    for role in roles {
        if page.shelf.with_value(|shelf| shelf.held[place(*role)]) {
            events::brief(page, *role);
        }
    }
}

/// All that the site has for a world.
async fn fetch(page: Page, world: String, cards: Vec<FileCard>) {
    let list = bridge::file(LIST).await.map(|bytes| String::from_utf8_lossy(&bytes.to_vec()).into_owned());
    let list = list.unwrap_or_default();
    for card in cards.iter().filter(|card| card.needed || list.lines().any(|name| name == card.name)) {
        let name = card.name.clone();
        let told = move |here: u64, all: u64| {
            page.fold(|model| model.files.moving = Some(Moving { name: name.clone(), here, all }));
            page.show_soon();
        };
        match bridge::file_told(&format!("datasets/{}", card.name), told).await {
            Ok(bytes) => keep(page, &world, &card.name, &bytes, false),
            Err(why) => page.fold(|model| {
                let sentence = format!("{} could not be loaded ({why}). Reload the page to try again.", card.name);
                model.notes.trouble(sentence);
            }),
        }
    }
    page.change(|model| {
        model.files.asked.insert(world, true);
        model.files.moving.take_if(|_| !page.shelf.with_value(|shelf| shelf.kept.iter().any(|file| file.news)));
    });
    release(page, &ROLES);
}

fn keep(page: Page, world: &str, name: &str, bytes: &Uint8Array, given: bool) {
    let load = Command::Load { world: world.to_string(), name: name.to_string(), bytes: bytes.to_vec() };
    // Writing a message of bytes cannot fail for want of anything but memory.
    let Ok(message) = encode(&load) else { return };
    let message = Uint8Array::from(message.as_slice());
    let file = Kept { world: world.into(), name: name.into(), message, given, news: true, sent: [None; 2] };
    page.shelf.update_value(|shelf| shelf.kept.push(file));
}

/// A file from the visitor's hand, for the world that is on the page. Its size is checked before it is read.
pub fn take(page: Page, file: web_sys::File) {
    let Some((world, title, reads)) =
        page.peek(|model| model.world().map(|card| (card.id.clone(), card.name.clone(), !card.files.is_empty())))
    else {
        return;
    };
    let (name, size) = (file.name(), file.size() as u64);
    let refuse = move |sentence: String| page.change(|model| model.notes.trouble(sentence));
    if !reads {
        return refuse(format!("{title} reads no files; {name} was not opened."));
    }
    if size > LARGEST_FILE {
        let most = LARGEST_FILE >> 20;
        return refuse(format!(
            "{name} has {} MB, and the page reads at most {most} MB. lab pack makes it smaller.",
            size >> 20
        ));
    }
    spawn_local(async move {
        page.change(|model| model.files.moving = Some(Moving { name: name.clone(), here: size, all: size.max(1) }));
        match JsFuture::from(file.array_buffer()).await {
            Ok(buffer) => give(page, &world, &name, &Uint8Array::new(&buffer)),
            Err(_) => {
                page.fold(|model| model.files.moving = None);
                refuse(format!("{name} could not be read. If it is a folder, give its files."));
            }
        }
    });
}

/// Sends a file of the visitor's to both workers; the run follows once the trainer has taken it.
pub fn give(page: Page, world: &str, name: &str, bytes: &Uint8Array) {
    keep(page, world, name, bytes, true);
    ROLES.iter().for_each(|role| send(page, *role, world));
}

/// A worker has looked at a file.
pub fn answered(page: Page, role: Role, world: &str, name: &str, found: Result<Found, Failure>) {
    let mut taken = None;
    page.shelf.update_value(|shelf| {
        let waits = |file: &Kept| {
            file.world == world && file.name == name && matches!(file.sent[place(role)], Some((_, false)))
        };
        let Some(index) = shelf.kept.iter().position(waits) else { return };
        if found.is_err() {
            shelf.kept.remove(index);
            return;
        }
        let file = &mut shelf.kept[index];
        file.sent[place(role)] = file.sent[place(role)].map(|(to, _)| (to, true));
        // The trainer makes the data, so its word counts.
        if role == Role::Trainer && std::mem::take(&mut file.news) {
            taken = Some(file.given);
            // It takes the place of older files of its name.
            let mut at = 0;
            shelf.kept.retain(|file| {
                at += 1;
                at > index || file.world != world || file.name != name
            });
        }
    });
    match found {
        Err(failure) => page.change(|model| {
            model.files.moving = None;
            model.notes.trouble(format!("{} {}", failure.sentence, failure.remedy));
        }),
        Ok(found) => {
            if let Some(given) = taken {
                settle(page, world, name, &found, given);
            }
        }
    }
    begin_if_owed(page);
    release(page, &[role]);
}

/// The trainer has taken a new file: say so, and let the run follow.
fn settle(page: Page, world: &str, name: &str, found: &Found, given: bool) {
    let more = more_to_come(page);
    let anew = page.change(|model| {
        model.files.moving = None;
        // What the site brings by itself is no news; of files that come together the last one speaks for all.
        if given && !more {
            model.notes.tell(format!("{name}: {}", found.said));
        }
        model.take_file(world, &found.counts_as, given)
    });
    if anew {
        page.shelf.update_value(|shelf| shelf.owed = true);
    } else if given && page.peek(|model| model.wish.world == world) {
        events::play(page, None);
    }
}

/// Whether the trainer has files of the visitor's yet to read.
fn more_to_come(page: Page) -> bool {
    page.shelf.with_value(|shelf| shelf.kept.iter().any(|file| file.given && file.news))
}

/// A dozen files that were dropped together begin one run, not twelve.
fn begin_if_owed(page: Page) {
    let owed = page.shelf.with_value(|shelf| shelf.owed);
    if owed && !more_to_come(page) {
        page.shelf.update_value(|shelf| shelf.owed = false);
        page.reset();
    }
}

/// A worker that died over a file is not given it again.
pub fn forget_unread(page: Page, role: Role) {
    let mut names = Vec::new();
    page.shelf.update_value(|shelf| {
        let unread = |file: &Kept| matches!(file.sent[place(role)], Some((_, false)));
        names = shelf.kept.iter().filter(|file| unread(file)).map(|file| file.name.clone()).collect();
        shelf.kept.retain(|file| !unread(file));
    });
    if !names.is_empty() {
        begin_if_owed(page);
        page.change(|model| {
            model.files.moving = None;
            let names = names.join(", ");
            model.notes.trouble(format!("{names} was not loaded: a worker stopped while reading it."));
        });
    }
}
