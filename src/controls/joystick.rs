//! Play it yourself: keyboard, touch or gamepad; what was played becomes demonstrations.

use leptos::prelude::*;

use crate::actions::Action;
use crate::browser::bring_into_view;
use crate::page::Page;
use crate::reactive::{boolean, string, when};
use crate::state::{JoystickInput, Model};
use crate::text::{shown, shown_memo, t, words};
use protocol::{Replayed, Stick, Text, text};

#[component]
pub fn Joystick(page: Page) -> impl IntoView {
    let playable = page.memo(|model| model.world().is_some_and(|card| card.screen.is_some()));
    listen(page);
    let plays = page.memo(Model::visitor_plays);
    // Until agents play on a console, the visitor cannot either.
    let impossible = page.memo(|model| {
        let missing = model.world()?.files.iter().find(|file| !file.needed).map(|file| file.about.clone());
        let file = missing.unwrap_or_else(|| text!("page-file-load.about"));
        (model.replayed != Replayed::No && !model.visitor_plays()).then(|| text!("page-play-impossible", file = file))
    });
    Effect::new(move |_| {
        if plays.get() {
            bring_into_view(".stagebox");
        }
    });
    let toggle = move |_| page.perform(if plays.get_untracked() { Action::StopPlaying } else { Action::StartPlaying });
    view! {
        {when(move || playable.get(), move || view! { <section class="joystick" aria-label=t!("page-play")>
                <button data-testid="sit" on:click=toggle disabled=boolean(move || impossible.with(Option::is_some)) aria-pressed=move || plays.get().to_string()
                    title=string(move || words(&impossible.get().unwrap_or(text!("page-play.about"))))>
                    {string(move || words(&if plays.get() { text!("page-play-stop") } else { text!("page-play") }))}
                </button>
                {when(move || impossible.with(Option::is_some), move || view! { <p class="aside" data-testid="sit-why">{shown_memo(impossible)}</p> })}
                {when(move || plays.get(), move || view! { <p class="aside" data-testid="play-keys">{t!("page-play-keys")}</p>
                    <Pad page/> })}
                <Recorded page/>
            </section> })}
    }
}

fn move_stick(page: Page, input: JoystickInput, stick: Stick) {
    page.perform(Action::MoveJoystick { input, stick });
}

fn listen(page: Page) {
    let keyboard = StoredValue::new(Stick::default());
    let handle = move |event: &leptos::ev::KeyboardEvent, down: bool| {
        if !page.peek(Model::visitor_plays) {
            return;
        }
        let mut stick = keyboard.get_value();
        match event.key().as_str() {
            "ArrowLeft" | "a" => stick.x = hold(stick.x, -1, down),
            "ArrowRight" | "d" => stick.x = hold(stick.x, 1, down),
            "ArrowUp" | "w" => stick.y = hold(stick.y, -1, down),
            "ArrowDown" | "s" => stick.y = hold(stick.y, 1, down),
            " " => stick.fire = down,
            "Escape" if down => page.perform(Action::StopPlaying),
            _ => return,
        }
        event.prevent_default();
        keyboard.set_value(stick);
        move_stick(page, JoystickInput::Keyboard, stick);
    };
    window_event_listener(leptos::ev::keydown, move |event| handle(&event, true));
    window_event_listener(leptos::ev::keyup, move |event| handle(&event, false));
    // A key that is released in another window sends no event here.
    window_event_listener(leptos::ev::blur, move |_| {
        keyboard.set_value(Stick::default());
        move_stick(page, JoystickInput::Keyboard, Stick::default());
    });
}

/// The latest key counts; letting go of another one does not.
fn hold(now: i8, toward: i8, down: bool) -> i8 {
    match down {
        true => toward,
        false if now == toward => 0,
        false => now,
    }
}

/// A stick and a button for fingers.
#[component]
fn Pad(page: Page) -> impl IntoView {
    let touched = StoredValue::new(Stick::default());
    let key = move |name: &'static str, sign: &'static str, label: Text, part: Stick| {
        let press = move |down: bool| {
            touched.update_value(|stick| {
                stick.x = if part.x == 0 { stick.x } else { hold(stick.x, part.x, down) };
                stick.y = if part.y == 0 { stick.y } else { hold(stick.y, part.y, down) };
                stick.fire = if part.fire { down } else { stick.fire };
            });
            move_stick(page, JoystickInput::Touch, touched.get_value());
        };
        view! {
            <button type="button" class=format!("pad-{name}") aria-label=shown(label)
                on:pointerdown=move |event: leptos::ev::PointerEvent| { event.prevent_default(); press(true) }
                on:pointerup=move |_| press(false) on:pointerleave=move |_| press(false)
                on:pointercancel=move |_| press(false)>{sign}</button>
        }
    };
    view! {
        <div class="pad" role="group" aria-label=t!("page-pad") data-testid="pad">
            {key("up", "▲", text!("page-pad-up"), Stick { y: -1, ..Stick::default() })}
            {key("left", "◀", text!("page-pad-left"), Stick { x: -1, ..Stick::default() })}
            {key("right", "▶", text!("page-pad-right"), Stick { x: 1, ..Stick::default() })}
            {key("down", "▼", text!("page-pad-down"), Stick { y: 1, ..Stick::default() })}
            {key("fire", "●", text!("page-pad-fire"), Stick { fire: true, ..Stick::default() })}
        </div>
    }
}

/// The recording of what the visitor played, and what can be done with it.
#[component]
fn Recorded(page: Page) -> impl IntoView {
    let recording = page.memo(|model| {
        let here = model.recording.as_ref().filter(|recording| recording.world == model.requested.world);
        here.map(|recording| recording.summary.clone())
    });
    move || {
        recording.get().map(|summary| {
            view! {
                <p class="readout" data-testid="own">{words(&summary)}</p>
                <button data-testid="learn-own" on:click=move |_| page.perform(Action::LearnFromPlays)
                    title=t!("page-play-learn.about")>{t!("page-play-learn")}</button>
                <button class="quiet" data-testid="save-own" on:click=move |_| page.perform(Action::DownloadPlays)
                    title=t!("page-play-save.about")>{t!("page-play-save")}</button>
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_key_counts() {
        assert_eq!(hold(0, 1, true), 1);
        assert_eq!(hold(1, -1, true), -1);
        assert_eq!(hold(-1, 1, false), -1, "letting go of the other key changes nothing");
        assert_eq!(hold(-1, -1, false), 0);
    }
}
