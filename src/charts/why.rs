//! Why a moment has its weight: the critic's posterior against the prior per style, and the weight's arithmetic.

use std::sync::Arc;

use leptos::prelude::*;

use super::arithmetic::{MomentView, look};
use crate::controls::StyleMark;
use crate::page::Page;
use crate::reactive::dynamic;
use crate::text::{self, shown, t, words};
use protocol::{Text, Timeline, WeighedQuantity, text};

/// The verdict in a sentence.
fn sentence(look: &MomentView, name: impl Fn(usize) -> Text) -> Text {
    let likely = (0..look.posterior.len()).max_by(|a, b| look.posterior[*a].total_cmp(&look.posterior[*b]));
    let verdict = match (look.pmi, likely) {
        (pmi, _) if pmi.abs() < 0.1 => text!("page-why-nothing"),
        (pmi, _) if pmi > 0.0 => text!("page-why-for", style = name(look.style)),
        (_, Some(other)) if other != look.style => text!("page-why-other", style = name(other)),
        _ => text!("page-why-against", style = name(look.style)),
    };
    let seen =
        text!("page-why-seen", moment = look.moment, after = look.after(), before = look.before(), verdict = verdict);
    let neutral = match look.formula.quantity {
        WeighedQuantity::ActionPmi => text!("page-why-neutral-action"),
        _ => text!("page-why-neutral-moment"),
    };
    match (look.formula.mean, look.neutral_weight()) {
        (None, _) => text!("page-why-early", seen = seen),
        (_, None) => text!("page-why-weight", seen = seen, weight = look.weight),
        (_, Some(other)) => {
            text!("page-why-weight-beside", seen = seen, weight = look.weight, neutral = neutral, other = other)
        }
    }
}

#[component]
pub fn Why(page: Page, timeline: Memo<Option<Arc<Timeline>>>) -> impl IntoView {
    let look = page.memo(move |model| {
        timeline.with(|timeline| timeline.as_ref().and_then(|t| look(t, model.step_of(t.pmi.len()))))
    });
    let explanation =
        move || look.get().map(|look| words(&page.peek(|model| sentence(&look, |style| model.style_name(style)))));
    view! {
        <div class="why" data-testid="why">
            <p>{explanation}</p>
            <p class="arithmetic" data-testid="arithmetic">{dynamic(move || look.get().map(|look| arithmetic(&look)))}</p>
            {dynamic(move || look.get().map(|look| pairs(page, &look)))}
        </div>
    }
}

fn arithmetic(look: &MomentView) -> impl IntoView + use<> {
    look.arithmetic().into_iter().map(|step| view! { <span>{shown(step)}</span>" " }).collect_view()
}

fn pairs(page: Page, look: &MomentView) -> impl IntoView + use<> {
    let row = |style: usize| {
        let (after, before) = (look.posterior[style], look.prior.get(style).copied().unwrap_or(0.0));
        let score = look.scores.get(style).copied().unwrap_or(f32::NAN);
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
                <td class="muted">{text::fixed(score, 2)}</td>
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
                <th scope="col" title=t!("page-why-score")>"T(s,a,z)"</th>
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
    use protocol::WeightFormula;
    use protocol::knobs::weights::Baseline;

    fn formula(quantity: WeighedQuantity, mean: Option<f32>) -> WeightFormula {
        let (baseline, divisor) = (Baseline::Mean, mean.unwrap_or(1.0));
        WeightFormula { quantity, beta: 1.0, sharpness: 1.0, label_noise: None, cap: None, baseline, mean, divisor }
    }

    fn explained(pmi: f32, posterior: Vec<f32>, formula: WeightFormula) -> String {
        let look = MomentView {
            moment: 3,
            style: 0,
            scores: vec![pmi, 0.0],
            posterior,
            prior: vec![0.5, 0.5],
            pmi,
            weighed: pmi,
            weight: formula.weight(pmi.exp()),
            by_hand: None,
            formula,
        };
        words(&sentence(&look, |style| Text::new(format!("s{style}"))))
    }

    #[test]
    fn the_sentence_says_what_the_numbers_do() {
        let pair = formula(WeighedQuantity::Pmi, Some(0.8));
        assert!(explained(0.6, vec![0.9, 0.1], pair).contains("At moment 3 the critic gives the label 90"));
        assert!(explained(0.6, vec![0.9, 0.1], pair).contains("speaks for “s0”"));
        assert!(
            explained(0.0, vec![0.5, 0.5], pair)
                .contains("Its weight is 1.25; a moment that tells nothing weighs 1.25.")
        );
        assert!(explained(-1.6, vec![0.1, 0.9], pair).contains("looks like “s1”"));
        let action = formula(WeighedQuantity::ActionPmi, Some(0.8));
        assert!(explained(-1.6, vec![0.1, 0.9], action).contains("an action that adds nothing"));
        let raw = explained(0.6, vec![0.9, 0.1], formula(WeighedQuantity::RawScore, Some(0.8)));
        assert!(raw.ends_with("Its weight is 2.28."), "{raw}");
        let early = explained(0.6, vec![0.9, 0.1], formula(WeighedQuantity::Pmi, None));
        assert!(early.contains("once cloning begins"), "{early}");
    }
}
