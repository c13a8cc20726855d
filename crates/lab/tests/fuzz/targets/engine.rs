//! Runs, snapshots and messages to the workers.

use std::cell::Cell;
use std::sync::LazyLock;

use engine::nn::Device;
use engine::session::{Chosen, Session, SessionError, catalog};
use engine::worker::{Host, Stage, StageInput, Trainer, TrainerInput};
use pollster::block_on;
use protocol::{
    KnobKind, PathQuantity, PolicySubscription, PolicyUpdate, Question, RunConfig, RunId, Snapshot, StageCommand,
    StageEvent, Stick, TrainerCommand, TrainerEvent, Value, WorkerEvent, WorkerMessage, decode, encode, text,
};
use worlds::atari::Recording;
use worlds::{Files, Game};

const STEPS: u32 = 3;

fn config(query: &str) -> RunConfig {
    catalog().settle(&RunConfig::from_query(query).0).0
}

fn open(run: &RunConfig, files: &Files, resume: Option<&Snapshot>) -> Result<Session, SessionError> {
    Session::open(run, files, None, &Device::Cpu, resume)
}

/// Trains for three steps, saves and restores. A run that cannot open or breaks down says why; anything else is an error.
fn train(run: &RunConfig, files: &Files, resume: Option<&Snapshot>) {
    let mut session = match open(run, files, resume) {
        Ok(session) => session,
        Err(error) => return assert!(!error.text().key.is_empty()),
    };
    match block_on(session.advance(STEPS)) {
        Ok(_) => {}
        Err(SessionError::Diverged { .. }) => return,
        Err(error) => panic!("{error}"),
    }
    let saved = match block_on(session.snapshot()) {
        Ok(saved) => saved,
        Err(SessionError::Diverged { .. }) => return,
        Err(error) => panic!("{error}"),
    };
    let mut restored = open(run, files, Some(&saved)).expect("what was saved is restored");
    assert_eq!(restored.steps(), session.steps());
    assert!(block_on(restored.snapshot()).unwrap() == saved, "to the bit");
    let _ = (session.demos_view(), session.weight_histogram(), session.responsibilities(), session.timeline(0));
}

pub fn try_run(query: &str, files: &Files) {
    train(&config(query), files, None);
}

/// Worlds whose demonstrations need no file, and one game with a short recording.
static FILES: LazyLock<Files> = LazyLock::new(|| {
    let mut files = Files::default();
    for (game, recording) in Game::ALL.iter().zip(super::games::recording_seeds()) {
        let world = worlds::find(game.id()).unwrap();
        world.load(&mut files, &Recording::file_name(*game), &recording).unwrap();
    }
    let example = include_bytes!("../../../../../datasets/examples/example-overtaking.csv");
    worlds::find("loaded").unwrap().load(&mut files, "example-overtaking.csv", example).unwrap();
    files
});

/// Settings that decide how long a step takes: their largest values here.
const SMALL: [(&str, f64); 15] = [
    ("hidden", 24.0),
    ("critic_hidden", 24.0),
    ("batch", 64.0),
    ("trajectories", 12.0),
    ("stretches", 20.0),
    ("paths", 100.0),
    ("epochs", 3.0),
    ("critic_epochs", 3.0),
    ("seeds", 3.0),
    ("starts", 3.0),
    ("critic_folds", 3.0),
    ("batch_windows", 8.0),
    ("window", 25.0),
    ("rounds", 5.0),
    ("parts", 16.0),
];

fn made_small(mut run: RunConfig) -> RunConfig {
    for (knob, most) in SMALL {
        if let Some(Value::Number(number)) = run.knobs.get_mut(knob) {
            *number = number.min(most);
        }
    }
    config(&run.to_query())
}

/// Two bytes choose world and method, and further ones the value of each knob, often at an end of its range.
pub fn knobs(input: &[u8]) {
    let next = Cell::new(0);
    let byte = || {
        let at = next.replace(next.get() + 1);
        usize::from(input.get(at).copied().unwrap_or_default())
    };
    let (worlds, methods) = (&catalog().worlds, &catalog().methods);
    let (world, method) = (&worlds[byte() % worlds.len()], &methods[byte() % methods.len()]);
    let label = &world.labels[byte() % world.labels.len()];
    let mut run = RunConfig {
        world: world.id.clone(),
        method: method.id.clone(),
        label: label.id.clone(),
        ..RunConfig::default()
    };
    run.seed = byte() as u64;
    for card in world.knobs.iter().chain(&method.knobs) {
        let number = |min: f64, max: f64| match byte() {
            0..64 => min,
            64..128 => max,
            more => min + (max - min) * more as f64 / 255.0,
        };
        let value = match &card.kind {
            KnobKind::Number { min, max, .. } => Value::Number(number(*min, *max)),
            KnobKind::Whole { min, max, .. } => Value::Number(number(f64::from(*min), f64::from(*max)).round()),
            KnobKind::Columns => Value::Word(["auto", "x", "y,x", "s0", ",,"][byte() % 5].into()),
            KnobKind::Choice(choices) | KnobKind::Drawing(choices) => {
                Value::Word(choices[byte() % choices.len()].id.clone())
            }
        };
        run.knobs.insert(card.id.clone(), value);
    }
    train(&made_small(catalog().settle(&run).0), &FILES, None);
}

