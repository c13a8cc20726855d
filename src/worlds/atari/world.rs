//! A game as a world: stretches of recorded play to learn from, a console to play on.

use std::collections::BTreeMap;

use super::episode::Nobody;
use super::window::{DECISIONS, OBSERVATION, Window};
use super::{Game, Match, Play, Recording, files};
use crate::console::{Action, HEIGHT, WIDTH, rgb};
use crate::data::import::ImportError;
use crate::data::{ActionKind, DataError, Demos, Rng, Trajectory};
use crate::labels::{FireRate, Labeler, Range};
use crate::protocol::{
    Choice, FileCard, KnobCard, KnobGroup, KnobKind, RunConfig, ScreenCard, Value, WorldCard,
};
use crate::worlds::{Episode, World};

/// Held-out stretches for each that trains.
const HELD_OUT_SHARE: f32 = 0.25;
/// Every so manieth play is held out.
const HELD_OUT_EVERY: usize = 5;

pub struct Atari(pub Game);

impl Atari {
    fn labelers(&self) -> Vec<Box<dyn Labeler>> {
        let area = Box::new(self.0.areas());
        match self.0.range_thresholds() {
            Some(thresholds) => vec![area, Box::new(Range { thresholds })],
            None => vec![area, Box::new(FireRate)],
        }
    }

    /// The stretches of one side of the split, each with the style it shows.
    fn stretches<'a>(&self, plays: &'a [Play], labeler: &dyn Labeler, held_out: bool) -> Vec<(Stretch<'a>, usize)> {
        let all = plays.iter().enumerate().flat_map(|(number, play)| self.cut(play, number, plays.len()));
        let of_side = all.filter(|stretch| stretch.held_out == held_out);
        of_side.filter_map(|stretch| Some((stretch, labeler.label(&self.path(&stretch))?))).collect()
    }

    /// Cuts a play end to end, from where the player first moves. Plays are held out whole, but for a single one.
    fn cut<'a>(&self, play: &'a Play, number: usize, plays: usize) -> Vec<Stretch<'a>> {
        let place = |decision: usize| self.0.position(&play.rams[decision]);
        let moves = (1..play.decisions()).find(|at| place(*at) != place(at - 1)).map_or(0, |at| at - 1);
        let count = play.decisions().saturating_sub(moves) / DECISIONS;
        let held_out = |stretch: usize| match plays {
            1 => stretch * HELD_OUT_EVERY >= (HELD_OUT_EVERY - 1) * count,
            2..HELD_OUT_EVERY => number + 1 == plays,
            _ => number % HELD_OUT_EVERY == HELD_OUT_EVERY - 1,
        };
        let stretch = |index: usize| {
            let span = moves + index * DECISIONS..moves + (index + 1) * DECISIONS;
            Stretch { rams: &play.rams[span.clone()], actions: &play.actions[span], held_out: held_out(index) }
        };
        (0..count).map(stretch).collect()
    }

    fn path(&self, stretch: &Stretch) -> Vec<f32> {
        let mut path = Vec::with_capacity(2 * DECISIONS);
        self.walk(stretch, |window, _, _| path.extend(window.place()));
        path
    }

    /// Goes through a stretch as an episode would: at each decision, what was known and what was done.
    fn walk(&self, stretch: &Stretch, mut visit: impl FnMut(&Window, &[u8; 128], Action)) {
        let Some(first) = stretch.rams.first() else { return };
        let mut window = Window::new(self.0, first);
        for (at, (ram, action)) in stretch.rams.iter().zip(stretch.actions).enumerate() {
            let action = self.0.nearest(Action::new(*action).unwrap_or_default());
            visit(&window, ram, action);
            if let Some(next) = stretch.rams.get(at + 1) {
                window.went(action, next);
            }
        }
    }

    fn demonstration(&self, stretch: &Stretch, style: usize) -> Trajectory {
        let choices = self.0.actions();
        let mut observations = vec![0.0; DECISIONS * OBSERVATION];
        let mut actions = vec![0.0; DECISIONS * choices.len()];
        let mut slots = observations.chunks_exact_mut(OBSERVATION).zip(actions.chunks_exact_mut(choices.len()));
        self.walk(stretch, |window, ram, action| {
            let Some((observation, one_hot)) = slots.next() else { return };
            window.observe(ram, observation);
            let chosen = choices.iter().position(|number| *number == action.number());
            one_hot[chosen.unwrap_or(0)] = 1.0;
        });
        let xy = self.path(stretch);
        Trajectory { style, followed: vec![], held_out: stretch.held_out, observations, actions, xy }
    }

    /// Stretches of both sides that a run uses, as many as it asks for; its seed decides which.
    fn chosen<T>(&self, run: &RunConfig, make: impl Fn(&Stretch, usize) -> T) -> Result<Vec<T>, DataError> {
        let own = run.word("player") == "own";
        let recording = files::recording(self.0, own).ok_or_else(|| self.missing(own))?;
        let labeler = self.labeler(&run.label).ok_or(DataError::Empty)?;
        let train = run.whole("stretches");
        let held_out = (train as f32 * HELD_OUT_SHARE).ceil() as usize;
        let mut all = Vec::with_capacity(train + held_out);
        for (side, count) in [(false, train), (true, held_out)] {
            let mut stretches = self.stretches(&recording.plays, labeler.as_ref(), side);
            Rng::stream(run.seed, "atari choice", u64::from(side)).shuffle(&mut stretches);
            all.extend(stretches.iter().take(count).map(|(stretch, style)| make(stretch, *style)));
        }
        Ok(all)
    }

    fn files(&self) -> Vec<FileCard> {
        let (id, name) = (self.0.id(), self.0.name());
        let recording = FileCard {
            name: Recording::file_name(self.0),
            about: format!("A recording of {name}: the console's memory and the player's action, decision by decision."),
            needed: true,
            offers: None,
        };
        let cartridge = FileCard {
            name: format!("{id}.bin"),
            about: format!("The cartridge of {name}. Drop your own ROM here to see it play."),
            needed: false,
            offers: None,
        };
        vec![recording, cartridge]
    }

    fn missing(&self, own: bool) -> DataError {
        let name = self.0.name();
        DataError::Model(match own {
            true => format!("you have not played {name} yet; play it or load a recording, or learn from the shipped one"),
            false => format!("the recording of {name} ({}) is not loaded", Recording::file_name(self.0)),
        })
    }
}

