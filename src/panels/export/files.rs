//! Downloads of files that the trainer makes, one at a time.

use leptos::prelude::*;

use super::Panel;
use crate::browser::download_parts;
use crate::text::{percent, words};
use protocol::questions::Export;
use protocol::{Answer, Question, Text, text};

#[derive(Clone, Debug, Default, PartialEq)]
enum Status {
    #[default]
    Idle,
    /// Number of the question, and share of the file that is done.
    Making(u32, f32),
    Saved(String),
    Failed(Text),
}

/// The download in progress and its status, which all parts of the panel share.
#[derive(Clone, Copy)]
pub struct FileDownloads {
    panel: Panel,
    status: RwSignal<Status>,
}

impl FileDownloads {
    pub fn new(panel: Panel) -> Self {
        let files = Self { panel, status: RwSignal::default() };
        Effect::new(move |_| {
            let Some((id, answer)) = panel.answer.get() else { return };
            let Status::Making(asked, _) = files.status.get_untracked() else { return };
            if asked == id {
                files.take(id, &answer);
            }
        });
        files
    }

    pub fn start(self, what: Export) {
        let lane = self.panel.page.peek(|model| model.focus() as u8);
        let id = self.panel.ask(&Question::Export { lane, what });
        self.status.set(Status::Making(id, 0.0));
    }

    fn take(self, id: u32, answer: &Answer) {
        match answer {
            Answer::Exported(part) if part.last => {
                let saved = download_parts(&part.name, &self.panel.take_parts(id));
                self.finish(&part.name, saved);
            }
            Answer::Exported(part) => self.status.set(Status::Making(id, part.done)),
            Answer::Refused(why) => self.status.set(Status::Failed(why.clone())),
            _ => {}
        }
    }

    /// Shows whether a file could be handed to the browser.
    pub fn finish(self, name: &str, saved: Option<()>) {
        self.status.set(match saved {
            Some(()) => Status::Saved(name.to_string()),
            None => Status::Failed(text!("page-download-refused")),
        });
    }

    pub fn busy(self) -> bool {
        matches!(self.status.get(), Status::Making(..))
    }

    pub fn said(self) -> String {
        match self.status.get() {
            Status::Making(_, done) => words(&text!("export-making", done = percent(done))),
            Status::Saved(name) => words(&text!("export-saved", name = name)),
            Status::Idle | Status::Failed(_) => String::new(),
        }
    }

    pub fn failed(self) -> Option<Text> {
        match self.status.get() {
            Status::Failed(why) => Some(why),
            _ => None,
        }
    }
}
