//! Values and views that follow the model, as few types as possible: the page then holds the code behind each type once
//! instead of once per use. For the same reason views use these instead of leptos' `Show` and `For`.

use leptos::prelude::*;

type Read<T> = Box<dyn Fn() -> T + Send + Sync>;

/// The text of a node or an attribute.
pub fn string(read: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    derive(Box::new(read))
}

/// The value of a boolean attribute or property.
pub fn boolean(read: impl Fn() -> bool + Send + Sync + 'static) -> Signal<bool> {
    derive(Box::new(read))
}

fn derive<T: Send + Sync + 'static>(read: Read<T>) -> Signal<T> {
    Signal::derive(read)
}

/// A part of the page that is built again whenever a value it reads changes.
pub fn dynamic<V: IntoView + 'static>(mut view: impl FnMut() -> V + Send + 'static) -> Dynamic {
    Box::new(move || view().into_any())
}

/// A part of the page that is there while a condition holds.
pub fn when<V: IntoView + 'static>(
    condition: impl Fn() -> bool + Send + Sync + 'static,
    view: impl Fn() -> V + Send + 'static,
) -> Dynamic {
    let on = changes(Box::new(condition));
    Box::new(move || if on.get() { view().into_any() } else { ().into_any() })
}

fn changes(condition: Read<bool>) -> Memo<bool> {
    Memo::new(move |_| condition())
}

pub type Dynamic = Box<dyn FnMut() -> AnyView + Send>;
