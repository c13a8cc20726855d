//! A label without code: the visitor chooses a quantity of a path and the thresholds between styles. The shares of the
//! styles are shown while the sliders move, and how much the label would tell when they rest.

mod histogram;
mod one_by_one;
mod region;
mod tells;

use leptos::prelude::*;

use super::draw::Count;
use super::{Panel, change};
use crate::browser::event_number;
use crate::controls::StyleMark;
use crate::reactive::{boolean, dynamic, string, when};
use crate::state::Model;
use crate::text::{fixed, percent, t, words};
use histogram::{bounds, histogram, quantiles, rising, shares};
use one_by_one::OneByOne;
use protocol::{Answer, PathQuantity, Question, Rule, Text, text};
use region::{DrawRegion, first_region};
use tells::TellsView;

/// Number of positions of a threshold's slider.
const POSITIONS: f64 = 1000.0;

/// A rule that is not applied yet.
#[derive(Clone, Copy)]
pub struct RuleDraft {
    panel: Panel,
    quantity: RwSignal<PathQuantity>,
    thresholds: RwSignal<Vec<f32>>,
    /// The value of the quantity for every demonstration.
    values: RwSignal<Vec<f32>>,
    refused: RwSignal<Option<Text>>,
}

impl RuleDraft {
    fn new(panel: Panel) -> Self {
        let used = panel.page.peek(|model| model.requested.rule.clone());
        let quantity = RwSignal::new(used.as_ref().map_or(PathQuantity::Speed, |rule| rule.quantity.clone()));
        let thresholds = RwSignal::new(used.map(|rule| rule.thresholds).unwrap_or_default());
        Self { panel, quantity, thresholds, values: RwSignal::default(), refused: RwSignal::default() }
    }

    pub fn rule(self) -> Rule {
        Rule { quantity: self.quantity.get(), thresholds: rising(self.thresholds.get()) }
    }

    /// Chooses another quantity; values and thresholds are computed anew.
    fn choose(self, quantity: PathQuantity) {
        self.thresholds.set(vec![]);
        self.values.set(vec![]);
        self.quantity.set(quantity);
    }

    /// Asks for the values whenever quantity or run change, and sets as many thresholds as the styles need.
    fn follow(self, styles: Memo<usize>) {
        let asked = StoredValue::new(None::<u32>);
        // Another run has other demonstrations, and there are none until it is open.
        let run = self.panel.page.memo(|model| (model.run, model.demos.is_some()));
        Effect::new(move |_| {
            run.get();
            let question = Question::Measure { quantity: self.quantity.get() };
            asked.set_value(Some(self.panel.ask(&question)));
        });
        Effect::new(move |_| {
            let Some((id, answer)) = self.panel.answer.get() else { return };
            match (asked.get_value() == Some(id), answer.as_ref()) {
                (true, Answer::Measured(measured)) => {
                    self.refused.set(None);
                    self.values.set(measured.clone());
                }
                (true, Answer::Refused(why)) => self.refused.set(Some(why.clone())),
                _ => {}
            }
        });
        Effect::new(move |_| {
            let (measured, styles) = (self.values.get(), styles.get());
            if !measured.is_empty() && self.thresholds.with_untracked(Vec::len) + 1 != styles {
                self.thresholds.set(quantiles(&measured, styles));
            }
        });
    }

    fn apply(self) {
        let rule = untrack(|| self.rule());
        change(self.panel, |run| {
            run.relabel.clear();
            run.rule = Some(rule);
        });
    }
}

