//! What this is, in a minute, and the keys.

use leptos::html;
use leptos::prelude::*;

use crate::page::Page;

const KEYS: [(&str, &str); 6] = [
    ("Space", "train, or pause"),
    ("S", "one optimiser step"),
    ("R", "reset the run"),
    ("← →", "on the stage: choose a demonstration; on the timeline: choose a step"),
    ("Home, End", "first and last step on the timeline"),
    ("?", "this help"),
];

#[component]
pub fn Help(page: Page) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        match page.help.get() {
            // Refused only when it is already open.
            true if !dialog.open() => {
                let _ = dialog.show_modal();
            }
            false if dialog.open() => dialog.close(),
            _ => {}
        }
    });
    let key = |(key, what): (&'static str, &'static str)| view! { <tr><th scope="row"><kbd>{key}</kbd></th><td>{what}</td></tr> };
    view! {
        <dialog node_ref=dialog class="help" aria-labelledby="help-title" on:close=move |_| page.help.set(false)>
            <h2 id="help-title" tabindex="-1" autofocus>"Learning a style from mixed demonstrations"</h2>
            <p>"People show how something is done, each in their own style. Cloning them all at once blurs the styles together. Cloning each style by itself is better, but people drift: for a while they do it someone else's way, and labels are sometimes wrong."</p>
            <p>"A critic learns how much a state and action tell about the style. For one step that is the pointwise mutual information, PMI = ln p(z|s,a) − ln p(z): above zero it speaks for the style, below zero against it, at zero it says nothing. Cloning then listens to each step with weight e^(β·PMI). Steps in another's style fade away, and the policies come out clean."</p>
            <h3>"Try this"</h3>
            <ol>
                <li>"Drag a style slider: the agents, trained beforehand, change at once."</li>
                <li>"Press Train: the mutual information climbs towards its ceiling, then a policy is cloned with the weights."</li>
                <li>"Click a faint path: red steps tell of its style, blue ones of another, grey ones of none."</li>
                <li>"Press Compare, then Train: the same data and seed, with and without the weights."</li>
            </ol>
            <h3>"Keys"</h3>
            <table class="keys"><tbody>{KEYS.map(key).collect_view()}</tbody></table>
            <button class="primary" on:click=move |_| page.help.set(false)>"Close"</button>
        </dialog>
    }
}
