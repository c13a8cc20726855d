//! Which recipe of the method the settings follow.

use super::Model;
use crate::text;
use protocol::{KnobCard, KnobKind, RecipeCard, Text, TextValue, Value, WorldCard, text};

/// What the settings are, in terms of the method's recipes.
#[derive(Clone, Debug, PartialEq)]
pub enum RecipeInUse {
    Recipe(RecipeCard),
    /// No recipe as a whole. `differences` are those from the recipe with the fewest.
    Custom {
        nearest: RecipeCard,
        differences: Vec<KnobDifference>,
    },
}

/// A knob that has another value than a recipe gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct KnobDifference {
    pub knob: KnobCard,
    pub used: Value,
    pub recipe: Value,
}

impl Model {
    /// None for a method without recipes.
    pub fn recipe(&self) -> Option<RecipeInUse> {
        let recipes = &self.method()?.recipes;
        let all = recipes.iter().map(|recipe| (self.recipe_differences(recipe), recipe));
        let (differences, nearest) = all.min_by_key(|(differences, _)| differences.len())?;
        Some(match differences.is_empty() {
            true => RecipeInUse::Recipe(nearest.clone()),
            false => RecipeInUse::Custom { nearest: nearest.clone(), differences },
        })
    }

    /// Where the settings are not the recipe's.
    pub fn recipe_differences(&self, recipe: &RecipeCard) -> Vec<KnobDifference> {
        let (Some(world), Some(method)) = (self.world(), self.method()) else { return Vec::new() };
        let values = world.recipe_values(recipe, &self.requested.knobs);
        let difference = |knob: &KnobCard| {
            let (used, recipe) = (self.knob_value(knob), values.get(&knob.id)?.clone());
            (used != recipe).then(|| KnobDifference { knob: knob.clone(), used, recipe })
        };
        method.knobs.iter().filter_map(difference).collect()
    }

    /// The recipe in use, where it is another than the one that the world opens with.
    pub(super) fn chosen_recipe(&self) -> Option<RecipeCard> {
        let RecipeInUse::Recipe(recipe) = self.recipe()? else { return None };
        let (world, method) = (self.world()?, self.method()?);
        let opens = |id: &String, value: &Value| {
            method
                .knobs
                .iter()
                .any(|knob| knob.id == *id && world.default_of(knob, &method.id, &self.requested.knobs) == *value)
        };
        let values = world.recipe_values(&recipe, &self.requested.knobs);
        values.iter().any(|(id, value)| !opens(id, value)).then_some(recipe)
    }

    /// Whether the data are of a kind that the world's card lists.
    pub fn follows(&self, preset: &RecipeCard) -> bool {
        preset.knobs.iter().all(|(id, value)| self.requested.knobs.get(id) == Some(value))
    }

    /// Takes the values that a recipe has in a world.
    pub fn follow_recipe(&mut self, world: &WorldCard, recipe: &RecipeCard) {
        self.requested.knobs.extend(world.recipe_values(recipe, &self.requested.knobs));
    }
}

impl KnobDifference {
    /// "β: 2 instead of 1".
    pub fn text(&self) -> Text {
        let shown = |value: &Value| value_text(&self.knob, value);
        let (used, recipe) = (shown(&self.used), shown(&self.recipe));
        text!("page-recipe-difference", knob = self.knob.name.clone(), used = used, recipe = recipe)
    }

    /// The same difference from the other side.
    pub fn turned(self) -> Self {
        Self { knob: self.knob, used: self.recipe, recipe: self.used }
    }
}

/// A value as the knob shows it.
fn value_text(knob: &KnobCard, value: &Value) -> TextValue {
    let choice = match (&knob.kind, value) {
        (KnobKind::Choice(choices), Value::Word(word)) => choices.iter().find(|choice| choice.id == *word),
        (KnobKind::Drawing(choices), Value::Word(word)) => match choices.iter().find(|choice| choice.id == *word) {
            Some(choice) => Some(choice),
            None => return text!("page-drawing-own").into(),
        },
        _ => None,
    };
    choice.map_or_else(|| text::value(value).into(), |choice| choice.name.clone().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actions::Action;
    use crate::state::fixture::opened_in;

    fn id(model: &Model) -> String {
        match model.recipe() {
            Some(RecipeInUse::Recipe(recipe)) => recipe.id,
            Some(RecipeInUse::Custom { nearest, differences }) => format!("not {}: {}", nearest.id, differences.len()),
            None => "none".into(),
        }
    }

    fn set(model: &mut Model, value: f64) {
        model.perform(Action::SetKnob { knob: "beta".into(), value: Value::Number(value) });
    }

    #[test]
    fn settings_are_a_recipe_or_differ_from_the_nearest() {
        let mut model = opened_in("plane");
        assert_eq!(id(&model), "plain");
        set(&mut model, 3.0);
        assert_eq!(id(&model), "not plain: 1");
        let Some(RecipeInUse::Custom { differences, .. }) = model.recipe() else { panic!("not custom") };
        assert_eq!(
            (differences[0].used.clone(), differences[0].recipe.clone()),
            (Value::Number(3.0), Value::Number(1.0))
        );
        assert_eq!(text::words(&differences[0].text()), "beta: 3 instead of 1");
        set(&mut model, 4.0);
        assert_eq!(id(&model), "strong", "by hand or at once, it is the same recipe");
        model.perform(Action::ChooseMethod("a".into()));
        assert_eq!(id(&model), "none");
    }

    #[test]
    fn a_recipe_is_followed_in_the_next_world_with_the_values_it_has_there() {
        let mut model = opened_in("plane");
        model.perform(Action::ChooseRecipe("strong".into()));
        assert_eq!((id(&model).as_str(), &model.lanes[0].config.knobs["beta"]), ("strong", &Value::Number(4.0)));
        model.perform(Action::ChooseWorld("court".into()));
        assert_eq!((id(&model).as_str(), &model.lanes[0].config.knobs["beta"]), ("strong", &Value::Number(6.0)));
        model.perform(Action::ChooseRecipe("plain".into()));
        model.perform(Action::ChooseWorld("plane".into()));
        assert_eq!(id(&model), "plain", "which is what the world opens with anyway");
        set(&mut model, 6.0);
        model.perform(Action::ChooseWorld("game".into()));
        assert_eq!(model.lanes[0].config.knobs["beta"], Value::Number(6.0), "what was set by hand stays");
    }
}
