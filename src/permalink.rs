//! The address: the run, and how the page shows it.

use super::state::{ChartTab, Lane, Language, Model, PagePart, Speed, shares};
use protocol::{AgentStarts, Change, DeviceChoice, RunConfig, escape, parse_number, read_query, sort_short, text};

/// The largest style strength that the slider offers.
pub const MAX_STRENGTH: f32 = 4.0;

/// As many methods as a link may name; the page then keeps those that fit.
const MAX_METHODS: usize = 16;

/// Starts that a link may name, and how far out they may lie: more is no world of ours.
const MAX_STARTS: usize = 64;
const MAX_COORDINATE: f32 = 1e6;

const DEVICES: [(&str, DeviceChoice); 3] =
    [("auto", DeviceChoice::Auto), ("cpu", DeviceChoice::Cpu), ("webgpu", DeviceChoice::WebGpu)];

/// Reads an address into a new model. A setting that cannot be read gets a notice and keeps its default.
pub fn read(query: &str) -> Model {
    let mut model = Model::default();
    match read_query(query) {
        Ok(settings) => {
            let (run, notices) = RunConfig::from_settings(&settings);
            model.requested = run;
            notices.into_iter().for_each(|notice| model.notices.info(notice));
            settings.iter().for_each(|(key, value)| read_setting(&mut model, key, value));
        }
        Err(notice) => model.notices.info(notice),
    }
    model
}

/// Reads a setting of the page; those of the run are passed over.
fn read_setting(model: &mut Model, key: &str, value: &str) {
    match key {
        "device" => match device(value) {
            Some(choice) => model.device_choice = choice,
            None => model.notices.info(text!("link-no-device")),
        },
        "compare" if !value.is_empty() && value != "0" => {
            model.compare = value.split(',').take(MAX_METHODS).map(str::to_string).collect();
        }
        "mix" => match shares::parse(value) {
            Some(shares) => model.shares = shares,
            None => model.notices.info(text!("link-no-mix")),
        },
        "strength" => read_strength(model, value),
        "speed" => match Speed::from_name(value) {
            Some(speed) => model.speed = speed,
            None => model.notices.info(text!("link-no-view", setting = key)),
        },
        "chart" => match ChartTab::from_name(value) {
            Some(chart) => model.view.chart = Some(chart),
            None => model.notices.info(text!("link-no-view", setting = key)),
        },
        "path" => read_number(model, key, value, |model, number| {
            model.selected = Some(number);
            model.selected_by_visitor = true;
        }),
        "moment" => read_number(model, key, value, |model, number| model.selected_step = Some(number as usize)),
        "places" => match read_starts(value) {
            Some(starts) => model.starts = starts,
            None => model.notices.info(text!("link-no-view", setting = key)),
        },
        "lang" => match Language::from_tag(value) {
            Some(language) => model.language = Some(language),
            None => model.notices.info(text!("link-no-view", setting = key)),
        },
        "hide" => model.view.hidden.extend(read_parts(value)),
        "only" => {
            let shown: Vec<PagePart> = read_parts(value).collect();
            model.view.hidden.extend(PagePart::ALL.into_iter().filter(|part| !shown.contains(part)));
        }
        "embed" => model.view.embedded = value == "1",
        "lesson" => model.view.panel = Some(format!("{key}={value}")),
        "panel" => model.view.panel = Some(value.to_string()),
        "show" => value.split(',').take(MAX_METHODS).for_each(|part| match part {
            "settings" => model.view.knobs_open = true,
            "ends" => model.show_ends = true,
            _ => model.notices.info(text!("link-no-view", setting = key)),
        }),
        _ => {}
    }
}

/// Names of parts that do not exist are passed over: a part may be one of a later version.
fn read_parts(value: &str) -> impl Iterator<Item = PagePart> {
    value.split(',').take(MAX_METHODS).filter_map(PagePart::from_name)
}

fn read_number(model: &mut Model, key: &str, value: &str, take: impl FnOnce(&mut Model, u32)) {
    match value.parse() {
        Ok(number) => take(model, number),
        Err(_) => model.notices.info(text!("link-no-view", setting = key)),
    }
}

