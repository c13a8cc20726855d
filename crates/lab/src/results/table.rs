//! A sheet of a report as an HTML table that scrolls within its own box.

use super::html::{escape, of_method};
use super::methods::id_of;
use crate::report::Sheet;

/// The first `leading` columns name a row and stay in sight; `wanted` rows are shown. Cells have no end tags, which HTML
/// leaves to the writer: there are two thousand of them.
pub fn table(sheet: &Sheet, leading: usize, wanted: impl Fn(&[String]) -> bool) -> String {
    let leading = leading.clamp(1, sheet.head.len().max(1));
    let join = |cells: &[String]| {
        let parts: Vec<&str> = cells.iter().map(String::as_str).filter(|cell| !cell.is_empty()).collect();
        escape(&parts.join(" · "))
    };
    let (names, heads) = sheet.head.split_at(leading.min(sheet.head.len()));
    let head = |head: &String| {
        let method = head.rsplit(": ").next().and_then(id_of);
        format!("<th scope=\"col\"{}>{}", of_method(method), escape(head))
    };
    let mut rows = String::new();
    for (number, row) in sheet.rows.iter().enumerate().filter(|(_, row)| wanted(row) && row.len() >= leading) {
        let method = sheet.head.iter().position(|head| head == "method").and_then(|at| id_of(&row[at]));
        let cell = |(at, cell): (usize, &String)| match sheet.leads(number, at + leading) {
            // Not by colour alone.
            true => format!("<td class=\"ahead\">★ {}", escape(cell)),
            false if is_settings(cell) => format!("<td><code>{}</code>", escape(cell)),
            false => format!("<td>{}", escape(cell)),
        };
        let cells: String = row[leading..].iter().enumerate().map(cell).collect();
        rows.push_str(&format!("<tr{}><th scope=\"row\">{}{cells}</tr>\n", of_method(method), join(&row[..leading])));
    }
    let caption = escape(&sheet.caption);
    let marked = if sheet.ahead.iter().any(|row| !row.is_empty()) { " (★ ahead)" } else { "" };
    format!(
        "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\"><table><caption><span>{caption}{marked}</span></caption>\n\
         <thead><tr><th scope=\"col\">{}{}</tr></thead>\n<tbody>{rows}</tbody></table></div>\n",
        join(names),
        heads.iter().map(head).collect::<String>()
    )
}

/// Whether a cell holds settings as links write them, which are the same in every language.
fn is_settings(cell: &str) -> bool {
    !cell.is_empty() && cell.split(' ').all(|word| word.contains('='))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leading_columns_become_one_and_leaders_are_marked() {
        let cells = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_string()).collect::<Vec<_>>();
        let sheet = Sheet {
            caption: "A < B".into(),
            head: cells(&["style", "method", "calibration", "paper: BC"]),
            rows: vec![
                cells(&["area", "CBC", "0.4", "0.2"]),
                cells(&["range", "BC-PMI, guided at 2", "0.7", "beta=4 rate=0.1"]),
            ],
            ahead: vec![vec![], vec![2]],
        };
        let html = table(&sheet, 2, |_| true);
        assert!(html.contains("<caption><span>A &lt; B (★ ahead)</span></caption>"));
        assert!(html.contains("<th scope=\"col\">style · method<th scope=\"col\">calibration<"));
        assert!(html.contains("<th scope=\"col\" data-method=\"bc\">paper: BC<"));
        assert!(html.contains("<tr data-method=\"bc-pmi\"><th scope=\"row\">range · BC-PMI, guided at 2<td"));
        assert_eq!(html.matches("class=\"ahead\"").count(), 1);
        assert!(html.contains("<td><code>beta=4 rate=0.1</code>"));
        assert!(!table(&sheet, 2, |row| row[0] == "area").contains("range"));
    }
}
