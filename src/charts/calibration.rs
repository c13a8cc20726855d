//! Asked style against achieved style, counted over rollouts.

use leptos::prelude::*;

use crate::controls::StyleMark;
use crate::page::Page;
use crate::text;
use protocol::Calibration;

#[component]
pub fn Calibrations(page: Page) -> impl IntoView {
    let lanes = page.memo(|model| model.lanes.len());
    let share = page.memo(|model| Some(model.focused()?.calibration.as_ref()?.share));
    let about = "Agents are asked for each style in turn; their paths are labelled as the demonstrations were. Rows: the style asked for. Columns: the style achieved.";
    view! {
        <figure class="chart" data-testid="calibration" data-value=move || share.get().map(|share| share.to_string())>
            <figcaption title=about>"Calibration: asked, achieved"</figcaption>
            <div class="matrices">
                <For each=move || 0..lanes.get() key=|lane| *lane let:lane><Matrix page lane/></For>
            </div>
        </figure>
    }
}

#[component]
fn Matrix(page: Page, lane: usize) -> impl IntoView {
    let calibration = page.memo(move |model| model.lanes.get(lane)?.calibration.clone());
    let missing = page.memo(move |model| model.lanes.get(lane)?.uncalibrated.clone());
    let missing = move || missing.get().unwrap_or_else(|| "Counted while a policy is cloned, and at the end.".into());
    let styles = page.memo(|model| model.styles());
    let title = page.memo(move |model| {
        let method = (model.lanes.len() > 1).then(|| model.method_of(lane)).flatten();
        method.map(|card| card.name.clone()).unwrap_or_default()
    });
    let found = page.memo(move |model| model.method_of(lane).is_some_and(|card| card.finds_styles));
    view! {
        <div class="matrix">
            <Show when=move || !title.get().is_empty()><h4>{title}</h4></Show>
            <Show when=move || found.get()>
                <p class="aside">"This method finds styles by itself; here each is named after the label it matches best, one to one."</p>
            </Show>
            {move || match calibration.get() {
                Some(calibration) => filled(&calibration, &styles.get()).into_any(),
                None => view! { <p class="readout" data-testid="uncalibrated">{missing()}</p> }.into_any(),
            }}
        </div>
    }
}

fn filled(calibration: &Calibration, styles: &[String]) -> impl IntoView + use<> {
    let heads = (0..styles.len()).map(|style| {
        let name = styles.get(style).cloned().unwrap_or_default();
        let hover = name.clone();
        view! { <th scope="col" title=hover><StyleMark style/><span class="sr">{name}</span></th> }
    });
    let heads = heads.collect_view();
    let rows = calibration.counts.iter().enumerate().map(|(style, counts)| row(style, counts, styles)).collect_view();
    let said = format!("{} of rollouts achieved the style asked for", text::percent(calibration.share));
    let earned = earned(calibration, styles);
    view! {
        <table class="confusion">
            <caption class="sr">"Rollouts by style asked for (rows) and achieved (columns)"</caption>
            <thead><tr><th scope="col">"asked"</th>{heads}<th scope="col" title="The path fits no style">"none"</th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
        <p class="readout" title="Share of rollouts whose path is labelled with the style that was asked for">
            {said}{format!(" (step {})", text::thousands(calibration.step))}
        </p>
        {earned.map(|line| view! { <p class="readout" title="Mean score of the rollouts asked for each style">{line}</p> })}
    }
}

/// The score of rollouts, where the world keeps one.
fn earned(calibration: &Calibration, styles: &[String]) -> Option<String> {
    let name = |style: usize| styles.get(style).map_or("", String::as_str);
    let each = calibration.rewards.iter().enumerate();
    let each: Vec<_> = each.map(|(style, points)| format!("{} {points:.0}", name(style))).collect();
    (!each.is_empty()).then(|| format!("Points a rollout: {}", each.join(", ")))
}

fn row(style: usize, counts: &[u32], styles: &[String]) -> impl IntoView + use<> {
    let total: u32 = counts.iter().sum();
    let name = styles.get(style).cloned().unwrap_or_default();
    let cells = counts.iter().enumerate().map(|(achieved, count)| {
        let share = *count as f32 / total.max(1) as f32;
        let class = if achieved == style { "cell right" } else { "cell" };
        let title = format!("{count} of {total} rollouts asked for “{name}”");
        view! {
            <td class=class title=title style:--share=format!("{}%", (share * 100.0).round())>
                {text::percent(share)}<small>{text::thousands(*count)}</small>
            </td>
        }
    });
    let cells = cells.collect_view();
    let hover = name.clone();
    view! { <tr><th scope="row" title=hover><StyleMark style/>" "<span class="stylename">{name}</span></th>{cells}</tr> }
}
