//! The stage: demonstrations, agents, and the path under inspection, painted on one canvas.

mod agents;
mod backdrop;
mod brush;
mod consoles;
mod ends;
mod hand;
mod layer;
mod layout;
mod marker;
mod marks;
mod pace;
mod panels;
pub mod pmi;
mod scene;
mod selected;
mod stage;
mod tools;
mod touch;

pub use ends::Ends;
pub use marker::path as marker_path;
pub use stage::Stage;
