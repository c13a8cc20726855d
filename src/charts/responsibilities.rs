//! Which cluster is responsible for which trajectory, for methods that find styles by themselves.

use leptos::prelude::*;

use crate::controls::Hint;
use crate::markup::{Markup, escape, style_mark};
use crate::page::Page;
use crate::state::Model;
use crate::text::{self, list, t, words};
use protocol::{Responsibilities, Responsibility, Text, sort_short, text};

const HEIGHT: f32 = 100.0;

#[component]
pub fn Clusters(page: Page) -> impl IntoView {
    let responsibilities = page.memo(|model| model.responsibilities().cloned());
    let stale = page.memo(|model| model.lanes.iter().any(|lane| lane.stale.responsibilities));
    let styles = page.memo(|model| model.styles());
    move || {
        responsibilities.get().map(|responsibilities| {
            let rows = styles.get().into_iter().enumerate().map(|(style, name)| row(&responsibilities, style, &name));
            let rows = rows.collect::<String>();
            view! {
                <figure class="chart" class:stale=stale data-testid="responsibilities">
                    <figcaption>{t!("page-clusters")}<Hint about=t!("page-clusters.about")/></figcaption>
                    <table class="clusters">
                        <caption class="sr">{t!("page-clusters-table")}</caption>
                        <tbody inner_html=rows></tbody>
                    </table>
                    <p class="readout">{t!("page-clusters-read")}</p>
                </figure>
            }
        })
    }
}

fn row(responsibilities: &Responsibilities, style: usize, name: &Text) -> String {
    let columns = columns(responsibilities, style);
    let count = columns.len().max(1);
    let means = responsibilities.means.get(style).cloned().unwrap_or_default();
    let own = means.get(style).copied().unwrap_or(f32::NAN);
    let (name, mark, share) = (escape(&words(name)), style_mark(style), text::percent(own));
    let mut markup = Markup::default();
    markup.add(format_args!(
        r#"<tr><th scope="row" title="{name}">{mark} <span class="stylename">{name}</span></th><td class="strip"><svg viewBox="0 0 {count} {HEIGHT}" preserveAspectRatio="none" aria-hidden="true">"#
    ));
    for cluster in 0..means.len() {
        let (colour, d) = (cluster % 8, bars(&columns, cluster));
        markup.add(format_args!(r#"<path class="fill style-{colour}" d="{d}"/>"#));
    }
    markup.add(format_args!(r#"</svg></td><td data-value="{own}">{share}</td></tr>"#));
    markup.finish()
}

/// Responsibilities for the trajectories of a label, sorted by the share of the label's own cluster.
fn columns(responsibilities: &Responsibilities, style: usize) -> Vec<&[f32]> {
    let of_style = responsibilities.some.iter().filter(|one| usize::from(one.style) == style);
    let mut columns: Vec<&[f32]> = of_style.map(|one| one.shares.as_slice()).collect();
    let own = |shares: &[f32]| shares.get(style).copied().unwrap_or(0.0);
    sort_short(&mut columns, |shares| -own(shares));
    columns
}

/// The SVG path of a cluster: its share of every column, stacked on the clusters before it.
fn bars(columns: &[&[f32]], cluster: usize) -> String {
    let mut d = String::new();
    for (at, shares) in columns.iter().enumerate() {
        let below = shares.iter().take(cluster).fold(0.0, |sum, share| sum + share);
        let tall = shares.get(cluster).copied().unwrap_or(0.0) * HEIGHT;
        if tall >= 0.5 {
            d.push_str(&format!("M{at} {:.1}h1v{tall:.1}h-1z", below * HEIGHT));
        }
    }
    d
}

/// The clusters responsible for the inspected demonstration; None for methods without clusters.
pub fn of_selected(model: &Model) -> Option<Text> {
    let responsibilities = model.responsibilities().filter(|_| model.drawn.is_none())?;
    let found = responsibilities.some.iter().find(|one| Some(one.trajectory) == model.selected);
    Some(match found {
        Some(one) => sentence(one, |style| model.style_name(style)),
        None => text!("page-clusters-held-out"),
    })
}

/// Clusters with a share of a percent or more, the largest first.
fn sentence(one: &Responsibility, name: impl Fn(usize) -> Text) -> Text {
    let mut claims: Vec<(usize, f32)> = one.shares.iter().copied().enumerate().collect();
    sort_short(&mut claims, |(_, share)| -share);
    let claims = claims.into_iter().filter(|(_, share)| *share >= 0.005);
    let claims = claims.map(|(style, share)| text!("page-clusters-claim", style = name(style), share = share));
    text!("page-clusters-responsible", claims = list(claims).unwrap_or_else(|| text!("page-clusters-nobody")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(trajectory: u32, style: u8, shares: [f32; 2]) -> Responsibility {
        Responsibility { trajectory, style, shares: shares.to_vec() }
    }

    #[test]
    fn every_column_is_filled_by_its_clusters() {
        let some = vec![one(0, 0, [0.2, 0.8]), one(1, 1, [0.0, 1.0]), one(2, 0, [1.0, 0.0])];
        let responsibilities = Responsibilities { some, means: vec![vec![0.6, 0.4], vec![0.0, 1.0]] };
        let columns = columns(&responsibilities, 0);
        assert_eq!(columns, [&[1.0, 0.0], &[0.2, 0.8]], "the surest stands first");
        assert_eq!(bars(&columns, 0), "M0 0.0h1v100.0h-1zM1 0.0h1v20.0h-1z");
        assert_eq!(bars(&columns, 1), "M1 20.0h1v80.0h-1z");
    }

    #[test]
    fn the_clusters_of_a_demonstration_are_said() {
        let style = |style: usize| Text::new(format!("s{style}"));
        let said = sentence(&one(3, 0, [0.2, 0.8]), style);
        assert_eq!(words(&said), "Responsible for the whole of this demonstration: “s1” 80\u{a0}%, “s0” 20\u{a0}%.");
        let sure = sentence(&one(3, 0, [1.0, 0.0]), style);
        assert_eq!(words(&sure), "Responsible for the whole of this demonstration: “s0” 100\u{a0}%.");
    }
}
