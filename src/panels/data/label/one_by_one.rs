//! Relabels demonstrations one by one: chooses another style for the one that the page explains.

use leptos::prelude::*;

use crate::actions::Action;
use crate::panels::data::{Panel, change, port};
use crate::reactive::{boolean, dynamic, string};
use crate::state::Model;
use crate::text::{shown, t, words};
use protocol::{Relabel, Text, text};

/// The demonstration that the page explains and its style: by hand, or else by the label.
fn selected(model: &Model) -> Option<(u32, usize)> {
    let path = model.selected?;
    let by_hand = model.requested.relabel.iter().rev().find(|relabel| relabel.path == path);
    let drawn = || Some(usize::from(model.demos.as_ref()?.paths.iter().find(|view| view.trajectory == path)?.style));
    let timeline = || model.timeline().filter(|timeline| timeline.trajectory == Some(path));
    let explained = || timeline().map(|timeline| usize::from(timeline.style));
    Some((path, by_hand.map(|relabel| usize::from(relabel.style)).or_else(explained).or_else(drawn)?))
}

#[component]
pub fn OneByOne(panel: Panel) -> impl IntoView {
    let path = panel.page.memo(selected);
    let styles = panel.page.memo(Model::styles);
    let changed = panel.page.memo(|model| model.requested.relabel.len());
    let name = move || match path.get() {
        Some((path, _)) => words(&text!("data-one", path = path)),
        None => words(&text!("data-one-none")),
    };
    let option = move |(style, name): (usize, Text)| {
        let chosen = boolean(move || path.get().is_some_and(|(_, now)| now == style));
        view! { <option value=style.to_string() selected=chosen>{shown(name)}</option> }
    };
    let relabel = move |event| {
        let (Some((path, _)), Ok(style)) = (path.get_untracked(), event_target_value(&event).parse()) else { return };
        change(panel, |run| {
            run.relabel.retain(|known| known.path != path);
            run.relabel.push(Relabel { path, style });
        });
    };
    view! {
        <h3>{t!("data-one-by-one")}</h3>
        <div class="stagetools">
            <button data-testid="one-previous" on:click=move |_| port::perform(Action::SelectPreviousDemonstration)>{t!("data-one-previous")}</button>
            <button data-testid="one-next" on:click=move |_| port::perform(Action::SelectNextDemonstration)>{t!("data-one-next")}</button>
            <label class="field">{string(name)}" "
                <select data-testid="one-style" disabled=boolean(move || path.get().is_none()) on:change=relabel>
                    {dynamic(move || styles.get().into_iter().enumerate().map(option).collect_view())}
                </select>
            </label>
        </div>
        <p class="aside" data-testid="one-changed">{string(move || words(&text!("data-one-changed", count = changed.get())))}</p>
    }
}
