/** The most edits of a misspelt name that is recognized. */
const MAX_EDITS = 3;

/** Returns the known name with the fewest edits, ignoring case: at most a third of its letters, rounded, and {@link MAX_EDITS}. */
export function findNearest(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  let nearest: string | undefined;
  let fewest = MAX_EDITS + 1;
  for (const candidate of known) {
    const edits = countEdits(wanted, candidate.toLowerCase());
    if (edits >= fewest || edits * 3 > candidate.length + 1) continue;
    nearest = candidate;
    fewest = edits;
  }
  return nearest;
}

/** Returns how many insertions, deletions, substitutions and transpositions turn a word into another (optimal string alignment). */
function countEdits(from: string, to: string): number {
  let [before, last] = [[] as number[], Array.from({ length: to.length + 1 }, (_, k) => k)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      row[j] = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    [before, last] = [last, row];
  }
  return last[to.length]!;
}
