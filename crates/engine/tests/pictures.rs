//! Networks that see: their gradients against finite differences, their training against burn's automatic
//! differentiation, and a run on Magpie's pictures.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods)]

use std::sync::Arc;

use burn::tensor::activation::{log_softmax, relu};
use burn::tensor::module::conv2d;
use burn::tensor::ops::ConvOptions;
use burn::tensor::{Device as BurnDevice, Tensor, TensorData};
use engine::methods::{Player, open_snapshot};
use engine::nn::{Device, Learner, LearningRate, Loss, Members, Mlp, Objective, Order, Rows};
use engine::session::{Session, SharedData, catalog};
use pollster::block_on;
use protocol::RunConfig;
use worlds::atari::{Game, Recording, STACK as STACK_OF_GAMES};
use worlds::data::{ActionKind, Demos, PictureStack, Pictures, Rng, Trajectory};
use worlds::{Environment, Files};

const STYLES: usize = 3;
const ACTIONS: usize = 2;
const BATCH: usize = 12;
const RATE: f32 = 1e-3;
/// The second layer's patches overlap.
const STACK: PictureStack = PictureStack { width: 21, height: 24, depth: 2 };
/// Numbers of an observation beside its pictures.
const REST: usize = 1;

/// Random pictures; each row names two of them and has one number more.
fn rows() -> Rows {
    let mut rng = Rng::stream(5, "pictures", 0);
    let pixels = (0..40 * STACK.area()).map(|_| rng.below(256) as u8).collect();
    let path = |style: usize| Trajectory {
        style,
        observations: (0..20).flat_map(|at| [(at + style) as f32, (at * 2 % 40) as f32, at as f32 / 10.0]).collect(),
        actions: (0..20).flat_map(|at| if (at + style).is_multiple_of(3) { [1.0, 0.0] } else { [0.0, 1.0] }).collect(),
        xy: vec![0.0; 40],
        ..Trajectory::default()
    };
    let demos = Demos {
        observation_size: STACK.depth + REST,
        action_size: ACTIONS,
        action_kind: ActionKind::Discrete,
        styles: STYLES,
        trajectories: (0..STYLES).map(path).collect(),
        pictures: Some(Arc::new(Pictures::new(STACK, pixels))),
        ..Demos::default()
    };
    Rows::new(&[(1, Arc::new(demos))], &Device::Cpu)
}

fn objective(loss: Loss, rows: &Rows) -> Objective {
    let inputs = if loss == Loss::Sampled { 0..rows.columns.width() } else { rows.columns.pair() };
    Objective::new(loss, inputs, 0..STYLES)
}

fn learner(loss: Loss, rows: &Rows) -> Learner {
    let objective = objective(loss, rows);
    let outputs = loss.outputs(STYLES);
    let net = Mlp::new(1, [objective.inputs.len(), 8, outputs]).seeing(rows.columns.encoder(&objective.inputs));
    Learner::new(net, objective, "pictures", BATCH, rows)
}

fn order(loss: Loss, rows: &Rows, epoch: u64) -> Order {
    Members::One.order(rows, BATCH, "pictures", epoch, loss == Loss::Sampled)
}

/// The loss of one batch, and its gradient.
fn evaluate(loss: Loss, rows: &Rows, nudged: Option<(usize, f32)>) -> (f32, Vec<f32>) {
    let mut learner = learner(loss, rows);
    if let Some((index, by)) = nudged {
        learner.state.parameters[index] += by;
    }
    // At a learning rate of zero parameters stay, and Adam's first moment is a tenth of the gradient.
    learner.step(rows, &order(loss, rows, 0), 0, LearningRate::constant(0.0));
    (learner.state.losses[0], learner.state.first_moments.iter().map(|moment| 10.0 * moment).collect())
}

#[test]
fn gradients_equal_finite_differences() {
    const NUDGE: f32 = 1e-3;
    let rows = rows();
    for loss in [Loss::Categorical, Loss::Sampled] {
        let (_, gradient) = evaluate(loss, &rows, None);
        // Some parameters of every layer.
        let some: Vec<usize> = (0..gradient.len()).step_by(41).collect();
        let difference = |index: &usize| {
            let [above, below] = [NUDGE, -NUDGE].map(|by| evaluate(loss, &rows, Some((*index, by))).0);
            (above - below) / (2.0 * NUDGE)
        };
        let expected: Vec<f32> = some.iter().map(difference).collect();
        let found: Vec<f32> = some.iter().map(|index| gradient[*index]).collect();
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        let cosine = dot(&found, &expected) / (dot(&found, &found) * dot(&expected, &expected)).sqrt();
        let ratio = (dot(&found, &found) / dot(&expected, &expected)).sqrt();
        // Where a ReLU of one of many positions switches within the nudge, the difference lies between both gradients.
        assert!(cosine > 0.998 && (ratio - 1.0).abs() < 0.01, "{loss:?}: cosine {cosine}, lengths {ratio}");
    }
}

