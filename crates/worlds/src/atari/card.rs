//! How a game describes itself to the page.

use std::collections::BTreeMap;

use super::{Game, Recording};
use atari2600::{HEIGHT, WIDTH, rgb};
use protocol::{Choice, FileCard, KnobCard, KnobGroup, KnobKind, LabelCard, Offer, ScreenCard, Value, WorldCard};

pub fn card(game: Game, labels: Vec<LabelCard>) -> WorldCard {
    let name = game.name();
    WorldCard {
        id: game.id().into(),
        name: name.into(),
        about: format!(
            "{name} on an Atari 2600. The player sees the console's 128 bytes of memory and what it did in this \
             stretch of 6.7 seconds, and moves the joystick 15 times a second."
        )
        .into(),
        source: "Recorded from scripted players of ours; or play yourself.".into(),
        labels,
        knobs: knobs(),
        defaults: defaults(),
        view: game.view(),
        unit: Some("px".into()),
        screen: Some(screen()),
        marks: vec![],
        sweeps: vec![],
        files: files(game),
        starts: false,
        draws: false,
    }
}

/// The paper's settings for these games, but for the critic: what memory holds (score, dots eaten) gives a play away, and
/// after two epochs critics begin to know plays by heart; and for the weights: a maze has to be crossed to get to a style,
/// which is learnt where actions count and not places. A label is a fact about a stretch of play, so none is in doubt.
fn defaults() -> BTreeMap<String, Value> {
    let begins = [("batch", 512.0), ("epochs", 30.0), ("critic_hidden", 64.0), ("critic_epochs", 2.0), ("beta", 4.0)];
    let mut begins: BTreeMap<_, _> = begins.map(|(id, value)| (id.to_string(), Value::Number(value))).into();
    let words = [("evidence", "action"), ("baseline", "mean"), ("slips", "off")];
    begins.extend(words.map(|(id, word)| (id.into(), Value::Word(word.into()))));
    begins
}

fn screen() -> ScreenCard {
    let colour = |index: u8| rgb(index).into_iter().fold(0, |colour, part| colour << 8 | u32::from(part));
    ScreenCard { width: WIDTH as u32, height: HEIGHT as u32, colours: (0..=u8::MAX).map(colour).collect() }
}

/// The name that the visitor's own plays are downloaded under.
pub fn own_file(game: Game) -> String {
    format!("own-{}.plays", game.id())
}

/// The name of the cartridge, where the site has it.
pub fn cartridge_file(game: Game) -> String {
    format!("{}.bin", game.id())
}

fn files(game: Game) -> Vec<FileCard> {
    let name = game.name();
    let recording = FileCard {
        name: Recording::file_name(game),
        about: format!("A recording of {name}: the console's memory and the player's action, decision by decision.")
            .into(),
        needed: true,
        offers: None,
    };
    let cartridge = FileCard {
        name: cartridge_file(game),
        about: format!("The cartridge of {name}: drop your own ROM here to see it play.").into(),
        needed: false,
        offers: None,
    };
    let own = FileCard {
        name: own_file(game),
        about: "Plays of yours that you downloaded here, under any name.".into(),
        needed: false,
        offers: Some(Offer { knob: "player".into(), choice: "own".into() }),
    };
    vec![recording, cartridge, own]
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
    let players = vec![
        choice("scripted", "Scripted players", "Plays of scripted players that ship with the page."),
        choice("own", "Yours", "What you played here, or loaded from a recording of yours."),
    ];
    vec![
        knob(
            "player",
            "Players",
            "Whose plays are learnt from.",
            KnobKind::Choice(players),
            Value::Word("scripted".into()),
        ),
        knob(
            "stretches",
            "Demonstrations",
            "How many stretches of 100 decisions (6.7 s) train, all styles together; a quarter as many more, of other \
             plays, are held out.",
            KnobKind::Whole { min: 20, max: 2_000, step: 20, unit: None },
            Value::Number(800.0),
        ),
    ]
}
