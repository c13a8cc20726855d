//! CTVAE's card, knobs and curves.

use crate::methods::id;
use crate::methods::series::{self, MethodSeries};
use protocol::knobs::policy;
use protocol::{Chart, KnobCard, KnobGroup, MethodCard, NumberKnob, WholeKnob, text};

const GROUP: KnobGroup = KnobGroup::Policy;

/// Windows of paths per optimiser step.
pub const BATCH_WINDOWS: WholeKnob = WholeKnob::new("batch_windows", "knob-batch_windows", GROUP, (4, 128), 8).step(4);
/// Dimensions of the latent u.
pub const LATENT: WholeKnob = WholeKnob::new("latent", "knob-latent", GROUP, (1, 16), 4);
/// Steps per window; longer paths are cut.
pub const WINDOW: WholeKnob = WholeKnob::new("window", "knob-window", GROUP, (10, 100), 50).step(5).unit("unit-steps");
/// The final weight w of the KL term.
pub const KL_WEIGHT: NumberKnob =
    NumberKnob::new("kl_weight", "knob-kl_weight", GROUP, (0.0, 10.0), 4.0).step(0.5).live();
/// Share of training over which w rises from zero.
pub const KL_WARM_UP: NumberKnob = NumberKnob::new("kl_warm_up", "knob-kl_warm_up", GROUP, (0.0, 1.0), 0.3);

/// -log π on training pairs with u drawn from the encoder.
pub const RECONSTRUCTION: MethodSeries = MethodSeries::new("reconstruction", "series-reconstruction", Chart::Loss);
/// KL(q(u|τ,z) ‖ N(0,1)) per window.
pub const LATENT_KL: MethodSeries =
    MethodSeries::new("latent-kl", "series-latent-kl", Chart::Latent).unit(Some("unit-nats-per-window"));
/// The current weight w.
pub const LATENT_WEIGHT: MethodSeries =
    MethodSeries::new("latent-weight", "series-latent-weight", Chart::Latent).unit(None);

pub fn card() -> MethodCard {
    MethodCard {
        id: id::CTVAE.into(),
        name: text!("method-ctvae"),
        about: text!("method-ctvae.about"),
        equation: "min E[ −Σ log π(a|s,z,u) ] + w · KL( q(u|τ,z) ‖ N(0,1) )".into(),
        knobs: knobs(),
        recipes: vec![],
        series: series::cards(&[&series::POLICY, &[RECONSTRUCTION, LATENT_KL, LATENT_WEIGHT]]),
        follows_style: true,
        has_critic: false,
        takes_weights: false,
        sees_pictures: false,
        finds_styles: false,
    }
}

/// The policy's knobs without the batch of pairs: a step takes windows of paths instead.
fn knobs() -> Vec<KnobCard> {
    let mut all = policy::cards();
    all.retain(|card| card.id != policy::BATCH.id());
    all.extend([BATCH_WINDOWS.card(), LATENT.card(), WINDOW.card(), KL_WEIGHT.card(), KL_WARM_UP.card()]);
    all
}
