// Compares fileUri and filePath with pathToFileURL and fileURLToPath of Node 24 over 1,000,000 paths of both systems and as many URIs. Only
// the differences in file-uris/deviations.mjs may occur: npm run check -- file-uris [-- --seed N]
// It runs in Node 24, the version that is compared: these functions have the option `windows` since version 20.13.
import { fileURLToPath, pathToFileURL } from "node:url";
import { PercentEncodingError } from "../../library/dist/index.js";
import { filePath, fileUri } from "../../library/dist/uri/index.js";
import { chooseSize } from "../support/part.mjs";
import { conclude, counted, readSeed } from "./check.mjs";
import { DEVIATIONS } from "./file-uris/deviations.mjs";
import { makeInputs } from "./file-uris/inputs.mjs";

const PATHS = chooseSize(1_000_000, 100_000);

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

const seed = readSeed();
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

for (let k = 0; k < PATHS; k++) {
  const { path, uri, windows } = next();
  compare("fileUri", path, windows);
  compare("filePath", uri, windows);
}
const stale = DEVIATIONS.filter(({ call, example: { input, windows, theirs, ours } }) => {
  const [their, our] = ask(call, input, windows);
  return (their.value ?? "refused") !== theirs || (our.value ?? our.refused) !== ours;
}).map(({ id }) => id);
for (const { id, call, reason } of DEVIATIONS) {
  console.log(`      ${counted(counts[id] ?? 0).padStart(9)}  ${call} ${id}: ${reason}`);
}
conclude(
  "file-uris",
  `${counted(PATHS)} paths and URIs, ${counted(same)} of ${counted(compared)} answers as those of Node ${process.version}, ` +
    `${unexplained.length} unexplained (0), ${DEVIATIONS.length} deviations, seed ${seed}`,
  [...stale.map((id) => `the outcomes of the example of ${id} changed`), ...unexplained],
);
