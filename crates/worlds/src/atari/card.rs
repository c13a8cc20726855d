//! How a game describes itself to the page: texts, knobs, defaults and files.

use std::collections::BTreeMap;

use super::{Game, Recording};
use atari2600::{HEIGHT, WIDTH, rgb};
use protocol::knobs::sees::SEES;
use protocol::knobs::{critic, policy, recipes, weights};
use protocol::{ChoiceKnob, FileCard, KnobGroup, LabelCard, Offer, ScreenCard, Value, WholeKnob, WorldCard, text};

/// Whose games are learnt from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Players {
    /// The scripted players of the recording that ships.
    Scripted,
    /// The visitor.
    Own,
}

pub const PLAYERS: ChoiceKnob<Players> = ChoiceKnob::new(
    "player",
    "knob-player",
    KnobGroup::Data,
    &[("scripted", Players::Scripted), ("own", Players::Own)],
    "scripted",
);
/// Training windows of 100 decisions, all styles together.
pub const COUNT: WholeKnob = WholeKnob::new("stretches", "knob-stretches", KnobGroup::Data, (20, 2000), 800).step(20);

pub fn card(game: Game, labels: Vec<LabelCard>) -> WorldCard {
    WorldCard {
        name: game.text(),
        about: match game {
            Game::Magpie => text!("world-magpie-about"),
            Game::Alien | Game::MsPacman | Game::SpaceInvaders => text!("world-console-about", game = game.text()),
        },
        source: text!("world-console-source"),
        defaults: defaults(),
        recipes: [(recipes::BEST.into(), defaults()), (recipes::PAPER.into(), paper())].into(),
        unit: Some(text!("unit-pixels")),
        screen: Some(screen()),
        files: files(game),
        ..WorldCard::new(game.id(), labels, vec![PLAYERS.card(), COUNT.card(), SEES.card()], game.view())
    }
}

/// The paper's settings for these games, with two exceptions. The memory (score, dots eaten) identifies a game, so that
/// critics begin to memorise games after two epochs. A maze has to be crossed to reach the place of a style, which is
/// learnt if the evidence is the action and not the position. A label is a function of a whole window, so labels have no
/// noise.
fn defaults() -> BTreeMap<String, Value> {
    [
        policy::BATCH.at(512),
        policy::EPOCHS.at(30),
        critic::HIDDEN.at(64),
        critic::EPOCHS.at(2),
        critic::LABEL_NOISE.at(critic::LabelNoise::Ignored),
        weights::BETA.at(4.0),
        weights::EVIDENCE.at(weights::Evidence::Action),
        weights::BASELINE.at(weights::Baseline::Mean),
    ]
    .into()
}

/// The paper's settings of its critic for games.
fn paper() -> BTreeMap<String, Value> {
    [critic::HIDDEN.at(64), critic::EPOCHS.at(30)].into()
}

fn screen() -> ScreenCard {
    let colour = |index: u8| rgb(index).into_iter().fold(0, |colour, part| colour << 8 | u32::from(part));
    ScreenCard { width: WIDTH as u32, height: HEIGHT as u32, colours: (0..=u8::MAX).map(colour).collect() }
}

/// The name under which the visitor's own recording is downloaded.
pub fn own_file(game: Game) -> String {
    format!("own-{}.plays", game.id())
}

/// The name of the cartridge, where the site has it. The site always has our own.
pub fn cartridge_file(game: Game) -> String {
    match game {
        Game::Magpie => "magpie.a26".into(),
        Game::Alien | Game::MsPacman | Game::SpaceInvaders => format!("{}.bin", game.id()),
    }
}

fn files(game: Game) -> Vec<FileCard> {
    let recording = FileCard {
        name: Recording::file_name(game),
        about: text!("file-recording", game = game.text()),
        needed: true,
        offers: None,
    };
    let ships = game == Game::Magpie;
    let cartridge = FileCard {
        name: cartridge_file(game),
        about: match ships {
            true => text!("file-own-cartridge", game = game.text()),
            false => text!("file-cartridge", game = game.text()),
        },
        needed: ships,
        offers: None,
    };
    let own = FileCard {
        name: own_file(game),
        about: text!("file-own-recording"),
        needed: false,
        offers: Some(Offer { knob: PLAYERS.id().into(), choice: PLAYERS.word(Players::Own).into() }),
    };
    vec![recording, cartridge, own]
}
