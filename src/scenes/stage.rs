//! The stage's canvas: when it is painted, its captions and its event handlers.

use leptos::html;
use leptos::prelude::*;

use super::pointer;
use super::scene::Scene;
use super::throttle::Throttle;
use crate::browser::prefers_calm;
use crate::page::Page;
use crate::reactive::{dynamic, when};
use crate::state::{Model, Playing};
use crate::text::{self, shown, shown_memo, t};
use protocol::{Replayed, StageCommand, Text, text};

/// Pause between frames where the system asks for reduced motion.
const CALM_MS: u64 = 500;

/// The title of a lane's viewport: its method, and which policy its agents follow.
pub fn title(model: &Model, lane: usize) -> Text {
    let method = method_name(model, lane);
    match model.lanes.get(lane).map(|lane| lane.playing) {
        Some(_) if model.is_stale(lane) => text!("page-lane-stale", method = method),
        Some(Playing::Own { step }) => text!("page-lane-own", method = method, step = step),
        Some(Playing::Earlier) => text!("page-lane-earlier", method = method),
        Some(Playing::Pretrained) if model.agents_moving => text!("page-lane-pretrained", method = method),
        Some(Playing::Pretrained) => text!("page-lane-loading", method = method),
        Some(Playing::Nothing) | None => text!("page-lane-nothing", method = method),
    }
}

pub fn method_name(model: &Model, lane: usize) -> Text {
    model.method_of(lane).map_or_else(|| text!("page-method"), |card| card.name.clone())
}

/// Schedules painting: any number of requests before the next animation frame paint once.
#[derive(Clone, Copy)]
pub struct Painter {
    pub page: Page,
    canvas: NodeRef<html::Canvas>,
    pub scene: StoredValue<Scene, LocalStorage>,
    pending: StoredValue<bool>,
    throttle: StoredValue<Throttle>,
    calm: bool,
}

impl Painter {
    pub fn request_paint(self) {
        if self.pending.get_value() {
            return;
        }
        self.pending.set_value(true);
        let rest = if self.calm { CALM_MS } else { self.throttle.with_value(Throttle::pause) };
        let paint = move || {
            let asked = js_sys::Date::now();
            request_animation_frame(move || {
                self.throttle.update_value(|throttle| throttle.record(js_sys::Date::now() - asked));
                self.paint();
            });
        };
        match rest {
            0 => paint(),
            rest => set_timeout(paint, std::time::Duration::from_millis(rest)),
        }
    }

    fn paint(self) {
        self.pending.set_value(false);
        let Some(canvas) = self.canvas.get_untracked().filter(|_| self.page.visible.get_untracked()) else { return };
        let mut more = false;
        self.scene.update_value(|scene| more = scene.paint(self.page, &canvas));
        if more {
            self.request_paint();
        }
    }
}

