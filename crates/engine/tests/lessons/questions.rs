//! Answers from the open run, and the true PMI.

use super::*;

#[test]
fn questions_that_need_a_critic_say_so_without_one() {
    let moment = Question::SlowMotion { trajectory: AT.0, moment: AT.1 };
    assert_eq!(refusal(Lesson::new(&["method=cbc"]).ask(&moment)), "question-no-critic");
    let mut lesson = Lesson::new(&["method=bc-pmi"]);
    assert_eq!(refusal(lesson.ask(&moment)), "question-critic-untrained");
    assert_eq!(refusal(lesson.ask(&Question::SlowMotion { trajectory: 999, moment: 0 })), "question-no-path");
    lesson.page.posted.take();
    lesson.send(TrainerCommand::Ask { id: 3, question: vec![255; 9] });
    let posted = lesson.page.posted.take();
    let [WorkerEvent::Event(TrainerEvent::Answered { id: 3, answer })] = posted.as_slice() else {
        panic!("{posted:?}")
    };
    assert_eq!(refusal(decode(answer).unwrap()), "question-unknown");
    let table = lesson.ask(&Question::CountTable { counts: vec![3, 1, 1, 3], styles: 2, actions: 2 });
    assert!(matches!(table, Answer::CountTable(table) if (table.information - 0.130_812).abs() < 1e-6));
}

#[test]
fn strays_are_known_without_a_critic() {
    let strays = |link: &str| match Lesson::new(&[link]).ask(&Question::Strays { paths: vec![0, 1, 999] }) {
        Answer::Strays(strays) => strays,
        other => panic!("{other:?}"),
    };
    let found = strays("method=cbc&spells=0.4&trajectories=2");
    assert!(!found.is_empty() && found.iter().all(|stretch| stretch.path < 2 && stretch.from >= 75), "{found:?}");
    assert!(strays("method=cbc&spells=0").is_empty());
}

#[test]
fn a_trained_run_answers_from_its_own_networks() {
    let mut lesson = finished();
    let timeline = {
        lesson.page.posted.take();
        lesson.send(TrainerCommand::Inspect { trajectory: Some(AT.0) });
        lesson.last(1, |report| match report {
            LaneReport::Timeline(timeline) => Some(timeline.clone()),
            _ => None,
        })
    }
    .unwrap();
    let (style, moment) = (usize::from(timeline.style), AT.1 as usize);
    shift_stands_still(lesson.ask(&Question::Shift { constant: 3.5, trajectory: AT.0, moment: AT.1 }));
    let Answer::SlowMotion(slow) = lesson.ask(&Question::SlowMotion { trajectory: AT.0, moment: AT.1 }) else {
        panic!("no slow motion")
    };
    slow_motion_agrees(&slow, &timeline, moment);
    let betas = vec![0.0, 1.0, 4.0];
    let Answer::Optimum(optimum) = lesson.ask(&Question::Optimum { trajectory: AT.0, moment: AT.1, betas }) else {
        panic!("no optimum")
    };
    optimum_agrees(&optimum, slow.posterior[style]);
    assert_eq!(refusal(lesson.ask(&Question::SlowMotion { trajectory: 0, moment: 300 })), "question-no-moment");
    let endless = Question::Shift { constant: f64::NAN, trajectory: 0, moment: 0 };
    assert_eq!(refusal(lesson.ask(&endless)), "question-constant");
}

fn shift_stands_still(answer: Answer) {
    let Answer::Shift(Shift { constant, pairs, before, after }) = answer else { panic!("{answer:?}") };
    assert_eq!((constant, pairs), (3.5, 4 * 300));
    assert!(
        (after.mean_score - before.mean_score - 3.5).abs() < 1e-9 && (after.score - before.score - 3.5).abs() < 1e-9
    );
    assert!((after.bound - before.bound).abs() < 1e-9 && (after.pmi - before.pmi).abs() < 1e-9);
    assert!(before.bound > 0.05 && before.bound < 4f64.ln(), "{before:?}");
}

