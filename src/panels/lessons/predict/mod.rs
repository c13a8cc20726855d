//! Inputs for guesses, one per kind of prediction; after the guess they show the truth.

mod cell;
mod choose;
mod curve;
mod number;
mod order;
mod paint;
mod painted;
mod path;
pub mod plane;
pub mod pointer;
mod write;

use leptos::prelude::*;

use super::course::Course;
use super::lesson::Prediction;

pub use order::name as moment_name;

#[component]
pub fn PredictionView(course: Course, prediction: Prediction) -> impl IntoView {
    match prediction {
        Prediction::Choose { options, right } => view! { <choose::Choose course options right/> }.into_any(),
        Prediction::Number { from, to, step, tolerance, truth, percent } => {
            let range = number::Range { from, to, step, tolerance, percent };
            view! { <number::NumberGuess course range truth/> }.into_any()
        }
        Prediction::PickCell => view! { <cell::PickCell course/> }.into_any(),
        Prediction::DrawCurve { series, highest } => view! { <curve::DrawCurve course series highest/> }.into_any(),
        Prediction::OrderMoments => view! { <order::OrderMoments course/> }.into_any(),
        Prediction::DrawPath => view! { <path::DrawPath course/> }.into_any(),
        Prediction::PaintWeights { paths } => view! { <paint::PaintWeights course paths/> }.into_any(),
        Prediction::Write => view! { <write::Write course/> }.into_any(),
    }
}
