// Walks the product of a decoder and the specification: all pairs of their states that inputs reach, and each byte from each pair.
import { Specification } from "./specification.mjs";

const PERCENT = 0x25;
const toBytes = (text) => [...new TextEncoder().encode(text)];

/** All bytes, and one byte at least of each class that the specification tells apart. */
export const ALL_BYTES = Array.from({ length: 256 }, (_, byte) => byte);
export const CLASSES = [
  ...toBytes("%+gu0278aBcDeF\u0000\u001f"),
  ...Buffer.from("808f909fa0bfc1c2dfe0e1edeef0f1f4f5f7f8ff", "hex"),
];

/** A decoder that is fed in chunks. It holds nothing: the caller passes what was not read again. */
export class Chunks {
  #read = 0;
  #issues = [];
  #target;

  /** @param size the bytes of the target */
  constructor(PercentDecoder, options, size = 192) {
    this.#target = new Uint8Array(size);
    const onIssue = ({ code, index, length }) => this.#issues.push([code, index, length]);
    this.decoder = new PercentDecoder({ ...options, onIssue });
  }

  /** Decodes bytes until it reads no more. Indexes count from the first of these bytes. */
  feed(bytes, final) {
    const source = Uint8Array.from(bytes);
    const start = this.#read;
    const output = [];
    let fault;
    let at = 0;
    this.#issues = [];
    try {
      for (let read = 1; read > 0 && at < source.length;) {
        const progress = this.decoder.decodeInto(source, this.#target, { from: at, final });
        read = progress.read;
        this.#read += read;
        at += read;
        for (let k = 0; k < progress.written; k++) output.push(this.#target[k]);
      }
    } catch (error) {
      if (error.code === undefined) throw error;
      fault = [error.code, error.index - start, error.length];
    }
    return {
      output,
      issues: this.#issues.map(([code, index, length]) => [code, index - start, length]),
      fault,
      unread: bytes.slice(at),
    };
  }
}

const classifyLead = (byte) =>
  [0xc2, 0xe0, 0xe1, 0xed, 0xee, 0xf0, 0xf1, 0xf4, 0xf5].filter((first) => byte >= first).length;
const classifySecond = (byte) => (byte < 0x90 ? 0 : byte < 0xa0 ? 1 : 2);

/**
 * The digits of an unfinished escape by what they can still become: of `%XX` the class of the byte, of `%uXXXX` whether it is ASCII or
 * half of a surrogate pair.
 */
function classifyEscape([percent, first, ...digits]) {
  if (percent === undefined) return "";
  if (first === undefined) return "%";
  if (first !== 0x75) return `%${String.fromCharCode(first).toUpperCase().replace(/[0-7]/, "0").replace("B", "A")}`;
  const text = String.fromCharCode(...digits).toUpperCase();
  const surrogate = /^D[8-F]/.test(text)
    ? text.charAt(1) > "B"
      ? "low"
      : "high"
    : /^D?$/.test(text)
      ? text
      : /^0?0?[0-7]?$/.test(text)
        ? "ascii"
        : "";
  return `%u${digits.length}${surrogate}`;
}

/** Two pairs with the same key have the same future: the lemmas of docs/proof.md say why. */
function toKey({ character, escape, half }) {
  const classes = character.map(
    ({ value, source }, k) => `${source.length}${["l" + classifyLead(value), "s" + classifySecond(value)][k] ?? ""}`,
  );
  return `${classes} ${classifyEscape(escape)} ${half.length}`;
}

/** Whether two lists of numbers, strings and lists are equal. */
export function same(a, b) {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((value, k) => same(value, b[k]));
}

/**
 * @param letters the bytes that are tried from each pair
 * @param size the most bytes of one chunk: 2 also tries each two letters in one call
 * @returns how many pairs and steps there were, and the shortest input with a difference
 */
export function walk(PercentDecoder, options, letters, size = 1) {
  const decoder = new Chunks(PercentDecoder, options);
  const start = new Specification(options);
  const seen = new Set([toKey(start)]);
  /** @type {{ specification: Specification; unread: number[]; word: number[] }[]} */
  const queue = [{ specification: start, unread: [], word: [] }];
  const add = (next, word) => {
    if (next.fault !== undefined || seen.has(toKey(next))) return;
    seen.add(toKey(next));
    queue.push({ specification: next.copy(), unread: findPending(next), word });
  };
  let steps = 0;
  let longest = 0;
  for (const { specification, unread, word } of queue) {
    longest = Math.max(longest, unread.length);
    for (const first of letters) {
      for (const chunk of size === 1 ? [[first]] : letters.map((second) => [first, second])) {
        steps++;
        const next = specification.copy();
        for (const byte of chunk) next.feed(byte);
        const difference = compare(decoder, next, [...unread, ...chunk]);
        if (difference !== undefined)
          return { pairs: seen.size, steps, longest, witness: [...word, ...chunk], difference };
        if (size === 1) add(next, [...word, ...chunk]);
      }
    }
    if (size > 1)
      for (const byte of letters) {
        const next = specification.copy();
        next.feed(byte);
        add(next, [...word, byte]);
      }
  }
  return { pairs: seen.size, steps, longest };
}

/** The input that the specification has read without a decision. */
const findPending = ({ character, half, escape }) => [...character.flatMap(({ source }) => source), ...half, ...escape];

/** Returns what differs after a chunk, if the input goes on and if it ends here, or undefined. */
function compare(decoder, wanted, input) {
  const open = decoder.feed(input, false);
  const ended = wanted.copy();
  Object.assign(ended, { output: [...wanted.output], issues: [...wanted.issues], fault: wanted.fault, at: wanted.at });
  ended.end();
  if (!same([open.output, open.issues], [wanted.output, wanted.issues])) return { wanted, open };
  const unread = wanted.fault === undefined ? findPending(wanted) : input.slice(wanted.fault[1]);
  if (!same(open.unread, unread)) return { wanted, open, unread };
  // A fault may wait for the bytes of its excerpt: three more are enough.
  if (open.fault !== undefined && !same(open.fault, wanted.fault)) return { wanted, open };
  if (wanted.fault !== undefined && open.fault === undefined) {
    const { fault } = decoder.feed([...unread, PERCENT, PERCENT, PERCENT], false);
    if (!same(fault, [wanted.fault[0], 0, wanted.fault[2]])) return { wanted, fault };
  }
  const closed = decoder.feed(input, true);
  if (!same([closed.output, closed.issues, closed.fault], [ended.output, ended.issues, ended.fault]))
    return { wanted: ended, closed };
  return undefined;
}
