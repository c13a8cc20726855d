//! Weights painted on demonstrations with a brush. The run is then trained with them.

use leptos::prelude::*;

use super::plane::{Plane, polyline};
use super::pointer;
use crate::actions::Action;
use crate::browser::event_number;
use crate::markup::Markup;
use crate::panels::lessons::course::Course;
use crate::panels::lessons::lesson::Guess;
use crate::panels::port;
use crate::reactive::{boolean, dynamic, string, when};
use crate::text::{fixed, t, words};
use protocol::{PathView, Text, text};

/// What a brush paints. A moment that is not painted weighs one.
const BRUSHES: [f32; 4] = [0.0, 0.5, 1.0, 3.0];
/// How far a brush reaches, as a share of the plane's width.
const REACH: f32 = 0.05;

/// A demonstration and the weight of each of its moments.
#[derive(Clone, Debug, PartialEq)]
struct Painted {
    path: PathView,
    weights: Vec<f32>,
}

impl Painted {
    fn new(path: PathView) -> Self {
        let weights = vec![1.0; path.xy.len() / 2];
        Self { path, weights }
    }

    fn paint_near(&mut self, (x, y): (f32, f32), reach: f32, weight: f32) {
        for (point, painted) in self.path.xy.as_chunks::<2>().0.iter().zip(&mut self.weights) {
            if (point[0] - x).abs().max((point[1] - y).abs()) <= reach {
                *painted = weight;
            }
        }
    }

    fn paint_stretch(&mut self, from: usize, to: usize, weight: f32) {
        let last = self.weights.len().saturating_sub(1);
        if let Some(stretch) = self.weights.get_mut(from.min(to).min(last)..=from.max(to).min(last)) {
            stretch.fill(weight);
        }
    }

    /// Stretches of equal weight that is not one, as they stand in a link: `path:from-to:weight`.
    fn written(&self) -> Vec<String> {
        let mut stretches: Vec<(usize, usize, f32)> = Vec::new();
        for (moment, weight) in self.weights.iter().enumerate().filter(|(_, weight)| **weight != 1.0) {
            match stretches.last_mut() {
                Some((_, to, last)) if *to + 1 == moment && last == weight => *to = moment,
                _ => stretches.push((moment, moment, *weight)),
            }
        }
        stretches.iter().map(|(from, to, weight)| format!("{}:{from}-{to}:{weight}", self.path.trajectory)).collect()
    }

