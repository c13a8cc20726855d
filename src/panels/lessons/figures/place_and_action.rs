//! pmi(z; s,a), of place and action together, and pmi(z; a|s), of the action given the place, along the explained path.

use leptos::prelude::*;

use crate::panels::lessons::course::Course;
use crate::reactive::dynamic;
use crate::text::{fixed, t};

pub const WIDTH: f32 = 300.0;
pub const HEIGHT: f32 = 60.0;
/// A moment whose |PMI| is at most this many nats tells nothing.
const TELLING: f32 = 0.1;

/// Both curves of a path and its selected moment.
#[derive(Clone, Debug, PartialEq)]
struct EvidenceCurves {
    /// pmi(z; s,a), nats: `[moments]`.
    pair: Vec<f32>,
    /// pmi(z; a|s), nats: `[moments]`.
    action: Vec<f32>,
    moment: usize,
}

impl EvidenceCurves {
    /// Whether the pair tells the style at this moment and the action alone does not.
    fn by_place(&self, moment: usize) -> bool {
        let tells = |list: &[f32]| list.get(moment).is_some_and(|pmi| pmi.abs() > TELLING);
        tells(&self.pair) && !tells(&self.action)
    }
}

#[component]
pub fn PlaceAndAction(course: Course) -> impl IntoView {
    let evidence = course.panel.page.memo(|model| {
        let timeline = model.lanes.first()?.timeline.as_ref()?;
        let (pair, action) = (timeline.pmi.clone(), timeline.weighed.clone());
        let complete = !pair.is_empty() && pair.len() == action.len();
        complete.then(|| EvidenceCurves { moment: model.step_of(pair.len()), pair, action })
    });
    Effect::new(move |_| {
        if let Some(EvidenceCurves { pair, action, moment }) = evidence.get() {
            course.note("pair", f64::from(pair.get(moment).copied().unwrap_or_default()));
            course.note("action", f64::from(action.get(moment).copied().unwrap_or_default()));
        }
    });
    dynamic(move || {
        match evidence.get() {
        Some(evidence) => view! {
            <figure class="evidence">
                <figcaption>{t!("lesson-evidence-pair", value = value(&evidence.pair, evidence.moment))}</figcaption>
                <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") aria-hidden="true" inner_html=drawing_of(&evidence.pair, evidence.moment, &|moment| evidence.by_place(moment))></svg>
                <figcaption>{t!("lesson-evidence-action", value = value(&evidence.action, evidence.moment))}</figcaption>
                <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") aria-hidden="true" inner_html=drawing(&evidence.action, evidence.moment)></svg>
            </figure>
        }
        .into_any(),
        None => view! { <p role="status">{t!("lesson-opening")}</p> }.into_any(),
    }
    })
}

pub fn value(values: &[f32], moment: usize) -> String {
    fixed(values.get(moment).copied().unwrap_or_default(), 2)
}

/// Bars up and down from the middle; a bar of 1.5 nats or more fills its half.
pub fn drawing(values: &[f32], moment: usize) -> String {
    drawing_of(values, moment, &|_| false)
}

/// The same, with some of the bars in grey.
fn drawing_of(values: &[f32], moment: usize, is_grey: &dyn Fn(usize) -> bool) -> String {
    let middle = HEIGHT / 2.0;
    let step = WIDTH / values.len().max(1) as f32;
    let mut paths = [String::new(), String::new()];
    for (index, value) in values.iter().enumerate() {
        let height = (value / 1.5).clamp(-1.0, 1.0) * middle;
        let path = &mut paths[usize::from(is_grey(index))];
        path.push_str(&format!("M{:.1} {middle}v{:.1}", (index as f32 + 0.5) * step, -height));
    }
    let x = (moment as f32 + 0.5) * step;
    format!(
        r#"<path d="{}"/><path class="grey" d="{}"/><line class="axis" x1="0" x2="{WIDTH}" y1="{middle}" y2="{middle}"/><line class="cursor" x1="{x:.1}" x2="{x:.1}" y1="0" y2="{HEIGHT}"/>"#,
        paths[0], paths[1]
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_that_tell_by_their_place_alone_are_grey() {
        let evidence = EvidenceCurves { pair: vec![0.8, 0.8, 0.0], action: vec![0.5, 0.01, 0.0], moment: 0 };
        assert_eq!([0, 1, 2, 3].map(|moment| evidence.by_place(moment)), [false, true, false, false]);
    }
}
