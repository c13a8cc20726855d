//! The evidence along the explained path as a sound: one tone, an octave higher for a nat that speaks for the label and an
//! octave lower for one against it. It starts only when the visitor presses the button.

use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{AudioContext, OscillatorNode};

use super::{Close, Panel};
use crate::reactive::{boolean, string};
use crate::text::{fixed, t, words};
use protocol::{Timeline, text};

/// Duration of the sound of a path, in seconds.
const SECONDS: f64 = 6.0;
/// The tone of a moment that tells nothing, in hertz.
const MIDDLE: f32 = 330.0;
/// Most octaves up or down, so that every tone can be heard.
const OCTAVES: f32 = 2.0;
/// Loudness, from 0 to 1.
const GAIN: f32 = 0.15;

/// Frequencies along the path, in hertz: `[moments]`, MIDDLE · 2^pmi with pmi clamped to ±OCTAVES.
fn tones(pmi: &[f32]) -> Vec<f32> {
    pmi.iter().map(|pmi| MIDDLE * libm::exp2f(pmi.clamp(-OCTAVES, OCTAVES))).collect()
}

/// Starts the sound; None if the browser has no sound or the path has no PMI.
fn play(timeline: &Timeline) -> Option<(AudioContext, OscillatorNode)> {
    let mut tones = tones(&timeline.pmi);
    if tones.len() < 2 {
        return None;
    }
    let context = AudioContext::new().ok()?;
    let (tone, loudness) = (context.create_oscillator().ok()?, context.create_gain().ok()?);
    loudness.gain().set_value(GAIN);
    tone.connect_with_audio_node(&loudness).ok()?;
    loudness.connect_with_audio_node(&context.destination()).ok()?;
    let now = context.current_time();
    tone.frequency().set_value_curve_at_time(&mut tones, now, SECONDS).ok()?;
    tone.start().ok()?;
    tone.stop_with_when(now + SECONDS).ok()?;
    Some((context, tone))
}

#[component]
pub fn Listen(panel: Panel) -> impl IntoView {
    let timeline = panel.page.memo(|model| model.timeline().cloned());
    let playing = StoredValue::new_local(None::<(AudioContext, OscillatorNode)>);
    let sounds = RwSignal::new(false);
    let stop = move || {
        // Closing frees the audio device; it fails for a context that is closed already, which does no harm.
        playing.update_value(|playing| drop(playing.take().map(|(context, _)| context.close())));
        sounds.set(false);
    };
    let start = move |_| {
        stop();
        let Some(playing_now) = timeline.get_untracked().as_deref().and_then(play) else { return };
        let ended = Closure::once_into_js(move || sounds.set(false));
        playing_now.1.set_onended(Some(ended.unchecked_ref()));
        playing.set_value(Some(playing_now));
        sounds.set(true);
    };
    on_cleanup(move || playing.update_value(|playing| drop(playing.take().map(|(context, _)| context.close()))));
    let extremes = move |timeline: &Arc<Timeline>| {
        let (low, high) =
            timeline.pmi.iter().fold((0.0_f32, 0.0_f32), |(low, high), pmi| (low.min(*pmi), high.max(*pmi)));
        words(&text!("listen-range", low = fixed(low, 2), high = fixed(high, 2)))
    };
    let said = move || match timeline.get().filter(|timeline| !timeline.pmi.is_empty()) {
        Some(timeline) => extremes(&timeline),
        None => words(&text!("listen-nothing")),
    };
    let silent = move || timeline.get().is_none_or(|timeline| timeline.pmi.is_empty());
    view! {
        <section class="lesson" data-testid="listen-panel">
            <header><h2>{t!("listen-title")}</h2><Close/></header>
            <p>{t!("listen-about")}</p>
            <p class="readout">{string(said)}</p>
            <button class="accent" data-testid="listen-play" disabled=boolean(silent) on:click=start>{t!("listen-play")}</button>
            <button class="quiet" data-testid="listen-stop" disabled=boolean(move || !sounds.get()) on:click=move |_| stop()>{t!("listen-stop")}</button>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nat_is_an_octave() {
        let tones = tones(&[0.0, 1.0, -1.0, 9.0]);
        assert_eq!(tones, [330.0, 660.0, 165.0, 1320.0]);
    }
}
