//! Extracts the paths of the attacking team from the positions of ten players and the ball.
//!
//! A span is a run of samples in which all ten players are in one half of the court. The attack is the team that is
//! nearest to the ball for most of it. Spans on the right half are rotated by 180 degrees, so that all attacks go to the
//! basket on the left.

use std::ops::Range;

use super::Cutting;
use crate::data::tracks::{POINTS, STEP_SECONDS, Track, Tracks};

pub const COURT: [f32; 2] = [94.0, 50.0];
/// Samples further apart than this, in seconds, belong to different spans.
const LONGEST_GAP: f32 = 0.25;
/// Tolerance in seconds, since times are sums of rounded steps.
const SLACK: f32 = 1e-3;

/// Positions of ten players and the ball at one time, in feet. Players 0 to 4 are one team.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub seconds: f64,
    pub ball: [f32; 2],
    pub players: [[f32; 2]; 10],
}

/// Samples in order of time, all with the same ten players.
pub struct Clip {
    pub game: String,
    pub ids: [u32; 10],
    pub samples: Vec<Sample>,
}

/// The half of the court in which play takes place.
#[derive(Clone, Copy)]
enum Half {
    Left,
    Right,
}

impl Half {
    /// Rotates a point so that this half becomes the left one.
    fn to_left(self, [x, y]: [f32; 2]) -> [f32; 2] {
        match self {
            Self::Left => [x, y],
            Self::Right => [COURT[0] - x, COURT[1] - y],
        }
    }

    fn holds_all(self, sample: &Sample) -> bool {
        let inside = |point: &[f32; 2]| {
            let [x, y] = self.to_left(*point);
            (0.0..=COURT[0] / 2.0).contains(&x) && (0.0..=COURT[1]).contains(&y)
        };
        sample.players.iter().all(inside)
    }

    /// Runs of samples without a gap in which all players are in this half.
    fn spans(self, samples: &[Sample]) -> impl Iterator<Item = &[Sample]> {
        let together = move |a: &Sample, b: &Sample| {
            self.holds_all(a) && self.holds_all(b) && (b.seconds - a.seconds) as f32 <= LONGEST_GAP
        };
        samples.chunk_by(together).filter(move |run| self.holds_all(&run[0]))
    }
}

/// Adds the paths of every attack in a clip.
pub fn extract_paths(clip: &Clip, cutting: Cutting, into: &mut Tracks) {
    for half in [Half::Left, Half::Right] {
        for span in half.spans(&clip.samples) {
            let first_team = span.iter().filter(|sample| nearest_to_ball(sample) < 5).count();
            let attack = if 2 * first_team > span.len() { 0..5 } else { 5..10 };
            extract_from_span(clip, span, attack, half, cutting, into);
        }
    }
}

fn nearest_to_ball(sample: &Sample) -> usize {
    let distance = |player: usize| {
        let [x, y] = sample.players[player];
        libm::hypotf(x - sample.ball[0], y - sample.ball[1])
    };
    (0..10).min_by(|a, b| distance(*a).total_cmp(&distance(*b))).unwrap_or_default()
}

fn extract_from_span(
    clip: &Clip,
    span: &[Sample],
    attack: Range<usize>,
    half: Half,
    cutting: Cutting,
    into: &mut Tracks,
) {
    let long = (POINTS - 1) as f64 * f64::from(STEP_SECONDS);
    let Some(last) = span.last().map(|sample| sample.seconds + f64::from(SLACK)) else { return };
    let mut first = 0;
    while let Some(sample) = span.get(first).filter(|sample| sample.seconds + long <= last) {
        let game = into.game(&clip.game);
        for player in attack.clone() {
            let xy = resample(&span[first..], |sample| half.to_left(sample.players[player]));
            into.tracks.push(Track { game, player: clip.ids[player], xy });
        }
        // End to end, the next path starts with the first sample behind this one.
        let next = match cutting.every {
            Some(every) => sample.seconds + f64::from(every.max(STEP_SECONDS) - SLACK),
            None => sample.seconds + long + f64::from(SLACK),
        };
        // At least one sample further, whatever rounding makes of the times.
        first += span[first..].partition_point(|sample| sample.seconds < next).max(1);
    }
}

