//! What a pupil hands in: a link with the run, the digest of its networks, answers, and perhaps a name.

use std::collections::BTreeMap;

use protocol::{RunConfig, escape, read_query};

/// Most links of a list, and most characters of a name or an answer.
pub const MOST_LINES: usize = 200;
const LONGEST_NAME: usize = 40;
const LONGEST_ANSWER: usize = 1000;
const MOST_ANSWERS: usize = 100;

#[derive(Clone, Debug, PartialEq)]
pub struct HandIn {
    /// The pupil's name; may be empty.
    pub name: String,
    pub run: RunConfig,
    pub digest: Option<u64>,
    /// Answers by lesson and step, such as `4.2`.
    pub answers: Answers,
}

pub type Answers = BTreeMap<String, SubmittedAnswer>;

/// The guess of a pupil in one step.
#[derive(Clone, Debug, PartialEq)]
pub struct SubmittedAnswer {
    pub guess: String,
    /// Whether it was right; None if there is no right one.
    pub right: Option<bool>,
    /// The truth in the pupil's own run, in the form of a guess; empty if the lesson has it.
    pub truth: String,
}

/// The hand-ins of a text with one link per line; lines without a link are skipped. The second value is the number of
/// links beyond `MOST_LINES`, which are not read.
pub fn read_list(text: &str) -> (Vec<HandIn>, usize) {
    let links: Vec<&str> = text.lines().map(str::trim).filter(|line| line.contains('?')).collect();
    let more = links.len().saturating_sub(MOST_LINES);
    (links.into_iter().take(MOST_LINES).filter_map(read).collect(), more)
}

/// Reads one link; None if it cannot be read.
pub fn read(link: &str) -> Option<HandIn> {
    // A name may stand in front of the link, as in a list copied from a chat.
    let (before, query) = link.split_once('?')?;
    let settings = read_query(query).ok()?;
    let (run, _) = RunConfig::from_settings(&settings);
    let value = |name: &str| settings.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let noted = before.rsplit_once(char::is_whitespace).map(|(name, _)| name);
    let name = value("by").or(noted).unwrap_or_default();
    Some(HandIn {
        name: cut(name.trim_end_matches([':', ' ', '\t']), LONGEST_NAME),
        run,
        digest: value("digest").and_then(|digest| u64::from_str_radix(digest, 16).ok()),
        answers: answers(value("answers").unwrap_or_default()),
    })
}

/// Reads `step:right:answer` or `step:right*truth:answer`, separated by commas; right is `1`, `0` or empty.
fn answers(text: &str) -> Answers {
    let answer = |part: &str| {
        let mut parts = part.splitn(3, ':');
        let (step, right, guess) = (parts.next()?, parts.next()?, parts.next()?);
        let (right, truth) = right.split_once('*').unwrap_or((right, ""));
        let right = matches!(right, "0" | "1").then(|| right == "1");
        let (guess, truth) = (cut(guess, LONGEST_ANSWER), cut(truth, LONGEST_ANSWER));
        Some((cut(step, 8), SubmittedAnswer { guess, right, truth }))
    };
    text.split(',').take(MOST_ANSWERS).filter_map(answer).collect()
}

fn cut(text: &str, most: usize) -> String {
    text.chars().filter(|character| !character.is_control()).take(most).collect()
}

/// The settings that are appended to the link of a run to make it a hand-in.
pub fn write(digest: u64, name: &str, answers: &Answers) -> String {
    let mut query = format!("&digest={digest:016x}");
    if !name.trim().is_empty() {
        query.push_str(&format!("&by={}", escape(name.trim())));
    }
    let answer = |(step, answer): (&String, &SubmittedAnswer)| {
        let right = answer.right.map_or("", |right| if right { "1" } else { "0" });
        let truth = if answer.truth.is_empty() { String::new() } else { format!("*{}", escape(&answer.truth)) };
        format!("{step}:{right}{truth}:{}", escape(&answer.guess.replace(',', ";")))
    };
    let answers: Vec<String> = answers.iter().map(answer).collect();
    if !answers.is_empty() {
        query.push_str(&format!("&answers={}", answers.join(",")));
    }
    query
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_handed_in_is_read_again() {
        let run = RunConfig { world: "circle2d".into(), method: "bc".into(), seed: 11, ..RunConfig::default() };
        let answer =
            |guess: &str, right, truth: &str| SubmittedAnswer { guess: guess.into(), right, truth: truth.into() };
        let given = [
            ("1.1", answer("-15_0_123_40", None, "0_0_50_-5")),
            ("1.3", answer("0.35", Some(false), "0.25")),
            ("1.4", answer("b", Some(false), "")),
            ("3.4", answer("my rule: more * less", None, "")),
        ];
        let answers: Answers = given.map(|(step, answer)| (step.to_string(), answer)).into();
        let link = format!("https://host/?{}{}", run.to_query(), write(0x00ab, "Ada L.", &answers));
        let read = read(&link).unwrap();
        assert_eq!((read.name.as_str(), read.digest, &read.answers), ("Ada L.", Some(0xab), &answers));
        assert_eq!(read.run.to_query(), run.to_query());
    }

    #[test]
    fn a_list_has_a_link_per_line_and_perhaps_a_name_before_it() {
        let list = "Bo: https://host/?seed=3&digest=ff\n\nno link here\nhttps://host/?seed=4&digest=xyz\n";
        let (all, more) = read_list(list);
        assert_eq!((all.len(), more), (2, 0));
        assert_eq!((all[0].name.as_str(), all[0].run.seed, all[0].digest), ("Bo", 3, Some(255)));
        assert_eq!((all[1].name.as_str(), all[1].digest), ("", None), "what is no digest confirms nothing");
        let many = "https://host/?seed=1\n".repeat(MOST_LINES + 3);
        assert_eq!(read_list(&many).1, 3);
    }

    #[test]
    fn hostile_links_are_cut_short() {
        let long = format!("https://host/?by={}&answers=1.1:1:{}", "n".repeat(500), "a".repeat(1500));
        let read = read(&long).unwrap();
        assert_eq!((read.name.len(), read.answers["1.1"].guess.len()), (LONGEST_NAME, LONGEST_ANSWER));
        assert_eq!(super::read(&format!("https://host/?x={}", "9".repeat(20_000))), None);
    }
}
