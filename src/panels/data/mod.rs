//! The panel *Your own data*: draw demonstrations on the stage, load them from a file, label them by a rule, and find
//! those that contradict their label.

mod columns;
mod doubtful;
mod draw;
mod label;
mod load;

use leptos::prelude::*;

use super::{Close, Panel, port};
use crate::actions::Action;
use crate::reactive::{dynamic, string};
use crate::text::{shown, t, words};
use doubtful::DoubtfulList;
use draw::Draw;
use label::Label;
use load::Load;
use protocol::{Catalog, KnobCard, KnobKind, PAGE_SETTINGS, RunConfig, WorldCard};

/// The tabs of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DataTab {
    Draw,
    Load,
    Label,
    Doubtful,
}

const TABS: [(DataTab, &str); 4] =
    [(DataTab::Draw, "draw"), (DataTab::Load, "load"), (DataTab::Label, "label"), (DataTab::Doubtful, "doubtful")];

impl DataTab {
    /// Whether the tab works in a world: drawing and loading need one with such a knob, the others work in any.
    fn fits(self, world: &WorldCard) -> bool {
        match self {
            Self::Draw => knob(world, |kind| matches!(kind, KnobKind::Drawing(_))).is_some(),
            Self::Load => knob(world, |kind| matches!(kind, KnobKind::Columns)).is_some(),
            Self::Label | Self::Doubtful => true,
        }
    }

    fn world(self, catalog: &Catalog) -> Option<&WorldCard> {
        catalog.worlds.iter().find(|world| self.fits(world))
    }
}

fn knob(world: &WorldCard, of: impl Fn(&KnobKind) -> bool) -> Option<&KnobCard> {
    world.knobs.iter().find(|card| of(&card.kind))
}

/// The tab that the address names, or else one that works in the open world.
fn open_tab(panel: Panel, name: &str) -> DataTab {
    let named = TABS.into_iter().find(|(_, tab)| *tab == name).map(|(tab, _)| tab);
    named.unwrap_or_else(|| {
        let fits = |tab: DataTab| panel.page.peek(|model| model.world().is_some_and(|world| tab.fits(world)));
        [DataTab::Draw, DataTab::Load].into_iter().find(|tab| fits(*tab)).unwrap_or(DataTab::Doubtful)
    })
}

#[component]
pub fn Data(panel: Panel, name: String) -> impl IntoView {
    let tab = open_tab(panel, &name);
    let (draw, load) = (t!("data-draw"), t!("data-load"));
    let (label, doubtful) = (t!("data-label"), t!("data-doubtful"));
    let names = [draw, load, label, doubtful];
    let tabs = TABS.into_iter().zip(names).map(move |((here, id), name)| {
        let open = move |_| port::perform(Action::OpenPanel(id.into()));
        let pressed = (tab == here).to_string();
        view! { <button class="toggle" data-testid=format!("data-{id}") aria-pressed=pressed on:click=open>{name}</button> }
    });
    view! {
        <section class="lesson data" data-testid="data">
            <header><h2>{t!("data-title")}</h2><Close/></header>
            <div class="stagetools">{tabs.collect_view()}</div>
            {match tab {
                DataTab::Draw | DataTab::Load => view! { <InWorld panel tab/> }.into_any(),
                DataTab::Label => view! { <Label panel/> }.into_any(),
                DataTab::Doubtful => view! { <DoubtfulList panel/> }.into_any(),
            }}
        </section>
    }
}

/// A tab in the world that it needs, or a button that opens that world.
#[component]
fn InWorld(panel: Panel, tab: DataTab) -> impl IntoView {
    let here = Memo::new(move |_| {
        panel.version.track();
        panel.page.peek(|model| model.world().is_some_and(|world| tab.fits(world)))
    });
    let target = panel.page.peek(|model| {
        let world = tab.world(model.catalog.as_deref()?)?;
        Some((world.id.clone(), world.name.clone(), world.about.clone()))
    });
    dynamic(move || match (here.get(), tab, target.clone()) {
        (true, DataTab::Draw, _) => view! { <Draw panel/> }.into_any(),
        (true, _, _) => view! { <Load panel/> }.into_any(),
        (false, _, Some((id, name, about))) => {
            let go = move |_| port::perform(Action::ChooseWorld(id.clone()));
            let label = string(move || words(&protocol::text!("data-go", world = name.clone())));
            view! {
                <p>{shown(about)}</p>
                <button class="primary" data-testid="data-go" on:click=go>{label}</button>
            }
            .into_any()
        }
        (false, _, None) => ().into_any(),
    })
}

/// Opens the run with another rule, or with other weights or labels by hand.
fn change(panel: Panel, edit: impl FnOnce(&mut RunConfig)) {
    let state = port::state();
    let mut run = panel.page.peek(|model| model.requested.clone());
    let before = run.clone();
    edit(&mut run);
    if run == before {
        return;
    }
    // The page's own settings are copied to the new address unchanged.
    let known = |pair: &&str| {
        let key = pair.split('=').next().unwrap_or_default();
        PAGE_SETTINGS.contains(&key) || key == "panel"
    };
    let page: Vec<&str> = state.link.trim_start_matches('?').split('&').filter(known).collect();
    port::perform(Action::Navigate(format!("?{}&{}", run.to_query(), page.join("&"))));
}
