//! Accessibility: axe-core finds no violation of WCAG 2.2 AA or of its best practices, wherever a visitor can go, and what
//! happens is said aloud.

use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::driver::setting;
use crate::visit::{Setting, USUAL, Visit};

/// Everything that axe-core checks but experimental rules.
const TAGS: [&str; 6] = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/// The script of axe-core. Scripts of the driver are not held to the page's policy.
pub fn axe() -> &'static str {
    static AXE: LazyLock<String> = LazyLock::new(|| {
        let file = setting("PMI_AXE").expect("PMI_AXE names axe.min.js; ./dev browser fetches it");
        std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"))
    });
    &AXE
}

/// Opens the page with axe-core in it.
fn visit(name: &'static str, query: &str) -> Visit {
    let visit = Visit::with(name, query, Setting { before: axe(), ..USUAL });
    wait_for_run(&visit);
    visit
}

fn open(visit: &Visit, query: &str) {
    let separator = if query.is_empty() { '?' } else { '&' };
    visit.browser.go(&visit.site.page(&format!("{query}{separator}speed=full")));
    wait_for_run(visit);
}

fn wait_for_run(visit: &Visit) {
    visit.ready();
    visit.wait("a run that can be trained", 60, |visit| visit.attribute("train", "disabled").is_none().then_some(()));
}

/// No violation in the page as it is now.
pub fn assert_sound(visit: &Visit, place: &str) {
    let script = "
        const options = { runOnly: { type: 'tag', values: arguments[0] }, resultTypes: ['violations'], elementRef: false };
        return axe.run(document, options).then(result => result.violations.flatMap(violation => violation.nodes.map(node =>
            `${violation.id}: ${node.target.join(' ')}: ${node.failureSummary}`)))";
    let found = visit.browser.run(script, json!([TAGS]));
    let found: Vec<&str> =
        found.as_array().map(|all| all.iter().filter_map(Value::as_str).collect()).unwrap_or_default();
    assert!(found.is_empty(), "{place}: {found:#?}");
}

/// Light and dark are one attribute; the page's own button sets the same.
pub fn set_theme(visit: &Visit, theme: &str) {
    visit.browser.run("document.documentElement.dataset.theme = arguments[0]", json!([theme]));
}

fn choose_world(visit: &Visit, world: &str) {
    visit.browser.run("document.querySelector(`[data-world='${arguments[0]}']`).click()", json!([world]));
    // Shipped runs open finished.
    visit.wait(&format!("the finished run in {world}"), 60, |visit| {
        let here = visit.exact("world").is_some_and(|shown| shown == world);
        // The bar is the same in every language.
        let bar = "const bar = document.querySelector('.bar progress'); return bar?.max > 1 && bar.value === bar.max";
        (here && visit.run(bar) == true).then_some(())
    });
    std::thread::sleep(std::time::Duration::from_millis(600));
}

#[test]
fn every_world_can_be_used_by_everyone_in_both_themes_and_languages() {
    let visit = visit("axe-worlds", "?device=cpu&lang=en");
    let worlds = visit.run("return [...document.querySelectorAll('[data-world]')].map(tab => tab.dataset.world)");
    let worlds: Vec<String> = serde_json::from_value(worlds).unwrap();
    assert!(worlds.len() > 5, "{worlds:?}");
    for (language, theme) in [("en", "light"), ("zh", "dark")] {
        visit.set("language", language);
        set_theme(&visit, theme);
        for world in &worlds {
            choose_world(&visit, world);
            assert_sound(&visit, &format!("{world}, {language}, {theme}"));
        }
    }
    visit.leave(&[]);
}

#[test]
fn every_dialog_and_panel_can_be_used_by_everyone() {
    let visit = visit("axe-dialogs", "?device=cpu&lang=en");
    visit.wait("a finished run", 60, |visit| visit.number("calibration"));
    for (language, theme) in [("zh", "light"), ("en", "dark")] {
        visit.set("language", language);
        set_theme(&visit, theme);
        for dialog in ["help", "glossary"] {
            if dialog == "glossary" {
                visit.click("menu");
                assert_sound(&visit, &format!("menu, {language}, {theme}"));
            }
            visit.click(dialog);
            assert_sound(&visit, &format!("{dialog}, {language}, {theme}"));
            visit.browser.click("dialog[open] button.primary");
        }
        visit.click("knobs");
        visit.run("document.querySelectorAll('.knobs details.group').forEach(group => group.open = true)");
        assert_sound(&visit, &format!("all settings, {language}, {theme}"));
        visit.click("knobs");
        visit.click("show-me");
        assert_sound(&visit, &format!("the story, {language}, {theme}"));
        visit.click("end-story");
    }
    for chart in ["losses", "weights"] {
        visit.click(&format!("chart-{chart}"));
        assert_sound(&visit, chart);
    }
    visit.click("compare");
    visit.wait("methods side by side", 60, |visit| visit.text("comparison"));
    assert_sound(&visit, "compare");
    visit.leave(&[]);
}

#[test]
fn panels_for_a_class_can_be_used_by_everyone() {
    let visit = visit("axe-panels", "?device=cpu&lang=en");
    for (name, theme, language) in [("links", "light", "zh"), ("hand-in", "dark", "en"), ("class", "dark", "zh")] {
        open(&visit, &format!("?device=cpu&lang={language}&panel={name}"));
        visit.wait(&format!("the panel {name}"), 60, |visit| visit.text(&format!("{name}-panel")));
        set_theme(&visit, theme);
        assert_sound(&visit, &format!("{name}, {language}, {theme}"));
    }
    visit.leave(&[]);
}

#[test]
fn a_phone_can_be_used_by_everyone() {
    let visit = visit("axe-phone", "?device=cpu&lang=zh");
    let phone = json!({ "width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": true });
    visit.browser.devtools("Emulation.setDeviceMetricsOverride", phone);
    for tab in ["charts", "check", "settings"] {
        visit.click(&format!("tab-{tab}"));
        assert_sound(&visit, &format!("phone, {tab}"));
    }
    open(&visit, "?device=cpu&embed=1&hide=story,knobs");
    assert_sound(&visit, "embedded");
    visit.leave(&[]);
}

#[test]
fn pages_beside_the_app_can_be_used_by_everyone() {
    let visit = visit("axe-pages", "?device=cpu");
    for page in ["results.html?lang=zh", "teachers.html?lang=en", "teachers.html?lang=zh"] {
        visit.browser.go(&visit.site.page(page));
        for theme in ["light", "dark"] {
            set_theme(&visit, theme);
            assert_sound(&visit, &format!("{page}, {theme}"));
        }
    }
    visit.leave(&[]);
}

#[test]
fn what_happens_is_said_aloud() {
    let visit = Visit::new("live", "?device=cpu&lang=en&critic_epochs=20");
    visit.ready();
    let said = "return document.querySelector('[data-testid=live]').textContent";
    let hears = |word: &'static str| {
        visit.wait(&format!("“{word}” said aloud"), 60, |visit| {
            visit.run(said).as_str().is_some_and(|text| text.contains(word)).then_some(())
        });
    };
    hears("not trained yet");
    visit.train();
    hears("is training");
    visit.click("pause");
    hears("rests after step");
    visit.click("ask-1");
    hears("All agents are asked for");
    visit.leave(&[]);
}
