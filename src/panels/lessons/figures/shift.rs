//! A constant added to every score of the critic: the mean score moves, the bound stands still.

use leptos::prelude::*;

use super::{answers, selected};
use crate::browser::event_number;
use crate::panels::lessons::course::Course;
use crate::reactive::{dynamic, string};
use crate::text::{fixed, t, words};
use protocol::questions::Shift;
use protocol::{Answer, Question, text};

/// The largest constant either way.
const LARGEST: f64 = 3.0;

#[component]
pub fn ShiftScores(course: Course) -> impl IntoView {
    let constant = RwSignal::new(0.0);
    let page = course.panel.page;
    let moment = page.memo(selected);
    let ask = move || {
        let (trajectory, moment) = moment.get()?;
        Some(Question::Shift { constant: constant.get(), trajectory, moment })
    };
    let answer = answers(course.panel, ask);
    let shift = Memo::new(move |_| match answer.get().as_deref() {
        Some(Answer::Shift(shift)) => Some(Ok(*shift)),
        Some(Answer::Refused(why)) => Some(Err(words(why))),
        _ => None,
    });
    Effect::new(move |_| {
        if let Some(Ok(shift)) = shift.get() {
            course.note("constant", shift.constant);
            course.note("mean", shift.after.mean_score);
            course.note("bound", shift.after.bound);
            course.note("moved", shift.constant.abs());
        }
    });
    let written = move || fixed(constant.get() as f32, 1);
    view! {
        <label class="guess">{t!("lesson-shift")}
            <input type="range" min=-LARGEST max=LARGEST step="0.1" data-testid="shift" aria-valuetext=string(written)
                prop:value=string(move || constant.get().to_string()) on:input=move |event| constant.set(event_number(&event))/>
            <output>{string(written)}</output>
        </label>
        {dynamic(move || match shift.get() {
            Some(Ok(shift)) => view! { <table class="lessontable" inner_html=table(&shift)></table> }.into_any(),
            Some(Err(why)) => view! { <p>{why}</p> }.into_any(),
            None => view! { <p role="status">{t!("lesson-opening")}</p> }.into_any(),
        })}
    }
}

fn table(shift: &Shift) -> String {
    let row = |name: protocol::Text, before: f64, after: f64| {
        let (before, after) = (fixed(before as f32, 3), fixed(after as f32, 3));
        format!(r#"<tr><th scope="row">{}</th><td>{before}</td><td>{after}</td></tr>"#, words(&name))
    };
    let (before, after) = (&shift.before, &shift.after);
    let head = format!(
        r#"<thead><tr><td></td><th scope="col">{}</th><th scope="col">{}</th></tr></thead>"#,
        words(&text!("lesson-shift-before")),
        words(&text!("lesson-shift-after"))
    );
    let rows = [
        row(text!("lesson-shift-mean"), before.mean_score, after.mean_score),
        row(text!("lesson-shift-log"), before.log_mean_exponential, after.log_mean_exponential),
        row(text!("lesson-shift-bound"), before.bound, after.bound),
        row(text!("lesson-shift-pmi"), before.pmi, after.pmi),
    ];
    format!("{head}<tbody>{}</tbody>", rows.concat())
}
