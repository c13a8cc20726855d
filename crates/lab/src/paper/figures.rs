//! The paper's figures: paths of every method on Circle2D, mutual information as it is learnt in every world, and PMI
//! along a demonstration of each.

use engine::methods::series::MI_HELD_OUT;
use engine::rollout::RolloutGroup;
use engine::session::{Session, catalog};
use protocol::knobs::recipes;
use serde::{Deserialize, Serialize};
use worlds::Files;
use worlds::circle2d::truth::CirclePmi;
use worlds::circle2d::{NOISE, SPELLS, WRONG_LABELS};
use worlds::data::Trajectory;

use crate::cells::Stop;
use crate::measure::{bc_pmi, best_in, followed, settled};
use crate::messages::{explain, say};
use crate::report::{Figure, PLANE, Report, Row, Series};
use crate::statistics::{deviation, mean};
use crate::table::TableRequest;

type Points = Vec<(f32, f32)>;

/// (name, how a link says it)
fn methods() -> [(&'static str, String); 3] {
    [("BC", "method=bc".into()), ("CBC", "method=cbc".into()), ("BC-PMI", bc_pmi(&recipes::best()))]
}

/// One step in this many is drawn.
const STRIDE: usize = 3;

/// A series of a figure, not joined where the points stand for themselves.
fn series(name: &str, points: Points) -> Series {
    Series { name: name.into(), joined: true, points }
}

fn thinned(xy: &[f32]) -> Points {
    xy.as_chunks::<2>().0.iter().step_by(STRIDE).map(|[x, y]| (hundredths(*x), hundredths(*y))).collect()
}

fn hundredths(value: f32) -> f32 {
    (value * 100.0).round() / 100.0
}

/// The noise-free path of each style by a trained run; by the experts for an empty link.
fn paths(link: &str) -> Result<Vec<Points>, String> {
    let config = settled(if link.is_empty() { "world=circle2d" } else { link })?;
    let world = worlds::find(&config.world).ok_or("the world is gone")?;
    if link.is_empty() {
        return Ok(world.ideals(&config, &Files::default()).iter().map(|path| thinned(path)).collect());
    }
    let (mut session, _) = followed(&config, &Files::default())?;
    let mut players = pollster::block_on(session.players()).map_err(|error| explain(&error))?;
    let player = players.first_mut().ok_or("there is nobody to play")?;
    let mut still = session.environment().clone();
    still.run.knobs.extend([NOISE.at(0.0)]);
    let path = |style| {
        let mut group = RolloutGroup::new(&still, &[style]);
        group.temperature = 0.0;
        thinned(&group.play_out(0, player, 0.0))
    };
    Ok((0..player_styles(&session)).map(path).collect())
}

fn player_styles(session: &Session) -> usize {
    session.demos().first().map_or(0, |demos| demos.styles)
}

fn path_figures(request: &TableRequest) -> Result<Vec<Figure>, String> {
    let seed = request.options.first_seed;
    let drawn = methods().map(|(name, how)| (name, format!("world=circle2d&{how}&seed={seed}")));
    let mut cells = vec![String::new()];
    cells.extend(drawn.iter().map(|(_, link)| link.clone()));
    let found = request.options.work("figures, paths", &cells, paths)?;
    let names = std::iter::once("Experts, without noise").chain(methods().map(|(name, _)| name));
    let figure = |(name, paths): (&str, Vec<Points>)| Figure {
        caption: format!("Circle2D, 20 % off-style spells. {name}"),
        x: PLANE.0.into(),
        y: PLANE.1.into(),
        series: paths.into_iter().enumerate().map(|(z, path)| series(&format!("style {}", z + 1), path)).collect(),
    };
    Ok(names.zip(found).map(figure).collect())
}

/// The critic's curves and PMI in one run of BC-PMI. None where the world's data is not here.
#[derive(Serialize, Deserialize)]
struct Learnt {
    /// Held-out I(Z;S,A) over the share of the critic's training.
    information: Points,
    /// Along one held-out demonstration: PMI with its label by the critic, and by the truth where it is known.
    pmi: Vec<f32>,
    truth: Vec<f32>,
    /// Steps at which the expert followed another style, where the data has it.
    strays: Vec<usize>,
}

/// A held-out demonstration that strays, if there is one; else any.
fn telling(all: &[Trajectory]) -> Option<usize> {
    let strays = |path: &Trajectory| path.followed.iter().any(|f| usize::from(*f) != path.style);
    let first = |wanted: &dyn Fn(&Trajectory) -> bool| all.iter().position(|path| path.held_out && wanted(path));
    first(&|path| strays(path) && path.followed.iter().any(|f| usize::from(*f) == path.style))
        .or_else(|| first(&|_| true))
}

fn learnt(link: &str) -> Result<Option<Learnt>, String> {
    let config = settled(link)?;
    let Ok(files) = crate::files::load(&config.world) else { return Ok(None) };
    let (session, readings) = followed(&config, &files)?;
    let held_out = || readings.iter().filter(|reading| reading.series == MI_HELD_OUT.id());
    let last = held_out().map(|reading| reading.step).max().unwrap_or(1) as f32;
    let demos = session.demos().into_iter().next().ok_or("there are no demonstrations")?;
    let number = telling(&demos.trajectories).ok_or("no demonstration is held out")?;
    let path = session.demonstration(number).ok_or("no demonstration is held out")?;
    let along = session.timeline(number as u32).ok_or("the run has no critic")?;
    let reference = (config.world == "circle2d").then(|| {
        let [noise, spells, wrong] = [NOISE, SPELLS, WRONG_LABELS].map(|knob| knob.get(&config) as f32);
        CirclePmi::new(noise, spells, wrong, 5000)
    });
    let pairs = path.observations.chunks(demos.observation_size).zip(path.actions.chunks(demos.action_size));
    let truth = reference.flatten().map(|truth| pairs.map(|(s, a)| truth.pmi(s, a)[path.style] as f32).collect());
    let strays = path.followed.iter().enumerate().filter(|(_, f)| usize::from(**f) != path.style);
    Ok(Some(Learnt {
        information: held_out().map(|reading| (reading.step as f32 / last, reading.value)).collect(),
        pmi: along.pmi,
        truth: truth.unwrap_or_default(),
        strays: strays.map(|(step, _)| step).collect(),
    }))
}

/// Where the runs of several seeds were read at the same steps, their mean.
fn averaged(runs: &[&Learnt]) -> Points {
    let first = runs.first().map_or(&[][..], |run| &run.information);
    let at =
        |index: usize| runs.iter().filter_map(move |run| run.information.get(index)).map(|point| f64::from(point.1));
    let point = |(index, (x, _)): (usize, &(f32, f32))| (*x, mean(&at(index).collect::<Vec<_>>()) as f32);
    first.iter().enumerate().map(point).collect()
}

fn along(name: &str, run: &Learnt) -> Figure {
    let over =
        |values: &[f32]| -> Points { values.iter().enumerate().map(|(t, v)| (t as f32, hundredths(*v))).collect() };
    let mut all = vec![series("estimated", over(&run.pmi))];
    if !run.truth.is_empty() {
        all.push(series("true", over(&run.truth)));
    }
    if !run.strays.is_empty() {
        let points = run.strays.iter().filter_map(|step| Some((*step as f32, hundredths(*run.pmi.get(*step)?))));
        all.push(Series { name: "follows another style".into(), joined: false, points: points.collect() });
    }
    let caption = format!("PMI along a held-out demonstration, {name}");
    Figure { caption, x: "step".into(), y: "PMI with its label, nats".into(), series: all }
}

pub fn report(request: &TableRequest) -> Result<Report, Stop> {
    let options = request.options;
    let card = |world: &protocol::WorldCard| {
        let label = |label: &protocol::LabelCard| {
            let best = best_in(world);
            (say(&world.name), say(&label.name), format!("world={}&label={}&{best}", world.id, label.id))
        };
        world.labels.iter().map(label).collect::<Vec<_>>()
    };
    let shown: Vec<(String, String, String)> = catalog().worlds.iter().flat_map(card).collect();
    let mut cells = Vec::new();
    for (.., how) in &shown {
        cells.extend(options.range().map(|seed| format!("{how}&epochs=1&seed={seed}")));
    }
    let found = options.work("figures, information", &cells, learnt)?;
    let (mut curves, mut alongs, mut rows, mut absent) = (Vec::<Figure>::new(), vec![], vec![], vec![]);
    for ((world, label, _), runs) in shown.iter().zip(found.chunks(options.seeds as usize)) {
        let (name, runs) = (format!("{world}, {label}"), runs.iter().flatten().collect::<Vec<&Learnt>>());
        let Some(first) = runs.first() else {
            absent.push(name);
            continue;
        };
        // One figure per world: more than five curves are hard to distinguish.
        let caption = format!("Mutual information between style and state-action pair, as it is learnt. {world}");
        if curves.last().is_none_or(|figure| figure.caption != caption) {
            let (x, y) = ("share of the critic's training".into(), "held-out I(Z;S,A), nats".into());
            curves.push(Figure { caption, x, y, series: vec![] });
        }
        if let Some(figure) = curves.last_mut() {
            figure.series.push(series(label, averaged(&runs)));
        }
        alongs.push(along(&name, first));
        let ends = runs.iter().filter_map(|run| run.information.last()).map(|point| f64::from(point.1));
        let values: Vec<f64> = ends.collect();
        let of = vec![name, "held-out I(Z;S,A), nats".into()];
        rows.push(Row { of, mean: mean(&values), sd: deviation(&values), values });
    }
    let mut figures = path_figures(request)?;
    figures.extend(curves);
    figures.extend(alongs);
    let mut finding = vec![
        "The paper's figures by this code: noise-free paths of every method, the lower bound on I(Z;S,A) while the critic \
         learns (mean of the seeds), and PMI along a demonstration that no critic has seen (first seed). Dots are steps \
         at which the expert followed another style than its label."
            .to_string(),
    ];
    if !absent.is_empty() {
        finding.push(format!("Left out, because their data is not here: {}.", absent.join("; ")));
    }
    Ok(Report {
        finding,
        figures,
        rows,
        ..Report::new(
            "The paper's figures",
            format!("lab paper --only figures {}", options.seed_flags()),
            "each world's default demonstrations",
            options,
        )
    })
}
