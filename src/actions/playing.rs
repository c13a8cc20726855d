//! The visitor plays on the console, and gives the world files.

use std::sync::Arc;

use super::Effect;
use crate::state::{Joystick, JoystickInput, Model, Recording};
use crate::text::list;
use protocol::{PlayRecording, StageCommand, Stick, Text, text};

/// Stretches of play to learn from: one to train on and one to hold out.
const MIN_STRETCHES: u32 = 2;

impl Model {
    pub fn visitor_plays(&self) -> bool {
        self.joystick.is_some()
    }

    pub(super) fn start_playing(&mut self) -> Vec<Effect> {
        let Some(config) = self.focused().map(|lane| lane.config.clone()) else { return Vec::new() };
        self.joystick = Some(Joystick::default());
        vec![Effect::Stage(StageCommand::TakeJoystick { run: self.run, config }), Effect::PollGamepad]
    }

    pub(super) fn stop_playing(&mut self) -> Vec<Effect> {
        match self.joystick.take() {
            Some(_) => {
                self.recording_due = true;
                vec![Effect::Stage(StageCommand::ReleaseJoystick)]
            }
            None => Vec::new(),
        }
    }

    pub(super) fn move_joystick(&mut self, input: JoystickInput, stick: Stick) -> Vec<Effect> {
        let Some(joystick) = &mut self.joystick else { return Vec::new() };
        let before = joystick.stick();
        joystick.set(input, stick);
        let after = joystick.stick();
        if before == after { Vec::new() } else { vec![Effect::Stage(StageCommand::MoveJoystick(after))] }
    }

    /// The stage has recorded what the visitor played.
    pub fn on_recorded(&mut self, played: PlayRecording) -> Effect {
        (self.joystick, self.recording_due) = (None, false);
        let summary = text!(
            "page-play-recorded",
            score = played.score,
            plays = played.plays,
            decisions = played.decisions,
            stretches = self.stretches(&played.styles),
        );
        let (bytes, stretches) = (Arc::new(played.bytes), played.styles.iter().sum());
        let recording = Recording { world: played.world, name: played.name, summary, bytes, stretches };
        self.plays.insert(recording.world.clone(), recording.clone());
        self.recording = Some(recording);
        Effect::KeepPlays
    }

    /// Gives a new stage worker the games that the visitor has played.
    pub fn restore_plays(&self) -> Vec<Effect> {
        let restore = |played: &Recording| StageCommand::RestorePlays {
            world: played.world.clone(),
            name: played.name.clone(),
            bytes: played.bytes.to_vec(),
        };
        self.plays.values().map(|played| Effect::Stage(restore(played))).collect()
    }

    fn stretches(&self, styles: &[u32]) -> Text {
        let shown = styles.iter().enumerate().filter(|(_, count)| **count > 0);
        let one = |(style, count): (usize, &u32)| {
            text!("page-play-stretches-of-style", count = *count, style = self.style_name(style))
        };
        list(shown.map(one))
            .map_or_else(|| text!("page-play-too-short"), |list| text!("page-play-stretches", list = list))
    }

    pub(super) fn learn_from_plays(&mut self) -> Vec<Effect> {
        let Some(recording) = self.recording.clone() else { return Vec::new() };
        if recording.stretches < MIN_STRETCHES {
            self.notices.info(text!("page-play-too-little"));
            return Vec::new();
        }
        vec![Effect::StoreFile { world: recording.world, name: recording.name, bytes: recording.bytes }]
    }

    pub(super) fn download_plays(&mut self) -> Vec<Effect> {
        let download = |recording: Recording| Effect::Download { name: recording.name, bytes: recording.bytes };
        self.recording.clone().map(download).into_iter().collect()
    }

    pub(super) fn load_file(&mut self, name: String, bytes: Vec<u8>) -> Vec<Effect> {
        match self.admit_file(&name, bytes.len() as u64) {
            Some(world) => vec![Effect::StoreFile { world, name, bytes: bytes.into() }],
            None => {
                self.files.progress = None;
                Vec::new()
            }
        }
    }
}
