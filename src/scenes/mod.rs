//! The stage: demonstrations, agents, and the path under inspection, painted on one canvas.

mod agents;
mod backdrop;
mod canvas;
mod console_grid;
mod console_words;
mod consoles;
mod demo_layer;
mod episode_ends;
mod gesture;
mod inspected_path;
mod layout;
pub mod pmi;
mod pointer;
mod scene;
mod stage;
mod style_markers;
mod throttle;
mod tools;
mod viewports;
mod world_lines;

pub use episode_ends::EpisodeEnds;
pub use stage::Stage;
pub use style_markers::path as marker_path;
pub use tools::Tools;
