//! What computes, why, how fast, and a way to choose another.

use leptos::prelude::*;

use crate::follow::words;
use crate::page::Page;
use crate::permalink::{device, device_word};
use crate::text;
use protocol::{DeviceChoice, DeviceKind};

#[component]
pub fn DeviceChip(page: Page) -> impl IntoView {
    let report = page.memo(|model| model.device.clone());
    let choice = page.memo(|model| device_word(model.choice));
    let rate = page.memo(|model| {
        let rates = model.lanes.iter().filter_map(|lane| lane.progress.as_ref()).map(|p| p.steps_per_second);
        rates.fold(0.0, |sum: f32, rate| sum + rate).round() as u32
    });
    let kind = move || match report.get().kind {
        Some(DeviceKind::Cpu) => ("cpu", "CPU"),
        Some(DeviceKind::WebGpu) => ("webgpu", "WebGPU"),
        None => ("testing", "testing…"),
    };
    let options = [
        (DeviceChoice::Auto, "best", "The fastest device that passes its test"),
        (DeviceChoice::Cpu, "CPU", "The processor, with SIMD; the same numbers in every browser"),
        (DeviceChoice::WebGpu, "WebGPU", "The graphics processor"),
    ];
    let option = |(choice, name, about): (DeviceChoice, &'static str, &'static str)| {
        view! { <option value=device_word(choice) title=about>{name}</option> }
    };
    let choose = move |event| {
        if let Some(choice) = device(&event_target_value(&event)) {
            page.choose_device(choice);
        }
    };
    view! {
        <div class="chip" title=words(move || report.get().why)>
            <span class="lamp" data-kind=move || kind().0></span>
            <span data-testid="device" data-kind=move || kind().0>
                {move || kind().1}<small>{words(move || report.get().why)}</small>
            </span>
            <span class="rate" title="Optimiser steps a second, all methods together">
                {words(move || text::thousands(rate.get()))}" steps/s"
            </span>
            <select data-testid="device-choice" aria-label="Device to train on" prop:value=choice on:change=choose>
                {options.map(option).collect_view()}
            </select>
        </div>
    }
}
