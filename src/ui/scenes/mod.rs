//! The stage: demonstrations, agents, and the path under inspection, painted on one canvas.

mod agents;
mod backdrop;
mod brush;
mod consoles;
mod layer;
mod marker;
mod pace;
mod panels;
pub mod pmi;
mod scene;
mod selected;
mod stage;

pub use marker::path as marker_path;
pub use stage::Stage;
