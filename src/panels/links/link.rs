//! A link for a class: the run on the page, with some of its parts left out and perhaps a lesson.

use crate::state::PagePart;
use protocol::{escape, read_query};

/// Settings of an address that the builder sets; those of the page's own address are replaced.
const OWN: [&str; 5] = ["hide", "only", "embed", "lesson", "panel"];

/// The choices of the teacher.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices {
    /// Whether each of [`PagePart::ALL`] is shown.
    pub shown: [bool; PagePart::ALL.len()],
    pub embedded: bool,
    /// Number of a lesson and of its step, such as `4.2`; empty for none.
    pub lesson: String,
}

impl Default for Choices {
    fn default() -> Self {
        Self { shown: [true; PagePart::ALL.len()], embedded: false, lesson: String::new() }
    }
}

impl Choices {
    /// The choices that correspond to the page's query.
    pub fn of_query(query: &str) -> Self {
        let settings = read_query(query).unwrap_or_default();
        let value = |name: &str| settings.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
        let has = |list: &str, part: &str| list.split(',').any(|name| name == part);
        let shown = PagePart::ALL.map(|part| match (value("only"), value("hide")) {
            (Some(only), _) => has(only, part.name()),
            (None, Some(hidden)) => !has(hidden, part.name()),
            (None, None) => true,
        });
        Self { shown, embedded: value("embed") == Some("1"), lesson: value("lesson").unwrap_or_default().into() }
    }

    /// The link: `page` is the address without its query, `query` the page's query.
    pub fn link(&self, page: &str, query: &str) -> String {
        let kept = read_query(query).unwrap_or_default();
        let kept = kept.iter().filter(|(key, _)| !OWN.contains(&key.as_str()));
        // Commas and colons need no escape in a query, and without one people can read the link.
        let plain = |text: String| text.replace("%2C", ",").replace("%3A", ":");
        let mut parts: Vec<String> =
            kept.map(|(key, value)| format!("{}={}", escape(key), plain(escape(value)))).collect();
        parts.extend(self.hidden());
        if self.embedded {
            parts.push("embed=1".into());
        }
        if !self.lesson.is_empty() {
            parts.push(format!("lesson={}", escape(&self.lesson)));
        }
        format!("{page}?{}", parts.join("&"))
    }

    /// The shorter one of `hide=` and `only=`; None if all parts are shown.
    fn hidden(&self) -> Option<String> {
        let names = |wanted: bool| {
            let all = PagePart::ALL.into_iter().zip(self.shown).filter(|(_, shown)| *shown == wanted);
            all.map(|(part, _)| part.name()).collect::<Vec<_>>()
        };
        let (shown, hidden) = (names(true), names(false));
        match (shown.is_empty(), hidden.is_empty()) {
            (_, true) => None,
            (false, _) if shown.len() < hidden.len() => Some(format!("only={}", shown.join(","))),
            _ => Some(format!("hide={}", hidden.join(","))),
        }
    }
}

/// The element that shows the link's page inside another one.
pub fn iframe(link: &str, title: &str) -> String {
    let link = link.replace('&', "&amp;").replace('"', "%22");
    format!(r#"<iframe src="{link}" title="{title}" width="100%" height="640" allow="clipboard-write"></iframe>"#)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_the_run_and_what_was_chosen() {
        let query = "?v=1&world=circle2d&seed=3&mix=20,80&at=12:rate:0.5&hide=why&embed=1&lesson=2.1";
        let mut choices = Choices::of_query(query);
        assert_eq!((choices.embedded, choices.lesson.as_str()), (true, "2.1"));
        assert_eq!(choices.shown.iter().filter(|shown| !**shown).count(), 1);
        choices.lesson.clear();
        let kept = "v=1&world=circle2d&seed=3&mix=20,80&at=12:rate:0.5";
        assert_eq!(choices.link("https://host/", query), format!("https://host/?{kept}&hide=why&embed=1"));
        let all = Choices::default();
        assert_eq!(all.link("https://host/", query), format!("https://host/?{kept}"));
    }

    #[test]
    fn the_shorter_list_of_parts_is_written() {
        let mut choices = Choices::default();
        choices.shown[0] = false;
        assert_eq!(choices.hidden().as_deref(), Some("hide=header"));
        choices.shown = [false; PagePart::ALL.len()];
        choices.shown[2] = true;
        assert_eq!(choices.hidden().as_deref(), Some("only=stage"));
        let again = Choices::of_query(&choices.link("p", ""));
        assert_eq!(again, Choices::default(), "a page is no query");
        assert_eq!(Choices::of_query("?only=stage"), choices);
    }

    #[test]
    fn a_snippet_stays_one_element() {
        let snippet = iframe("https://host/?a=1&b=\"><script>", "A page");
        assert_eq!(snippet.matches('<').count() - snippet.matches("<script").count(), 2);
        assert!(snippet.starts_with("<iframe src=\"https://host/?a=1&amp;b=%22"), "{snippet}");
    }
}
