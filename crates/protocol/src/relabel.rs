//! Labels by hand: demonstrations whose style is set in place of that of the label. Part of a run, and of its link:
//! `relabel=PATH:STYLE,...`, both counted from zero.

use serde::{Deserialize, Serialize};

use super::query::excerpt;
use super::{RunConfig, Text, text};

/// Most demonstrations that a run relabels, since its link has to hold them.
pub const MAX_RELABELLED: usize = 512;

/// A demonstration and its style by hand. Of several entries for one path the last counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relabel {
    /// Index among all demonstrations of the run's seed.
    pub path: u32,
    pub style: u8,
}

impl std::fmt::Display for Relabel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.path, self.style)
    }
}

fn read_relabel(text: &str) -> Option<Relabel> {
    let (path, style) = text.split_once(':')?;
    Some(Relabel { path: path.parse().ok()?, style: style.parse().ok()? })
}

/// Appends the entries of a list that are separated by commas. Of those that cannot be read the first is named.
pub(super) fn read_relabels(list: &str, relabels: &mut Vec<Relabel>) -> Option<Text> {
    let mut unread = None;
    for part in list.split(',').filter(|part| !part.is_empty()) {
        match read_relabel(part) {
            Some(relabel) => relabels.push(relabel),
            None => unread = unread.or(Some(part)),
        }
    }
    unread.map(|part| text!("link-no-relabel", relabel = excerpt(part)))
}

/// Copies the labels by hand whose style exists from `wish` to `run`.
pub(super) fn settle_relabels(run: &mut RunConfig, wish: &RunConfig, styles: usize, notices: &mut Vec<Text>) {
    let known = wish.relabel.iter().filter(|relabel| usize::from(relabel.style) < styles);
    run.relabel = known.take(MAX_RELABELLED).copied().collect();
    let left_out = wish.relabel.len() - run.relabel.len();
    if left_out > 0 {
        notices.push(text!("link-relabel-left-out", count = left_out, styles = styles, most = MAX_RELABELLED));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_by_hand_travel_in_the_link() {
        let relabel = vec![Relabel { path: 12, style: 3 }, Relabel { path: 0, style: 1 }];
        let run = RunConfig { relabel, ..RunConfig::default() };
        assert!(run.to_query().ends_with("&relabel=12:3,0:1"), "{}", run.to_query());
        let (read, notices) = RunConfig::from_query(&run.to_query());
        assert_eq!((read, notices.len()), (run, 0));
        let (read, notices) = RunConfig::from_query("relabel=1:2,x,3:-1,4:999,,5:0");
        assert_eq!(read.relabel, [Relabel { path: 1, style: 2 }, Relabel { path: 5, style: 0 }]);
        assert_eq!(notices[0].key, "link-no-relabel");
    }

    #[test]
    fn styles_that_do_not_exist_and_endless_lists_are_left_out() {
        let relabel = (0..600).map(|path| Relabel { path, style: (path % 3) as u8 }).collect();
        let (mut run, mut notices) = (RunConfig::default(), vec![]);
        settle_relabels(&mut run, &RunConfig { relabel, ..RunConfig::default() }, 2, &mut notices);
        assert_eq!((run.relabel.len(), notices.len()), (400, 1));
        assert!(run.relabel.iter().all(|relabel| relabel.style < 2));
    }
}
