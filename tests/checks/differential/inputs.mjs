// The inputs of the comparison: hostile escapes, URIs of every kind, and plain text of every plane.
import fc from "fast-check";
import { hostile } from "../../surveys/decoders/texts.mjs";
import { random } from "../../support/random.mjs";

/** Yields texts to encode. Most characters are ASCII, which the sets treat differently; one in fifty is a lone surrogate. */
function* plain(seed, count) {
  const below = random(seed);
  const character = () => {
    const kind = below(50);
    if (kind < 30) return below(128);
    if (kind < 40) return 0x80 + below(0xd780);
    if (kind < 45) return 0xe000 + below(0x2000);
    return kind < 49 ? 0x10000 + below(0x100000) : 0xd800 + below(0x800);
  };
  for (let k = 0; k < count; k++) {
    yield String.fromCodePoint(...Array.from({ length: 1 + below(16) }, character));
  }
}

/**
 * @param anyUri the generator of tests/unit/uri/arbitrary.ts
 * @returns `count` inputs: about a third of each kind
 */
export function makeInputs(seed, count, anyUri) {
  const part = Math.ceil(count / 3);
  return [...hostile(seed, part), ...fc.sample(anyUri, { numRuns: part, seed }), ...plain(seed, count - 2 * part)];
}
