//! Consoles in words, for screen readers.

use protocol::{Screen, StageFrame, Stick, Text, text};

/// Every console of a frame in words, for screen readers. With several lanes each sentence begins with the method; the
/// visitor's own console (`yours`) has no style that was asked for.
pub fn describe(frame: &StageFrame, methods: &[Text], styles: &[Text], yours: bool) -> Vec<Text> {
    let mut lines = Vec::new();
    for (lane, shown) in frame.lanes.iter().enumerate() {
        let method = methods.get(lane).filter(|_| methods.len() > 1);
        lines.extend(shown.screens.iter().enumerate().map(|(index, screen)| match (yours, method) {
            (true, _) => describe_yours(screen, styles),
            (false, method) => describe_one(screen, styles, method).with("number", index + 1),
        }));
    }
    lines
}

fn describe_yours(screen: &Screen, styles: &[Text]) -> Text {
    let (stick, shows) = (describe_stick(screen.action), shows(screen, styles));
    text!("page-console-yours", stick = stick, shows = shows, score = screen.score)
}

/// The caller adds the console's number.
fn describe_one(screen: &Screen, styles: &[Text], method: Option<&Text>) -> Text {
    let line = match (method.cloned(), screen.pmi) {
        (Some(method), Some(pmi)) => text!("page-console-method-pmi", method = method, pmi = pmi),
        (Some(method), None) => text!("page-console-method", method = method),
        (None, Some(pmi)) => text!("page-console-pmi", pmi = pmi),
        (None, None) => text!("page-console"),
    };
    let line = line.with("asked", style_name(screen.style, styles));
    line.with("shows", shows(screen, styles)).with("score", screen.score)
}

fn describe_stick(stick: Stick) -> Text {
    let vertical = ["up", "centre", "down"][usize::from((1 + stick.y.signum()).unsigned_abs())];
    let horizontal = ["left", "centre", "right"][usize::from((1 + stick.x.signum()).unsigned_abs())];
    let fire = if stick.fire { "held" } else { "free" };
    text!("page-console-stick", direction = format!("{vertical}-{horizontal}"), fire = fire)
}

fn style_name(style: u8, styles: &[Text]) -> Text {
    styles.get(usize::from(style)).cloned().unwrap_or_else(|| text!("page-style-unnamed", number = style))
}

fn shows(screen: &Screen, styles: &[Text]) -> Text {
    match screen.achieved {
        Some(achieved) => text!("page-console-shows", style = style_name(achieved, styles)),
        None => text!("page-console-shows-none"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::words;

    #[test]
    fn a_console_is_described_in_words() {
        let stick = Stick::default();
        let screen = Screen { pixels: vec![], style: 1, score: 340, action: stick, pmi: Some(0.5), achieved: Some(0) };
        let styles = ["left", "right"].map(Text::new);
        let lane = || protocol::LaneFrame { screens: vec![screen.clone()], ..Default::default() };
        let lines = |lanes, methods: &[Text], yours| -> Vec<String> {
            describe(&StageFrame { lanes }, methods, &styles, yours).iter().map(words).collect()
        };
        let methods = ["CBC", "BC"].map(Text::new);
        let line = "asked for right, shows left, 340 points, its action tells 0.50 nats.";
        assert_eq!(lines(vec![lane()], &methods[..1], false), [format!("Console 1: {line}")]);
        assert_eq!(lines(vec![lane(), lane()], &methods, false)[1], format!("BC, console 1: {line}"));
        let yours = "Your console: stick at rest, shows left, 340 points.";
        assert_eq!(lines(vec![lane()], &methods[..1], true), [yours]);
        let stick = |x, y, fire| words(&describe_stick(Stick { x, y, fire }));
        assert_eq!(stick(-1, 1, true), "stick down left, button held");
        assert_eq!((stick(0, -1, false), stick(1, 0, false)), ("stick up".into(), "stick right".into()));
    }
}
