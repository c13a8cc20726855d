//! The panel *Kept*: lists what the browser stores for the visitor, to open, rename and delete it. None of it is sent
//! anywhere.

mod answers;
mod item;
mod store;

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::lessons::LessonProgress;
use super::{Close, Panel};
use crate::page::Page;
use crate::reactive::{dynamic, string, when};
use crate::text::{shown, t, words};
use answers::LessonAnswers;
use item::ItemView;
use protocol::{Text, text};
use store::Item;

/// The list is read again this long after training began or ended, by when the run is stored.
const STORED_AFTER: Duration = Duration::from_secs(2);

/// The list of items, if it is known.
#[derive(Clone, Debug, Default, PartialEq)]
enum Listed {
    #[default]
    Reading,
    Items(Vec<Item>),
    /// The browser refused to read its storage.
    Refused,
}

/// The state of the panel.
#[derive(Clone, Copy)]
struct KeptItems {
    page: Page,
    listed: RwSignal<Listed>,
    /// *Delete everything* was pressed once.
    sure: RwSignal<bool>,
}

impl KeptItems {
    fn read(self) {
        spawn_local(async move {
            let listed = store::list().await.map_or(Listed::Refused, Listed::Items);
            // The panel may have been closed in the meantime.
            if self.listed.try_set(listed).is_none() {
                self.sure.set(false);
            }
        });
    }

    /// Reads the list now, and again when training begins or ends: a run is stored shortly after.
    fn follow_training(self) {
        let training = self.page.memo(|model| model.training);
        Effect::new(move |_| {
            training.get();
            self.read();
            set_timeout(move || self.read(), STORED_AFTER);
        });
    }

    fn items(self) -> Vec<Item> {
        match self.listed.get() {
            Listed::Items(items) => items,
            Listed::Reading | Listed::Refused => Vec::new(),
        }
    }

    fn clear(self) {
        if !self.sure.get_untracked() {
            return self.sure.set(true);
        }
        spawn_local(async move {
            store::clear().await;
            LessonProgress::default().store();
            self.read();
        });
    }
}

#[component]
pub fn KeptPanel(panel: Panel) -> impl IntoView {
    let kept = KeptItems { page: panel.page, listed: RwSignal::default(), sure: RwSignal::new(false) };
    kept.follow_training();
    let summary = move || words(&summary(&kept.listed.get()));
    let delete = move || words(&if kept.sure.get() { text!("kept-delete-sure") } else { text!("kept-delete-all") });
    view! {
        <section class="kept" data-testid="kept-panel">
            <header><h2>{t!("kept")}</h2><Close/></header>
            <p data-testid="kept-summary" role="status">{string(summary)}</p>
            <ul><LessonAnswers kept/>{dynamic(move || kept.items().into_iter().map(|item| view! { <ItemView kept item/> }).collect_view())}</ul>
            {when(move || !kept.items().is_empty(), move || view! {
                <button data-testid="kept-clear" on:click=move |_| kept.clear()>{string(delete)}</button>
            })}
            <p class="aside">{shown(text!("kept-where"))}</p>
        </section>
    }
}

fn summary(listed: &Listed) -> Text {
    match listed {
        Listed::Reading => text!("kept-reading"),
        Listed::Refused => text!("kept-refused"),
        Listed::Items(items) if items.is_empty() => text!("kept-nothing"),
        Listed::Items(items) => {
            let megabytes = items.iter().map(|item| item.size).sum::<f64>() / 1e6;
            text!("kept-summary", count = items.len(), size = megabytes)
        }
    }
}
