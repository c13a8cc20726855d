//! The page's handle: the model, the signals that views follow, and the connections to the workers.

use leptos::prelude::*;

use super::actions::Action;
use super::bridge::Bridge;
use super::browser;
use super::files::FileMessages;
use super::scenes::EpisodeEnds;
use super::state::{Model, ShortMap, Theme};
use protocol::{Snapshot, StageCommand, StageFrame, Text, TrainerCommand};

/// Views follow a run five times per second. More often costs time and cannot be read.
const UPDATE_MS: u64 = 200;

/// Cheap to copy; every view has one.
#[derive(Clone, Copy)]
pub struct Page {
    /// What an action does: changes the model here, or goes to the page that a panel stands beside.
    pub(super) perform_action: fn(Page, Action),
    model: StoredValue<Model>,
    /// Raised whenever views have to read the model again.
    version: RwSignal<u32>,
    /// An update of the views is scheduled.
    update_due: StoredValue<bool>,
    pub(super) bridge: StoredValue<Bridge, LocalStorage>,
    pub(super) file_messages: StoredValue<FileMessages, LocalStorage>,
    /// The newest frame; the stage draws it when the browser next paints.
    pub frame: StoredValue<Option<StageFrame>>,
    pub frame_version: RwSignal<u32>,
    /// Where agents end, per lane.
    pub ends: StoredValue<Vec<EpisodeEnds>>,
    /// Descriptions of the consoles on the stage, a few times per second.
    pub consoles: RwSignal<Vec<Text>>,
    /// Shipped runs by path, so that they are fetched once; None while one is on its way.
    pub pretrained: StoredValue<ShortMap<String, Option<Snapshot>>>,
    /// False while the tab is hidden.
    pub visible: RwSignal<bool>,
    /// Raised when colours change, for canvases.
    pub theme_version: RwSignal<u32>,
}

impl Page {
    pub fn new(model: Model) -> Self {
        Self {
            perform_action: Page::perform_here,
            model: StoredValue::new(model),
            version: RwSignal::new(0),
            update_due: StoredValue::new(false),
            bridge: StoredValue::new_local(Bridge::default()),
            file_messages: StoredValue::new_local(FileMessages::default()),
            frame: StoredValue::new(None),
            frame_version: RwSignal::new(0),
            ends: StoredValue::new(Vec::new()),
            consoles: RwSignal::new(vec![]),
            pretrained: StoredValue::new(ShortMap::default()),
            visible: RwSignal::new(true),
            theme_version: RwSignal::new(0),
        }
    }

    /// A copy of the page for views elsewhere: they read its model, and what they do goes through `perform`.
    pub fn copy(perform: fn(Page, Action)) -> Self {
        Self { perform_action: perform, ..Self::new(Model::default()) }
    }

    /// Reads the model; the view, memo or effect around it runs again when the model changes.
    pub fn get<T>(self, read: impl FnOnce(&Model) -> T) -> T {
        self.version.track();
        self.model.with_value(read)
    }

    /// Reads the model without following it.
    pub fn peek<T>(self, read: impl FnOnce(&Model) -> T) -> T {
        self.model.with_value(read)
    }

    /// A value of the model. What depends on it runs again only when it is another value.
    pub fn memo<T>(self, read: impl Fn(&Model) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        self.memo_boxed(Box::new(read))
    }

    /// Compiled once per type of value instead of once per closure, which keeps the page small.
    fn memo_boxed<T>(self, read: Box<dyn Fn(&Model) -> T + Send + Sync>) -> Memo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |_| self.get(|model| read(model)))
    }

    /// Changes the model and updates views at once.
    pub fn update<T>(self, change: impl FnOnce(&mut Model) -> T) -> T {
        let result = self.update_quietly(change);
        self.show();
        result
    }

    /// Changes the model without updating views.
    pub fn update_quietly<T>(self, change: impl FnOnce(&mut Model) -> T) -> T {
        let mut model = self.model.write_value();
        change(&mut model)
    }

    /// Updates views.
    pub fn show(self) {
        self.version.update(|version| *version = version.wrapping_add(1));
    }

    /// Updates views at the next regular time. A hidden tab is updated once, when it is shown again.
    pub fn show_soon(self) {
        if self.update_due.get_value() || !self.visible.get_untracked() {
            return;
        }
        self.update_due.set_value(true);
        let update = move || {
            self.update_due.set_value(false);
            self.show();
        };
        set_timeout(update, std::time::Duration::from_millis(UPDATE_MS));
    }

    /// Agents move while the tab is visible and the visitor has not stopped them.
    pub fn animate(self) {
        let moving = self.visible.get_untracked() && !self.peek(|model| model.view.held);
        self.stage(StageCommand::Animate(moving));
    }

    /// Removes the agents of an older run from the stage.
    pub fn clear_frame(self) {
        self.frame.set_value(None);
        self.frame_version.update(|version| *version = version.wrapping_add(1));
    }

    /// Applies a theme to styles and canvases.
    pub fn apply_theme(self, theme: Theme) {
        browser::apply_theme(theme);
        self.theme_version.update(|version| *version = version.wrapping_add(1));
    }

    /// A worker that is not ready yet gets the whole run once it is.
    pub fn trainer(self, command: TrainerCommand) {
        self.bridge.with_value(|bridge| bridge.trainer(command));
    }

    /// A worker that is not ready yet gets the whole run once it is.
    pub fn stage(self, command: StageCommand) {
        self.bridge.with_value(|bridge| bridge.stage(command));
    }
}
