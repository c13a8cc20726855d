//! Divides recorded games into windows of equal length, each a demonstration of the style it shows.

use super::downscale::STACK;
use super::features::{DECISIONS, WindowFeatures};
use super::replay::{Decision, replay};
use super::{Game, Playthrough, Recording};
use crate::data::Trajectory;
use crate::labels::Labeler;
use atari2600::{Console, JoystickAction};
use protocol::knobs::sees::Sees;

/// One game in this many is held out.
const HELD_OUT_EVERY: usize = 5;

#[derive(Clone, Copy)]
pub struct RecordedWindow<'a> {
    game: Game,
    /// The number of the game in its recording.
    number: usize,
    playthrough: &'a Playthrough,
    /// First decision.
    from: usize,
    /// The number of the game's first picture among those of the recording.
    pictures_from: usize,
    pub held_out: bool,
}

/// The windows of each game, end to end from the player's first move. Games are held out as a whole; of a single game
/// the last fifth is.
pub fn windows(game: Game, playthroughs: &[Playthrough]) -> Vec<RecordedWindow<'_>> {
    let (mut windows, mut pictures_from) = (Vec::new(), 0);
    for (number, playthrough) in playthroughs.iter().enumerate() {
        let position = |decision: usize| game.ram_position(&playthrough.rams[decision]);
        let moves = (1..playthrough.decisions()).find(|at| position(*at) != position(at - 1));
        let first = moves.map_or(0, |at| at - 1);
        let count = playthrough.decisions().saturating_sub(first) / DECISIONS;
        for index in 0..count {
            let held_out = match playthroughs.len() {
                1 => index * HELD_OUT_EVERY >= (HELD_OUT_EVERY - 1) * count,
                2..HELD_OUT_EVERY => number + 1 == playthroughs.len(),
                _ => number % HELD_OUT_EVERY == HELD_OUT_EVERY - 1,
            };
            let from = first + index * DECISIONS;
            windows.push(RecordedWindow { game, number, playthrough, from, pictures_from, held_out });
        }
        pictures_from += playthrough.decisions();
    }
    windows
}

/// The number of windows of a recording that show each style, `[styles]`.
pub fn count_styles(recording: &Recording, labeler: &dyn Labeler) -> Vec<u32> {
    let mut counts = vec![0; labeler.card().styles.len()];
    for window in windows(recording.game, &recording.playthroughs) {
        if let Some(count) = labeler.label(&window.path()).and_then(|style| counts.get_mut(style)) {
            *count += 1;
        }
    }
    counts
}

/// The numbers that decide the styles of a recording's windows, ascending; empty where a label has none.
pub fn style_scores(recording: &Recording, labeler: &dyn Labeler) -> Vec<f32> {
    let windows = windows(recording.game, &recording.playthroughs);
    let mut scores: Vec<f32> = windows.iter().filter_map(|window| labeler.score(&window.path())).collect();
    scores.sort_unstable_by(f32::total_cmp);
    scores
}

impl RecordedWindow<'_> {
    /// Calls `visit` for each decision with the features before it, the memory and the recorded action.
    fn for_each_decision(&self, mut visit: impl FnMut(&WindowFeatures, &[u8; 128], JoystickAction)) {
        let span = self.from..self.from + DECISIONS;
        let rams = &self.playthrough.rams[span.clone()];
        let mut features = WindowFeatures::new(self.game, &rams[0]);
        for (at, (ram, action)) in rams.iter().zip(&self.playthrough.actions[span]).enumerate() {
            let action = self.game.nearest(JoystickAction::new(*action).unwrap_or_default());
            visit(&features, ram, action);
            if let Some(next) = rams.get(at + 1) {
                features.update(action, next);
            }
        }
    }

    /// The decisions of the window, with pictures if a console is given.
    pub fn replay(&self, start: Option<&Console>) -> Vec<Decision> {
        replay(start, self.game, self.playthrough, self.from, DECISIONS)
    }

    /// The path that labels are computed from: x, y, x, y, ...
    pub fn path(&self) -> Vec<f32> {
        let mut path = Vec::with_capacity(2 * DECISIONS);
        self.for_each_decision(|features, _, _| path.extend(features.position()));
        path
    }

    /// A demonstration without its observations and actions.
    pub fn path_of(&self, style: usize) -> Trajectory {
        Trajectory { style, held_out: self.held_out, xy: self.path(), ..Trajectory::default() }
    }

    /// Where the window is in its recording, to make it again.
    pub fn place(&self) -> (usize, usize) {
        (self.number, self.from)
    }

    /// Observations and actions of the window at a place of a recording, for players that see numbers.
    pub fn pairs_at(recording: &Recording, (number, from): (usize, usize), sees: Sees) -> (Vec<f32>, Vec<f32>) {
        let Some(playthrough) = recording.playthroughs.get(number) else { return Default::default() };
        let game = recording.game;
        let window = RecordedWindow { game, number, playthrough, from, pictures_from: 0, held_out: false };
        match sees {
            Sees::Surroundings => window.aware_pairs(),
            Sees::Memory | Sees::Picture => window.pairs(),
        }
    }

    /// Observations, `[DECISIONS, observation_size]`, and one-hot actions, `[DECISIONS, choices]`.
    fn pairs(&self) -> (Vec<f32>, Vec<f32>) {
        self.observed_by(self.game.observation_size(), WindowFeatures::observe, |_, action| action)
    }

    /// The same for a player that sees its surroundings.
    fn aware_pairs(&self) -> (Vec<f32>, Vec<f32>) {
        self.observed_by(self.game.aware_observation_size(), WindowFeatures::observe_surroundings, self.ways_gone())
    }

    /// Actions as the ways that were gone, for the decisions of the window one after another. See
    /// [`Game::way_gone`].
    fn ways_gone(&self) -> impl FnMut(&[u8; 128], JoystickAction) -> JoystickAction {
        let mut after = self.playthrough.rams.iter().skip(self.from + 1);
        move |before, action| after.next().map_or(action, |after| self.game.way_gone(action, before, after))
    }

    /// Observations of `size` numbers that `observe` writes, `[DECISIONS, size]`, and actions as `acted` has them, one-hot.
    fn observed_by(
        &self,
        size: usize,
        mut observe: impl FnMut(&WindowFeatures, &[u8; 128], &mut [f32]),
        mut acted: impl FnMut(&[u8; 128], JoystickAction) -> JoystickAction,
    ) -> (Vec<f32>, Vec<f32>) {
        let choices = self.game.actions();
        let mut observations = vec![0.0; DECISIONS * size];
        let mut actions = vec![0.0; DECISIONS * choices.len()];
        let rows = observations.chunks_exact_mut(size);
        let mut slots = rows.zip(actions.chunks_exact_mut(choices.len()));
        self.for_each_decision(|features, ram, action| {
            let Some((observation, one_hot)) = slots.next() else { return };
            observe(features, ram, observation);
            let action = acted(ram, action);
            let chosen = choices.iter().position(|number| *number == action.number());
            one_hot[chosen.unwrap_or(0)] = 1.0;
        });
        (observations, actions)
    }
}