pub fn knob_seeds() -> Vec<Vec<u8>> {
    let (worlds, methods) = (catalog().worlds.len(), catalog().methods.len());
    let pair = |number: usize| {
        let mut bytes = vec![(number % worlds) as u8, (number / worlds) as u8];
        bytes.extend((0..24).map(|at| (at * 37 + number * 11) as u8));
        bytes
    };
    (0..worlds * methods).map(pair).collect()
}

/// A link of a small run with changes, weights and labels by hand: it is opened and trained.
pub fn by_hand(input: &[u8]) {
    train(&made_small(config(&String::from_utf8_lossy(input))), &FILES, None);
}

pub fn by_hand_seeds() -> Vec<Vec<u8>> {
    let small = "trajectories=5&hidden=8&critic_hidden=8&batch=32&epochs=2&critic_epochs=2";
    let runs = ["world=circle2d&method=bc-pmi", "world=circle2d&method=cbc", "world=overlap&method=bc"];
    let link = |run: &str| super::page::EXTRAS.map(|extra| format!("{run}&{small}&{extra}").into_bytes());
    runs.into_iter().flat_map(link).collect()
}

const RUNS: [&str; 8] = [
    "world=overlap&method=bc",
    "world=circle2d&method=bc-pmi&critic=sampled&moving_average=on",
    "world=overlap&method=bc-pmi",
    "world=overlap&method=cbc&networks=separate",
    "world=overlap&method=sorl&seeds=2",
    "world=basketball&method=ctvae",
    "world=overlap&method=infogail&epochs=1",
    "world=circle2d&method=sorl",
];

fn run_of(number: u8) -> RunConfig {
    let query = RUNS[usize::from(number) % RUNS.len()];
    made_small(config(&format!("{query}&hidden=8&critic_hidden=8&trajectories=5&batch=32&epochs=2")))
}

/// The first byte chooses the run that a snapshot is opened for: to train on, and to play.
pub fn snapshot(input: &[u8]) {
    let Some((first, bytes)) = input.split_first() else { return };
    let (run, snapshot) = (run_of(*first), Snapshot(bytes.to_vec()));
    train(&run, &FILES, Some(&snapshot));
    let mut stage = Stage::new(Silent::<StageEvent, PolicySubscription>::default());
    let play = StageCommand::Play { run: RunId(1), lane: 0, config: run, snapshot };
    stage.handle(StageInput::Message(WorkerMessage::Command(play)));
    stage.handle(StageInput::Message(WorkerMessage::Command(StageCommand::Strength(1.0))));
    for _ in 0..3 {
        stage.tick();
    }
}

pub fn snapshot_seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for number in 0..RUNS.len() as u8 {
        let run = run_of(number);
        let mut session = open(&run, &FILES, None).unwrap();
        for steps in [1, 30] {
            block_on(session.advance(steps)).unwrap();
            seeds.push([&[number], block_on(session.snapshot()).unwrap().0.as_slice()].concat());
        }
    }
    seeds
}

/// A path drawn by hand, as four-byte floats, in every world that takes one.
pub fn drawing(input: &[u8]) {
    thread_local! {
        static SESSIONS: Vec<Session> = ["basketball", "circle2d"].map(|world| {
            let query = format!("world={world}&method=bc-pmi&paths=100&trajectories=5&hidden=8&critic_hidden=8");
            open(&config(&query), &FILES, None).unwrap()
        }).into();
    }
    let xy: Vec<f32> = input.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    SESSIONS.with(|sessions| sessions.iter().for_each(|session| drop(session.drawn_timeline(&xy))));
}

pub fn drawing_seeds() -> Vec<Vec<u8>> {
    let path =
        |points: usize| (0..points).flat_map(|n| [10.0 + n as f32, 20.0 + 0.5 * n as f32]).flat_map(f32::to_le_bytes);
    [0, 1, 2, 30].map(|points| path(points).collect()).to_vec()
}

/// A page that nobody looks at.
struct Silent<E, P>(std::marker::PhantomData<(E, P)>);

impl<E, P> Default for Silent<E, P> {
    fn default() -> Self {
        Self(std::marker::PhantomData)
    }
}

impl<E, P> Host for Silent<E, P> {
    type Event = E;
    type PeerMessage = P;

    fn post(&self, _: WorkerEvent<E>) {}

    fn send_to_peer(&self, _: P) {}

    async fn pause(&self, _: u32) {}
}

