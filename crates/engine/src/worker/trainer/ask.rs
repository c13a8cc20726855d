//! Questions of lessons and panels.

use super::{Trainer, TrainerHost};
use crate::questions;
use protocol::{Answer, Question, TrainerCommand, decode, text};

impl<H: TrainerHost> Trainer<H> {
    /// Answers a question. Questions about the open run are about the first lane that has a critic. Files and estimates
    /// are answered in parts (`jobs`).
    pub(super) async fn ask(&mut self, id: u32, encoded: &[u8]) {
        let again = || TrainerCommand::Ask { id, question: encoded.to_vec() };
        let answer = match decode::<Question>(encoded) {
            Ok(Question::Export { lane, .. }) if self.helpers.send_to_owner(lane, again()) => return,
            Ok(Question::Export { lane, what }) => return self.begin_export(id, lane, what).await,
            Ok(Question::Tells { rule }) => return self.begin_telling(id, &rule),
            Ok(question) => {
                let critic = self.lanes.iter().position(|lane| lane.session.has_critic());
                let here = critic.map(|lane| self.lanes[lane].number);
                // If a helper trains that lane, it answers instead of this worker.
                let apart = self.helpers.lane_with_critic().filter(|lane| here.is_none_or(|here| *lane < here));
                if apart.is_some_and(|lane| self.helpers.send_to_owner(lane, again())) {
                    return;
                }
                // Questions about demonstrations need no critic.
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
