//! Sentences for the visitor: the latest few, each once.

use protocol::{Failure, Role, Text, text};

/// A hostile link can cause a dozen; nobody reads more than this.
const MAX_NOTICES: usize = 16;

#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    pub id: u32,
    pub text: Text,
    pub is_error: bool,
    /// The worker it is about. A later notice about the same worker replaces it.
    pub worker: Option<Role>,
    /// Offers to start that worker again.
    pub retry: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notices {
    list: Vec<Notice>,
    next_id: u32,
}

impl Notices {
    pub fn info(&mut self, text: impl Into<Text>) {
        self.add(text.into(), false, None, false);
    }

    pub fn error(&mut self, text: impl Into<Text>) {
        self.add(text.into(), true, None, false);
    }

    pub fn failure(&mut self, failure: Failure) {
        self.error(text!("page-failure", sentence = failure.sentence, remedy = failure.remedy));
    }

    /// A worker stopped; `retry` offers the visitor to start it again.
    pub fn worker_lost(&mut self, text: impl Into<Text>, role: Role, retry: bool) {
        self.add(text.into(), true, Some(role), retry);
    }

    fn add(&mut self, text: Text, is_error: bool, worker: Option<Role>, retry: bool) {
        self.list.retain(|known| known.text != text && (worker.is_none() || known.worker != worker));
        self.list.push(Notice { id: self.next_id, text, is_error, worker, retry });
        self.next_id += 1;
        let surplus = self.list.len().saturating_sub(MAX_NOTICES);
        self.list.drain(..surplus);
    }

    pub fn dismiss(&mut self, id: u32) {
        self.list.retain(|notice| notice.id != id);
    }

    /// Withdraws the offer to start a worker that runs again.
    pub fn worker_recovered(&mut self, role: Role) {
        self.list.retain(|notice| !notice.retry || notice.worker != Some(role));
    }

    pub fn all(&self) -> &[Notice] {
        &self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_last_few_and_never_repeats() {
        let mut notices = Notices::default();
        for key in ["a", "b", "a"] {
            notices.info(Text::new(key));
        }
        let keys: Vec<_> = notices.all().iter().map(|notice| notice.text.key.as_ref()).collect();
        assert_eq!(keys, ["b", "a"]);
        (0..50).for_each(|number| notices.info(text!("c", number = number)));
        assert_eq!(notices.all().len(), MAX_NOTICES);
        let first = notices.all()[0].id;
        notices.dismiss(first);
        assert_eq!(notices.all().len(), MAX_NOTICES - 1);
    }

    #[test]
    fn an_offer_to_retry_goes_when_the_worker_is_back() {
        let mut notices = Notices::default();
        notices.worker_lost(text!("stopped"), Role::Stage, false);
        notices.worker_lost(text!("keeps-stopping"), Role::Stage, true);
        assert_eq!(notices.all().len(), 1);
        notices.worker_recovered(Role::Trainer);
        assert_eq!(notices.all().len(), 1);
        notices.worker_recovered(Role::Stage);
        assert!(notices.all().is_empty());
    }
}
