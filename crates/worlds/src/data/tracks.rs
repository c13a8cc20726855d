//! Paths of players on a half court, in feet, as importers make them and packs keep them.

use std::collections::HashMap;

/// Points of a path.
pub const POINTS: usize = 25;
/// Seconds between two points.
pub const STEP_SECONDS: f32 = 0.32;

/// One player for eight seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// Index into [`Tracks::games`]: splits are made by game, so that no play is on both sides.
    pub game: u32,
    pub player: u32,
    /// Feet from the corner of the court, the basket at (5.25, 25): x, y, x, y, ...
    pub xy: Vec<f32>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tracks {
    /// A game's name; where the source knows only the scene, the scene's.
    pub games: Vec<String>,
    pub tracks: Vec<Track>,
}

impl Tracks {
    /// The index of a game, which is added where it is new.
    pub fn game(&mut self, name: &str) -> u32 {
        let found = self.games.iter().position(|game| game == name);
        found.unwrap_or_else(|| {
            self.games.push(name.to_owned());
            self.games.len() - 1
        }) as u32
    }

    /// Adds those of another file; games of the same name are the same.
    pub fn append(&mut self, other: Tracks) {
        let mut known: HashMap<String, u32> = self.games.iter().cloned().zip(0..).collect();
        let mut place = |name: &String| {
            *known.entry(name.clone()).or_insert_with(|| {
                self.games.push(name.clone());
                self.games.len() as u32 - 1
            })
        };
        let places: Vec<u32> = other.games.iter().map(&mut place).collect();
        for track in other.tracks {
            if let Some(&game) = places.get(track.game as usize) {
                self.tracks.push(Track { game, ..track });
            }
        }
    }

    /// Whether a game is kept out of training: one in five, by its name, so that the same game is on the same
    /// side in every file that holds it. A single game trains: else there were nothing to learn from.
    pub fn held_out(&self, track: &Track) -> bool {
        let name = self.games.get(track.game as usize).map_or("", String::as_str);
        self.games.len() > 1 && crc32fast::hash(name.as_bytes()).is_multiple_of(5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tracks(games: &[&str]) -> Tracks {
        let mut all = Tracks::default();
        for (player, name) in games.iter().enumerate() {
            let game = all.game(name);
            all.tracks.push(Track { game, player: player as u32, xy: vec![0.0; 2 * POINTS] });
        }
        all
    }

    #[test]
    fn games_keep_their_name_when_files_are_joined() {
        let mut all = tracks(&["a", "b"]);
        all.append(tracks(&["b", "c"]));
        assert_eq!(all.games, ["a", "b", "c"]);
        assert_eq!(all.tracks.iter().map(|t| t.game).collect::<Vec<_>>(), [0, 1, 1, 2]);
    }

    #[test]
    fn about_a_fifth_of_the_games_is_held_out_and_always_the_same() {
        let names: Vec<String> = (0..1000).map(|n| n.to_string()).collect();
        let all = tracks(&names.iter().map(String::as_str).collect::<Vec<_>>());
        let held_out = all.tracks.iter().filter(|t| all.held_out(t)).count();
        assert!((150..250).contains(&held_out), "{held_out}");
        let two = tracks(&["17", "18"]);
        assert!((0..2).all(|at| two.held_out(&two.tracks[at]) == all.held_out(&all.tracks[17 + at])));
        let single = |name: &&str| tracks(&[name]).held_out(&tracks(&[name]).tracks[0]);
        assert!(!names.iter().any(|name| single(&name.as_str())), "a single game trains");
    }
}
