//! The page of results: an address of its own, figures before tables, a filter, and links that run.

use serde_json::json;

use crate::visit::Visit;

/// How many elements a visitor sees.
fn seen(visit: &Visit, selector: &str) -> u64 {
    let script = "return [...document.querySelectorAll(arguments[0])].filter(element => element.checkVisibility() && element.getClientRects().length).length";
    visit.browser.run(script, json!([selector])).as_u64().unwrap_or(0)
}

fn results(visit: &Visit, query: &str) {
    visit.browser.go(&visit.site.page(&format!("results.html{query}")));
    visit.wait("the filter", 20, |visit| (seen(visit, ".filters button") > 6).then_some(()));
}

#[test]
fn the_header_leads_to_the_results_of_the_world_and_a_link_runs_one() {
    let visit = Visit::new("results", "?device=cpu&world=overlap&lang=zh");
    visit.ready();
    let address = visit.attribute("results", "href");
    assert_eq!(address.as_deref(), Some("results.html?world=overlap&lang=zh"));
    visit.click("results");
    visit.wait("the results of Overlap alone", 20, |visit| {
        (seen(visit, "section") == 1 && seen(visit, "#overlap svg.dots .row") > 2).then_some(())
    });
    visit.wait("the results in Chinese", 20, |visit| {
        (visit.run("return document.querySelector('h1').textContent") == "结果").then_some(())
    });
    visit.browser.click("#overlap .run a[data-method=bc]");
    visit.wait("the world that the link names", 30, |visit| visit.exact("world").filter(|world| world == "overlap"));
    let method = "return document.querySelector('[data-testid=method]')?.value ?? ''";
    visit.wait("the method that the link names", 30, |visit| (visit.run(method) == "bc").then_some(()));
    visit.leave(&[]);
}

#[test]
fn figures_stand_before_tables_and_are_filtered_by_world_and_method() {
    let visit = Visit::new("results-filter", "?device=cpu");
    results(&visit, "");
    let order = "return [...document.querySelectorAll('article')].filter(article => article.querySelector('table')).every(article =>
        article.querySelector('figure').compareDocumentPosition(article.querySelector('table')) & Node.DOCUMENT_POSITION_FOLLOWING)";
    assert_eq!(visit.run(order), true, "the figure comes first");
    assert_eq!(seen(&visit, "table"), 0, "tables are folded");
    assert!(seen(&visit, "section") > 5);
    visit.browser.click("[data-filter=world][value=basketball]");
    assert_eq!(seen(&visit, "section"), 1);
    let (all, ours) = (seen(&visit, "svg.dots .row"), seen(&visit, "svg.dots .row[data-method=bc-pmi]"));
    visit.browser.click("[data-filter=method][value=bc-pmi]");
    assert_eq!(seen(&visit, "svg.dots .row[data-method=bc-pmi]"), ours);
    assert_eq!(seen(&visit, "svg.dots .row[data-method=cbc]"), 0);
    assert!(seen(&visit, "svg.dots .row") < all);
    assert_eq!(visit.run("return location.search"), "?world=basketball&method=bc-pmi", "the address holds the choice");
    visit.leave(&[]);
}

/// Texts without a Chinese character that have a word in Latin letters; names and symbols are such, sentences are not.
const LATIN: &str = "const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT), found = new Set();
    while (walk.nextNode()) if (!walk.currentNode.parentElement.closest('code')) found.add(walk.currentNode.data.trim());
    for (const named of document.querySelectorAll('main [aria-label]')) found.add(named.getAttribute('aria-label'));
    return [...found].filter(text => /[A-Za-z]{2}/.test(text) && !/[\\u4e00-\\u9fff]/.test(text))";

#[test]
fn everything_is_read_in_chinese_and_drawn_once() {
    let visit = Visit::new("results-chinese", "?device=cpu");
    results(&visit, "?lang=en");
    let drawings = visit.run("return document.querySelectorAll('svg').length");
    results(&visit, "?lang=zh#games-together");
    visit.wait("the results in Chinese", 20, |visit| {
        (visit.run("return document.title") == "结果 · PMI Playground").then_some(())
    });
    let names =
        ["BC", "CBC", "BC-PMI", "CTVAE", "InfoGAIL", "SORL", "DTW", "ED", "KL", "AUC", "ln K", "Circle2D", "Alien"];
    let games = ["Ms. Pac-Man", "Space Invaders", "Magpie"];
    let left: Vec<String> = serde_json::from_value(visit.run(LATIN)).unwrap();
    let name = |text: &&String| {
        // “1 · DTW”, “β · 0 (CBC)”.
        let part = text.rsplit(" · ").next().unwrap_or_default().trim_start_matches("β: ");
        names.contains(&part) || games.contains(&part) || part == "0 (CBC)"
    };
    assert_eq!(left.iter().filter(|text| !name(text)).collect::<Vec<_>>(), Vec::<&String>::new(), "English is left");
    assert_eq!(visit.run("return document.querySelectorAll('svg').length"), drawings);
    visit.leave(&[]);
}

#[test]
fn a_place_in_the_results_can_be_linked_to_and_fits_a_phone() {
    let visit = Visit::new("results-phone", "?device=cpu");
    visit.browser.resize(360, 740);
    results(&visit, "#basketball-curvature");
    let top = "return Math.abs(document.getElementById('basketball-curvature').getBoundingClientRect().top) < 200";
    visit.wait("the article that the address names", 10, |visit| (visit.run(top) == true).then_some(()));
    visit.run("document.querySelectorAll('details').forEach(details => details.open = true)");
    let wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert_eq!(visit.run(wide), 0, "wide tables scroll in boxes of their own");
    visit.leave(&[]);
}
