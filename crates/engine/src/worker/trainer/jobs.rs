//! Jobs: questions that take longer than a slice of training are answered in slices between which messages are handled.
//! There is one job at a time; a new one replaces an unfinished one.

use super::{Trainer, TrainerHost};
use crate::exports::Making;
use crate::questions::Telling;
use protocol::questions::Export;
use protocol::{Answer, Rule, TrainerEvent, encode, text};

pub(super) struct Job {
    /// Number of the question.
    id: u32,
    kind: JobKind,
}

enum JobKind {
    /// Makes a file of a lane, by its index.
    File(usize, Making),
    /// Estimates how much a label would tell.
    Telling(Box<Telling>),
}

impl<H: TrainerHost> Trainer<H> {
    pub(super) fn answer(&self, id: u32, answer: &Answer) {
        // Plain numbers and texts can always be written.
        let answer = encode(answer).unwrap_or_default();
        self.host.post_event(TrainerEvent::Answered { id, answer });
    }

    /// Begins a file of a lane's run.
    pub(super) async fn begin_export(&mut self, id: u32, number: u8, what: Export) {
        self.drop_job();
        let Some(lane) = self.lanes.iter().position(|lane| lane.number == number) else {
            return self.answer(id, &Answer::Refused(text!("export-no-run")));
        };
        match Making::begin(&mut self.lanes[lane].session, what).await {
            Ok(making) => self.job = Some(Job { id, kind: JobKind::File(lane, making) }),
            Err(why) => self.answer(id, &Answer::Refused(why)),
        }
    }

    /// Begins to estimate how much the styles of a rule would tell.
    pub(super) fn begin_telling(&mut self, id: u32, rule: &Rule) {
        self.drop_job();
        let begun = match self.lanes.first() {
            Some(lane) => Telling::begin(&lane.session, rule),
            None => Err(text!("export-no-run")),
        };
        match begun {
            Ok(telling) => self.job = Some(Job { id, kind: JobKind::Telling(Box::new(telling)) }),
            Err(why) => self.answer(id, &Answer::Refused(why)),
        }
    }

    /// Refuses an unfinished job, so that its panel no longer waits.
    pub(super) fn drop_job(&mut self) {
        if let Some(job) = self.job.take() {
            self.answer(job.id, &Answer::Refused(text!("export-interrupted")));
        }
    }

    pub fn has_job(&self) -> bool {
        self.job.is_some()
    }

    /// Works on the job for one slice and sends its result.
    pub fn work_on_job(&mut self) {
        let Some(mut job) = self.job.take() else { return };
        let (answer, over) = match &mut job.kind {
            JobKind::Telling(telling) => {
                let tells = telling.slice();
                (Answer::Tells(tells), tells.done >= 1.0)
            }
            JobKind::File(lane, making) => match self.lanes.get(*lane).map(|lane| making.next_part(&lane.session)) {
                Some(Ok(part)) => {
                    let last = part.last;
                    (Answer::Exported(part), last)
                }
                Some(Err(why)) => (Answer::Refused(why), true),
                None => (Answer::Refused(text!("export-no-run")), true),
            },
        };
        self.answer(job.id, &answer);
        if !over {
            self.job = Some(job);
        }
    }
}
