/** Returns seeded pseudo-random integers below a limit (https://en.wikipedia.org/wiki/Xorshift): `const below = random(seed); below(6)`. */
export function random(seed) {
  let state = seed | 0 || 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}
