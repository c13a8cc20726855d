//! The optimal policy of weighted cloning: π*(a|s,z) ∝ p(a|s) p(z|s,a)^{1+β}. With β = 0 it is p(a|s,z), which plain
//! conditional cloning learns. With a larger β, actions that tell the style gain probability; in the limit only the most
//! telling one is left.

use super::moment::{pmi, timeline_at};
use crate::session::{Session, StateAction};
use protocol::questions::{Candidate, MAX_ACTIONS, MAX_BETA, MAX_BETAS, Optimum};
use protocol::{Text, text};
use worlds::data::ActionKind;

/// Number of training pairs in the most similar states, among which actions are counted.
const NEIGHBOURS: usize = 64;
/// Number of actions that are compared.
const CANDIDATES: usize = 3;

/// For each β, the probabilities of actions with these p(a|s) and p(z|s,a): `[betas][actions]`.
pub fn optimum_of(prior: &[f64], posterior: &[f64], betas: &[f64]) -> Result<Vec<Vec<f64>>, Text> {
    let share = |value: &f64| (0.0..=1.0).contains(value);
    if !(1..=MAX_ACTIONS).contains(&prior.len()) || prior.len() != posterior.len() {
        return Err(text!("question-optimum-size", most = MAX_ACTIONS));
    }
    if !prior.iter().chain(posterior).all(share) {
        return Err(text!("question-no-shares"));
    }
    check_betas(betas)?;
    betas.iter().map(|beta| optimum_for(prior, posterior, *beta).ok_or_else(|| text!("question-no-shares"))).collect()
}

fn check_betas(betas: &[f64]) -> Result<(), Text> {
    let fits = (1..=MAX_BETAS).contains(&betas.len()) && betas.iter().all(|beta| (0.0..=MAX_BETA).contains(beta));
    if fits { Ok(()) } else { Err(text!("question-betas", most = MAX_BETAS, largest = MAX_BETA)) }
}

/// The probabilities of the actions at one β: `[actions]`; None where every action is impossible. Computed in
/// logarithms, since a small posterior to a high power underflows.
fn optimum_for(prior: &[f64], posterior: &[f64], beta: f64) -> Option<Vec<f64>> {
    let pairs = prior.iter().zip(posterior);
    let logs: Vec<f64> = pairs.map(|(p, posterior)| libm::log(*p) + (1.0 + beta) * libm::log(*posterior)).collect();
    let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if largest == f64::NEG_INFINITY {
        return None;
    }
    let odds: Vec<f64> = logs.iter().map(|log| libm::exp(log - largest)).collect();
    let all: f64 = odds.iter().sum();
    Some(odds.iter().map(|odds| odds / all).collect())
}

/// The optimum at one moment, over its own action and two others that demonstrations took in similar states.
pub fn optimum(session: &Session, at: (u32, u32), betas: &[f64]) -> Result<Optimum, Text> {
    check_betas(betas)?;
    let (timeline, moment) = timeline_at(session, at)?;
    let (own, near) = session.neighbours(at, NEIGHBOURS).ok_or_else(|| text!("question-no-path", path = at.0))?;
    let chosen = match session.action_kind() {
        ActionKind::Continuous => spread_out(&own, &near),
        ActionKind::Discrete => most_frequent(&own, &near),
    };
    let shares = shares(&chosen, &near);
    let style = usize::from(timeline.style);
    let prior: Vec<f64> = timeline.prior.iter().map(|p| f64::from(*p)).collect();
    let candidate = |(taken, share): (&StateAction, f64)| {
        let scores = session.scores_of_action(at, &taken.action)?;
        let scores: Vec<f64> = scores.iter().map(|score| f64::from(*score)).collect();
        Some(Candidate {
            action: taken.action.clone(),
            style: taken.style as u8,
            trajectory: taken.trajectory,
            moment: taken.moment,
            prior: share,
            posterior: (prior[style] * libm::exp(pmi(&scores, &prior)[style])).min(1.0),
        })
    };
    let candidates: Option<Vec<Candidate>> = chosen.iter().zip(shares).map(candidate).collect();
    let candidates = candidates.ok_or_else(|| text!("question-no-critic"))?;
    let prior: Vec<f64> = candidates.iter().map(|candidate| candidate.prior).collect();
    let posterior: Vec<f64> = candidates.iter().map(|candidate| candidate.posterior).collect();
    Ok(Optimum {
        style: timeline.style,
        at: [timeline.xy[2 * moment], timeline.xy[2 * moment + 1]],
        neighbours: near.len() as u32,
        optimum: optimum_of(&prior, &posterior, betas)?,
        candidates,
    })
}

fn distance(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(a - b) * f64::from(a - b)).sum()
}

/// For continuous actions: the moment's own, then those of its neighbours that are farthest from the ones chosen before. No
/// action is chosen twice.
fn spread_out(own: &StateAction, near: &[StateAction]) -> Vec<StateAction> {
    let mut chosen = vec![own.clone()];
    while chosen.len() < CANDIDATES {
        let nearest = |taken: &StateAction| {
            chosen.iter().map(|known| distance(&known.action, &taken.action)).fold(f64::INFINITY, f64::min)
        };
        let mut farthest: Option<(f64, &StateAction)> = None;
        for taken in near {
            let apart = nearest(taken);
            if apart > farthest.map_or(0.0, |(known, _)| known) {
                farthest = Some((apart, taken));
            }
        }
        let Some((_, taken)) = farthest else { break };
        chosen.push(taken.clone());
    }
    chosen
}

