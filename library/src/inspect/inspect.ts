import { requireText } from "../base/arguments.ts";
import { locateParts, type PartPlaces, splitReference, type UriReference } from "../uri/reference.ts";
import { findInAuthority, findInStart, MAX_HOST_LENGTH } from "./authority.ts";
import { CharacterInspector } from "./characters.ts";
import {
  type Finding,
  type FindingComponent,
  FindingList,
  type Inspection,
  type NotJudged,
  type NotJudgedCode,
  type UriComponent,
} from "./finding.ts";
import { findNestedUrls } from "./nested-url.ts";
import { isClean } from "./prefilter.ts";
import { findInPath, findInQuery } from "./segments.ts";

/**
 * Lists what is risky in a string or URI reference: what is malformed, encoded more than once, hidden, read differently by
 * other programs, or misleading to the eye (https://www.rfc-editor.org/rfc/rfc3986#section-7).
 *
 * It accepts every string, and uses no network. Values of the query and the fragment that are URLs are followed one level.
 * docs/findings/ has a page for each code.
 *
 * @param text any string: a URI reference is split into components, any other text is all path
 * @returns the findings in order of index, each with component, index and length in UTF-16 units, severity, message, and where there is
 *   one, an answer and a remedy; and what was not judged
 * @throws TypeError if `text` is not a string
 * @example
 * import { inspect } from "percodec/inspect";
 * const [first] = inspect("http://e.com/a%2Fb").findings;
 * [first.code, first.component, first.index, first.length] // → ["encoded-slash", "path", 14, 3]
 * inspect("/%252e%252e/").findings.map(({ code }) => code) // → ["multiple-encoding", "hidden-delimiter"]
 * inspect("http://e.com/café%20noir").findings.map(({ severity }) => severity) // → ["info"]
 * inspect("http://0x7f.1/").findings.find(({ code }) => code === "non-public-host").answer // → "127.0.0.1"
 * inspect("http://e.com/").notJudged.map(({ code }) => code) // → ["network"]
 */
export function inspect(text: string): Inspection {
  requireText(text, "inspect");
  return isClean(text)
    ? { findings: [], notJudged: text.startsWith("http") ? NOT_JUDGED.slice(0, 1) : [] }
    : inspectFully(text);
}

export function inspectFully(text: string): Inspection {
  const found = new FindingList();
  const reference = splitReference(text);
  const inspector = new CharacterInspector(text, reference.scheme, found);
  const places = locateParts(reference);
  let isDeeper = false;
  for (const component of COMPONENTS) {
    const part = reference[component];
    if (part === undefined) continue;
    const from = places[component];
    const to = from + part.length;
    inspector.inspectComponent(component, from, part.length);
    if (component === "path") findInPath(text, from, to, found);
    if (component === "query") findInQuery(text, from, to, found);
    if (component === "query" || component === "fragment")
      isDeeper = findNestedUrls(text, from, to, component, found) || isDeeper;
  }
  findInStart(text, reference, found);
  findInAuthority(text, reference, places, found);
  const componentAt = (index: number): FindingComponent => findComponent(reference, places, index);
  findMixedHexCase(text, componentAt, found);
  findWrappers(text, componentAt, found);
  const findings = found.sorted();
  return { findings, notJudged: listNotJudged(reference, findings, isDeeper) };
}

const COMPONENTS: readonly UriComponent[] = ["userinfo", "host", "port", "path", "query", "fragment"];

function findComponent(reference: UriReference, places: PartPlaces, index: number): FindingComponent {
  const before = COMPONENTS.filter((component) => reference[component] !== undefined && places[component] <= index);
  return before.pop() ?? "scheme";
}

/** Finds the first escape with a hex digit in another case than that of the digits before it. */
function findMixedHexCase(text: string, componentAt: (index: number) => FindingComponent, found: FindingList): void {
  const lower = text.search(/%(?:[a-f][\dA-Fa-f]|[\dA-F][a-f])/);
  const upper = text.search(/%(?:[A-F][\dA-Fa-f]|[\da-f][A-F])/);
  const index = Math.max(lower, upper);
  if (lower >= 0 && upper >= 0) found.add("mixed-hex-case", componentAt(index), index, 3);
}

/** The names of character references that stand for a character of URLs, with `|` between them (https://html.spec.whatwg.org/#named-character-references). */
export const REFERENCE_NAMES =
  "amp|lt|gt|quot|apos|nbsp|colon|sol|bsol|tab|newline|commat|quest|num|percnt|period|semi|equals|lpar|rpar|excl|lsqb|rsqb";

/** References by name or number, with their semicolon; a number before the path needs none (https://html.spec.whatwg.org/#character-references). */
const HTML_REFERENCE = /* @__PURE__ */ new RegExp(
  `&(?:(?:${REFERENCE_NAMES}|#\\d{1,7}|#x[\\da-f]{1,6});|#(?:\\d{2,7}|x[\\da-f]{2,6})(?<=^[^/?#]*#\\w+))`,
  "gi",
);

/** Escapes of ASCII characters in JavaScript and JSON (https://tc39.es/ecma262/#prod-EscapeSequence), and the slashes of JSON. */
const JAVASCRIPT_ESCAPE = /\\u00[2-7][\da-f]|\\x[2-7][\da-f]|(?<=:)\\\/\\\//gi;

/** Finds what remains of the HTML or JavaScript that a URL was copied from. */
function findWrappers(text: string, componentAt: (index: number) => FindingComponent, found: FindingList): void {
  if (text.includes("&")) {
    for (const { index, 0: match } of text.matchAll(HTML_REFERENCE))
      found.add("html-reference", componentAt(index), index, match.length);
  }
  if (text.includes("\\")) {
    for (const { index, 0: match } of text.matchAll(JAVASCRIPT_ESCAPE))
      found.add("javascript-escape", componentAt(index), index, match.length);
  }
}

const NOT_JUDGED: readonly NotJudged[] = [
  {
    code: "network",
    message: "No name is resolved and nothing is requested: where the host leads, and what it answers, is not judged.",
  },
  { code: "script", message: "The script or document after the scheme is not judged." },
  { code: "nested-depth", message: "A URL within a nested URL is not judged." },
  { code: "long-host", message: "A host of more than 4096 characters is not searched for labels that mislead." },
  { code: "layers", message: "Layers of encoding that remain after the last decoding are not judged." },
  { code: "unlisted", message: "Findings after the 10,000th of a code are counted, and not listed." },
];

function listNotJudged(
  { host = "" }: Pick<UriReference, "host">,
  findings: readonly Finding[],
  isDeeper: boolean,
): readonly NotJudged[] {
  const includesCode = (...codes: readonly Finding["code"][]): boolean =>
    findings.some(({ code }) => codes.includes(code));
  const applies: Readonly<Record<NotJudgedCode, boolean>> = {
    network: host !== "" || includesCode("scheme-relative", "host-ambiguous", "nested-url"),
    script: includesCode("script-url"),
    "nested-depth": isDeeper,
    "long-host": host.length > MAX_HOST_LENGTH,
    layers: includesCode("budget-exceeded"),
    unlisted: findings.some(({ more }) => more !== undefined),
  };
  return NOT_JUDGED.filter(({ code }) => applies[code]);
}
