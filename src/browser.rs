//! What the page asks of the browser: theme, language, clipboard, downloads and gamepads.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Gamepad, GamepadButton};

use crate::state::{Language, Theme};
use protocol::{Stick, parse_number};

/// Where the chosen theme is stored; `www/theme.js` reads it before the first paint.
const THEME_KEY: &str = "theme";
/// Where the chosen language is stored; `www/language.js` reads it before anything is shown.
const LANGUAGE_KEY: &str = "language";
pub const THEMES: [(&str, Theme); 3] = [("auto", Theme::Auto), ("light", Theme::Light), ("dark", Theme::Dark)];

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

/// Whether the system prefers dark colours.
pub fn system_theme() -> Option<web_sys::MediaQueryList> {
    web_sys::window()?.match_media("(prefers-color-scheme: dark)").ok().flatten()
}

pub fn stored_theme() -> Theme {
    let stored = storage().and_then(|storage| storage.get_item(THEME_KEY).ok().flatten()).unwrap_or_default();
    THEMES.iter().find(|(name, _)| *name == stored).map_or(Theme::Auto, |(_, theme)| *theme)
}

pub fn store_theme(theme: Theme) {
    let name = THEMES.iter().find(|(_, known)| *known == theme).map_or("auto", |(name, _)| name);
    store(THEME_KEY, name);
}

pub fn store_language(language: Language) {
    store(LANGUAGE_KEY, language.name());
}

fn store(key: &str, value: &str) {
    if let Some(storage) = storage() {
        // A full or forbidden store only forgets the choice.
        let _ = storage.set_item(key, value);
    }
}

/// Tells browsers and screen readers what language the page is in.
pub fn set_page_language(language: Language) {
    set_root_attribute("lang", language.tag());
}

fn set_root_attribute(name: &str, value: &str) {
    let root = web_sys::window().and_then(|window| window.document()).and_then(|document| document.document_element());
    if let Some(root) = root {
        // A valid attribute name is never refused.
        let _ = root.set_attribute(name, value);
    }
}

/// The stylesheet has two themes; `Auto` becomes one of them.
pub fn apply_theme(theme: Theme) {
    let dark = match theme {
        Theme::Dark => true,
        Theme::Light => false,
        Theme::Auto => system_theme().is_some_and(|query| query.matches()),
    };
    set_root_attribute("data-theme", if dark { "dark" } else { "light" });
}

/// Copies a text. Browsers refuse on insecure pages, or when the visitor said no.
pub async fn copy(text: &str) -> bool {
    let Some(window) = web_sys::window() else { return false };
    let navigator = window.navigator();
    let there = js_sys::Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|board| board.is_object());
    there && JsFuture::from(navigator.clipboard().write_text(text)).await.is_ok()
}

/// Saves a file on the visitor's machine.
pub fn download(name: &str, bytes: &[u8]) -> Option<()> {
    download_parts(name, &js_sys::Array::of1(&js_sys::Uint8Array::from(bytes)))
}

/// The same of bytes in several arrays, one after another.
pub fn download_parts(name: &str, parts: &js_sys::Array) -> Option<()> {
    let blob = web_sys::Blob::new_with_u8_array_sequence(parts).ok()?;
    let url = web_sys::Url::create_object_url_with_blob(&blob).ok()?;
    let document = web_sys::window()?.document()?;
    let link: web_sys::HtmlAnchorElement = document.create_element("a").ok()?.dyn_into().ok()?;
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The browser has the blob by now; the address is no longer needed.
    web_sys::Url::revoke_object_url(&url).ok()
}

/// The position of the first gamepad: its stick or its cross, and any of its lower buttons.
pub fn gamepad() -> Stick {
    let pads = web_sys::window().and_then(|window| window.navigator().get_gamepads().ok());
    let pad = pads.and_then(|pads| pads.iter().find_map(|pad| pad.dyn_into::<Gamepad>().ok()));
    let Some(pad) = pad else { return Stick::default() };
    let (axes, buttons) = (pad.axes(), pad.buttons());
    let axis = |index: u32| axes.get(index).as_f64().map_or(0, |lean| i8::from(lean > 0.5) - i8::from(lean < -0.5));
    let held = |index: u32| buttons.get(index).dyn_into::<GamepadButton>().is_ok_and(|button| button.pressed());
    let cross = |toward: u32, away: u32| i8::from(held(toward)) - i8::from(held(away));
    Stick { x: (axis(0) + cross(15, 14)).signum(), y: (axis(1) + cross(13, 12)).signum(), fire: (0..4).any(held) }
}

/// Scrolls as little as possible until the first element that fits the selector can be seen.
pub fn bring_into_view(selector: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(element) = document.and_then(|document| document.query_selector(selector).ok().flatten()) {
        let options = web_sys::ScrollIntoViewOptions::new();
        options.set_block(web_sys::ScrollLogicalPosition::Nearest);
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// Whether the system asks for reduced motion.
pub fn prefers_calm() -> bool {
    let query =
        web_sys::window().and_then(|window| window.match_media("(prefers-reduced-motion: reduce)").ok().flatten());
    query.is_some_and(|query| query.matches())
}

/// The number in the field that an event came from; NaN where there is none.
pub fn event_number(event: &web_sys::Event) -> f64 {
    parse_number(leptos::prelude::event_target_value(event).trim()).unwrap_or(f64::NAN)
}
