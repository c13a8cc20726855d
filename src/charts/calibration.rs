//! Requested against achieved style, counted over rollouts.

use leptos::prelude::*;

use crate::controls::Hint;
use crate::markup::{Markup, escape, style_mark};
use crate::page::Page;
use crate::reactive::{dynamic, string, when};
use crate::text::{self, list, shown, shown_memo, t, words};
use protocol::knobs::codes::{CODES, Codes};
use protocol::{Calibration, Text, text};

#[component]
pub fn Calibrations(page: Page) -> impl IntoView {
    let lanes = page.memo(|model| model.lanes.len());
    // The matrix of an earlier run stays in sight, but is no measurement of this one.
    let share = page.memo(|model| {
        let lane = model.focused().filter(|lane| !lane.stale.calibration)?;
        Some(lane.calibration.as_ref()?.share)
    });
    view! {
        <figure class="chart" data-testid="calibration" data-value=move || share.get().map(|share| share.to_string())>
            <figcaption>{t!("page-calibration")}<Hint about=t!("page-calibration.about")/></figcaption>
            <div class="matrices">
                {dynamic(move || (0..lanes.get()).map(|lane| view! { <Matrix page lane/> }).collect_view())}
            </div>
        </figure>
    }
}

#[component]
fn Matrix(page: Page, lane: usize) -> impl IntoView {
    let calibration = page.memo(move |model| model.lanes.get(lane)?.calibration.clone());
    let missing = page.memo(move |model| model.lanes.get(lane)?.uncalibrated.clone());
    let missing = move || words(&missing.get().unwrap_or_else(|| text!("page-calibration-later")));
    let styles = page.memo(|model| model.styles());
    let title = page.memo(move |model| {
        let method = (model.lanes.len() > 1).then(|| model.method_of(lane)).flatten();
        method.map(|card| card.name.clone())
    });
    let found = page.memo(move |model| {
        let codes = model.lanes.get(lane).map(|lane| CODES.get(&lane.config));
        codes == Some(Codes::Found) && model.method_of(lane).is_some_and(|card| card.finds_styles)
    });
    let stale = page.memo(move |model| model.lanes.get(lane).is_some_and(|lane| lane.stale.calibration));
    view! {
        <div class="matrix" class:stale=stale>
            {when(move || title.get().is_some(), move || view! { <h3>{shown_memo(title)}</h3> })}
            {when(move || found.get(), move || view! { <p class="aside">{t!("page-calibration-found")}</p> })}
            {move || match calibration.get() {
                Some(calibration) => filled(&calibration, &styles.get()).into_any(),
                None => view! { <p class="readout" data-testid="uncalibrated">{string(missing)}</p> }.into_any(),
            }}
        </div>
    }
}

fn filled(calibration: &Calibration, styles: &[Text]) -> impl IntoView + use<> {
    let share = t!("page-calibration-share", share = calibration.share, step = calibration.step);
    let rewards = rewards(calibration, styles);
    let recorded = calibration.recorded.then(|| view! { <p class="aside">{t!("page-calibration-recorded")}</p> });
    view! {
        <table class="confusion" inner_html=matrix(calibration, styles)></table>
        <p class="readout" title=t!("page-calibration-share.about")>{share}</p>
        {recorded}
        {rewards.map(|line| view! { <p class="readout" title=t!("page-calibration-rewards.about")>{shown(line)}</p> })}
    }
}

/// Rows: the style asked for. Columns: the style achieved, and none.
fn matrix(calibration: &Calibration, styles: &[Text]) -> String {
    let spoken = |text: Text| escape(&words(&text));
    let none = text!("page-calibration-none");
    let mut markup = Markup::default();
    markup.add(format_args!(
        r#"<caption class="sr">{}</caption><thead><tr><th scope="col">{}</th>"#,
        spoken(text!("page-calibration-table")),
        spoken(text!("page-calibration-asked")),
    ));
    for (style, name) in styles.iter().enumerate() {
        let (name, mark) = (spoken(name.clone()), style_mark(style));
        markup.add(format_args!(r#"<th scope="col" title="{name}">{mark}<span class="sr">{name}</span></th>"#));
    }
    let about = spoken(none.about());
    markup.add(format_args!(r#"<th scope="col" title="{about}">{}</th></tr></thead><tbody>"#, spoken(none)));
    for (style, counts) in calibration.counts.iter().enumerate() {
        row(&mut markup, style, counts, styles);
    }
    markup.add(format_args!("</tbody>"));
    markup.finish()
}

/// The mean score of rollouts per style, where the world keeps a score.
fn rewards(calibration: &Calibration, styles: &[Text]) -> Option<Text> {
    let each = styles.iter().zip(&calibration.rewards);
    let each = each.map(|(style, points)| {
        text!("page-calibration-reward", style = style.clone(), points = points.round_ties_even())
    });
    Some(text!("page-calibration-rewards", list = list(each)?))
}

fn row(markup: &mut Markup, style: usize, counts: &[u32], styles: &[Text]) {
    let total: u32 = counts.iter().sum();
    let name = styles.get(style).cloned().unwrap_or_else(|| text!("page-style-unnamed", number = style));
    let (label, mark) = (escape(&words(&name)), style_mark(style));
    markup
        .add(format_args!(r#"<tr><th scope="row" title="{label}">{mark} <span class="stylename">{label}</span></th>"#));
    for (achieved, count) in counts.iter().enumerate() {
        let share = *count as f32 / total.max(1) as f32;
        let class = if achieved == style { "cell right" } else { "cell" };
        let title = words(&text!("page-calibration-cell", count = *count, total = total, style = name.clone()));
        markup.add(format_args!(
            r#"<td class="{class} share-{}" title="{}">{}<small class="sr"> {}</small></td>"#,
            // The policy for styles allows no inline ones, so shades come in steps of a tenth.
            (share * 10.0).round(),
            escape(&title),
            text::percent(share),
            text::thousands(*count),
        ));
    }
    markup.add(format_args!("</tr>"));
}
