//! Networks and what trains them. Training enqueues work and never reads it back; `Learner::fetch` does.

mod bundle;
mod cpu;
mod device;
mod head;
mod learner;
mod learning_rate;
mod mixture;
mod mlp;
mod objective;
mod path_net;
mod plain;
mod rows;
mod tensor_learner;

mod gpu;

pub use bundle::{Bundle, SnapshotError};
pub use cpu::{
    BLOCK, BatchOutputs, CustomLossLearner, Forward, Gradients, Gru, GruShape, Workspace, adam_step, sigmoid, tanh,
    with_simd,
};
pub use device::{Device, PathTrainer};
pub use gpu::Gpu;
pub use head::{Head, choose, one_hot};
pub use learner::{Learner, TrainState};
pub use learning_rate::LearningRate;
pub use mlp::{Layer, Mlp};
pub use objective::{Loss, Objective, categorical_gradient, gaussian_nll, log_sum_exp};
pub use path_net::{LOG_VARIANCE, Part, PathNet, PathStep};
pub use plain::{PlainMlp, Scratch};
pub use rows::{Columns, Members, Order, Portion, Rows, path_rows, style_of};
pub use tensor_learner::{Layers, TensorLearner};

use device::Engine;
