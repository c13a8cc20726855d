//! `lab table atari`: for every game and label, the information between pairs and style, how often rollouts show the
//! requested style, and what they score, next to the paper's figures.

use engine::methods::Player;
use engine::methods::series::MI_HELD_OUT;
use engine::metrics::calibrate;
use engine::rollout::{RecurrentState, StyleRequest};
use engine::session::catalog;
use protocol::RunConfig;
use serde::{Deserialize, Serialize};
use worlds::atari::{ConsoleEpisode, Game};
use worlds::data::Rng;
use worlds::labels::Labeler;
use worlds::{Episode, Files};

use crate::atari_tables::{GameMethodScores, LABELS, findings, mi_sheet, reward_sheet, rows, sheet};
use crate::cells::{MeasurementOptions, Stop};
use crate::measure::{AS_IN_PAPER, given_labels, paper_in, settled, trained};
use crate::messages::{explain, say};
use crate::report::{Report, Row};
use crate::table::TableRequest;

/// Rollouts of each style behind a calibration, and whole games behind a reward.
const ROLLOUTS: usize = 50;
const GAMES: u64 = 10;
/// Strengths of guidance: that which most games open with, larger than in other worlds, since a single decision carries little
/// information about the style.
const GUIDED: [f32; 1] = [2.0];
/// Decisions after which a game that does not end is broken off: nearly seven minutes.
const LONGEST_GAME: usize = 6_000;

/// The scores of a policy with one label of one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameScores {
    /// The share of rollouts that show the requested style, per style.
    pub calibration: Vec<f64>,
    /// The mean score of whole games, per style.
    pub rewards: Vec<f64>,
    /// The same at each requested strength of guidance, where the method has a critic.
    pub guided: Vec<GuidedScores>,
    /// I(Z; S, A) on held-out plays at the end of training, nats, where the method has a critic.
    pub mi: Option<f64>,
}

/// Calibration and mean score of whole games, per style, of players that are guided.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GuidedScores {
    pub calibration: Vec<f64>,
    pub rewards: Vec<f64>,
}

/// A cell is a link, and behind a space the strengths of guidance.
fn score(cell: &str, files: &Files) -> Result<GameScores, String> {
    let (link, strengths) = cell.split_once(' ').unwrap_or((cell, ""));
    let (mut session, readings) = trained(&settled(link)?, files)?;
    let mi = readings.get(MI_HELD_OUT.id()).copied();
    let mut players = pollster::block_on(session.players()).map_err(|error| explain(&error))?;
    let player = players.first_mut().ok_or("there is nobody to play")?;
    let environment = session.environment();
    let (world, run) = (environment.world, &environment.run);
    let labeler: Box<dyn Labeler> = world.labeler(&run.label).ok_or("there is no such label")?;
    let share = |(style, counts): (usize, &Vec<u32>)| f64::from(counts[style]) / ROLLOUTS as f64;
    let game = world.console().ok_or("the world is no game")?.game();
    let mut played = |strength: f32| -> Result<GuidedScores, String> {
        let counted = calibrate(environment, labeler.as_ref(), player, ROLLOUTS, strength, 0);
        let calibration = counted.counts.iter().enumerate().map(share).collect();
        let mut rewards = Vec::with_capacity(player.styles);
        for style in 0..player.styles {
            let request = StyleRequest { style, strength, temperature: 1.0 };
            let games: Result<Vec<f64>, String> =
                (0..GAMES).map(|n| whole_game(game, (run, files), player, request, n)).collect();
            rewards.push(crate::statistics::mean(&games?));
        }
        Ok(GuidedScores { calibration, rewards })
    };
    let GuidedScores { calibration, rewards } = played(0.0)?;
    let strengths = strengths.split('_').filter_map(|strength| strength.parse().ok());
    let guided = if mi.is_some() { strengths.map(played).collect::<Result<_, _>>()? } else { vec![] };
    Ok(GameScores { calibration, rewards, guided, mi })
}

/// Plays a game to its end, window after window, with the same request; returns its score.
fn whole_game(
    game: Game,
    (run, files): (&RunConfig, &Files),
    player: &mut Player,
    request: StyleRequest,
    number: u64,
) -> Result<f64, String> {
    let mut rng = Rng::stream(run.seed, "whole game", number);
    let mut playing = ConsoleEpisode::new(game, run, files, &mut rng).ok_or("there is no cartridge")?;
    let mut seen = vec![0.0; player.observation_size];
    let mut action = vec![0.0; player.action_size];
    let mut state = RecurrentState::default();
    for _ in 0..LONGEST_GAME {
        if playing.features().is_complete() {
            playing.start_window();
            state = RecurrentState::default();
        }
        playing.observe(&mut seen);
        player.act(&seen, request.unless_in_danger(&playing), &mut state, &mut rng, &mut action);
        playing.act(&action);
        if playing.is_over() {
            break;
        }
    }
    Ok(f64::from(playing.score()))
}

