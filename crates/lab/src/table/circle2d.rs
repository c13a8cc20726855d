//! Circle2D: distances of every method from the experts of each style, on clean and on imperfect demonstrations.

use engine::methods::id;
use engine::session::catalog;
use protocol::knobs::recipes;
use worlds::Files;

use super::TableRequest;
use crate::cells::Stop;
use crate::measure::{AS_IN_PAPER, CIRCLE2D_DATA, METRICS, SETTINGS, bc_pmi, given_labels, scored, settled, trained};
use crate::messages::say;
use crate::metrics::StyleScore;
use crate::report::{Report, Row, Sheet, spread};
use crate::statistics::{deviation, leaders, mean, smaller};

/// What the paper compares here, CBC in both its forms.
const COMPARED: [(&str, &str); 3] = [
    ("BC", "method=bc"),
    ("CBC, one network", "method=cbc&networks=shared"),
    ("CBC, one a style", "method=cbc&networks=separate"),
];

/// (name, settings of its link): those that the paper compares, then every other method.
pub fn methods() -> Vec<(String, String)> {
    let mut methods: Vec<(String, String)> = COMPARED.map(|(name, how)| (name.into(), how.into())).into();
    methods.push(("BC-PMI".into(), bc_pmi(&recipes::best())));
    let others = catalog().methods.iter().filter(|card| ![id::BC, id::CBC, id::BC_PMI].contains(&card.id.as_str()));
    methods.extend(others.map(|card| (say(&card.name), format!("method={}", card.id))));
    methods.push((AS_IN_PAPER.into(), bc_pmi(&recipes::paper())));
    methods.extend(given_labels().into_iter().map(|(name, _, how)| (name, how)));
    methods
}

/// Places in `methods`.
const BC: usize = 0;
const SHARED: usize = 1;
const SEPARATE: usize = 2;
const PMI: usize = 3;
const STYLES: usize = 4;

/// The paper's Table 1 for BC, CBC and BC-PMI, on its own data: DTW, ED and KL of each style.
const PAPER: [[[f64; 3]; 3]; STYLES] = [
    [[88.590, 8.130, 7.511], [133.100, 22.039, 21.591], [8.037, 0.044, 0.037]],
    [[45.729, 7.695, 7.631], [88.180, 35.355, 35.777], [1.111, 0.043, 0.037]],
    [[77.619, 18.972, 11.576], [130.839, 107.833, 74.267], [16.839, 0.271, 0.135]],
    [[69.527, 7.755, 7.577], [97.066, 27.230, 26.749], [36.238, 0.401, 0.219]],
];

/// Scores of every seed and style, for one setting and method.
type SettingScores = Vec<Vec<StyleScore>>;

/// Values of one metric and style over the seeds.
fn values(runs: &SettingScores, style: usize, metric: usize) -> Vec<f64> {
    runs.iter().filter_map(|run| run.get(style).map(METRICS[metric].2)).collect()
}

/// BC-PMI against the better CBC of a row: the ratio of means, and a sign for which is ahead, and whether
/// beyond the noise of both.
fn verdict(setting: &[SettingScores], style: usize, metric: usize) -> (f64, char) {
    let [ours, shared, separate] = [PMI, SHARED, SEPARATE].map(|method| values(&setting[method], style, metric));
    let better = mean(&shared).min(mean(&separate));
    let ahead = mean(&ours) < better;
    let against = [smaller(&ours, &shared), smaller(&ours, &separate)];
    let sign = match against {
        [(a, true), (b, true)] if ahead && a && b => '▲',
        [(a, true), _] | [_, (a, true)] if !ahead && !a => '▼',
        _ if ahead => '△',
        _ => '▽',
    };
    (mean(&ours) / better, sign)
}

fn sheet(caption: &str, setting: &[SettingScores]) -> Sheet {
    let mut head = vec!["style".to_string(), "metric".to_string()];
    head.extend(methods().into_iter().map(|(name, _)| name));
    head.extend(["ratio", "paper: BC", "paper: CBC", "paper: BC-PMI", "paper: ratio"].map(String::from));
    let (mut rows, mut ahead) = (Vec::new(), Vec::new());
    for (style, of_paper) in PAPER.iter().enumerate() {
        for (metric, (name, places, _)) in METRICS.iter().enumerate() {
            let mut row = vec![(style + 1).to_string(), (*name).to_string()];
            let all: Vec<Vec<f64>> = setting.iter().map(|runs| values(runs, style, metric)).collect();
            row.extend(all.iter().map(|values| spread(mean(values), deviation(values), *places)));
            let mut leading = if metric < 3 { leaders(&all).iter().map(|method| method + 2).collect() } else { vec![] };
            match of_paper.get(metric) {
                Some([bc, cbc, ours]) => {
                    let (ratio, sign) = verdict(setting, style, metric);
                    row.push(format!("{ratio:.2} {sign}"));
                    row.extend([bc, cbc, ours].map(ToString::to_string));
                    leading.push(setting.len() + if ours < cbc { 5 } else { 4 });
                    row.push(format!("{:.2}", ours / cbc));
                }
                None => row.extend(std::iter::repeat_n(String::new(), 5)),
            }
            rows.push(row);
            ahead.push(leading);
        }
        let floor: Vec<f64> = setting[BC].iter().filter_map(|run| run.get(style).map(|score| score.kl_floor)).collect();
        let floor = spread(mean(&floor), deviation(&floor), 3);
        let mut row = vec![(style + 1).to_string(), "KL, expert to expert".to_string(), floor];
        row.resize(head.len(), String::new());
        rows.push(row);
        ahead.push(vec![]);
    }
    Sheet { caption: caption.into(), head, rows, ahead }
}

