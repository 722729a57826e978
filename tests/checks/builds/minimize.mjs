// Shortens the arguments of a call while the outcomes of two builds still differ.

/** The most calls to shorten one input. */
const MOST_TRIES = 400;

/**
 * @param pair the arguments for each of the two builds; they are equal except for instances of the builds' classes
 * @param differs returns whether the outcomes differ for such a pair
 * @returns the shortest pair found
 */
export async function minimize(pair, differs) {
  let shortest = pair;
  let tries = 0;
  const keep = async (shorter) => {
    if (tries++ >= MOST_TRIES || !(await differs(shorter))) return false;
    shortest = shorter;
    return true;
  };
  for (const path of listPaths(pair[0], [])) {
    const value = at(shortest[0], path);
    if (path.length > 1 && (await keep(shortest.map((args) => without(args, path))))) continue;
    if (typeof value === "string" || value instanceof Uint8Array) await shorten(path, value.length);
  }
  return shortest;

  async function shorten(path, length) {
    for (let size = length; size > 0; size = Math.floor(size / 2)) {
      for (let from = 0; from + size <= at(shortest[0], path).length;) {
        const shorter = shortest.map((args) => replaced(args, path, cut(at(args, path), from, from + size)));
        if (!(await keep(shorter))) from += size;
        if (tries >= MOST_TRIES) return;
      }
    }
  }
}

const isPlain = (value) =>
  typeof value === "object" &&
  value !== null &&
  [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value));

/** Lists the paths of all values in plain objects and arrays, the last first, so that a removal does not shift paths still to visit. */
function listPaths(value, path) {
  const inner = isPlain(value) ? Object.keys(value).flatMap((key) => listPaths(value[key], [...path, key])) : [];
  return path.length === 0 ? inner.toReversed() : [path, ...inner];
}

const at = (value, path) => path.reduce((inner, key) => inner[key], value);

function cut(value, from, to) {
  if (typeof value === "string") return value.slice(0, from) + value.slice(to);
  return Uint8Array.from([...value.slice(0, from), ...value.slice(to)]);
}

function replaced(value, /** @type {any[]} */ [key, ...path], own) {
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = path.length === 0 ? own : replaced(value[key], path, own);
  return copy;
}

function without(value, /** @type {any[]} */ [key, ...path]) {
  if (path.length > 0) return replaced(value, [key], without(value[key], path));
  return Array.isArray(value)
    ? value.toSpliced(Number(key), 1)
    : Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}