/// A stretch of a play.
#[derive(Clone, Copy)]
struct Stretch<'a> {
    rams: &'a [[u8; 128]],
    actions: &'a [u8],
    held_out: bool,
}

impl World for Atari {
    fn card(&self) -> WorldCard {
        let name = self.0.name();
        WorldCard {
            id: self.0.id().into(),
            name: name.into(),
            about: format!(
                "{name} on an Atari 2600. The player sees the console's 128 bytes of memory and what it did in this \
                 stretch of 6.7 seconds, and moves the joystick 15 times a second."
            ),
            source: "Recorded from scripted players of ours; or play yourself.".into(),
            labels: self.labelers().iter().map(|labeler| labeler.card()).collect(),
            knobs: knobs(),
            begins: begins(),
            view: self.0.view(),
            screen: Some(screen()),
            marks: vec![],
            files: self.files(),
        }
    }

    fn demos(&self, run: &RunConfig) -> Result<Demos, DataError> {
        let labeler = self.labeler(&run.label).ok_or(DataError::Empty)?;
        Demos {
            observation_size: OBSERVATION,
            action_size: self.0.actions().len(),
            action_kind: ActionKind::Discrete,
            styles: labeler.card().styles.len(),
            trajectories: self.chosen(run, |stretch, style| self.demonstration(stretch, style))?,
        }
        .checked()
    }

    fn labeler(&self, label: &str) -> Option<Box<dyn Labeler>> {
        self.labelers().into_iter().find(|labeler| labeler.card().id == label)
    }

    /// Players have no noise-free path.
    fn ideals(&self, _run: &RunConfig) -> Vec<Vec<f32>> {
        vec![]
    }

    fn episode(&self, run: &RunConfig, number: u64) -> Box<dyn Episode> {
        match Match::new(self.0, &mut Rng::stream(run.seed, "atari start", number)) {
            Some(game) => Box::new(game),
            None => Box::new(Nobody),
        }
    }

    fn unplayable(&self) -> Option<String> {
        let name = self.0.name();
        let sentence = format!(
            "{name} has no cartridge here, so nobody can play it and styles are not counted; drop your own ROM ({}.bin) \
             on the page to see it play",
            self.0.id()
        );
        (!files::has_console(self.0)).then_some(sentence)
    }

    fn replays(&self, run: &RunConfig) -> Vec<(usize, Vec<f32>)> {
        self.chosen(run, |stretch, style| (style, self.path(stretch))).unwrap_or_default()
    }

    fn game(&self) -> Option<Game> {
        Some(self.0)
    }

    fn steps(&self) -> usize {
        DECISIONS
    }

    fn load(&self, name: &str, bytes: &[u8]) -> Result<String, ImportError> {
        files::load(self.0, name, bytes)
    }
}

/// The paper's settings for these games.
fn begins() -> BTreeMap<String, Value> {
    let begins = [("hidden", 64.0), ("batch", 512.0), ("epochs", 30.0), ("critic_hidden", 64.0)];
    begins.map(|(id, value)| (id.to_string(), Value::Number(value))).into()
}

fn screen() -> ScreenCard {
    let colour = |index: u8| rgb(index).into_iter().fold(0, |colour, part| colour << 8 | u32::from(part));
    ScreenCard { width: WIDTH as u32, height: HEIGHT as u32, colours: (0..=255).map(colour).collect() }
}

fn knobs() -> Vec<KnobCard> {
    let knob = |id: &str, name: &str, about: &str, kind, default| KnobCard {
        id: id.into(),
        name: name.into(),
        about: about.into(),
        group: KnobGroup::Data,
        kind,
        default,
        live: false,
    };
    let choice = |id: &str, name: &str, about: &str| Choice { id: id.into(), name: name.into(), about: about.into() };
    let sources = vec![
        choice("shipped", "Scripted players", "Plays of scripted players that ship with the page."),
        choice("own", "Yours", "What you played here, or loaded from a recording of yours."),
    ];
    vec![
        knob(
            "player",
            "Players",
            "Whose plays are learnt from.",
            KnobKind::Choice(sources),
            Value::Word("shipped".into()),
        ),
        knob(
            "stretches",
            "Demonstrations",
            "How many stretches of 100 decisions (6.7 s) train, all styles together; a quarter as many more, of other \
             plays, are held out.",
            KnobKind::Whole { min: 20, max: 2_000, step: 20, unit: String::new() },
            Value::Number(400.0),
        ),
    ]
}
