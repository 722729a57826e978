/**
 * Returns a function that compares whole names with a glob: `*` is any run of characters, `\*` a star, `\\` a backslash; all other
 * characters stand for themselves.
 *
 * The literal texts between the stars are searched from left to right, each once, so a name is never read twice as with the
 * backtracking of a regular expression.
 */
export function toGlobMatcher(glob: string): (name: string) => boolean {
  const literals = splitGlob(glob);
  const [first, ...others] = literals as [string, ...string[]];
  const last = others.pop();
  if (last === undefined) return (name) => name === first;
  return (name) => {
    if (!name.startsWith(first) || !name.endsWith(last)) return false;
    const end = name.length - last.length;
    let at = first.length;
    for (const literal of others) {
      const found = name.indexOf(literal, at);
      if (found < 0) return false;
      at = found + literal.length;
    }
    return at <= end;
  };
}

/** Splits a glob at its stars; returns the literal texts between them. */
function splitGlob(glob: string): string[] {
  const literals = [""];
  for (const [token, escaped] of glob.matchAll(/\\([\\*])|[^\\*]+|[\\*]/g)) {
    if (token === "*") literals.push("");
    else literals[literals.length - 1] += escaped ?? token;
  }
  return literals;
}
