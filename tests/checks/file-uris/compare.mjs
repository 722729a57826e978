// Runs under the Node that is compared: compare.mjs SEED COUNT; prints the differences as JSON.
import { fileURLToPath, pathToFileURL } from "node:url";
import { PercentEncodingError } from "../../../library/dist/index.js";
import { filePath, fileUri } from "../../../library/dist/uri/index.js";
import { DEVIATIONS } from "./deviations.mjs";
import { makeInputs } from "./inputs.mjs";

// Node resolves relative paths against the current folder.
process.chdir("/");

/** @typedef {{ value?: string | undefined, refused?: string | boolean | undefined }} Answer */

/** Returns the value of a call, or `refused`: percodec's error code, or `true` for other errors. */
function toAnswer(call) {
  try {
    return { value: call() };
  } catch (error) {
    return { refused: error instanceof PercentEncodingError ? error.code : true };
  }
}

/**
 * Calls a function of percodec and the one of Node that does the same.
 *
 * @returns {[theirs: Answer, ours: Answer]}
 */
function ask(call, input, windows) {
  const options = { windows };
  return call === "fileUri"
    ? [toAnswer(() => pathToFileURL(input, options).href), toAnswer(() => fileUri(input, options))]
    : [toAnswer(() => fileURLToPath(input, options)), toAnswer(() => filePath(input, options))];
}

const [seed = 1, count = 0] = process.argv.slice(2).map(Number);
const next = makeInputs(seed);
const counts = {};
const unexplained = [];
let same = 0;
let compared = 0;

function compare(call, input, windows) {
  const [theirs, ours] = ask(call, input, windows);
  compared++;
  if (theirs.refused ? ours.refused : theirs.value === ours.value) {
    same++;
    return;
  }
  const deviation = DEVIATIONS.find(
    (row) =>
      row.call === call &&
      (row.windows ?? windows) === windows &&
      row.ours === ours.refused &&
      row.when(input, theirs.value, ours.value),
  );
  if (deviation !== undefined) counts[deviation.id] = (counts[deviation.id] ?? 0) + 1;
  else if (unexplained.push(JSON.stringify({ call, input, windows, theirs, ours })) > 1000)
    throw new Error(unexplained.join("\n"));
}

for (let k = 0; k < count; k++) {
  const { path, uri, windows } = next();
  compare("fileUri", path, windows);
  compare("filePath", uri, windows);
}
const stale = DEVIATIONS.filter(({ call, example: { input, windows, theirs, ours } }) => {
  const [their, our] = ask(call, input, windows);
  return (their.value ?? "refused") !== theirs || (our.value ?? our.refused) !== ours;
}).map(({ id }) => id);
process.stdout.write(JSON.stringify({ version: process.version, compared, same, counts, unexplained, stale }));
