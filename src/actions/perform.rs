//! The one door for actions.

use super::{Action, Effect};
use crate::state::{LinkCopy, Model};
use protocol::TrainerCommand;

impl Model {
    /// Changes the model. An action that is impossible at the moment changes nothing.
    pub fn perform(&mut self, action: Action) -> Vec<Effect> {
        // Joystick positions are sent all the time, also at rest.
        if action.is_shown() {
            self.performed.insert(action.category());
        }
        match action {
            Action::ChooseWorld(world) => self.choose_world(&world),
            Action::ChooseLabel(label) => self.choose_label(&label),
            Action::ChooseMethod(method) => self.choose_method(&method),
            Action::SetKnob { knob, value } => self.set_knob(&knob, &value),
            Action::ChooseRecipe(recipe) => self.choose_recipe(&recipe),
            Action::ChoosePreset(id) => self.choose_preset(&id),
            Action::SetSeed(seed) => self.set_seed(seed),
            Action::Compare(on) => self.set_comparing(on),
            Action::ToggleCompared(method) => self.toggle_compared_method(&method),
            Action::Train => self.train(),
            Action::Pause => self.pause(TrainerCommand::Pause),
            Action::ToggleTraining if self.training => self.pause(TrainerCommand::Pause),
            Action::ToggleTraining => self.train(),
            Action::TrainStep => self.pause(TrainerCommand::Step),
            Action::Reset => self.reset(),
            Action::SetSpeed(speed) => self.set_speed(speed),
            Action::ChooseDevice(device) => self.choose_device(device),
            Action::SetStyleShare { style, percent } => self.set_style_share(style, percent),
            Action::AskForStyle(style) => self.ask_for_style(style),
            Action::MixStyles => self.mix_styles(),
            Action::SetStyleStrength(strength) => self.set_style_strength(strength),
            Action::SelectDemonstration(trajectory) => self.select_demonstration(trajectory),
            Action::SelectNextDemonstration => self.select_neighbour(1),
            Action::SelectPreviousDemonstration => self.select_neighbour(-1),
            Action::SelectStep(step) => self.select_step(step),
            Action::Draw(on) => set(&mut self.drawing, on),
            Action::DrawPath(xy) => self.draw_path(xy),
            Action::PlaceAgent { agent, at } => self.place_agent(agent, at),
            Action::FreeAgents => self.free_agents(),
            Action::ShowEnds(on) => set(&mut self.show_ends, on),
            Action::HoldAgents(on) => self.hold_agents(on),
            Action::StartPlaying => self.start_playing(),
            Action::StopPlaying => self.stop_playing(),
            Action::MoveJoystick { input, stick } => self.move_joystick(input, stick),
            Action::LearnFromPlays => self.learn_from_plays(),
            Action::DownloadPlays => self.download_plays(),
            Action::LoadFile { name, bytes } => self.load_file(name, bytes),
            Action::DownloadSnapshot => self.download_snapshot(),
            Action::OpenSnapshot { query, step, finished, bytes } => self.open_snapshot(&query, step, finished, bytes),
            Action::CopyLink => vec![Effect::WriteAddress, Effect::CopyLink],
            Action::CloseLink => set(&mut self.link_copy, LinkCopy::None),
            Action::ShowChart(chart) => self.set_view(|view| view.chart = Some(chart)),
            Action::ShowTab(tab) => self.set_view(|view| view.tab = tab),
            Action::OpenKnobs(on) => self.set_view(|view| view.knobs_open = on),
            Action::OpenPanel(panel) => self.open_panel(panel),
            Action::ClosePanel => self.close_panel(),
            Action::HideParts(parts) => self.set_view(|view| view.hidden = parts),
            Action::Navigate(query) => self.navigate(&query),
            Action::OpenMenu(on) => set(&mut self.view.menu_open, on),
            Action::ShowMe => self.show_me(),
            Action::EndStory => set(&mut self.view.beat, None),
            Action::OpenDialog(dialog) => set(&mut self.dialog, Some(dialog)),
            Action::CloseDialog => set(&mut self.dialog, None),
            Action::SetTheme(theme) => {
                self.theme = theme;
                vec![Effect::ApplyTheme(theme)]
            }
            Action::SetLanguage(language) => {
                self.language = Some(language);
                vec![Effect::ApplyLanguage(language), Effect::WriteAddress]
            }
            Action::DismissNotice(id) => {
                self.notices.dismiss(id);
                Vec::new()
            }
            Action::RestartWorker(role) => {
                self.notices.worker_recovered(role);
                vec![Effect::RestartWorker(role)]
            }
        }
    }

    /// From now on [`Condition::Performed`](crate::state::Condition::Performed) counts actions anew.
    pub fn forget_performed(&mut self) {
        self.performed.clear();
    }
}

/// An action that changes nothing but one field.
fn set<T>(field: &mut T, value: T) -> Vec<Effect> {
    *field = value;
    Vec::new()
}