impl RecordedWindow<'_> {
    /// The same demonstration as a player sees it: each observation names the pictures of the last decisions, and has what no
    /// picture shows.
    pub fn seen_demonstration(&self, style: usize) -> Trajectory {
        let picture = |decision: usize, back: usize| (self.pictures_from + decision.saturating_sub(back)) as f32;
        let size = STACK.depth + self.game.unseen_size();
        let mut decisions = self.from..;
        let observe = |features: &WindowFeatures, _: &[u8; 128], observation: &mut [f32]| {
            let (numbers, unseen) = observation.split_at_mut(STACK.depth);
            let decision = decisions.next().unwrap_or(self.from);
            (0..).zip(numbers).for_each(|(back, number)| *number = picture(decision, back));
            features.observe_unseen(unseen);
        };
        let (observations, actions) = self.observed_by(size, observe, self.ways_gone());
        Trajectory { observations, actions, ..self.path_of(style) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game in which the player stands still for a while, then goes to and fro.
    fn playthrough(decisions: usize) -> Playthrough {
        let ram = |decision: usize| {
            let mut ram = [0; 128];
            (ram[10], ram[16]) = (80 + (decision.max(7) % 40) as u8, 60);
            ram
        };
        Playthrough { rams: (0..decisions).map(ram).collect(), actions: vec![3; decisions], score: 0 }
    }

    #[test]
    fn windows_start_at_the_first_move_and_games_are_held_out_whole() {
        let games: Vec<Playthrough> = (0..5).map(|_| playthrough(2 * DECISIONS + 20)).collect();
        let all = windows(Game::MsPacman, &games);
        let held_out = |windows: &[RecordedWindow]| windows.iter().filter(|window| window.held_out).count();
        assert_eq!((all.len(), held_out(&all)), (10, 2));
        assert!(all[8].held_out && all[9].held_out, "those of the last game");
        assert_eq!(all[0].from, 7, "the first move");
        assert_eq!(held_out(&windows(Game::MsPacman, &games[..2])), 2);
        let single = [playthrough(10 * DECISIONS + 10)];
        assert_eq!(held_out(&windows(Game::MsPacman, &single)), 2, "a fifth of a single game");
        assert!(windows(Game::MsPacman, &[playthrough(DECISIONS - 1), Playthrough::default()]).is_empty());
    }

    #[test]
    fn a_demonstration_has_one_row_per_decision() {
        let games = [playthrough(DECISIONS + 10)];
        let window = windows(Game::MsPacman, &games)[0];
        let (demo, (observations, actions)) = (window.path_of(1), window.pairs());
        assert_eq!((demo.steps(), observations.len()), (DECISIONS, DECISIONS * Game::MsPacman.observation_size()));
        let right = Game::MsPacman.actions().iter().position(|number| *number == 3).unwrap();
        let choices = Game::MsPacman.actions().len();
        assert!(actions.chunks(choices).all(|row| row[right] == 1.0 && row.iter().sum::<f32>() == 1.0));
        assert_eq!(demo.xy[..2], [87.0, 100.0], "y grows upwards");
    }
}
