//! Markup as text, for drawings and tables of numbers: the browser parses it in one go, and the page holds none of the
//! code that typed views need per element. What visitors press or type into stays a typed view.

use std::fmt::Write;

use super::scenes::marker_path;

/// A piece of markup under construction.
#[derive(Default)]
pub struct Markup(String);

impl Markup {
    /// Adds markup: `markup.add(format_args!(...))`. Texts in it are escaped by the caller.
    pub fn add(&mut self, markup: std::fmt::Arguments) -> &mut Self {
        // Writing to a string never fails.
        let _ = self.0.write_fmt(markup);
        self
    }

    pub fn finish(self) -> String {
        self.0
    }
}

/// Text between tags or in a quoted attribute.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A style's shape in its colour, as on the stage.
pub fn style_mark(style: usize) -> String {
    let (colour, shape) = (style % 8, marker_path(style, 0.0, 0.0, 4.6));
    format!(
        r#"<svg class="mark fill style-{colour}" viewBox="-8 -8 16 16" aria-hidden="true"><path d="{shape}"/></svg>"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(escape(r#"<b a="1">&"#), "&lt;b a=&quot;1&quot;&gt;&amp;");
        let mut markup = Markup::default();
        markup.add(format_args!("<p>{}</p>", escape("1 < 2")));
        assert_eq!(markup.finish(), "<p>1 &lt; 2</p>");
    }
}
