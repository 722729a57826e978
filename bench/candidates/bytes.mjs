// Candidates for bytes in the caller's arrays.
import { percentDecodeBytes, percentEncodeBytes } from "percodec";
import { competitors } from "../competitors/index.mjs";
import { bytes } from "../corpus.mjs";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Whether two arrays have the same bytes. */
export const same = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

export const EXPECT = {
  decode: (input) => encoder.encode(decodeURIComponent(decoder.decode(input))),
  encode: (input) => encoder.encode(encodeURIComponent(decoder.decode(input))),
};

const CALLS = {
  decode: [
    ["percodec", "ours", (input) => percentDecodeBytes(input)],
    ["whatwg-url", "npm", (input) => competitors.whatwgUrl.percentDecodeBytes(input)],
  ],
  // No competitor encodes bytes, so they are converted to text first.
  encode: [
    ["percodec", "ours", (input) => percentEncodeBytes(input)],
    ["native through text", "native", (input) => Buffer.from(encodeURIComponent(decoder.decode(input)), "latin1")],
  ],
};

export function byteCandidates(workload) {
  const ceilings = [
    ["a copy", "copy", (input) => input.slice()],
    ["identity", "ceiling", (input) => input],
  ];
  const candidates = [...CALLS[workload.direction], ...ceilings].map(([name, kind, call]) => ({ name, kind, call, touch: "bytes" })); // prettier-ignore
  return { inputs: [bytes(workload)], expect: EXPECT[workload.direction], same, candidates };
}
