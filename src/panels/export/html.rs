//! Writes the report of a run as one HTML document; `report` gathers its contents.

use crate::markup::{Markup, escape};

/// Style sheet, inside the file so that it needs nothing else.
const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.15rem .6rem;text-align:left}\
td.n{text-align:right;font-variant-numeric:tabular-nums}svg,img{max-width:100%;height:auto}figure{margin:1rem 0}code{overflow-wrap:anywhere}";

/// The contents of a report.
pub struct RunReport {
    pub language: String,
    pub title: String,
    pub about: String,
    /// Headings, each with its contents as markup.
    pub parts: Vec<(String, String)>,
}

impl RunReport {
    pub fn document(&self) -> String {
        let mut markup = Markup::default();
        markup.add(format_args!(
            r#"<!doctype html><html lang="{}"><head><meta charset="utf-8"><title>{}</title><style>{STYLE}</style></head><body>"#,
            escape(&self.language),
            escape(&self.title),
        ));
        markup.add(format_args!("<h1>{}</h1><p>{}</p>", escape(&self.title), escape(&self.about)));
        for (heading, contents) in &self.parts {
            markup.add(format_args!("<h2>{}</h2>{contents}", escape(heading)));
        }
        markup.add(format_args!("</body></html>"));
        markup.finish()
    }
}

/// A table with one row per name and value.
pub fn table(rows: impl IntoIterator<Item = (String, String)>) -> String {
    let mut markup = Markup::default();
    markup.add(format_args!("<table><tbody>"));
    for (name, value) in rows {
        markup.add(format_args!(
            r#"<tr><th scope="row">{}</th><td class="n">{}</td></tr>"#,
            escape(&name),
            escape(&value)
        ));
    }
    markup.add(format_args!("</tbody></table>"));
    markup.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_report_can_become_markup_or_is_fetched() {
        let parts = vec![("<b>".to_string(), table([("a<b".to_string(), "1 & 2".to_string())]))];
        let report = RunReport { language: "en".into(), title: "R".into(), about: "<script>".into(), parts };
        let document = report.document();
        assert!(document.contains("&lt;script&gt;") && document.contains("a&lt;b") && document.contains("&lt;b&gt;"));
        for outside in ["http:", "https:", "<link", "<script", "url("] {
            assert!(!document.contains(outside), "{outside}");
        }
    }
}
