/**
 * Removes the units at both ends of a text that a pattern matches.
 *
 * A regular expression such as `/ +$/` takes quadratic time: it is tried at each space of a run that does not end the text.
 */
export function trimUnits(text: string, units: RegExp): string {
  let from = 0;
  let to = text.length;
  while (from < to && units.test(text[from]!)) from++;
  while (to > from && units.test(text[to - 1]!)) to--;
  return text.slice(from, to);
}
