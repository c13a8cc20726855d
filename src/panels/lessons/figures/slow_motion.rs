//! One moment, from the critic's scores to the length of its gradient, taken from the networks of the open run.

use leptos::prelude::*;

use super::{answers, selected};
use crate::markup::{Markup, escape, style_mark};
use crate::panels::lessons::course::Course;
use crate::reactive::dynamic;
use crate::text::{fixed, t, words};
use protocol::questions::SlowMotion;
use protocol::{Answer, Question, Text, text};

#[component]
pub fn OneMoment(course: Course) -> impl IntoView {
    let page = course.panel.page;
    let moment = page.memo(selected);
    let styles = page.memo(|model| model.styles());
    let ask = move || {
        let (trajectory, moment) = moment.get()?;
        Some(Question::SlowMotion { trajectory, moment })
    };
    let answer = answers(course.panel, ask);
    let found = Memo::new(move |_| match answer.get().as_deref() {
        Some(Answer::SlowMotion(found)) => Some(Ok(found.clone())),
        Some(Answer::Refused(why)) => Some(Err(words(why))),
        _ => None,
    });
    Effect::new(move |_| {
        if let Some(Ok(found)) = found.get() {
            note(course, &found);
        }
    });
    dynamic(move || match found.get() {
        Some(Ok(found)) => view! {
            <table class="lessontable" data-testid="slow-motion" inner_html=table(&found, &styles.get())></table>
            <ol class="chain" inner_html=chain(&found)></ol>
            <figure class="arrows"><svg viewBox="0 0 300 56" aria-hidden="true" inner_html=arrows(&found)></svg>
                <figcaption>{t!("lesson-slow-arrows", parameters = found.parameters)}</figcaption></figure>
        }
        .into_any(),
        Some(Err(why)) => view! { <p>{why}</p> }.into_any(),
        None => view! { <p role="status">{t!("lesson-opening")}</p> }.into_any(),
    })
}

fn note(course: Course, found: &SlowMotion) {
    let of = |list: &[f64]| list.get(usize::from(found.style)).copied().unwrap_or(f64::NAN);
    course.note("posterior", of(&found.posterior));
    course.note("prior", of(&found.prior));
    course.note("pmi", of(&found.pmi));
    course.note("weight", found.weight);
    course.note("length", found.gradient_length);
    course.note("weighed", found.weighted_length);
}

fn number(value: f64, decimals: usize) -> String {
    fixed(value as f32, decimals)
}

/// Per style: score, p(z|s,a), p(z) and PMI.
fn table(found: &SlowMotion, styles: &[Text]) -> String {
    let mut markup = Markup::default();
    markup.add(format_args!(
        r#"<thead><tr><th scope="col">{}</th><th scope="col">T</th><th scope="col">p(z|s,a)</th><th scope="col">p(z)</th><th scope="col">PMI</th></tr></thead><tbody>"#,
        escape(&words(&text!("lesson-slow-style")))
    ));
    for (style, name) in styles.iter().enumerate().take(found.scores.len()) {
        let class = if style == usize::from(found.style) { "labelled" } else { "" };
        markup.add(format_args!(
            r#"<tr class="{class}"><th scope="row">{}{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>"#,
            style_mark(style),
            escape(&words(name)),
            number(found.scores[style], 2),
            number(found.posterior[style], 2),
            number(found.prior[style], 2),
            number(found.pmi[style], 2),
        ));
    }
    markup.add(format_args!("</tbody>"));
    markup.finish()
}

/// The arithmetic from the PMI of the label to the weight.
fn chain(found: &SlowMotion) -> String {
    let item = |text: Text| format!("<li>{}</li>", escape(&words(&text)));
    let mut items = vec![item(text!(
        "lesson-slow-power",
        weighed = number(found.weighed, 2),
        beta = number(f64::from(found.formula.beta), 1),
        power = number(found.power, 2)
    ))];
    if found.capped < found.power {
        items.push(item(text!("lesson-slow-cap", capped = number(found.capped, 2))));
    }
    items.push(item(text!("lesson-slow-weight", weight = number(found.weight, 2))));
    items.concat()
}

/// The lengths of the gradient before and after weighting, as arrows on one scale.
fn arrows(found: &SlowMotion) -> String {
    let longest = found.gradient_length.max(found.weighted_length).max(1e-9);
    let arrow = |length: f64, y: f32, name: Text| {
        let (x, length_text) = (8.0 + 190.0 * (length / longest) as f32, number(length, 1));
        format!(
            r#"<line x1="4" x2="{x:.1}" y1="{y}" y2="{y}"/><path d="M{x:.1} {} l10 5 l-10 5 z"/><text x="{:.1}" y="{}">{} {length_text}</text>"#,
            y - 5.0,
            x + 14.0,
            y + 4.0,
            escape(&words(&name))
        )
    };
    let plain = arrow(found.gradient_length, 14.0, text!("lesson-slow-plain"));
    plain + &arrow(found.weighted_length, 42.0, text!("lesson-slow-weighed"))
}