/// The parameters of a network as leaves: weights and biases of each layer.
fn leaves(net: &Mlp, parameters: &[f32]) -> Vec<Tensor<2>> {
    let convolutions = net.encoder.unwrap().convolutions().map(|layer| layer.layer());
    let cut = |at: usize, shape: [usize; 2]| {
        let values = parameters[at..at + shape[0] * shape[1]].to_vec();
        Tensor::from_data(TensorData::new(values, shape), &BurnDevice::flex()).autodiff().require_grad()
    };
    let layers = convolutions.into_iter().chain(net.layers());
    layers.flat_map(|l| [cut(l.at, [l.inputs, l.outputs]), cut(l.biases_at(), [1, l.outputs])]).collect()
}

/// Outputs for rows of inputs by burn's convolutions.
fn forward(net: &Mlp, leaves: &[Tensor<2>], rows: &Rows, inputs: &[Vec<f32>]) -> Tensor<2> {
    let encoder = net.encoder.unwrap();
    let (at, depth, count) = (encoder.at, encoder.stack.depth, inputs.len());
    let mut stacks = vec![0.0; count * encoder.stack.pixels()];
    for (row, stack) in inputs.iter().zip(stacks.chunks_exact_mut(encoder.stack.pixels())) {
        rows.pictures.as_ref().unwrap().look(&row[at..at + depth], stack);
    }
    let shape = [count, encoder.stack.height, encoder.stack.width, depth];
    let stacks: Tensor<4> = Tensor::from_data(TensorData::new(stacks, shape), &BurnDevice::flex());
    let mut hidden = stacks.autodiff().permute([0, 3, 1, 2]);
    for (layer, parts) in encoder.convolutions().iter().zip(leaves.chunks(2)) {
        let weights = parts[0].clone().reshape([layer.kernel, layer.kernel, layer.channels, layer.filters]);
        let biases = parts[1].clone().reshape([layer.filters]);
        let options = ConvOptions::new([layer.stride; 2], [0; 2], [1; 2], 1);
        hidden = relu(conv2d(hidden, weights.permute([3, 2, 0, 1]), Some(biases), options));
    }
    let features: Tensor<2> = hidden.permute([0, 2, 3, 1]).reshape([count, encoder.features()]);
    let part = |range: std::ops::Range<usize>| {
        let values: Vec<f32> = inputs.iter().flat_map(|row| row[range.clone()].to_vec()).collect();
        Tensor::<2>::from_data(TensorData::new(values, [count, range.len()]), &BurnDevice::flex()).autodiff()
    };
    let rest = part(at + depth..net.row_inputs());
    let parts = if at > 0 { vec![part(0..at), features, rest] } else { vec![features, rest] };
    let dense = &leaves[4..];
    let mut hidden = Tensor::cat(parts, 1);
    for (index, layer) in dense.chunks(2).enumerate() {
        hidden = hidden.matmul(layer[0].clone()) + layer[1].clone();
        if 2 * (index + 1) < dense.len() {
            hidden = relu(hidden);
        }
    }
    hidden
}

/// The loss of a batch and its gradient by burn.
fn reference(loss: Loss, net: &Mlp, parameters: &[f32], rows: &Rows, order: &Order) -> (f32, Vec<f32>) {
    let leaves = leaves(net, parameters);
    let columns = objective(loss, rows).inputs;
    let of_batch = || order.rows[order.span(0, 0)].iter().map(|row| rows.row(*row as usize));
    let inputs: Vec<Vec<f32>> = of_batch().map(|row| row[columns.clone()].to_vec()).collect();
    let outputs = forward(net, &leaves, rows, &inputs);
    let loss = match loss {
        Loss::Sampled => {
            let drawn = inputs.iter().zip(&order.drawn[order.span(0, 0)]).map(|(row, style)| {
                let mut row = row.clone();
                row[..STYLES].fill(0.0);
                row[*style as usize] = 1.0;
                row
            });
            let drawn = forward(net, &leaves, rows, &drawn.collect::<Vec<_>>());
            drawn.exp().mean().log() - outputs.mean()
        }
        _ => {
            let labels: Vec<f32> = of_batch().flat_map(|row| row[..STYLES].to_vec()).collect();
            let labels = Tensor::<2>::from_data(TensorData::new(labels, [BATCH, STYLES]), &BurnDevice::flex());
            (log_softmax(outputs, 1) * labels.autodiff() * -1.0).sum_dim(1).mean()
        }
    };
    let mut gradients = loss.backward();
    let numbers = |leaf: &Tensor<2>| leaf.grad_remove(&mut gradients).unwrap().into_data().try_to_vec::<f32>().unwrap();
    let gradient = leaves.iter().flat_map(numbers).collect();
    (loss.inner().into_data().try_to_vec::<f32>().unwrap()[0], gradient)
}

