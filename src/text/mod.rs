//! Words for the visitor: messages of the current language, and numbers as that language writes them.

mod numbers;

use std::sync::LazyLock;

use leptos::prelude::*;
use protocol::{Messages, ParseError, Text};
use wasm_bindgen::prelude::*;

use crate::bridge;
use crate::state::Language;

pub use numbers::{fixed, percent, short, thousands, value};

/// Everything that shows a message reads this signal, so another language redraws the page.
static CURRENT: LazyLock<ArcRwSignal<Messages>> = LazyLock::new(|| ArcRwSignal::new(initial()));

/// Nothing until `load`.
#[cfg(target_arch = "wasm32")]
fn initial() -> Messages {
    Messages::new("en")
}

/// Tests have no `load`.
#[cfg(not(target_arch = "wasm32"))]
fn initial() -> Messages {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/text/en");
    Messages::read_folder("en", &folder).unwrap_or_else(|_| Messages::new("en"))
}

#[wasm_bindgen]
extern "C" {
    /// The tag of the visitor's language.
    #[wasm_bindgen(js_namespace = playground)]
    fn language() -> String;

    /// The message file of that language.
    #[wasm_bindgen(js_namespace = playground)]
    fn messages() -> String;
}

/// Takes the messages that `www/boot.js` has fetched. Called once, before the page is mounted.
pub fn load() -> Result<(), ParseError> {
    CURRENT.set(Messages::parse(&language(), &messages())?);
    Ok(())
}

/// Fetches the messages of a language.
pub async fn fetch(language: Language) -> Result<Messages, String> {
    let file = bridge::file(&format!("text/{}.ftl", language.name())).await?;
    let file = String::from_utf8_lossy(&file.to_vec()).into_owned();
    Messages::parse(language.name(), &file).map_err(|error| error.to_string())
}

/// The page's messages and those of the panels, of the page's language. Called once, before a panel is mounted.
pub async fn load_with_panels() -> Result<(), String> {
    let language = Language::from_tag(&language()).unwrap_or(Language::English);
    CURRENT.set(fetch_with_panels(language).await?);
    Ok(())
}

/// Fetches the messages of a language, with those of the panels.
pub async fn fetch_with_panels(language: Language) -> Result<Messages, String> {
    let mut messages = fetch(language).await?;
    let file = bridge::file(&format!("text/{}-panels.ftl", language.name())).await?;
    messages.add(&String::from_utf8_lossy(&file.to_vec())).map_err(|error| error.to_string())?;
    Ok(messages)
}

/// Replaces the messages; everything that shows one follows.
pub fn show(messages: Messages) {
    CURRENT.set(messages);
}

/// The language that is shown.
pub fn current() -> Language {
    CURRENT.with(|messages| Language::from_tag(messages.language()).unwrap_or(Language::English))
}

/// The words of a message. Follows the language where a view, memo or effect calls it.
pub fn words(text: &Text) -> String {
    CURRENT.with(|messages| messages.format(text))
}

/// Subscribes to the language, for what is painted rather than shown by signals.
pub fn track() {
    CURRENT.track();
}

/// An attribute of a name's message, such as `.short`; the name itself where it has none.
pub fn attribute(name: &Text, attribute: &str) -> Text {
    let part = Text { key: format!("{}.{attribute}", name.key).into(), values: name.values.clone() };
    CURRENT.with(|messages| if messages.contains(&part.key) { part } else { name.clone() })
}

/// The short form of a name where it has one, for places whose title already says the rest.
pub fn short_name(name: &Text) -> String {
    words(&attribute(name, "short"))
}

/// The words of a message as a signal, for nodes and attributes.
pub fn shown(text: Text) -> Signal<String> {
    Signal::derive(move || words(&text))
}

/// The words of a message that the model decides; nothing without one.
pub fn shown_memo(text: Memo<Option<Text>>) -> Signal<String> {
    Signal::derive(move || text.with(|text| text.as_ref().map(words).unwrap_or_default()))
}

/// Several messages in one sentence: "a, b, c".
pub fn list(items: impl IntoIterator<Item = Text>) -> Option<Text> {
    items.into_iter().reduce(|list, next| protocol::text!("page-list", list = list, next = next))
}

/// `t!("key", name = value, ...)`: the message as a signal.
macro_rules! t {
    ($($message:tt)*) => { $crate::text::shown(protocol::text!($($message)*)) };
}
pub(crate) use t;
