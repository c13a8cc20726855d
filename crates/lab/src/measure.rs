//! A run from its link to its scores: what every table is made of.

use std::collections::BTreeMap;

use engine::methods::id;
use engine::nn::Device;
use engine::session::{Session, SessionError, catalog};
use protocol::knobs::codes::CODES;
use protocol::knobs::recipes;
use protocol::{MethodCard, Reading, RecipeCard, RunConfig, Value, WorldCard};
use worlds::Files;

use crate::messages::{explain, say};
use crate::metrics::{StyleScore, evaluate};

/// The device's name in tables.
pub const DEVICE: &str = "native CPU";

/// The methods in the paper's tables, in their order.
pub const PAPER_METHODS: [&str; 6] = [id::BC, id::CBC, id::CTVAE, id::INFOGAIL, id::SORL, id::BC_PMI];

/// What Circle2D is learnt from by default.
pub const CIRCLE2D_DATA: &str = "simulated from each seed, 25 trajectories a style for training and 5 held out";

/// The run that a link means; a link that means none is an error.
pub fn settled(link: &str) -> Result<RunConfig, String> {
    let (wish, mut notices) = RunConfig::from_query(link);
    let (config, said) = catalog().settle(&wish);
    notices.extend(said);
    notices.into_iter().next().map_or(Ok(config), |notice| Err(say(&notice)))
}

/// BC-PMI by one of its recipes as a piece of a link, every knob of the recipe included. Tables say which recipe they
/// measure, whatever a world opens with; settings that stand behind it in the link change it.
pub fn bc_pmi(recipe: &BTreeMap<String, Value>) -> String {
    let knobs: String = recipe.iter().map(|(knob, value)| format!("&{knob}={value}")).collect();
    format!("method={}{knobs}", id::BC_PMI)
}

/// BC-PMI by our best recipe, with what a world changes in it, as a piece of a link.
pub fn best_in(world: &WorldCard) -> String {
    bc_pmi(&world.recipe_values(&RecipeCard::new(recipes::BEST, "recipe-best", recipes::best()), &Default::default()))
}

/// The name of the rows of BC-PMI by the paper's recipe.
pub const AS_IN_PAPER: &str = "BC-PMI, as in the paper";

/// BC-PMI by the paper's recipe, with what a world changes in it, as a piece of a link.
pub fn paper_in(world: &str) -> String {
    let recipe = RecipeCard::new(recipes::PAPER, "recipe-paper", recipes::paper());
    let card = catalog().worlds.iter().find(|card| card.id == world);
    bc_pmi(&card.map_or_else(|| recipe.knobs.clone(), |card| card.recipe_values(&recipe, &Default::default())))
}

/// Methods that find styles, given the labels: name of the row, its id, and a piece of a link. They stand beside the rows as
/// published, since no clustering without labels can follow labels that it does not know.
pub fn given_labels() -> Vec<(String, String, String)> {
    let found = catalog().methods.iter().filter(|card| card.finds_styles);
    let given = |card: &MethodCard| {
        let how = format!("method={}&{}=labels", card.id, CODES.id());
        (format!("{}, labels given", say(&card.name)), format!("{}-labels", card.id), how)
    };
    found.map(given).collect()
}

/// A run at its end, and all its curves.
pub fn followed(config: &RunConfig, files: &Files) -> Result<(Session, Vec<Reading>), String> {
    let failed = |error: SessionError| explain(&error);
    let mut session = Session::open(config, files, None, &Device::Cpu, None).map_err(failed)?;
    let mut readings = Vec::new();
    while !session.done() {
        readings.extend(pollster::block_on(session.advance(1000)).map_err(failed)?);
    }
    Ok((session, readings))
}

/// A run at its end, and the last value of every curve.
pub fn trained(config: &RunConfig, files: &Files) -> Result<(Session, BTreeMap<String, f64>), String> {
    let (session, readings) = followed(config, files)?;
    Ok((session, readings.into_iter().map(|reading| (reading.series, f64::from(reading.value))).collect()))
}

/// The scores of a finished run, with `strength` of guidance at play time.
pub fn scored(session: &mut Session, strength: f32) -> Result<Vec<StyleScore>, String> {
    let mut players = pollster::block_on(session.players()).map_err(|error| explain(&error))?;
    let player = players.first_mut().ok_or("there is nobody to play")?;
    evaluate(session.environment(), player, strength).map_err(|error| say(&error.text()))
}

type Metric = (&'static str, usize, fn(&StyleScore) -> f64);
/// Name, decimal places, and where it is found.
pub const METRICS: [Metric; 4] = [
    ("DTW", 2, |score| score.dtw),
    ("ED", 2, |score| score.ed),
    ("KL", 3, |score| score.kl),
    ("calibration", 2, |score| score.calibration),
];

/// (name, what it changes) of Circle2D's demonstrations.
pub const SETTINGS: [(&str, &str); 3] = [
    ("clean demonstrations", "spells=0&wrong_labels=0"),
    ("20 % off-style spells", "spells=0.2&wrong_labels=0"),
    ("20 % wrong labels", "spells=0&wrong_labels=0.2"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::knobs::critic;

    #[test]
    fn a_recipe_is_in_the_link_and_settings_behind_it_change_it() {
        let best = settled(&format!("world=circle2d&{}&critic_epochs=3", bc_pmi(&recipes::best()))).unwrap();
        let expected = recipes::best().into_iter().chain([critic::EPOCHS.at(3)]).collect::<BTreeMap<_, _>>();
        assert!(expected.iter().all(|(knob, value)| best.knobs.get(knob) == Some(value)), "{:?}", best.knobs);
        let paper = settled(&format!("world=circle2d&{}", bc_pmi(&recipes::paper()))).unwrap();
        assert_eq!(paper, settled("world=circle2d&method=bc-pmi").unwrap(), "what Circle2D opens with");
    }
}
