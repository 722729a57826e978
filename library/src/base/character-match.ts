/** Returns a function that says whether a regular expression with the flag u or v matches a whole character. */
export function matchCharacter({ source, flags }: RegExp): (codePoint: number) => boolean {
  // An expression that matches an empty text does not match every character: at index 0, only the whole character reaches the end.
  // Unlike `test`, `search` keeps no state from one character to the next.
  const whole = new RegExp(`(?:${source})(?![^])`, flags);
  return (codePoint) => String.fromCodePoint(codePoint).search(whole) === 0;
}
