//! One of several processes that share the cells of a table.

use std::fmt;
use std::str::FromStr;

/// Number `index` of `count`, from zero. It takes every `count`-th cell, so that all shards have their part of each method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    pub index: usize,
    pub count: usize,
}

impl Shard {
    fn new(index: usize, count: usize) -> Result<Self, String> {
        if index < count {
            return Ok(Self { index, count });
        }
        Err(format!("there is no shard {index} of {count}: they are counted from 0 to {}", count.saturating_sub(1)))
    }

    pub fn of(&self, cells: &[String]) -> Vec<String> {
        cells.iter().skip(self.index).step_by(self.count).cloned().collect()
    }

    pub fn file(&self, name: &str) -> String {
        format!("{name}.{}-of-{}.jsonl", self.index, self.count)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, text: &mut fmt::Formatter) -> fmt::Result {
        write!(text, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        let (index, count) = numbers.ok_or("a shard is I/N, such as 0/8")?;
        Self::new(index, count)
    }
}

/// The shard that a scheduler gave this process by its environment: an array of Slurm, or an indexed job of Kubernetes,
/// which does not say how many there are; LAB_SHARDS does.
pub fn from_scheduler(variable: impl Fn(&str) -> Option<String>) -> Result<Option<Shard>, String> {
    let number = |name: &str| -> Result<Option<usize>, String> {
        let Some(text) = variable(name) else { return Ok(None) };
        text.parse().map(Some).map_err(|_| format!("{name} is “{text}”, which is not a number"))
    };
    if let (Some(id), Some(count)) = (number("SLURM_ARRAY_TASK_ID")?, number("SLURM_ARRAY_TASK_COUNT")?) {
        let first = number("SLURM_ARRAY_TASK_MIN")?.unwrap_or(0);
        let step = number("SLURM_ARRAY_TASK_STEP")?.unwrap_or(1).max(1);
        return Shard::new(id.saturating_sub(first) / step, count).map(Some);
    }
    let Some(index) = number("JOB_COMPLETION_INDEX")? else { return Ok(None) };
    let count = number("LAB_SHARDS")?;
    let count = count.ok_or("JOB_COMPLETION_INDEX is set; LAB_SHARDS must say how many shards there are")?;
    Shard::new(index, count).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_environment(set: &[(&str, &str)]) -> Result<Option<Shard>, String> {
        from_scheduler(|name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| value.to_string()))
    }

    #[test]
    fn shards_share_all_cells_and_no_cell_twice() {
        let cells: Vec<String> = (0..23).map(|cell| cell.to_string()).collect();
        let mut all: Vec<String> = (0..5).flat_map(|index| Shard { index, count: 5 }.of(&cells)).collect();
        all.sort_by_key(|cell| cell.parse::<usize>().unwrap());
        assert_eq!(all, cells);
    }

    #[test]
    fn a_shard_is_read_or_refused_with_a_reason() {
        assert_eq!("3/8".parse(), Ok(Shard { index: 3, count: 8 }));
        for wrong in ["8/8", "0/0", "-1/2", "3", "a/b", ""] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn schedulers_say_which_shard_this_is() {
        assert_eq!(in_environment(&[]), Ok(None));
        let array = [("SLURM_ARRAY_TASK_ID", "7"), ("SLURM_ARRAY_TASK_COUNT", "4"), ("SLURM_ARRAY_TASK_MIN", "1")];
        let stepped = [&array[..], &[("SLURM_ARRAY_TASK_STEP", "2")]].concat();
        assert_eq!(in_environment(&stepped), Ok(Some(Shard { index: 3, count: 4 })));
        assert!(in_environment(&array).unwrap_err().contains("no shard 6 of 4"));
        assert!(in_environment(&[("JOB_COMPLETION_INDEX", "2")]).unwrap_err().contains("LAB_SHARDS"));
        let indexed = [("JOB_COMPLETION_INDEX", "2"), ("LAB_SHARDS", "3")];
        assert_eq!(in_environment(&indexed), Ok(Some(Shard { index: 2, count: 3 })));
    }
}
