// TensorFlow.js: eager, with its own Adam and gradients. It fuses a product with its bias, so that is asked for.

import "../npm/@tensorflow/tfjs/dist/tf.min.js";
import "../npm/@tensorflow/tfjs-backend-wasm/dist/tf-backend-wasm.min.js";
import "../npm/@tensorflow/tfjs-backend-webgpu/dist/tf-backend-webgpu.min.js";
import { BETA_1, BETA_2, EPSILON, RATE, answer, order, task, time } from "./task.js";

const { tf } = globalThis;

function layers(input, parameters) {
  const last = parameters.length - 2;
  return parameters.reduce((a, b, index) => {
    if (index % 2 === 1) return a;
    const sum = tf.fused.matMul({ a, b, bias: parameters[index + 1] });
    return index === last ? sum : tf.relu(sum);
  }, input);
}

function trainer({ batch, rows, pair, style, data, minibatches, weights }) {
  const pairs = tf.tensor2d(data.pairs, [rows, pair]);
  const styles = tf.tensor2d(data.styles, [rows, style]);
  const batches = minibatches.map((one) => [tf.tensor1d(one.pairs, "int32"), tf.tensor1d(one.styles, "int32")]);
  const parameters = weights.map(({ shape, values }) => tf.variable(tf.tensor(values, shape)));
  const adam = tf.train.adam(RATE, BETA_1, BETA_2, EPSILON);
  const loss = ([which, whose]) => {
    const input = tf.concat([tf.gather(pairs, which), tf.gather(styles, whose)], 1);
    const [joint, shuffled] = tf.split(layers(input, parameters), 2);
    return tf.sub(tf.sub(tf.logSumExp(shuffled), Math.log(batch)), tf.mean(joint));
  };
  let last = null;
  const step = (number) => {
    const now = tf.tidy(() => adam.minimize(() => loss(batches[number % batches.length]), true, parameters));
    last?.dispose();
    last = now;
  };
  return { step, read: async () => (await last.data())[0] };
}

answer(async () => {
  const { backend, hidden, batch, steps, threads } = order();
  tf.wasm.setThreadsCount(threads);
  tf.wasm.setWasmPaths(new URL("../npm/@tensorflow/tfjs-backend-wasm/dist/", import.meta.url).href);
  if (!(await tf.setBackend(backend))) throw new Error(`TensorFlow.js cannot use ${backend} here`);
  const { step, read } = trainer(task(hidden, batch));
  const result = await time(steps, step, read);
  return backend === "wasm" ? { ...result, threads: tf.wasm.getThreadsCount() } : result;
});