/// For discrete actions: the moment's own, then the others that its neighbours took most often.
fn most_frequent(own: &StateAction, near: &[StateAction]) -> Vec<StateAction> {
    let mut others: Vec<(usize, &StateAction)> = Vec::new();
    for taken in near.iter().filter(|taken| taken.action != own.action) {
        match others.iter_mut().find(|(_, known)| known.action == taken.action) {
            Some((count, _)) => *count += 1,
            None => others.push((1, taken)),
        }
    }
    // Stable: of equally frequent actions the one in the nearer state comes first.
    others.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let others = others.into_iter().take(CANDIDATES - 1).map(|(_, taken)| taken.clone());
    std::iter::once(own.clone()).chain(others).collect()
}

/// p(a|s): the share of the neighbours whose action is nearest to each candidate. The moment itself counts among them, so
/// that the probability of its action is above zero. A discrete action that is none of the candidates is not counted.
fn shares(chosen: &[StateAction], near: &[StateAction]) -> Vec<f64> {
    let mut counts = vec![0u32; chosen.len()];
    for taken in chosen.iter().take(1).chain(near) {
        let apart: Vec<f64> = chosen.iter().map(|candidate| distance(&candidate.action, &taken.action)).collect();
        let least = apart.iter().copied().fold(f64::INFINITY, f64::min);
        let mut nearest = apart.iter().enumerate().filter(|(_, apart)| **apart == least).map(|(index, _)| index);
        if let (Some(index), None) = (nearest.next(), nearest.next()) {
            counts[index] += 1;
        }
    }
    let all: u32 = counts.iter().sum();
    counts.iter().map(|count| f64::from(*count) / f64::from(all.max(1))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_actions_by_hand() {
        let (prior, posterior) = ([0.5, 0.3, 0.2], [0.25, 0.5, 0.9]);
        let found = optimum_of(&prior, &posterior, &[0.0, 1.0]).unwrap();
        let at_zero = [0.125 / 0.455, 0.15 / 0.455, 0.18 / 0.455];
        let squares = [0.03125, 0.075, 0.162];
        let at_one = squares.map(|part| part / squares.iter().sum::<f64>());
        for (found, expected) in found.iter().flatten().zip(at_zero.iter().chain(&at_one)) {
            assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
        }
        let strong = &optimum_of(&prior, &posterior, &[50.0]).unwrap()[0];
        assert!(strong[2] > 0.9999 && (strong.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{strong:?}");
        assert_eq!(optimum_of(&[0.5, 0.5], &[0.0, 0.1], &[2.0]).unwrap(), [[0.0, 1.0]], "impossible for this style");
    }

    #[test]
    fn numbers_that_are_no_shares_are_refused() {
        let key =
            |prior: &[f64], posterior: &[f64], betas: &[f64]| optimum_of(prior, posterior, betas).unwrap_err().key;
        assert_eq!(key(&[], &[], &[1.0]), "question-optimum-size");
        assert_eq!(key(&[0.1; 17], &[0.1; 17], &[1.0]), "question-optimum-size");
        assert_eq!(key(&[0.5, 0.5], &[0.1], &[1.0]), "question-optimum-size");
        assert_eq!(key(&[0.5, f64::NAN], &[0.1, 0.1], &[1.0]), "question-no-shares");
        assert_eq!(key(&[0.5, 0.5], &[0.0, 0.0], &[1.0]), "question-no-shares");
        assert_eq!(key(&[1.0], &[1.0], &[]), "question-betas");
        assert_eq!(key(&[1.0], &[1.0], &[-1.0]), "question-betas");
        assert_eq!(key(&[1.0], &[1.0], &[f64::INFINITY]), "question-betas");
    }

    #[test]
    fn candidates_are_apart_and_their_shares_count_the_neighbours() {
        let taken = |x: f32, moment: u32| StateAction { action: vec![x, 0.0], style: 0, trajectory: 1, moment };
        let near: Vec<StateAction> = [0.1, 0.2, 5.0, 5.1, -9.0].iter().zip(0..).map(|(x, m)| taken(*x, m)).collect();
        let chosen = spread_out(&taken(0.0, 9), &near);
        assert_eq!(chosen.iter().map(|taken| taken.moment).collect::<Vec<_>>(), [9, 4, 3]);
        assert_eq!(shares(&chosen, &near), [3.0 / 6.0, 1.0 / 6.0, 2.0 / 6.0]);
        assert_eq!(spread_out(&taken(0.0, 9), &[taken(0.0, 1)]).len(), 1, "nobody did anything else");
    }

    #[test]
    fn of_discrete_actions_the_most_frequent_are_compared() {
        let taken = |choice: usize, moment: u32| {
            let action = (0..5).map(|index| f32::from(u8::from(index == choice))).collect();
            StateAction { action, style: 0, trajectory: 1, moment }
        };
        let near: Vec<StateAction> = [4, 1, 1, 2, 2, 2, 0].iter().zip(0..).map(|(a, m)| taken(*a, m)).collect();
        let chosen = most_frequent(&taken(0, 9), &near);
        assert_eq!(chosen.iter().map(|taken| taken.moment).collect::<Vec<_>>(), [9, 3, 1]);
        assert_eq!(shares(&chosen, &near), [2.0 / 7.0, 3.0 / 7.0, 2.0 / 7.0], "action 4 is not compared");
    }
}
