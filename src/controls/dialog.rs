//! Modal dialogs that the model opens and closes.

use leptos::html;
use leptos::prelude::*;

use crate::actions::Action;
use crate::page::Page;
use crate::state::Dialog;

/// Shows the element while the model has its dialog open.
pub fn show_when_open(page: Page, which: Dialog, element: NodeRef<html::Dialog>) {
    let open = page.memo(move |model| model.dialog == Some(which));
    Effect::new(move |_| {
        let Some(element) = element.get() else { return };
        match open.get() {
            true if !element.open() => {
                // Refused only when it is already open.
                let _ = element.show_modal();
            }
            false if element.open() => element.close(),
            _ => {}
        }
    });
}

/// The browser closes a dialog by itself when the visitor presses escape.
pub fn closed(page: Page, which: Dialog) {
    if page.peek(|model| model.dialog == Some(which)) {
        page.perform(Action::CloseDialog);
    }
}
