//! The list of demonstrations that contradict their label, each with its guilty stretch, which can be shown and left out.

use leptos::prelude::*;

use super::{Panel, change, port};
use crate::actions::Action;
use crate::controls::StyleMark;
use crate::reactive::{boolean, dynamic, string, when};
use crate::text::{fixed, t, words};
use protocol::questions::Doubtful;
use protocol::{Answer, Question, Relabel, RunConfig, Stretch, Text, text};

/// Most entries of the list.
const LISTED: u16 = 20;

#[component]
pub fn DoubtfulList(panel: Panel) -> impl IntoView {
    let found = RwSignal::new(None::<Result<Vec<Doubtful>, Text>>);
    let asked = StoredValue::new(None::<u32>);
    Effect::new(move |_| {
        let Some((id, answer)) = panel.answer.get() else { return };
        match (asked.get_value() == Some(id), answer.as_ref()) {
            (true, Answer::Doubtful(list)) => found.set(Some(Ok(list.clone()))),
            (true, Answer::Refused(why)) => found.set(Some(Err(why.clone()))),
            _ => {}
        }
    });
    let look = move |_| asked.set_value(Some(panel.ask(&Question::Doubtful { most: LISTED })));
    // Another run has other demonstrations.
    let run = Memo::new(move |_| {
        panel.version.track();
        panel.page.peek(|model| model.requested.clone())
    });
    Effect::new(move |before: Option<RunConfig>| {
        let now = run.get();
        if before.is_some_and(|before| {
            (before.world, before.seed, before.label) != (now.world.clone(), now.seed, now.label.clone())
        }) {
            found.set(None);
        }
        now
    });
    let weighed = Memo::new(move |_| run.with(|run| run.weigh.len() + run.relabel.len()));
    let restore = move |_| {
        change(panel, |run| {
            run.weigh.clear();
            run.relabel.clear();
        });
    };
    view! {
        <p>{t!("data-doubtful.about")}</p>
        <div class="stagetools">
            <button class="primary" data-testid="doubtful-look" on:click=look>{t!("data-doubtful-look")}</button>
            <button class="quiet" data-testid="doubtful-restore" disabled=boolean(move || weighed.get() == 0) on:click=restore>
                {string(move || words(&text!("data-doubtful-restore", count = weighed.get())))}</button>
        </div>
        {dynamic(move || found.get().map(|found| match found {
            Err(why) => view! { <p role="alert" data-testid="doubtful-refused">{words(&why)}</p> }.into_any(),
            Ok(list) if list.is_empty() => view! { <p data-testid="doubtful-none">{t!("data-doubtful-none")}</p> }.into_any(),
            Ok(list) => {
                let rows = list.into_iter().map(|entry| view! { <Entry panel entry/> }).collect_view();
                view! { <ol class="doubtful" data-testid="doubtful-list">{rows}</ol> }.into_any()
            }
        }))}
        {when(move || weighed.get() > 0, move || view! { <p class="aside">{t!("data-doubtful-train")}</p> })}
    }
}

#[component]
fn Entry(panel: Panel, entry: Doubtful) -> impl IntoView {
    let Doubtful { trajectory, style, looks_like, from, to, .. } = entry;
    let name = |style: u8| panel.page.peek(|model| model.style_name(usize::from(style)));
    let said = text!(
        "data-doubtful-entry",
        path = trajectory,
        from = from,
        to = to,
        against = fixed(entry.against, 1),
        label = name(style),
        other = name(looks_like),
    );
    let show = move |_| {
        port::perform(Action::SelectDemonstration(trajectory));
        port::perform(Action::SelectStep(((from + to) / 2) as usize));
    };
    let leave_out = move |from: u32, to: u32| {
        change(panel, |run| run.weigh.push(Stretch { path: trajectory, from, to, weight: 0.0 }));
    };
    let relabel = move |_| {
        change(panel, |run| {
            run.relabel.retain(|known| known.path != trajectory);
            run.relabel.push(Relabel { path: trajectory, style: looks_like });
        });
    };
    let share = |moment: u32| f64::from(moment) * 100.0 / f64::from(entry.moments.max(1));
    let (left, width) = (format!("{:.1}%", share(from)), format!("{:.1}%", share(to + 1 - from)));
    let (held_out, same) = (entry.held_out, style == looks_like);
    view! {
        <li data-testid="doubtful-entry" data-trajectory=trajectory>
            <p><StyleMark style=usize::from(style)/>" "{words(&said)}{held_out.then(|| view! { " "<small>{t!("data-doubtful-held-out")}</small> })}</p>
            <div class="stretch" aria-hidden="true"><span style:left=left style:width=width></span></div>
            <div class="stagetools">
                <button data-testid="doubtful-show" on:click=show>{t!("data-doubtful-show")}</button>
                <button data-testid="doubtful-cut" disabled=held_out on:click=move |_| leave_out(from, to)>{t!("data-doubtful-cut")}</button>
                <button data-testid="doubtful-relabel" disabled=same on:click=relabel>{t!("data-doubtful-relabel")}</button>
                <button data-testid="doubtful-drop" disabled=held_out on:click=move |_| leave_out(0, entry.moments.saturating_sub(1))>{t!("data-doubtful-drop")}</button>
            </div>
        </li>
    }
}
