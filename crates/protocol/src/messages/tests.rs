use super::*;
use crate::text;

const FILE: &str = "\
# How far training is.
train = Train
    .about = Trains from scratch,
        or goes on
steps = { NUMBER($done) } of { NUMBER($all) } steps

share = { NUMBER($share, style: \"percent\") }, { NUMBER($pmi, minimumFractionDigits: 2, maximumFractionDigits: 2) } nats
files =
    { $count ->
        [0] Nothing was found.
        [one] One file was found.
       *[other] { $count } files were found.
    }
playing = Now: { $who ->
        [own] your run
       *[nobody] nobody
    }.
nested = “{ $inner }”{ \" \" }{ \"{\" }x{ \"}\" }
seeds =
    .about = Only an attribute
";

fn english() -> Messages {
    Messages::parse("en", FILE).unwrap()
}

#[test]
fn holes_are_filled() {
    let messages = english();
    assert_eq!(messages.format(&text!("train")), "Train");
    assert_eq!(messages.format(&text!("train").about()), "Trains from scratch, or goes on");
    assert_eq!(messages.format(&text!("steps", done = 1200, all = 58_600)), "1,200 of 58,600 steps");
    assert_eq!(messages.format(&text!("share", share = 0.5f32, pmi = -0.25f32)), "50\u{a0}%, −0.25 nats");
}

#[test]
fn selects_go_by_number_category_and_word() {
    let files =
        |language: &str, count: u32| Messages::parse(language, FILE).unwrap().format(&text!("files", count = count));
    assert_eq!(files("en", 0), "Nothing was found.");
    assert_eq!(files("en", 1), "One file was found.");
    assert_eq!(files("en", 1234), "1234 files were found.");
    assert_eq!(files("zh", 1), "1 files were found.");
    let playing = |who: &str| english().format(&text!("playing", who = who));
    assert_eq!((playing("own").as_str(), playing("else").as_str()), ("Now: your run.", "Now: nobody."));
}

#[test]
fn texts_stand_in_texts() {
    let inner = text!("steps", done = 1, all = 2);
    assert_eq!(english().format(&text!("nested", inner = inner)), "“1 of 2 steps” {x}");
}

#[test]
fn what_is_missing_is_seen() {
    let messages = english();
    assert_eq!(messages.format(&text!("no-such-key", a = 1)), "no-such-key");
    assert_eq!(messages.format(&text!("steps", done = 1)), "1 of {$all} steps");
    assert!(!messages.contains("seeds") && messages.contains("seeds.about"));
    assert_eq!(messages.holes("files").unwrap().into_iter().collect::<Vec<_>>(), ["count"]);
    assert_eq!(messages.holes("no-such-key"), None);
    assert_eq!(messages.keys().count(), 8);
}

#[test]
fn files_add_up_and_keys_stand_once() {
    let mut messages = english();
    messages.add("more = More\r\n    of it\r\nlast = Last").unwrap();
    assert_eq!(messages.format(&text!("more")), "More of it");
    assert_eq!(messages.format(&text!("last")), "Last");
    assert_eq!(messages.add("\ntrain = Again").unwrap_err().line, 2);
}

#[test]
fn mistakes_name_their_line() {
    let line = |file: &str| Messages::parse("en", file).unwrap_err().line;
    assert_eq!(line("a = b\nc"), 2);
    assert_eq!(line("a = {"), 1);
    assert_eq!(line("a = b }"), 1);
    assert_eq!(line("a = { other }"), 1);
    assert_eq!(line("\n\na = { $x -> [one] a *[other] b }"), 3);
    assert_eq!(line("a = { $x ->\n  [one] a\n  }"), 3);
    assert_eq!(line("a = { NUMBER($x, digits: 2) }"), 1);
    assert_eq!(line("a = { NUMBER($x, maximumFractionDigits: 99) }"), 1);
    assert_eq!(line("a = { \"x }\nb = c"), 1);
    assert_eq!(line("Ü = a"), 1);
    for cut in (0..FILE.len()).filter(|cut| FILE.is_char_boundary(*cut)) {
        // Every beginning of a file is read or refused, never a panic.
        let _ = Messages::parse("en", &FILE[..cut]);
    }
    assert!(Messages::parse("en", &format!("a = {}", "{ $x ->\n [a] ".repeat(1000))).is_err());
}
