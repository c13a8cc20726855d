//! The best policy π*(a|s,z) ∝ p(a|s) p(z|s,a)^{1+β} over three actions, as β grows.

use leptos::prelude::*;

use super::answers;
use crate::browser::event_number;
use crate::markup::Markup;
use crate::panels::lessons::course::Course;
use crate::reactive::{dynamic, string};
use crate::text::{fixed, percent, t, words};
use protocol::{Answer, Question, text};

/// p(a|s) and p(z|s,a) of three actions, where z is the requested style: one that all styles take, one that is more
/// frequent in this style, and a rare one that is hardly taken in any other.
const PRIOR: [f64; 3] = [0.6, 0.3, 0.1];
const POSTERIOR: [f64; 3] = [0.25, 0.5, 0.95];
const LARGEST: f64 = 8.0;

#[component]
pub fn BestPolicy(course: Course) -> impl IntoView {
    let beta = RwSignal::new(0.0);
    let ask = move || {
        Some(Question::OptimumOf { prior: PRIOR.to_vec(), posterior: POSTERIOR.to_vec(), betas: vec![beta.get()] })
    };
    let answer = answers(course.panel, ask);
    let optimum = Memo::new(move |_| match answer.get().as_deref() {
        Some(Answer::OptimumOf(all)) => all.first().cloned(),
        _ => None,
    });
    Effect::new(move |_| {
        if let Some(best) = optimum.get().and_then(|optimum| optimum.last().copied()) {
            course.note("best", best);
            course.note("beta", beta.get_untracked());
        }
    });
    let written = move || fixed(beta.get() as f32, 1);
    view! {
        <label class="guess">{t!("lesson-optimum")}
            <input type="range" min="0" max=LARGEST step="0.5" data-testid="beta" aria-valuetext=string(written)
                prop:value=string(move || beta.get().to_string()) on:input=move |event| beta.set(event_number(&event))/>
            <output>"β = "{string(written)}</output>
        </label>
        {dynamic(move || view! { <table class="lessontable" inner_html=table(&optimum.get().unwrap_or_default())></table> })}
    }
}

fn table(optimum: &[f64]) -> String {
    let mut markup = Markup::default();
    markup.add(format_args!(
        r#"<thead><tr><td></td><th scope="col">p(a|s)</th><th scope="col">p(z|s,a)</th><th scope="col">π*(a|s,z)</th></tr></thead><tbody>"#
    ));
    let names = [text!("lesson-optimum-1"), text!("lesson-optimum-2"), text!("lesson-optimum-3")];
    for (index, name) in names.iter().enumerate() {
        let best = optimum.get(index).copied().unwrap_or_default() as f32;
        markup.add(format_args!(
            r#"<tr><th scope="row">{}</th><td>{}</td><td>{}</td><td><svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="{:.1}" height="10"/></svg>{}</td></tr>"#,
            words(name),
            percent(PRIOR[index] as f32),
            percent(POSTERIOR[index] as f32),
            best * 100.0,
            percent(best),
        ));
    }
    markup.add(format_args!("</tbody>"));
    markup.finish()
}
