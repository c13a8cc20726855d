//! Controls. They are drawn from cards and name no world, method or knob.

mod choice;
mod device;
mod dialog;
mod files;
mod glossary;
mod header;
mod help;
mod hint;
mod joystick;
mod keys;
mod knob;
mod knobs;
mod lanes;
mod language;
mod live;
mod notices;
mod recipe;
mod results;
mod share;
mod slider_scale;
mod story;
mod styles;
mod theme;
mod transport;

use leptos::prelude::*;

pub use files::{Arriving, accept_drops};
pub use glossary::Glossary;
pub use header::Header;
pub use help::Help;
pub use hint::{Hint, open_glossary_by_links};
pub use joystick::Joystick;
pub use keys::listen;
pub use knob::Knob;
pub use knobs::Knobs;
pub use lanes::Lanes;
pub use live::Live;
pub use notices::Notices;
pub use story::{Story, follow_story};
pub use styles::Styles;
pub use theme::watch_system;
pub use transport::Transport;

use super::scenes::marker_path;

/// A style's shape in its colour, as on the stage.
#[component]
pub fn StyleMark(style: usize) -> impl IntoView {
    view! {
        <svg class=format!("mark fill style-{}", style % 8) viewBox="-8 -8 16 16" aria-hidden="true">
            <path d=marker_path(style, 0.0, 0.0, 4.6)/>
        </svg>
    }
}
