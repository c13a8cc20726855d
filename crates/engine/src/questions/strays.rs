//! Where simulated experts strayed: the stretches of moments t of a demonstration with followed(t) ≠ z, where z is its
//! label. Demonstrations whose followed style is not known have none.

use crate::session::Session;
use protocol::Stretch;
use protocol::questions::MAX_PATHS;

pub fn strays(session: &Session, paths: &[u32]) -> Vec<Stretch> {
    let demos = session.demos();
    let all = demos.first().map(|demos| demos.trajectories.as_slice()).unwrap_or_default();
    let known = paths.iter().take(MAX_PATHS).filter_map(|path| Some((*path, all.get(*path as usize)?)));
    known.flat_map(|(path, found)| stretches(path, found.style, &found.followed)).collect()
}

fn stretches(path: u32, label: usize, followed: &[u8]) -> Vec<Stretch> {
    let mut found: Vec<Stretch> = Vec::new();
    for (moment, style) in (0_u32..).zip(followed) {
        if usize::from(*style) == label {
            continue;
        }
        match found.last_mut() {
            Some(last) if last.to + 1 == moment => last.to = moment,
            _ => found.push(Stretch { path, from: moment, to: moment, weight: 0.0 }),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_are_as_long_as_another_style_is_followed() {
        let found = stretches(7, 1, &[1, 2, 2, 1, 0, 2, 1]);
        let written: Vec<String> = found.iter().map(Stretch::to_string).collect();
        assert_eq!(written, ["7:1-2:0", "7:4-5:0"]);
        assert!(stretches(0, 1, &[]).is_empty(), "nothing is known of real demonstrations");
    }
}
