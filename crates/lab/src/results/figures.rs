//! The paper's figures: paths of every method, mutual information as it is learnt, and PMI along a demonstration; each in
//! the section of its world.

use engine::session::catalog;

use super::article::{Article, Link};
use super::html::capital;
use super::line_plot::line_plot;
use crate::measure::best_in;
use crate::messages::say;
use crate::report::{Figure, PLANE, Report};

fn shows_paths(figure: &Figure) -> bool {
    (figure.x.as_str(), figure.y.as_str()) == PLANE
}

pub fn articles(report: &Report) -> Vec<Article> {
    let mut articles = Vec::new();
    for world in &catalog().worlds {
        let name = say(&world.name);
        let own = report.figures.iter().filter(|figure| figure.caption.contains(&name));
        let (paths, curves): (Vec<&Figure>, Vec<&Figure>) = own.partition(|figure| shows_paths(figure));
        let draw = |figure: &&Figure| line_plot(figure, &within(&figure.caption, &name));
        let seed = report.first_seed;
        let link = |method: &'static str, name: &str, how: &str| Link {
            name: name.into(),
            method: Some(method),
            query: format!("world={}&{how}&seed={seed}", world.id),
        };
        let ours = || link("bc-pmi", "BC-PMI", &best_in(world));
        if !paths.is_empty() {
            let mut article = Article::new(report, &world.id, "paths", "Paths of the experts and of each method");
            article.figures = paths.iter().map(draw).collect();
            article.finding = format!("Without noise, one path per style, after training with seed {seed}.");
            article.links = vec![link("bc", "BC", "method=bc"), link("cbc", "CBC", "method=cbc"), ours()];
            articles.push(article);
        }
        if !curves.is_empty() {
            let mut article =
                Article::new(report, &world.id, "learnt", "Mutual information as it is learnt, and PMI along a path");
            article.figures = curves.iter().map(draw).collect();
            article.finding = finding(report, &name);
            article.reading = report.finding.join(" ");
            article.links = vec![ours()];
            articles.push(article);
        }
    }
    articles
}

/// A caption in the section of its world, which need not be named again.
fn within(caption: &str, world: &str) -> String {
    let caption =
        caption.replace("Mutual information between style and state-action pair, as it is learnt", "The bound rises");
    capital(&caption.replace(&format!(". {world}"), "").replace(&format!("{world}, "), ""))
}

/// Where the curves of a world end.
fn finding(report: &Report, world: &str) -> String {
    let rows =
        report.rows.iter().filter_map(|row| Some((row.of.first()?.strip_prefix(world)?.strip_prefix(", ")?, row)));
    let ends: Vec<String> = rows.map(|(label, row)| format!("{label} {:.2} ± {:.2}", row.mean, row.sd)).collect();
    format!("At the end of the critic's training the held-out bound on I(Z;S,A) is, in nats: {}.", ends.join("; "))
}
