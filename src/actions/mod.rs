//! What a visitor can do. Each is one change of the model and what the workers must hear of it.

mod run;
mod view;
