//! Charts as SVG and the stage as PNG, with a caption that names the run; `www/pictures.js` draws them.

use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;

use super::files::FileDownloads;
use super::{Panel, caption, stem};
use crate::browser::{download, download_parts};
use crate::panels::links::address;
use crate::reactive::dynamic;
use crate::text::{t, words};

#[wasm_bindgen]
extern "C" {
    /// Titles of the charts that are on the page and not empty.
    #[wasm_bindgen(js_namespace = playground, js_name = chartTitles, catch)]
    fn chart_titles() -> Result<Array, JsValue>;

    /// One of these charts as the text of an SVG file.
    #[wasm_bindgen(js_namespace = playground, js_name = chartSvg, catch)]
    fn chart_svg(index: u32, caption: &str) -> Result<String, JsValue>;

    #[wasm_bindgen(js_namespace = playground, js_name = stagePng, catch)]
    async fn stage_png(caption: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = playground, js_name = stageUrl, catch)]
    async fn stage_url(caption: &str) -> Result<JsValue, JsValue>;
}

pub fn caption_of(panel: Panel) -> String {
    words(&panel.page.peek(|model| caption(model, &address())))
}

fn titles() -> Vec<String> {
    chart_titles().map(|titles| titles.iter().filter_map(|title| title.as_string()).collect()).unwrap_or_default()
}

/// Every chart with its title, as markup.
pub fn all_charts(caption: &str) -> Vec<(String, String)> {
    let chart = |(index, title): (usize, String)| Some((title, chart_svg(index as u32, caption).ok()?));
    titles().into_iter().enumerate().filter_map(chart).collect()
}

/// The picture of the stage as a data URL; None if the browser cannot make one.
pub async fn stage(caption: &str) -> Option<String> {
    stage_url(caption).await.ok()?.as_string()
}

#[component]
pub fn Pictures(panel: Panel, files: FileDownloads) -> impl IntoView {
    // The list of charts depends on the run.
    let shown = Memo::new(move |_| {
        panel.version.track();
        titles()
    });
    let chart = move |(index, title): (usize, String)| {
        let save = move |_| {
            let name = format!("{}-chart{}.svg", panel.page.peek(stem), index + 1);
            let svg = chart_svg(index as u32, &caption_of(panel)).ok();
            files.finish(&name, svg.and_then(|svg| download(&name, svg.as_bytes())));
        };
        view! { <button data-testid=format!("export-chart-{index}") on:click=save>{title}</button> }
    };
    let stage = move |_| {
        let (name, caption) = (format!("{}-stage.png", panel.page.peek(stem)), caption_of(panel));
        spawn_local(async move {
            let bytes = stage_png(&caption).await.ok().and_then(|bytes| bytes.dyn_into::<Uint8Array>().ok());
            files.finish(&name, bytes.and_then(|bytes| download_parts(&name, &Array::of1(&bytes))));
        });
    };
    view! {
        <div class="stagetools">
            {dynamic(move || shown.get().into_iter().enumerate().map(chart).collect_view())}
            <button data-testid="export-stage" on:click=stage>{t!("export-stage")}</button>
        </div>
        <p class="aside">{t!("export-pictures.about")}</p>
    }
}
