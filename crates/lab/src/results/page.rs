//! The whole page: head, filter, contents, and a section for every world.

use engine::session::catalog;

use super::article::Article;
use super::html::{escape, of_method};
use super::methods::{all, mark};
use crate::messages::say;

/// Sections that are no world's: (id, title).
pub const GAMES: &str = "games";
pub const ESTIMATORS: &str = "estimators";
pub const OTHER: &str = "other";

/// Every section that a page can have, in their order.
fn sections() -> Vec<(String, String)> {
    let worlds = catalog().worlds.iter().map(|world| (world.id.clone(), say(&world.name)));
    let apart = [(GAMES, "All games"), (ESTIMATORS, "Mutual information by itself"), (OTHER, "More")];
    worlds.chain(apart.map(|(id, title)| (id.to_string(), title.to_string()))).collect()
}

const HEAD: &str = r#"<!DOCTYPE html>
<!-- Written by `lab results` from docs/results; changes belong there. -->
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Results · PMI Playground</title>
<meta name="description" content="What BC-PMI and its rivals reach in every world, measured, next to the paper's figures.">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="styles/variables.css">
<link rel="stylesheet" href="styles/base.css">
<link rel="stylesheet" href="styles/document.css">
<link rel="stylesheet" href="styles/results.css">
<script src="theme.js"></script>
<script src="language.js"></script>
<script src="results.js" defer></script>
</head>
<body>
<header class="top"><a class="back" href="./" data-testid="playground"><span aria-hidden="true">← </span>PMI Playground</a>
<nav class="languages" aria-label="Language, 语言"><a href="results.html?lang=en" lang="en" hreflang="en">English</a> <a href="results.html?lang=zh" lang="zh-Hans" hreflang="zh-Hans">简体中文</a></nav></header>
<main>
"#;

const LEAD: &str = "What this code measures in every world, next to what the paper reports. Each figure has one row per method, \
                    the best on top; fold out a table for every number.";

const OURS: &str =
    "ours: the mean over seeds, with Student's 95 % interval of the mean (of all rows together: a bootstrap interval)";
const PUBLISHED: &str = "published: the paper's own figure, of its own data; no interval is given there";

fn head() -> String {
    format!("{HEAD}<h1>{}</h1>\n<p class=\"lead\">{}</p>\n", "Results", LEAD)
}

/// How to read a dot plot, by an example of its marks.
fn legend() -> String {
    let sample = |class: &str, span: &str| {
        let (method, mark) = (of_method(Some("bc-pmi")), mark(Some("bc-pmi"), 0.0));
        format!(
            "<svg class=\"key\"{method} viewBox=\"-14 -7 28 14\" aria-hidden=\"true\"><path class=\"{class}\" \
             d=\"{span}{mark}\"/></svg>"
        )
    };
    format!(
        "<ul class=\"legend\">\n<li>{} {}</li>\n<li>{} {}</li>\n</ul>\n",
        sample("ours", "M-13 0H13"),
        OURS,
        sample("other", ""),
        PUBLISHED
    )
}

/// Buttons that the page's script brings to life; without it they are not shown.
fn filters(sections: &[(String, String)]) -> String {
    let button = |name: &str, value: &str, inner: String| {
        format!(
            "<button type=\"button\" data-filter=\"{name}\" value=\"{value}\" aria-pressed=\"false\">{inner}</button>\n"
        )
    };
    let worlds: String = sections.iter().map(|(id, title)| button("world", id, escape(title))).collect();
    let method = |(id, name): &(&'static str, String)| {
        let shape = format!(
            "<svg class=\"key\"{} viewBox=\"-7 -7 14 14\" aria-hidden=\"true\"><path class=\"ours\" d=\"{}\"/></svg>",
            of_method(Some(id)),
            mark(Some(id), 0.0)
        );
        button("method", id, shape + &escape(name))
    };
    let methods: String = all().iter().map(method).collect();
    let group = |id: &str, name: &str, buttons: String| {
        let all = button(id, "", "All".into());
        format!(
            "<div role=\"group\" aria-labelledby=\"by-{id}\"><span class=\"what\" id=\"by-{id}\">{}</span>\n{all}{buttons}</div>\n",
            name
        )
    };
    let (worlds, methods) = (group("world", "World", worlds), group("method", "Methods", methods));
    format!("<div class=\"filters\" data-testid=\"filters\" hidden>\n{worlds}{methods}</div>\n")
}

fn contents(sections: &[(String, String)], articles: &[Article]) -> String {
    let section = |(id, title): &(String, String)| {
        let own = articles.iter().filter(|article| article.section == *id);
        let links: Vec<String> =
            own.map(|article| format!("<a href=\"#{}\">{}</a>", article.id, escape(&article.title))).collect();
        format!(
            "<li data-section=\"{id}\"><a class=\"of\" href=\"#{id}\">{}</a><span>{}</span></li>\n",
            escape(title),
            links.join(" · ")
        )
    };
    let list: String = sections.iter().map(section).collect();
    format!("<nav class=\"contents\" aria-label=\"Contents\"><ul>\n{list}</ul></nav>\n")
}

pub fn page(articles: &[Article]) -> String {
    let mut sections = sections();
    sections.retain(|(id, _)| articles.iter().any(|article| article.section == *id));
    let mut page = format!("{}{}{}{}", head(), legend(), filters(&sections), contents(&sections, articles));
    for (id, title) in &sections {
        let own: String = articles.iter().filter(|article| article.section == *id).map(Article::html).collect();
        page.push_str(&format!(
            "<section id=\"{id}\" data-section=\"{id}\" aria-labelledby=\"{id}-title\">\n<h2 id=\"{id}-title\">{}</h2>\n\
             {own}</section>\n",
            escape(title)
        ));
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}
