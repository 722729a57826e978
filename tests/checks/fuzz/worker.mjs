// Runs targets on new inputs for a time, guided by branch coverage. Receives the job in a message and answers with one.
import { random } from "../../support/random.mjs";
import { mutate } from "./mutate.mjs";
import { form } from "./targets/form.mjs";
import { inspect } from "./targets/inspect.mjs";
import { records } from "./targets/records.mjs";
import { template, uri } from "./targets/uri.mjs";

const TARGETS = { form, uri, template, inspect, records };
const SLICE_MS = 20;
/** Fast targets get more time slices, so that their laws are checked on more inputs. */
const SHARES = { template: 3 };
const MOST_CRASHES = 3;
/** One in this many new inputs is repeated to a long text and timed. */
const TIMED_EVERY = 8;
const LONG_UNITS = 0x4000;
const SLOW_MS = 20;
/** The largest ratio of times for four times the text; quadratic time is a ratio of 16. */
const MOST_RATIO = 10;
const ROUNDS = 5;

process.once("message", async (/** @type {any} */ job) => {
  // Most errors are expected, and capturing their stacks would take longer than the code that throws them.
  Error.stackTraceLimit = 0;
  // Without WebAssembly the library uses only scalar code.
  if (!job.kernel) Reflect.deleteProperty(globalThis, "WebAssembly");
  const library = await import(job.library);
  const reference = await import(job.reference);
  const below = random(job.seed);
  const states = Object.entries(job.corpus).map(([name, corpus]) => new State(name, corpus, library, reference, below));
  for (const state of states) state.begin();
  // Count processor time: on a busy machine the run takes longer but tries as many inputs.
  const start = process.cpuUsage();
  const executed = () => states.reduce((sum, { executions }) => sum + executions, 0);
  const enough = () => {
    if (job.untilCrash && states.some(({ crashes }) => crashes.length > 0)) return true;
    // A slow machine may take up to three times as long for the required number of executions.
    const spent = millisecondsSince(start);
    return spent >= job.milliseconds * 3 || (spent >= job.milliseconds && executed() >= job.executions);
  };
  while (!enough()) for (const state of states) state.work();
  process.send?.(
    states.map((state) => {
      const { crashes, executions, known, name } = state;
      return { crashes, executions, known: known.length, name, minimal: job.minimal ? state.findMinimal() : [] };
    }),
  );
  process.disconnect();
});

function millisecondsSince(start) {
  const { system, user } = process.cpuUsage(start);
  return (system + user) / 1000;
}

/** The state of one target. */
class State {
  crashes = [];
  executions = 0;
  /** Inputs that took a new branch, or took a branch a new number of times. */
  known = [];
  #below;
  /** @type {Uint8Array} how often each branch was taken */
  #branches;
  #corpus;
  #library;
  #seen;
  #target;
  #reference;

  constructor(name, corpus, library, reference, below) {
    this.name = name;
    this.#target = TARGETS[name];
    this.#corpus = corpus;
    this.#library = library;
    this.#reference = reference;
    this.#below = below;
    // tests/checks/fuzz/bundle.mjs defines this global.
    this.#branches = /** @type {any} */ (globalThis).branches;
    this.#seen = new Uint8Array(this.#branches.length);
  }

