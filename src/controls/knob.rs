//! One knob, drawn from its card.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::Hint;
use super::slider_scale::SliderScale;
use crate::actions::Action;
use crate::browser::event_number;
use crate::charts::Sweeps;
use crate::page::Page;
use crate::reactive::{boolean, string, when};
use crate::text::{self, shown, t, words};
use protocol::{Choice, KnobCard, KnobKind, Text, Value, text};

/// `prefix` begins the ids of its elements: a panel may show a knob that the page has too.
#[component]
pub fn Knob(page: Page, card: KnobCard, extra: bool, #[prop(default = "knob")] prefix: &'static str) -> impl IntoView {
    let id = card.id.clone();
    let tuned = page.memo(move |model| model.tuned.contains(&id));
    let (class, tag) = match card.live {
        true => ("tag live", text!("page-knob-live")),
        false => ("tag restarts", text!("page-knob-restarts")),
    };
    let described = text!("page-knob-described", about = card.about.clone(), hint = tag.about());
    let (hint, explained) = (shown(tag.about()), shown(described));
    let field = format!("{prefix}-{}", card.id);
    let about = format!("about-{field}");
    let control = match &card.kind {
        KnobKind::Choice(choices) | KnobKind::Drawing(choices) => {
            view! { <ChoiceField page card=card.clone() field=field.clone() choices=choices.clone()/> }.into_any()
        }
        KnobKind::Columns => view! { <ColumnsField page card=card.clone() field=field.clone()/> }.into_any(),
        _ => view! { <NumberField page card=card.clone() field=field.clone()/> }.into_any(),
    };
    let swept = card.clone();
    view! {
        <div class="knob" class:extra=extra>
            <span class="named"><label for=field>{shown(card.name.clone())}</label><Hint about=explained/></span>
            <span class=class title=hint>{shown(tag)}</span>
            {control}
            <p id=about class="sr">{explained}</p>
            <Sweeps page card=swept/>
            {when(move || tuned.get(), move || view! { <p class="aside">{t!("page-knob-tuned")}</p> })}
        </div>
    }
}

#[component]
fn ChoiceField(page: Page, card: KnobCard, field: String, choices: Vec<Choice>) -> impl IntoView {
    let knob = card.clone();
    let value = page.memo(move |model| text::value(&model.knob_value(&knob)));
    let options = choices.iter().map(|choice| {
        let (id, name, about) = (choice.id.clone(), choice.name.clone(), choice.about.clone());
        let (here, knob, choice) = (id.clone(), card.id.clone(), id.clone());
        let locked = page.memo(move |model| model.is_locked(&knob, &choice));
        let named = move || match locked.get() {
            true => words(&text!("page-choice-closed", name = name.clone())),
            false => words(&name),
        };
        view! {
            <option value=id title=shown(about) disabled=locked selected=boolean(move || value.get() == here)>{string(named)}</option>
        }
    });
    let options = options.collect_view();
    // A drawing of the visitor's own has no id; it is chosen by drawing it.
    let ids: Vec<String> = choices.iter().map(|choice| choice.id.clone()).collect();
    let own = Memo::new(move |_| !ids.contains(&value.get()));
    let own = when(move || own.get(), || view! { <option value="" selected=true>{t!("page-drawing-own")}</option> });
    let about = move || choices.iter().find(|choice| choice.id == value.get()).map(|choice| words(&choice.about));
    let described = format!("about-{field}");
    let choose = move |event| {
        let value = Value::Word(event_target_value(&event));
        page.perform(Action::SetKnob { knob: card.id.clone(), value });
    };
    view! {
        <select id=field.clone() data-testid=field aria-describedby=described prop:value=value
            on:change=choose>{options}{own}</select>
        <p class="aside">{about}</p>
    }
}

/// Names of columns, separated by commas.
#[component]
fn ColumnsField(page: Page, card: KnobCard, field: String) -> impl IntoView {
    let described = format!("about-{field}");
    let knob = card.clone();
    let value = page.memo(move |model| text::value(&model.knob_value(&knob)));
    let typed = move |event| {
        let value = Value::Word(event_target_value(&event));
        page.perform(Action::SetKnob { knob: card.id.clone(), value });
    };
    view! {
        <input type="text" id=field.clone() data-testid=field aria-describedby=described prop:value=value on:change=typed/>
    }
}

/// A slider, and a field for the exact value.
#[component]
fn NumberField(page: Page, card: KnobCard, field: String) -> impl IntoView {
    let Some(scale) = SliderScale::of(&card.kind) else { return ().into_any() };
    let card = StoredValue::new(card);
    let value = page.memo(move |model| match card.with_value(|card| model.knob_value(card)) {
        Value::Number(number) => number,
        Value::Word(_) => 0.0,
    });
    // While the slider of a knob that restarts the run is dragged, only the number changes.
    let draft = RwSignal::new(None::<f64>);
    let written = move || text::short(draft.get().unwrap_or(value.get()));
    let turn = move |number: f64| {
        draft.set(None);
        let knob = card.with_value(|card| card.id.clone());
        page.perform(Action::SetKnob { knob, value: Value::Number(number) });
    };
    let slide = move |event: leptos::ev::Event| {
        let number = scale.value(event_number(&event));
        if card.with_value(|card| card.live) { turn(number) } else { draft.set(Some(number)) }
    };
    let settle = move |event: leptos::ev::Event| turn(scale.value(event_number(&event)));
    let typed = move |event: leptos::ev::Event| {
        let number = event_number(&event);
        if number.is_finite() {
            turn(number);
        }
        restore_value(&event, &text::short(value.get_untracked()));
    };
    let described = format!("about-{field}");
    let (name, unit) = card.with_value(|card| (card.name.clone(), unit(&card.kind)));
    view! {
        <div class="dial">
            <input type="range" min="0" max=scale.end() step="1" aria-label=shown(name) aria-valuetext=written
                prop:value=string(move || scale.position(draft.get().unwrap_or(value.get())).to_string())
                data-testid=format!("{field}-slider") on:input=slide on:change=settle/>
            <input type="number" step="any" id=field.clone() data-testid=field aria-describedby=described
                prop:value=written on:change=typed/>
            <span class="unit">{unit.map(shown)}</span>
        </div>
    }
    .into_any()
}

fn unit(kind: &KnobKind) -> Option<Text> {
    match kind {
        KnobKind::Number { unit, .. } | KnobKind::Whole { unit, .. } => unit.clone(),
        KnobKind::Choice(_) | KnobKind::Drawing(_) | KnobKind::Columns => None,
    }
}

/// Shows the current value after an input was refused or clamped.
pub fn restore_value(event: &leptos::ev::Event, value: &str) {
    if let Some(field) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok()) {
        field.set_value(value);
    }
}
