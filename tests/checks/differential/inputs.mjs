// What everybody is asked about: hostile escapes, URIs of every kind, and plain text of every plane.
import fc from "fast-check";
import { hostile } from "../../surveys/decoders/texts.mjs";
import { random } from "../../support/random.mjs";

/** Text to encode, mostly characters that some set treats on its own; one in fifty is a half of a pair. */
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
 * @returns as many inputs as are asked for, in three parts that are alike
 */
export function inputsOf(seed, count, anyUri) {
  const part = Math.ceil(count / 3);
  return [...hostile(seed, part), ...fc.sample(anyUri, { numRuns: part, seed }), ...plain(seed, count - 2 * part)];
}