/// `agent:x:y`, separated by commas.
fn read_starts(value: &str) -> Option<AgentStarts> {
    let coordinate =
        |text: &str| parse_number(text).map(|number| number as f32).filter(|number| number.abs() < MAX_COORDINATE);
    let start = |start: &str| {
        let mut parts = start.split(':');
        let (agent, x, y) = (parts.next()?.parse().ok()?, coordinate(parts.next()?)?, coordinate(parts.next()?)?);
        parts.next().is_none().then_some((agent, [x, y]))
    };
    // Filled one by one: collecting into a map would sort first, and the page would hold the code for it.
    let mut starts = AgentStarts::new();
    for one in value.split(',').take(MAX_STARTS) {
        let (agent, at) = start(one)?;
        starts.insert(agent, at);
    }
    Some(starts)
}

fn read_strength(model: &mut Model, value: &str) {
    match parse_number(value).map(|strength| strength as f32) {
        Some(strength) if (0.0..=MAX_STRENGTH).contains(&strength) => model.strength = Some(strength),
        Some(strength) => {
            let used = strength.clamp(0.0, MAX_STRENGTH);
            model.strength = Some(used);
            model.notices.info(text!("link-strength-range", largest = MAX_STRENGTH, used = used));
        }
        None => {
            model.strength = Some(0.0);
            model.notices.info(text!("link-no-strength"));
        }
    }
}

pub fn device(id: &str) -> Option<DeviceChoice> {
    DEVICES.iter().find(|(known, _)| *known == id).map(|(_, choice)| *choice)
}

pub fn device_id(choice: DeviceChoice) -> &'static str {
    DEVICES.iter().find(|(_, known)| *known == choice).map_or("auto", |(id, _)| id)
}

/// The query that restores the page. Settings of the page at their default are left out.
pub fn write(model: &Model) -> String {
    let Some(focused) = model.focused() else { return String::new() };
    let mut run = focused.config.clone();
    for lane in &model.lanes {
        run.knobs.extend(lane.config.knobs.clone());
    }
    run.changes = changes(&model.lanes);
    let mut query = run.to_query();
    if model.device_choice != DeviceChoice::Auto {
        query.push_str(&format!("&device={}", device_id(model.device_choice)));
    }
    // Commas need no escape in a query, and without one people can read the link.
    if !model.compare.is_empty() {
        query.push_str(&format!("&compare={}", model.compare.join(",")));
    }
    if !shares::is_even(&model.shares) {
        query.push_str(&format!("&mix={}", shares::write(&model.shares)));
    }
    if let Some(strength) = model.strength {
        query.push_str(&format!("&strength={strength}"));
    }
    write_view(model, &mut query);
    query
}

/// How the page shows the run.
fn write_view(model: &Model, query: &mut String) {
    let mut add = |key: &str, value: &str| query.push_str(&format!("&{key}={value}"));
    if model.speed != Speed::default() {
        add("speed", model.speed.name());
    }
    if let Some(chart) = model.view.chart {
        add("chart", chart.name());
    }
    if let (Some(path), Some(moment)) = (model.selected, model.selected_step) {
        add("path", &path.to_string());
        add("moment", &moment.to_string());
    }
    let starts = model.starts.iter().map(|(agent, [x, y])| format!("{agent}:{x}:{y}")).collect::<Vec<_>>();
    if !starts.is_empty() {
        add("places", &starts.join(","));
    }
    let shown = [("settings", model.view.knobs_open), ("ends", model.show_ends)];
    let shown = shown.iter().filter(|(_, on)| *on).map(|(name, _)| *name).collect::<Vec<_>>();
    if !shown.is_empty() {
        add("show", &shown.join(","));
    }
    if let Some(panel) = &model.view.panel {
        let (key, value) = panel.split_once('=').unwrap_or(("panel", panel));
        add(key, &escape(value));
    }
    let hidden: Vec<_> = model.view.hidden.iter().map(|part| part.name()).collect();
    if !hidden.is_empty() {
        add("hide", &hidden.join(","));
    }
    if model.view.embedded {
        add("embed", "1");
    }
    if let Some(language) = model.language {
        add("lang", language.name());
    }
}

