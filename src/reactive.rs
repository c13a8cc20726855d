//! Values and views that follow the model, as few types as possible: the page then holds the code behind each type once
//! instead of once per use.

use leptos::prelude::*;

/// The text of a node or an attribute.
pub fn string(read: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    Signal::derive(read)
}

/// The value of a boolean attribute or property.
pub fn boolean(read: impl Fn() -> bool + Send + Sync + 'static) -> Signal<bool> {
    Signal::derive(read)
}

/// A part of the page that is built again whenever a value it reads changes.
pub fn dynamic<V: IntoView + 'static>(mut view: impl FnMut() -> V + Send + 'static) -> Dynamic {
    Box::new(move || view().into_any())
}

pub type Dynamic = Box<dyn FnMut() -> AnyView + Send>;
