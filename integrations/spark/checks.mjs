// How the checks of the run are counted and told.

const SHOWN_LINES = 20;
const SHOWN_CHARACTERS = 2000;

export const counters = { passed: 0, failed: 0 };

/** Runs one check and says how it went. */
export async function check(what, run) {
  const started = Date.now();
  const took = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  try {
    const told = await run();
    counters.passed++;
    console.log(`pass  ${what}  ${took()}`);
    if (told !== undefined) note(told);
  } catch (error) {
    counters.failed++;
    console.log(`FAIL  ${what}  ${took()}\n${essence(error.message)}`);
  }
}

export function note(text) {
  console.log(`      ${text}`);
}

/** What is neither chatter nor a frame of a stack. */
function essence(text) {
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

/** Puts the names of an object into order, for JSON.stringify. */
function sorted(_name, value) {
  return value?.constructor === Object ? Object.fromEntries(Object.entries(value).sort()) : value;
}

/** Wants a failure whose message has this in it. */
export async function fails(run, pattern) {
  let message;
  try {
    await run();
  } catch (error) {
    message = error.message;
  }
  if (message === undefined) throw new Error("it did not fail");
  if (!pattern.test(message)) throw new Error(message);
}