/// Linear interpolation between samples, every `STEP_SECONDS` from the first on.
fn resample(samples: &[Sample], position: impl Fn(&Sample) -> [f32; 2]) -> Vec<f32> {
    let mut path = Vec::with_capacity(2 * POINTS);
    let mut after = 1;
    for step in 0..POINTS {
        let time = samples[0].seconds + step as f64 * f64::from(STEP_SECONDS);
        while after + 1 < samples.len() && samples[after].seconds < time {
            after += 1;
        }
        let (a, b) = (&samples[after - 1], &samples[after.min(samples.len() - 1)]);
        let share = ((time - a.seconds) / (b.seconds - a.seconds).max(1e-6)).clamp(0.0, 1.0) as f32;
        let (from, to) = (position(a), position(b));
        path.extend([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
    }
    path
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// One team walks left at one foot per second along y = 5, 10, ... from `x`; the other stands; the ball is with the third.
    pub fn walk(samples: usize, step: f64, x: f32) -> Clip {
        let at = |number: usize| {
            let seconds = number as f64 * step;
            let mut players = [[6.0, 40.0]; 10];
            for (index, player) in players[..5].iter_mut().enumerate() {
                *player = [x - seconds as f32, 5.0 * (index + 1) as f32];
            }
            Sample { seconds, ball: players[2], players }
        };
        Clip { game: "g".into(), ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], samples: (0..samples).map(at).collect() }
    }

    fn paths(clip: &Clip, every: Option<f32>) -> Tracks {
        let mut tracks = Tracks::default();
        extract_paths(clip, Cutting { every }, &mut tracks);
        tracks
    }

    #[test]
    fn states_are_a_third_of_a_second_apart() {
        // 65 samples of 0.12 s hold exactly one path of 24 steps of 0.32 s.
        let tracks = paths(&walk(65, 0.12, 40.0), None);
        assert_eq!(tracks.tracks.len(), 5);
        assert_eq!(tracks.tracks[1].player, 2);
        for (step, point) in tracks.tracks[1].xy.as_chunks::<2>().0.iter().enumerate() {
            assert!((point[0] - (40.0 - 0.32 * step as f32)).abs() < 1e-4 && point[1] == 10.0);
        }
        assert!(paths(&walk(64, 0.12, 40.0), None).tracks.is_empty());
    }

    #[test]
    fn paths_lie_end_to_end_or_overlap_as_asked() {
        assert_eq!(paths(&walk(129, 0.12, 40.0), None).tracks.len(), 5);
        let two = paths(&walk(130, 0.12, 40.0), None);
        assert_eq!(two.tracks.len(), 10);
        assert!((two.tracks[5].xy[0] - (40.0 - 65.0 * 0.12)).abs() < 1e-4);
        assert_eq!(paths(&walk(81, 0.12, 40.0), Some(0.96)).tracks.len(), 15);
    }

    #[test]
    fn a_span_starts_when_the_last_of_the_ten_arrives() {
        // Three feet at one foot per second.
        assert!((paths(&walk(100, 0.12, 50.0), None).tracks[0].xy[0] - 47.0).abs() < 1e-3);
        let mut late = walk(100, 0.12, 40.0);
        late.samples[..10].iter_mut().for_each(|sample| sample.players[8][0] = 48.0);
        assert!((paths(&late, None).tracks[0].xy[0] - 38.8).abs() < 1e-3);
    }

    #[test]
    fn attacks_to_the_right_are_rotated() {
        let mut clip = walk(65, 0.12, 40.0);
        for sample in &mut clip.samples {
            for point in sample.players.iter_mut().chain([&mut sample.ball]) {
                *point = [94.0 - point[0], 50.0 - point[1]];
            }
        }
        assert_eq!(paths(&clip, None).tracks.len(), 5);
        assert!((paths(&clip, None).tracks[0].xy[0] - 40.0).abs() < 1e-4);
    }

    #[test]
    fn times_too_large_to_tell_steps_apart_still_end() {
        let mut clip = walk(3, 0.12, 40.0);
        clip.samples.iter_mut().for_each(|sample| sample.seconds = 8e16);
        assert!(paths(&clip, None).tracks.len() <= 15, "at most one path for each sample and player");
    }

    #[test]
    fn the_attack_has_the_ball_and_a_gap_ends_a_span() {
        let mut other = walk(65, 0.12, 40.0);
        other.samples.iter_mut().for_each(|sample| sample.ball = sample.players[7]);
        assert!(paths(&other, None).tracks.iter().all(|track| track.player > 5));
        let mut gap = walk(66, 0.12, 40.0);
        gap.samples[33..].iter_mut().for_each(|sample| sample.seconds += 1.0);
        assert!(paths(&gap, None).tracks.is_empty());
    }
}
