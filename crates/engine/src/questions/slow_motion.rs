//! One moment in slow motion: T(s,a,z) → p(z|s,a) = p(z) e^pmi → pmi = ln p(z|s,a)/p(z) → w = e^{β·pmi}, divided by the
//! mean → |∇θ w·(-log π(a|s,z))| = w · |∇θ log π(a|s,z)|. Every number is computed from the networks of the open run.

use super::moment::{pmi, timeline_at};
use crate::session::Session;
use protocol::questions::SlowMotion;
use protocol::{Text, text};

pub fn slow_motion(session: &Session, at: (u32, u32)) -> Result<SlowMotion, Text> {
    let (timeline, moment) = timeline_at(session, at)?;
    let formula = timeline.formula.ok_or_else(|| text!("question-critic-untrained"))?;
    let prior: Vec<f64> = timeline.prior.iter().map(|p| f64::from(*p)).collect();
    let styles = prior.len();
    let of_moment = &timeline.scores[moment * styles..(moment + 1) * styles];
    let scores: Vec<f64> = of_moment.iter().map(|score| f64::from(*score)).collect();
    let pmi = pmi(&scores, &prior);
    let weighed = timeline.weighed[moment];
    let power = libm::expf(formula.exponent(weighed));
    let weight = timeline.weight[moment];
    let gradient = |weight: f32| session.row_gradient(at, weight).ok_or_else(|| text!("question-no-gradient"));
    let plain = gradient(1.0)?;
    Ok(SlowMotion {
        trajectory: at.0,
        moment: at.1,
        style: timeline.style,
        posterior: pmi.iter().zip(&prior).map(|(pmi, p)| p * libm::exp(*pmi)).collect(),
        pmi,
        scores,
        prior,
        weighed: weighed.into(),
        power: power.into(),
        capped: formula.cap.map_or(power, |cap| power.min(cap)).into(),
        formula,
        by_hand: timeline.by_hand.get(moment).map_or(1.0, |by_hand| f64::from(*by_hand)),
        weight: weight.into(),
        loss: plain.loss,
        gradient_length: plain.length,
        weighted_length: gradient(weight)?.length,
        parameters: plain.parameters as u32,
    })
}
