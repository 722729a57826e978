// Compares the calls of both sides in docs/migration.md: their example, the inputs of migration.json and, where the page says "nothing",
// random texts: node tests/surveys/peers/migration-check.mjs [--texts COUNT] [--seed SEED]
import { readFileSync } from "node:fs";
import * as contentDisposition from "content-disposition";
import { encodeUrl } from "encodeurl";
import fastQuerystring from "fast-querystring";
import fc from "fast-check";
import fastUri from "fast-uri";
import * as mdurl from "mdurl";
import normalizeUrl from "normalize-url";
import OAuth from "oauth-1.0a";
import qs from "qs";
import queryString from "query-string";
import strictUriEncode from "strict-uri-encode";
import * as ufo from "ufo";
import uriJs from "uri-js";
import { parseTemplate } from "url-template";
import whatwgUrl from "whatwg-url";
import { conclude, counted, readSeed } from "../../checks/check.mjs";
import { chef } from "./cyberchef.mjs";
import { answer, compile, listRows } from "./migration.mjs";

const peers = { chef, contentDisposition, encodeUrl, fastQuerystring, fastUri, mdurl, normalizeUrl, OAuth };
Object.assign(peers, { parseTemplate, qs, queryString, strictUriEncode, ufo, uriJs, whatwgUrl });
const MODULES = ["index", "form/index", "guard/index", "sets/index", "template/index", "uri/index"];
const loaded = await Promise.all(MODULES.map((name) => import(`../../../library/dist/${name}.js`)));
const percodec = Object.assign({}, ...loaded);

const inputs = JSON.parse(readFileSync(new URL("migration.json", import.meta.url), "utf8"));
inputs.query.push("a=1&".repeat(1001), `${"a".repeat(1025)}=1`);
inputs.url.push(...inputs.text.map((text) => `http://e.com/${text}`));
inputs.url.push(...inputs.query.map((text) => `http://e.com/?${text}`));
inputs.path.push(...inputs.text);
inputs.object.push({ a: undefined }, { a: [undefined] });
inputs.value = [...inputs.text, ...inputs.object];
inputs.value.push(0, -0, -1.5, 1e21, NaN, Infinity, 10n, true, false, null, undefined);

