//! The pixels that tell are those of a planted cue.

use std::sync::Arc;

use super::*;
use engine::session::SharedData;
use worlds::data::{ActionKind, Demos, PictureStack, Pictures, Rng, Trajectory};

/// Pictures of noise with two bright squares: one trembles at the place of the style, the other is anywhere.
fn planted() -> (Demos, [(usize, usize); 4]) {
    const SIZE: PictureStack = PictureStack { width: 40, height: 42, depth: 4 };
    let places = [(4, 6), (30, 6), (4, 30), (30, 30)];
    let mut rng = Rng::stream(7, "planted", 0);
    let (mut pixels, mut trajectories) = (Vec::new(), Vec::new());
    for path in 0..20 {
        let first = pixels.len() / SIZE.area();
        for _ in 0..100 {
            let mut picture: Vec<u8> = (0..SIZE.area()).map(|_| rng.below(60) as u8).collect();
            let (x, y) = places[path % 4];
            for (x, y) in [(x + rng.below(4), y + rng.below(4)), (10 + rng.below(16), rng.below(38))] {
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
