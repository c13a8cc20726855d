//! The recipe that the critic and the weights follow, and what differs from it.

use leptos::prelude::*;

use super::Hint;
use crate::actions::Action;
use crate::page::Page;
use crate::reactive::{boolean, dynamic, string, when};
use crate::state::{Model, RecipeInUse};
use crate::text::{list, shown, shown_memo, t};
use protocol::{RecipeCard, Text, text};

/// The value of the option that stands for settings of no recipe.
const CUSTOM: &str = "custom";

/// What the settings differ in from the nearest recipe; where they are a recipe, what the others do differently.
fn differences(model: &Model) -> Option<Text> {
    let in_use = match model.recipe()? {
        RecipeInUse::Custom { nearest, differences } => {
            let list = list(differences.iter().map(|difference| difference.text()))?;
            return Some(text!("page-recipe-differs", recipe = nearest.name, list = list));
        }
        RecipeInUse::Recipe(recipe) => recipe,
    };
    let other = model.method()?.recipes.iter().find(|recipe| recipe.id != in_use.id)?;
    let turned = model.recipe_differences(other).into_iter().map(|difference| difference.turned().text());
    Some(text!("page-recipe-other", recipe = other.name.clone(), list = list(turned)?))
}

#[component]
pub fn Recipe(page: Page) -> impl IntoView {
    let recipes = page.memo(|model| model.method().map(|card| card.recipes.clone()).unwrap_or_default());
    let in_use = page.memo(|model| match model.recipe() {
        Some(RecipeInUse::Recipe(recipe)) => (recipe.id, Some(recipe.about)),
        _ => (CUSTOM.to_string(), None),
    });
    let about = Memo::new(move |_| in_use.get().1);
    let differences = page.memo(differences);
    let option = move |id: String, name: Text, closed: bool| {
        let here = id.clone();
        view! {
            <option value=id disabled=closed selected=boolean(move || in_use.get().0 == here)>{shown(name)}</option>
        }
    };
    let options = move || {
        let named = recipes.get().into_iter().map(|RecipeCard { id, name, .. }| (id, name, false));
        let custom = (CUSTOM.to_string(), text!("page-recipe-custom"), true);
        named.chain([custom]).map(|(id, name, closed)| option(id, name, closed)).collect_view()
    };
    view! {
        {when(move || !recipes.get().is_empty(), move || view! { <div class="knob">
                <span class="named"><label for="recipe">{t!("page-recipe")}</label><Hint about=t!("page-recipe.about")/></span>
                <span class="tag restarts" title=t!("page-knob-restarts.about")>{t!("page-knob-restarts")}</span>
                <select id="recipe" data-testid="recipe" prop:value=string(move || in_use.get().0)
                    on:change=move |event| page.perform(Action::ChooseRecipe(event_target_value(&event)))>
                    {dynamic(options)}
                </select>
                <p class="about extra">{shown_memo(about)}</p>
                <p class="aside extra" data-testid="recipe-differences">{shown_memo(differences)}</p>
            </div> })}
    }
}
