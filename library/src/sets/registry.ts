import { requireText } from "../base/arguments.ts";
import { unknownName } from "../base/options.ts";
import { all, aws, chrome16, chromium, clickhouse, firefox10 } from "./browsers.ts";
import { ecmascript } from "./ecmascript.ts";
import { go, guava, java, perl, php, python, ruby } from "./languages.ts";
import { type NonAsciiClass, type PercentEncodeSet, requireSet } from "./percent-encode-set.ts";
import { grpc, purl, rfc6265, rfc8187, w3c } from "./protocols.ts";
import { rfc1630, rfc1738, rfc2396, rfc2732, rfc3986, rfc3987 } from "./rfc.ts";
import { whatwg } from "./whatwg.ts";

type NamedSet = PercentEncodeSet & { readonly name: string };

const registry: ReadonlyMap<string, PercentEncodeSet> = /* @__PURE__ */ (() => {
  const groups = [
    [rfc3986, whatwg, ecmascript, rfc3987, rfc1630, rfc1738, rfc2396, rfc2732],
    [python, java, php, perl, go, guava, ruby],
    [rfc8187, rfc6265, w3c, grpc, purl],
    [chromium, clickhouse, aws, { firefox10, chrome16, all }],
  ].flat();
  return new Map(groups.flatMap((group) => Object.values(group) as NamedSet[]).map((set) => [set.name, set]));
})();

/**
 * Returns the names of all sets, in the order of the documentation.
 *
 * @returns the names, in kebab-case
 * @example
 * import { setNames } from "percodec/sets";
 * setNames()[0] // → "rfc3986-component"
 */
export function setNames(): string[] {
  return [...registry.keys()];
}

/**
 * Returns the set of a name.
 *
 * @param name a name in kebab-case, such as `"rfc3986-component"` or `"whatwg-form"`
 * @returns the set
 * @throws TypeError if no set has that name
 * @example
 * import { namedSet } from "percodec/sets";
 * namedSet("whatwg-form").spaceAsPlus // → true
 */
export function namedSet(name: string): PercentEncodeSet {
  const set = registry.get(name);
  if (set !== undefined) return set;
  requireText(name, "namedSet");
  throw unknownName("no set is named", name, setNames());
}

/** The differences between two sets. */
export interface SetDifference {
  /** ASCII characters that only the first set encodes, in order. */
  readonly onlyA: string;
  /** ASCII characters that only the second set encodes, in order. */
  readonly onlyB: string;
  /** Classes above U+007F that only the first set encodes. */
  readonly nonAsciiOnlyA: readonly NonAsciiClass[];
  /** Classes above U+007F that only the second set encodes. */
  readonly nonAsciiOnlyB: readonly NonAsciiClass[];
  /** Whether both sets encode a space, but only one of them as `+`. */
  readonly spaceDiffers: boolean;
}

/**
 * Compares two sets and returns their differences.
 *
 * @param a the first set
 * @param b the second set
 * @returns the characters and classes that only one of them encodes, and whether they encode a space differently
 * @throws TypeError for anything but sets
 * @example
 * import { diffSets, ecmascript, rfc3986 } from "percodec/sets";
 * diffSets(rfc3986.component, ecmascript.encodeURIComponent).onlyA // → "!'()*"
 */
export function diffSets(a: PercentEncodeSet, b: PercentEncodeSet): SetDifference {
  const without = <T>(items: Iterable<T>, others: Iterable<T>): T[] => {
    const excluded = new Set(others);
    return [...items].filter((item) => !excluded.has(item));
  };
  const [first, second] = [requireSet(a, "diffSets"), requireSet(b, "diffSets")];
  return {
    onlyA: without(first.encoded, second.encoded).join(""),
    onlyB: without(second.encoded, first.encoded).join(""),
    nonAsciiOnlyA: without(first.nonAscii, second.nonAscii),
    nonAsciiOnlyB: without(second.nonAscii, first.nonAscii),
    spaceDiffers: first.has(" ") && second.has(" ") && first.spaceAsPlus !== second.spaceAsPlus,
  };
}
