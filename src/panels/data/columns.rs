//! Which columns of a file are state, action and picture: a button per column, and one that leaves the choice to the world.

use leptos::prelude::*;

use super::{Panel, port};
use crate::actions::Action;
use crate::reactive::string;
use crate::text::{shown, t};
use protocol::{KnobCard, KnobKind, Value};

/// The columns that a knob names, in order; none if the world chooses.
fn named(value: &Value, columns: &[String]) -> Vec<String> {
    let Value::Word(word) = value else { return Vec::new() };
    word.split(',')
        .map(str::trim)
        .filter(|name| columns.iter().any(|column| column == name))
        .map(String::from)
        .collect()
}

/// The value of a knob after the button of one column was pressed.
fn toggled(mut chosen: Vec<String>, column: &str, automatic: &Value) -> Value {
    match chosen.iter().position(|name| name == column) {
        Some(index) => drop(chosen.remove(index)),
        None => chosen.push(column.to_string()),
    }
    if chosen.is_empty() { automatic.clone() } else { Value::Word(chosen.join(",")) }
}

#[component]
pub fn ColumnChoices(panel: Panel, names: Vec<String>) -> impl IntoView {
    let cards: Vec<KnobCard> = panel.page.peek(|model| {
        let knobs = model.world().map(|world| world.knobs.clone()).unwrap_or_default();
        knobs.into_iter().filter(|card| matches!(card.kind, KnobKind::Columns)).collect()
    });
    // Knobs separate names by commas, so columns with a comma in their name cannot be chosen.
    let names: Vec<String> = names.into_iter().filter(|name| !name.contains(',')).collect();
    cards.into_iter().map(move |card| view! { <ColumnChoice panel card names=names.clone()/> }).collect_view()
}

#[component]
fn ColumnChoice(panel: Panel, card: KnobCard, names: Vec<String>) -> impl IntoView {
    let (id, automatic) = (StoredValue::new(card.id.clone()), StoredValue::new(card.default.clone()));
    let of_card = StoredValue::new(card.clone());
    let all = StoredValue::new(names.clone());
    let chosen = Memo::new(move |_| {
        panel.version.track();
        let value = panel.page.peek(|model| of_card.with_value(|card| model.knob_value(card)));
        all.with_value(|all| named(&value, all))
    });
    let set = move |value: Value| port::perform(Action::SetKnob { knob: id.get_value(), value });
    let button = move |name: String| {
        let (pressed, press, testid) = (name.clone(), name.clone(), format!("{}-{name}", id.get_value()));
        view! {
            <button class="toggle" data-testid=testid aria-pressed=string(move || chosen.with(|chosen| chosen.contains(&pressed)).to_string())
                on:click=move |_| set(toggled(chosen.get_untracked(), &press, &automatic.get_value()))>{name}</button>
        }
    };
    view! {
        <fieldset title=shown(card.about.clone())>
            <legend>{shown(card.name.clone())}</legend>
            <div class="stagetools">
                <button class="toggle" data-testid=format!("{}-auto", card.id) aria-pressed=string(move || chosen.with(Vec::is_empty).to_string())
                    on:click=move |_| set(automatic.get_value())>{t!("data-columns-auto")}</button>
                {names.into_iter().map(button).collect_view()}
            </div>
        </fieldset>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_chosen_in_the_order_they_are_pressed() {
        let columns: Vec<String> = ["x", "y", "v"].map(String::from).into();
        let automatic = Value::Word("auto".into());
        let first = toggled(named(&automatic, &columns), "y", &automatic);
        let second = toggled(named(&first, &columns), "x", &automatic);
        assert_eq!(second, Value::Word("y,x".into()));
        let third = toggled(named(&second, &columns), "y", &automatic);
        assert_eq!(third, Value::Word("x".into()));
        assert_eq!(toggled(named(&third, &columns), "x", &automatic), automatic);
        assert!(named(&Value::Word("gone, x".into()), &columns) == ["x"]);
    }
}
