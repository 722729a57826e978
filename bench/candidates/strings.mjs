// Candidates for texts. All encoders agree on the characters of the corpora, so all answers have to be equal.
import { texts } from "../corpus.mjs";

const same = (a, b) => a === b;

export function stringCandidates(workload, modules) {
  const { expect, calls } = workload.direction === "decode" ? decoders(modules) : encoders(workload.set, modules);
  const touch = workload.discardsResult ? "none" : "text";
  const candidates = calls.map(([name, kind, call]) => ({ name, kind, call, touch }));
  return { inputs: texts(workload), expect, same, candidates };
}

function decoders({ percodec, competitors, querystring }) {
  const calls = [
    ["percodec", "ours", (text) => percodec.percentDecode(text)],
    ["native", "native", (text) => decodeURIComponent(text)],
    ["fast-decode-uri-component", "npm", (text) => competitors.fastDecodeUriComponent(text)],
    ["decode-uri-component", "npm", (text) => competitors.decodeUriComponent(text)],
    ["identity", "ceiling", (text) => text],
  ];
  if (querystring) calls.push(["node:querystring", "built in", (text) => querystring.unescape(text)]);
  return { expect: decodeURIComponent, calls };
}

function encoders(name, { percodec, sets, competitors, querystring }) {
  const [source, member] = name.split(".");
  const set = sets[source][member];
  // The default set is not passed, because callers leave it out.
  const isDefault = name === "rfc3986.component";
  const calls = [
    ["percodec", "ours", isDefault ? (text) => percodec.percentEncode(text) : (text) => percodec.percentEncode(text, set)], // prettier-ignore
    ["native", "native", (text) => encodeURIComponent(text)],
    ["fast-querystring", "npm", (text) => competitors.fastQuerystring.encode(text)],
    ["strict-uri-encode", "npm", (text) => competitors.strictUriEncode(text)],
    ["identity", "ceiling", (text) => text],
  ];
  if (querystring) calls.push(["node:querystring", "built in", (text) => querystring.escape(text)]);
  return { expect: encodeURIComponent, calls };
}
