//! The run as one HTML file that needs nothing else: settings, numbers, charts and the stage.

use leptos::task::spawn_local;

use super::files::FileDownloads;
use super::html::{RunReport, table};
use super::pictures::{all_charts, caption_of, stage};
use super::{Panel, stem};
use crate::browser::download;
use crate::markup::escape;
use crate::panels::links::address;
use crate::state::Model;
use crate::text::{self, fixed, percent, thousands, words};
use protocol::{KnobKind, Text, text};

pub fn save(panel: Panel, files: FileDownloads) {
    let (name, caption) = (format!("{}-report.html", panel.page.peek(stem)), caption_of(panel));
    spawn_local(async move {
        let picture = stage(&caption).await;
        let charts = all_charts(&caption);
        let report = panel.page.peek(|model| report(model, caption, &charts, picture.as_deref()));
        files.finish(&name, download(&name, report.document().as_bytes()));
    });
}

fn report(model: &Model, caption: String, charts: &[(String, String)], picture: Option<&str>) -> RunReport {
    let said = |text: Text| words(&text);
    let mut parts = vec![
        (said(text!("export-report-numbers")), table(numbers(model))),
        (said(text!("export-report-settings")), table(settings(model))),
        (
            said(text!("export-report-charts")),
            charts.iter().map(|(_, svg)| format!("<figure>{svg}</figure>")).collect(),
        ),
    ];
    if let Some(picture) = picture {
        let alt = escape(&said(text!("export-stage")));
        parts.push((said(text!("export-stage")), format!(r#"<img src="{picture}" alt="{alt}">"#)));
    }
    let run = model.focused().map(|lane| lane.config.to_query()).unwrap_or_default();
    let (again, command) = (said(text!("export-report-again")), format!("lab run --link '{run}'"));
    let (link, command) = (escape(&format!("{}?{run}", address())), escape(&command));
    let again_by = format!("<p>{}</p><p><code>{link}</code></p><p><code>{command}</code></p>", escape(&again));
    parts.push((said(text!("export-report-repeat")), again_by));
    RunReport {
        language: text::current().tag().into(),
        title: said(text!("export-report-title")),
        about: caption,
        parts,
    }
}

/// The newest value of every curve, of calibration and of the effective sample size.
fn numbers(model: &Model) -> Vec<(String, String)> {
    let Some(lane) = model.focused() else { return Vec::new() };
    let series = model.method().map(|card| card.series.clone()).unwrap_or_default();
    let mut rows: Vec<(String, String)> = vec![(words(&text!("export-report-step")), thousands(lane.steps_done()))];
    for card in series {
        if let Some(value) = lane.latest(&card.id) {
            let unit = card.unit.as_ref().map(words).unwrap_or_default();
            rows.push((words(&card.name), format!("{} {unit}", fixed(value, 4))));
        }
    }
    if let Some(calibration) = lane.calibration.as_ref().filter(|_| !lane.stale.calibration) {
        rows.push((words(&text!("page-calibration")), percent(calibration.share)));
    }
    if let Some(weights) = lane.weights.as_ref().filter(|_| !lane.stale.weights) {
        let (size, pairs) = (thousands(weights.effective_sample_size.max(0.0) as u32), thousands(weights.pairs));
        rows.push((words(&text!("export-report-sample")), format!("{size} / {pairs}")));
    }
    if let Some(demos) = &model.demos {
        rows.push((words(&text!("export-report-demonstrations")), thousands(demos.trajectories)));
        rows.push((words(&text!("export-report-pairs")), thousands(demos.pairs)));
    }
    rows
}

fn settings(model: &Model) -> Vec<(String, String)> {
    let knobs = model.knobs();
    let knob = knobs.iter().map(|card| {
        let unit = match &card.kind {
            KnobKind::Number { unit: Some(unit), .. } | KnobKind::Whole { unit: Some(unit), .. } => words(unit),
            _ => String::new(),
        };
        let value: String = text::value(&model.knob_value(card)).chars().take(60).collect();
        (words(&card.name), format!("{value} {unit}"))
    });
    let label = model.label().map(|card| (words(&text!("export-report-label")), words(&card.name)));
    label.into_iter().chain(knob).collect()
}
