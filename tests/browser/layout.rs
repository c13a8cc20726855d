//! What stands where, from a small phone to a projector: nothing overlaps, nothing is cut, and what matters is seen
//! without scrolling.

use std::collections::BTreeMap;

use serde_json::json;

use crate::visit::Visit;

/// Parts of the page that must not cover each other.
const PARTS: [&str; 8] = [".top", ".story", ".stagebox", ".styles", ".transport", ".explained", ".charts", ".check"];

#[derive(Clone, Copy, Debug)]
struct Edges {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Edges {
    fn overlaps(&self, other: &Self) -> bool {
        let apart = |a: f64, b: f64| a <= b + 0.5;
        !(apart(self.right, other.left)
            || apart(other.right, self.left)
            || apart(self.bottom, other.top)
            || apart(other.bottom, self.top))
    }

    fn height(&self) -> f64 {
        self.bottom - self.top
    }
}

/// The boxes of elements that are shown, in pixels of the document.
fn boxes(visit: &Visit, selectors: &[&str]) -> BTreeMap<String, Edges> {
    let script = "
        return arguments[0].map(selector => {
            const box = document.querySelector(selector)?.getBoundingClientRect();
            return box && box.width > 0 ? [box.left, box.top + scrollY, box.right, box.bottom + scrollY] : null;
        })";
    let found = visit.browser.run(script, json!([selectors]));
    let edges = |at: usize| {
        let edge = |side: usize| found[at][side].as_f64();
        Some(Edges { left: edge(0)?, top: edge(1)?, right: edge(2)?, bottom: edge(3)? })
    };
    selectors.iter().enumerate().filter_map(|(at, name)| Some(((*name).to_owned(), edges(at)?))).collect()
}

fn resize(visit: &Visit, width: u32, height: u32) {
    visit.browser.resize(width, height);
    // Two frames later everything stands where it will stay.
    visit.browser.run_until_called("const [done] = arguments; requestAnimationFrame(() => setTimeout(done, 400))");
}

fn size(visit: &Visit, side: &str) -> f64 {
    visit.run(&format!("return document.documentElement.scroll{side}")).as_f64().unwrap_or_default()
}

#[test]
fn nothing_overlaps_or_is_cut_at_any_width() {
    let visit = Visit::new("layout", "?device=cpu");
    visit.ready();
    visit.wait("a finished run", 60, |visit| visit.number("calibration"));
    nothing_overlaps(&visit, &[(360, 740), (768, 1024), (820, 1180), (1024, 768), (1366, 641), (1920, 1080)]);
    visit.leave(&[]);
}

/// At each of these sizes.
pub fn nothing_overlaps(visit: &Visit, sizes: &[(u32, u32)]) {
    for &(width, height) in sizes {
        resize(visit, width, height);
        let parts = boxes(visit, &PARTS);
        assert!(size(visit, "Width") <= f64::from(width), "{width} px: the page scrolls sideways");
        for (name, part) in &parts {
            assert!(part.left >= -0.5 && part.right <= f64::from(width) + 0.5, "{width} px: {name} is cut: {part:?}");
            for (other, its) in parts.iter().filter(|(other, _)| *other > name) {
                assert!(!part.overlaps(its), "{width} px: {name} {part:?} and {other} {its:?} overlap");
            }
        }
        assert!(
            parts[".top"].height() < 60.0 * f64::from(width).max(1600.0) / 1600.0,
            "{width} px: the header has one row"
        );
    }
}

#[test]
fn a_laptop_shows_the_story_in_one_screen() {
    let visit = Visit::new("laptop", "?device=cpu");
    visit.ready();
    visit.wait("a finished run", 60, |visit| visit.number("calibration"));
    resize(&visit, 1366, 641);
    let names = ["story", "show-me", "style-0", "style-3", "train", "speed", "steps", "timeline", "why", "calibration"];
    let mut selectors: Vec<String> = names.iter().map(|name| crate::visit::named(name)).collect();
    selectors.extend(["#panel-information svg", ".stagebox", ".confusion"].map(String::from));
    let selectors: Vec<&str> = selectors.iter().map(String::as_str).collect();
    let shown = boxes(&visit, &selectors);
    assert_eq!(shown.len(), selectors.len(), "not all is shown: {shown:#?}");
    for (name, edges) in &shown {
        assert!(edges.bottom <= 641.5, "{name} ends below the screen: {edges:?}");
    }
    let stage = shown[".stagebox"];
    assert!(stage.height() >= 300.0 && stage.right - stage.left >= 470.0, "the stage is {stage:?}");
    assert!(size(&visit, "Height") <= 642.0, "the page is {} px high", size(&visit, "Height"));
    visit.leave(&[]);
}

/// Opens a world, or a method in it, and waits until its run is there.
fn choose(visit: &Visit, world: &str, method: Option<&str>) {
    visit.browser.run("document.querySelector(`[data-world='${arguments[0]}']`).click()", json!([world]));
    visit.wait(&format!("the world {world}"), 30, |visit| visit.exact("world").filter(|shown| shown == world));
    if let Some(method) = method {
        visit.set("method", method);
    }
    // Shipped runs open finished. Games have consoles in place of agents, so those cannot be waited for.
    visit.wait("the finished run of these settings", 60, |visit| {
        let told = visit.text("why").is_some() || visit.text("timeline").is_some();
        (visit.all_steps() > 0 && visit.steps() == visit.all_steps() && told).then_some(())
    });
    std::thread::sleep(std::time::Duration::from_millis(600));
}

fn assert_fits_a_laptop(visit: &Visit, what: &str) {
    resize(visit, 1366, 641);
    let (width, height) = (size(visit, "Width"), size(visit, "Height"));
    assert!(width <= 1366.0 && height <= 642.0, "{what}: the page is {width} x {height} px");
    let stage = boxes(visit, &[".stagebox"])[".stagebox"];
    assert!(stage.height() >= 299.5, "{what}: the stage is {} px high", stage.height());
}

#[test]
fn every_world_and_method_fits_a_laptop() {
    let visit = Visit::new("laptop-worlds", "?device=cpu");
    visit.ready();
    resize(&visit, 1366, 641);
    let listed = |script: &str| -> Vec<String> { serde_json::from_value(visit.run(script)).unwrap() };
    let worlds = listed("return [...document.querySelectorAll('[data-world]')].map(tab => tab.dataset.world)");
    assert!(worlds.len() > 5, "{worlds:?}");
    for world in &worlds {
        choose(&visit, world, Some("bc-pmi"));
        assert_fits_a_laptop(&visit, world);
    }
    for method in
        listed("return [...document.querySelector('[data-testid=method]').options].map(option => option.value)")
    {
        choose(&visit, "magpie", Some(&method));
        assert_fits_a_laptop(&visit, &method);
    }
    visit.leave(&[]);
}

#[test]
fn a_phone_begins_with_stage_styles_and_train() {
    let visit = Visit::new("small", "?device=cpu");
    visit.ready();
    visit.wait("a finished run", 60, |visit| visit.number("calibration"));
    // As a phone opens it: groups of settings are folded from the beginning.
    resize(&visit, 360, 740);
    visit.run("location.reload()");
    visit.ready();
    visit.wait("a finished run", 60, |visit| visit.number("calibration"));
    let train = boxes(&visit, &["[data-testid=train]"])["[data-testid=train]"];
    assert!(train.bottom <= 740.0, "Train ends at {} px", train.bottom);
    for tab in ["charts", "check", "settings"] {
        visit.click(&format!("tab-{tab}"));
        resize(&visit, 360, 740);
        let height = size(&visit, "Height");
        assert!(height < 2000.0, "with {tab} the page is {height} px high");
    }
    visit.click("ask-2");
    let styles = |visit: &Visit| visit.agents().iter().all(|agent| agent.style == 2).then_some(());
    visit.wait("all agents in the style that was tapped", 20, styles);
    visit.leave(&[]);
}

#[test]
fn a_projector_has_larger_type() {
    let visit = Visit::new("projector", "?device=cpu");
    visit.ready();
    let type_size = |visit: &Visit| {
        let size = visit.run("return parseFloat(getComputedStyle(document.documentElement).fontSize)");
        size.as_f64().unwrap_or_default()
    };
    resize(&visit, 1366, 768);
    let usual = type_size(&visit);
    resize(&visit, 1920, 1080);
    let large = type_size(&visit);
    assert!(usual == 16.0 && large > 17.0, "{usual} px, then {large} px");
    visit.leave(&[]);
}

#[test]
fn three_methods_have_room() {
    let visit = Visit::new("wide-compare", "?device=cpu&compare=bc,cbc,bc-pmi");
    visit.ready();
    resize(&visit, 1366, 768);
    let stage = boxes(&visit, &[".stagebox"])[".stagebox"];
    assert!((stage.right - stage.left - 16.0) / 3.0 >= 360.0, "{stage:?} for three panels");
    visit.leave(&[]);
}

#[test]
fn a_comparison_on_a_phone_is_not_endless() {
    let visit = Visit::new("phone-compare", "?device=cpu&compare=bc,cbc,bc-pmi");
    visit.ready();
    visit.wait("counted styles", 60, |visit| visit.number("calibration"));
    for tab in ["charts", "check"] {
        resize(&visit, 360, 740);
        visit.click(&format!("tab-{tab}"));
        resize(&visit, 360, 740);
        let (width, height) = (size(&visit, "Width"), size(&visit, "Height"));
        assert!(width <= 360.0 && height < 2000.0, "with {tab} the page is {width} x {height} px");
    }
    visit.leave(&[]);
}

/// `./dev picture`: README's picture of the page as it is.
#[test]
#[ignore = "writes docs/page.png"]
fn picture_of_the_page() {
    let visit = Visit::new("picture", "?device=cpu");
    visit.ready();
    visit.wait("a finished run", 60, |visit| visit.number("calibration"));
    resize(&visit, 1366, 768);
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/page.png");
    visit.browser.picture(&file);
    visit.leave(&[]);
}

/// Draws the icon on a canvas: its size, and how much of it is left free around the drawing where systems cut icons out.
const ICON: &str = "
    const [size, margin] = arguments;
    const image = new Image();
    image.src = 'icon.svg';
    return image.decode().then(() => {
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = size;
        const context = canvas.getContext('2d');
        if (margin > 0) {
            context.fillStyle = '#16181c';
            context.fillRect(0, 0, size, size);
        }
        context.drawImage(image, margin, margin, size - 2 * margin, size - 2 * margin);
        return canvas.toDataURL('image/png').split(',')[1];
    })";

#[test]
#[ignore = "makes www/card.png and www/icon-*.png: ./dev picture"]
fn picture_of_the_card_and_the_icons() {
    let visit = Visit::new("card", "?device=cpu");
    visit.ready();
    visit.wait("a finished run", 60, |visit| visit.number("calibration"));
    resize(&visit, 1200, 630);
    let www = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("www");
    visit.browser.picture(&www.join("card.png"));
    for (name, size, margin) in [("icon-192.png", 192, 0), ("icon-512.png", 512, 0), ("icon-maskable.png", 512, 64)] {
        let picture = visit.browser.run(ICON, serde_json::json!([size, margin]));
        let bytes = crate::driver::from_base64(picture.as_str().unwrap()).unwrap();
        std::fs::write(www.join(name), bytes).unwrap();
    }
    visit.leave(&[]);
}