pub fn report(request: &TableRequest) -> Result<Report, Stop> {
    let changed = request.changed();
    let mut plans = Vec::new();
    for (index, label) in LABELS.iter().enumerate() {
        let plan = |id: &str, name: String, how: &str| GameRunPlan {
            label: index,
            id: id.into(),
            name,
            link: format!("world={}&label={}&{how}{changed}", label.world, label.id),
        };
        for card in &catalog().methods {
            plans.push(plan(&card.id, say(&card.name), &format!("method={}", card.id)));
        }
        plans.push(plan(PAPERS, AS_IN_PAPER.into(), &paper_in(label.world)));
        plans.extend(given_labels().into_iter().map(|(name, id, how)| plan(&id, name, &how)));
    }
    plans.retain(|plan| request.wants(&format!("{}&row={}", plan.link, plan.id)));
    let files = files(&plans)?;
    let lines = measured(request.options, &plans, request.guided(&GUIDED), &files)?;
    let mut finding = findings(&lines);
    finding.push(HOW_TO_READ.into());
    let mut numbers: Vec<Row> = lines.iter().flat_map(rows).collect();
    numbers.retain(|row| !row.values.is_empty());
    Ok(Report {
        finding,
        sheets: vec![mi_sheet(&lines), sheet(&lines), reward_sheet(&lines)],
        rows: numbers,
        ..Report::new(
            "Atari: information, style calibration and score",
            request.command("atari"),
            "recorded from scripted players on our console (datasets/atari-*.plays), at most 800 stretches of 100 decisions \
               to train and a quarter as many of other plays held out",
            request.options,
        )
    })
}

/// The recordings and cartridges of the games that are played.
fn files(plans: &[GameRunPlan]) -> Result<Files, String> {
    let mut files = Files::default();
    let mut games: Vec<&str> = plans.iter().map(|plan| LABELS[plan.label].world).collect();
    games.dedup();
    games.iter().try_for_each(|game| crate::files::add(&mut files, game))?;
    match games.iter().find_map(|game| worlds::find(game)?.unplayable(&files)) {
        Some(why) => Err(format!("{} ./dev data atari fetches the games.", say(&why))),
        None => Ok(files),
    }
}

/// The runs of one row of the table: the index of a label, a method, and the link of the runs without their seed.
struct GameRunPlan {
    label: usize,
    id: String,
    name: String,
    link: String,
}

/// The id of BC-PMI by the paper's recipe, which is no method of its own.
const PAPERS: &str = "paper";

fn measured(
    options: &MeasurementOptions,
    plans: &[GameRunPlan],
    guided: &[f32],
    files: &Files,
) -> Result<Vec<GameMethodScores>, Stop> {
    let strengths = guided.iter().map(f32::to_string).collect::<Vec<_>>().join("_");
    let cell = |plan: &GameRunPlan| {
        // The guided rows are of our best recipe.
        let strengths = if plan.id == PAPERS { "" } else { &strengths };
        options.range().map(|seed| format!("{}&seed={seed} {strengths}", plan.link)).collect()
    };
    let cells: Vec<String> = plans.iter().flat_map::<Vec<String>, _>(cell).collect();
    let scores = options.work("atari", &cells, |cell| score(cell, files))?;
    let mut lines = Vec::new();
    for (plan, scores) in plans.iter().zip(scores.chunks(options.seeds as usize)) {
        let GameRunPlan { label, id, name, .. } = plan;
        let label = *label;
        lines.push(GameMethodScores { label, id: id.clone(), name: name.clone(), scores: scores.to_vec() });
        for (at, strength) in guided.iter().enumerate() {
            let of_seed = |score: &GameScores| {
                let GuidedScores { calibration, rewards } = score.guided.get(at)?.clone();
                Some(GameScores { calibration, rewards, guided: vec![], mi: None })
            };
            let scores: Vec<GameScores> = scores.iter().filter_map(of_seed).collect();
            if !scores.is_empty() {
                let name = format!("{name}, guided at {strength}");
                lines.push(GameMethodScores { label, id: String::new(), name, scores });
            }
        }
    }
    Ok(lines)
}

const HOW_TO_READ: &str = "Information: the bound on I(Z; S, A) over held-out plays when the critic has converged, nats. \
    Calibration: the share of 50 rollouts a style, each of 100 decisions with drawn actions, that show \
    the style asked for; five in a row are of one game, from its start. Guided: the critic chooses among actions, without \
    training, and not in danger. Score: the mean of 10 whole games a style. The paper's figures are of human players, of its own \
    windows and of its own networks; Magpie is a game of our own, which the paper does not have. \
    BC is asked for styles it cannot hear of. SORL and \
    InfoGAIL find styles without labels: theirs are counted after the best one-to-one matching of codes to labels. Marked \
    as ahead: above the paper's BC-PMI.";
