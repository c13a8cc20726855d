//! What a measurement found: tables and figures with all it takes to make them again, as JSON, Markdown, or
//! a part of the page of results.

use std::path::Path;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::cells::MeasurementOptions;
use crate::measure::DEVICE;

#[derive(Serialize, Deserialize)]
pub struct Report {
    pub title: String,
    /// What came out, in sentences computed from the numbers, and how to read the tables.
    pub finding: Vec<String>,
    /// Makes this report again.
    pub command: String,
    pub data: String,
    pub device: String,
    #[serde(default = "one")]
    pub first_seed: u64,
    pub seeds: u64,
    pub commit: String,
    pub sheets: Vec<Sheet>,
    pub figures: Vec<Figure>,
    /// Every number behind the tables.
    pub rows: Vec<Row>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames: Option<ShownFrames>,
}

/// Reports from before the first seed could be chosen.
fn one() -> u64 {
    1
}

#[derive(Serialize, Deserialize)]
pub struct Sheet {
    pub caption: String,
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
    /// For each row the columns that lead in it; may be empty.
    #[serde(default)]
    pub ahead: Vec<Vec<usize>>,
}

impl Sheet {
    pub fn leads(&self, row: usize, column: usize) -> bool {
        self.ahead.get(row).is_some_and(|columns| columns.contains(&column))
    }
}

/// One measured quantity over the seeds.
#[derive(Serialize, Deserialize)]
pub struct Row {
    pub of: Vec<String>,
    pub mean: f64,
    pub sd: f64,
    pub values: Vec<f64>,
}

#[derive(Serialize, Deserialize)]
pub struct Figure {
    pub caption: String,
    pub x: String,
    pub y: String,
    pub series: Vec<Series>,
}

/// Screens of a game, drawn as boxes, in pixels of the console.
#[derive(Serialize, Deserialize)]
pub struct ShownFrames {
    pub width: u16,
    pub height: u16,
    /// What most of them show, place by place.
    pub background: Vec<ColourBoxes>,
    pub frames: Vec<ShownFrame>,
}

#[derive(Clone, Serialize, Deserialize)]
pub struct ColourBoxes {
    /// As in “#d0a030”.
    pub colour: String,
    /// (x, y, width, height) each.
    pub boxes: Vec<[u16; 4]>,
}

/// A moment of a demonstration.
#[derive(Clone, Serialize, Deserialize)]
pub struct ShownFrame {
    /// The style that the demonstration is labelled with.
    pub style: String,
    pub moment: u32,
    /// An arrow, or a dot for none.
    pub action: String,
    /// The weight in the policy's loss, and PMI with the label in nats.
    pub weight: f32,
    pub pmi: f32,
    /// What differs from the background.
    pub boxes: Vec<ColourBoxes>,
    /// The pixels that PMI rests on, as boxes per shade, the lightest first.
    pub shades: Vec<Vec<[u16; 4]>>,
}

/// The axes of a figure that shows places.
pub const PLANE: (&str, &str) = ("x", "y");

#[derive(Serialize, Deserialize)]
pub struct Series {
    pub name: String,
    /// Whether a line joins the points.
    pub joined: bool,
    pub points: Vec<(f32, f32)>,
}

/// The commit that computed a number; “-dirty” where files had changed since. A lab that is taken elsewhere has it built in
/// (PMI_COMMIT, which ./dev sets); else it is read once, at the start, because commits may be made during a long run.
pub fn commit() -> String {
    static COMMIT: OnceLock<String> = OnceLock::new();
    let built_in = option_env!("PMI_COMMIT").filter(|commit| !commit.is_empty());
    COMMIT.get_or_init(|| built_in.map_or_else(describe, String::from)).clone()
}

fn describe() -> String {
    let output = std::process::Command::new("git").args(["describe", "--always", "--dirty"]).output();
    let text = output.ok().filter(|output| output.status.success()).map(|output| output.stdout);
    text.and_then(|text| String::from_utf8(text).ok()).map_or_else(|| "unknown".into(), |text| text.trim().into())
}

impl Report {
    /// What its command sets in every run, as the end of a link.
    pub fn settings(&self) -> String {
        self.command
            .split(" --set ")
            .skip(1)
            .filter_map(|rest| rest.split(' ').next())
            .map(|set| format!("&{set}"))
            .collect()
    }

    /// A report that has found nothing yet. `command` makes it again.
    pub fn new(title: &str, command: String, data: &str, options: &MeasurementOptions) -> Self {
        Self {
            title: title.into(),
            finding: vec![],
            command,
            data: data.into(),
            device: DEVICE.into(),
            first_seed: options.first_seed,
            seeds: options.seeds,
            commit: commit(),
            sheets: vec![],
            figures: vec![],
            rows: vec![],
            frames: None,
        }
    }

    /// Prints it, and writes the JSON where requested.
    pub fn publish(&self, options: &MeasurementOptions) -> Result<(), String> {
        if let Some(path) = &options.out {
            self.write(path)?;
        }
        println!("{}", if options.json { self.text()? } else { self.markdown() });
        Ok(())
    }

    fn text(&self) -> Result<String, String> {
        serde_json::to_string_pretty(self).map_err(|error| error.to_string())
    }

    pub fn write(&self, path: &Path) -> Result<(), String> {
        let text = self.text()?;
        std::fs::write(path, format!("{text}\n"))
            .map_err(|error| format!("{} cannot be written: {error}", path.display()))
    }

    pub fn seeds_said(&self) -> String {
        match self.seeds {
            1 => format!("seed {}", self.first_seed),
            _ => format!("seeds {} to {}", self.first_seed, self.first_seed + self.seeds - 1),
        }
    }

    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n\n", self.title);
        self.finding.iter().for_each(|sentence| text.push_str(&format!("{sentence}\n")));
        text.push_str(&format!(
            "\n`{}`: {}; {}; {}; commit {}\n",
            self.command,
            self.data,
            self.device,
            self.seeds_said(),
            self.commit
        ));
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        for sheet in &self.sheets {
            text.push_str(&format!("\n## {}\n\n{}", sheet.caption, line(&sheet.head)));
            text.push_str(&format!("|{}\n", "---|".repeat(sheet.head.len())));
            for (number, row) in sheet.rows.iter().enumerate() {
                let bold = |(column, cell): (usize, &String)| match sheet.leads(number, column) {
                    true => format!("**{cell}**"),
                    false => cell.clone(),
                };
                text.push_str(&line(&row.iter().enumerate().map(bold).collect::<Vec<_>>()));
            }
        }
        text
    }
}

/// Mean ± deviation with `places` decimal places.
pub fn spread(mean: f64, sd: f64, places: usize) -> String {
    format!("{mean:.places$} ± {sd:.places$}")
}
