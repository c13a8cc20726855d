//! The memory of WebAssembly never shrinks: what one world or method needed stays taken. So a worker that has grown is
//! replaced when another run is opened, which it would begin from scratch or from a snapshot anyway.

use super::{FileEvent, Model};
use crate::actions::Effect;
use protocol::{DeviceKind, Role};

/// Megabytes above which a worker is replaced when another world is entered, whose files it would have to read anyway.
const OTHER_WORLD: u32 = 64;
/// The same for another run in the same world. No world and method need so much by themselves.
const SAME_WORLD: u32 = 256;

/// Megabytes that workers take, and the world they last opened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorkerMemory {
    trainer: u32,
    stage: u32,
    world: String,
}

impl Model {
    /// What the memory of a worker has grown to.
    pub fn on_alive(&mut self, role: Role, megabytes: u32) {
        match role {
            Role::Trainer => self.memory.trainer = megabytes,
            Role::Stage => self.memory.stage = megabytes,
        }
    }

    /// Sends the open run to both workers, or to new ones in their place.
    pub fn open_in_both(&mut self) -> Vec<Effect> {
        let world = self.requested.world.clone();
        let largest = if self.memory.world == world { SAME_WORLD } else { OTHER_WORLD };
        self.memory.world = world;
        let mut effects = self.open_in(Role::Trainer, largest);
        effects.extend(self.open_in(Role::Stage, largest));
        effects
    }

    fn open_in(&mut self, role: Role, largest: u32) -> Vec<Effect> {
        let replace = match role {
            // A graphics device would have to be made and tested again.
            Role::Trainer => self.memory.trainer > largest && self.device.kind != Some(DeviceKind::WebGpu),
            // What the visitor has played is given to the next one (`Model::restore_plays`), once the stage has sent it.
            Role::Stage => self.memory.stage > largest && !self.visitor_plays() && !self.recording_due,
        };
        if !replace {
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
    use crate::state::Joystick;
    use crate::state::fixture::opened_in;
    use protocol::{PlayRecording, StageCommand};

    fn ready(model: &mut Model, role: Role, generation: u32) -> Vec<Effect> {
        let catalog = model.catalog.as_deref().cloned().unwrap();
        model.on_ready(role, generation, catalog)
    }

    const REPLACED: Effect = Effect::RestartWorker(Role::Trainer);

    #[test]
    fn a_worker_that_has_grown_is_replaced_with_the_next_world() {
        let mut model = opened_in("plane");
        ready(&mut model, Role::Trainer, 1);
        ready(&mut model, Role::Stage, 1);
        model.perform(Action::Reset);
        model.on_alive(Role::Trainer, OTHER_WORLD + 1);
        assert!(!model.perform(Action::Reset).contains(&REPLACED), "in the same world it may have more");
        let effects = model.perform(Action::ChooseWorld("court".into()));
        assert!(effects.contains(&REPLACED) && !effects.contains(&Effect::OpenRun(Role::Trainer)), "{effects:?}");
        assert!(!effects.contains(&Effect::RestartWorker(Role::Stage)), "{effects:?}");
        model.perform(Action::ChooseWorld("plane".into()));
        let effects = ready(&mut model, Role::Trainer, 2);
        assert!(effects.contains(&Effect::OpenRun(Role::Trainer)), "{effects:?}");
        model.on_alive(Role::Trainer, SAME_WORLD + 1);
        assert!(model.perform(Action::Reset).contains(&REPLACED), "too much in any world");
    }

    #[test]
    fn a_graphics_device_keeps_its_worker_and_a_game_in_progress_the_stage() {
        let mut model = opened_in("plane");
        model.device.kind = Some(DeviceKind::WebGpu);
        model.on_alive(Role::Trainer, 2 * SAME_WORLD);
        model.on_alive(Role::Stage, 2 * SAME_WORLD);
        model.joystick = Some(Joystick::default());
        let effects = model.perform(Action::Reset);
        assert!(!effects.iter().any(|effect| matches!(effect, Effect::RestartWorker(_))), "{effects:?}");
    }

    #[test]
    fn a_new_stage_has_what_was_played() {
        let mut model = opened_in("plane");
        ready(&mut model, Role::Stage, 1);
        let played = |world: &str, bytes: &[u8]| PlayRecording {
            world: world.into(),
            name: "own".into(),
            score: 1,
            plays: 1,
            decisions: 100,
            styles: vec![1],
            bytes: bytes.to_vec(),
        };
        for (world, bytes) in [("game", [1]), ("court", [2]), ("game", [3])] {
            model.on_recorded(played(world, &bytes));
        }
        model.on_alive(Role::Stage, 2 * SAME_WORLD);
        let effects = model.perform(Action::Reset);
        assert!(effects.contains(&Effect::RestartWorker(Role::Stage)), "{effects:?}");
        let restored: Vec<Vec<u8>> = ready(&mut model, Role::Stage, 2)
            .into_iter()
            .filter_map(|effect| match effect {
                Effect::Stage(StageCommand::RestorePlays { bytes, .. }) => Some(bytes),
                _ => None,
            })
            .collect();
        assert_eq!(restored, [[3], [2]], "the newest of each world");
    }
}
