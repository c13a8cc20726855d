//! The device that trains: its name, why it was chosen, its speed, and the choice of another.

use leptos::prelude::*;

use super::choice::choice;
use crate::actions::Action;
use crate::page::Page;
use crate::permalink::{device, device_id};
use crate::reactive::string;
use crate::text::{shown, t, words};
use protocol::{DeviceChoice, DeviceKind, Text, text};

#[component]
pub fn DeviceChip(page: Page) -> impl IntoView {
    let report = page.memo(|model| model.device.clone());
    let rate = page.memo(|model| {
        let rates = model.lanes.iter().filter_map(|lane| lane.progress.as_ref()).map(|p| p.steps_per_second);
        rates.fold(0.0, |sum: f32, rate| sum + rate).round() as u32
    });
    let kind = move || match report.get().kind {
        Some(DeviceKind::Cpu) => ("cpu", text!("page-device-cpu")),
        Some(DeviceKind::WebGpu) => ("webgpu", text!("page-device-webgpu")),
        None => ("testing", text!("page-device-testing")),
    };
    let why = string(move || words(&report.get().why));
    view! {
        <div class="chip" title=why>
            <span class="lamp" data-kind=move || kind().0></span>
            <span data-testid="device" data-kind=move || kind().0>
                {string(move || words(&kind().1))}<span class="sr">" "{why}</span>
            </span>
            <span class="rate" title=t!("page-device-rate.about")>
                {string(move || words(&text!("page-device-rate", rate = rate.get())))}
            </span>
        </div>
    }
}

/// The choice of another device, with the reason for the current one.
#[component]
pub fn DeviceChoices(page: Page) -> impl IntoView {
    let chosen = page.memo(|model| device_id(model.device_choice));
    let why = page.memo(|model| model.device.why.clone());
    let options = [
        (DeviceChoice::Auto, text!("page-device-best")),
        (DeviceChoice::Cpu, text!("page-device-cpu")),
        (DeviceChoice::WebGpu, text!("page-device-webgpu")),
    ];
    let option = |(choice, name): (DeviceChoice, Text)| {
        let about = shown(name.about());
        view! { <option value=device_id(choice) title=about>{shown(name)}</option> }
    };
    let choose = move |id: String| {
        if let Some(choice) = device(&id) {
            page.perform(Action::ChooseDevice(choice));
        }
    };
    let options = options.map(option).collect_view().into_any();
    view! {
        {choice(text!("page-device-choice"), "device-choice", chosen, options, Box::new(choose))}
        <p class="aside">{string(move || words(&why.get()))}</p>
    }
}
