// Every check prints its result last and exits with 1 if it fails.

/**
 * Prints the result of a check and sets the exit code.
 *
 * @param name the check, as in `npm run check -- NAME`
 * @param figure the measured figures with their limits
 * @param faults the faults, one line each; empty if the check passes
 */
export function conclude(name, figure, faults) {
  const shown = faults.slice(0, 20);
  for (const fault of shown) console.log(`FAULT  ${fault}`);
  if (faults.length > shown.length) console.log(`FAULT  ... and ${faults.length - shown.length} more`);
  console.log(`${faults.length === 0 ? "pass" : "FAIL"}  check ${name}  ${figure}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

/** Returns and prints the seed of the option `--seed N`, which repeats a run, or a new seed. */
export function readSeed() {
  const at = process.argv.indexOf("--seed");
  const seed = at < 0 ? Date.now() % 2 ** 31 : Number(process.argv[at + 1]);
  console.log(`seed ${seed}`);
  return seed;
}

/** Formats a number with separators: 1,000,000. */
export const counted = (count) => count.toLocaleString("en");
