//! Writes a run as the query of an address, and reads it. Reading never fails: a setting that cannot be read is named
//! in a notice and takes its default.

use form_urlencoded::{Serializer, byte_serialize};

use super::relabel::read_relabels;
use super::rule::read_rule;
use super::weigh::read_stretches;
use super::{CONFIG_VERSION, Change, RunConfig, Text, Value, parse_number, text};

/// Longer queries are refused before they are read, in bytes.
pub const LONGEST_QUERY: usize = 16_384;

/// Settings of an address that belong to the page and not to the run.
pub const PAGE_SETTINGS: [&str; 19] = [
    "device", "compare", "mix", "strength", "lesson", "speed", "chart", "path", "moment", "places", "show", "lang",
    "panel", "hide", "only", "embed", "digest", "answers", "by",
];

/// The decoded settings of a query, in order; or a notice that it is too long to be read.
pub fn read_query(query: &str) -> Result<Vec<(String, String)>, Text> {
    let query = query.trim_start_matches('?');
    if query.len() > LONGEST_QUERY {
        return Err(text!("link-too-long", longest = LONGEST_QUERY));
    }
    Ok(form_urlencoded::parse(query.as_bytes()).into_owned().collect())
}

/// Escapes a text for a query.
pub fn escape(text: &str) -> String {
    byte_serialize(text.as_bytes()).collect()
}

impl RunConfig {
    /// `v=1&world=...&label=...&method=...&seed=...&knob=value...&at=step:knob:value...&weigh=path:from-to:weight,...`, every knob
    /// included.
    pub fn to_query(&self) -> String {
        let mut query = Serializer::new(String::new());
        query.append_pair("v", &self.version.to_string());
        query.append_pair("world", &self.world).append_pair("label", &self.label);
        query.append_pair("method", &self.method).append_pair("seed", &self.seed.to_string());
        for (id, value) in &self.knobs {
            match value {
                Value::Number(number) => query.append_pair(id, &number.to_string()),
                Value::Word(word) => query.append_pair(id, word),
            };
        }
        let mut query = query.finish();
        // Colons need no escape in a query, and without one people can read the link.
        for Change { step, knob, value } in &self.changes {
            query.push_str(&format!("&at={step}:{}:{}", escape(knob), escape(&value.to_string())));
        }
        for (index, stretch) in self.weigh.iter().enumerate() {
            query.push_str(if index == 0 { "&weigh=" } else { "," });
            query.push_str(&stretch.to_string());
        }
        for (index, relabel) in self.relabel.iter().enumerate() {
            query.push_str(if index == 0 { "&relabel=" } else { "," });
            query.push_str(&relabel.to_string());
        }
        if let Some(rule) = &self.rule {
            query.push_str(&format!("&rule={rule}"));
        }
        query
    }

    /// Reads what `to_query` wrote, or anything else.
    pub fn from_query(query: &str) -> (Self, Vec<Text>) {
        match read_query(query) {
            Ok(settings) => Self::from_settings(&settings),
            Err(notice) => (Self::default(), vec![notice]),
        }
    }

    /// The same from decoded settings; settings of the page are skipped.
    pub fn from_settings(settings: &[(String, String)]) -> (Self, Vec<Text>) {
        let mut config = Self { version: CONFIG_VERSION, ..Self::default() };
        let mut notices = Vec::new();
        let page_setting = |key: &str| PAGE_SETTINGS.contains(&key);
        for (key, value) in settings.iter().filter(|(key, _)| !key.is_empty() && !page_setting(key)) {
            match key.as_str() {
                "v" => match value.parse() {
                    Ok(version) => config.version = version,
                    Err(_) => notices.push(text!("link-version-no-number", version = excerpt(value))),
                },
                "world" => config.world = value.clone(),
                "label" => config.label = value.clone(),
                "method" => config.method = value.clone(),
                "seed" => match parse_number(value).ok_or(()) {
                    Ok(seed) if seed.is_finite() && seed >= 0.0 && seed.fract() == 0.0 => config.seed = seed as u64,
                    _ => notices.push(text!("link-no-seed", seed = excerpt(value), used = config.seed)),
                },
                "at" => match read_change(value) {
                    Some(change) => config.changes.push(change),
                    None => notices.push(text!("link-no-change", change = excerpt(value))),
                },
                "weigh" => notices.extend(read_stretches(value, &mut config.weigh)),
                "rule" => match read_rule(value) {
                    Ok(rule) => config.rule = Some(rule),
                    Err(notice) => notices.push(notice),
                },
                "relabel" => notices.extend(read_relabels(value, &mut config.relabel)),
                _ => {
                    config.knobs.insert(key.clone(), read_value(value));
                }
            }
        }
        (config, notices)
    }
}

fn read_value(text: &str) -> Value {
    parse_number(text).map_or_else(|| Value::Word(text.into()), Value::Number)
}

/// `step:knob:value`.
fn read_change(text: &str) -> Option<Change> {
    let (step, rest) = text.split_once(':')?;
    let (knob, value) = rest.split_once(':')?;
    let step = step.parse().ok()?;
    (!knob.is_empty()).then(|| Change { step, knob: knob.into(), value: read_value(value) })
}

/// The beginning of a text from a link, short enough to be shown in a notice.
pub(super) fn excerpt(text: &str) -> String {
    let mut short: String = text.chars().filter(|c| !c.is_control()).take(24).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
