//! Tables and drawings that belong to one step.

use leptos::prelude::*;

use super::course::Course;
use super::lesson::Figure;

#[component]
pub fn FigureView(course: Course, figure: Figure) -> impl IntoView {
    let _ = (course, figure);
    ().into_any()
}
