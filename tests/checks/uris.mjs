// Compares checkUri with whatwg-url and with the grammars of RFC 3986 and RFC 3987 over 1,000,000 texts; no difference may occur:
// npm run check -- uris [-- --seed N]
import { readFileSync } from "node:fs";
import { chooseSize } from "../support/part.mjs";
import { loadSources } from "../support/sources.mjs";
import { conclude, counted, readSeed } from "./check.mjs";
import { makeInputs } from "./uris/inputs.mjs";
import { judgeUri, judgeUrl } from "./uris/judge.mjs";
import { PLACES } from "./uris/places.mjs";

const INPUTS = chooseSize(1_000_000, 60_000);
/** The fewest texts with each validation error, per 60,000 texts. */
const LEAST = 8;

const seed = readSeed();
const { anyUri, matches } = await loadSources(["tests/unit/uri/grammar.ts", "tests/unit/uri/arbitrary.ts"]);
const { rows } = JSON.parse(readFileSync(new URL("../vectors/uri-check.json", import.meta.url), "utf8"));
const examples = rows.map(({ input }) => input);

const faults = [];
const codes = new Map();
const verdicts = new Map();
let places = 0;
const count = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);

for (const [text, base] of makeInputs(seed, INPUTS, anyUri, examples)) {
  const url = judgeUrl(text, base);
  const uri = judgeUri(text, matches);
  for (const fault of [...url.faults, ...uri.faults]) faults.push(`${JSON.stringify([text, base])}: ${fault}`);
  places += url.result.issues.length;
  for (const code of new Set(url.result.issues.map((issue) => issue.code))) count(codes, code);
  count(verdicts, `whatwg: ${url.result.reportedBy}`);
  for (const [k, { valid }] of uri.results.entries()) if (valid) count(verdicts, `rfc${3986 + k}: valid`);
}

for (const [verdict, texts] of [...verdicts].sort()) console.log(`      ${counted(texts)} × ${verdict}`);
const names = Object.keys(PLACES);
const rare = names.filter((name) => (codes.get(name) ?? 0) < (LEAST * INPUTS) / 60_000);
for (const name of names) console.log(`      ${counted(codes.get(name) ?? 0)} × ${name}`);
conclude(
  "uris",
  `${counted(INPUTS)} texts, ${names.length - rare.length} of ${names.length} validation errors, ${counted(places)} places, ` +
    `${faults.length} differences (0), seed ${seed}`,
  [...faults, ...rare.map((name) => `too few texts with ${name}: ${codes.get(name) ?? 0}`)],
);
