//! The learner's progress through the lessons, stored in this browser.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::guess::Guess;

/// Key of the browser's local storage.
const KEY: &str = "lessons";

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LessonProgress {
    /// Progress by step, such as `4.2`.
    pub steps: BTreeMap<String, StepProgress>,
    /// Numbers that steps keep for later ones, by their names.
    pub kept: BTreeMap<String, f64>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StepProgress {
    pub guess: Option<Guess>,
    /// Whether the guess was right; None if there is no right one.
    pub right: Option<bool>,
    /// The truth, if it depends on the learner's own run.
    #[serde(default)]
    pub truth: Option<Guess>,
    pub done: bool,
}

impl LessonProgress {
    /// Reads the stored progress; empty if nothing is stored or it cannot be read.
    pub fn load() -> Self {
        let stored = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
        stored.and_then(|stored| serde_json::from_str(&stored).ok()).unwrap_or_default()
    }

    /// Stores the progress. If storage is full or forbidden, it is lost with the page.
    pub fn store(&self) {
        if let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(self)) {
            let _ = storage.set_item(KEY, &text);
        }
    }

    pub fn step(&self, id: &str) -> StepProgress {
        self.steps.get(id).cloned().unwrap_or_default()
    }

    /// Number of steps of a lesson that are done.
    pub fn done_in(&self, lesson: u32) -> usize {
        let prefix = format!("{lesson}.");
        self.steps.iter().filter(|(id, step)| id.starts_with(&prefix) && step.done).count()
    }

    /// The address detail of the first step of a lesson that is not done. After the last step there is none of that number,
    /// which opens the lesson from its beginning.
    pub fn next_in(&self, lesson: u32) -> String {
        let mut ids = (1u32..).map(|step| format!("{lesson}.{step}"));
        ids.find(|id: &String| !self.step(id).done).unwrap_or_default()
    }
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_goes_on_where_it_was_left() {
        let mut progress = LessonProgress::default();
        assert_eq!(progress.next_in(4), "4.1");
        let done = StepProgress { done: true, ..StepProgress::default() };
        for step in ["4.1", "4.2", "4.4", "5.1"] {
            progress.steps.insert(step.into(), done.clone());
        }
        progress.steps.insert("4.3".into(), StepProgress { guess: Some(Guess::Choice(0)), ..StepProgress::default() });
        assert_eq!(
            (progress.next_in(4), progress.next_in(5), progress.next_in(6)),
            ("4.3".into(), "5.2".into(), "6.1".into())
        );
        assert_eq!(progress.done_in(4), 3);
    }
}
