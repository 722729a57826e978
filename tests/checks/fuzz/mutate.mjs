// Makes a new input by mutating a known one.

/** Short texts suffice to violate the laws; longer ones only take longer. */
const MOST_UNITS = 40;
const HEX = "0123456789abcdefABCDEF";

/**
 * @param below seeded random numbers
 * @param tokens the tokens of the target's inputs
 * @param other returns another known input
 */
export function mutate(input, below, tokens, other) {
  let text = input;
  for (let left = 1 + below(4); left > 0; left--) text = mutateOnce(text, below, tokens, other);
  return text.slice(0, MOST_UNITS);
}

function mutateOnce(text, below, tokens, other) {
  const at = below(text.length + 1);
  const to = Math.min(text.length, at + 1 + below(below(4) === 0 ? 16 : 4));
  const put = (middle, end = to) => text.slice(0, at) + middle + text.slice(end);
  const kind = below(16);
  if (kind < 5) return put(tokens[below(tokens.length)], at);
  if (kind < 7) return put(tokens[below(tokens.length)]);
  if (kind < 9) return put("");
  if (kind === 9) return put(text.slice(at, to).repeat(2));
  if (kind === 10) return put(String.fromCharCode(below(0x80)), at + 1);
  if (kind === 11) return put(String.fromCharCode(below(0x10000)), at + 1);
  if (kind === 12) return put(String.fromCharCode((text.charCodeAt(at) || 0) ^ (1 << below(16))), at + 1);
  if (kind === 13) return put(HEX[below(HEX.length)], at + 1);
  // The first unit chooses the options.
  if (kind === 14) return String.fromCharCode(below(0x10000)) + text.slice(1);
  const another = other();
  const from = below(another.length + 1);
  return text.slice(0, at) + another.slice(from);
}
