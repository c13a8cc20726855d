//! How a game describes itself to the page: texts, knobs, defaults and files.

use std::collections::BTreeMap;

use super::{Game, Recording};
use atari2600::{HEIGHT, WIDTH, rgb};
use protocol::knobs::sees::{SEES, Sees};
use protocol::knobs::{critic, policy, recipes, weights};
use protocol::{
    ChoiceDefaults, ChoiceKnob, FileCard, KnobGroup, LabelCard, Offer, ScreenCard, Value, WholeKnob, WorldCard, text,
};

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

/// The style strength that agents of a game play with. Guided at play time, weights of β 1 follow a style as weights of β 4
/// do without, and score more. In Space Invaders they need no guidance, and those who are to fire seldom would hardly fire
/// (docs/score.md).
fn strength(game: Game) -> f32 {
    if game == Game::SpaceInvaders { 0.0 } else { 2.0 }
}

pub fn card(game: Game, labels: Vec<LabelCard>) -> WorldCard {
    WorldCard {
        name: game.text(),
        about: match game {
            Game::Magpie => text!("world-magpie-about"),
            Game::Alien | Game::MsPacman | Game::SpaceInvaders => text!("world-console-about", game = game.text()),
        },
        source: text!("world-console-source"),
        defaults: defaults(game),
        // Recurrent networks and adversarial rounds of 128 units take minutes.
        defaults_of: ["ctvae", "infogail"].map(|method| (method.into(), [policy::HIDDEN.at(64)].into())).into(),
        choice_defaults: vec![seeing(game)],
        recipes: [(recipes::BEST.into(), defaults(game)), (recipes::PAPER.into(), paper())].into(),
        unit: Some(text!("unit-pixels")),
        screen: Some(screen()),
        files: files(game),
        strength: strength(game),
        ..WorldCard::new(game.id(), labels, vec![PLAYERS.card(), COUNT.card(), SEES.card()], game.view())
    }
}

/// The paper's settings for these games, with three exceptions. Critics begin to memorise games after two epochs. A maze
/// has to be crossed to reach the place of a style, which is learnt if the evidence is the action and not the position.
/// Policies are twice as wide: at 64 units they score a seventh less (docs/score.md). A label is a function of a whole
/// window, so labels have no noise.
fn defaults(game: Game) -> BTreeMap<String, Value> {
    // Magpie's boldness is about how, not where, and weights of β 1 hardly teach it: 0.64 of stretches show it, at β 4 0.80.
    let beta = if game == Game::Magpie { 4.0 } else { 1.0 };
    [
        policy::BATCH.at(512),
        policy::EPOCHS.at(30),
        policy::HIDDEN.at(128),
        // MINE's bound with the exact sum over styles is within noise of the classifier here (docs/results).
        critic::CRITIC.at(critic::CriticKind::Exact),
        critic::HIDDEN.at(64),
        critic::EPOCHS.at(2),
        critic::LABEL_NOISE.at(critic::LabelNoise::Ignored),
        weights::BETA.at(beta),
        weights::EVIDENCE.at(weights::Evidence::Action),
        weights::BASELINE.at(weights::Baseline::Mean),
    ]
    .into()
}

/// What players that see need else, by measurement (docs/pictures.md). Encoders have to find the figures within a few hundred
/// steps, so policies take larger steps, and fewer epochs, after which they are overfitted. Critics learn more slowly.
fn seeing(game: Game) -> ChoiceDefaults {
    let (knob, value) = SEES.at(Sees::Picture);
    let policy = [policy::RATE.at(3e-3), policy::EPOCHS.at(8), policy::HIDDEN.at(64)];
    let defaults = policy.into_iter().chain([critic::EPOCHS.at(3)]).collect();
    // Here their policies follow styles less well than their critics know them.
    let strength = matches!(game, Game::MsPacman | Game::Magpie).then_some(4.0);
    ChoiceDefaults { knob, value, defaults, strength }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_strength_depends_on_the_game_and_on_what_players_see() {
        let strength = |game, sees| card(game, vec![]).strength_of(&[SEES.at(sees)].into());
        assert_eq!(strength(Game::Magpie, Sees::Surroundings), 2.0);
        assert_eq!(strength(Game::Magpie, Sees::Picture), 4.0);
        assert_eq!(strength(Game::Alien, Sees::Picture), 2.0);
        assert_eq!(strength(Game::SpaceInvaders, Sees::Picture), 0.0);
    }
}
