//! Loading demonstrations from a file: choose it, see what is in it and what was left out, choose the columns.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::columns::ColumnChoices;
use super::draw::Count;
use super::{Panel, port};
use crate::actions::Action;
use crate::reactive::{dynamic, when};
use crate::text::{percent, t, words};
use protocol::table::{ColumnRole, TableReport};
use protocol::{Found, LARGEST_FILE, Text, text};

/// Rows of the file that are shown.
const SHOWN_ROWS: usize = 5;

#[component]
pub fn Load(panel: Panel) -> impl IntoView {
    let refused = RwSignal::new(None::<Text>);
    // Files that were loaded before the panel was opened are ignored: the visitor may have changed the number of styles
    // since.
    let before = StoredValue::new(panel.loaded.get_untracked());
    Effect::new(move |_| {
        let now = panel.loaded.get();
        if now == before.get_value() {
            return;
        }
        if let Some((_, Ok(Found { table: Some(report), .. }))) = &now {
            choose_count(panel, report);
        }
        before.set_value(now);
    });
    let chosen = move |event: leptos::ev::Event| {
        let field = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
        let Some(field) = field else { return };
        if let Some(file) = field.files().and_then(|files| files.get(0)) {
            read(&file, refused);
        }
        // Otherwise choosing the same file again would raise no event.
        field.set_value("");
    };
    view! {
        <p>{t!("data-load.about")}</p>
        <label class="field">{t!("data-file")}" "<input type="file" accept=".csv,.tsv,.txt,.npz" data-testid="data-file" on:change=chosen/></label>
        <p class="aside">
            {t!("data-examples")}" "
            <a href="datasets/example-overtaking.csv" download>"CSV"</a>" · "
            <a href="datasets/example-letters.npz" download>".npz"</a>
        </p>
        {when(move || refused.with(Option::is_some), move || view! {
            <p role="alert" data-testid="data-refused">{crate::reactive::string(move || refused.get().map(|text| words(&text)).unwrap_or_default())}</p>
        })}
        {dynamic(move || panel.loaded.get().map(|(name, found)| match found {
            Ok(found) => match found.table {
                Some(report) => view! { <Report panel name report/> }.into_any(),
                None => ().into_any(),
            },
            Err(failure) => view! {
                <p role="alert" data-testid="data-refused">{words(&failure.sentence)}</p>
            }.into_any(),
        }))}
    }
}

/// Gives a file of the visitor to the page; its size is checked first.
fn read(file: &web_sys::File, refused: RwSignal<Option<Text>>) {
    let (name, megabytes) = (file.name(), file.size() as u64 >> 20);
    let large = file.size() as u64 > LARGEST_FILE;
    let most = LARGEST_FILE >> 20;
    refused.set(large.then(|| text!("data-file-large", name = name, found = megabytes, most = most)));
    if !large {
        port::give_file(file);
    }
}

/// Chooses the label with as many styles as the file has with two or more paths, or else the largest one below that.
fn choose_count(panel: Panel, report: &TableReport) {
    let enough = report.styles.iter().filter(|style| style.paths >= 2).count();
    let label = panel.page.peek(|model| {
        let labels = model.world().map(|world| world.labels.as_slice()).unwrap_or_default();
        let fitting = labels.iter().filter(|label| label.styles.len() <= enough).max_by_key(|label| label.styles.len());
        fitting.map(|label| label.id.clone()).filter(|label| *label != model.requested.label)
    });
    if let Some(label) = label {
        port::perform(Action::ChooseLabel(label));
    }
}

#[component]
fn Report(panel: Panel, name: String, report: TableReport) -> impl IntoView {
    let said = text!("data-report", name = name, paths = report.paths, rows = report.rows);
    let all_rows = report.rows.max(1) as f32;
    let styles = report.styles.iter().take(12).map(|style| {
        let share = percent(style.rows as f32 / all_rows);
        let (paths, rows) = (style.paths, style.rows);
        let text = text!("data-report-style", name = style.name.as_str(), paths = paths, rows = rows, share = share);
        view! { <li>{words(&text)}</li> }
    });
    let head = report.columns.iter().map(
        |column| view! { <th scope="col">{column.name.clone()}<br/><small>{words(&role(column.role))}</small></th> },
    );
    let rows = report.first_rows.iter().take(SHOWN_ROWS).map(|row| {
        let cells = row.iter().map(|value| view! { <td>{value.clone()}</td> }).collect_view();
        view! { <tr>{cells}</tr> }
    });
    let dropped = report.dropped.iter().map(|dropped| {
        view! { <li>{words(&text!("data-dropped", row = dropped.row, why = dropped.why.clone()))}</li> }
    });
    let of_numbers =
        report.columns.iter().filter(|column| matches!(column.role, ColumnRole::State | ColumnRole::Action));
    let names: Vec<String> = of_numbers.map(|column| column.name.clone()).collect();
    let nothing = report.dropped_rows == 0 && report.dropped_paths == 0;
    let left_out = text!("data-left-out", rows = report.dropped_rows, paths = report.dropped_paths);
    view! {
        <div data-testid="data-report">
            <p><b>{words(&said)}</b></p>
            <ul>{styles.collect_view()}</ul>
            <Count panel/>
            <div class="wide"><table><thead><tr>{head.collect_view()}</tr></thead><tbody>{rows.collect_view()}</tbody></table></div>
            {(!nothing).then(|| view! { <p>{words(&left_out)}</p> <ul data-testid="data-dropped">{dropped.collect_view()}</ul> })}
            <ColumnChoices panel names=names/>
        </div>
    }
}

fn role(role: ColumnRole) -> Text {
    match role {
        ColumnRole::Path => text!("data-role-path"),
        ColumnRole::Time => text!("data-role-time"),
        ColumnRole::Style => text!("data-role-style"),
        ColumnRole::State => text!("data-role-state"),
        ColumnRole::Action => text!("data-role-action"),
        ColumnRole::Unused => text!("data-role-unused"),
    }
}
