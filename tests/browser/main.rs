//! The built site (`dist/`) in a real Chromium, and partly in Firefox, served from a folder with the headers it asks for.
//! `./dev browser` builds the site and runs this; `./dev browser NAME` only what has NAME in its name.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod alone;
mod arcade;
mod class;
mod compares;
mod conditions;
mod court;
mod data;
mod devices;
mod driver;
mod engines;
mod everyone;
mod exports;
mod kept;
mod kernels;
mod languages;
mod layout;
mod learner;
mod lessons;
mod methods;
mod offline;
mod opens;
mod panels;
mod pictures;
mod plays;
mod reach;
mod results;
mod server;
mod soak;
mod tracks;
mod trains;
mod visit;
mod workers;
