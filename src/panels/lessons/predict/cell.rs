//! A cell of the calibration matrix, picked before the matrix is shown.

use leptos::prelude::*;

use crate::panels::lessons::course::Course;
use crate::panels::lessons::guess::Guess;
use crate::reactive::{boolean, dynamic, string};
use crate::text::{shown, t, words};
use protocol::{Calibration, text};

/// The cell off the diagonal with the most paths; the first one of several.
fn largest_error(calibration: &Calibration) -> Option<(usize, usize)> {
    let styles = calibration.counts.len();
    let cells = (0..styles).flat_map(|asked| (0..styles).map(move |achieved| (asked, achieved)));
    let beside = cells.filter(|(asked, achieved)| asked != achieved);
    beside.fold(None, |best: Option<(usize, usize)>, (asked, achieved)| {
        let count = |(asked, achieved): (usize, usize)| calibration.counts[asked][achieved];
        (count((asked, achieved)) > best.map_or(0, count)).then_some((asked, achieved)).or(best)
    })
}

#[component]
pub fn PickCell(course: Course) -> impl IntoView {
    let page = course.panel.page;
    let styles = page.memo(|model| model.styles());
    let picked = Memo::new(move |_| match course.state().guess {
        Some(Guess::Cell(asked, achieved)) => Some((asked, achieved)),
        _ => None,
    });
    let truth = page.memo(|model| {
        let lane = model.lanes.first()?;
        largest_error(lane.calibration.as_deref()?)
    });
    Effect::new(move |_| {
        if let (Some(picked), Some(truth)) = (picked.get(), truth.get()) {
            course.set_right(picked == truth);
            course.set_truth(Guess::Cell(truth.0, truth.1));
        }
    });
    let name = move |style: usize| {
        styles.with(|styles| styles.get(style).cloned()).unwrap_or_else(|| text!("page-style-unnamed", number = style))
    };
    let cell = move |asked: usize, achieved: usize| {
        let spoken = move || words(&text!("lesson-cell", asked = name(asked), achieved = name(achieved)));
        let mark = move || match (picked.get(), truth.get()) {
            (Some(_), Some(truth)) if truth == (asked, achieved) => "right",
            (Some(picked), _) if picked == (asked, achieved) => "wrong",
            _ => "",
        };
        view! {
            <td>
                <button class="option" data-testid=format!("cell-{asked}-{achieved}") data-mark=mark aria-label=string(spoken)
                    disabled=boolean(move || asked == achieved || picked.get().is_some())
                    on:click=move |_| course.commit(Guess::Cell(asked, achieved))></button>
            </td>
        }
    };
    let table = move || {
        let all = styles.with(Vec::len);
        let head = (0..all).map(|style| view! { <th scope="col">{shown(name(style))}</th> }).collect_view();
        let row = move |asked: usize| {
            view! { <tr><th scope="row">{shown(name(asked))}</th>{(0..all).map(|achieved| cell(asked, achieved)).collect_view()}</tr> }
        };
        view! {
            <table class="pick">
                <caption>{t!("lesson-cells")}</caption>
                <thead><tr><td></td>{head}</tr></thead>
                <tbody>{(0..all).map(row).collect_view()}</tbody>
            </table>
        }
    };
    dynamic(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_error_is_beside_the_diagonal() {
        let counts = vec![vec![50, 3, 0], vec![9, 40, 12], vec![0, 0, 60]];
        assert_eq!(largest_error(&Calibration::new(0, counts, Vec::new())), Some((1, 2)));
        let none = Calibration::new(0, vec![vec![5, 0, 0], vec![0, 5, 9]], Vec::new());
        assert_eq!(largest_error(&none), None);
    }
}
