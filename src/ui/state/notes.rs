//! Sentences for the visitor: the last few, each once.

use crate::protocol::Role;

/// A hostile link can earn a dozen; more than this nobody reads.
const KEPT: usize = 16;

#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    pub id: u32,
    pub text: String,
    pub trouble: bool,
    /// A worker that the visitor may start again from here.
    pub retry: Option<Role>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    list: Vec<Note>,
    next: u32,
}

impl Notes {
    pub fn tell(&mut self, text: impl Into<String>) {
        self.add(text.into(), false, None);
    }

    pub fn trouble(&mut self, text: impl Into<String>) {
        self.add(text.into(), true, None);
    }

    pub fn retry(&mut self, text: impl Into<String>, role: Role) {
        self.add(text.into(), true, Some(role));
    }

    fn add(&mut self, text: String, trouble: bool, retry: Option<Role>) {
        if text.is_empty() {
            return;
        }
        self.list.retain(|note| note.text != text);
        self.list.push(Note { id: self.next, text, trouble, retry });
        self.next += 1;
        let surplus = self.list.len().saturating_sub(KEPT);
        self.list.drain(..surplus);
    }

    pub fn dismiss(&mut self, id: u32) {
        self.list.retain(|note| note.id != id);
    }

    /// A worker that answers again takes its offer to retry with it.
    pub fn recovered(&mut self, role: Role) {
        self.list.retain(|note| note.retry != Some(role));
    }

    pub fn all(&self) -> &[Note] {
        &self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_last_few_and_never_repeats() {
        let mut notes = Notes::default();
        for text in ["a", "b", "a", ""] {
            notes.tell(text);
        }
        let texts: Vec<_> = notes.all().iter().map(|note| note.text.as_str()).collect();
        assert_eq!(texts, ["b", "a"]);
        (0..50).for_each(|n| notes.tell(n.to_string()));
        assert_eq!(notes.all().len(), KEPT);
        let first = notes.all()[0].id;
        notes.dismiss(first);
        assert_eq!(notes.all().len(), KEPT - 1);
    }

    #[test]
    fn an_offer_to_retry_goes_when_the_worker_is_back() {
        let mut notes = Notes::default();
        notes.retry("It stopped.", Role::Stage);
        notes.recovered(Role::Trainer);
        assert_eq!(notes.all().len(), 1);
        notes.recovered(Role::Stage);
        assert!(notes.all().is_empty());
    }
}
