// Runs, counts and reports the checks.

/** How often a job runs whose message Spark cut short. */
const MOST_ATTEMPTS = 3;
const SHOWN_LINES = 20;
const SHOWN_CHARACTERS = 2000;

export const counters = { passed: 0, failed: 0 };

/** Runs one check and prints the result; a text that it returns is printed as a note. */
export async function check(what, run) {
  const started = Date.now();
  const took = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  try {
    const text = await run();
    counters.passed++;
    console.log(`pass  ${what}  ${took()}`);
    if (text !== undefined) note(text);
  } catch (error) {
    counters.failed++;
    console.log(`FAIL  ${what}  ${took()}\n${shortenMessage(error.message)}`);
  }
}

export function note(text) {
  console.log(`      ${text}`);
}

/** Removes log lines of level INFO and frames of stacks, and shortens the rest. */
function shortenMessage(text) {
  const lines = text.split("\n").filter((line) => line !== "" && !/ INFO |^\s+(at |Suppressed|\.\.\.)/.test(line));
  return lines
    .slice(-SHOWN_LINES)
    .map((line) => line.slice(0, SHOWN_CHARACTERS))
    .join("\n");
}

export function same(got, wanted) {
  const text = (value) => JSON.stringify(value, sorted);
  if (text(got) !== text(wanted)) throw new Error(`${text(got)}\nis not ${text(wanted)}`);
}

/** Sorts the names of an object, as a replacer of JSON.stringify. */
function sorted(_name, value) {
  return value?.constructor === Object ? Object.fromEntries(Object.entries(value).sort()) : value;
}

/** Throws unless `run` fails with a message that matches. */
export async function fails(run, pattern) {
  let message;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    message = undefined;
    try {
      await run();
    } catch (error) {
      message = error.message;
    }
    // Spark may throw before it has read all that the filter says. Then the job runs again.
    if (message === undefined || pattern.test(message) || !/Subprocess exited with status/.test(message)) break;
  }
  if (message === undefined) throw new Error("it did not fail");
  if (!pattern.test(message)) throw new Error(message);
}
