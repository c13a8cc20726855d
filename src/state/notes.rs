//! Sentences for the visitor: the last few, each once.

use protocol::{Role, Text};

/// A hostile link can earn a dozen; more than this nobody reads.
const KEPT: usize = 16;

#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    pub id: u32,
    pub text: Text,
    pub trouble: bool,
    /// The worker it is about: a later note on the same one takes its place.
    pub about: Option<Role>,
    /// The visitor may start that worker again from here.
    pub retry: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    list: Vec<Note>,
    next: u32,
}

impl Notes {
    pub fn tell(&mut self, text: impl Into<Text>) {
        self.add(Note { id: 0, text: text.into(), trouble: false, about: None, retry: false });
    }

    pub fn trouble(&mut self, text: impl Into<Text>) {
        self.add(Note { id: 0, text: text.into(), trouble: true, about: None, retry: false });
    }

    /// What became of a worker, and whether it is for the visitor to start it again.
    pub fn lost(&mut self, text: impl Into<Text>, role: Role, retry: bool) {
        self.add(Note { id: 0, text: text.into(), trouble: true, about: Some(role), retry });
    }

    fn add(&mut self, note: Note) {
        self.list.retain(|known| known.text != note.text && (note.about.is_none() || known.about != note.about));
        self.list.push(Note { id: self.next, ..note });
        self.next += 1;
        let surplus = self.list.len().saturating_sub(KEPT);
        self.list.drain(..surplus);
    }

    pub fn dismiss(&mut self, id: u32) {
        self.list.retain(|note| note.id != id);
    }

    /// A worker that answers again takes its offer to retry with it.
    pub fn recovered(&mut self, role: Role) {
        self.list.retain(|note| !note.retry || note.about != Some(role));
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
        for text in ["a", "b", "a"] {
            notes.tell(Text::new(text));
        }
        let texts: Vec<_> = notes.all().iter().map(|note| note.text.key.as_ref()).collect();
        assert_eq!(texts, ["b", "a"]);
        (0..50).for_each(|n| notes.tell(Text::new(n.to_string())));
        assert_eq!(notes.all().len(), KEPT);
        let first = notes.all()[0].id;
        notes.dismiss(first);
        assert_eq!(notes.all().len(), KEPT - 1);
    }

    #[test]
    fn an_offer_to_retry_goes_when_the_worker_is_back() {
        let mut notes = Notes::default();
        notes.lost(Text::new("stopped"), Role::Stage, false);
        notes.lost(Text::new("keeps-stopping"), Role::Stage, true);
        assert_eq!(notes.all().len(), 1);
        notes.recovered(Role::Trainer);
        assert_eq!(notes.all().len(), 1);
        notes.recovered(Role::Stage);
        assert!(notes.all().is_empty());
    }
}
