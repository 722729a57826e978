// What every check has in common: it prints its figure last, and exits 1 where the figure falls short.

/**
 * Ends a check.
 *
 * @param name the check, as in `npm run check:NAME`
 * @param figure what was measured against what is asked
 * @param faults what is wrong, a line each; an empty list where the figure holds
 */
export function conclude(name, figure, faults) {
  const shown = faults.slice(0, 20);
  for (const fault of shown) console.log(`FAULT  ${fault}`);
  if (faults.length > shown.length) console.log(`FAULT  ... and ${faults.length - shown.length} more`);
  console.log(`${faults.length === 0 ? "holds" : "FALLS SHORT"}  check:${name}  ${figure}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

/** The seed of a run: --seed N repeats one. */
export function seedOf(words = process.argv) {
  const at = words.indexOf("--seed");
  return at < 0 ? Date.now() % 2 ** 31 : Number(words[at + 1]);
}

/** A number as people read it: 1,000,000. */
export const counted = (count) => count.toLocaleString("en");
