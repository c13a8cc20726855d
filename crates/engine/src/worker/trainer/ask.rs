//! Questions of lessons and panels.

use super::{Trainer, TrainerHost};
use crate::questions;
use protocol::{Answer, Question, TrainerCommand, decode, text};

impl<H: TrainerHost> Trainer<H> {
    /// Answers a question; one about the open run is about the first lane that has a critic. A file is answered in parts.
    pub(super) async fn ask(&mut self, id: u32, encoded: &[u8]) {
        let again = || TrainerCommand::Ask { id, question: encoded.to_vec() };
        let answer = match decode::<Question>(encoded) {
            Ok(Question::Export { lane, .. }) if self.helpers.send_to_owner(lane, again()) => return,
            Ok(Question::Export { lane, what }) => return self.begin_export(id, lane, what).await,
            Ok(Question::Tells { rule }) => return self.begin_telling(id, &rule),
            Ok(question) => {
                let critic = self.lanes.iter().position(|lane| lane.session.has_critic());
                let here = critic.map(|lane| self.lanes[lane].number);
                // A helper that has the lane answers in place of this worker.
                let apart = self.helpers.lane_with_critic().filter(|lane| here.is_none_or(|here| *lane < here));
                if apart.is_some_and(|lane| self.helpers.send_to_owner(lane, again())) {
                    return;
                }
                // Demonstrations are looked at without one.
                let any = matches!(question, Question::Measure { .. } | Question::Columns | Question::Strays { .. })
                    .then_some(0);
                let lane = critic.or(any).and_then(|lane| self.lanes.get_mut(lane));
                questions::answer(&question, lane.map(|lane| &mut lane.session)).await
            }
            Err(_) => Answer::Refused(text!("question-unknown")),
        };
        self.answer(id, &answer);
    }
}
