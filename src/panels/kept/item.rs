//! One kept item.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::KeptItems;
use super::store::Item;
use crate::actions::Action;
use crate::panels::port;
use crate::permalink;
use crate::state::Model;
use crate::text::{shown, t, words};
use protocol::{Text, TextValue, text};

#[component]
pub(super) fn ItemView(kept: KeptItems, item: Item) -> impl IntoView {
    let about = kept.page.peek(|model| about(model, &item));
    let name = if item.name.is_empty() { words(&about) } else { item.name.clone() };
    let picture = (!item.picture.is_empty()).then(|| view! { <img src=item.picture.clone() alt=""/> });
    let facts = text!("kept-facts", size = item.size / 1e6, date = item.date.as_str());
    let (renamed, opened, deleted) = (item.clone(), item.clone(), item.clone());
    let rename = move |event: leptos::ev::Event| {
        let (item, name) = (renamed.clone(), event_target_value(&event));
        spawn_local(async move {
            item.rename(name.trim()).await;
            kept.read();
        });
    };
    let delete = move |_| {
        let item = deleted.clone();
        spawn_local(async move {
            item.delete().await;
            kept.read();
        });
    };
    view! {
        <li data-testid="kept-item" data-kind=item.kind.clone()>
            {picture}
            <div>
                <input class="name" aria-label=t!("kept-name") data-testid="kept-name" maxlength="80" prop:value=name on:change=rename/>
                <p class="aside">{shown(about)}</p>
                <p class="aside">{shown(facts)}</p>
                <button data-testid="kept-open" on:click=move |_| open(kept, opened.clone())>{t!("kept-open")}</button>
                <button class="quiet" data-testid="kept-delete" on:click=delete>{t!("kept-delete")}</button>
            </div>
        </li>
    }
}

/// A description of an item, apart from the name that the visitor gave it.
fn about(model: &Model, item: &Item) -> Text {
    let catalog = model.catalog.as_deref();
    let named = |name: Option<&Text>, id: &str| name.map_or_else(|| id.into(), |name| TextValue::from(name.clone()));
    let world_name = |id: &str| named(catalog.and_then(|catalog| catalog.world(id)).map(|card| &card.name), id);
    let both = |all: TextValue, next: TextValue| TextValue::from(text!("kept-list", all = all, next = next));
    let of_worlds = || {
        let names = item.worlds.iter().map(|id| world_name(id)).reduce(both);
        names.unwrap_or_else(|| text!("kept-no-world").into())
    };
    match item.kind.as_str() {
        "run" => {
            let run = permalink::read(&item.key).requested;
            let method = catalog.and_then(|catalog| catalog.method(&run.method)).map(|card| &card.name);
            let method = named(method, &run.method);
            text!("kept-run", world = world_name(&run.world), method = method, seed = run.seed, step = item.step)
        }
        "play" => text!("kept-play", worlds = of_worlds()),
        "file" => text!("kept-file", file = item.file.as_str(), worlds = of_worlds()),
        _ => text!("kept-other", kind = item.kind.as_str()),
    }
}

/// Opens a run where it was left, or gives a file to its world again.
fn open(kept: KeptItems, item: Item) {
    if item.kind == "run" {
        return port::perform(Action::Navigate(format!("?{}&panel=kept", item.key)));
    }
    let Some(world) = item.worlds.first().cloned() else { return };
    spawn_local(async move {
        let Some(file) = item.as_file().await else { return kept.read() };
        port::perform(Action::ChooseWorld(world));
        port::give_file(&file);
    });
}
