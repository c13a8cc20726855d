//! Paths of players on a half court, in feet: the result of importers and the content of packs.

use std::collections::HashMap;

/// Points per path.
pub const POINTS: usize = 25;
/// Most paths in a file, about half a season's. Files with more are refused before room is made for them.
pub const MAX_PATHS: usize = 1 << 19;
/// Seconds between two points.
pub const STEP_SECONDS: f32 = 0.32;

/// The path of one player over eight seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// Index into [`Tracks::games`]. Splits are made by game, so that no game is on both sides.
    pub game: u32,
    pub player: u32,
    /// Feet from the corner of the court, the basket at (5.25, 25): x, y, x, y, ...
    pub xy: Vec<f32>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tracks {
    /// Names of the games; names of scenes where the source has no games.
    pub games: Vec<String>,
    pub tracks: Vec<Track>,
}

impl Tracks {
    /// The index of a game; an unknown game is added.
    pub fn game(&mut self, name: &str) -> u32 {
        let found = self.games.iter().position(|game| game == name);
        found.unwrap_or_else(|| {
            self.games.push(name.to_owned());
            self.games.len() - 1
        }) as u32
    }

    /// Adds the tracks of another file. Games of the same name are merged.
    pub fn append(&mut self, other: Tracks) {
        let mut known: HashMap<String, u32> = self.games.iter().cloned().zip(0..).collect();
        let mut index = |name: &String| {
            *known.entry(name.clone()).or_insert_with(|| {
                self.games.push(name.clone());
                self.games.len() as u32 - 1
            })
        };
        let indices: Vec<u32> = other.games.iter().map(&mut index).collect();
        for track in other.tracks {
            if let Some(&game) = indices.get(track.game as usize) {
                self.tracks.push(Track { game, ..track });
            }
        }
    }

    /// Whether the track's game is held out: one game in five, by the hash of its name, so that a game is on the same
    /// side in every file that contains it. A single game trains, since otherwise there would be no training data.
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