/// The same bytes as a message to either worker, after a run was opened there. Runs are made small before they are opened:
/// that the largest take long is no secret.
pub fn message(input: &[u8]) {
    if let Ok(message) = decode::<WorkerMessage<TrainerCommand>>(input) {
        let mut trainer = Trainer::new(Silent::<TrainerEvent, PolicyUpdate>::default(), Box::new(|_, _| {}));
        let mut handle = |message| block_on(trainer.handle(TrainerInput::Message(message)));
        handle(WorkerMessage::Command(TrainerCommand::Open { run: RunId(1), lanes: vec![run_of(0)], resume: vec![] }));
        handle(small_message(message));
        handle(WorkerMessage::Command(TrainerCommand::Step));
        block_on(trainer.handle(TrainerInput::Device(Chosen::cpu(text!("device-cpu-asked")))));
    }
    if let Ok(message) = decode::<WorkerMessage<StageCommand>>(input) {
        let mut stage = Stage::new(Silent::<StageEvent, PolicySubscription>::default());
        let shipped = include_bytes!("../../../../../datasets/pretrained/circle2d-bc.bpk").to_vec();
        let config = config("world=circle2d&method=bc");
        let play = StageCommand::Play { run: RunId(1), lane: 0, config, snapshot: Snapshot(shipped) };
        stage.handle(StageInput::Message(WorkerMessage::Command(play)));
        stage.handle(StageInput::Message(message));
        for _ in 0..2 {
            stage.tick();
        }
    }
}

fn small_message(message: WorkerMessage<TrainerCommand>) -> WorkerMessage<TrainerCommand> {
    match message {
        WorkerMessage::Command(TrainerCommand::Open { run, lanes, resume }) => {
            let lanes = lanes.into_iter().take(3).map(|lane| made_small(catalog().settle(&lane).0)).collect();
            WorkerMessage::Command(TrainerCommand::Open { run, lanes, resume })
        }
        WorkerMessage::Command(TrainerCommand::OpenLane { run, lane, config, resume }) => {
            let config = made_small(catalog().settle(&config).0);
            WorkerMessage::Command(TrainerCommand::OpenLane { run, lane, config, resume })
        }
        // Training goes on until the end.
        WorkerMessage::Command(TrainerCommand::Train) => WorkerMessage::Command(TrainerCommand::Step),
        other => other,
    }
}

pub fn message_seeds() -> Vec<Vec<u8>> {
    let run = RunId(1);
    let snapshot = Snapshot(snapshot_of_first());
    let trainer = [
        TrainerCommand::Open { run, lanes: vec![run_of(0)], resume: vec![Some(snapshot.clone())] },
        TrainerCommand::OpenLane { run, lane: 2, config: run_of(1), resume: None },
        TrainerCommand::Step,
        TrainerCommand::Speed(Some(30.0)),
        TrainerCommand::SetKnob { knob: "rate".into(), value: Value::Number(0.01) },
        TrainerCommand::Inspect { trajectory: Some(3) },
        TrainerCommand::InspectDrawn { xy: vec![1.0, 2.0, 3.0, 4.0] },
        TrainerCommand::SendSnapshots,
        TrainerCommand::ShowTruth(true),
        TrainerCommand::Recall { lane: 0, step: Some(0) },
        TrainerCommand::Fork { run, lane: 0, step: 0, knob: "rate".into(), value: Value::Number(0.01) },
    ];
    let questions = [
        Question::CountTable { counts: vec![3, 1, 0, 4], styles: 2, actions: 2 },
        Question::Shift { constant: 2.0, trajectory: 0, moment: 9 },
        Question::SlowMotion { trajectory: 0, moment: 9 },
        Question::Optimum { trajectory: 0, moment: 9, betas: vec![0.0, 1.0] },
        Question::OptimumOf { prior: vec![0.5, 0.5], posterior: vec![0.2, 0.8], betas: vec![1.0] },
        Question::Quiz { seed: 1, number: 3 },
        Question::Measure { quantity: PathQuantity::Turn },
        Question::Doubtful { most: 20 },
        Question::Strays { paths: vec![0, 1] },
    ];
    let ask = |question: Question| TrainerCommand::Ask { id: 1, question: encode(&question).unwrap() };
    let stage = [
        StageCommand::Open { run, lanes: 2 },
        StageCommand::Play { run, lane: 0, config: run_of(0), snapshot },
        StageCommand::Mix(vec![1.0, 0.0, 2.0, 1.0]),
        StageCommand::Strength(1.5),
        StageCommand::Place { agent: 3, at: Some([1.0, 2.0]) },
        StageCommand::ShowDemoStep { run, config: run_of(0), trajectory: 1, step: 2 },
        StageCommand::TakeJoystick { run, config: config("world=alien") },
        StageCommand::MoveJoystick(Stick::default()),
    ];
    let files = WorkerMessage::<StageCommand>::Load { world: "alien".into(), name: "a".into(), bytes: vec![1; 64] };
    let mut seeds: Vec<Vec<u8>> = trainer
        .into_iter()
        .chain(questions.map(ask))
        .map(|command| encode(&WorkerMessage::Command(command)).unwrap())
        .collect();
    seeds.extend(stage.into_iter().map(|command| encode(&WorkerMessage::Command(command)).unwrap()));
    seeds.push(encode(&files).unwrap());
    seeds
}

fn snapshot_of_first() -> Vec<u8> {
    let mut session = open(&run_of(0), &FILES, None).unwrap();
    block_on(session.advance(1)).unwrap();
    block_on(session.snapshot()).unwrap().0
}
