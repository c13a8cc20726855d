//! Tools of the stage: stopping the agents, drawing a path, the density of episode ends, and chosen starts.

use leptos::prelude::*;

use crate::actions::Action;
use crate::browser::event_number;
use crate::controls::StyleMark;
use crate::page::Page;
use crate::reactive::{boolean, dynamic, string, when};
use crate::state::Model;
use crate::text::{self, shown, shown_memo, t, words};
use protocol::{Text, text};

/// The table of ends is updated once per this many frames, about twice per second.
const FRAMES: u32 = 32;

#[component]
pub fn Tools(page: Page) -> impl IntoView {
    let (draws, starts) = (page.memo(|model| model.world().is_some_and(|world| world.draws)), page.memo(can_start));
    let (ending, ends) = (page.memo(Model::has_ends), page.memo(|model| model.show_ends && model.has_ends()));
    let pressed = [page.memo(|model| model.drawing.to_string()), page.memo(|model| model.show_ends.to_string())];
    let held = page.memo(|model| model.view.held);
    let hold = string(move || words(&if held.get() { text!("page-agents-move") } else { text!("page-agents-hold") }));
    view! {
        <div class="stagetools">
            <button data-testid="hold" title=t!("page-agents-hold.about")
                on:click=move |_| page.perform(Action::HoldAgents(!held.get_untracked()))>{hold}</button>
            {when(move || draws.get(), move || view! { <button class="toggle" data-testid="draw" aria-pressed=pressed[0]
                    title=t!("page-draw.about")
                    on:click=move |_| page.perform(Action::Draw(!page.peek(|model| model.drawing)))>{t!("page-draw")}</button> })}
            <button data-testid="your-data" title=t!("page-data.about")
                on:click=move |_| page.perform(Action::OpenPanel("data".into()))>{t!("page-data")}</button>
            {when(move || ending.get(), move || view! { <button class="toggle" data-testid="ends" aria-pressed=pressed[1]
                    title=t!("page-ends.about") on:click=move |_| page.perform(Action::ShowEnds(!page.peek(|model| model.show_ends)))>{t!("page-ends")}</button> })}
            {when(move || starts.get(), move || view! { <Starts page/> })}
        </div>
        {when(move || ends.get(), move || view! { <EndsTable page/> })}
    }
}

fn can_start(model: &Model) -> bool {
    model.world().is_some_and(|world| world.starts)
}

/// Placing an agent's start with the keyboard; with the pointer it is dragged.
#[component]
fn Starts(page: Page) -> impl IntoView {
    let agents = Memo::new(move |_| {
        page.frame_version.track();
        page.frame.with_value(|frame| frame.as_ref().and_then(|f| f.lanes.first().map(|lane| lane.agents.len())))
    });
    let (agent, at) = (RwSignal::new(0u32), [RwSignal::new(20.0f32), RwSignal::new(25.0f32)]);
    let placed = page.memo(|model| model.starts.len());
    let unit = shown_memo(page.memo(|model| model.world().and_then(|world| world.unit.clone())));
    let field = move |axis: usize, name: &'static str| {
        let typed = move |event| at[axis].set(event_number(&event) as f32);
        view! {
            <label class="field">{name}" "
                <input type="number" step="any" data-testid=format!("start-{name}") prop:value=string(move || at[axis].get().to_string())
                    on:change=typed/>
                " "{unit}
            </label>
        }
    };
    let place = move |_| {
        page.perform(Action::PlaceAgent { agent: agent.get_untracked(), at: at.map(|axis| axis.get_untracked()) })
    };
    let options = move || {
        (0..agents.get().unwrap_or(0)).map(|index| view! { <option value=index>{index + 1}</option> }).collect_view()
    };
    view! {
        <details class="starts">
            <summary title=t!("page-starts.about")>{t!("page-starts")}</summary>
            <div class="stagetools">
            <label class="field">{t!("page-starts-agent")}" "
                <select data-testid="start-agent" on:change=move |event| agent.set(event_target_value(&event).parse().unwrap_or(0))>
                    {dynamic(options)}
                </select>
            </label>
            {field(0, "x")}{field(1, "y")}
            <button data-testid="place" on:click=place>{t!("page-starts-place")}</button>
            <button class="quiet" data-testid="free" disabled=boolean(move || placed.get() == 0) on:click=move |_| page.perform(Action::FreeAgents)>
                {string(move || words(&text!("page-starts-free", count = placed.get())))}
            </button>
            </div>
        </details>
    }
}

/// Counts and mean positions of episode ends per style.
#[component]
fn EndsTable(page: Page) -> impl IntoView {
    let turn = Memo::new(move |_| page.frame_version.get() / FRAMES);
    let rows = move || {
        // A memo subscribes to its sources when it is first read, so tracking it alone is not enough.
        turn.get();
        let (styles, focus, unit) =
            page.get(|model| (model.styles(), model.focus(), model.world().and_then(|world| world.unit.clone())));
        let sums = page.ends.with_value(|ends| ends.get(focus).map(|ends| ends.sums.clone()).unwrap_or_default());
        let row = |(style, name): (usize, Text)| {
            let sum = sums.get(&(style as u8)).copied().unwrap_or_default();
            let (x, y) = (sum.x / sum.count, sum.y / sum.count);
            let mean = match &unit {
                Some(unit) => t!("page-ends-mean-unit", x = x, y = y, unit = unit.clone()),
                None => t!("page-ends-mean", x = x, y = y),
            };
            view! {
                <tr><th scope="row"><StyleMark style/>" "{shown(name)}</th><td>{text::fixed(sum.count, 0)}</td><td>{mean}</td></tr>
            }
        };
        styles.into_iter().enumerate().map(row).collect_view()
    };
    view! {
        <table class="ends" data-testid="ends-table">
            <thead><tr><th scope="col">{t!("page-ends-style")}</th><th scope="col">{t!("page-ends-counted")}</th><th scope="col">{t!("page-ends-mean-title")}</th></tr></thead>
            <tbody>{dynamic(rows)}</tbody>
        </table>
    }
}
