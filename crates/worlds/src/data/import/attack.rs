//! From ten players and a ball to the paths of the attack.
//!
//! A stretch is a run of moments in which all ten players are in one half of the court. The attack is the team
//! that is nearest to the ball for most of it. Stretches on the right are rotated by half a turn, so that all
//! attacks go to the basket on the left.

use std::ops::Range;

use super::Cutting;
use crate::data::tracks::{POINTS, STEP_SECONDS, Track, Tracks};

pub const COURT: [f32; 2] = [94.0, 50.0];
/// Moments further apart than this belong to different stretches.
const LONGEST_GAP: f32 = 0.25;
/// Times are sums of rounded steps.
const SLACK: f32 = 1e-3;

/// Ten players and a ball at one moment; players 0 to 4 are of one team.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    pub seconds: f64,
    pub ball: [f32; 2],
    pub players: [[f32; 2]; 10],
}

/// Moments in order of time with the same ten players throughout.
pub struct Clip {
    pub game: String,
    pub ids: [u32; 10],
    pub moments: Vec<Moment>,
}

/// The half that is played on.
#[derive(Clone, Copy)]
enum Half {
    Left,
    Right,
}

impl Half {
    /// A point as seen when the half is the left one.
    fn turn(self, [x, y]: [f32; 2]) -> [f32; 2] {
        match self {
            Self::Left => [x, y],
            Self::Right => [COURT[0] - x, COURT[1] - y],
        }
    }

    fn holds_all(self, moment: &Moment) -> bool {
        let inside = |point: &[f32; 2]| {
            let [x, y] = self.turn(*point);
            (0.0..=COURT[0] / 2.0).contains(&x) && (0.0..=COURT[1]).contains(&y)
        };
        moment.players.iter().all(inside)
    }

    /// Runs of moments, without a gap, in which all are in this half.
    fn stretches(self, moments: &[Moment]) -> impl Iterator<Item = &[Moment]> {
        let together = move |a: &Moment, b: &Moment| {
            self.holds_all(a) && self.holds_all(b) && (b.seconds - a.seconds) as f32 <= LONGEST_GAP
        };
        moments.chunk_by(together).filter(move |run| self.holds_all(&run[0]))
    }
}

/// Adds the paths of every attack in a clip.
pub fn cut(clip: &Clip, cutting: Cutting, into: &mut Tracks) {
    for half in [Half::Left, Half::Right] {
        for stretch in half.stretches(&clip.moments) {
            let first_team = stretch.iter().filter(|moment| nearest_to_ball(moment) < 5).count();
            let attack = if 2 * first_team > stretch.len() { 0..5 } else { 5..10 };
            cut_stretch(clip, stretch, attack, half, cutting, into);
        }
    }
}

fn nearest_to_ball(moment: &Moment) -> usize {
    let away = |player: usize| {
        let [x, y] = moment.players[player];
        libm::hypotf(x - moment.ball[0], y - moment.ball[1])
    };
    (0..10).min_by(|a, b| away(*a).total_cmp(&away(*b))).unwrap_or_default()
}

fn cut_stretch(clip: &Clip, stretch: &[Moment], attack: Range<usize>, half: Half, cutting: Cutting, into: &mut Tracks) {
    let long = (POINTS - 1) as f64 * f64::from(STEP_SECONDS);
    let Some(last) = stretch.last().map(|moment| moment.seconds + f64::from(SLACK)) else { return };
    let mut first = 0;
    while let Some(moment) = stretch.get(first).filter(|moment| moment.seconds + long <= last) {
        let game = into.game(&clip.game);
        for player in attack.clone() {
            let xy = resample(&stretch[first..], |moment| half.turn(moment.players[player]));
            into.tracks.push(Track { game, player: clip.ids[player], xy });
        }
        // End to end, the next path starts with the first moment that this one does not reach.
        let next = match cutting.every {
            Some(every) => moment.seconds + f64::from(every.max(STEP_SECONDS) - SLACK),
            None => moment.seconds + long + f64::from(SLACK),
        };
        first += stretch[first..].partition_point(|moment| moment.seconds < next);
    }
}

/// Straight lines between moments, read every `STEP_SECONDS` from the first on.
fn resample(moments: &[Moment], place: impl Fn(&Moment) -> [f32; 2]) -> Vec<f32> {
    let mut path = Vec::with_capacity(2 * POINTS);
    let mut after = 1;
    for step in 0..POINTS {
        let time = moments[0].seconds + step as f64 * f64::from(STEP_SECONDS);
        while after + 1 < moments.len() && moments[after].seconds < time {
            after += 1;
        }
        let (a, b) = (&moments[after - 1], &moments[after.min(moments.len() - 1)]);
        let share = ((time - a.seconds) / (b.seconds - a.seconds).max(1e-6)).clamp(0.0, 1.0) as f32;
        let (from, to) = (place(a), place(b));
        path.extend([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
    }
    path
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// One team walks left at a foot a second along y = 5, 10, ... from `x`; the other stands; the ball is with the third.
    pub fn walk(moments: usize, step: f64, x: f32) -> Clip {
        let at = |number: usize| {
            let seconds = number as f64 * step;
            let mut players = [[6.0, 40.0]; 10];
            for (index, player) in players[..5].iter_mut().enumerate() {
                *player = [x - seconds as f32, 5.0 * (index + 1) as f32];
            }
            Moment { seconds, ball: players[2], players }
        };
        Clip { game: "g".into(), ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], moments: (0..moments).map(at).collect() }
    }

    fn paths(clip: &Clip, every: Option<f32>) -> Tracks {
        let mut tracks = Tracks::default();
        cut(clip, Cutting { every }, &mut tracks);
        tracks
    }

    #[test]
    fn states_are_a_third_of_a_second_apart() {
        // 65 moments of 0.12 s hold exactly one path of 24 steps of 0.32 s.
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
    fn a_stretch_starts_when_the_last_of_the_ten_is_there() {
        // Three feet at a foot a second.
        assert!((paths(&walk(100, 0.12, 50.0), None).tracks[0].xy[0] - 47.0).abs() < 1e-3);
        let mut late = walk(100, 0.12, 40.0);
        late.moments[..10].iter_mut().for_each(|moment| moment.players[8][0] = 48.0);
        assert!((paths(&late, None).tracks[0].xy[0] - 38.8).abs() < 1e-3);
    }

    #[test]
    fn attacks_to_the_right_are_turned_around() {
        let mut clip = walk(65, 0.12, 40.0);
        for moment in &mut clip.moments {
            for point in moment.players.iter_mut().chain([&mut moment.ball]) {
                *point = [94.0 - point[0], 50.0 - point[1]];
            }
        }
        assert_eq!(paths(&clip, None).tracks.len(), 5);
        assert!((paths(&clip, None).tracks[0].xy[0] - 40.0).abs() < 1e-4);
    }

    #[test]
    fn the_attack_has_the_ball_and_a_gap_ends_a_stretch() {
        let mut other = walk(65, 0.12, 40.0);
        other.moments.iter_mut().for_each(|moment| moment.ball = moment.players[7]);
        assert!(paths(&other, None).tracks.iter().all(|track| track.player > 5));
        let mut gap = walk(66, 0.12, 40.0);
        gap.moments[33..].iter_mut().for_each(|moment| moment.seconds += 1.0);
        assert!(paths(&gap, None).tracks.is_empty());
    }
}
