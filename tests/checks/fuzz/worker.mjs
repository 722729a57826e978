// Runs targets over new inputs for a time, guided by the branches that they take; told what to do by a message, answers with one.
import { random } from "../../support/random.mjs";
import { mutate } from "./mutate.mjs";
import { decode, encode, pieces } from "./targets/codec.mjs";
import { form } from "./targets/form.mjs";
import { inspect } from "./targets/inspect.mjs";
import { records } from "./targets/records.mjs";
import { template, uri } from "./targets/uri.mjs";

const TARGETS = { decode, encode, pieces, form, uri, template, inspect, records };
const SLICE_MS = 20;
/** What is quick has more of the time, and so its laws meet more inputs. */
const SHARES = { encode: 4, pieces: 5, template: 3 };
const MOST_CRASHES = 3;
/** A long text of one new input in so many is timed. */
const TIMED = 8;
const LONG_UNITS = 0x4000;
const SLOW_MS = 20;
/** Four times the text may take so many times as long; 16 times would be quadratic. */
const MOST_TIMES = 10;
const ROUNDS = 5;

process.once("message", async (/** @type {any} */ job) => {
  // Most errors are expected, and their stacks would take longer than what throws them.
  Error.stackTraceLimit = 0;
  // Without WebAssembly all is scalar.
  if (!job.kernel) Reflect.deleteProperty(globalThis, "WebAssembly");
  const library = await import(job.library);
  const references = await import(job.references);
  const below = random(job.seed);
  const states = Object.entries(job.corpus).map(
    ([name, corpus]) => new State(name, corpus, library, references, below),
  );
  for (const state of states) state.begin();
  // Its own time, so that a busy machine makes it longer and not poorer.
  const start = process.cpuUsage();
  const executed = () => states.reduce((sum, { executions }) => sum + executions, 0);
  const enough = () => {
    if (job.untilCrash && states.some(({ crashes }) => crashes.length > 0)) return true;
    // A machine that is slow takes longer, for as many executions.
    const spent = millisecondsSince(start);
    return spent >= job.milliseconds * 3 || (spent >= job.milliseconds && executed() >= job.executions);
  };
  while (!enough()) for (const state of states) state.work();
  process.send?.(states.map(({ crashes, executions, known, name }) => ({ crashes, executions, known, name })));
  process.disconnect();
});

function millisecondsSince(start) {
  const { system, user } = process.cpuUsage(start);
  return (system + user) / 1000;
}

/** What is known of one target. */
class State {
  crashes = [];
  executions = 0;
  /** Inputs that took a branch, or took it so often, as none before. */
  known = [];
  #below;
  /** @type {Uint8Array} how often each branch was taken */
  #branches;
  #corpus;
  #library;
  #seen;
  #target;
  #references;

  constructor(name, corpus, library, references, below) {
    this.name = name;
    this.#target = TARGETS[name];
    this.#corpus = corpus;
    this.#library = library;
    this.#references = references;
    this.#below = below;
    // What tests/checks/fuzz/bundle.mjs puts there.
    this.#branches = /** @type {any} */ (globalThis).branches;
    this.#seen = new Uint8Array(this.#branches.length);
  }

  begin() {
    for (const input of ["", ...this.#corpus]) this.#take(input);
  }

  work() {
    const end = performance.now() + SLICE_MS * (SHARES[this.name] ?? 1);
    const { known } = this;
    const below = this.#below;
    const other = () => known[below(known.length)];
    do {
      for (let k = 0; k < 16; k++) {
        // Half of the time one of the newest.
        const from = below(2) === 0 ? other() : known[known.length - 1 - below(Math.min(known.length, 32))];
        this.#take(mutate(from, below, this.#target.tokens, other));
      }
    } while (performance.now() < end);
  }

  #take(input) {
    const branches = this.#branches;
    branches.fill(0);
    this.executions++;
    const error = this.#errorOf(input);
    if (error !== undefined) this.#crash(input, error);
    if (!learn(branches, this.#seen)) return;
    this.known.push(input);
    if (input.length > 4 && this.#below(TIMED) === 0 && !this.#isLinear(input))
      this.#crash(input, new Error("not linear"));
  }

  /** Shortens an input as long as it crashes in the same way. */
  #crash(input, error) {
    if (this.crashes.length >= MOST_CRASHES) return;
    const kindOf = (thrown) => String(thrown?.message).split(":")[0];
    const kind = kindOf(error);
    if (this.crashes.some((crash) => crash.kind === kind)) return;
    let shortest = input;
    for (let size = input.length; size > 0 && kind !== "not linear"; size = Math.floor(size / 2)) {
      for (let at = 0; at + size <= shortest.length;) {
        const shorter = shortest.slice(0, at) + shortest.slice(at + size);
        if (kindOf(this.#errorOf(shorter)) === kind) shortest = shorter;
        else at += size;
      }
    }
    Error.stackTraceLimit = 10;
    const { stack = kind } = this.#errorOf(shortest) ?? error;
    Error.stackTraceLimit = 0;
    this.crashes.push({ input: shortest, kind, stack });
  }

  #errorOf(input) {
    try {
      this.#target.run(input, this.#library, this.#references);
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
        this.#target.long(this.#library, text, this.#references);
      } catch (error) {
        // Limits and policies may end it early, which is quick.
        if (!(error instanceof this.#library.codec.PercentEncodingError)) throw error;
      }
      return millisecondsSince(start);
    };
    // What is suspicious once may be the compiler's or the collector's time: it has to be so each time.
    for (let round = 0; round < ROUNDS; round++) {
      const [short, long] = [time(LONG_UNITS / 4), time(LONG_UNITS)];
      if (long < SLOW_MS || long < MOST_TIMES * short) return true;
    }
    return false;
  }
}

/** How often a branch is taken counts as 1, 2, 3, up to 7, 15, 31, 127 or more; each is a bit of what has been seen. */
const BUCKETS = Uint8Array.from({ length: 256 }, (_, count) => {
  const bucket = [1, 2, 3, 7, 15, 31, 127, 255].findIndex((most) => count <= most);
  return count === 0 ? 0 : 1 << bucket;
});

/** Whether a branch was taken as never before; from now on it has been seen. */
function learn(branches, seen) {
  // Four at a time, since most are not taken.
  const words = new Uint32Array(branches.buffer);
  let news = false;
  for (let word = 0; word < words.length; word++) {
    if (words[word] === 0) continue;
    for (let k = word * 4; k < word * 4 + 4; k++) {
      const bit = BUCKETS[branches[k]] ?? 0;
      if ((bit & seen[k]) === bit) continue;
      seen[k] |= bit;
      news = true;
    }
  }
  return news;
}
