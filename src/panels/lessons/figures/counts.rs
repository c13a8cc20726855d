//! A table of counts, style by action, and the numbers that follow from it: p(z), p(z|a), their ratio and its logarithm.

use std::sync::Arc;

use leptos::prelude::*;

use super::answers;
use crate::browser::event_number;
use crate::panels::lessons::course::Course;
use crate::reactive::{dynamic, string, when};
use crate::text::{fixed, percent, shown, t, words};
use protocol::questions::CountTable;
use protocol::{Answer, Question, Text, text};

const STYLES: usize = 2;
const ACTIONS: usize = 3;
/// Counts at first, `[styles, actions]`: one action that both styles share, one that both hardly take, and one that
/// tells them apart.
pub const FIRST_COUNTS: [u32; STYLES * ACTIONS] = [40, 4, 6, 40, 4, 26];
/// Smallest and largest count that can be typed. A count of zero would have a PMI of minus infinity.
const LEAST: f64 = 1.0;
const LARGEST: f64 = 999.0;

fn style(index: usize) -> Text {
    if index == 0 { text!("lesson-count-style-1") } else { text!("lesson-count-style-2") }
}

fn action(index: usize) -> Text {
    match index {
        0 => text!("lesson-count-action-1"),
        1 => text!("lesson-count-action-2"),
        _ => text!("lesson-count-action-3"),
    }
}

#[component]
pub fn Counts(course: Course, plain: bool) -> impl IntoView {
    // In the plain form the learner guesses from the counts alone.
    let read_out = Memo::new(move |_| !plain || course.state().guess.is_some());
    let counts = course.counts;
    let ask = move || Some(Question::CountTable { counts: counts.get(), styles: STYLES as u8, actions: ACTIONS as u8 });
    let answer = answers(course.panel, ask);
    let table = Memo::new(move |_| match answer.get().as_deref() {
        Some(Answer::CountTable(table)) => Some(Arc::new(table.clone())),
        _ => None,
    });
    let first = StoredValue::new(None::<f64>);
    let changes = StoredValue::new(0.0);
    Effect::new(move |_| {
        let Some(table) = table.get() else { return };
        let began = first.get_value().unwrap_or(table.information);
        first.set_value(Some(began));
        course.note("mi", table.information);
        course.note("began", began);
        course.note("entropy", table.entropy);
        course.note("risen", table.information - began);
        let smallest = table.cells.iter().filter_map(|cell| cell.pmi).fold(0.0, f64::min);
        course.note("smallest", smallest);
    });
    let set = move |cell: usize, number: f64| {
        if !number.is_finite() {
            return;
        }
        counts.update(|counts| counts[cell] = number.clamp(LEAST, LARGEST) as u32);
        changes.update_value(|changes| *changes += 1.0);
        course.note("changes", changes.get_value());
    };
    let cell = move |style_index: usize, action_index: usize| {
        let at = style_index * ACTIONS + action_index;
        let read = move || table.get().filter(|_| read_out.get()).map(|table| reading(&table, at)).unwrap_or_default();
        let step = move |by: f64| set(at, f64::from(counts.get_untracked()[at]) + by);
        let name =
            move || words(&text!("lesson-count-cell", style = style(style_index), action = action(action_index)));
        view! {
            <td>
                <span class="stepper">
                    <button class="quiet" data-testid=format!("less-{at}") aria-label=t!("lesson-count-less") on:click=move |_| step(-5.0)>"−"</button>
                    <input type="number" min=LEAST max=LARGEST data-testid=format!("count-{at}") aria-label=string(name)
                        prop:value=string(move || counts.get()[at].to_string()) on:change=move |event| set(at, event_number(&event))/>
                    <button class="quiet" data-testid=format!("more-{at}") aria-label=t!("lesson-count-more") on:click=move |_| step(5.0)>"+"</button>
                </span>
                <small inner_html=string(read)></small>
            </td>
        }
    };
    let row = move |style_index: usize| {
        let share =
            move || table.get().map(|table| percent(table.style_shares[style_index] as f32)).unwrap_or_default();
        view! {
            <tr>
                <th scope="row">{shown(style(style_index))}{when(move || read_out.get(), move || view! { <small>"p(z) = "{string(share)}</small> })}</th>
                {(0..ACTIONS).map(|action_index| cell(style_index, action_index)).collect_view()}
            </tr>
        }
    };
    let sum = move || {
        let table = table.get().filter(|_| read_out.get())?;
        let (information, entropy) = (fixed(table.information as f32, 3), fixed(table.entropy as f32, 3));
        Some(words(&text!("lesson-count-sum", information = information, entropy = entropy)))
    };
    view! {
        <table class="counts">
            <caption>{t!("lesson-count")}</caption>
            <thead><tr><td></td>{(0..ACTIONS).map(|index| view! { <th scope="col">{shown(action(index))}</th> }).collect_view()}</tr></thead>
            <tbody>{(0..STYLES).map(row).collect_view()}</tbody>
        </table>
        <p class="readout" data-testid="count-sum" aria-live="polite">{dynamic(move || sum().unwrap_or_default())}</p>
    }
}

/// The arithmetic of a cell, from its share to PMI.
fn reading(table: &CountTable, at: usize) -> String {
    let Some(cell) = table.cells.get(at) else { return String::new() };
    let (Some(posterior), Some(ratio), Some(pmi)) = (cell.posterior, cell.ratio, cell.pmi) else {
        return String::new();
    };
    let (posterior, ratio) = (percent(posterior as f32), fixed(ratio as f32, 2));
    let (class, pmi) = (if pmi < 0.0 { "against" } else { "for" }, fixed(pmi as f32, 2));
    format!(r#"p(z|a) = {posterior}<br>÷ p(z) = {ratio}<br>PMI = ln {ratio} = <b class="{class}">{pmi}</b>"#)
}
