//! The page in another language: chosen by the address, by the visitor or by the browser, and changed while it runs.

use std::path::Path;

use protocol::Messages;

use crate::server::Fault;
use crate::visit::{Setting, USUAL, Visit};

/// Everything that is shown or read aloud: texts, and the attributes that hold text. Parts that say they are in English
/// are left out.
const SHOWN: &str = "
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const foreign = (element) => element.closest('script, style, noscript, [lang=en]:not(html)');
    while (walker.nextNode()) {
        if (!foreign(walker.currentNode.parentElement)) found.push(walker.currentNode.data);
    }
    for (const name of ['title', 'aria-label', 'aria-valuetext', 'placeholder', 'alt']) {
        for (const element of document.querySelectorAll(`[${name}]`)) {
            if (!foreign(element)) found.push(element.getAttribute(name));
        }
    }
    return found.map(text => text.trim()).filter(text => text !== '')";

fn shown(visit: &Visit) -> Vec<String> {
    let texts = visit.run(SHOWN);
    texts.as_array().cloned().unwrap_or_default().iter().filter_map(|text| text.as_str().map(String::from)).collect()
}

fn is_chinese(text: &str) -> bool {
    text.chars().any(|character| ('\u{4e00}'..='\u{9fff}').contains(&character))
}

/// Nothing on the page is the key of a message or a hole that was left empty.
fn assert_words_only(visit: &Visit) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/text/en");
    let english = Messages::read_folder("en", &folder).unwrap();
    let in_key = |character: char| character.is_ascii_alphanumeric() || "-_.".contains(character);
    let texts = shown(visit);
    assert!(texts.len() > 50, "the page shows hardly any text: {texts:?}");
    for text in &texts {
        assert!(!text.contains("{$") && !text.contains("{ $"), "a hole was left empty: {text}");
        let key = text.split(|character| !in_key(character)).find(|word| word.contains('-') && english.contains(word));
        assert_eq!(key, None, "a key instead of a message: {text}");
    }
}

/// Two plain words in a row, in a text without a Chinese character. Names such as Space Invaders have capitals.
fn is_english(text: &str) -> bool {
    let plain = |word: &str| word.len() > 1 && word.chars().all(|character| character.is_ascii_lowercase());
    let words: Vec<&str> = text.split_whitespace().collect();
    !is_chinese(text) && words.windows(2).any(|pair| plain(pair[0]) && plain(pair[1]))
}

/// Words only, and none of them English.
pub fn assert_in_chinese(visit: &Visit) {
    assert_words_only(visit);
    let english: Vec<String> = shown(visit).into_iter().filter(|text| is_english(text)).collect();
    assert!(english.is_empty(), "left in English: {english:#?}");
}

fn language(visit: &Visit) -> String {
    visit.run("return document.documentElement.lang").as_str().unwrap_or_default().to_owned()
}

fn wait_for_language(visit: &Visit, tag: &str, train: &str) {
    visit.wait(&format!("the page in {tag}"), 30, |visit| {
        let there = language(visit) == tag && visit.text("train").is_some_and(|text| text.contains(train));
        there.then_some(())
    });
}

fn address(visit: &Visit) -> String {
    visit.run("return location.search").as_str().unwrap_or_default().to_owned()
}

#[test]
fn the_page_is_chinese_where_the_address_says_so() {
    let visit = Visit::new("chinese", "?lang=zh&device=cpu");
    visit.ready();
    wait_for_language(&visit, "zh-Hans", "训练");
    visit.wait("a run that can be trained", 30, |visit| visit.attribute("train", "disabled").is_none().then_some(()));
    assert_in_chinese(&visit);
    assert!(address(&visit).contains("lang=zh"), "the address lost its language: {}", address(&visit));
    visit.leave(&[]);
}

#[test]
fn the_language_changes_while_a_run_is_training() {
    // Not at the default settings: such a run opens finished.
    let visit = Visit::new("languages", "?lang=zh&device=cpu&critic_epochs=20");
    visit.ready();
    wait_for_language(&visit, "zh-Hans", "训练");
    visit.wait("a run that can be trained", 30, |visit| visit.attribute("train", "disabled").is_none().then_some(()));
    visit.click("train");
    visit.wait_for_step(20, 60);
    let before = visit.steps();

    visit.set("language", "en");
    wait_for_language(&visit, "en", "Train");
    assert_words_only(&visit);
    let chinese: Vec<String> = shown(&visit).into_iter().filter(|text| is_chinese(text)).collect();
    assert_eq!(chinese, ["简体中文"], "only the name of the other language is left in Chinese");
    assert!(address(&visit).contains("lang=en"), "{}", address(&visit));

    visit.set("language", "zh");
    wait_for_language(&visit, "zh-Hans", "训练");
    assert_words_only(&visit);
    assert!(address(&visit).contains("lang=zh"), "{}", address(&visit));
    assert!(visit.steps() >= before, "the run was restarted");

    // What was chosen is remembered where the address says nothing.
    visit.browser.go(&visit.site.page("?device=cpu"));
    visit.ready();
    wait_for_language(&visit, "zh-Hans", "训练");
    assert!(!address(&visit).contains("lang="), "{}", address(&visit));
    visit.leave(&[]);
}

#[test]
fn the_browser_decides_where_nobody_else_does() {
    let before = "Object.defineProperty(Navigator.prototype, 'languages', { get: () => ['fr-FR', 'zh-CN', 'en'] });";
    let visit = Visit::with("browser-language", "?device=cpu", Setting { before, ..USUAL });
    visit.ready();
    wait_for_language(&visit, "zh-Hans", "训练");
    visit.browser.go(&visit.site.page("?device=cpu&lang=en"));
    visit.ready();
    wait_for_language(&visit, "en", "Train");
    visit.leave(&[]);
}

#[test]
fn a_language_that_is_missing_leaves_the_page_in_english() {
    let setting = Setting { fault: Some(Fault::Missing("zh.ftl")), ..USUAL };
    let visit = Visit::with("no-language", "?lang=zh&device=cpu", setting);
    visit.ready();
    wait_for_language(&visit, "en", "Train");
    visit.leave(&["zh.ftl"]);
}