/** Which list a literal stands for. */
const LISTS = {
  value: /^\d/,
  object: /^\{/,
  reference: /^"\.\.?\//,
  url: /^"\w+:\/\//i,
  template: /^".*\{/,
  path: /^"\//,
  query: /=/,
  text: /^"/,
};

const decodeMarks = (text) => text.replace(/%(?:2[1789ADE]|5F|7E)/g, decodeURIComponent);
const sortNames = (json) => {
  const value = JSON.parse(json);
  if (typeof value === "string") return JSON.stringify(value.split("&").sort().join("&"));
  return JSON.stringify(Object.entries(value).sort());
};
/** Writes the URL of an answer as the URL Standard and URLSearchParams do, with sorted parameters. */
const normalizeHref = (json) => {
  let url;
  try {
    url = new URL(JSON.parse(json));
  } catch {
    return json;
  }
  url.searchParams.sort();
  return url.href.replace(/\?(?=#|$)/, "");
};
const ILLEGAL = /[^!-~]|["<>[\]\\^`{|}]|(?<=#.*)#/gu;
const encodeIllegal = (json) => JSON.stringify(JSON.parse(json).toWellFormed().replace(ILLEGAL, encodeURIComponent));
const normalizeParts = (json) => JSON.stringify(percodec.normalizeUri(JSON.parse(encodeIllegal(json))));
const isObject = (value) => typeof value === "object" && value !== null;
const isNested = (object) =>
  Object.values(object).some((value) => isObject(value) && (!Array.isArray(value) || value.some(isObject)));
const hasUndefined = (object) => Object.values(object).flat().includes(undefined);

/** Whether percodec may throw, by the top of the page: for malformed data and for a leading `?`. */
const isFaulty = (text) => {
  try {
    decodeURIComponent(text);
    encodeURIComponent(text);
    return /^\?|\\ud[89a-f]/.test(text);
  } catch {
    return true;
  }
};

/** The differences that a row may name: what removes one from an answer, or what both answers and the input match. */
const KINDS = {
  ...inputs.kinds,
  "`!'()*` are encoded": { same: decodeMarks },
  "`!'()*~` are written differently": { same: decodeMarks },
  "`-._~` are not encoded": { same: decodeMarks },
  "the order is kept": { same: sortNames },
  'a name without `=` has the value `""`': { same: (json) => json.replaceAll("null", '""') },
  "an array repeats the name": { when: (object) => Object.values(object).some(Array.isArray) },
  "nested values throw": { ours: /TypeError/, when: isNested },
  "`undefined` is left out": { when: hasUndefined },
  "a comma between items is not encoded": { same: (text) => text.replaceAll("%2C", ",") },
  "the rest of the URL is kept": { same: normalizeHref },
  "illegal characters are kept": { same: encodeIllegal },
  "the parts are not normalized": { same: normalizeParts },
  "the URL is not normalized": { same: normalizeHref },
  "a malformed escape is kept": { same: (text) => text.replace(/%(?![\da-f]{2})/gi, "%25") },
  "invalid UTF-8 gives fewer U+FFFD": { same: (text) => text.replace(/\ufffd+/g, "\ufffd") },
  "`|` is encoded": { same: (text) => text.replaceAll("|", "%7C") },
};

const isThrow = (side) => side.startsWith("throws ");

/** Returns whether the kinds account for two answers to an input. */
function explains(kinds, input, theirs, ours) {
  const text = typeof input === "object" ? JSON.stringify(input) : String(input);
  if (theirs === ours || (isThrow(ours) && (isThrow(theirs) || isFaulty(text)))) return true;
  const isMatch = (pattern = "", side) => new RegExp(pattern, "i").test(side);
  const isNamed = ({ same, ours: our, theirs: their, when }) =>
    same === undefined &&
    isMatch(our, ours) &&
    isMatch(their, theirs) &&
    (typeof when === "function" ? when(input) : isMatch(when, text));
  if (kinds.some(isNamed)) return true;
  if ([theirs, ours].some((side) => isThrow(side) || side === "undefined")) return false;
  const reduce = (side) => kinds.reduce((json, { same }) => same?.(json) ?? json, side);
  return reduce(theirs) === reduce(ours);
}

const LITERALS = [/"(?:[^"\\]|\\.)*"/g, /\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, /\b\d+\b/g];

/** Returns the literals of a row that inputs replace, and the name of their list. */
function findLiterals(theirs, ours) {
  const all = LITERALS.flatMap((pattern) => theirs.match(pattern) ?? []).filter((one) => ours.includes(one));
  const common = all.filter((one) => !all.some((other) => other !== one && other.includes(one)));
  const isFirst = (literal) => /^"(?:\.\.?\/|.*\{)/.test(literal);
  const first = common.find(isFirst) ?? common.toSorted((a, b) => b.length - a.length)[0];
  if (first === undefined) throw new Error(`${theirs} and ${ours} have no literal in common`);
  const [list = "text"] = Object.entries(LISTS).find(([, pattern]) => pattern.test(first)) ?? [];
  return { list, literals: list === "template" ? common : [first] };
}

/** Returns texts that are joined from those of a list. */
function randomTexts(list, numRuns, seed) {
  const part = fc.constantFrom(...inputs[list === "value" ? "text" : list]);
  return fc.sample(fc.array(part, { maxLength: 8 }), { numRuns, seed }).map((parts) => parts.join(""));
}

const rows = listRows();
const seed = readSeed();
const at = process.argv.indexOf("--texts");
const count = at < 0 ? 2000 : Number(process.argv[at + 1]);
const unused = Object.keys(KINDS).filter((phrase) => !rows.some(({ phrases }) => phrases.includes(phrase)));
const faults = unused.map((phrase) => `no row says "${phrase}"`);
let compared = 0;
for (const { share, phrases, theirs, ours } of rows) {
  const got = await answer(compile(theirs.call, peers));
  if (got !== theirs.gives) faults.push(`${theirs.call} returns ${got}, docs/migration.md says ${theirs.gives}`);
  if (ours === undefined) continue;
  const kinds = phrases.map((phrase) => KINDS[phrase] ?? {});
  for (const phrase of phrases)
    if (!Object.hasOwn(KINDS, phrase)) faults.push(`${theirs.call}: "${phrase}" is no kind of difference`);
  const { list, literals } = findLiterals(theirs.call, ours.call);
  const [their, our] = [compile(theirs.call, peers, literals), compile(ours.call, percodec, literals)];
  const differing = [];
  for (const input of [...inputs[list], ...(phrases.length === 0 ? randomTexts(list, count, seed) : [])]) {
    compared++;
    const copies = () => structuredClone(list === "template" ? input : [input]);
    const answers = [input, await answer(their, ...copies()), await answer(our, ...copies())];
    if (!explains([], ...answers)) differing.push(answers);
  }
  const found = `${differing.length}/${inputs[list].length}`;
  if (phrases.length > 0 && share !== found) faults.push(`${theirs.call}: ${found} inputs differ, not ${share}`);
  for (const [input, a, b] of differing.filter((one) => !explains(kinds, ...one)).slice(0, 3))
    faults.push(`${theirs.call}: for ${JSON.stringify(input)} it returns ${a}, and ${ours.call} ${b}`);
  for (const [k, phrase] of phrases.entries())
    if (differing.every((one) => explains(kinds.toSpliced(k, 1), ...one)))
      faults.push(`${theirs.call}: "${phrase}" does not occur`);
}
conclude("migration", `${rows.length} rows, ${counted(compared)} comparisons, seed ${seed}`, faults);
