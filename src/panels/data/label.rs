//! A label without code: choose what is measured on a path, and where one style ends and the next begins.

use leptos::prelude::*;

use super::draw::Count;
use super::{Panel, change};
use crate::browser::event_number;
use crate::controls::StyleMark;
use crate::markup::Markup;
use crate::reactive::{boolean, dynamic, string, when};
use crate::state::Model;
use crate::text::{fixed, percent, t, words};
use protocol::{Answer, Quantity, Question, Rule, text};

/// Bars of the histogram.
const BARS: usize = 40;
/// Positions of a threshold's slider.
const POSITIONS: f64 = 1000.0;

/// Smallest and largest value; a range of its own where all are equal.
fn bounds(values: &[f32]) -> (f32, f32) {
    let low = values.iter().copied().fold(f32::INFINITY, f32::min);
    let high = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    match (low < high, low.is_finite()) {
        (true, true) => (low, high),
        (_, true) => (low - 0.5, low + 0.5),
        _ => (0.0, 1.0),
    }
}

/// Thresholds that divide the values into `styles` parts of about the same size.
fn quantiles(values: &[f32], styles: usize) -> Vec<f32> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f32::total_cmp);
    let at = |part: usize| sorted.get(part * sorted.len() / styles).copied().unwrap_or_default();
    rising((1..styles).map(at).collect())
}

/// The same thresholds in rising order, no two of them equal.
fn rising(mut thresholds: Vec<f32>) -> Vec<f32> {
    thresholds.sort_by(f32::total_cmp);
    for index in 1..thresholds.len() {
        if thresholds[index] <= thresholds[index - 1] {
            thresholds[index] = thresholds[index - 1] + thresholds[index - 1].abs().max(1.0) * 1e-4;
        }
    }
    thresholds
}

/// Share of the values per style.
fn shares(values: &[f32], rule: &Rule) -> Vec<f32> {
    let mut counts = vec![0.0; rule.thresholds.len() + 1];
    values.iter().for_each(|value| counts[rule.style(*value)] += 1.0);
    counts.iter().map(|count| count / values.len().max(1) as f32).collect()
}

