//! Builds a link for a class from the run on the page, the parts that are shown and a lesson: as an address, a QR code
//! and an element that embeds the page.

mod link;
mod qr;

use leptos::prelude::*;

use super::copy_field::CopyField;
use super::lessons::{LESSONS, title};
use super::{Close, Panel, port};
use crate::reactive::{boolean, dynamic, string};
use crate::state::PagePart;
use crate::text::{shown, t, words};
pub use link::Choices;
use link::iframe;
use protocol::{Text, text};

fn name(part: PagePart) -> Text {
    match part {
        PagePart::Header => text!("links-part-header"),
        PagePart::Story => text!("links-part-story"),
        PagePart::Stage => text!("links-part-stage"),
        PagePart::Styles => text!("links-part-styles"),
        PagePart::Transport => text!("links-part-transport"),
        PagePart::Timeline => text!("links-part-timeline"),
        PagePart::Why => text!("links-part-why"),
        PagePart::Charts => text!("links-part-charts"),
        PagePart::Calibration => text!("links-part-calibration"),
        PagePart::Knobs => text!("links-part-knobs"),
    }
}

/// The address of the page without its query.
pub fn address() -> String {
    let href = web_sys::window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    href.split(['?', '#']).next().unwrap_or_default().to_string()
}

#[component]
pub fn Links(panel: Panel) -> impl IntoView {
    let query = Memo::new(move |_| {
        panel.version.get();
        port::state().link
    });
    let choices = RwSignal::new(Choices::of_query(&query.get_untracked()));
    let link = Memo::new(move |_| choices.with(|choices| choices.link(&address(), &query.get())));
    let embed = Memo::new(move |_| {
        let choices = Choices { embedded: true, ..choices.get() };
        iframe(&choices.link(&address(), &query.get()), &words(&text!("page-name")))
    });
    let part = move |(index, part): (usize, PagePart)| {
        let checked = boolean(move || choices.with(|choices| choices.shown[index]));
        let toggle = move |_| choices.update(|choices| choices.shown[index] = !choices.shown[index]);
        view! {
            <label class="check">
                <input type="checkbox" data-testid=format!("links-{}", part.name()) prop:checked=checked on:change=toggle/>
                {shown(name(part))}
            </label>
        }
    };
    view! {
        <section class="links" data-testid="links-panel">
            <header><h2>{t!("links-title")}</h2><Close/></header>
            <p>{t!("links-about")}</p>
            <CopyField label=text!("links-link") testid="links-link" value=link/>
            <fieldset><legend>{t!("links-parts")}</legend>{PagePart::ALL.into_iter().enumerate().map(part).collect_view()}</fieldset>
            <div class="lessonchoice"><LessonChoice choices/></div>
            {dynamic(move || drawing(&link.get()))}
            <CopyField label=text!("links-embed") testid="links-embed" value=embed/>
            <p class="aside">{t!("links-class")}" "<a href="?panel=class" data-testid="open-class">{t!("links-class-open")}</a></p>
        </section>
    }
}

/// Chooses a lesson and its step, or none.
#[component]
fn LessonChoice(choices: RwSignal<Choices>) -> impl IntoView {
    let current = move || choices.with(|choices| choices.lesson.clone());
    let part = move |index: usize| current().split('.').nth(index).unwrap_or_default().to_string();
    let choose = move |lesson: String, step: String| {
        let step = if step.is_empty() { "1".into() } else { step };
        choices.update(|choices| choices.lesson = if lesson.is_empty() { lesson } else { format!("{lesson}.{step}") });
    };
    let option = move |number: u32| {
        let value = number.to_string();
        let chosen = value.clone();
        view! { <option value=value selected=boolean(move || part(0) == chosen)>{number}" "{shown(title(number))}</option> }
    };
    view! {
        <label class="field">{t!("links-lesson")}" "
            <select data-testid="links-lesson" on:change=move |event| choose(event_target_value(&event), String::new())>
                <option value="">{t!("links-no-lesson")}</option>
                {(1..=LESSONS).map(option).collect_view()}
            </select>
        </label>
        <label class="field">{t!("links-step")}" "
            <input type="number" min="1" max="9" data-testid="links-step" prop:value=string(move || part(1))
                disabled=boolean(move || part(0).is_empty()) on:change=move |event| choose(part(0), event_target_value(&event))/>
        </label>
    }
}

fn drawing(link: &str) -> AnyView {
    match qr::code(link) {
        Some((side, path)) => view! {
            <svg class="qr" data-testid="links-qr" viewBox=format!("0 0 {side} {side}") role="img" aria-label=t!("links-code")>
                <rect width=side height=side fill="#fff"/><path d=path fill="#000"/>
            </svg>
        }
        .into_any(),
        None => view! { <p class="aside">{words(&text!("links-too-long"))}</p> }.into_any(),
    }
}
