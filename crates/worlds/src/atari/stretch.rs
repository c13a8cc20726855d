//! Plays cut into stretches of equal length, each a demonstration of the style it shows.

use super::film::{Moment, film};
use super::window::{DECISIONS, OBSERVATION, Window};
use super::{Game, Play, Recording};
use crate::data::Trajectory;
use crate::labels::Labeler;
use atari2600::{Console, JoystickAction};

/// Every so manieth play is held out.
const HELD_OUT_EVERY: usize = 5;

#[derive(Clone, Copy)]
pub struct Stretch<'a> {
    game: Game,
    play: &'a Play,
    from: usize,
    pub held_out: bool,
}

/// Cuts plays end to end, each from where its player first moves. Plays are held out whole, but for a single one.
pub fn cut(game: Game, plays: &[Play]) -> Vec<Stretch<'_>> {
    let mut stretches = Vec::new();
    for (number, play) in plays.iter().enumerate() {
        let place = |decision: usize| game.position(&play.rams[decision]);
        let moves = (1..play.decisions()).find(|at| place(*at) != place(at - 1)).map_or(0, |at| at - 1);
        let count = play.decisions().saturating_sub(moves) / DECISIONS;
        for index in 0..count {
            let held_out = match plays.len() {
                1 => index * HELD_OUT_EVERY >= (HELD_OUT_EVERY - 1) * count,
                2..HELD_OUT_EVERY => number + 1 == plays.len(),
                _ => number % HELD_OUT_EVERY == HELD_OUT_EVERY - 1,
            };
            stretches.push(Stretch { game, play, from: moves + index * DECISIONS, held_out });
        }
    }
    stretches
}

/// How many stretches of a recording show each style.
pub fn styles_of(recording: &Recording, labeler: &dyn Labeler) -> Vec<u32> {
    let mut counts = vec![0; labeler.card().styles.len()];
    for stretch in cut(recording.game, &recording.plays) {
        if let Some(count) = labeler.label(&stretch.path()).and_then(|style| counts.get_mut(style)) {
            *count += 1;
        }
    }
    counts
}

impl Stretch<'_> {
    /// Goes through it as an episode would: at each decision, what was known and what was done.
    fn walk(&self, mut visit: impl FnMut(&Window, &[u8; 128], JoystickAction)) {
        let span = self.from..self.from + DECISIONS;
        let rams = &self.play.rams[span.clone()];
        let mut window = Window::new(self.game, &rams[0]);
        for (at, (ram, action)) in rams.iter().zip(&self.play.actions[span]).enumerate() {
            let action = self.game.nearest(JoystickAction::new(*action).unwrap_or_default());
            visit(&window, ram, action);
            if let Some(next) = rams.get(at + 1) {
                window.went(action, next);
            }
        }
    }

    /// Its decisions, with pictures where there is a console to make them again.
    pub fn film(&self, start: Option<&Console>) -> Vec<Moment> {
        film(start, self.game, self.play, self.from, DECISIONS)
    }

    /// What its style is read from: x, y, x, y, ...
    pub fn path(&self) -> Vec<f32> {
        let mut path = Vec::with_capacity(2 * DECISIONS);
        self.walk(|window, _, _| path.extend(window.place()));
        path
    }

    pub fn demonstration(&self, style: usize) -> Trajectory {
        let choices = self.game.actions();
        let mut observations = vec![0.0; DECISIONS * OBSERVATION];
        let mut actions = vec![0.0; DECISIONS * choices.len()];
        let rows = observations.as_chunks_mut::<OBSERVATION>().0.iter_mut();
        let mut slots = rows.zip(actions.chunks_exact_mut(choices.len()));
        self.walk(|window, ram, action| {
            let Some((observation, one_hot)) = slots.next() else { return };
            window.observe(ram, observation);
            let chosen = choices.iter().position(|number| *number == action.number());
            one_hot[chosen.unwrap_or(0)] = 1.0;
        });
        let (held_out, xy) = (self.held_out, self.path());
        Trajectory { style, followed: vec![], held_out, observations, actions, xy }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A play that stands still for a while, then goes to and fro.
    pub fn play(decisions: usize) -> Play {
        let ram = |decision: usize| {
            let mut ram = [0; 128];
            (ram[10], ram[16]) = (80 + (decision.max(7) % 40) as u8, 60);
            ram
        };
        Play { rams: (0..decisions).map(ram).collect(), actions: vec![3; decisions], score: 0 }
    }

    #[test]
    fn plays_are_cut_from_the_first_move_and_held_out_whole() {
        let plays: Vec<Play> = (0..5).map(|_| play(2 * DECISIONS + 20)).collect();
        let stretches = cut(Game::MsPacman, &plays);
        assert_eq!(stretches.len(), 10);
        assert_eq!(
            stretches.iter().map(|stretch| stretch.held_out).collect::<Vec<_>>()[6..],
            [false, false, true, true]
        );
        assert_eq!(stretches[0].from, 7, "from where it first moves");
        assert_eq!(cut(Game::MsPacman, &plays[..2]).iter().filter(|stretch| stretch.held_out).count(), 2);
        let alone = cut(Game::MsPacman, &[play(10 * DECISIONS + 10)]).iter().filter(|stretch| stretch.held_out).count();
        assert_eq!(alone, 2, "a fifth of a single play");
        assert!(cut(Game::MsPacman, &[play(DECISIONS - 1), Play::default()]).is_empty());
    }

    #[test]
    fn a_demonstration_has_a_row_a_decision() {
        let plays = [play(DECISIONS + 10)];
        let shown = cut(Game::MsPacman, &plays)[0].demonstration(1);
        assert_eq!((shown.steps(), shown.observations.len()), (DECISIONS, DECISIONS * OBSERVATION));
        let right = Game::MsPacman.actions().iter().position(|number| *number == 3).unwrap();
        let choices = Game::MsPacman.actions().len();
        assert!(shown.actions.chunks(choices).all(|row| row[right] == 1.0 && row.iter().sum::<f32>() == 1.0));
        assert_eq!(shown.xy[..2], [87.0, 100.0], "y grows upwards");
    }
}
