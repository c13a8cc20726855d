//! What follows the model, as few types as it takes: the page then holds the code behind each kind once, not once for
//! every place it is used in.

use leptos::prelude::*;

/// Text of a node or an attribute.
pub fn words(read: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    Signal::derive(read)
}

/// Yes or no, of an attribute or a property.
pub fn truth(read: impl Fn() -> bool + Send + Sync + 'static) -> Signal<bool> {
    Signal::derive(read)
}

/// A piece of page that is made anew whenever what it reads changes.
pub fn piece<V: IntoView + 'static>(mut make: impl FnMut() -> V + Send + 'static) -> Piece {
    Box::new(move || make().into_any())
}

pub type Piece = Box<dyn FnMut() -> AnyView + Send>;