#[test]
fn training_agrees_with_automatic_differentiation() {
    let rows = rows();
    for loss in [Loss::Categorical, Loss::Sampled] {
        let mut ours = learner(loss, &rows);
        let mut theirs = ours.state.parameters.clone();
        let (start, size) = (theirs.clone(), theirs.len());
        let (mut first, mut second) = (vec![0.0f32; size], vec![0.0f32; size]);
        for step in 0..20 {
            let order = order(loss, &rows, step);
            let (expected, gradient) = reference(loss, &ours.net, &theirs, &rows, &order);
            ours.step(&rows, &order, 0, LearningRate::constant(RATE));
            let found = ours.take_losses()[0];
            assert!((found - expected).abs() < 2e-4, "{loss:?}, step {step}: {found} instead of {expected}");
            if step == 0 {
                let largest = gradient.iter().fold(0.0f32, |most, x| most.max(x.abs()));
                let pairs = ours.state.first_moments.iter().zip(&gradient);
                let off = pairs.map(|(moment, g)| (10.0 * moment - g).abs()).fold(0.0, f32::max) / largest;
                assert!(off < 1e-4, "{loss:?}: gradients are off by {off:e}");
            }
            let corrections = [0.9f32, 0.999].map(|beta| 1.0 - beta.powi(step as i32 + 1));
            for index in 0..size {
                first[index] = 0.9 * first[index] + 0.1 * gradient[index];
                second[index] = 0.999 * second[index] + 0.001 * gradient[index] * gradient[index];
                let scale = (second[index] / corrections[1]).sqrt() + 1e-8;
                theirs[index] -= RATE * first[index] / corrections[0] / scale;
            }
        }
        let distance = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt();
        let apart = distance(&ours.state.parameters, &theirs) / distance(&start, &theirs);
        assert!(apart < 0.05, "{loss:?}: parameters differ by {apart:e} of how far they moved");
    }
}

/// Magpie with its cartridge, and a few of the recorded games.
fn magpie(games: usize) -> Files {
    let world = worlds::find("magpie").unwrap();
    let read = |name: &str| std::fs::read(format!("../../datasets/{name}")).unwrap();
    let recording = Recording::read(&read(&Recording::file_name(Game::Magpie))).unwrap();
    let some = recording.playthroughs.into_iter().take(games).collect();
    let mut files = Files::default();
    world.load(&mut files, "magpie.a26", &read("magpie.a26")).unwrap();
    world.load(&mut files, "mine.plays", &Recording { game: Game::Magpie, playthroughs: some }.write()).unwrap();
    files
}

fn run(query: &str) -> RunConfig {
    let small = "stretches=20&epochs=2&critic_epochs=1&critic_folds=2&hidden=16&critic_hidden=16&batch=64&player=own";
    catalog().settle(&RunConfig::from_query(&format!("world=magpie&sees=picture&{small}&{query}")).0).0
}

#[test]
fn a_run_that_sees_is_resumed_to_the_bit_and_plays() {
    let files = magpie(10);
    for method in ["bc-pmi", "bc-pmi&critic=sampled&evidence=pair", "cbc&networks=separate", "bc", "sorl&starts=2"] {
        let run = run(&format!("method={method}"));
        let open = |resume| Session::open(&run, &files, None, &Device::Cpu, resume).unwrap();
        let mut whole = open(None);
        let half = whole.steps().1 / 2;
        block_on(whole.advance(half)).unwrap();
        let saved = block_on(whole.snapshot()).unwrap();
        let mut resumed = open(Some(&saved));
        for session in [&mut whole, &mut resumed] {
            block_on(session.advance(u32::MAX)).unwrap();
        }
        assert_eq!(block_on(whole.digest()).unwrap(), block_on(resumed.digest()).unwrap(), "{method}");
        if method == "bc-pmi" {
            let calibration = block_on(whole.calibration(0.0)).unwrap();
            assert_eq!(calibration.counts.iter().flatten().sum::<u32>(), 100);
            assert_eq!(block_on(resumed.calibration(0.0)).unwrap(), calibration);
            let guided = block_on(whole.calibration(2.0)).unwrap();
            assert_eq!(guided.counts.iter().flatten().sum::<u32>(), 100);
        }
        let explained = whole.timeline(0).map(|timeline| timeline.pmi);
        assert!(explained.iter().flatten().all(|pmi| pmi.is_finite()), "{method}");
        assert_eq!(explained.is_some(), method.starts_with("bc-pmi"), "{method}");
        let finished = block_on(whole.finished_snapshot()).unwrap();
        assert!(open(Some(&finished)).done(), "{method}");
    }
}

