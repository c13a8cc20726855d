//! Snapshots of some of the seeds of a run, and of all of them again. Tables have the same number of rows per seed, except for
//! weights of demonstrated pairs, which every part has in full and sets for its own seeds.

use std::ops::Range;

use super::names::{self, table};
use super::{Bundle, SnapshotError};
use protocol::text;

impl Bundle {
    /// The state of some of the seeds; `all` is their number in this bundle.
    pub fn of_seeds(&self, seeds: Range<usize>, all: usize) -> Self {
        let all = all.max(1);
        let mut part = self.clone();
        for (name, (rows, columns, values)) in &mut part.tables {
            if name == table::CRITIC_WEIGHTS {
                continue;
            }
            let each = *rows / all;
            *values = values[seeds.start * each * *columns..seeds.end * each * *columns].to_vec();
            *rows = seeds.len() * each;
        }
        for (name, value) in &mut part.notes {
            if names::is_members(name)
                && let Ok(members) = value.parse::<usize>()
            {
                *value = (members / all * seeds.len()).to_string();
            }
        }
        part
    }

    /// Appends the state of the seeds that follow. `pairs` are their rows of the demonstrations.
    pub fn append(&mut self, next: &Self, pairs: Range<usize>) -> Result<(), SnapshotError> {
        let misfit = |name: &str| SnapshotError::Misfit(text!("snapshot-lacks", name = name));
        if let Some(name) = next.tables.keys().find(|name| !self.tables.contains_key(*name)) {
            return Err(misfit(name));
        }
        for (name, (rows, columns, values)) in &mut self.tables {
            let (more, width, added) = next.tables.get(name).ok_or_else(|| misfit(name))?;
            if width != columns {
                return Err(misfit(name));
            }
            if name == table::CRITIC_WEIGHTS {
                let (own, theirs) = (values.get_mut(pairs.clone()), added.get(pairs.clone()));
                let (own, theirs) = own.zip(theirs).ok_or_else(|| misfit(name))?;
                own.copy_from_slice(theirs);
            } else {
                values.extend_from_slice(added);
                *rows += more;
            }
        }
        for (name, value) in self.notes.iter_mut().filter(|(name, _)| names::is_members(name)) {
            let count = |text: &str| text.parse::<usize>().map_err(|_| misfit(name));
            *value = (count(value)? + count(next.note(name)?)?).to_string();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_make_the_whole_again() {
        let mut whole = Bundle::default();
        let numbers = |count: usize| (0..count).map(|number| number as f32).collect::<Vec<f32>>();
        whole.tables.insert("net.parameters".into(), (6, 4, numbers(24)));
        whole.tables.insert("bound".into(), (3, 2, numbers(6)));
        whole.tables.insert(table::CRITIC_WEIGHTS.into(), (30, 1, numbers(30)));
        whole.notes.insert("net.members".into(), "6".into());
        whole.notes.insert("net.steps".into(), "17".into());
        let (mut first, mut second) = (whole.of_seeds(0..1, 3), whole.of_seeds(1..3, 3));
        assert_eq!(first.tables["net.parameters"], (2, 4, numbers(8)));
        assert_eq!((second.tables["bound"].0, second.notes["net.members"].as_str()), (2, "4"));
        // Neither part knows the weights of the other.
        first.tables.get_mut(table::CRITIC_WEIGHTS).unwrap().2[10..].fill(1.0);
        second.tables.get_mut(table::CRITIC_WEIGHTS).unwrap().2[..10].fill(1.0);
        let mut joined = first.clone();
        joined.append(&second, 10..30).unwrap();
        assert_eq!(joined, whole);
        second.tables.remove("bound");
        assert!(first.clone().append(&second, 10..30).is_err() && second.append(&first, 0..10).is_err());
    }
}