fn slow_motion_agrees(slow: &SlowMotion, timeline: &Timeline, moment: usize) {
    let style = usize::from(slow.style);
    assert!((slow.posterior.iter().sum::<f64>() - 1.0).abs() < 1e-5, "{slow:?}");
    assert!((slow.pmi[style] - f64::from(timeline.pmi[moment])).abs() < 1e-5);
    assert!((slow.posterior[style] - slow.prior[style] * slow.pmi[style].exp()).abs() < 1e-9);
    assert_eq!((slow.weight, slow.by_hand), (f64::from(timeline.weight[moment]), 1.0));
    let expected = slow.formula.weight(slow.capped as f32);
    assert!((slow.weight - f64::from(expected)).abs() < 1e-5, "{slow:?}");
    assert!(slow.gradient_length > 1e-3 && slow.parameters == 14 * 16 + 16 + 16 * 16 + 16 + 16 * 4 + 4, "{slow:?}");
    let ratio = slow.weighted_length / slow.gradient_length;
    assert!((ratio - slow.weight).abs() < 1e-4, "{ratio} and {}", slow.weight);
}

fn optimum_agrees(optimum: &Optimum, own_posterior: f64) {
    assert_eq!((optimum.candidates.len(), optimum.neighbours, optimum.optimum.len()), (3, 64, 3));
    let shares: f64 = optimum.candidates.iter().map(|candidate| candidate.prior).sum();
    assert!((shares - 1.0).abs() < 1e-9 && optimum.candidates.iter().all(|candidate| candidate.prior > 0.0));
    let own = &optimum.candidates[0];
    assert_eq!((own.trajectory, own.moment), AT);
    assert!((own.posterior - own_posterior).abs() < 1e-6);
    for (beta, row) in [0.0, 1.0, 4.0].iter().zip(&optimum.optimum) {
        let odds = optimum.candidates.iter().map(|one| one.prior * one.posterior.powf(1.0 + beta));
        let odds: Vec<f64> = odds.collect();
        let all: f64 = odds.iter().sum();
        assert!(row.iter().zip(&odds).all(|(found, odds)| (found - odds / all).abs() < 1e-9), "{optimum:?}");
    }
}

#[test]
fn the_true_pmi_stands_beside_the_estimate_while_it_is_shown() {
    let mut lesson = Lesson::new(&["method=bc-pmi"]);
    assert!(lesson.timeline(1).true_pmi.is_empty(), "off at first");
    lesson.send(TrainerCommand::ShowTruth(true));
    let timeline = lesson.timeline(1);
    assert_eq!(timeline.true_pmi.len(), 300);
    // Much more precisely counted.
    let reference = CirclePmi::new(0.2, 0.2, 0.0, 3000).unwrap();
    let run = config("method=bc-pmi");
    let demos = worlds::find("circle2d").unwrap().demos(&run, &Files::default()).unwrap();
    let path = &demos.trajectories[1];
    let pairs = path.observations.chunks(10).zip(path.actions.chunks(2));
    let exact = pairs.map(|(state, action)| reference.pmi(state, action)[path.style]);
    let apart =
        exact.zip(&timeline.true_pmi).map(|(exact, shown)| (exact - f64::from(*shown)).abs()).sum::<f64>() / 300.0;
    assert!(apart < 0.1, "{apart} nats apart on average");
    let (mut own, mut strays) = (Vec::new(), Vec::new());
    for (index, path) in demos.trajectories.iter().enumerate() {
        let pmi = lesson.timeline(index as u32).true_pmi;
        for (pmi, followed) in pmi.iter().zip(&path.followed).skip(100) {
            if usize::from(*followed) == path.style { own.push(*pmi) } else { strays.push(*pmi) }
        }
    }
    let [own, strays] = [own, strays].map(|all| all.iter().sum::<f32>() / all.len() as f32);
    assert!(own > strays + 0.5, "{own} nats on its own circle, {strays} on others");
    assert_eq!(lesson.timeline(1).true_pmi, timeline.true_pmi);
    lesson.send(TrainerCommand::ShowTruth(false));
    assert!(lesson.timeline(1).true_pmi.is_empty());
    let mut elsewhere = Lesson::new(&["world=overlap&method=bc-pmi"]);
    elsewhere.send(TrainerCommand::ShowTruth(true));
    assert!(elsewhere.timeline(1).true_pmi.is_empty(), "this world does not know it");
}
