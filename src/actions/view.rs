//! Actions that change how a run is watched and steered, never its numbers.

use super::Effect;
use crate::permalink::MAX_STRENGTH;
use crate::state::{Beat, ChartTab, Model, Tab, ViewState, shares};
use protocol::{StageCommand, TrainerCommand};

impl Model {
    pub(super) fn set_style_share(&mut self, style: usize, percent: f32) -> Vec<Effect> {
        shares::set(&mut self.shares, style, percent);
        vec![Effect::Stage(StageCommand::Mix(self.shares.clone())), Effect::WriteAddress]
    }

    pub(super) fn ask_for_style(&mut self, style: usize) -> Vec<Effect> {
        self.set_style_share(style, 100.0)
    }

    pub(super) fn mix_styles(&mut self) -> Vec<Effect> {
        self.shares = shares::even(self.shares.len());
        vec![Effect::Stage(StageCommand::Mix(self.shares.clone())), Effect::WriteAddress]
    }

    pub(super) fn hold_agents(&mut self, on: bool) -> Vec<Effect> {
        self.view.held = on;
        vec![Effect::Stage(StageCommand::Animate(!on))]
    }

    pub(super) fn set_view(&mut self, change: impl FnOnce(&mut ViewState)) -> Vec<Effect> {
        change(&mut self.view);
        vec![Effect::WriteAddress]
    }

    pub(super) fn open_panel(&mut self, panel: String) -> Vec<Effect> {
        self.view.menu_open = false;
        let mut effects = self.set_view(|view| view.panel = Some(panel));
        effects.push(Effect::StartPanels);
        effects
    }

    /// The whole page is shown again.
    pub(super) fn close_panel(&mut self) -> Vec<Effect> {
        self.set_view(|view| (view.panel, view.hidden) = (None, Vec::new()))
    }

    /// The next part of the story, with what it talks about in view.
    pub(super) fn show_me(&mut self) -> Vec<Effect> {
        self.view.beat = match self.view.beat {
            None => Some(Beat::Look),
            Some(beat) => beat.next(),
        };
        match self.view.beat {
            Some(Beat::Look) => self.ask_for_style(0),
            Some(Beat::Why) => self.mix_styles(),
            Some(Beat::Learn) => {
                (self.view.chart, self.view.tab) = (Some(ChartTab::Information), Tab::Charts);
                self.train()
            }
            Some(Beat::Check) => {
                self.view.tab = Tab::Check;
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    pub(super) fn set_style_strength(&mut self, strength: f32) -> Vec<Effect> {
        if !strength.is_finite() {
            return Vec::new();
        }
        let strength = strength.clamp(0.0, MAX_STRENGTH);
        self.strength = Some(strength);
        vec![Effect::Stage(StageCommand::Strength(strength)), Effect::WriteAddress]
    }

    pub(super) fn select_demonstration(&mut self, trajectory: u32) -> Vec<Effect> {
        self.selected = Some(trajectory);
        self.selected_by_visitor = true;
        self.drawn = None;
        vec![self.inspect()]
    }

    pub(super) fn select_step(&mut self, step: usize) -> Vec<Effect> {
        self.selected_step = Some(step);
        // A pointer that rests on the timeline does not hide what a key selects.
        self.previewed_step = None;
        Vec::new()
    }

    /// The next or previous of the demonstrations on the stage.
    pub(super) fn select_neighbour(&mut self, by: i32) -> Vec<Effect> {
        let neighbour = || {
            let paths = &self.demos.as_ref()?.paths;
            let count = i32::try_from(paths.len()).ok().filter(|count| *count > 0)?;
            let at = paths.iter().position(|path| Some(path.trajectory) == self.selected);
            let at = at.map_or(if by > 0 { -1 } else { 0 }, |at| at as i32);
            paths.get((at + by).rem_euclid(count) as usize).map(|path| path.trajectory)
        };
        neighbour().map(|trajectory| self.select_demonstration(trajectory)).unwrap_or_default()
    }

    pub(super) fn draw_path(&mut self, xy: Vec<f32>) -> Vec<Effect> {
        self.lanes.iter_mut().for_each(|lane| lane.timeline = None);
        self.drawn = Some(xy.into());
        vec![self.inspect()]
    }

    /// Asks the trainer to explain the drawn path or the selected demonstration.
    pub fn inspect(&self) -> Effect {
        Effect::Trainer(match &self.drawn {
            Some(xy) => TrainerCommand::InspectDrawn { xy: xy.to_vec() },
            None => TrainerCommand::Inspect { trajectory: self.selected },
        })
    }

    pub(super) fn place_agent(&mut self, agent: u32, at: [f32; 2]) -> Vec<Effect> {
        if at.iter().any(|coordinate| !coordinate.is_finite()) {
            return Vec::new();
        }
        self.starts.insert(agent, at);
        vec![Effect::Stage(StageCommand::Place { agent, at: Some(at) })]
    }

    pub(super) fn free_agents(&mut self) -> Vec<Effect> {
        let placed = std::mem::take(&mut self.starts).into_keys();
        placed.map(|agent| Effect::Stage(StageCommand::Place { agent, at: None })).collect()
    }

    /// While training the page's snapshot is some seconds old, so a new one is requested and then downloaded.
    pub(super) fn download_snapshot(&mut self) -> Vec<Effect> {
        let (focus, training) = (self.focus(), self.training);
        match self.lanes.get_mut(focus) {
            Some(lane) if training => {
                lane.download_requested = true;
                vec![Effect::Trainer(TrainerCommand::SendSnapshots)]
            }
            Some(lane) => lane.download().into_iter().collect(),
            None => Vec::new(),
        }
    }
}