/// Live changes of all lanes. Lanes take their steps together until one is done: where several have a knob, the longest
/// run knows when it was changed.
fn changes(lanes: &[Lane]) -> Vec<Change> {
    let mut lanes: Vec<&Lane> = lanes.iter().collect();
    sort_short(&mut lanes, |lane| lane.progress.as_ref().map_or(0, |progress| progress.steps));
    let mut all: Vec<Change> = Vec::new();
    for lane in lanes {
        all.retain(|change| !lane.config.knobs.contains_key(&change.knob));
        all.extend(lane.config.changes.iter().cloned());
    }
    sort_short(&mut all, |change| change.step);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{Progress, RunState, Value};

    #[test]
    fn what_is_written_is_read_again() {
        let run = RunConfig { world: "w".into(), method: "m".into(), seed: 7, ..RunConfig::default() };
        let model = Model {
            lanes: vec![Lane::new(run.clone())],
            requested: run,
            compare: vec!["m".into(), "n".into()],
            device_choice: DeviceChoice::Cpu,
            shares: vec![20.0, 80.0],
            strength: Some(1.5),
            ..Model::default()
        };
        let link = write(&model);
        assert_eq!(link, "v=1&world=w&label=&method=m&seed=7&device=cpu&compare=m,n&mix=20,80&strength=1.5");
        for link in [link.clone(), link.replace(',', "%2C"), format!("?{link}")] {
            let again = read(&link);
            assert_eq!(again.requested, model.requested);
            assert_eq!((again.device_choice, &again.compare), (model.device_choice, &model.compare));
            assert_eq!((again.shares, again.strength), (vec![20.0, 80.0], Some(1.5)));
            assert!(again.notices.all().is_empty());
        }
    }

    fn lane(knobs: &[&str], steps: u32, changes: &[(u32, &str)]) -> Lane {
        let change =
            |(step, knob): &(u32, &str)| Change { step: *step, knob: (*knob).into(), value: Value::Number(0.5) };
        let knobs = knobs.iter().map(|knob| (knob.to_string(), Value::Number(1.0))).collect();
        let config = RunConfig { knobs, changes: changes.iter().map(change).collect(), ..RunConfig::default() };
        let (state, phase) = (RunState::Paused, text!("critic"));
        let progress = Progress { state, phase, step: 0, steps, steps_per_second: 0.0, seconds: 0.0 };
        Lane { progress: Some(progress), ..Lane::new(config) }
    }

    #[test]
    fn changes_of_all_lanes_are_in_the_link_once() {
        // The second lane was done after 300 steps when the rate was changed at step 700 of the first.
        let long = lane(&["rate", "beta"], 900, &[(200, "rate"), (400, "beta"), (700, "rate")]);
        let short = lane(&["rate", "networks"], 300, &[(100, "networks"), (200, "rate"), (300, "rate")]);
        let model = Model { lanes: vec![long, short], ..Model::default() };
        let link = write(&model);
        assert!(link.ends_with("&at=100:networks:0.5&at=200:rate:0.5&at=400:beta:0.5&at=700:rate:0.5"), "{link}");
        assert_eq!(read(&link).requested.changes.len(), 4);
    }

    #[test]
    fn hostile_settings_are_named_and_dropped() {
        let model = read("?device=quantum&mix=NaN,-1&strength=-inf");
        assert_eq!(model.device_choice, DeviceChoice::Auto);
        assert!(model.shares.is_empty());
        assert_eq!(model.strength, Some(0.0));
        assert_eq!(model.notices.all().len(), 3);
        let huge = read(&format!("?device=cpu&x={}", "9".repeat(20_000)));
        assert_eq!(huge.device_choice, DeviceChoice::Auto);
        assert_eq!(huge.notices.all().len(), 1);
    }

    #[test]
    fn parts_that_a_link_hides_stay_hidden() {
        let opened = |query: &str| Model { lanes: vec![Lane::new(RunConfig::default())], ..read(query) };
        let link = write(&opened("?only=stage,styles&embed=1"));
        let rest = "header,story,transport,timeline,why,charts,calibration,knobs";
        assert!(link.ends_with(&format!("&hide={rest}&embed=1")), "{link}");
        let again = read(&link);
        assert_eq!((again.view.hidden.len(), again.view.embedded), (8, true));
        assert!(!write(&opened("?embed=0")).contains("embed"));
    }

    #[test]
    fn a_language_is_written_where_it_was_chosen() {
        let tags = ["zh", "zh-CN", "ZH-Hans", "en-GB"].map(|tag| read(&format!("?lang={tag}")).language);
        assert_eq!(tags, [Language::Chinese, Language::Chinese, Language::Chinese, Language::English].map(Some));
        let unknown = read("?lang=tlh");
        assert_eq!((unknown.language, unknown.notices.all().len()), (None, 1));
        let lanes = || vec![Lane::new(RunConfig::default())];
        let chosen = Model { lanes: lanes(), language: Some(Language::Chinese), ..Model::default() };
        assert!(write(&chosen).ends_with("&lang=zh"));
        assert!(!write(&Model { lanes: lanes(), ..Model::default() }).contains("lang"));
    }
}
