//! Which method a row, a column or a curve belongs to, and its shape. Its colour is `--method-<id>`, in the page's styles.

use engine::session::catalog;
use protocol::MethodCard;

use crate::messages::say;

/// The measured name of a method that is none of the catalog's.
const RENAMED: [(&str, &str); 1] = [("BC on each style", "cbc")];

/// The method of “CBC”, “CBC, one network” or “BC-PMI, guided at 2”.
pub fn id_of(name: &str) -> Option<&'static str> {
    if let Some((_, id)) = RENAMED.iter().find(|(known, _)| *known == name) {
        return Some(id);
    }
    let same = |card: &&MethodCard| {
        let known = say(&card.name);
        name.strip_prefix(known.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(','))
    };
    catalog().methods.iter().find(same).map(|card| card.id.as_str())
}

/// (id, name) of every method.
pub fn all() -> Vec<(&'static str, String)> {
    catalog().methods.iter().map(|card| (card.id.as_str(), say(&card.name))).collect()
}

/// The outline of a method's mark, centred at (x, 0): also without its colour it says which method it is.
pub fn mark(method: Option<&str>, x: f64) -> String {
    match method {
        Some("bc") | None => format!("M{:.1} 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", x - 4.0),
        Some("cbc") => format!("M{:.1}-4h8v8h-8z", x - 4.0),
        Some("bc-pmi") => format!("M{x:.1}-5.4l5.4 5.4-5.4 5.4-5.4-5.4z"),
        Some("ctvae") => format!("M{x:.1}-5l5 9h-10z"),
        Some("infogail") => format!("M{x:.1} 5l5-9h-10z"),
        Some(_) => format!("M{:.1}-5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z", x - 1.5),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_methods() {
        assert_eq!(id_of("BC"), Some("bc"));
        assert_eq!(id_of("BC-PMI, guided at 2"), Some("bc-pmi"));
        assert_eq!(id_of("CBC, one a style"), Some("cbc"));
        assert_eq!(id_of("BC on each style"), Some("cbc"));
        assert_eq!(id_of("real paths"), None);
    }

    #[test]
    fn every_method_has_a_shape_and_a_colour_of_its_own() {
        let styles = include_str!("../../../../www/styles/variables.css");
        let page = include_str!("../../../../www/styles/results.css");
        let mut marks: Vec<String> = all().iter().map(|(id, _)| mark(Some(id), 0.0)).collect();
        for (id, _) in all() {
            assert_eq!(styles.matches(&format!("--method-{id}:")).count(), 2, "{id} has a colour in both themes");
            assert!(page.contains(&format!("svg[data-method=\"{id}\"]")), "{id} is drawn in its colour");
        }
        marks.sort();
        marks.dedup();
        assert_eq!(marks.len(), all().len());
    }
}
