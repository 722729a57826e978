// Candidates for forms. Parsed forms are compared as lists of pairs, built forms as text.
import querystring from "node:querystring";
import { parseForm, serializeForm } from "percodec/form";
import { competitors } from "../competitors/index.mjs";
import { formText, pairs } from "../corpus.mjs";

/** The options for forms of more than 1,000 pairs, the default limit. */
const LIMITS = { limits: { pairs: Infinity, body: Infinity } };

const sameText = (a, b) => a === b;
const sameList = (a, b) => JSON.stringify(a) === JSON.stringify(b);

export function formCandidates(workload) {
  const forms = pairs(workload);
  const options = workload.count > 1000 ? LIMITS : undefined;
  if (workload.task === "build") return buildCandidates(forms);
  const inputs = forms.map(formText);
  const formByInput = new Map(inputs.map((input, k) => [input, forms[k]]));
  const list = { parse: pairCandidates, object: objectCandidates, read: readCandidates }[workload.task];
  const candidates = [...list(forms, options), { name: "identity", kind: "ceiling", call: (input) => input, touch: "text" }]; // prettier-ignore
  return workload.task === "read"
    ? { inputs, expect: (input) => formByInput.get(input).at(-1)[1], same: sameText, candidates }
    : { inputs, expect: (input) => formByInput.get(input), same: sameList, candidates };
}

/** The parsers that return an object. Its last value is read. */
function objectParsers(forms) {
  const key = forms[0].at(-1)[0];
  const row = (name, kind, call) => ({ name, kind, call, touch: "key", key, normalize: Object.entries });
  const all = { maxKeys: 0 };
  return [
    row("fast-querystring", "npm", (text) => competitors.fastQuerystring.parse(text)),
    row("picoquery", "npm", (text) => competitors.picoquery.parse(text, { nesting: false })),
    row("node:querystring", "built in", (text) => querystring.parse(text, "&", "=", all)),
  ];
}

/** The parsers that return a list of pairs. Only its size is read; reading the pairs is a separate workload. */
function pairCandidates(forms, options) {
  const row = (name, kind, call) => ({ name, kind, call, touch: "size", normalize: (list) => [...list] });
  return [
    row("percodec", "ours", (text) => parseForm(text, options)),
    row("URLSearchParams", "native", (text) => new URLSearchParams(text)),
    ...objectParsers(forms),
  ];
}

function objectCandidates(forms, options) {
  const others = objectParsers(forms);
  const call = (text) => parseForm(text, options).toObject();
  return [{ ...others[0], name: "percodec", kind: "ours", call }, ...others];
}

function readCandidates(_forms, options) {
  const row = (name, kind, call) => ({ name, kind, call, touch: "text" });
  return [
    row("percodec", "ours", (text) => lastValue(parseForm(text, options))),
    row("URLSearchParams", "native", (text) => lastValue(new URLSearchParams(text))),
  ];
}

/** Reads a character of each value and returns the last value. */
function lastValue(list) {
  let sum = 0;
  let last = "";
  for (const [, value] of list) {
    sum += value.charCodeAt(0);
    last = value;
  }
  if (Number.isNaN(sum)) throw new Error("an empty value");
  return last;
}

function buildCandidates(forms) {
  const objects = {
    inputs: forms.map((form) => Object.fromEntries(form)),
    note: "writes a space as %20",
    normalize: (text) => text.replaceAll("%20", "+"),
  };
  const row = (name, kind, call, more) => ({ name, kind, call, touch: "text", ...more });
  return {
    inputs: forms,
    expect: formText,
    same: sameText,
    candidates: [
      row("percodec", "ours", (form) => serializeForm(form)),
      row("URLSearchParams", "native", (form) => new URLSearchParams(form).toString()),
      row("fast-querystring", "npm", (form) => competitors.fastQuerystring.stringify(form), objects),
      row("picoquery", "npm", (form) => competitors.picoquery.stringify(form), objects),
      row("identity", "ceiling", (text) => text, { inputs: forms.map(formText) }),
    ],
  };
}
