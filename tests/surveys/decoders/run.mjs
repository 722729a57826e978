// Compares compareDecoders and compareEncoders with the real decoders and encoders, and writes docs/decoders.md. With --check compares the page instead.
import { Buffer, isUtf8 } from "node:buffer";
import { conclude } from "../../checks/check.mjs";
import { writePage } from "../../conformance/markdown.mjs";
import { loadSources } from "../../support/sources.mjs";
import { page } from "./page.mjs";
import { runDecoders } from "./real.mjs";
import { checkEncoders, listEncoders } from "./encoders.mjs";
import { AWKWARD, corpora } from "./texts.mjs";

const SEED = Number(process.env.PERCODEC_SEED ?? 20261121);

const { compareDecoders, compareEncoders } = await loadSources([
  "tool/shared/explain/decoder-comparison.ts",
  "tool/shared/explain/encoder-comparison.ts",
]);

/** Returns two prefixes of a string for an error: up to the error, which the decoder accepts, and including it, which it refuses. */
const around = (text, { index, length }) => [text.slice(0, index), text.slice(0, index + length)];

const partsAtRefusals = (texts) => [
  ...new Set(
    texts.flatMap((text) => compareDecoders(text).results.flatMap(({ error }) => (error ? around(text, error) : []))),
  ),
];

const byCorpus = corpora(SEED);
byCorpus["parts at refusals"] = partsAtRefusals([...byCorpus["by hand"], ...byCorpus.hostile]);
const texts = Object.values(byCorpus).flat();
const columns = runDecoders(texts);

const faults = [];
const check = (text, what, wanted, got) => {
  if (wanted !== got)
    faults.push(`${JSON.stringify(text)}, ${what}: ${JSON.stringify(wanted)}, not ${JSON.stringify(got)}`);
};

const isRefusal = ({ text, bytes }) => text === undefined && bytes === undefined;
const toBytes = (text) => (text.isWellFormed() ? Buffer.from(text).toString("latin1") : JSON.stringify(text));
const toText = (answer) => {
  const bytes = Buffer.from(answer, "latin1");
  return isUtf8(bytes) ? bytes.toString() : undefined;
};

const refusers = new Map();
/** Returns the decoders that refuse a string according to compareDecoders. */
function findRefusers(text) {
  if (!refusers.has(text)) {
    const refused = compareDecoders(text).results.filter(({ error }) => error !== undefined);
    refusers.set(text, new Set(refused.map(({ decoder }) => decoder)));
  }
  return refusers.get(text);
}

function checkResult(text, { decoder, value, bytes, error }, answer) {
  check(text, `${decoder} refuses`, isRefusal(answer), error !== undefined);
  check(text, decoder, answer.bytes === undefined ? answer.text : toText(answer.bytes), value);
  check(text, `${decoder}, bytes`, answer.bytes, bytes && Buffer.from(bytes).toString("latin1"));
  if (error === undefined) return;
  const [before, through] = around(text, error).map((part) => findRefusers(part).has(decoder));
  check(
    text,
    `${decoder}, place ${JSON.stringify(error)}`,
    "passes, refused",
    `${before ? "refused" : "passes"}, ${through ? "refused" : "passes"}`,
  );
}

/** Checks that `agree` is true exactly if the real decoders agree, and that there are differences otherwise. */
function checkAgreement(text, { agree, differences }, answers) {
  const given = answers.filter((answer) => answer !== undefined);
  const same = new Set(given.map((answer) => answer.bytes ?? toBytes(answer.text ?? "\ud800"))).size === 1;
  check(text, "agree", same && !given.some(isRefusal), agree);
  check(text, "differences", agree, differences.length === 0);
}

const compared = new Map();
for (const [index, text] of texts.entries()) {
  const report = compareDecoders(text);
  const answers = columns.map((column) => column.answers[index]);
  for (const [k, { decoder, version }] of columns.entries()) {
    if (answers[k] === undefined) continue;
    const result = report.results.find((one) => one.decoder === decoder);
    if (result === undefined) throw new Error(`compareDecoders has no decoder ${decoder}`);
    checkResult(text, result, answers[k]);
    compared.set(version, (compared.get(version) ?? 0) + 1);
  }
  checkAgreement(text, report, answers);
}

for (const { decoder, version } of columns)
  if (version === undefined) console.log(`      not run: ${decoder} is not installed`);
await checkEncoders(compareEncoders, check, compared);

for (const [corpus, { length }] of Object.entries(byCorpus)) console.log(`      ${length} texts: ${corpus}`);
for (const [version, count] of compared) console.log(`      ${count} results by ${version}`);
conclude("decoders", `${texts.length} texts, ${columns.length} decoders, seed ${SEED}`, faults);

const calls = new Map(compareDecoders("").results.map(({ decoder, call }) => [decoder, call]));
/** Returns the predicted answer, for the page where a decoder is not installed. */
function predict(text, decoder) {
  const { bytes } = compareDecoders(text).results.find((one) => one.decoder === decoder);
  return text.isWellFormed() ? { bytes: bytes && Buffer.from(bytes).toString("latin1") } : undefined;
}

const shown = columns.map(({ decoder, version, answers }) => ({
  decoder,
  call: calls.get(decoder),
  answers: version === undefined ? AWKWARD.map(({ text }) => predict(text, decoder)) : answers,
}));
await writePage("docs/decoders.md", page(shown, listEncoders(compareEncoders)), `${columns.length} decoders`);