/// How many rows of a setting have BC-PMI ahead, and by how much.
fn finding(name: &str, setting: &[SettingScores]) -> String {
    let rows: Vec<(usize, usize)> = (0..STYLES).flat_map(|style| (0..3).map(move |metric| (style, metric))).collect();
    let verdicts: Vec<(f64, char)> = rows.iter().map(|(style, metric)| verdict(setting, *style, *metric)).collect();
    let count = |signs: &[char]| verdicts.iter().filter(|(_, sign)| signs.contains(sign)).count();
    let ratios = rows.iter().zip(&verdicts).filter(|((style, metric), (ratio, _))| {
        let [_, cbc, ours] = PAPER[*style][*metric];
        *ratio <= ours / cbc
    });
    let dtw = [BC, SHARED, SEPARATE, PMI].map(|method| {
        let all: Vec<f64> = (0..STYLES).map(|style| mean(&values(&setting[method], style, 0))).collect();
        format!("{:.1}", mean(&all))
    });
    format!(
        "{name}: mean DTW of BC, CBC (one network), CBC (one a style), BC-PMI: {}. BC-PMI is ahead of both CBCs in {} of \
         {} rows, in {} of them beyond noise; it is behind beyond noise in {}; its ratio to the better CBC is at most the \
         paper's in {}.",
        dtw.join(", "),
        count(&['▲', '△']),
        rows.len(),
        count(&['▲']),
        count(&['▼']),
        ratios.count()
    )
}

fn rows(setting: &str, of_setting: &[SettingScores]) -> Vec<Row> {
    let mut rows = Vec::new();
    for ((method, _), runs) in methods().iter().zip(of_setting) {
        for style in 0..STYLES {
            for (metric, (name, ..)) in METRICS.iter().enumerate() {
                let values = values(runs, style, metric);
                let of = [setting, method, &format!("style {}", style + 1), name].map(String::from).to_vec();
                rows.push(Row { of, mean: mean(&values), sd: deviation(&values), values });
            }
        }
    }
    rows
}

const READING: &str = "Ratio: BC-PMI over the better of the two CBCs; ▲ ahead of both beyond noise, △ ahead within \
     noise, ▽ behind within noise, ▼ behind. All methods see the same data of a seed, so they are compared seed by \
     seed; beyond noise is where Student's 95 % interval of the mean log ratio leaves out zero. Marked as ahead in its \
     row is the best mean, and all that are not behind it beyond noise. DTW and ED, in units of the plane: the policy's \
     noise-free path to the expert's; KL, in nats: visits of 25 noisy rollouts to those of 25 noisy experts over 10 x \
     10 x 8 cells of place and direction. SORL and InfoGAIL find styles without labels: theirs are counted after the best \
     one-to-one matching of codes to labels.";

pub fn report(request: &TableRequest) -> Result<Report, Stop> {
    let (options, changed) = (request.options, request.changed());
    let methods = methods();
    let mut cells = Vec::new();
    for (_, data) in SETTINGS {
        for (_, how) in &methods {
            let link = |seed| format!("world=circle2d&{how}&{data}{changed}&seed={seed}");
            cells.extend(options.range().map(link));
        }
    }
    let scores =
        options.work("circle2d", &cells, |link| scored(&mut trained(&settled(link)?, &Files::default())?.0, 0.0))?;
    let runs: Vec<SettingScores> = scores.chunks(options.seeds as usize).map(<[_]>::to_vec).collect();
    let settings = || SETTINGS.iter().zip(runs.chunks(methods.len()));
    let mut finding: Vec<String> = settings().map(|((name, _), runs)| finding(name, runs)).collect();
    finding.push(READING.into());
    Ok(Report {
        finding,
        sheets: settings().map(|((name, _), runs)| sheet(name, runs)).collect(),
        rows: settings().flat_map(|((name, _), runs)| rows(name, runs)).collect(),
        ..Report::new(
            "Circle2D: distance from the experts of each style",
            request.command("circle2d"),
            CIRCLE2D_DATA,
            options,
        )
    })
}
