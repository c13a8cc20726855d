//! The right column: charts of the run, each with a text for screen readers.

mod arithmetic;
#[cfg(test)]
mod arithmetic_tests;
mod axes;
mod calibration;
mod comparison;
mod curves;
mod explained;
mod line;
mod responsibilities;
mod scale;
mod sweep;
mod timeline;
mod weights;
mod why;

use leptos::prelude::*;

pub use calibration::Calibrations;
pub use comparison::Comparison;
pub use explained::Explained;
pub use sweep::Sweeps;

use super::page::Page;
use super::text::t;

#[component]
pub fn Charts(page: Page) -> impl IntoView {
    // Matrices side by side need the width of the middle column.
    let comparing = page.memo(|model| model.lanes.len() > 1);
    view! {
        <section class="rail charts" aria-label=t!("page-charts")>
            <curves::MiChart page/>
            <curves::StylesChart page/>
            <responsibilities::Clusters page/>
            <curves::RewardChart page/>
            <curves::LossChart page/>
            <curves::LatentChart page/>
            <weights::Weights page/>
            <Show when=move || !comparing.get()><Calibrations page/></Show>
        </section>
    }
}
