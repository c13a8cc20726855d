//! Tables and drawings of single steps. Their numbers come from the trainer and fill holes in the words of the step.

mod counts;
mod optimum;
mod place_and_action;
mod shift;
mod slow_motion;
mod truth;

use std::sync::Arc;

use leptos::prelude::*;

use super::course::Course;
use super::lesson::LessonFigure;
use crate::panels::Panel;
use crate::state::Model;
use protocol::{Answer, Question};

pub use counts::FIRST_COUNTS;

#[component]
pub fn FigureView(course: Course, figure: LessonFigure) -> impl IntoView {
    match figure {
        LessonFigure::Counts => view! { <counts::Counts course plain=false/> }.into_any(),
        LessonFigure::PlainCounts => view! { <counts::Counts course plain=true/> }.into_any(),
        LessonFigure::Shift => view! { <shift::ShiftScores course/> }.into_any(),
        LessonFigure::SlowMotion => view! { <slow_motion::OneMoment course/> }.into_any(),
        LessonFigure::Optimum => view! { <optimum::BestPolicy course/> }.into_any(),
        LessonFigure::PlaceAndAction => view! { <place_and_action::PlaceAndAction course/> }.into_any(),
        LessonFigure::Truth => view! { <truth::Truth course/> }.into_any(),
    }
}

/// The latest answer to a question that changes; it stays until the next one arrives.
pub fn answers(
    panel: Panel,
    question: impl Fn() -> Option<Question> + Send + Sync + 'static,
) -> RwSignal<Option<Arc<Answer>>> {
    let latest = RwSignal::new(None);
    let asked = StoredValue::new(None);
    let question = Memo::new(move |_| question());
    Effect::new(move |_| {
        if let Some(question) = question.get() {
            asked.set_value(Some(panel.ask(&question)));
        }
    });
    Effect::new(move |_| {
        if let Some((id, answer)) = panel.answer.get()
            && asked.get_value() == Some(id)
        {
            latest.set(Some(answer));
        }
    });
    latest
}

/// The demonstration and moment that the page explains.
fn selected(model: &Model) -> Option<(u32, u32)> {
    let timeline = model.lanes.first()?.timeline.as_ref()?;
    let trajectory = model.selected?;
    Some((trajectory, u32::try_from(model.step_of(timeline.pmi.len())).ok()?))
}
