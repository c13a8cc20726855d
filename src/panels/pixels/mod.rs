//! *Which pixels tell*: the picture of the selected moment, coloured by how much its PMI drops where it is covered.

use leptos::prelude::*;

use super::{Close, Panel};
use crate::markup::Markup;
use crate::reactive::{dynamic, string};
use crate::text::{fixed, t, words};
use protocol::questions::PixelMap;
use protocol::{Answer, Question, Text, text};

/// The largest drop is drawn at full strength if it is at least this many nats; maps with smaller drops stay faint.
const LEAST: f32 = 0.05;
/// Pixels of the console's screen, across and down.
const SCREEN: (usize, usize) = (160, 210);

#[component]
pub fn Pixels(panel: Panel) -> impl IntoView {
    let found = RwSignal::new(None::<Result<PixelMap, Text>>);
    let asked = StoredValue::new(None::<u32>);
    let page = panel.page;
    let at = Memo::new(move |_| {
        panel.version.track();
        // While the run trains its timeline changes, and the map with it.
        page.get(|model| model.timeline().map(|path| (path.clone(), model.step_of(path.xy.len() / 2))))
    });
    Effect::new(move |_| {
        let Some((path, moment)) = at.get() else { return };
        let (Some(trajectory), moment) = (path.trajectory, moment as u32) else { return };
        asked.set_value(Some(panel.ask(&Question::Pixels { trajectory, moment })));
    });
    Effect::new(move |_| {
        let Some((id, answer)) = panel.answer.get() else { return };
        match (asked.get_value() == Some(id), answer.as_ref()) {
            (true, Answer::Pixels(map)) => found.set(Some(Ok(map.clone()))),
            (true, Answer::Refused(why)) => found.set(Some(Err(why.clone()))),
            _ => {}
        }
    });
    view! {
        <section class="lesson" data-testid="pixels">
            <header><h2>{t!("pixels-title")}</h2><Close/></header>
            <p>{t!("pixels-about")}</p>
            {dynamic(move || found.get().map(|found| match found {
                Err(why) => view! { <p role="alert" data-testid="pixels-refused">{words(&why)}</p> }.into_any(),
                Ok(map) => shown(&map).into_any(),
            }))}
        </section>
    }
}

fn shown(map: &PixelMap) -> impl IntoView + use<> {
    let most = map.drop.iter().fold(0.0_f32, |most, drop| most.max(drop.abs()));
    let (pmi, picture) = (map.pmi, drawing(map));
    let said = move || words(&text!("pixels-said", pmi = fixed(pmi, 2), most = fixed(most, 2)));
    view! {
        <div class="pixelmap" data-testid="pixel-map" inner_html=picture></div>
        <p class="readout" data-testid="pixels-said">{string(said)}</p>
    }
}

/// The picture in grey, and over it the drops: red where a pixel speaks for the label, blue where it speaks against it.
fn drawing(map: &PixelMap) -> String {
    let (width, height) = (usize::from(map.width), usize::from(map.height));
    let mut markup = Markup::default();
    let label = crate::markup::escape(&words(&text!("pixels-title")));
    // A pixel of the screen is twice as wide as high, and some of them make one here.
    let (wide, high) = (2 * SCREEN.0 / width.max(1), SCREEN.1 / height.max(1));
    markup.add(format_args!(
        r#"<svg viewBox="0 0 {} {}" role="img" aria-label="{label}" shape-rendering="crispEdges">"#,
        wide * width,
        high * height
    ));
    for (row, line) in map.picture.chunks(width.max(1)).enumerate() {
        let mut from = 0;
        for at in 1..=line.len() {
            if at == line.len() || line[at] != line[from] {
                let (x, y, length, grey) = (wide * from, high * row, wide * (at - from), line[from]);
                markup.add(format_args!(
                    r#"<rect x="{x}" y="{y}" width="{length}" height="{high}" fill="rgb({grey},{grey},{grey})"/>"#
                ));
                from = at;
            }
        }
    }
    let most = map.drop.iter().fold(LEAST, |most, drop| most.max(drop.abs()));
    for (place, drop) in map.drop.iter().enumerate() {
        let strength = drop.abs() / most;
        if strength > 0.1 {
            let (x, y) = (wide * (place % width.max(1)), high * (place / width.max(1)));
            let colour = if *drop > 0.0 { "--pmi-8" } else { "--pmi-0" };
            let opacity = 0.75 * strength;
            markup.add(format_args!(
                r#"<rect x="{x}" y="{y}" width="{wide}" height="{high}" fill="var({colour})" fill-opacity="{opacity:.2}"/>"#
            ));
        }
    }
    markup.add(format_args!("</svg>"));
    markup.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tells_most_is_drawn_most_clearly() {
        let map = PixelMap { width: 2, height: 1, picture: vec![7, 7], pmi: 1.0, drop: vec![0.5, -0.25] };
        let drawn = drawing(&map);
        assert_eq!(drawn.matches("rgb(7,7,7)").count(), 1, "equal pixels are one box");
        assert!(drawn.contains(r#"viewBox="0 0 320 210""#), "it has the screen's shape: {drawn}");
        assert!(drawn.contains(r#"fill="var(--pmi-8)" fill-opacity="0.75""#), "{drawn}");
        assert!(drawn.contains(r#"fill="var(--pmi-0)" fill-opacity="0.38""#), "{drawn}");
    }
}
