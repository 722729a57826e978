// Runs named commands, for the scripts of package.json that take a name.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Runs the commands of the name in the first argument, one after the other, and stops at the first that fails. The last
 * command receives the other arguments.
 *
 * @param {string} script the name in package.json, for messages
 * @param {Record<string, string[][]>} table the commands of each name
 * @param {string[]} [byDefault] names to run if no name is passed; each receives all arguments
 */
export function runByName(script, table, byDefault = []) {
  const [first, ...others] = process.argv.slice(2);
  const isNamed = first !== undefined && !first.startsWith("-");
  const isHelp = first === "--help";
  if (isHelp || (isNamed ? !Object.hasOwn(table, first) : byDefault.length === 0)) {
    const names = Object.keys(table).toSorted().join(", ");
    const usage = `npm run ${script} -- NAME, with one of these names: ${names}`;
    if (isHelp) console.log(usage);
    else console.error(usage);
    process.exitCode = isHelp ? 0 : 2;
    return;
  }
  const names = isNamed ? [first] : byDefault;
  const passedOn = isNamed ? others : process.argv.slice(2);
  const failed = names.filter((name) => {
    const started = Date.now();
    const commands = table[name] ?? [];
    const passed = commands.every(([program = "", ...words], k) =>
      run(program, k === commands.length - 1 ? [...words, ...passedOn] : words),
    );
    if (names.length > 1) console.log(`      ${((Date.now() - started) / 1000).toFixed(0)} s\n`);
    return !passed;
  });
  if (names.length > 1)
    console.log(
      `${names.length} of npm run ${script}, ${failed.length === 0 ? "all passed" : `failed: ${failed.join(", ")}`}`,
    );
  process.exitCode = failed.length === 0 ? 0 : 1;
}

/** @param {string} program @param {string[]} words */
function run(program, words) {
  const path = program === "node" ? process.execPath : program;
  const { status, error } = spawnSync(path, words, { cwd: root, stdio: "inherit" });
  if (error) throw error;
  return status === 0;
}
