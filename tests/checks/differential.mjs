// Compares percodec with six other implementations on 300,000 inputs. Only the differences in deviations.json may occur:
// npm run check -- differential [-- --seed N]
import { readFileSync } from "node:fs";
import { askProgram } from "../surveys/decoders/programs.mjs";
import { PercentEncodingError } from "../../library/dist/index.js";
import { conclude, counted, readSeed } from "./check.mjs";
import { inProcess, PROGRAMS } from "./differential/comparisons.mjs";
import { makeInputs } from "./differential/inputs.mjs";
import { chooseSize } from "../support/part.mjs";
import { loadSources } from "../support/sources.mjs";

const INPUTS = chooseSize(300_000, 40_000);
const MOST_DEVIATIONS = 20;
/** Inputs per call of a program. Its output has to fit into a string. */
const BATCH = 50_000;

const deviations = JSON.parse(readFileSync(new URL("differential/deviations.json", import.meta.url), "utf8"));
for (const deviation of deviations) deviation.pattern = new RegExp(deviation.when, "su");

const seed = readSeed();
const sources = await loadSources(["tests/unit/uri/grammar.ts", "tests/unit/uri/arbitrary.ts"]);
const examples = deviations.map(({ example }) => example.input);
const inputs = [...examples, ...makeInputs(seed, INPUTS - examples.length, sources.anyUri)];

/** Returns the value of a call, or `refused`: percodec's error code, or `true` for other errors. */
function toAnswer(call, text) {
  try {
    const value = call(text);
    return value === undefined ? { refused: true } : { value };
  } catch (error) {
    if (error instanceof PercentEncodingError) return { refused: error.code };
    throw error;
  }
}

const same = (a, b) => (a.refused ? Boolean(b.refused) : a.value === b.value);
/** A deviation covers only outcomes of the same kind as its example: a value, or the same refusal. */
const sameKind = (answer, example) => (answer.refused ?? false) === (example.refused ?? false);

const rows = new Map();
const unexplained = [];

function compare(who, text, theirs, ours) {
  const row = rows.get(who) ?? { compared: 0, differences: 0 };
  rows.set(who, row);
  row.compared++;
  if (same(theirs, ours)) return;
  row.differences++;
  const deviation = deviations.find(
    ({ who: named, pattern, example }) =>
      named.includes(who) && pattern.test(text) && sameKind(theirs, example.theirs) && sameKind(ours, example.ours),
  );
  if (deviation === undefined) unexplained.push(JSON.stringify({ who, text, theirs, ours }));
  else if (text === deviation.example.input) deviation.shown = JSON.stringify([theirs, ours]);
}

for (let from = 0; from < inputs.length; from += BATCH) {
  const texts = inputs.slice(from, from + BATCH);
  for (const [program, functions] of Object.entries(PROGRAMS)) {
    const { version, answers } = askProgram(program, Object.keys(functions), texts);
    for (const [k, [name, row]] of Object.entries(functions).entries()) {
      const { ours, applies = () => true, read = (text) => text } = row;
      for (const [n, answer] of answers[k].entries()) {
        if (answer === undefined || !applies(texts[n])) continue;
        const theirs = answer === null ? { refused: true } : { value: read(answer) };
        compare(`${program} ${name}`, texts[n], theirs, toAnswer(ours, texts[n]));
      }
    }
    rows.get(`${program} ${Object.keys(functions)[0]}`).version = version;
  }
  for (const [who, functions] of Object.entries(inProcess(sources))) {
    for (const [name, { theirs, ours, applies = () => true }] of Object.entries(functions)) {
      for (const text of texts) {
        if (applies(text)) compare(`${who} ${name}`, text, toAnswer(theirs, text), toAnswer(ours, text));
      }
    }
  }
}

for (const [who, { compared, differences, version }] of rows) {
  console.log(
    `      ${counted(compared)} × ${who}${version ? ` (${version})` : ""}: ${counted(differences)} differences`,
  );
}
const compared = [...rows.values()].reduce((sum, row) => sum + row.compared, 0);
const stale = deviations.filter(({ shown, example }) => shown !== JSON.stringify([example.theirs, example.ours]));
conclude(
  "differential",
  `${counted(inputs.length)} inputs (${counted(INPUTS)}), ${counted(compared)} answers of ${rows.size} functions, ` +
    `${unexplained.length} unexplained (0), ${deviations.length} deviations (at most ${MOST_DEVIATIONS}), seed ${seed}`,
  [
    ...stale.map(({ id, shown }) => `the outcomes of the example of ${id} changed: ${shown ?? "no difference"}`),
    ...unexplained,
    ...(deviations.length > MOST_DEVIATIONS ? ["too many deviations"] : []),
    ...(inputs.length < INPUTS ? ["too few inputs"] : []),
  ],
);
