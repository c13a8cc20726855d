//! Play it yourself: keyboard, touch or gamepad; what was played becomes demonstrations.

use leptos::prelude::*;

use super::share::download;
use crate::page::Page;
use crate::play::{Hand, gamepad};
use crate::reactive::string;
use crate::text::{shown, t, words};
use protocol::{Stick, Text, text};

#[component]
pub fn Joystick(page: Page) -> impl IntoView {
    let playable = page.memo(|model| model.world().is_some_and(|card| card.screen.is_some()));
    listen(page);
    let toggle = move |_| if page.seat.get_untracked() { page.rise() } else { sit(page) };
    view! {
        <Show when=move || playable.get()>
            <section class="joystick" aria-label=t!("page-play")>
                <button data-testid="sit" on:click=toggle aria-pressed=move || page.seat.get().to_string()
                    title=t!("page-play.about")>
                    {string(move || words(&if page.seat.get() { text!("page-play-stop") } else { text!("page-play") }))}
                </button>
                <Show when=move || page.seat.get()><Pad page/></Show>
                <Own page/>
            </section>
        </Show>
    }
}

fn sit(page: Page) {
    page.sit();
    poll(page);
}

/// A gamepad says nothing by itself: it is asked once a frame, as long as somebody plays.
fn poll(page: Page) {
    request_animation_frame(move || {
        if page.seat.get_untracked() {
            page.lean(Hand::Gamepad, gamepad());
            poll(page);
        }
    });
}

fn listen(page: Page) {
    let keyboard = StoredValue::new(Stick::default());
    let hear = move |event: &leptos::ev::KeyboardEvent, down: bool| {
        if !page.seat.get_untracked() {
            return;
        }
        let mut stick = keyboard.get_value();
        match event.key().as_str() {
            "ArrowLeft" | "a" => stick.x = hold(stick.x, -1, down),
            "ArrowRight" | "d" => stick.x = hold(stick.x, 1, down),
            "ArrowUp" | "w" => stick.y = hold(stick.y, -1, down),
            "ArrowDown" | "s" => stick.y = hold(stick.y, 1, down),
            " " => stick.fire = down,
            "Escape" if down => page.rise(),
            _ => return,
        }
        event.prevent_default();
        keyboard.set_value(stick);
        page.lean(Hand::Keyboard, stick);
    };
    window_event_listener(leptos::ev::keydown, move |event| hear(&event, true));
    window_event_listener(leptos::ev::keyup, move |event| hear(&event, false));
    // A key let go of in another window is never heard of here.
    window_event_listener(leptos::ev::blur, move |_| {
        keyboard.set_value(Stick::default());
        page.lean(Hand::Keyboard, Stick::default());
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
            page.lean(Hand::Touch, touched.get_value());
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

/// What the visitor played so far, and what can be done with it.
#[component]
fn Own(page: Page) -> impl IntoView {
    let own = page.memo(|model| model.own.clone().filter(|own| own.world == model.wish.world));
    let save = move |_| {
        let file = own.get_untracked().map(|own| (own.name, own.bytes));
        if let Some((name, bytes)) = file
            && download(&name, &bytes).is_none()
        {
            page.change(|model| model.notes.trouble(text!("page-download-refused")));
        }
    };
    move || {
        own.get().map(|own| {
            view! {
                <p class="readout" data-testid="own">{words(&own.said)}</p>
                <button data-testid="learn-own" on:click=move |_| page.learn_own()
                    title=t!("page-play-learn.about")>{t!("page-play-learn")}</button>
                <button class="quiet" data-testid="save-own" on:click=save
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