#[component]
pub fn Label(panel: Panel) -> impl IntoView {
    let styles = Memo::new(move |_| {
        panel.version.track();
        panel.page.peek(Model::styles).len()
    });
    let draft = RuleDraft::new(panel);
    draft.follow(styles);
    let RuleDraft { thresholds, values, .. } = draft;
    let even = move |_| thresholds.set(quantiles(&values.get_untracked(), styles.get_untracked()));
    let in_use = Memo::new(move |_| {
        panel.version.track();
        panel.page.peek(|model| model.requested.rule.is_some())
    });
    let empty = move || values.with(Vec::is_empty);
    view! {
        <p>{t!("data-label.about")}</p>
        <Measured draft/>
        <Count panel/>
        {when(move || draft.refused.with(Option::is_some), move || view! {
            <p role="alert" data-testid="label-refused">{string(move || draft.refused.get().map(|why| words(&why)).unwrap_or_default())}</p>
        })}
        <div class="histogram" data-testid="label-histogram" inner_html=string(move || histogram(&values.get(), &draft.rule()))></div>
        {dynamic(move || (1..styles.get()).map(|number| view! { <Threshold number draft/> }).collect_view())}
        <ul data-testid="label-shares">
            {dynamic(move || shares(&values.get(), &draft.rule()).into_iter().enumerate().map(|(style, share)| {
                view! { <li><StyleMark style/>" "{percent(share)}</li> }
            }).collect_view())}
        </ul>
        <TellsView draft/>
        <div class="stagetools">
            <button class="primary" data-testid="label-apply" disabled=boolean(empty) on:click=move |_| draft.apply()>{t!("data-label-apply")}</button>
            <button data-testid="label-even" on:click=even>{t!("data-label-even")}</button>
            <button class="quiet" data-testid="label-remove" disabled=boolean(move || !in_use.get())
                on:click=move |_| change(panel, |run| run.rule = None)>{t!("data-label-remove")}</button>
        </div>
        {when(move || in_use.get(), move || view! { <p class="aside">{t!("data-label-used")}</p> })}
        <OneByOne panel/>
    }
}

/// Chooses the quantity: of the path, of a region, or of a column of the file.
#[component]
fn Measured(draft: RuleDraft) -> impl IntoView {
    let panel = draft.panel;
    let columns = RwSignal::new(Vec::<String>::new());
    let asked = StoredValue::new(None::<u32>);
    // Another run may have another file.
    let run = Memo::new(move |_| {
        panel.version.track();
        panel.page.peek(|model| model.run)
    });
    Effect::new(move |_| {
        run.get();
        asked.set_value(Some(panel.ask(&Question::Columns)));
    });
    Effect::new(move |_| {
        let Some((id, answer)) = panel.answer.get() else { return };
        if let (true, Answer::Columns(names)) = (asked.get_value() == Some(id), answer.as_ref()) {
            columns.set(names.clone());
        }
    });
    let option = move |one: PathQuantity| {
        let (name, value) = (words(&one.text()), one.name());
        let chosen = boolean(move || draft.quantity.with(|now| *now == one));
        view! { <option value=value selected=chosen>{name}</option> }
    };
    let of_columns = move || {
        let both = |name: String| [PathQuantity::ColumnMean(name.clone()), PathQuantity::ColumnLast(name)];
        columns.get().into_iter().flat_map(both).map(option).collect_view()
    };
    let inside = move || draft.quantity.with(|now| matches!(now, PathQuantity::Inside(_)));
    let choose = move |event| match event_target_value(&event).as_str() {
        "inside" => draft.choose(PathQuantity::Inside(panel.page.peek(first_region))),
        name => {
            if let Some(quantity) = PathQuantity::from_name(name) {
                draft.choose(quantity);
            }
        }
    };
    view! {
        <label class="field">{t!("data-quantity")}" "
            <select data-testid="label-quantity" on:change=choose>
                {PathQuantity::PLAIN.map(option).collect_view()}
                <option value="inside" selected=boolean(inside)>{t!("quantity-inside")}</option>
                {dynamic(of_columns)}
            </select>
        </label>
        {when(inside, move || view! { <DrawRegion draft/> })}
    }
}

/// The slider of one threshold.
#[component]
fn Threshold(number: usize, draft: RuleDraft) -> impl IntoView {
    let RuleDraft { thresholds, values, .. } = draft;
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