/// What networks make of a demonstration in a table equals what they make of the same pixels in an episode.
#[test]
fn agents_see_what_critics_learn_from() {
    let files = magpie(10);
    let run = run("method=bc-pmi&critic=exact&critic_folds=1");
    let mut session = Session::open(&run, &files, None, &Device::Cpu, None).unwrap();
    block_on(session.advance(session.steps().1)).unwrap();
    let demos = session.demos().remove(0);
    let held_out = demos.trajectories.iter().position(|path| path.held_out).unwrap();
    let (path, pmi) = (session.demonstration(held_out).unwrap(), session.timeline(held_out as u32).unwrap().pmi);
    let mut player: Player = block_on(session.players()).unwrap().remove(0);
    let pictures = demos.pictures.as_ref().unwrap();
    let depth = pictures.stack.depth;
    let mut seen = vec![0.0; player.observation_size];
    let actions = path.actions.chunks_exact(demos.action_size);
    let moments = path.observations.chunks_exact(demos.observation_size).zip(actions);
    for ((numbers, action), pmi) in moments.zip(pmi) {
        let (pixels, unseen) = seen.split_at_mut(pictures.stack.pixels());
        pictures.stack.interleave(numbers[..depth].iter().map(|number| pictures.get(*number as usize)), pixels);
        unseen.copy_from_slice(&numbers[depth..]);
        let found = player.pmi(&seen, action, path.style).unwrap();
        assert!((found - pmi).abs() < 1e-5, "{found} instead of {pmi}");
    }
}

/// An episode that repeats recorded actions shows its player the pictures of the recording.
#[test]
fn pictures_of_episodes_are_those_of_recordings() {
    let files = magpie(2);
    let environment = Environment::new(worlds::find("magpie").unwrap(), &run("method=bc"), &files);
    let mut episode = environment.episode(1, None);
    let (pixels, size) = (STACK_OF_GAMES.pixels(), STACK_OF_GAMES.pixels() + Game::Magpie.unseen_size());
    let (mut before, mut seen) = (vec![0.0; size], vec![0.0; size]);
    episode.observe(&mut before);
    for picture in before[..pixels].as_chunks::<4>().0 {
        assert!(picture.iter().all(|pixel| *pixel == picture[0]), "a game begins as if it had stood still");
    }
    let mut moved = false;
    for _ in 0..20 {
        let mut action = [0.0; 9];
        action[2] = 1.0;
        episode.act(&action);
        episode.observe(&mut seen);
        assert!(seen[pixels + 1] < before[pixels + 1], "time runs out");
        for (now, before) in seen[..pixels].as_chunks::<4>().0.iter().zip(before[..pixels].as_chunks::<4>().0) {
            assert_eq!(now[1..], before[..3], "the last pictures stay, one place further back");
            moved |= now[0] != now[1];
        }
        before.copy_from_slice(&seen);
    }
    assert!(moved);
}

#[test]
fn what_cannot_see_says_so() {
    let ask = |query: &str| catalog().settle(&RunConfig::from_query(query).0);
    for method in ["ctvae", "infogail"] {
        let (run, notices) = ask(&format!("world=magpie&sees=picture&method={method}"));
        assert_eq!((run.knobs["sees"].to_string().as_str(), notices[0].key.as_ref()), ("memory", "link-sees-memory"));
    }
    assert!(ask("world=magpie&sees=picture&method=cbc").1.is_empty());
    // A recording that was not made on this console, and a game without cartridge.
    let world = worlds::find("magpie").unwrap();
    let mut files = magpie(6);
    let mut recording = Recording::read(&std::fs::read("../../datasets/atari-magpie.plays").unwrap()).unwrap();
    recording.playthroughs.truncate(6);
    let last = recording.playthroughs[4].rams.len() - 1;
    recording.playthroughs[4].rams[last][100] ^= 1;
    world.load(&mut files, "mine.plays", &recording.write()).unwrap();
    let key = |files: &Files| world.demos(&run("method=bc"), files).unwrap_err().text().key;
    assert_eq!(key(&files), "error-pictures-not-replayed");
    let mut without = Files::default();
    world.load(&mut without, "mine.plays", &recording.write()).unwrap();
    assert_eq!(key(&without), "error-pictures-no-cartridge");
}

