//! Why a step has its weight: the critic's posterior against the prior, per style.

use std::sync::Arc;

use leptos::prelude::*;

use crate::controls::StyleMark;
use crate::page::Page;
use crate::reactive::dynamic;
use crate::text::{self, shown, t, words};
use protocol::{Text, Timeline, text};

/// One step of a timeline.
#[derive(Clone, Debug, PartialEq)]
struct StepView {
    step: usize,
    style: usize,
    posterior: Vec<f32>,
    prior: Vec<f32>,
    pmi: f32,
    weight: f32,
    weighs_actions: bool,
}

fn look(timeline: &Timeline, point: usize) -> Option<StepView> {
    let step = point.min(timeline.pmi.len().checked_sub(1)?);
    let styles = timeline.prior.len();
    let posterior = timeline.posterior.get(step * styles..(step + 1) * styles)?.to_vec();
    let weight = timeline.weight.get(step).copied().unwrap_or(f32::NAN);
    let style = usize::from(timeline.style);
    let (prior, weighs_actions) = (timeline.prior.clone(), timeline.weighs_actions);
    Some(StepView { step, style, posterior, prior, pmi: timeline.pmi[step], weight, weighs_actions })
}

impl StepView {
    /// The verdict in a sentence, with its arithmetic.
    fn sentence(&self, name: impl Fn(usize) -> Text) -> Text {
        let at = |list: &[f32]| list.get(self.style).copied().unwrap_or(f32::NAN);
        let (after, before) = (at(&self.posterior), at(&self.prior));
        let likely = (0..self.posterior.len()).max_by(|a, b| self.posterior[*a].total_cmp(&self.posterior[*b]));
        let verdict = match (self.pmi, likely) {
            (pmi, _) if pmi.abs() < 0.1 => text!("page-why-nothing"),
            (pmi, _) if pmi > 0.0 => text!("page-why-for", style = name(self.style)),
            (_, Some(other)) if other != self.style => text!("page-why-other", style = name(other)),
            _ => text!("page-why-against", style = name(self.style)),
        };
        let neutral = match self.weighs_actions {
            true => text!("page-why-neutral-action"),
            false => text!("page-why-neutral-step"),
        };
        text!(
            "page-why",
            step = self.step,
            after = after,
            before = before,
            verdict = verdict,
            pmi = self.pmi,
            weight = self.weight,
            neutral = neutral,
        )
    }
}

#[component]
pub fn Why(page: Page, timeline: Memo<Option<Arc<Timeline>>>) -> impl IntoView {
    let look = page.memo(move |model| {
        timeline.with(|timeline| timeline.as_ref().and_then(|t| look(t, model.step_of(t.pmi.len()))))
    });
    let sentence =
        move || look.get().map(|look| words(&page.peek(|model| look.sentence(|style| model.style_name(style)))));
    view! {
        <div class="why" data-testid="why">
            <p>{sentence}</p>
            {dynamic(move || look.get().map(|look| pairs(page, &look)))}
        </div>
    }
}

fn pairs(page: Page, look: &StepView) -> impl IntoView + use<> {
    let row = |style: usize| {
        let (after, before) = (look.posterior[style], look.prior.get(style).copied().unwrap_or(0.0));
        let name = page.peek(|model| model.style_name(style));
        let class = if style == look.style { "pair labelled" } else { "pair" };
        let about = t!("page-why-pair", style = name.clone(), after = after, before = before);
        let wide = |share: f32| format!("{:.1}%", share.clamp(0.0, 1.0) * 100.0);
        view! {
            <tr class=class title=about>
                <th scope="row"><StyleMark style/>" "{shown(name)}</th>
                <td class="pairbars">
                    <i class=format!("after style-{}", style % 8) style:width=wide(after)></i>
                    <i class="before" style:width=wide(before)></i>
                </td>
                <td>{text::fixed(after, 2)}</td>
                <td class="muted">{text::fixed(before, 2)}</td>
            </tr>
        }
    };
    let rows = (0..look.posterior.len()).map(row).collect_view();
    view! {
        <table class="pairs">
            <thead><tr>
                <th scope="col">{t!("page-why-style")}</th><th scope="col"><span class="sr">{t!("page-why-bars")}</span></th>
                <th scope="col" title=t!("page-why-posterior")>"p(z|s,a)"</th>
                <th scope="col" title=t!("page-why-prior")>"p(z)"</th>
            </tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look_with(pmi: f32, posterior: Vec<f32>) -> String {
        let look = StepView {
            step: 3,
            style: 0,
            posterior,
            prior: vec![0.5, 0.5],
            pmi,
            weight: 1.5,
            weighs_actions: pmi < 0.0,
        };
        words(&look.sentence(|style| Text::new(format!("s{style}"))))
    }

    #[test]
    fn the_sentence_says_what_the_numbers_do() {
        assert!(look_with(0.6, vec![0.9, 0.1]).contains("speaks for “s0”"));
        assert!(look_with(0.0, vec![0.5, 0.5]).contains("a step that tells nothing weighs 1"));
        assert!(look_with(-1.6, vec![0.1, 0.9]).contains("looks like “s1”"));
        assert!(look_with(-1.6, vec![0.1, 0.9]).contains("an action that adds nothing"));
    }

    #[test]
    fn a_short_timeline_is_no_trouble() {
        let empty = Timeline {
            trajectory: Some(0),
            style: 0,
            xy: vec![],
            pmi: vec![],
            weight: vec![],
            weighs_actions: false,
            posterior: vec![],
            prior: vec![1.0],
            followed: vec![],
        };
        assert_eq!(look(&empty, 5), None);
        assert_eq!(look(&Timeline { pmi: vec![0.0], ..empty }, 5), None);
    }
}