  begin() {
    for (const input of ["", ...this.#corpus]) this.#execute(input);
  }

  work() {
    const end = performance.now() + SLICE_MS * (SHARES[this.name] ?? 1);
    const { known } = this;
    const below = this.#below;
    const other = () => known[below(known.length)];
    do {
      for (let k = 0; k < 16; k++) {
        // Half of the time mutate one of the newest inputs.
        const from = below(2) === 0 ? other() : known[known.length - 1 - below(Math.min(known.length, 32))];
        this.#execute(mutate(from, below, this.#target.tokens, other));
      }
    } while (performance.now() < end);
  }

  /** Returns few known inputs that take all branches that any of them takes: a second pass drops what others make superfluous. */
  findMinimal() {
    const taken = this.known.map((input) => {
      this.#branches.fill(0);
      this.#run(input);
      return { input, branches: this.#branches.map((count) => Math.min(count, 1)) };
    });
    const toCount = ({ branches }) => branches.reduce((sum, isTaken) => sum + isTaken, 0);
    const ordered = taken.map((one) => ({ ...one, count: toCount(one) })).toSorted((a, b) => b.count - a.count);
    const pass = (inputs) => {
      this.#seen.fill(0);
      return inputs.filter(({ branches }) => markBuckets(branches, this.#seen));
    };
    return pass(pass(ordered).toReversed()).map(({ input }) => input);
  }

  #execute(input) {
    const branches = this.#branches;
    branches.fill(0);
    this.executions++;
    const error = this.#run(input);
    if (error !== undefined) this.#crash(input, error);
    if (!markBuckets(branches, this.#seen)) return;
    this.known.push(input);
    if (input.length > 4 && this.#below(TIMED_EVERY) === 0 && !this.#isLinear(input))
      this.#crash(input, new Error("not linear"));
  }

  /** Records a crash with the shortest input that still crashes in the same way. */
  #crash(input, error) {
    if (this.crashes.length >= MOST_CRASHES) return;
    const toKind = (thrown) => String(thrown?.message).split(":")[0];
    const kind = toKind(error);
    if (this.crashes.some((crash) => crash.kind === kind)) return;
    let shortest = input;
    for (let size = input.length; size > 0 && kind !== "not linear"; size = Math.floor(size / 2)) {
      for (let at = 0; at + size <= shortest.length;) {
        const shorter = shortest.slice(0, at) + shortest.slice(at + size);
        if (toKind(this.#run(shorter)) === kind) shortest = shorter;
        else at += size;
      }
    }
    Error.stackTraceLimit = 10;
    const { stack = kind } = this.#run(shortest) ?? error;
    Error.stackTraceLimit = 0;
    this.crashes.push({ input: shortest, kind, stack });
  }

  #run(input) {
    try {
      this.#target.run(input, this.#library, this.#reference);
      return undefined;
    } catch (error) {
      return error;
    }
  }

  #isLinear(input) {
    const time = (units) => {
      const text = input.repeat(Math.ceil(units / input.length));
      const start = process.cpuUsage();
      try {
        this.#target.long(this.#library, text, this.#reference);
      } catch (error) {
        // A limit or a policy may stop the function early.
        if (!(error instanceof this.#library.codec.PercentEncodingError)) throw error;
      }
      return millisecondsSince(start);
    };
    // A slow round may be due to compilation or garbage collection: the input is nonlinear only if all rounds are slow.
    for (let round = 0; round < ROUNDS; round++) {
      const [short, long] = [time(LONG_UNITS / 4), time(LONG_UNITS)];
      if (long < SLOW_MS || long < MOST_RATIO * short) return true;
    }
    return false;
  }
}

/** Maps the count of a branch to a bucket: 1, 2, 3, up to 7, 15, 31, 127, or more. Each bucket is a bit. */
const BUCKETS = Uint8Array.from({ length: 256 }, (_, count) => {
  const bucket = [1, 2, 3, 7, 15, 31, 127, 255].findIndex((most) => count <= most);
  return count === 0 ? 0 : 1 << bucket;
});

/** Returns whether a branch has a count in a new bucket, and marks the buckets as seen. */
function markBuckets(branches, seen) {
  // Skip four branches at a time, because most are not taken.
  const words = new Uint32Array(branches.buffer);
  let isNew = false;
  for (let word = 0; word < words.length; word++) {
    if (words[word] === 0) continue;
    for (let k = word * 4; k < word * 4 + 4; k++) {
      const bit = BUCKETS[branches[k]] ?? 0;
      if ((bit & seen[k]) === bit) continue;
      seen[k] |= bit;
      isNew = true;
    }
  }
  return isNew;
}
