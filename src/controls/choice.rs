//! A list to choose from, with its name before it.

use leptos::prelude::*;

use crate::text::shown;
use protocol::Text;

/// `choose` receives the value of the option that was chosen.
pub fn choice(
    name: Text,
    testid: &'static str,
    chosen: Memo<&'static str>,
    options: AnyView,
    choose: Box<dyn Fn(String)>,
) -> impl IntoView {
    view! {
        <label class="field">{shown(name)}" "
            <select data-testid=testid prop:value=chosen on:change=move |event| choose(event_target_value(&event))>
                {options}
            </select>
        </label>
    }
}
