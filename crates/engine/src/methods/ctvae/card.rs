//! How CTVAE describes itself.

use crate::methods::knobs::{self, knob, series, whole};
use protocol::{Chart, KnobCard, KnobGroup, KnobKind, MethodCard, SeriesCard, Value};

pub fn card() -> MethodCard {
    let mut curves = knobs::policy_series();
    curves.extend(latent_series());
    MethodCard {
        id: "ctvae".into(),
        name: "CTVAE".into(),
        about: "An encoder sums up each path in a few numbers, and a policy with a memory learns to act it out from \
                them and the style. At play the numbers are drawn at random, so what the label does not tell comes \
                back with them, off-style stretches too."
            .into(),
        equation: "min E[ −Σ log π(a|s,z,u) ] + w · KL( q(u|τ,z) ‖ N(0,1) )".into(),
        knobs: all_knobs(),
        series: curves,
        follows_style: true,
        has_critic: false,
        finds_styles: false,
    }
}

/// The policy's knobs, but for the batch: a step takes windows of paths, not pairs.
fn all_knobs() -> Vec<KnobCard> {
    let group = KnobGroup::Policy;
    let number = |max, step| KnobKind::Number { min: 0.0, max, step, logarithmic: false, unit: None };
    let mut all: Vec<KnobCard> = knobs::policy().into_iter().filter(|card| card.id != "batch").collect();
    all.extend([
        knob(
            "batch_windows",
            "Windows a step",
            "Windows of paths in one optimiser step; 128 whole paths as published, from far more demonstrations.",
            group,
            whole(4, 128, 4, ""),
            Value::Number(8.0),
            false,
        ),
        knob(
            "latent",
            "Latent numbers",
            "How many numbers sum up a path.",
            group,
            whole(1, 16, 1, ""),
            Value::Number(4.0),
            false,
        ),
        knob(
            "window",
            "Window",
            "Steps of a path that are read and acted out together; longer paths are cut.",
            group,
            whole(10, 100, 5, "steps"),
            Value::Number(50.0),
            false,
        ),
        knob(
            "kl_weight",
            "KL weight",
            "What a nat of the latent costs; 1 is the published bound. The cheaper it is, the more of the style the \
             latent tells in the label's place, and at play it is drawn at random.",
            group,
            number(10.0, 0.5),
            Value::Number(4.0),
            true,
        ),
        knob(
            "kl_warm_up",
            "KL warm-up",
            "Share of training over which that cost rises from nothing.",
            group,
            number(1.0, 0.05),
            Value::Number(0.3),
            false,
        ),
    ]);
    all
}

fn latent_series() -> Vec<SeriesCard> {
    vec![
        series(
            "reconstruction",
            "Reconstruction",
            "−log π(a|s,z,u) on training pairs with the latent drawn from the encoder, mean since the last point.",
            Chart::Loss,
            false,
        ),
        SeriesCard {
            unit: "nats a window".into(),
            ..series(
                "latent-kl",
                "KL",
                "What the encoder tells of a window through the latent: nats away from the distribution drawn at play.",
                Chart::Latent,
                false,
            )
        },
        SeriesCard {
            unit: "".into(),
            ..series(
                "latent-weight",
                "KL weight",
                "The cost of a nat of the latent, as it rises.",
                Chart::Latent,
                false,
            )
        },
    ]
}