#[component]
pub fn Stage(page: Page) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    let painter = Painter {
        page,
        canvas,
        scene: StoredValue::new_local(Scene::default()),
        pending: StoredValue::new(false),
        throttle: StoredValue::new(Throttle::default()),
        calm: prefers_calm(),
    };
    Effect::new(move |_| {
        page.frame_version.track();
        page.frame.with_value(|frame| painter.scene.update_value(|scene| scene.follow(page, frame.as_ref())));
        painter.request_paint();
    });
    Effect::new(move |_| {
        page.theme_version.track();
        text::track();
        painter.scene.update_value(Scene::forget_colours);
        painter.request_paint();
    });
    let seen = page.memo(|model| {
        let timeline = model.timeline().map(|timeline| std::sync::Arc::as_ptr(timeline) as usize);
        let demos = model.demos.as_ref().map(|demos| std::sync::Arc::as_ptr(demos) as usize);
        let moment = model.demo_step.as_ref().map(|moment| std::sync::Arc::as_ptr(moment) as usize);
        let shown = (model.drawn.clone(), model.starts.clone(), model.show_ends, moment);
        (
            model.run,
            model.lanes.len(),
            demos,
            timeline,
            model.selected,
            model.previewed_step.or(model.selected_step),
            shown,
        )
    });
    Effect::new(move |_| {
        // A memo subscribes to its sources when it is first read, so tracking it alone is not enough.
        seen.with(|_| ());
        page.visible.track();
        painter.request_paint();
    });
    // Pictures become possible when a cartridge is loaded, which changes `replayed` and `moving`.
    let looked_at = page.memo(|model| (model.run, model.replayed, model.agents_moving, model.selected_on_screen()));
    Effect::new(move |_| {
        if let (run, _, true, Some((config, trajectory, step))) = looked_at.get() {
            page.stage(StageCommand::ShowDemoStep { run, config, trajectory, step });
        }
    });
    // Consoles have captions of their own.
    let consoles = page.memo(|model| {
        model.world().is_some_and(|world| world.screen.is_some())
            && model.agents_moving
            && model.replayed == Replayed::No
    });
    let (moment, plays) = (page.memo(moment), page.memo(Model::visitor_plays));
    window_event_listener(leptos::ev::resize, move |_| painter.request_paint());
    view! {
        <div class="stagebox">
            <canvas node_ref=canvas class="stage" data-testid="stage" tabindex="0" role="img"
                aria-label=shown_memo(page.memo(describe)) class:drawing=page.memo(|model| model.drawing)
                on:click=move |event| pointer::pick(painter, &event)
                on:pointerdown=move |event| pointer::press(painter, &event)
                on:pointermove=move |event| pointer::moved(painter, &event)
                on:touchmove=move |event| pointer::stay(painter, &event)
                on:pointerup=move |event| pointer::release(painter, &event)
                on:pointercancel=move |_| pointer::cancel(painter)
                on:keydown=move |event| pointer::keys(painter, &event)></canvas>
            <div class="captions" class:sr=consoles>
                <p class="playing" data-testid="playing" title=t!("page-playing.about") hidden=plays>{shown_memo(page.memo(caption))}</p>
                {when(move || moment.get().is_some() && !plays.get(), move || view! { <p class="playing" data-testid="moment">{shown_memo(moment)}</p> })}
            </div>
            <ul class="sr" data-testid="consoles" aria-label=t!("page-consoles")>
                {dynamic(move || page.consoles.get().into_iter().map(|line| view! { <li>{shown(line)}</li> }).collect_view())}
            </ul>
        </div>
    }
}

/// The canvas's label for screen readers.
fn describe(model: &Model) -> Option<Text> {
    let (world, caption) = (model.world()?.name.clone(), caption(model)?);
    Some(match model.drawing {
        true => text!("page-stage-drawing", world = world, caption = caption),
        false => text!("page-stage", world = world, caption = caption),
    })
}

fn caption(model: &Model) -> Option<Text> {
    if model.replayed != Replayed::No {
        return replayed(model);
    }
    let alone = model.lanes.len() == 1;
    let lane = |lane: usize| match (alone, model.lanes[lane].playing) {
        (true, playing) if playing != Playing::Nothing && model.is_stale(lane) => {
            model.stale().unwrap_or_else(|| title(model, lane))
        }
        (true, Playing::Pretrained) if model.agents_moving => {
            text!("page-playing-pretrained", method = method_name(model, lane))
        }
        (true, Playing::Own { step }) => text!("page-playing-own", step = step),
        (true, Playing::Earlier) => text!("page-playing-earlier"),
        (true, Playing::Nothing) if unshipped(model) => text!("page-playing-unshipped"),
        _ => title(model, lane),
    };
    (0..model.lanes.len()).map(lane).reduce(|lanes, next| text!("page-playing-lanes", lanes = lanes, next = next))
}

/// Agents ship for the first of a world's ways to name styles.
fn unshipped(model: &Model) -> bool {
    model.world().and_then(|card| card.labels.first()).is_some_and(|label| label.id != model.requested.label)
}

/// Score and company at the inspected step of a recorded game.
fn moment(model: &Model) -> Option<Text> {
    let moment = model.shown_demo_step()?;
    let (step, score) = (moment.step, moment.score);
    Some(match moment.others.is_empty() {
        true => text!("page-moment", moment = step, score = score),
        false => text!("page-moment-others", moment = step, score = score),
    })
}

/// Why demonstrations or recorded rollouts are shown instead of agents that play. What would change it is said where the
/// visitor cannot play either (`controls::Joystick`).
fn replayed(model: &Model) -> Option<Text> {
    let card = model.world()?;
    Some(match model.replayed {
        // Only games on a console can become playable.
        _ if card.screen.is_none() => text!("page-playing-data"),
        Replayed::Rollouts => text!("page-playing-rollouts", world = card.name.clone()),
        _ => text!("page-playing-replayed", world = card.name.clone()),
    })
}
