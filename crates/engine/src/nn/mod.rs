//! Networks and their training, on the CPU or WebGPU. Steps enqueue work and never read it back; `Learner::fetch` does.

mod bundle;
mod bundle_parts;
mod cpu;
mod device;
mod encoder;
mod gpu;
mod head;
mod learner;
mod learning_rate;
mod mixture;
mod mlp;
pub mod names;
mod objective;
mod path_net;
mod plain;
mod rows;
mod tensor_learner;

pub use bundle::{Bundle, SnapshotError};
pub use cpu::{
    BLOCK, BatchOutputs, ConvolutionPair, CustomLossLearner, Forward, Gradients, Gru, GruShape, Workspace, adam_step,
    encode_rows, sigmoid, tanh, with_simd,
};
pub use device::Device;
pub use encoder::Encoder;
pub use gpu::{Gpu, PathTrainer};
pub use head::{Head, choose, one_hot};
pub use learner::{Learner, TrainState};
pub use learning_rate::LearningRate;
pub use mlp::{Layer, Mlp};
pub use objective::{LOG_SIGMA, Loss, Objective, categorical_gradient, gaussian_nll, log_sum_exp};
pub use path_net::{LOG_VARIANCE, PathNet, PathStep, SubMlp};
pub use plain::{ObservationEncoder, PlainMlp, Scratch};
pub use rows::{Columns, Members, Order, Rows, SeedSplit, path_rows, style_of};
pub use tensor_learner::{Layers, TensorLearner};
