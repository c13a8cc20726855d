//! Answers to the questions of lessons and panels, by exact arithmetic on given numbers or on the open run. One file per
//! question, opening with its equation.

mod count_table;
mod doubtful;
mod moment;
mod optimum;
mod quiz;
mod shift;
mod slow_motion;
mod strays;
mod tells;

pub use count_table::count_table;
pub use optimum::optimum_of;
pub use quiz::quiz;
pub use tells::Telling;

use crate::session::{Session, report};
use protocol::{Answer, Question, Snapshot, Text, text};

/// Answers a question about given numbers, or about an open run with a critic. A question that cannot be answered is
/// refused with one sentence.
pub async fn answer(question: &Question, session: Option<&mut Session>) -> Answer {
    let answered = match question {
        Question::CountTable { counts, styles, actions } => {
            count_table(counts, *styles, *actions).map(Answer::CountTable)
        }
        Question::OptimumOf { prior, posterior, betas } => optimum_of(prior, posterior, betas).map(Answer::OptimumOf),
        Question::Quiz { seed, number } => quiz(*seed, *number).map(Answer::Quiz),
        Question::ReadSnapshot { bytes } => {
            report(&Snapshot(bytes.clone())).map(Answer::Snapshot).map_err(|error| error.text())
        }
        _ => match session {
            Some(session) => about_run(question, session).await,
            None => Err(text!("question-no-critic")),
        },
    };
    answered.unwrap_or_else(Answer::Refused)
}

/// Answers a question about the open run.
async fn about_run(question: &Question, session: &mut Session) -> Result<Answer, Text> {
    session.fetch().await.map_err(|error| error.text())?;
    match question {
        Question::Shift { constant, trajectory, moment } => {
            shift::shift(session, *constant, (*trajectory, *moment)).map(Answer::Shift)
        }
        Question::SlowMotion { trajectory, moment } => {
            slow_motion::slow_motion(session, (*trajectory, *moment)).map(Answer::SlowMotion)
        }
        Question::Optimum { trajectory, moment, betas } => {
            optimum::optimum(session, (*trajectory, *moment), betas).map(Answer::Optimum)
        }
        Question::Measure { quantity } => tells::measured(session, quantity).map(Answer::Measured),
        Question::Strays { paths } => Ok(Answer::Strays(strays::strays(session, paths))),
        Question::Columns => Ok(Answer::Columns(session.file_columns())),
        Question::Pixels { trajectory, moment } => {
            let map = session.pixel_map((*trajectory, *moment));
            map.map(Answer::Pixels).ok_or_else(|| text!("question-no-pixels"))
        }
        Question::Doubtful { most } => doubtful::doubtful(session, *most).map(Answer::Doubtful),
        // These need no run, or are jobs of the trainer, which answers them in parts.
        Question::CountTable { .. }
        | Question::OptimumOf { .. }
        | Question::Quiz { .. }
        | Question::ReadSnapshot { .. }
        | Question::Tells { .. }
        | Question::Export { .. } => Err(text!("question-unknown")),
    }
}