fn histogram(values: &[f32], rule: &Rule) -> String {
    let (low, high) = bounds(values);
    let mut counts = [0usize; BARS];
    for value in values {
        let bar = ((value - low) / (high - low) * BARS as f32) as usize;
        counts[bar.min(BARS - 1)] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(1).max(1) as f32;
    let mut markup = Markup::default();
    markup.add(format_args!(r#"<svg viewBox="0 0 400 100" role="img" aria-hidden="true">"#));
    for (bar, count) in counts.iter().enumerate() {
        let (height, middle) = (96.0 * *count as f32 / most, low + (bar as f32 + 0.5) * (high - low) / BARS as f32);
        let (x, y, style) = (bar * 10, 98.0 - height, rule.style(middle) % 8);
        markup.add(format_args!(
            r#"<rect class="fill style-{style}" x="{x}" y="{y:.1}" width="9" height="{height:.1}"/>"#
        ));
    }
    markup.add(format_args!("</svg>"));
    markup.finish()
}

#[component]
pub fn Label(panel: Panel) -> impl IntoView {
    let styles = Memo::new(move |_| {
        panel.version.track();
        panel.page.peek(Model::styles).len()
    });
    let used = panel.page.peek(|model| model.requested.rule.clone());
    let quantity = RwSignal::new(used.as_ref().map_or(Quantity::Speed, |rule| rule.quantity));
    let thresholds = RwSignal::new(used.map(|rule| rule.thresholds).unwrap_or_default());
    let values = RwSignal::new(Vec::<f32>::new());
    let asked = StoredValue::new(None::<u32>);
    Effect::new(move |_| {
        let question = Question::Measure { quantity: quantity.get() };
        asked.set_value(Some(panel.ask(&question)));
    });
    Effect::new(move |_| {
        let Some((id, answer)) = panel.answer.get() else { return };
        if let (true, Answer::Measured(measured)) = (asked.get_value() == Some(id), answer.as_ref()) {
            values.set(measured.clone());
        }
    });
    // Another number of styles needs as many thresholds less one.
    Effect::new(move |_| {
        let (measured, styles) = (values.get(), styles.get());
        if !measured.is_empty() && thresholds.with_untracked(Vec::len) + 1 != styles {
            thresholds.set(quantiles(&measured, styles));
        }
    });
    let rule = move || Rule { quantity: quantity.get(), thresholds: rising(thresholds.get()) };
    let options = Quantity::ALL.into_iter().map(|one| {
        let name = words(&one.text());
        view! { <option value=one.name() selected=boolean(move || quantity.get() == one)>{name}</option> }
    });
    let choose = move |event| {
        if let Some(chosen) = Quantity::from_name(&event_target_value(&event)) {
            thresholds.set(vec![]);
            values.set(vec![]);
            quantity.set(chosen);
        }
    };
    let even = move |_| thresholds.set(quantiles(&values.get_untracked(), styles.get_untracked()));
    let apply = move |_| {
        let rule = untrack(rule);
        change(panel, |run| {
            run.relabel.clear();
            run.rule = Some(rule);
        });
    };
    let in_use = Memo::new(move |_| {
        panel.version.track();
        panel.page.peek(|model| model.requested.rule.is_some())
    });
    view! {
        <p>{t!("data-label.about")}</p>
        <Count panel/>
        <label class="field">{t!("data-quantity")}" "
            <select data-testid="label-quantity" on:change=choose>{options.collect_view()}</select>
        </label>
        {dynamic(move || view! {
            <div class="histogram" data-testid="label-histogram" inner_html=histogram(&values.get(), &rule())></div>
        })}
        {dynamic(move || (1..styles.get()).map(|number| view! { <Threshold number thresholds values/> }).collect_view())}
        <ul data-testid="label-shares">
            {dynamic(move || shares(&values.get(), &rule()).into_iter().enumerate().map(|(style, share)| {
                view! { <li><StyleMark style/>" "{percent(share)}</li> }
            }).collect_view())}
        </ul>
        <div class="stagetools">
            <button class="primary" data-testid="label-apply" disabled=boolean(move || values.with(Vec::is_empty)) on:click=apply>{t!("data-label-apply")}</button>
            <button data-testid="label-even" on:click=even>{t!("data-label-even")}</button>
            <button class="quiet" data-testid="label-remove" disabled=boolean(move || !in_use.get())
                on:click=move |_| change(panel, |run| run.rule = None)>{t!("data-label-remove")}</button>
        </div>
        {when(move || in_use.get(), move || view! { <p class="aside">{t!("data-label-used")}</p> })}
    }
}

/// Where one style ends and the next begins.
#[component]
fn Threshold(number: usize, thresholds: RwSignal<Vec<f32>>, values: RwSignal<Vec<f32>>) -> impl IntoView {
    let value = move || thresholds.with(|all| all.get(number - 1).copied().unwrap_or_default());
    let position = move || {
        let (low, high) = values.with(|values| bounds(values));
        (f64::from((value() - low) / (high - low)) * POSITIONS).round().to_string()
    };
    let slide = move |event: leptos::ev::Event| {
        let (low, high) = values.with_untracked(|values| bounds(values));
        let chosen = low + (high - low) * (event_number(&event) / POSITIONS) as f32;
        thresholds.update(|all| {
            if let Some(threshold) = all.get_mut(number - 1) {
                *threshold = chosen;
            }
        });
    };
    let name = string(move || words(&text!("data-threshold", number = number, value = fixed(value(), 3))));
    view! {
        <label class="field">{name}" "
            <input type="range" min="0" max=POSITIONS.to_string() step="1" data-testid=format!("label-threshold-{number}")
                prop:value=string(position) on:input=slide/>
        </label>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_part_the_values_evenly_and_rise() {
        let values: Vec<f32> = (0..90).map(|value| value as f32).collect();
        let thresholds = quantiles(&values, 3);
        assert_eq!(thresholds, [30.0, 60.0]);
        let rule = Rule { quantity: Quantity::Speed, thresholds };
        assert!(shares(&values, &rule).iter().all(|share| (share - 1.0 / 3.0).abs() < 0.02));
        let equal = quantiles(&[2.0; 10], 4);
        assert!(equal.windows(2).all(|pair| pair[0] < pair[1]), "{equal:?}");
        assert_eq!(rising(vec![3.0, 1.0]), [1.0, 3.0]);
    }

    #[test]
    fn the_histogram_survives_any_values() {
        let rule = Rule { quantity: Quantity::Turn, thresholds: vec![0.5] };
        for values in [vec![], vec![1.0; 5], vec![0.0, f32::MAX]] {
            assert_eq!(histogram(&values, &rule).matches("<rect").count(), BARS);
            assert_eq!(shares(&values, &rule).len(), 2);
        }
    }
}
