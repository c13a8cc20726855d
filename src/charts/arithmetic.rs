//! The arithmetic of one weight, step by step, as it is computed: from the critic's score to the weight in the loss.

use crate::text;
use protocol::knobs::weights::Baseline;
use protocol::{Text, Timeline, WeighedQuantity, WeightFormula, text};

/// One moment of a timeline.
#[derive(Clone, Debug, PartialEq)]
pub struct MomentView {
    pub moment: usize,
    pub style: usize,
    pub scores: Vec<f32>,
    pub posterior: Vec<f32>,
    pub prior: Vec<f32>,
    pub pmi: f32,
    /// The quantity that the weight is computed from.
    pub weighed: f32,
    pub weight: f32,
    /// The weight by hand, a factor of the weight; None where the run has none.
    pub by_hand: Option<f32>,
    pub formula: WeightFormula,
}

/// None where the timeline is too short or has no critic.
pub fn look(timeline: &Timeline, moment: usize) -> Option<MomentView> {
    let moment = moment.min(timeline.pmi.len().checked_sub(1)?);
    let styles = timeline.prior.len();
    let of_moment = |list: &[f32]| Some(list.get(moment * styles..(moment + 1) * styles)?.to_vec());
    Some(MomentView {
        moment,
        style: usize::from(timeline.style),
        scores: of_moment(&timeline.scores)?,
        posterior: of_moment(&timeline.posterior)?,
        prior: timeline.prior.clone(),
        pmi: timeline.pmi[moment],
        weighed: *timeline.weighed.get(moment)?,
        weight: *timeline.weight.get(moment)?,
        by_hand: timeline.by_hand.get(moment).copied(),
        formula: timeline.formula?,
    })
}

/// Three significant digits, and at least two decimals below a hundred.
fn figure(number: f32) -> String {
    match number.abs() {
        size if size > 0.0 && !(1e-3..1e6).contains(&size) => format!("{number:.2e}"),
        size if size >= 99.5 || size == 0.0 => text::fixed(number, 0),
        size => text::fixed(number, (2.0 - size.log10().floor()).clamp(2.0, 5.0) as usize),
    }
}

fn nats(number: f32) -> String {
    text::fixed(number, 3)
}

impl MomentView {
    fn of_label(&self, list: &[f32]) -> f32 {
        list.get(self.style).copied().unwrap_or(f32::NAN)
    }

    pub fn after(&self) -> f32 {
        self.of_label(&self.posterior)
    }

    pub fn before(&self) -> f32 {
        self.of_label(&self.prior)
    }

    /// What a moment weighs that tells nothing; None where the quantity says nothing of that, or the mean is unknown.
    pub fn neutral_weight(&self) -> Option<f32> {
        let is_pmi = matches!(self.formula.quantity, WeighedQuantity::Pmi | WeighedQuantity::ActionPmi);
        self.formula.mean.filter(|_| is_pmi).map(|_| self.formula.weight(1.0))
    }

    /// The steps of the arithmetic, in the order in which they are computed.
    pub fn arithmetic(&self) -> Vec<Text> {
        let mut steps = vec![self.pmi_step()];
        steps.extend(self.quantity_step());
        steps.push(self.exponent_step());
        steps.extend(self.cap_step());
        steps.push(self.weight_step());
        steps.extend(self.by_hand_step());
        steps
    }

    /// T(s,a,z) to PMI.
    fn pmi_step(&self) -> Text {
        let score = self.of_label(&self.scores);
        text!(
            "page-why-pmi",
            score = nats(score),
            mean = nats(score - self.pmi),
            pmi = nats(self.pmi),
            after = figure(self.after()),
            before = figure(self.before()),
        )
    }

    /// Where the weight is computed from something else than that PMI.
    fn quantity_step(&self) -> Option<Text> {
        let (score, weighed) = (nats(self.of_label(&self.scores)), nats(self.weighed));
        match self.formula.quantity {
            WeighedQuantity::Pmi => None,
            WeighedQuantity::RawScore => Some(text!("page-why-raw", score = score)),
            WeighedQuantity::Score { constant } => {
                Some(text!("page-why-global", score = score, constant = nats(constant), weighed = weighed))
            }
            WeighedQuantity::ActionPmi => {
                let place = nats(self.pmi - self.weighed);
                Some(text!("page-why-action", pmi = nats(self.pmi), place = place, weighed = weighed))
            }
        }
    }

    fn symbol(&self) -> Text {
        match self.formula.quantity {
            WeighedQuantity::Pmi => text!("page-why-symbol-pmi"),
            WeighedQuantity::ActionPmi => text!("page-why-symbol-action"),
            WeighedQuantity::Score { .. } => text!("page-why-symbol-global"),
            WeighedQuantity::RawScore => text!("page-why-symbol-raw"),
        }
    }

    fn power(&self) -> f32 {
        self.formula.exponent(self.weighed).exp()
    }

    /// The quantity to e^{β·quantity}.
    fn exponent_step(&self) -> Text {
        let WeightFormula { beta, sharpness, .. } = self.formula;
        let (symbol, weighed, power) = (self.symbol(), nats(self.weighed), figure(self.power()));
        let (exponent, beta) = (self.formula.exponent(self.weighed), text::short(f64::from(beta)));
        match (sharpness < 1.0, exponent.abs() >= WeightFormula::LARGEST_EXPONENT) {
            (_, true) => text!("page-why-limited", symbol = symbol, exponent = nats(exponent), power = power),
            (true, _) => {
                let sharpness = figure(sharpness);
                text!(
                    "page-why-blunted",
                    symbol = symbol,
                    beta = beta,
                    sharpness = sharpness,
                    weighed = weighed,
                    power = power
                )
            }
            _ => text!("page-why-exponent", symbol = symbol, beta = beta, weighed = weighed, power = power),
        }
    }

    fn cap_step(&self) -> Option<Text> {
        let (cap, power) = (self.formula.cap?, self.power());
        let capped = power.min(cap);
        let step = match self.formula.label_noise {
            None => text!("page-why-cap-plain", power = figure(power), cap = figure(cap), capped = figure(capped)),
            Some(noise) => text!(
                "page-why-cap",
                noise = figure(noise),
                before = figure(self.before()),
                cap = figure(cap),
                power = figure(power),
                capped = figure(capped),
            ),
        };
        Some(step)
    }

    /// The weight without the one by hand.
    fn plain_weight(&self) -> f32 {
        if self.by_hand.is_some() { self.formula.weight(self.power()) } else { self.weight }
    }

    fn by_hand_step(&self) -> Option<Text> {
        let (plain, by_hand) = (figure(self.plain_weight()), figure(self.by_hand?));
        Some(text!("page-why-by-hand", plain = plain, by_hand = by_hand, weight = figure(self.weight)))
    }

    /// The baseline.
    fn weight_step(&self) -> Text {
        let power = self.power();
        let capped = figure(self.formula.cap.map_or(power, |cap| power.min(cap)));
        let (divisor, weight) = (figure(self.formula.divisor), figure(self.plain_weight()));
        match (self.formula.mean, self.formula.baseline) {
            (None, _) => text!("page-why-mean-later"),
            (Some(_), Baseline::Mean | Baseline::Capped) => {
                text!("page-why-divided", capped = capped, divisor = divisor, weight = weight)
            }
            (Some(mean), Baseline::Clamped) => {
                text!("page-why-clamped", capped = capped, mean = figure(mean), divisor = divisor, weight = weight)
            }
            (Some(mean), Baseline::Printed) => {
                text!("page-why-subtracted", capped = capped, mean = figure(mean), weight = weight)
            }
        }
    }
}
