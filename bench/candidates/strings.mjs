// Candidates for texts. All encoders agree on the characters of the corpora, so all answers have to be equal.
import querystring from "node:querystring";
import { percentDecode, percentEncode } from "percodec";
import { ecmascript } from "percodec/sets";
import { competitors } from "../competitors/index.mjs";
import { texts } from "../corpus.mjs";

const same = (a, b) => a === b;

export function stringCandidates(workload) {
  const { expect, calls } = workload.direction === "decode" ? DECODERS : encoders(workload.set);
  const touch = workload.discardsResult ? "none" : "text";
  const candidates = calls.map(([name, kind, call]) => ({ name, kind, call, touch }));
  return { inputs: texts(workload), expect, same, candidates };
}

const DECODERS = {
  expect: decodeURIComponent,
  calls: [
    ["percodec", "ours", (text) => percentDecode(text)],
    ["native", "native", (text) => decodeURIComponent(text)],
    ["fast-decode-uri-component", "npm", (text) => competitors.fastDecodeUriComponent(text)],
    ["decode-uri-component", "npm", (text) => competitors.decodeUriComponent(text)],
    ["identity", "ceiling", (text) => text],
    ["node:querystring", "built in", (text) => querystring.unescape(text)],
  ],
};

function encoders(name) {
  // The default set is not passed, because callers leave it out.
  const encode = name === "rfc3986.component" ? (text) => percentEncode(text) : (text) => percentEncode(text, ecmascript.encodeURIComponent); // prettier-ignore
  const calls = [
    ["percodec", "ours", encode],
    ["native", "native", (text) => encodeURIComponent(text)],
    ["fast-querystring", "npm", (text) => competitors.fastQuerystring.encode(text)],
    ["strict-uri-encode", "npm", (text) => competitors.strictUriEncode(text)],
    ["identity", "ceiling", (text) => text],
    ["node:querystring", "built in", (text) => querystring.escape(text)],
  ];
  return { expect: encodeURIComponent, calls };
}
