import { requireText } from "../base/arguments.ts";
import { unknownPart } from "../base/options.ts";
import { byteTable } from "./byte-table.ts";
import type { NonAsciiClass, PercentEncodeSet } from "./percent-encode-set.ts";
import { all, aws, go, java, php, python } from "./programs.ts";
import { ecmascript, keeping, rfc3986, rfc3987, rfc8187, whatwg } from "./standards.ts";

/** Lists all sets, in the order of the documentation. */
function listSets(): PercentEncodeSet[] {
  const members = (group: object) => Object.values(group) as PercentEncodeSet[];
  const rfc = (name: string, characters: string, section = "") =>
    keeping(name, characters, `https://www.rfc-editor.org/rfc/${name.slice(0, 7)}${section}`);
  const mark = "-_.!~*'()";
  const guava = "https://guava.dev/releases/snapshot-jre/api/docs/com/google/common/net/UrlEscapers.html";
  const ruby = "https://docs.ruby-lang.org/en/master/URI.html#method-c-encode_www_form_component";
  const guavaSegment = "-._~!$'()*,;&=@:+";
  // `cookie-octet` and `baggage-octet` are the same.
  const octets = "!#$&'()*+-./:<=>?@[]^_`{|}~";
  const grpc = " !\"#$&'()*+,-./:;<=>?@[\\]^_`{|}~";
  const encodeurl = "https://github.com/pillarjs/encodeurl/blob/v2.0.0/index.js#L22";
  const chromium = "https://source.chromium.org/chromium/chromium/src/+/main:base/strings/escape.h";
  const clickhouse = "https://clickhouse.com/docs/en/sql-reference/functions/url-functions#encodeurlcomponent";
  const firefox = "https://www.mozilla.org/en-US/firefox/10.0/releasenotes/";
  return [
    ...[rfc3986, whatwg, ecmascript, rfc3987].flatMap(members),
    // Alpha, digit, and what each RFC calls safe, extra, mark or reserved.
    rfc("rfc1630-xalpha", "$-_@.&+!*\"'(),"),
    rfc("rfc1738-unreserved", "$-_.+!*'(),", "#section-5"),
    rfc("rfc1738-xchar", "$-_.+!*'(),;/?:@&=", "#section-5"),
    rfc("rfc1808-pchar", "$-_.+!*'(),:@&=", "#section-2.2"),
    rfc("rfc2396-unreserved", mark, "#section-2.3"),
    rfc("rfc2396-pchar", `${mark}:@&=+$,`, "#section-3.3"),
    rfc("rfc2396-uric", `${mark};/?:@&=+$,`, "#section-2"),
    rfc("rfc2732-uric", `${mark};/?:@&=+$,[]`, "#section-3"),
    rfc("rfc6570-reserved", "-._~:/?#[]@!$&'()*+,;=", "#section-3.2.3"),
    ...[python, java, php].flatMap(members),
    keeping("perl-uri-escape", "-._~", "https://metacpan.org/pod/URI::Escape"),
    ...members(go),
    keeping("guava-form-parameter", "-_.*", guava, true),
    keeping("guava-path-segment", guavaSegment, guava),
    keeping("guava-fragment", `${guavaSegment}/?`, guava),
    keeping("ruby-encode-www-form-component", "*-._", ruby, true),
    ...members(rfc8187),
    // Each of these encodes `%`, so that what is encoded can be decoded again; npm's `encodeurl` also leaves valid escapes as they are.
    keeping("rfc6265-cookie-octet", octets, "https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1"),
    keeping("w3c-baggage-value", octets, "https://www.w3.org/TR/baggage/#value"),
    keeping("grpc-message", grpc, "https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md#responses"),
    keeping("purl-component", "-._~:", "https://github.com/package-url/purl-spec/blob/main/docs/how-to-encode.md"),
    keeping("npm-encodeurl", "!#$&'()*+,-./:;=?@[\\]^_|~", encodeurl),
    keeping("chromium-escape-query-param-value", "!'()*-._~", chromium),
    whatwg.c0Control.add(' "#%:<>?[\\]^`{|}').named("chromium-escape-path", chromium),
    keeping("clickhouse-encode-url-component", "-_.~", clickhouse),
    ...members(aws),
    // What two address bars encoded in a typed URL, as observed; the links name the releases.
    whatwg.c0Control.add(" \"'<>`").named("firefox10", firefox),
    whatwg.c0Control.add(' "<>').named("chrome16", "https://chromereleases.googleblog.com/2011/12/"),
    all,
  ];
}

const registry: ReadonlyMap<string, PercentEncodeSet> = /* @__PURE__ */ (() =>
  new Map(listSets().map((set) => [set.name ?? "", set])))();

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
  throw unknownPart("no set is named", name, setNames());
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
  for (const set of [a, b]) byteTable(set, "diffSets");
  return {
    onlyA: without(a.encoded, b.encoded).join(""),
    onlyB: without(b.encoded, a.encoded).join(""),
    nonAsciiOnlyA: without(a.nonAscii, b.nonAscii),
    nonAsciiOnlyB: without(b.nonAscii, a.nonAscii),
    spaceDiffers: a.has(" ") && b.has(" ") && a.spaceAsPlus !== b.spaceAsPlus,
  };
}
