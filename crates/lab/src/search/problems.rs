//! What settings are searched on: one problem a world, with the number that says how good a run is.

use engine::methods::id;
use engine::metrics::calibrate;
use engine::session::{Session, catalog};
use protocol::{MethodCard, RunConfig};
use worlds::Files;

use crate::court::{self, CourtPaths};
use crate::files;
use crate::measure::{SETTINGS, best_in, scored, settled, trained};
use crate::messages::explain;
use crate::statistics::mean;

/// Rollouts of each style behind a calibration of a game.
const ROLLOUTS: usize = 50;

pub struct Problem {
    pub world: &'static str,
    pub caption: &'static str,
    pub unit: &'static str,
    /// Whether small is good.
    pub distance: bool,
    pub places: usize,
    /// Settings of the data, as pieces of a link. A run is as good as it is on average over them.
    tasks: Vec<String>,
}

/// Circle2D by distance, basketball by destination, and for all games Magpie by range: the figure in which rivals were
/// furthest behind the paper's, in the game that nobody has to own.
pub fn problems() -> [Problem; 3] {
    [
        Problem {
            world: "circle2d",
            caption: "Circle2D, the mean over clean demonstrations, 20 % off-style spells and 20 % wrong labels",
            unit: "DTW",
            distance: true,
            places: 2,
            tasks: SETTINGS.map(|(_, data)| data.to_string()).into(),
        },
        Problem {
            world: court::WORLD,
            caption: "Basketball by destination, the mean over the classes",
            unit: "calibration, %",
            distance: false,
            places: 1,
            tasks: vec!["label=destination".into()],
        },
        Problem {
            world: "magpie",
            caption: "Magpie by range, the mean over the styles",
            unit: "calibration, share of rollouts",
            distance: false,
            places: 2,
            tasks: vec!["label=range".into()],
        },
    ]
}

/// The files that runs need.
pub struct ProblemData {
    court: CourtPaths,
    magpie: Files,
}

impl ProblemData {
    pub fn new(real: Option<&std::path::Path>) -> Result<Self, String> {
        Ok(Self { court: CourtPaths::new(real)?, magpie: files::load("magpie")? })
    }

    /// The data of these problems, as a sentence.
    pub fn about(&self, problems: &[Problem]) -> String {
        let one = |problem: &Problem| match problem.world {
            court::WORLD => format!("basketball, {}", self.court.about),
            "magpie" => "Magpie's recording".into(),
            _ => "Circle2D as simulated from each seed".into(),
        };
        problems.iter().map(one).collect::<Vec<_>>().join("; ")
    }
}

impl Problem {
    /// Each task of a method as a link without its seed.
    pub fn links(&self, method: &MethodCard, data: &ProblemData) -> Vec<String> {
        let source = if self.world == court::WORLD { format!("&{}", data.court.link) } else { String::new() };
        self.shown(method).into_iter().map(|link| link + &source).collect()
    }

    /// The same links with the data that the page itself has.
    pub fn shown(&self, method: &MethodCard) -> Vec<String> {
        let world = catalog().worlds.iter().find(|card| card.id == self.world);
        let how = match world.filter(|_| method.id == id::BC_PMI) {
            // Also where the world opens with another recipe.
            Some(card) => best_in(card),
            None => format!("method={}", method.id),
        };
        self.tasks.iter().map(|task| format!("world={}&{task}&{how}", self.world)).collect()
    }

    /// How good the run of a link is, on average over its styles; None where training broke down.
    pub fn measure(&self, link: &str, data: &ProblemData) -> Result<Option<f64>, String> {
        match self.scores(&settled(link)?, link, data) {
            Ok(scores) => Ok(Some(mean(&scores))),
            Err(error) if error.contains("broke down") => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn scores(&self, run: &RunConfig, link: &str, data: &ProblemData) -> Result<Vec<f64>, String> {
        match self.world {
            court::WORLD => data.court.calibration(link),
            "circle2d" => {
                let (mut session, _) = trained(run, &Files::default())?;
                Ok(scored(&mut session, 0.0)?.iter().map(|score| score.dtw).collect())
            }
            _ => shares(&mut trained(run, &data.magpie)?.0),
        }
    }
}

/// The share of rollouts that show the style asked for, style by style.
fn shares(session: &mut Session) -> Result<Vec<f64>, String> {
    let mut players = pollster::block_on(session.players()).map_err(|error| explain(&error))?;
    let player = players.first_mut().ok_or("there is nobody to play")?;
    let environment = session.environment();
    let labeler = environment.world.labeler(&environment.run.label).ok_or("there is no such label")?;
    let counted = calibrate(environment, labeler.as_ref(), player, ROLLOUTS, 0.0, 0);
    let share = |(style, counts): (usize, &Vec<u32>)| f64::from(counts[style]) / ROLLOUTS as f64;
    Ok(counted.counts.iter().enumerate().map(share).collect())
}
