// What every library is given: the same rows, minibatches and weights to begin with, and the same clock.
//
// The step: T = MLP 16-h-h-1 with ReLU on B pairs as they are and on B pairs with shuffled styles,
// loss = log mean e^T(shuffled) - mean T(as they are), its gradient, Adam at 1e-3.

export const RATE = 1e-3;
export const BETA_1 = 0.9;
export const BETA_2 = 0.999;
export const EPSILON = 1e-8;

const PAIR = 12;
const STYLES = 4;
const ROWS = 8192;
const BATCHES = 50;
const CHUNKS = 5;

/** Uniform in [0, 1), the same numbers everywhere: a 32-bit linear congruential generator, high bits. */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

function rows(random) {
  const pairs = new Float32Array(ROWS * PAIR);
  const styles = new Float32Array(ROWS * STYLES);
  for (let row = 0; row < ROWS; row++) {
    const style = Math.floor(random() * STYLES);
    styles[row * STYLES + style] = 1;
    for (let column = 0; column < PAIR; column++) {
      pairs[row * PAIR + column] = 2 * random() - 1 + (column === style ? 1 : 0);
    }
  }
  return { pairs, styles };
}

/** Both passes of a step are one of 2B rows, so that a library runs half as many operations. */
function minibatch(random, batch) {
  const draw = () => Math.floor(random() * ROWS);
  const joint = Array.from({ length: batch }, draw);
  const shuffled = Array.from({ length: batch }, draw);
  return { pairs: Int32Array.from([...joint, ...joint]), styles: Int32Array.from([...joint, ...shuffled]) };
}

function weights(random, sizes) {
  return sizes.slice(1).flatMap((outputs, layer) => {
    const inputs = sizes[layer];
    const scale = Math.sqrt(6 / inputs);
    const matrix = Float32Array.from({ length: inputs * outputs }, () => scale * (2 * random() - 1));
    return [
      { shape: [inputs, outputs], values: matrix },
      { shape: [outputs], values: new Float32Array(outputs) },
    ];
  });
}

export function task(hidden, batch) {
  const random = generator(7);
  return {
    batch,
    rows: ROWS,
    pair: PAIR,
    style: STYLES,
    data: rows(random),
    minibatches: Array.from({ length: BATCHES }, () => minibatch(random, batch)),
    weights: weights(random, [PAIR + STYLES, hidden, hidden, 1]),
  };
}

/** The order that the page put into the worker's address. */
export function order() {
  const asked = new URL(self.location.href).searchParams;
  return {
    backend: asked.get("backend"),
    hidden: Number(asked.get("hidden")),
    batch: Number(asked.get("batch")),
    steps: Number(asked.get("steps")),
  };
}

/** `step(n)` enqueues the n-th step, `read()` gives the last loss: once a chunk, as a live chart would. */
export async function time(steps, step, read) {
  let done = 0;
  const chunk = async (length) => {
    const began = performance.now();
    for (let count = 0; count < length; count++) step(done++);
    const loss = await read();
    return { milliseconds: (performance.now() - began) / length, loss };
  };
  const first = await chunk(1);
  // The browser's own compilers need a while to find out what is worth compiling well.
  await chunk(steps);
  const chunks = [];
  for (let count = 0; count < CHUNKS; count++) chunks.push(await chunk(steps));
  const { loss } = chunks[chunks.length - 1];
  // Without learning there were no steps; the styles are easy to tell here.
  if (!(loss < -0.05)) throw new Error(`after ${done} steps the loss is ${loss}: it did not learn`);
  return { first: first.milliseconds, chunks: chunks.map((chunk) => chunk.milliseconds), loss };
}

/** Runs the worker's work and tells the page how it went. */
export function answer(work) {
  work().then(
    (result) => self.postMessage({ result }),
    (error) => self.postMessage({ failed: String(error?.stack ?? error) }),
  );
}
