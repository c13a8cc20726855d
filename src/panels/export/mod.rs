//! The panel *Take away*: downloads of networks, PMI and weights, curves, pictures, a report and the run itself; and
//! opening a snapshot that was downloaded before.

mod files;
mod html;
mod pictures;
mod report;
mod snapshot;

use leptos::prelude::*;

use super::{Close, Panel, port};
use crate::actions::Action;
use crate::reactive::{boolean, dynamic, string, when};
use crate::state::Model;
use crate::text::{t, words};
use files::FileDownloads;
use protocol::questions::Export;
use protocol::{Text, TextValue, text};
use snapshot::OpenSnapshot;

/// The caption of pictures and report: the run in a sentence, with its link.
fn caption(model: &Model, address: &str) -> Text {
    let run = model.focused().map(|lane| lane.config.clone()).unwrap_or_default();
    let progress = model.focused().and_then(|lane| lane.progress.as_ref());
    let (step, steps) = progress.map_or((0, 0), |progress| (progress.step, progress.steps));
    let named = |name: Option<&Text>, id: &str| name.map_or_else(|| id.into(), |name| TextValue::from(name.clone()));
    let world = named(model.world().map(|card| &card.name), &run.world);
    let method = named(model.method().map(|card| &card.name), &run.method);
    let link = format!("{address}?{}", run.to_query());
    text!("export-caption", world = world, method = method, seed = run.seed, step = step, steps = steps, link = link)
}

/// The beginning of the names of the run's files.
fn stem(model: &Model) -> String {
    let Some(lane) = model.focused() else { return "run".into() };
    format!("{}-{}-seed{}-step{}", lane.config.world, lane.config.method, lane.config.seed, lane.steps_done())
}

#[component]
pub fn ExportPanel(panel: Panel) -> impl IntoView {
    let files = FileDownloads::new(panel);
    let has_critic = panel.page.memo(|model| model.method().is_some_and(|card| card.has_critic));
    let ready = panel.page.memo(|model| model.focused().is_some_and(|lane| lane.steps_done() > 0));
    let file = move |what: Export, testid: &'static str, name: &'static str| {
        let needs_critic = matches!(what, Export::Critic | Export::StepsCsv | Export::StepsNpz);
        let untrained = move || what != Export::Run && !ready.get();
        let closed = move || files.busy() || untrained() || needs_critic && !has_critic.get();
        view! { <button data-testid=testid disabled=boolean(closed) on:click=move |_| files.start(what)>{name}</button> }
    };
    view! {
        <section class="lesson export" data-testid="export-panel">
            <header><h2>{t!("export-title")}</h2><Close/></header>
            <p>{t!("export-about")}</p>
            <p role="status" data-testid="export-status">{string(move || files.said())}</p>
            <h3>{t!("export-networks")}</h3>
            <div class="stagetools">
                {file(Export::Policy, "export-policy", "policy.safetensors")}
                {file(Export::Critic, "export-critic", "critic.safetensors")}
                <a class="button" href="exports/playground.py" download data-testid="export-loader">{t!("export-loader")}</a>
            </div>
            <p class="aside">{t!("export-networks.about")}</p>
            <h3>{t!("export-numbers")}</h3>
            <div class="stagetools">
                {file(Export::StepsCsv, "export-steps-csv", "steps.csv")}
                {file(Export::StepsNpz, "export-steps-npz", "steps.npz")}
                {file(Export::Curves, "export-curves", "curves.csv")}
                <a class="button" href="exports/weighted_cloning.py" download data-testid="export-snippet">{t!("export-snippet")}</a>
            </div>
            <p class="aside">{t!("export-numbers.about")}</p>
            {when(move || !has_critic.get(), move || view! { <p class="aside">{t!("export-no-critic")}</p> })}
            <h3>{t!("export-pictures")}</h3>
            <pictures::Pictures panel files/>
            <h3>{t!("export-run")}</h3>
            <div class="stagetools">
                <button data-testid="export-report" disabled=boolean(move || files.busy()) on:click=move |_| report::save(panel, files)>"report.html"</button>
                {file(Export::Run, "export-run", "run.json")}
                <button data-testid="export-snapshot" on:click=move |_| port::perform(Action::DownloadSnapshot)>"snapshot.bpk"</button>
            </div>
            <p class="aside">{t!("export-run.about")}</p>
            <OpenSnapshot panel/>
            {dynamic(move || files.failed().map(|why| view! { <p role="alert" data-testid="export-refused">{words(&why)}</p> }))}
        </section>
    }
}
