//! The address bar: the run, and how the page looks at it.

use super::state::{Model, mix};
use protocol::{DeviceChoice, RunConfig};

/// The style strength slider goes this far.
pub const STRONGEST: f32 = 4.0;

/// A longer address was refused by `RunConfig::from_query`, which has said so.
const LONGEST: usize = 4096;

/// Reads an address into a fresh model. What cannot be understood is named and left to its default.
pub fn read(query: &str) -> Model {
    let (wish, notices) = RunConfig::from_query(query);
    let mut model = Model { wish, ..Model::default() };
    notices.into_iter().for_each(|notice| model.notes.tell(notice));
    if query.len() > LONGEST {
        return model;
    }
    for pair in query.trim_start_matches('?').split('&') {
        let (key, text) = pair.split_once('=').unwrap_or((pair, ""));
        read_setting(&mut model, key, &text.replace("%2C", ",").replace("%2c", ","));
    }
    model
}

fn read_setting(model: &mut Model, key: &str, text: &str) {
    match key {
        "device" => match device(text) {
            Some(choice) => model.choice = choice,
            None => model.notes.tell("The link asks for a device that does not exist; the best one here is used."),
        },
        "compare" if !text.is_empty() && text != "0" => {
            model.compare = text.split(',').take(16).map(str::to_string).collect();
        }
        "mix" => match mix::parse(text) {
            Some(mix) => model.mix = mix,
            None => model.notes.tell("The link's mix of styles is not a list of shares; equal shares are used."),
        },
        "strength" => match text.parse::<f32>() {
            Ok(value) if (0.0..=STRONGEST).contains(&value) => model.strength = value,
            Ok(value) if value.is_finite() => {
                model.strength = value.clamp(0.0, STRONGEST);
                model.notes.tell(format!("Style strength goes from 0 to {STRONGEST}; {} is used.", model.strength));
            }
            _ => model.notes.tell("The link's style strength is not a number; 0 is used."),
        },
        _ => {}
    }
}

pub fn device(text: &str) -> Option<DeviceChoice> {
    match text {
        "auto" => Some(DeviceChoice::Auto),
        "cpu" => Some(DeviceChoice::Cpu),
        "webgpu" => Some(DeviceChoice::WebGpu),
        _ => None,
    }
}

pub fn device_word(choice: DeviceChoice) -> &'static str {
    match choice {
        DeviceChoice::Auto => "auto",
        DeviceChoice::Cpu => "cpu",
        DeviceChoice::WebGpu => "webgpu",
    }
}

/// The query that restores what is on the page. Defaults of the view are left out.
pub fn write(model: &Model) -> String {
    let Some(focused) = model.focused() else { return String::new() };
    let mut run = focused.config.clone();
    for lane in &model.lanes {
        run.knobs.extend(lane.config.knobs.clone());
    }
    let mut query = run.to_query();
    if model.choice != DeviceChoice::Auto {
        query.push_str(&format!("&device={}", device_word(model.choice)));
    }
    if !model.compare.is_empty() {
        query.push_str(&format!("&compare={}", model.compare.join(",")));
    }
    if !mix::is_even(&model.mix) {
        query.push_str(&format!("&mix={}", mix::write(&model.mix)));
    }
    if model.strength > 0.0 {
        query.push_str(&format!("&strength={}", model.strength));
    }
    query
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Lane;

    #[test]
    fn what_is_written_is_read_again() {
        let wish = RunConfig { world: "w".into(), method: "m".into(), seed: 7, ..RunConfig::default() };
        let model = Model {
            lanes: vec![Lane::new(wish.clone())],
            wish,
            compare: vec!["m".into(), "n".into()],
            choice: DeviceChoice::Cpu,
            mix: vec![20.0, 80.0],
            strength: 1.5,
            ..Model::default()
        };
        let again = read(&write(&model));
        assert_eq!(again.wish, model.wish);
        assert_eq!(
            (again.choice, again.compare, again.mix, again.strength),
            (model.choice, model.compare, model.mix, 1.5)
        );
        assert!(again.notes.all().is_empty());
    }

    #[test]
    fn hostile_settings_are_named_and_dropped() {
        let model = read("?device=quantum&mix=NaN,-1&strength=-inf");
        assert_eq!(model.choice, DeviceChoice::Auto);
        assert!(model.mix.is_empty());
        assert_eq!(model.strength, 0.0);
        assert_eq!(model.notes.all().len(), 3);
        let huge = read(&format!("?device=cpu&x={}", "9".repeat(9000)));
        assert_eq!(huge.choice, DeviceChoice::Auto);
        assert_eq!(huge.notes.all().len(), 1);
    }
}
