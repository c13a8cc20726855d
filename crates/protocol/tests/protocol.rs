//! The protocol travels: bytes and addresses come back as what they were, and nonsense becomes a sentence.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;
use std::sync::LazyLock;

use protocol::{
    AgentView, Catalog, Change, ChoiceKnob, KnobGroup, LabelCard, LaneFrame, MAX_CHANGES, MAX_SEED, MAX_STRETCHES,
    MAX_WEIGHT, Messages, MethodCard, NumberKnob, RunConfig, RunId, Snapshot, StageEvent, StageFrame, Stretch,
    TrainerCommand, Value, View, WholeKnob, WorkerEvent, WorkerMessage, WorldCard, decode, encode, text,
};

const NOISE: NumberKnob = NumberKnob::new("noise", "knob-noise", KnobGroup::Data, (0.1, 2.0), 0.5);
const WIDTH: WholeKnob = WholeKnob::new("width", "knob-width", KnobGroup::Policy, (8, 64), 32).step(8);
const RATE: NumberKnob = NumberKnob::new("rate", "knob-rate", KnobGroup::Policy, (0.1, 2.0), 0.5).live();
const KIND: ChoiceKnob<bool> =
    ChoiceKnob::new("kind", "knob-kind", KnobGroup::Policy, &[("soft", false), ("hard & fast", true)], "soft");

fn catalog() -> Catalog {
    let label = LabelCard::new("side", vec![text!("style-left"), text!("style-right")]);
    let view = View { left: 0.0, bottom: 0.0, right: 1.0, top: 1.0 };
    let world = WorldCard::new("plane", vec![label], vec![NOISE.card()], view);
    let method = MethodCard {
        id: "copy".into(),
        name: text!("method-copy"),
        about: text!("method-copy.about"),
        equation: String::new(),
        knobs: vec![WIDTH.card(), KIND.card(), RATE.card()],
        recipes: vec![],
        series: vec![],
        follows_style: true,
        finds_styles: false,
        has_critic: false,
        takes_weights: true,
        sees_pictures: true,
    };
    let first =
        RunConfig { world: "plane".into(), method: "copy".into(), label: "side".into(), ..RunConfig::default() };
    Catalog { worlds: vec![world], methods: vec![method], first }
}

/// The settled run of an address, and the notices as the visitor reads them.
fn settled(query: &str) -> (RunConfig, Vec<String>) {
    static ENGLISH: LazyLock<Messages> =
        LazyLock::new(|| Messages::read_folder("en", Path::new("../../src/text/en")).unwrap());
    let (requested, mut notices) = RunConfig::from_query(query);
    let (config, changes) = catalog().settle(&requested);
    notices.extend(changes);
    (config, notices.iter().map(|notice| ENGLISH.format(notice)).collect())
}

#[test]
fn messages_come_back_as_they_were() {
    let config = settled("kind=hard%20%26%20fast&width=16").0;
    let open = WorkerMessage::Command(TrainerCommand::Open {
        run: RunId(7),
        lanes: vec![config.clone()],
        resume: vec![Some(Snapshot(vec![0, 255, 3])), None],
    });
    assert_eq!(decode::<WorkerMessage<TrainerCommand>>(&encode(&open).unwrap()).unwrap(), open);
    let agent = AgentView { x: 0.1, y: -2.5e-8, style: 3, fresh: true, done: false };
    let frame = WorkerEvent::Event(StageEvent::Frame {
        run: RunId(1),
        frame: StageFrame { lanes: vec![LaneFrame { agents: vec![agent; 12], ..LaneFrame::default() }] },
    });
    let bytes = encode(&frame).unwrap();
    assert_eq!(decode::<WorkerEvent<StageEvent>>(&bytes).unwrap(), frame);
    assert!(decode::<WorkerEvent<StageEvent>>(&bytes[..bytes.len() / 2]).is_err());
    assert!(decode::<WorkerMessage<TrainerCommand>>(&[0xc1, 0, 1]).is_err());
}

#[test]
fn both_roles_read_the_same_bytes_of_what_both_get() {
    let load = |bytes| WorkerMessage::<TrainerCommand>::Load { world: "plane".into(), name: "a.pack".into(), bytes };
    let bytes = encode(&load(vec![1, 2])).unwrap();
    let read: WorkerMessage<()> = decode(&bytes).unwrap();
    assert!(matches!(read, WorkerMessage::Load { bytes, .. } if bytes == [1, 2]));
}

