//! Text inside HTML.

pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The text that `escape` was given.
pub fn unescape(html: &str) -> String {
    html.replace("&quot;", "\"").replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&")
}

/// The attribute that the page's filter reads; nothing for what belongs to no method.
pub fn of_method(method: Option<&str>) -> String {
    method.map_or(String::new(), |id| format!(" data-method=\"{id}\""))
}

/// A name as part of an address: letters and digits, the rest as single hyphens.
pub fn anchor(name: &str) -> String {
    let word = |part: &&str| !part.is_empty();
    let lower = name.to_lowercase();
    lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(word).collect::<Vec<_>>().join("-")
}

/// A sentence or title begins with a capital.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Parts of a sentence: “a”, “a and b”, “a, b and c”.
pub fn list(parts: &[String]) -> String {
    match parts {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => parts.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_stays_text() {
        assert_eq!(escape("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
        assert_eq!(unescape(&escape("a < b & \"&lt;\"")), "a < b & \"&lt;\"");
        assert_eq!(anchor("Circle2D: 20 % off-style spells"), "circle2d-20-off-style-spells");
        assert_eq!(capital("near"), "Near");
        let parts = ["a", "b", "c"].map(String::from);
        assert_eq!([1, 2, 3].map(|count| list(&parts[..count])), ["a", "a and b", "a, b and c"]);
    }
}
