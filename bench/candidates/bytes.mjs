// Candidates for bytes, in the caller's arrays and in the kernel's memory.
import { bytes } from "../corpus.mjs";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const same = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

const EXPECT = {
  decode: (input) => encoder.encode(decodeURIComponent(decoder.decode(input))),
  encode: (input) => encoder.encode(encodeURIComponent(decoder.decode(input))),
};

export function byteCandidates(workload, modules) {
  const row = (name, kind, call) => ({ name, kind, call, touch: "bytes" });
  const rows = workload.direction === "decode" ? decoders(modules) : encoders(modules);
  const ceilings = [
    ["a copy", "copy", (input) => input.slice()],
    ["identity", "ceiling", (input) => input],
  ];
  const candidates = [...rows, ...ceilings].map((cells) => row(...cells));
  return { inputs: [bytes(workload)], expect: EXPECT[workload.direction], same, candidates };
}

function decoders({ percodec, competitors }) {
  return [
    ["percodec", "ours", (input) => percodec.percentDecodeBytes(input)],
    ["whatwg-url", "npm", (input) => competitors.whatwgUrl.percentDecodeBytes(input)],
  ];
}

/** No competitor encodes bytes, so they are converted to text first. */
function encoders({ percodec, Buffer }) {
  const throughText = (input) => encoder.encode(encodeURIComponent(decoder.decode(input)));
  const throughBuffer = (input) => Buffer.from(encodeURIComponent(decoder.decode(input)), "latin1");
  return [
    ["percodec", "ours", (input) => percodec.percentEncodeBytes(input)],
    ["native through text", "native", Buffer ? throughBuffer : throughText],
  ];
}

/** Compares the kernel on bytes in its memory with the scalar path on bytes in an array. Both write into an existing buffer. */
export function kernelCandidates(workload, { kernelBytes }) {
  if (!kernelBytes || kernelBytes.skip) return { skip: kernelBytes?.skip ?? "this host does not load the kernel" };
  const input = bytes(workload);
  const row = ({ name, kind, call, result }) => ({ name, kind, call, touch: "written", normalize: result });
  const candidates = kernelBytes.candidates(input, workload.direction).map(row);
  const unchanged = { read: input.length, written: input.length };
  candidates.push({ name: "identity", kind: "ceiling", call: () => unchanged, touch: "written" });
  return { inputs: [input], expect: EXPECT[workload.direction], same, candidates };
}
