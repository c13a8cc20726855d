//! The memory of WebAssembly never shrinks: what one world or method needed stays taken. So a worker that has grown is
//! replaced when another run is opened, which it would begin from scratch or from a snapshot anyway.

use super::{FileEvent, Model};
use crate::actions::Effect;
use protocol::{DeviceKind, Role};

/// Megabytes above which a worker is replaced. Most runs need less than half of it.
const LARGE: u32 = 96;

impl Model {
    /// What the memory of a worker has grown to.
    pub fn on_alive(&mut self, role: Role, megabytes: u32) {
        match role {
            Role::Trainer => self.memory.0 = megabytes,
            Role::Stage => self.memory.1 = megabytes,
        }
    }

    /// Sends the open run to a worker, or to a new one in its place.
    pub fn open_in(&mut self, role: Role) -> Vec<Effect> {
        let large = match role {
            // A graphics device would have to be made and tested again.
            Role::Trainer => self.memory.0 > LARGE && self.device.kind != Some(DeviceKind::WebGpu),
            // The stage keeps what the visitor has played.
            Role::Stage => self.memory.1 > LARGE && self.recording.is_none(),
        };
        if !large {
            return self.send_run(role);
        }
        self.on_alive(role, 0);
        let mut effects = self.on_file(FileEvent::WorkerReplaced { role });
        effects.push(Effect::RestartWorker(role));
        effects
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actions::Action;
    use crate::state::fixture::opened_in;

    fn ready(model: &mut Model, role: Role, generation: u32) -> Vec<Effect> {
        let catalog = model.catalog.as_deref().cloned().unwrap();
        model.on_ready(role, generation, catalog)
    }

    #[test]
    fn a_worker_that_has_grown_is_replaced_with_the_next_run() {
        let mut model = opened_in("plane");
        ready(&mut model, Role::Trainer, 1);
        ready(&mut model, Role::Stage, 1);
        model.on_alive(Role::Trainer, LARGE);
        let replaced = Effect::RestartWorker(Role::Trainer);
        assert!(!model.perform(Action::Reset).contains(&replaced), "it is not large");
        model.on_alive(Role::Trainer, LARGE + 1);
        model.on_alive(Role::Stage, LARGE);
        let effects = model.perform(Action::Reset);
        assert!(effects.contains(&replaced) && !effects.contains(&Effect::OpenRun(Role::Trainer)), "{effects:?}");
        assert!(effects.contains(&Effect::OpenRun(Role::Stage)), "{effects:?}");
        let effects = ready(&mut model, Role::Trainer, 2);
        assert!(effects.contains(&Effect::OpenRun(Role::Trainer)), "{effects:?}");
        assert!(!model.perform(Action::Reset).contains(&replaced), "the new one is small");
    }

    #[test]
    fn a_graphics_device_keeps_its_worker_and_plays_keep_the_stage() {
        let mut model = opened_in("plane");
        model.device.kind = Some(DeviceKind::WebGpu);
        model.on_alive(Role::Trainer, 2 * LARGE);
        model.on_alive(Role::Stage, 2 * LARGE);
        let (text, bytes) = (protocol::text!("played"), std::sync::Arc::default());
        let recording =
            super::super::Recording { world: "magpie".into(), name: "own".into(), summary: text, bytes, stretches: 0 };
        model.recording = Some(recording);
        let effects = model.perform(Action::Reset);
        assert!(!effects.iter().any(|effect| matches!(effect, Effect::RestartWorker(_))), "{effects:?}");
    }
}
