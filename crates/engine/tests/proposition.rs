//! Proposition 1: where styles cannot be told apart BC-PMI is BC, where every step tells them it is BC on each style.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use engine::methods::{Player, series};
use engine::nn::Device;
use engine::rollout::{RecurrentState, StyleRequest};
use engine::session::{Session, catalog};
use pollster::block_on;
use protocol::RunConfig;
use worlds::data::Rng;

/// Nats of held-out loss, and radians of the mean direction, that count as equal: two networks of different
/// inputs and start, trained on the same few thousand noisy pairs, come no closer.
const LOSS: f32 = 0.12;
const DIRECTION: f32 = 0.1;

struct Trained {
    player: Player,
    loss: f32,
    /// Effective sample size over pairs: one where all weigh the same.
    evenness: Option<f32>,
    session: Session,
}

fn train(link: &str, overlap: f32) -> Trained {
    let link = format!("world=overlap&{link}&overlap={overlap}&hidden=64&rate=0.003&epochs=60&seed=4");
    let (config, notices) = catalog().settle(&RunConfig::from_query(&link).0);
    assert!(notices.is_empty(), "{notices:?}");
    let mut session = Session::open(&config, &worlds::Files::default(), None, &Device::Cpu, None).unwrap();
    let mut loss = f32::NAN;
    while !session.done() {
        for reading in block_on(session.advance(1000)).unwrap() {
            if reading.series == series::POLICY_HELD_OUT.id() {
                loss = reading.value;
            }
        }
    }
    let weights = session.weight_histogram();
    let evenness = weights.map(|weights| weights.effective_sample_size / weights.pairs as f32);
    Trained { player: block_on(session.players()).unwrap().remove(0), loss, evenness, session }
}

/// Mean difference of the mean directions of two policies, over states and styles of the demonstrations.
fn apart(a: &mut Trained, b: &mut Trained) -> f32 {
    let demos = a.session.demos().remove(0);
    let mut rng = Rng::stream(0, "unused", 0);
    let (mut sum, mut count) = (0.0, 0);
    let held_out = demos.trajectories.iter().enumerate().filter(|(_, path)| path.held_out);
    for path in held_out.map(|(index, _)| a.session.demonstration(index).unwrap()) {
        for observation in path.observations.chunks(demos.observation_size).step_by(5) {
            let request = StyleRequest { style: path.style, strength: 0.0, temperature: 0.0 };
            let [one, other] = [&mut a.player, &mut b.player].map(|player| {
                let mut action = [0.0; 2];
                player.act(observation, request, &mut RecurrentState::default(), &mut rng, &mut action);
                action[1].atan2(action[0])
            });
            sum += (one - other).abs();
            count += 1;
        }
    }
    sum / count as f32
}

#[test]
fn with_nothing_to_tell_it_is_bc() {
    let (mut ours, mut bc) = (train("method=bc-pmi", 1.0), train("method=bc", 1.0));
    assert!(ours.evenness.unwrap() > 0.98, "all weigh about the same, so the loss is the same: {:?}", ours.evenness);
    assert!((ours.loss - bc.loss).abs() < LOSS, "{} nats against {}", ours.loss, bc.loss);
    let apart = apart(&mut ours, &mut bc);
    assert!(apart < DIRECTION, "{apart} rad from BC");
}

#[test]
fn with_every_step_telling_it_is_bc_on_each_style() {
    let mut ours = train("method=bc-pmi", 0.0);
    assert!(ours.evenness.unwrap() > 0.995, "all weigh the same, so the loss is the same: {:?}", ours.evenness);
    for networks in ["separate", "shared"] {
        let mut each = train(&format!("method=cbc&networks={networks}"), 0.0);
        assert!((ours.loss - each.loss).abs() < LOSS, "{networks}: {} nats against {}", ours.loss, each.loss);
        let apart = apart(&mut ours, &mut each);
        assert!(apart < DIRECTION, "{networks}: {apart} rad from BC on each style");
    }
    let bc = train("method=bc", 0.0);
    assert!(bc.loss > ours.loss + 0.03, "BC, which averages the styles, is worse: {} nats", bc.loss);
}
