//! Questions of lessons.

use super::{Trainer, TrainerHost};
use crate::questions;
use protocol::{Answer, Question, TrainerEvent, decode, encode, text};

impl<H: TrainerHost> Trainer<H> {
    /// Answers a question; one about the open run is about the first lane that has a critic.
    pub(super) async fn ask(&mut self, id: u32, question: &[u8]) {
        let answer = match decode::<Question>(question) {
            Ok(question) => {
                let critic = self.lanes.iter().position(|lane| lane.session.has_critic());
                // Demonstrations are measured without one.
                let any = matches!(question, Question::Measure { .. }).then_some(0);
                let lane = critic.or(any).and_then(|lane| self.lanes.get_mut(lane));
                questions::answer(&question, lane.map(|lane| &mut lane.session)).await
            }
            Err(_) => Answer::Refused(text!("question-unknown")),
        };
        // Plain numbers and texts can always be written.
        let answer = encode(&answer).unwrap_or_default();
        self.host.post_event(TrainerEvent::Answered { id, answer });
    }
}
