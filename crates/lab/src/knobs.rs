//! `lab knobs`: what every knob of BC-PMI does, one at a time from our best recipe, over several seeds.

use std::collections::BTreeMap;

use clap::Args;
use protocol::knobs::{critic, policy, recipes, weights};
use worlds::Files;

use crate::cells::MeasurementOptions;
use crate::measure::{CIRCLE2D_DATA, METRICS, SETTINGS, bc_pmi, scored, settled, trained};
use crate::metrics::StyleScore;
use crate::report::{Report, Row, Sheet, spread};
use crate::statistics::{deviation, mean};

#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    options: MeasurementOptions,
    /// Only these knobs: --only defaults --only "label noise"
    #[arg(long, value_name = "KNOB")]
    only: Vec<String>,
}

/// (knob, value, what it changes, guidance at play time)
type KnobVariant = (&'static str, &'static str, &'static str, f32);

const VARIANTS: [KnobVariant; 39] = [
    ("defaults", "", "", 0.0),
    ("policy", "width 32, as in the paper", "hidden=32", 0.0),
    ("policy", "width 128", "hidden=128", 0.0),
    ("policy", "10 epochs, as in the paper", "epochs=10", 0.0),
    ("β", "0 (CBC)", "beta=0", 0.0),
    ("β", "0.5", "beta=0.5", 0.0),
    ("β", "1", "beta=1", 0.0),
    ("β", "1.5", "beta=1.5", 0.0),
    ("β", "2", "beta=2", 0.0),
    ("β", "4", "beta=4", 0.0),
    ("baseline", "divide by the mean, β 1", "baseline=mean&beta=1", 0.0),
    ("baseline", "divide by the mean, β 2", "baseline=mean&beta=2", 0.0),
    ("critics", "1, which weighs what it has learnt", "critic_folds=1", 0.0),
    ("critics", "5", "critic_folds=5", 0.0),
    ("label noise", "ignored", "slips=off", 0.0),
    ("label noise", "estimated by an exact critic", "critic=exact&slips=all", 0.0),
    ("label noise", "estimated by a sampled critic", "critic=sampled&slips=all", 0.0),
    ("baseline", "subtract, cut at zero", "baseline=clamped&beta=1", 0.0),
    ("baseline", "subtract, as printed", "baseline=printed&beta=1", 0.0),
    ("normalisation", "sampled critic, per pair", "critic=sampled&normalisation=pair", 0.0),
    ("normalisation", "sampled critic, global", "critic=sampled&normalisation=global", 0.0),
    ("normalisation", "sampled critic, raw", "critic=sampled&normalisation=raw", 0.0),
    ("critic", "classifier, width 32", "critic=classifier&critic_hidden=32", 0.0),
    ("critic", "classifier, width 64", "critic=classifier&critic_hidden=64", 0.0),
    ("critic", "classifier, width 128", "critic=classifier&critic_hidden=128", 0.0),
    ("critic", "exact, width 32", "critic=exact&critic_hidden=32", 0.0),
    ("critic", "exact, width 64", "critic=exact&critic_hidden=64", 0.0),
    ("critic", "exact, width 128", "critic=exact&critic_hidden=128", 0.0),
    ("critic", "sampled, width 32", "critic=sampled&critic_hidden=32", 0.0),
    ("critic", "sampled, width 64", "critic=sampled&critic_hidden=64", 0.0),
    ("critic", "sampled, width 128", "critic=sampled&critic_hidden=128", 0.0),
    ("guidance on CBC", "0.5", "beta=0", 0.5),
    ("guidance on CBC", "1", "beta=0", 1.0),
    ("guidance on CBC", "2", "beta=0", 2.0),
    ("guidance on CBC", "4", "beta=0", 4.0),
    ("guidance on BC-PMI", "0.5", "", 0.5),
    ("guidance on BC-PMI", "1", "", 1.0),
    ("guidance on BC-PMI", "2", "", 2.0),
    ("guidance on BC-PMI", "4", "", 4.0),
];

/// A metric of a run, averaged over its styles.
fn overall(scores: &[StyleScore], metric: usize) -> f64 {
    mean(&scores.iter().map(METRICS[metric].2).collect::<Vec<_>>())
}

/// Scores of every seed and style, for one value of a knob; None for a seed whose training broke down.
type SweepScores = Vec<Option<Vec<StyleScore>>>;

fn entry(runs: &SweepScores, metric: usize) -> (String, Vec<f64>) {
    let values: Vec<f64> = runs.iter().flatten().map(|scores| overall(scores, metric)).collect();
    let broken = runs.len() - values.len();
    let text = match (values.len(), broken) {
        (0, _) => "broke down".to_string(),
        (_, 0) => spread(mean(&values), deviation(&values), METRICS[metric].1),
        (_, some) => format!("{} ({some} broke down)", spread(mean(&values), deviation(&values), METRICS[metric].1)),
    };
    (text, values)
}

fn sheet(caption: &str, variants: &[KnobVariant], runs: &[SweepScores]) -> Sheet {
    let head = ["knob", "value"].into_iter().chain(METRICS.iter().map(|metric| metric.0)).map(String::from).collect();
    let rows = variants.iter().zip(runs).map(|((knob, value, _, strength), runs)| {
        let mut row = vec![(*knob).to_string(), (*value).to_string()];
        row.extend((0..METRICS.len()).map(|metric| match metric < 2 && *strength > 0.0 {
            // Guidance chooses among drawn actions; the noise-free path draws none.
            true => "–".to_string(),
            false => entry(runs, metric).0,
        }));
        row
    });
    Sheet { caption: caption.into(), head, rows: rows.collect(), ahead: vec![] }
}

fn rows(setting: &str, variants: &[KnobVariant], runs: &[SweepScores]) -> Vec<Row> {
    let mut rows = Vec::new();
    for ((knob, value, ..), runs) in variants.iter().zip(runs) {
        for (metric, (name, ..)) in METRICS.iter().enumerate() {
            let values = entry(runs, metric).1;
            let of = [setting, knob, value, name].map(String::from).to_vec();
            rows.push(Row { of, mean: mean(&values), sd: deviation(&values), values });
        }
    }
    rows
}

/// Trains a run once and scores it at each of the strengths in front of its link. A run that broke down is a result; a
/// link that does not exist is an error.
fn measure(cell: &str) -> Result<Vec<Option<Vec<StyleScore>>>, String> {
    let (strengths, link) = cell.split_once(' ').ok_or("a cell without a strength")?;
    let strengths: Result<Vec<f32>, _> = strengths.split(',').map(str::parse).collect();
    let strengths = strengths.map_err(|_| "a cell without a strength")?;
    match trained(&settled(link)?, &Files::default()) {
        Ok((mut session, _)) => {
            strengths.into_iter().map(|strength| scored(&mut session, strength).map(Some)).collect()
        }
        Err(error) if error.contains("broke down") => Ok(vec![None; strengths.len()]),
        Err(error) => Err(error),
    }
}

/// Every run once, with the strengths it is evaluated at; variants that are the same run share it.
fn runs_of(wanted: &[(String, f32)]) -> BTreeMap<&str, Vec<f32>> {
    let mut runs: BTreeMap<&str, Vec<f32>> = BTreeMap::new();
    for (link, strength) in wanted {
        let strengths = runs.entry(link).or_default();
        if !strengths.contains(strength) {
            strengths.push(*strength);
        }
    }
    runs
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let Arguments { options, only } = arguments;
    let asked = |(knob, ..): &KnobVariant| only.is_empty() || only.iter().any(|name| name == knob);
    let variants: Vec<KnobVariant> = VARIANTS.into_iter().filter(asked).collect();
    let mut wanted = Vec::new();
    for (_, data) in SETTINGS {
        for &(_, _, change, strength) in &variants {
            for seed in options.range() {
                let link = format!("world=circle2d&{}&{data}&{change}&seed={seed}", bc_pmi(&recipes::best()));
                wanted.push((settled(&link)?.to_query(), strength));
            }
        }
    }
    let runs = runs_of(&wanted);
    let cell = |(link, strengths): (&&str, &Vec<f32>)| {
        let strengths: Vec<String> = strengths.iter().map(ToString::to_string).collect();
        format!("{} {link}", strengths.join(","))
    };
    let found = options.work("knobs", &runs.iter().map(cell).collect::<Vec<_>>(), measure)?;
    let found: BTreeMap<&str, Vec<Option<Vec<StyleScore>>>> = runs.keys().copied().zip(found).collect();
    let scores = |(link, strength): &(String, f32)| {
        let place = runs.get(link.as_str())?.iter().position(|known| known == strength)?;
        found.get(link.as_str())?.get(place)?.clone()
    };
    let found: Vec<Option<Vec<StyleScore>>> = wanted.iter().map(scores).collect();
    let runs: Vec<SweepScores> = found.chunks(options.seeds as usize).map(<[_]>::to_vec).collect();
    let settings = || SETTINGS.iter().zip(runs.chunks(variants.len().max(1)));
    let defaults = settled(&format!("world=circle2d&{}", bc_pmi(&recipes::best())))?;
    let finding = format!(
        "One knob at a time is moved from our best recipe (policy of width {}; critic {}, width {}; baseline {}; β {}; normalisation {}). Means \
         over the four styles. Guidance draws 16 actions and picks among them by PMI, so it needs no training, and the \
         noise-free paths behind DTW and ED do not change.",
        policy::HIDDEN.get(&defaults),
        critic::CRITIC.word(critic::CRITIC.get(&defaults)),
        critic::HIDDEN.get(&defaults),
        weights::BASELINE.word(weights::BASELINE.get(&defaults)),
        weights::BETA.get(&defaults),
        weights::NORMALISATION.word(weights::NORMALISATION.get(&defaults)),
    );
    let report = Report {
        finding: vec![finding],
        sheets: settings().map(|((name, _), runs)| sheet(name, &variants, runs)).collect(),
        rows: settings().flat_map(|((name, _), runs)| rows(name, &variants, runs)).collect(),
        ..Report::new(
            "What the knobs do, Circle2D",
            format!(
                "lab knobs {}{}",
                options.seed_flags(),
                only.iter().map(|knob| format!(" --only {knob:?}")).collect::<String>()
            ),
            CIRCLE2D_DATA,
            options,
        )
    };
    report.publish(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_that_are_the_same_run_are_trained_once() {
        let wanted = [("a", 0.0), ("b", 0.0), ("a", 2.0), ("a", 0.0)].map(|(link, s)| (link.to_string(), s));
        let runs = runs_of(&wanted);
        assert_eq!(runs.into_iter().collect::<Vec<_>>(), [("a", vec![0.0, 2.0]), ("b", vec![0.0])]);
    }
}
