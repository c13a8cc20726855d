//! Drawing demonstrations: every line on the stage becomes a path of the chosen style.

use leptos::prelude::*;

use super::{Panel, knob, port};
use crate::actions::Action;
use crate::browser::download;
use crate::controls::StyleMark;
use crate::reactive::{boolean, dynamic, string, when};
use crate::state::Model;
use crate::text::{shown, t, words};
use protocol::drawing::{Drawing, DrawnPath, LONGEST_DRAWING, ReadySet};
use protocol::{KnobKind, Text, Value, text};

/// Most changes that can be undone.
const MOST_UNDONE: usize = 50;

/// The id of the drawing's knob and its value.
fn drawn_value(model: &Model) -> Option<(String, Value)> {
    let card = knob(model.world()?, |kind| matches!(kind, KnobKind::Drawing(_)))?;
    Some((card.id.clone(), model.knob_value(card)))
}

/// The drawing of a knob's value; None for the drawing of a loaded file.
fn drawing_of(value: &Value, styles: usize) -> Option<Drawing> {
    let Value::Word(word) = value else { return None };
    ReadySet::from_name(word).map(|set| set.drawing(styles)).or_else(|| Drawing::from_text(word).ok())
}

#[derive(Clone, Copy)]
struct Pen {
    panel: Panel,
    /// The style of the next line.
    style: RwSignal<usize>,
    /// The drawing, which may be too large for a link.
    drawing: RwSignal<Drawing>,
    before: RwSignal<Vec<Drawing>>,
    said: RwSignal<Option<Text>>,
}

impl Pen {
    /// Adds a line of the visitor's.
    fn add(self, line: &[f32]) {
        let Some(path) = DrawnPath::new(self.style.get_untracked() as u8, line) else {
            return self.said.set(Some(text!("data-line-short")));
        };
        let mut drawing = self.drawing.get_untracked();
        let before = drawing.clone();
        if !drawing.add(path) {
            return self.said.set(Some(text!("data-lines-full")));
        }
        self.before.update(|all| {
            all.push(before);
            if all.len() > MOST_UNDONE {
                all.remove(0);
            }
        });
        self.show(drawing);
    }

    fn undo(self) {
        let mut last = None;
        self.before.update(|before| last = before.pop());
        if let Some(drawing) = last {
            self.show(drawing);
        }
    }

    /// Opens the run with a drawing: in the address if it fits there, otherwise as a file.
    fn show(self, drawing: Drawing) {
        let written = drawing.to_text();
        self.said.set(None);
        if written.len() <= LONGEST_DRAWING {
            if let Some((knob, _)) = self.panel.page.peek(drawn_value) {
                port::perform(Action::SetKnob { knob, value: Value::Word(written) });
            }
        } else {
            self.said.set(Some(text!("data-lines-file", lines = drawing.paths.len())));
            port::perform(Action::LoadFile { name: "drawing.json".into(), bytes: drawing.to_json().into_bytes() });
        }
        self.drawing.set(drawing);
    }
}

#[component]
pub fn Draw(panel: Panel) -> impl IntoView {
    let styles = Memo::new(move |_| {
        panel.version.track();
        panel.page.peek(Model::styles)
    });
    let now = panel.page.peek(|model| drawing_of(&drawn_value(model)?.1, model.styles().len()));
    let drawing = RwSignal::new(now.unwrap_or_default());
    let (style, before, said) = (RwSignal::new(0), RwSignal::new(Vec::new()), RwSignal::new(None));
    let pen = Pen { panel, style, drawing, before, said };
    follow(pen);
    port::perform(Action::Draw(true));
    on_cleanup(|| port::perform(Action::Draw(false)));
    let chip = move |(index, name): (usize, Text)| {
        let lines = string(move || {
            let own = drawing.with(|drawing| drawing.of_style(index).filter(|path| !path.is_ready()).count());
            words(&text!("data-lines", lines = own))
        });
        view! {
            <button class="toggle" data-testid=format!("draw-style-{index}") on:click=move |_| style.set(index)
                aria-pressed=string(move || (style.get() == index).to_string())>
                <StyleMark style=index/>" "{shown(name)}" · "{lines}
            </button>
        }
    };
    let save = move |_| {
        // A browser that refuses the download shows a message of its own.
        let _ = download("drawing.json", drawing.get_untracked().to_json().as_bytes());
    };
    let restart = move |_| {
        before.update(|all| all.push(drawing.get_untracked()));
        pen.show(ReadySet::Letters.drawing(panel.page.peek(|model| model.styles().len())));
    };
    view! {
        <p>{t!("data-draw.about")}</p>
        <Count panel/>
        <div class="stagetools" role="group" aria-label=t!("data-style")>
            {dynamic(move || styles.get().into_iter().enumerate().map(chip).collect_view())}
        </div>
        <div class="stagetools">
            <button data-testid="draw-undo" disabled=boolean(move || before.with(Vec::is_empty)) on:click=move |_| pen.undo()>{t!("data-undo")}</button>
            <button data-testid="draw-restart" on:click=restart>{t!("data-restart")}</button>
            <button class="quiet" data-testid="draw-save" on:click=save>{t!("data-save")}</button>
        </div>
        {when(move || said.with(Option::is_some), move || view! {
            <p role="status" data-testid="draw-said">{string(move || said.get().map(|text| words(&text)).unwrap_or_default())}</p>
        })}
        <p class="aside">{t!("data-draw-keys")}</p>
    }
}

/// Chooses the number of styles, in which alone the labels of this world differ.
#[component]
pub fn Count(panel: Panel) -> impl IntoView {
    let labels = panel.page.peek(|model| model.world().map(|world| world.labels.clone()).unwrap_or_default());
    let chosen = Memo::new(move |_| {
        panel.version.track();
        panel.page.peek(|model| model.requested.label.clone())
    });
    let options = labels.into_iter().map(|label| {
        let id = label.id.clone();
        view! { <option value=label.id selected=boolean(move || chosen.get() == id)>{shown(label.name)}</option> }
    });
    let choose = move |event| port::perform(Action::ChooseLabel(event_target_value(&event)));
    view! {
        <label class="field">{t!("data-count")}" "
            <select data-testid="data-count" on:change=choose>{options.collect_view()}</select>
        </label>
    }
}

/// Takes every new line from the stage, and a drawing that was chosen elsewhere.
fn follow(pen: Pen) {
    let last = StoredValue::new(port::drawn());
    let value = StoredValue::new(pen.panel.page.peek(drawn_value));
    Effect::new(move |_| {
        pen.panel.version.track();
        let chosen = pen.panel.page.peek(drawn_value);
        if chosen != value.get_value() {
            value.set_value(chosen.clone());
            let styles = pen.panel.page.peek(|model| model.styles().len());
            if let Some(drawing) = chosen.and_then(|(_, value)| drawing_of(&value, styles)) {
                pen.drawing.set(drawing);
            }
        }
        let line = port::drawn();
        if !line.is_empty() && line != last.get_value() {
            last.set_value(line.clone());
            pen.add(&line);
        }
    });
}
