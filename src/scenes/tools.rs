//! Under the stage: a pen, a density of where styles end, and starts of the visitor's choice.

use leptos::prelude::*;

use crate::controls::StyleMark;
use crate::follow::{piece, truth, words};
use crate::page::Page;
use crate::state::Model;
use crate::text;

/// The table of ends is written anew after so many frames, about twice a second.
const FRAMES: u32 = 32;

#[component]
pub fn Tools(page: Page) -> impl IntoView {
    let (draws, starts) = (page.memo(|model| model.world().is_some_and(|world| world.draws)), page.memo(can_start));
    let (ending, ends) = (page.memo(Model::has_ends), page.memo(|model| model.ends && model.has_ends()));
    let pressed = [page.memo(|model| model.drawing.to_string()), page.memo(|model| model.ends.to_string())];
    view! {
        <div class="stagetools">
            <Show when=move || draws.get()>
                <button class="toggle" data-testid="draw" aria-pressed=pressed[0]
                    title="Draw a path on the stage with the pointer, or with the arrow keys and Enter: it is explained below"
                    on:click=move |_| page.toggle_drawing()>"Draw a path"</button>
            </Show>
            <Show when=move || ending.get()>
                <button class="toggle" data-testid="ends" aria-pressed=pressed[1]
                    title="Counts in hexagons where agents of each style end" on:click=move |_| page.toggle_ends()>"Where styles end"</button>
            </Show>
            <Show when=move || starts.get()><Starts page/></Show>
        </div>
        <Show when=move || ends.get()><EndsTable page/></Show>
    }
}

fn can_start(model: &Model) -> bool {
    model.world().is_some_and(|world| world.starts)
}

/// The keyboard's way to put an agent somewhere; the pointer drags it.
#[component]
fn Starts(page: Page) -> impl IntoView {
    let agents = Memo::new(move |_| {
        page.frame_beat.track();
        page.frame.with_value(|frame| frame.as_ref().and_then(|f| f.lanes.first().map(|lane| lane.agents.len())))
    });
    let (agent, at) = (RwSignal::new(0u32), [RwSignal::new(20.0f32), RwSignal::new(25.0f32)]);
    let placed = page.memo(|model| model.starts.len());
    let unit = page.memo(|model| model.world().map(|world| world.unit.clone()).unwrap_or_default());
    let field = move |axis: usize, name: &'static str| {
        let typed = move |event| at[axis].set(event_target_value(&event).parse().unwrap_or(f32::NAN));
        view! {
            <label class="field">{name}" "
                <input type="number" step="any" data-testid=format!("start-{name}") prop:value=words(move || at[axis].get().to_string())
                    on:change=typed/>
                " "{unit}
            </label>
        }
    };
    let place = move |_| page.place(agent.get_untracked(), Some(at.map(|axis| axis.get_untracked())));
    let options = move || {
        (0..agents.get().unwrap_or(0)).map(|index| view! { <option value=index>{index + 1}</option> }).collect_view()
    };
    view! {
        <details class="starts">
            <summary title="Drag an agent on the stage to where it should start, or place it here">"Starts"</summary>
            <div class="stagetools">
            <label class="field">"Agent "
                <select data-testid="start-agent" on:change=move |event| agent.set(event_target_value(&event).parse().unwrap_or(0))>
                    {piece(options)}
                </select>
            </label>
            {field(0, "x")}{field(1, "y")}
            <button data-testid="place" on:click=place>"Place"</button>
            <button class="quiet" data-testid="free" disabled=truth(move || placed.get() == 0) on:click=move |_| page.free_starts()>
                {words(move || format!("Free all ({})", placed.get()))}
            </button>
            </div>
        </details>
    }
}

/// Where each style's agents end, in words and numbers.
#[component]
fn EndsTable(page: Page) -> impl IntoView {
    let turn = Memo::new(move |_| page.frame_beat.get() / FRAMES);
    let rows = move || {
        // Read, not only tracked: a memo that nobody has read follows nothing.
        turn.get();
        let (styles, focus, unit) = page.get(|model| {
            (model.styles(), model.focus(), model.world().map(|world| world.unit.clone()).unwrap_or_default())
        });
        let sums = page.ends.with_value(|ends| ends.get(focus).map(|ends| ends.sums.clone()).unwrap_or_default());
        let row = |(style, name): (usize, String)| {
            let sum = sums.get(&(style as u8)).copied().unwrap_or_default();
            let mean = |total: f32| text::fixed(total / sum.count, 1);
            view! {
                <tr><th scope="row"><StyleMark style/>" "{name}</th><td>{text::fixed(sum.count, 0)}</td>
                    <td>{format!("{}, {} {unit}", mean(sum.x), mean(sum.y))}</td></tr>
            }
        };
        styles.into_iter().enumerate().map(row).collect_view()
    };
    view! {
        <table class="ends" data-testid="ends-table">
            <thead><tr><th scope="col">"Style asked for"</th><th scope="col">"Ends counted"</th><th scope="col">"Mean end (x, y)"</th></tr></thead>
            <tbody>{piece(rows)}</tbody>
        </table>
    }
}
