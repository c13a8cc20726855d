//! The page's one handle: the model, the beat its views follow, and the lines to the workers.

use std::collections::BTreeMap;

use leptos::prelude::*;

use super::bridge::Bridge;
use super::files::Shelf;
use super::play::Hands;
use super::scenes::Ends;
use super::state::Model;
use protocol::{Command, Frame, Role, Snapshot, Text};

/// Charts follow the run five times a second; faster is not read, only paid for.
const BEAT_MS: u64 = 200;

/// Cheap to copy; every view gets one.
#[derive(Clone, Copy)]
pub struct Page {
    model: StoredValue<Model>,
    beat: RwSignal<u32>,
    /// A beat is on its way.
    due: StoredValue<bool>,
    pub(super) bridge: StoredValue<Bridge, LocalStorage>,
    /// Files that the worlds were given.
    pub(super) shelf: StoredValue<Shelf, LocalStorage>,
    /// Only the newest frame counts; the stage draws it when the browser next paints.
    pub frame: StoredValue<Option<Frame>>,
    pub frame_beat: RwSignal<u32>,
    /// Where agents end, a lane each.
    pub ends: StoredValue<Vec<Ends>>,
    /// Consoles on the stage in words, a few times a second.
    pub consoles: RwSignal<Vec<Text>>,
    /// Shipped snapshots by their path, so that a reset does not ask the server again.
    pub pretrained: StoredValue<BTreeMap<String, Snapshot>>,
    pub visible: RwSignal<bool>,
    /// Raised when colours change, for what is painted rather than styled.
    pub theme_beat: RwSignal<u32>,
    pub help: RwSignal<bool>,
    /// The visitor is at the joystick, and what their hands do there.
    pub seat: RwSignal<bool>,
    pub(super) hands: StoredValue<Hands>,
}

impl Page {
    pub fn new(model: Model) -> Self {
        Self {
            model: StoredValue::new(model),
            beat: RwSignal::new(0),
            due: StoredValue::new(false),
            bridge: StoredValue::new_local(Bridge::default()),
            shelf: StoredValue::new_local(Shelf::default()),
            frame: StoredValue::new(None),
            frame_beat: RwSignal::new(0),
            ends: StoredValue::new(Vec::new()),
            consoles: RwSignal::new(vec![]),
            pretrained: StoredValue::new(BTreeMap::new()),
            visible: RwSignal::new(true),
            theme_beat: RwSignal::new(0),
            help: RwSignal::new(false),
            seat: RwSignal::new(false),
            hands: StoredValue::new(Hands::default()),
        }
    }

    /// Reads the model; views that read it this way follow its beat.
    pub fn get<T>(self, read: impl FnOnce(&Model) -> T) -> T {
        self.beat.track();
        self.model.with_value(read)
    }

    /// Reads the model as it is now, following nothing.
    pub fn peek<T>(self, read: impl FnOnce(&Model) -> T) -> T {
        self.model.with_value(read)
    }

    /// A value that changes only when what it shows does.
    pub fn memo<T>(self, read: impl Fn(&Model) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        self.memo_of(Box::new(read))
    }

    /// One piece of code for every kind of value instead of one for every reader: it keeps the page small.
    fn memo_of<T>(self, read: Box<dyn Fn(&Model) -> T + Send + Sync>) -> Memo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |_| self.get(|model| read(model)))
    }

    /// Changes the model and shows it at once: for what the visitor does.
    pub fn change<T>(self, change: impl FnOnce(&mut Model) -> T) -> T {
        let result = self.fold(change);
        self.show();
        result
    }

    /// Changes the model without showing it.
    pub fn fold<T>(self, change: impl FnOnce(&mut Model) -> T) -> T {
        let mut model = self.model.write_value();
        change(&mut model)
    }

    pub fn show(self) {
        self.beat.update(|beat| *beat = beat.wrapping_add(1));
    }

    /// Shows what came in with the next beat. Nobody looks at a hidden tab: it catches up once, on return.
    pub fn show_soon(self) {
        if self.due.get_value() || !self.visible.get_untracked() {
            return;
        }
        self.due.set_value(true);
        let beat = move || {
            self.due.set_value(false);
            self.show();
        };
        set_timeout(beat, std::time::Duration::from_millis(BEAT_MS));
    }

    pub fn trainer(self, command: Command) {
        self.send(Role::Trainer, command);
    }

    pub fn stage(self, command: Command) {
        self.send(Role::Stage, command);
    }

    /// A worker that is not there yet hears everything it needs when it reports ready.
    fn send(self, role: Role, command: Command) {
        self.bridge.with_value(|bridge| bridge.send(role, &command));
    }
}
