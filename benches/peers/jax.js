// jax-js: the whole step, Adam included, is one compiled function. Arrays are counted: `.ref` is one more use.

import * as jax from "../npm/@jax-js/jax/dist/index.js";
import { BETA_1, BETA_2, EPSILON, RATE, answer, order, task, time } from "./task.js";

const { numpy: np, nn, tree } = jax;

function layers(input, parameters) {
  const [w1, b1, w2, b2, w3, b3] = parameters;
  const first = nn.relu(np.matmul(input, w1).add(b1));
  const second = nn.relu(np.matmul(first, w2).add(b2));
  return np.matmul(second, w3).add(b3);
}

/** The halves are told apart by masks: compiled, the gradient of two slices of one array comes out wrong (0.1.25). */
const loss = (batch) => (parameters, pairs, styles, which, whose) => {
  const input = np.concatenate([np.take(pairs, which, 0), np.take(styles, whose, 0)], 1);
  const scores = layers(input, parameters);
  const first = np.arange(2 * batch).less(batch).reshape([2 * batch, 1]);
  const joint = np.where(first.ref, scores.ref, 0);
  const shuffled = np.where(first, -1e30, scores);
  return nn.logsumexp(shuffled).sub(Math.log(batch)).sub(np.sum(joint).div(batch));
};

function adam(parameter, gradient, first, second, scale, correction) {
  const m = first.mul(BETA_1).add(gradient.ref.mul(1 - BETA_1));
  const v = second.mul(BETA_2).add(np.square(gradient).mul(1 - BETA_2));
  const root = np.sqrt(v.ref.mul(correction)).add(EPSILON);
  return [parameter.sub(m.ref.mul(scale).div(root)), m, v];
}

function compiled(batch) {
  const gradient = jax.valueAndGrad(loss(batch));
  return jax.jit(({ parameters, firsts, seconds, steps }, pairs, styles, which, whose) => {
    const [value, gradients] = gradient(tree.ref(parameters), pairs, styles, which, whose);
    const now = steps.add(1);
    const left = (beta) => np.subtract(1, np.exp(now.ref.mul(Math.log(beta))));
    const scale = np.divide(RATE, left(BETA_1));
    const correction = np.reciprocal(left(BETA_2));
    const moved = parameters.map((parameter, at) =>
      adam(parameter, gradients[at], firsts[at], seconds[at], scale.ref, correction.ref),
    );
    scale.dispose();
    correction.dispose();
    const part = (index) => moved.map((one) => one[index]);
    return [{ parameters: part(0), firsts: part(1), seconds: part(2), steps: now }, value];
  });
}

function trainer({ batch, rows, pair, style, data, minibatches, weights }) {
  const indices = (values) => np.array(values, { dtype: np.int32 });
  const pairs = np.array(data.pairs).reshape([rows, pair]);
  const styles = np.array(data.styles).reshape([rows, style]);
  const batches = minibatches.map((one) => [indices(one.pairs), indices(one.styles)]);
  const zeros = () => weights.map(({ shape }) => np.zeros(shape));
  let state = {
    parameters: weights.map(({ shape, values }) => np.array(values).reshape(shape)),
    firsts: zeros(),
    seconds: zeros(),
    steps: np.array(0),
  };
  const run = compiled(batch);
  let last = null;
  const step = (number) => {
    const [which, whose] = batches[number % batches.length];
    last?.dispose();
    [state, last] = run(state, pairs.ref, styles.ref, which.ref, whose.ref);
  };
  return { step, read: async () => (await last.ref.data())[0] };
}

answer(async () => {
  const { backend, hidden, batch, steps } = order();
  if (!(await jax.init(backend)).includes(backend)) throw new Error(`jax-js cannot use ${backend} here`);
  jax.defaultDevice(backend);
  const { step, read } = trainer(task(hidden, batch));
  return time(steps, step, read);
});
