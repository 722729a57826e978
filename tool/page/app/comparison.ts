import { readAuthority } from "../../shared/authority.ts";
import { compareUris, splitUri, type UriComparison, type UriEquality, type UriParts } from "percodec/uri";
import { unlessRefused } from "../../shared/unless-refused.ts";

/** The rules in order, and the differences that each ignores. */
export const RULES: readonly (readonly [UriEquality, string])[] = [
  ["identical", "character by character"],
  ["hex-case", "the case of escapes, scheme and host"],
  ["unreserved-escapes", "escapes of A-Z a-z 0-9 - . _ ~"],
  ["dot-segments", "the segments . and .."],
  ["scheme-rules", "default ports, the empty path, and what does not count in a URN"],
  ["reserved-without-purpose", "escapes of reserved characters where these have no purpose in the scheme"],
  ["whatwg", "what a browser does to a URL"],
];

/** A component in which two URIs differ, and the first rule by which it becomes equal, as an index of `RULES`; -1 for none. */
export interface ComparedPart {
  readonly component: keyof UriParts;
  readonly rule: number;
  /** Why it is equal by that rule; undefined without one. */
  readonly because: string | undefined;
}

const OPTIONS = { reservedWithoutPurpose: true } as const;

/** Compares two URIs, and each component in which they differ by itself. */
export function comparePartwise(
  a: string,
  b: string,
): UriComparison & { readonly parts: readonly ComparedPart[]; readonly isReordered: boolean } {
  const comparison = compareUris(a, b, OPTIONS);
  const reached = findRule(comparison.equality);
  const parts = comparison.differences.map(({ component }) => {
    const compared = comparePart(a, b, component);
    // A component may need the others to be equal by a rule.
    const isLater = compared.rule < 0 || compared.rule > reached;
    return reached >= 0 && isLater ? { component, rule: reached, because: toReason(comparison.message) } : compared;
  });
  const isReordered =
    comparison.equality === "different" && compareUris(sortPairs(a), sortPairs(b), OPTIONS).equality !== "different";
  return { ...comparison, parts, isReordered };
}

function sortPairs(uri: string): string {
  const { query, ...others } = splitUri(uri);
  return joinParts({ ...others, query: query?.split("&").sort().join("&") });
}

/** Compares one component: each URI with itself after the component of the other has been put into it. */
function comparePart(a: string, b: string, component: keyof UriParts): ComparedPart {
  const [left, right] = [splitUri(a), splitUri(b)];
  const results = unlessRefused(() => [
    compareUris(a, joinParts({ ...left, [component]: right[component] }), OPTIONS),
    compareUris(b, joinParts({ ...right, [component]: left[component] }), OPTIONS),
  ]);
  const rules = (results ?? []).map(({ equality }) => findRule(equality));
  // Two components that exclude each other differ by every rule.
  if (results === undefined || rules.includes(-1)) return { component, rule: -1, because: undefined };
  const rule = Math.max(...rules);
  const reason = toReason(results[rules.indexOf(rule)]!.message);
  const isCaseToo = component === "authority" && rule > CASE_RULE && differsInCase(left.authority, right.authority);
  return { component, rule, because: isCaseToo ? `${reason}, and the case of the host does not count` : reason };
}

const CASE_RULE = findRule("hex-case");

/** Whether the hosts of two authorities differ in their case alone. */
function differsInCase(a = "", b = ""): boolean {
  const [one = "", other = ""] = [readAuthority(`//${a}`)?.host, readAuthority(`//${b}`)?.host];
  return one !== other && one.toLowerCase() === other.toLowerCase();
}

function findRule(equality: UriEquality): number {
  return RULES.findIndex(([rule]) => rule === equality);
}

function toReason(message: string): string {
  return message.replace(/^Equal(?: for browsers only)?: |\.$/g, "");
}

/** States the result in one sentence, which names each component that differs and the rule by which it becomes equal. */
export function describeComparison({
  equality,
  message,
  parts,
  isReordered,
}: ReturnType<typeof comparePartwise>): string {
  if (equality === "identical" || equality === "whatwg") return message;
  const equal = parts.filter(({ rule }) => rule >= 0);
  const reasons = equal.map(({ component, because }) => `in the ${component}, ${because}`);
  if (isReordered) return "Different: they have the same parameters in another order.";
  if (equality !== "different") return `Equal by ${equality}: ${reasons.join("; ")}.`;
  const different = parts.filter(({ rule }) => rule < 0).map(({ component }) => component);
  if (different.length === 0) return message;
  const verb = different.length === 1 ? "differs" : "differ";
  const others = equal.map(({ component, rule }) => `the ${component} becomes equal by ${RULES[rule]?.[0] ?? ""}`);
  return `Different: the ${joinWords(different)} ${verb} by every rule${others.map((other) => `; ${other}`).join("")}.`;
}

function joinWords(words: readonly string[]): string {
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");
}

function joinParts({ scheme, authority, path, query, fragment }: UriParts): string {
  const head = (scheme === undefined ? "" : `${scheme}:`) + (authority === undefined ? "" : `//${authority}`);
  // A path after an authority begins with a slash, and no other path with two.
  const isRootless = authority !== undefined && path !== "" && !path.startsWith("/");
  const slash = isRootless ? "/" : authority === undefined && path.startsWith("//") ? "/." : "";
  return (
    head + slash + path + (query === undefined ? "" : `?${query}`) + (fragment === undefined ? "" : `#${fragment}`)
  );
}
