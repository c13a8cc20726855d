//! Questions that views, actions and conditions ask of the model.

use std::sync::Arc;

use super::{ChartTab, Lane, Model, Speed, WATCHED_SECONDS};
use protocol::{
    DemoStep, KnobCard, LabelCard, MethodCard, Responsibilities, RunConfig, RunState, Text, Timeline, Value, WorldCard,
    text,
};

impl Model {
    pub fn world(&self) -> Option<&WorldCard> {
        self.catalog.as_ref()?.world(&self.requested.world)
    }

    pub fn label(&self) -> Option<&LabelCard> {
        self.world()?.label(&self.requested.label)
    }

    pub fn method(&self) -> Option<&MethodCard> {
        self.catalog.as_ref()?.method(&self.requested.method)
    }

    pub fn method_of(&self, lane: usize) -> Option<&MethodCard> {
        self.catalog.as_ref()?.method(&self.lanes.get(lane)?.config.method)
    }

    pub fn styles(&self) -> Vec<Text> {
        self.label().map(|label| label.styles.clone()).unwrap_or_default()
    }

    pub fn style_name(&self, style: usize) -> Text {
        let name = self.label().and_then(|label| label.styles.get(style).cloned());
        name.unwrap_or_else(|| text!("page-style-unnamed", number = style))
    }

    /// The lane of the method whose knobs are shown.
    pub fn focus(&self) -> usize {
        self.lanes.iter().position(|lane| lane.config.method == self.requested.method).unwrap_or(0)
    }

    pub fn focused(&self) -> Option<&Lane> {
        self.lanes.get(self.focus())
    }

    /// The style strength that agents play with: the visitor's choice, or else the world's own for these settings.
    pub fn strength(&self) -> f32 {
        let own = || self.world().map(|world| world.strength_of(&self.requested.knobs));
        self.strength.or_else(own).unwrap_or(0.0)
    }

    /// The lane whose critic explains weights: the focused one, or the first that has a critic.
    pub fn critic_lane(&self) -> Option<usize> {
        let has_critic = |lane: &usize| self.method_of(*lane).is_some_and(|card| card.has_critic);
        Some(self.focus()).filter(has_critic).or_else(|| (0..self.lanes.len()).find(has_critic))
    }

    /// Clusters of trajectories: those of the focused lane, or of the first lane that reports some.
    pub fn responsibilities(&self) -> Option<&Arc<Responsibilities>> {
        let focused = self.focused().and_then(|lane| lane.responsibilities.as_ref());
        focused.or_else(|| self.lanes.iter().find_map(|lane| lane.responsibilities.as_ref()))
    }

    /// The timeline of the path that is explained, once it has arrived.
    pub fn timeline(&self) -> Option<&Arc<Timeline>> {
        let lane = self.critic_lane().unwrap_or_else(|| self.focus());
        let timeline = self.lanes.get(lane)?.timeline.as_ref()?;
        let explained = self.selected.filter(|_| self.drawn.is_none());
        (timeline.trajectory == explained).then_some(timeline)
    }

    /// The step of a path of `steps` steps that is shown: the one under the pointer, else the selected one. Before the
    /// visitor chooses, it is the telling moment, and elsewhere past the middle, where styles have parted.
    pub fn step_of(&self, steps: usize) -> usize {
        let explained = self.selected.filter(|_| self.drawn.is_none());
        let telling = self.telling.filter(|telling| Some(telling.trajectory) == explained);
        let shown =
            self.previewed_step.or(self.selected_step).or_else(|| telling.map(|telling| telling.moment as usize));
        shown.unwrap_or(steps * 3 / 5).min(steps.saturating_sub(1))
    }

    /// Run, trajectory and step whose picture the stage can show, in worlds with a screen.
    pub fn selected_on_screen(&self) -> Option<(RunConfig, u32, u32)> {
        self.world()?.screen.as_ref()?;
        let (selected, lane) = (self.selected?, self.focused()?);
        Some((lane.config.clone(), selected, self.step_of(self.steps_of_selected()?) as u32))
    }

    /// Length of the selected demonstration, in steps.
    pub fn steps_of_selected(&self) -> Option<usize> {
        let paths = &self.demos.as_ref()?.paths;
        paths.iter().find(|path| Some(path.trajectory) == self.selected).map(|path| path.xy.len() / 2)
    }

    /// The picture of the selected demonstration, once the stage has sent it.
    pub fn shown_demo_step(&self) -> Option<&Arc<DemoStep>> {
        self.demo_step.as_ref().filter(|step| Some(step.trajectory) == self.selected)
    }

    /// Whether it tells something where episodes end.
    pub fn has_ends(&self) -> bool {
        self.world().is_some_and(|card| card.ends)
    }

    pub fn state(&self) -> RunState {
        let mut reporting = self.lanes.iter().filter(|lane| lane.progress.is_some() || lane.is_done()).peekable();
        match self.training {
            true => RunState::Running,
            false if reporting.peek().is_some() && reporting.all(Lane::is_done) => RunState::Done,
            false => RunState::Paused,
        }
    }

    /// Limit in optimiser steps per second that gives the run its speed; None is none.
    pub fn speed_limit(&self) -> Option<f32> {
        let steps = self.lanes.iter().filter_map(|lane| lane.progress.as_ref()).map(|progress| progress.steps).max();
        match self.speed {
            Speed::Watched => steps.map(|steps| steps as f32 / WATCHED_SECONDS),
            Speed::Full | Speed::OneStep => None,
        }
    }

    /// The chart in the right column: the visitor's choice, or the first that the method fills.
    pub fn chart_tab(&self) -> ChartTab {
        let informs = self.lanes.is_empty() || self.critic_lane().is_some();
        self.view.chart.unwrap_or(if informs { ChartTab::Information } else { ChartTab::Losses })
    }

    /// Whether the style sliders have an effect in any lane.
    pub fn follows_style(&self) -> bool {
        (0..self.lanes.len()).any(|lane| self.method_of(lane).is_some_and(|card| card.follows_style))
    }

    /// Knobs to draw: those of the world, then those of the lanes' methods, each once.
    pub fn knobs(&self) -> Vec<KnobCard> {
        let world = self.world().map(|card| card.knobs.clone()).unwrap_or_default();
        let focus = self.method().map(|card| card.knobs.clone()).unwrap_or_default();
        let others = (0..self.lanes.len()).filter_map(|lane| self.method_of(lane)).flat_map(|card| card.knobs.clone());
        let mut all: Vec<KnobCard> = Vec::new();
        for card in world.into_iter().chain(focus).chain(others) {
            if !all.iter().any(|known| known.id == card.id) {
                all.push(card);
            }
        }
        all
    }

    pub fn knob_value(&self, knob: &KnobCard) -> Value {
        self.requested.knobs.get(&knob.id).cloned().unwrap_or_else(|| knob.default.clone())
    }
}
