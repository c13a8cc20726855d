//! Executes the effects of actions and events in the browser.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;

use super::{Action, Effect};
use crate::browser::{self, gamepad};
use crate::page::Page;
use crate::state::{FileEvent, JoystickInput, Language, LinkCopy};
use crate::{bridge, events, files, kept, permalink, port, text};
use protocol::text;

/// How long the page confirms a copied link.
const CONFIRM_MS: u64 = 2_000;

impl Page {
    /// Performs an action of the visitor, a lesson or a test.
    pub fn perform(self, action: Action) {
        (self.perform_action)(self, action);
    }

    pub fn perform_here(self, action: Action) {
        let shown = action.is_shown();
        let effects = self.update_quietly(|model| model.perform(action));
        self.execute(effects);
        if shown {
            self.show();
        }
    }

    pub fn on_file(self, event: FileEvent) {
        let often = matches!(event, FileEvent::Received { .. });
        let effects = self.update_quietly(|model| model.on_file(event));
        self.execute(effects);
        if often { self.show_soon() } else { self.show() }
    }

    pub fn execute(self, effects: impl IntoIterator<Item = Effect>) {
        effects.into_iter().for_each(|effect| self.execute_one(effect));
    }

    fn execute_one(self, effect: Effect) {
        match effect {
            Effect::Trainer(command) => self.trainer(command),
            Effect::Stage(command) => self.stage(command),
            Effect::OpenRun(role) => events::open_run(self, role),
            Effect::Play => events::play(self),
            Effect::ClearFrame => self.clear_frame(),
            Effect::RestartWorker(role) => bridge::retry(self, role),
            Effect::File(request) => files::execute(self, request),
            Effect::StoreFile { world, name, bytes } => files::give(self, &world, &name, bytes),
            Effect::KeepRun { lane, run } => kept::keep_run(self, lane, &run),
            Effect::KeepFile { worlds, name, file } => files::keep(self, &worlds, &name, file),
            Effect::KeepPlays => kept::keep_plays(self),
            Effect::Download { name, bytes } => self.download(&name, &bytes),
            Effect::WriteAddress => self.write_address(),
            Effect::NewHistoryEntry => self.new_history_entry(),
            Effect::CopyLink => self.copy_link(),
            Effect::ApplyTheme(theme) => {
                browser::store_theme(theme);
                self.apply_theme(theme);
            }
            Effect::ApplyLanguage(language) => self.apply_language(language),
            Effect::StartPanels => self.start_panels(),
            Effect::PollGamepad => self.poll_gamepad(),
            Effect::Show => self.show(),
        }
    }

    fn apply_language(self, language: Language) {
        spawn_local(async move {
            let messages = text::fetch(language).await;
            // Another language may have been chosen in the meantime.
            if self.peek(|model| model.language) != Some(language) {
                return;
            }
            match messages {
                Ok(messages) => {
                    browser::store_language(language);
                    browser::set_page_language(language);
                    text::show(messages);
                }
                Err(why) => self.update(|model| {
                    model.language = None;
                    model.notices.error(text!("page-language-missing", why = why));
                }),
            }
        });
    }

    fn start_panels(self) {
        spawn_local(async move {
            if let Err(error) = port::start_panels().await {
                let why = bridge::describe(&error);
                self.update(|model| {
                    model.perform(Action::ClosePanel);
                    model.notices.error(text!("page-panel-missing", why = why));
                });
            }
        });
    }

    fn download(self, name: &str, bytes: &[u8]) {
        if browser::download(name, bytes).is_none() {
            self.update(|model| model.notices.error(text!("page-download-refused")));
        }
    }

    /// Writes the address of the run, without a new entry in the history.
    fn write_address(self) {
        let query = self.peek(permalink::write);
        let Some(history) = web_sys::window().and_then(|window| window.history().ok()) else { return };
        // A browser may refuse very frequent changes; a later one brings the address up to date.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&format!("?{query}")));
    }

    fn new_history_entry(self) {
        let Some(history) = web_sys::window().and_then(|window| window.history().ok()) else { return };
        // Refused only where changes come too often; then two views share an entry.
        let _ = history.push_state_with_url(&JsValue::NULL, "", None);
    }

    fn copy_link(self) {
        let Some(link) = web_sys::window().and_then(|window| window.location().href().ok()) else { return };
        spawn_local(async move {
            if !browser::copy(&link).await {
                return self.update(|model| model.link_copy = LinkCopy::Refused(link));
            }
            self.update(|model| model.link_copy = LinkCopy::Copied);
            let end = move || {
                self.update(|model| {
                    if model.link_copy == LinkCopy::Copied {
                        model.link_copy = LinkCopy::None;
                    }
                });
            };
            set_timeout(end, std::time::Duration::from_millis(CONFIRM_MS));
        });
    }

    /// Gamepads send no events, so the page reads them with every frame.
    fn poll_gamepad(self) {
        request_animation_frame(move || {
            if self.peek(|model| model.visitor_plays()) {
                self.perform(Action::MoveJoystick { input: JoystickInput::Gamepad, stick: gamepad() });
                self.poll_gamepad();
            }
        });
    }
}
