//! `lab export`: a run as files for other programs. What the page offers under *Take away*, and ONNX.

use std::path::{Path, PathBuf};

use clap::Args;
use engine::exports::{self, PolicyNet, critic_metadata, policy_metadata};
use engine::methods::Player;
use engine::rollout::{RecurrentState, StyleRequest};
use engine::session::Session;
use protocol::questions::Export;
use worlds::data::npz::{floats, stored_zip, wholes};
use worlds::data::{Demos, Rng};

use crate::messages::{explain, say};
use crate::onnx;
use crate::opened::{Opened, Wish};
use crate::run::finish;

#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    wish: Wish,
    /// Where the files go.
    #[arg(long, default_value = "exports")]
    out: PathBuf,
    /// Do not train to the end first: take a snapshot as it is.
    #[arg(long)]
    as_it_is: bool,
    /// Also write what the networks give for this many held-out moments, for tests of readers.
    #[arg(long, value_name = "MOMENTS", default_value_t = 0)]
    reference: usize,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let Opened { mut session, notices } = arguments.wish.open()?;
    notices.iter().for_each(|notice| println!("note: {notice}"));
    if !arguments.as_it_is {
        finish(&mut session).map_err(|error| explain(&error))?;
    }
    std::fs::create_dir_all(&arguments.out).map_err(|error| format!("{}: {error}", arguments.out.display()))?;
    for what in Export::ALL {
        match pollster::block_on(exports::whole(&mut session, what)) {
            Ok((name, bytes)) => write(&arguments.out, &name, &bytes)?,
            // A method without a critic has fewer files.
            Err(why) => println!("{what:?}: {}", say(&why)),
        }
    }
    write_onnx(&mut session, &arguments.out)?;
    if arguments.reference > 0 {
        write(&arguments.out, "reference.npz", &reference(&mut session, arguments.reference)?)?;
    }
    Ok(())
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), String> {
    let path = folder.join(name);
    println!("{}: {} kB", path.display(), bytes.len().div_ceil(1000));
    std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

fn write_onnx(session: &mut Session, folder: &Path) -> Result<(), String> {
    let bundle = pollster::block_on(session.networks()).map_err(|error| explain(&error))?;
    let columns = session.columns();
    let failed = |error: engine::nn::SnapshotError| say(&error.text());
    let stem =
        format!("{}-{}-seed{}-step{}", session.run.world, session.run.method, session.run.seed, session.steps().0);
    let (net, head) = exports::policy(&bundle, columns).map_err(failed)?;
    let metadata = policy_metadata(session, &net, head);
    match &net {
        PolicyNet::FeedForward(net) => {
            write(folder, &format!("{stem}-policy.onnx"), &onnx::policy(net, head, columns, &metadata)?)?;
        }
        PolicyNet::Recurrent(_) => println!("Onnx: the policy is recurrent; its safetensors hold it"),
    }
    if let Some(net) = exports::critic(&bundle, columns.styles).map_err(failed)? {
        let metadata = critic_metadata(session, &net);
        write(folder, &format!("{stem}-critic.onnx"), &onnx::critic(&net, columns, &metadata)?)?;
    }
    Ok(())
}

/// What the first seed's networks give for the first held-out moments: inputs of the policy's head at temperature zero, for
/// every style, and PMI with every style. Moments of a path come one after another, so that a recurrent policy has its state.
fn reference(session: &mut Session, most: usize) -> Result<Vec<u8>, String> {
    let mut players = pollster::block_on(session.players()).map_err(|error| explain(&error))?;
    let player = players.first_mut().ok_or("the run has no policy")?;
    let demos = session.demos();
    let demos: &Demos = demos.first().ok_or("the run has no demonstrations")?;
    let mut table = Reference::default();
    let held_out = demos.trajectories.iter().enumerate().filter(|(_, path)| path.held_out);
    for (index, _) in held_out {
        let path = session.demonstration(index).ok_or("the run has no such demonstration")?;
        let moments = path.steps().min(most - table.path.len());
        table.path.extend(std::iter::repeat_n(index as i32, moments));
        table.observations.extend_from_slice(&path.observations[..moments * demos.observation_size]);
        table.actions.extend_from_slice(&path.actions[..moments * demos.action_size]);
        let timeline = session.timeline(index as u32).filter(|timeline| !timeline.pmi.is_empty());
        if let Some(timeline) = timeline {
            let scores = timeline.scores.chunks_exact(demos.styles).take(moments);
            table.pmi.extend(scores.flat_map(|scores| pmi(scores, &timeline.prior)));
        }
        table.outputs.extend(outputs(player, demos, &path.observations, moments));
        if table.path.len() >= most {
            break;
        }
    }
    Ok(table.archive(demos))
}

/// T - ln Σ_z p(z) e^T, `[styles]`.
fn pmi(scores: &[f32], prior: &[f32]) -> Vec<f32> {
    let shares = scores.iter().zip(prior).map(|(score, share)| f64::from(*share) * f64::from(*score).exp());
    let shift = shares.sum::<f64>().ln();
    scores.iter().map(|score| (f64::from(*score) - shift) as f32).collect()
}

/// `[moments, styles, head]`.
fn outputs(player: &mut Player, demos: &Demos, observations: &[f32], moments: usize) -> Vec<f32> {
    let mut rng = Rng::stream(1, "reference", 0);
    let mut by_style = Vec::new();
    for style in 0..demos.styles {
        let request = StyleRequest { style, strength: 0.0, temperature: 0.0 };
        let mut state = RecurrentState::default();
        let each = observations.chunks_exact(demos.observation_size).take(moments);
        by_style.push(
            each.map(|seen| player.head_inputs(seen, request, &mut state, &mut rng).to_vec()).collect::<Vec<_>>(),
        );
    }
    (0..moments).flat_map(|moment| by_style.iter().flat_map(move |of| of[moment].clone())).collect()
}

#[derive(Default)]
struct Reference {
    path: Vec<i32>,
    observations: Vec<f32>,
    actions: Vec<f32>,
    outputs: Vec<f32>,
    /// Empty without a critic.
    pmi: Vec<f32>,
}

impl Reference {
    fn archive(self, demos: &Demos) -> Vec<u8> {
        let (moments, styles) = (self.path.len(), demos.styles);
        let head = self.outputs.len() / (moments * styles).max(1);
        let mut members = vec![
            ("path.npy", wholes(&self.path)),
            ("observations.npy", floats(&[moments, demos.observation_size], &self.observations)),
            ("actions.npy", floats(&[moments, demos.action_size], &self.actions)),
            ("outputs.npy", floats(&[moments, styles, head], &self.outputs)),
        ];
        if !self.pmi.is_empty() {
            members.push(("pmi.npy", floats(&[moments, styles], &self.pmi)));
        }
        stored_zip(&members)
    }
}