    /// The path with its stretches in the colours of their weights.
    fn drawing(&self, plane: &Plane) -> String {
        let mut markup = Markup::default();
        let mut begin = 0;
        for moment in 1..=self.weights.len() {
            if moment < self.weights.len() && self.weights[moment] == self.weights[begin] {
                continue;
            }
            let end = (moment + 1).min(self.weights.len());
            let line = polyline(plane, &self.path.xy[2 * begin..2 * end]);
            let brush = BRUSHES.iter().position(|brush| *brush == self.weights[begin]).unwrap_or(2);
            markup.add(format_args!(r#"<path class="weight-{brush}" d="{line}"/>"#));
            begin = moment;
        }
        markup.finish()
    }
}

/// As many demonstrations of different styles as there are to paint.
fn choose(paths: &[PathView], count: usize) -> Vec<PathView> {
    let mut chosen: Vec<PathView> = Vec::new();
    for path in paths.iter().filter(|path| !path.held_out) {
        if chosen.len() < count && chosen.iter().all(|known| known.style != path.style) {
            chosen.push(path.clone());
        }
    }
    chosen
}

fn weight_name(weight: f32) -> Text {
    text!("lesson-brush", weight = fixed(weight, 1))
}

#[component]
pub fn PaintWeights(course: Course, paths: usize) -> impl IntoView {
    let page = course.panel.page;
    let plane = page.memo(Plane::of);
    let demos =
        page.memo(move |model| model.demos.as_ref().map(|demos| choose(&demos.paths, paths)).unwrap_or_default());
    let painted = RwSignal::new(Vec::<Painted>::new());
    let guessed = Memo::new(move |_| course.state().guess.is_some());
    // Training with the weights opens the run again; what was painted stays.
    Effect::new(move |_| {
        let demos = demos.get();
        if painted.with_untracked(Vec::len) != demos.len() {
            painted.set(demos.into_iter().map(Painted::new).collect());
        }
    });
    let brush = RwSignal::new(0_usize);
    let commit = move |_| {
        let weights = painted.with_untracked(|all| all.iter().flat_map(Painted::written).collect::<Vec<_>>().join(","));
        port::perform(Action::Navigate(format!("{}&weigh={weights}", without_weights(&port::state().link))));
        course.commit(Guess::Weights(weights));
    };
    let brushes = BRUSHES.iter().enumerate().map(|(index, weight)| {
        view! {
            <button class=format!("toggle weight-{index}") data-testid=format!("brush-{index}")
                aria-pressed=string(move || (brush.get() == index).to_string())
                on:click=move |_| brush.set(index)>{string(move || words(&weight_name(BRUSHES[index])))}</button>
        }
        .attr("data-weight", weight.to_string())
    });
    let brushes = brushes.collect_view();
    let count = Memo::new(move |_| painted.with(Vec::len));
    let canvases =
        move || (0..count.get()).map(|index| view! { <Canvas painted plane brush index guessed/> }).collect_view();
    view! {
        <div class="brushes" role="group" aria-label=t!("lesson-brushes")>{brushes}</div>
        <div class="canvases">{dynamic(canvases)}</div>
        {when(move || !guessed.get(), move || view! {
            <button class="accent" data-testid="commit" on:click=commit>{t!("lesson-train-painted")}</button>
        })}
    }
}

fn without_weights(link: &str) -> String {
    link.split('&').filter(|setting| !setting.starts_with("weigh=")).collect::<Vec<_>>().join("&")
}

/// One demonstration to paint on, with a pointer or by the numbers of its moments.
#[component]
fn Canvas(
    painted: RwSignal<Vec<Painted>>,
    plane: Memo<Option<Plane>>,
    brush: RwSignal<usize>,
    index: usize,
    guessed: Memo<bool>,
) -> impl IntoView {
    let change = move |change: &dyn Fn(&mut Painted)| {
        if !guessed.get_untracked() {
            painted.update(|all| all.get_mut(index).into_iter().for_each(change));
        }
    };
    let draw = move |event: leptos::ev::PointerEvent| {
        let (Some(place), Some(plane)) = (pointer::place(&event), plane.get_untracked()) else { return };
        if pointer::is_down(&event) {
            let (at, reach) = (plane.world(place), REACH * plane.width());
            change(&|painted| painted.paint_near(at, reach, BRUSHES[brush.get_untracked()]));
        }
    };
    let press = move |event: leptos::ev::PointerEvent| {
        pointer::capture(&event);
        draw(event);
    };
    let (from, to) = (RwSignal::new(0_usize), RwSignal::new(0_usize));
    let last = move || painted.with(|all| all.get(index).map_or(0, |one| one.weights.len().saturating_sub(1)));
    let moment = move |signal: RwSignal<usize>, label: Signal<String>, name: &'static str| {
        view! {
            <label>{label}
                <input type="number" min="0" max=string(move || last().to_string()) data-testid=format!("{name}-{index}")
                    prop:value=string(move || signal.get().to_string())
                    on:change=move |event| signal.set(event_number(&event).max(0.0) as usize)/>
            </label>
        }
    };
    let stretch = move |_| {
        let (from, to, weight) = (from.get_untracked(), to.get_untracked(), BRUSHES[brush.get_untracked()]);
        change(&|painted| painted.paint_stretch(from, to, weight));
    };
    let drawing = move || {
        let Some(plane) = plane.get() else { return String::new() };
        painted.with(|all| all.get(index).map(|one| one.drawing(&plane)).unwrap_or_default())
    };
    view! {
        <figure class="sketch paint">
            <svg viewBox=string(move || plane.get().map(|plane| plane.view_box()).unwrap_or("0 0 1 1".into())) role="img"
                data-testid=format!("paint-{index}") aria-label=t!("lesson-paint", number = index + 1)
                on:pointerdown=press on:pointermove=draw>
                <g inner_html=string(move || plane.get().map(|plane| plane.experts()).unwrap_or_default())></g>
                <g inner_html=string(drawing)></g>
            </svg>
            <figcaption>
                {moment(from, t!("lesson-from"), "from")}{moment(to, t!("lesson-to"), "to")}
                <button class="quiet" data-testid=format!("stretch-{index}") disabled=boolean(move || guessed.get()) on:click=stretch>{t!("lesson-paint-stretch")}</button>
            </figcaption>
        </figure>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path() -> Painted {
        let xy = (0..6).flat_map(|moment| [moment as f32, 0.0]).collect();
        Painted::new(PathView { trajectory: 7, style: 1, held_out: false, xy })
    }

    #[test]
    fn stretches_are_written_as_in_a_link() {
        let mut painted = path();
        assert!(painted.written().is_empty());
        painted.paint_near((1.0, 0.0), 0.5, 0.0);
        painted.paint_stretch(5, 3, 3.0);
        assert_eq!(painted.written(), ["7:1-1:0", "7:3-5:3"]);
        painted.paint_stretch(2, 2, 0.0);
        painted.paint_stretch(90, 4, 1.0);
        assert_eq!(painted.written(), ["7:1-2:0", "7:3-3:3"]);
    }

    #[test]
    fn only_the_weights_leave_a_link() {
        assert_eq!(without_weights("v=1&weigh=1:2-3:0&seed=2"), "v=1&seed=2");
    }
}