#[test]
fn snapshots_of_another_sight_are_refused() {
    let files = magpie(6);
    let seeing = run("method=cbc");
    let remembering = catalog().settle(&RunConfig { knobs: Default::default(), ..seeing.clone() }).0;
    let mut session = Session::open(&seeing, &files, None, &Device::Cpu, None).unwrap();
    let saved = block_on(session.snapshot()).unwrap();
    assert!(open_snapshot(&seeing, &files, &saved).is_ok());
    assert!(open_snapshot(&remembering, &files, &saved).is_err());
    let mut bundle = open_snapshot(&seeing, &files, &saved).unwrap();
    for note in ["0 42 4", "40 42 4 1", "210 210 17", "many", "18446744073709551615 2 2"] {
        bundle.notes.insert("pictures".into(), note.into());
        let forged = bundle.to_snapshot().unwrap();
        assert!(open_snapshot(&seeing, &files, &forged).is_err(), "{note}");
        assert!(Player::from_bundle(&bundle, 0).is_err(), "{note}");
    }
}

/// Pictures of noise with two bright squares: the place of one is the style, the other is anywhere.
fn planted() -> (Demos, [(usize, usize); 4]) {
    const SIZE: PictureStack = PictureStack { width: 40, height: 42, depth: 4 };
    let places = [(4, 6), (30, 6), (4, 30), (30, 30)];
    let mut rng = Rng::stream(7, "planted", 0);
    let (mut pixels, mut trajectories) = (Vec::new(), Vec::new());
    for path in 0..20 {
        let first = pixels.len() / SIZE.area();
        for _ in 0..100 {
            let mut picture: Vec<u8> = (0..SIZE.area()).map(|_| rng.below(60) as u8).collect();
            for (x, y) in [places[path % 4], (10 + rng.below(16), rng.below(38))] {
                (0..16).for_each(|at| picture[(y + at / 4) * SIZE.width + x + at % 4] = 220);
            }
            pixels.extend(picture);
        }
        let numbers = (0..100).flat_map(|at| (0..4).map(move |back| (first + usize::saturating_sub(at, back)) as f32));
        trajectories.push(Trajectory {
            style: path % 4,
            held_out: path >= 16,
            observations: numbers.collect(),
            actions: (0..100).flat_map(|at| (0..9).map(move |action| f32::from(u8::from(action == at % 9)))).collect(),
            xy: vec![0.0; 200],
            ..Trajectory::default()
        });
    }
    let pictures = Some(Arc::new(Pictures::new(SIZE, pixels)));
    let all = Demos { action_size: 9, action_kind: ActionKind::Discrete, styles: 4, ..Demos::default() };
    (Demos { observation_size: 4, trajectories, pictures, ..all }, places)
}

#[test]
fn the_pixels_that_tell_are_those_of_a_planted_cue() {
    let (demos, places) = planted();
    let run = run("method=bc-pmi&critic=exact&critic_folds=1&critic_epochs=8&critic_rate=0.003");
    let planted = SharedData::new(vec![Arc::new(demos)]);
    let mut session = Session::open(&run, &Files::default(), Some(planted), &Device::Cpu, None).unwrap();
    assert_eq!(session.pixel_map((0, 10)), None, "nothing is learnt yet");
    block_on(session.advance(8 * 1600 / 64)).unwrap();
    for trajectory in 16..20 {
        let map = session.pixel_map((trajectory, 50)).unwrap();
        assert!(map.pmi > 0.8, "path {trajectory}: {} nats", map.pmi);
        let most = (0..map.drop.len()).max_by(|a, b| map.drop[*a].total_cmp(&map.drop[*b])).unwrap();
        let (x, y) = (most % 40, most / 40);
        let (left, top) = places[trajectory as usize % 4];
        // A patch that covers the square covers some pixels around it, too.
        let near = |at: usize, from: usize| (from.saturating_sub(4)..from + 8).contains(&at);
        assert!(near(x, left) && near(y, top), "path {trajectory}: ({x}, {y}) instead of ({left}, {top})");
    }
}