#[test]
fn a_run_survives_its_address_and_its_file() {
    let (config, notices) = settled("seed=42&kind=hard%20%26%20fast&noise=0.30000000000000004");
    assert!(notices.is_empty(), "{notices:?}");
    assert_eq!(config.knobs["kind"], Value::Word("hard & fast".into()));
    assert_eq!(settled(&config.to_query()), (config.clone(), vec![]));
    let text = serde_json::to_string(&config).unwrap();
    assert_eq!(serde_json::from_str::<RunConfig>(&text).unwrap(), config);
    assert!(text.contains(r#""width":32.0"#) && text.contains(r#""kind":"hard & fast""#), "{text}");
}

#[test]
fn changes_on_the_way_survive_the_address() {
    let (config, notices) = settled("at=900:rate:1.5&at=30:rate:0.30000000000000004&at=900:rate:2");
    assert!(notices.is_empty(), "{notices:?}");
    assert!(config.to_query().ends_with("&at=30:rate:0.30000000000000004&at=900:rate:2"), "{}", config.to_query());
    assert_eq!(settled(&config.to_query()), (config.clone(), vec![]));
    let text = serde_json::to_string(&config).unwrap();
    assert_eq!(serde_json::from_str::<RunConfig>(&text).unwrap(), config);
    assert_eq!(decode::<RunConfig>(&encode(&config).unwrap()).unwrap(), config);
    let rate = |step| RATE.get(&config.in_effect(step));
    assert_eq!(
        [rate(0), rate(29), rate(30), rate(899), rate(5000)],
        [0.5, 0.5, 0.30000000000000004, 0.30000000000000004, 2.0]
    );
    assert_eq!(settled("at=0:rate:2").0, settled("rate=2").0, "before the first step it is the value at the start");
}

#[test]
fn a_change_takes_the_place_of_what_was_to_come_of_its_knob() {
    let mut config = settled("at=100:rate:1&at=200:rate:2").0;
    let change = |step, value| Change { step, knob: "rate".into(), value: Value::Number(value) };
    assert!(config.record(change(150, 0.7)));
    assert_eq!(config.changes, [change(100, 1.0), change(150, 0.7)]);
    assert!(config.record(change(0, 0.2)));
    assert_eq!((config.changes.len(), RATE.get(&config)), (0, 0.2));
}

#[test]
fn changes_that_cannot_be_are_named_and_dropped() {
    for (query, word) in [
        ("at=", "“”"),
        ("at=::", "“::”"),
        ("at=12:rate", "12:rate"),
        ("at=12::3", "12::3"),
        ("at=99999999999:rate:1", "99999999999"),
        ("at=-5:rate:1", "-5:rate:1"),
        ("at=12:width:16", "width"),
        ("at=12:noise:1", "noise"),
        ("at=12:colour:1", "colour"),
        ("at=12:%3Cscript%3E:1", "<script>"),
    ] {
        let (config, notices) = settled(query);
        assert!(config.changes.is_empty(), "{query}: {:?}", config.changes);
        assert!(notices.len() == 1 && notices[0].contains(word) && notices[0].len() < 200, "{query}: {notices:?}");
    }
    for (query, value) in [("at=12:rate:NaN", 0.5), ("at=12:rate:1e99", 2.0), ("at=12:rate:x:y", 0.5)] {
        let (config, notices) = settled(query);
        assert_eq!((config.changes[0].value.clone(), notices.len()), (Value::Number(value), 1), "{query}: {notices:?}");
    }
    let many: String = (1..400).map(|step| format!("&at={step}:rate:1")).collect();
    let (config, notices) = settled(&many);
    assert_eq!((config.changes.len(), notices.len()), (MAX_CHANGES, 1), "{notices:?}");
}

#[test]
fn weights_by_hand_survive_the_address() {
    let (config, notices) = settled("weigh=3:120-145:0,0:7-7:2.25&weigh=1:0-9:4");
    assert!(notices.is_empty(), "{notices:?}");
    assert_eq!(config.weigh[1], Stretch { path: 0, from: 7, to: 7, weight: 2.25 });
    assert!(config.to_query().ends_with("&weigh=3:120-145:0,0:7-7:2.25,1:0-9:4"), "{}", config.to_query());
    assert_eq!(settled(&config.to_query()), (config.clone(), vec![]));
    let text = serde_json::to_string(&config).unwrap();
    assert_eq!(serde_json::from_str::<RunConfig>(&text).unwrap(), config);
    assert_eq!(decode::<RunConfig>(&encode(&config).unwrap()).unwrap(), config);
    assert_eq!(config.in_effect(9).weigh, config.weigh);
    assert!(!settled("").0.to_query().contains("weigh"), "links without weights are as they were");
    let before = text.replace(r#","weigh":["#, r#","other":["#);
    assert!(serde_json::from_str::<RunConfig>(&before).unwrap().weigh.is_empty(), "files from before have none");
}

#[test]
fn weights_that_cannot_be_are_named() {
    for (query, stretches, word) in [
        ("weigh=nonsense", 0, "nonsense"),
        ("weigh=1:9-3:0.5", 0, "1:9-3:0.5"),
        ("weigh=1:-3-9:0.5,2:0-1:0", 1, "1:-3-9:0.5"),
        ("weigh=99999999999:0-1:1", 0, "99999999999"),
        ("weigh=1:0-1:NaN", 0, "NaN"),
        ("weigh=1:0-1:%3Cb%3E", 0, "<b>"),
        ("weigh=1:0-1:-7", 1, "from 0 to 4"),
        ("weigh=1:0-1:0.3", 1, "steps of 0.25"),
        ("weigh=1:0-1:1e30", 1, "from 0 to 4"),
    ] {
        let (config, notices) = settled(query);
        assert_eq!(config.weigh.len(), stretches, "{query}: {:?}", config.weigh);
        assert!(notices.len() == 1 && notices[0].contains(word) && notices[0].len() < 200, "{query}: {notices:?}");
        assert!(config.weigh.iter().all(|stretch| (0.0..=MAX_WEIGHT).contains(&stretch.weight)), "{query}");
        assert_eq!(settled(&config.to_query()), (config, vec![]), "{query}");
    }
    let many: String = (0..600).map(|path| format!("{path}:1-2:0,")).collect();
    let (config, notices) = settled(&format!("weigh={many}"));
    assert_eq!((config.weigh.len(), notices.len()), (MAX_STRETCHES, 1), "{notices:?}");
}

#[test]
fn values_out_of_range_are_clamped_and_named() {
    for (query, id, value) in [
        ("width=1e9", "width", 64.0),
        ("width=-3", "width", 8.0),
        ("width=NaN", "width", 32.0),
        ("width=inf", "width", 32.0),
        ("noise=99999999999999999999999", "noise", 2.0),
        ("noise=", "noise", 0.5),
        ("noise=<script>alert(1)</script>", "noise", 0.5),
    ] {
        let (config, notices) = settled(query);
        assert_eq!(config.knobs[id], Value::Number(value), "{query}");
        assert_eq!(notices.len(), 1, "{query}: {notices:?}");
        assert!(notices[0].contains(id) && notices[0].len() < 200, "{notices:?}");
    }
}

#[test]
fn unknown_names_and_bad_seeds_are_named() {
    let (config, notices) = settled("world=mars&method=magic&label=x&seed=-1&v=999&colour=blue");
    assert_eq!((config.world.as_str(), config.method.as_str(), config.label.as_str()), ("plane", "copy", "side"));
    assert_eq!(config.seed, 1);
    for word in ["mars", "magic", "“x”", "“-1”", "999", "colour"] {
        assert!(notices.iter().any(|notice| notice.contains(word)), "{word} is not named in {notices:?}");
    }
    let (config, notices) = settled("seed=18446744073709551615");
    assert_eq!(config.seed, MAX_SEED);
    assert_eq!(notices.len(), 1, "{notices:?}");
}

#[test]
fn hostile_addresses_do_no_harm() {
    for query in ["%", "%zz%1", "&&&==&=", "=%00", "v=%F0%9F", "a=1&a=2&a=3", "?????", "world=%2e%2e%2f%2e%2e"] {
        let (config, _) = settled(query);
        assert_eq!(settled(&config.to_query()).0, config, "{query}");
    }
    let long = format!("width=16&x={}", "9".repeat(100_000));
    let (config, notices) = settled(&long);
    assert_eq!(config.knobs["width"], Value::Number(32.0), "an address that long is not read at all");
    assert!(notices[0].contains("longer than"), "{notices:?}");
}

#[test]
fn an_empty_wish_is_the_first_run_without_a_word() {
    let (config, notices) = settled("");
    assert!(notices.is_empty(), "{notices:?}");
    let knob = |id: &str| config.knobs[id].clone();
    assert_eq!((knob("width"), knob("noise"), config.seed), (Value::Number(32.0), Value::Number(0.5), 1));
}
