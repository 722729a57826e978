import { PercentEncodeSet } from "./percent-encode-set.ts";

const { keeping } = PercentEncodeSet;

/** The set of RFC 1630, the first specification of URIs: `xalpha`, whose characters may appear unencoded in any part. */
export const rfc1630: {
  readonly xalpha: PercentEncodeSet;
} = /* @__PURE__ */ (() => {
  const source = "https://www.rfc-editor.org/rfc/rfc1630";
  const safe = "$-_@.&+";
  const extra = "!*\"'(),";
  return Object.freeze({ xalpha: keeping(safe + extra).named("rfc1630-xalpha", source) });
})();

/** The sets of RFC 1738 §5: `unreserved` (alpha, digit, safe, extra) and `xchar`, which adds the reserved characters. */
export const rfc1738: {
  readonly unreserved: PercentEncodeSet;
  readonly xchar: PercentEncodeSet;
} = /* @__PURE__ */ (() => {
  const source = "https://www.rfc-editor.org/rfc/rfc1738#section-5";
  const safe = "$-_.+";
  const extra = "!*'(),";
  const reserved = ";/?:@&=";
  return Object.freeze({
    unreserved: keeping(safe + extra).named("rfc1738-unreserved", source),
    xchar: keeping(safe + extra + reserved).named("rfc1738-xchar", source),
  });
})();

/** The sets of RFC 2396: `unreserved` (§2.3), `pchar` (§3.3) and `uric` (§2), which adds the reserved characters. */
export const rfc2396: {
  readonly unreserved: PercentEncodeSet;
  readonly pchar: PercentEncodeSet;
  readonly uric: PercentEncodeSet;
} = /* @__PURE__ */ (() => {
  const mark = "-_.!~*'()";
  const reserved = ";/?:@&=+$,";
  return Object.freeze({
    unreserved: keeping(mark).named("rfc2396-unreserved", "https://www.rfc-editor.org/rfc/rfc2396#section-2.3"),
    pchar: keeping(mark + ":@&=+$,").named("rfc2396-pchar", "https://www.rfc-editor.org/rfc/rfc2396#section-3.3"),
    uric: keeping(mark + reserved).named("rfc2396-uric", "https://www.rfc-editor.org/rfc/rfc2396#section-2"),
  });
})();

/** RFC 2732 §3, which changes RFC 2396: `uric` also leaves the brackets of IPv6 addresses unencoded, as reserved characters. */
export const rfc2732: {
  readonly uric: PercentEncodeSet;
} = /* @__PURE__ */ (() =>
  Object.freeze({
    uric: rfc2396.uric.remove("[]").named("rfc2732-uric", "https://www.rfc-editor.org/rfc/rfc2732#section-3"),
  }))();

/** One set for each component of a URI or IRI. */
export interface ComponentSets {
  /** Leaves only unreserved characters unencoded: correct for any value in any component. */
  readonly component: PercentEncodeSet;
  readonly userinfo: PercentEncodeSet;
  readonly regName: PercentEncodeSet;
  /** One path segment; a slash is encoded. */
  readonly segment: PercentEncodeSet;
  /** The first segment of a relative reference; a colon is encoded too, because it would end a scheme. */
  readonly segmentNoColon: PercentEncodeSet;
  readonly path: PercentEncodeSet;
  readonly query: PercentEncodeSet;
  readonly fragment: PercentEncodeSet;
}

const UNRESERVED = "-._~";
const SUB_DELIMS = "!$&'()*+,;=";

/** The sets of RFC 3986 (URI), one for each component: each leaves unencoded what the grammar allows there. */
export const rfc3986: ComponentSets = /* @__PURE__ */ (() => {
  const link = (section: string) => `https://www.rfc-editor.org/rfc/rfc3986#section-${section}`;
  const pchar = `${UNRESERVED}${SUB_DELIMS}:@`;
  return Object.freeze({
    component: keeping(UNRESERVED).named("rfc3986-component", link("2.3")),
    userinfo: keeping(`${UNRESERVED}${SUB_DELIMS}:`).named("rfc3986-userinfo", link("3.2.1")),
    regName: keeping(UNRESERVED + SUB_DELIMS).named("rfc3986-reg-name", link("3.2.2")),
    segment: keeping(pchar).named("rfc3986-segment", link("3.3")),
    segmentNoColon: keeping(pchar).add(":").named("rfc3986-segment-no-colon", link("3.3")),
    path: keeping(`${pchar}/`).named("rfc3986-path", link("3.3")),
    query: keeping(`${pchar}/?`).named("rfc3986-query", link("3.4")),
    fragment: keeping(`${pchar}/?`).named("rfc3986-fragment", link("3.5")),
  });
})();

/** The sets of RFC 3987 (IRI): those of RFC 3986, but `ucschar` stays unencoded, and in the query `iprivate` too. */
export const rfc3987: ComponentSets = /* @__PURE__ */ (() => {
  const source = "https://www.rfc-editor.org/rfc/rfc3987#section-2.2";
  const pchar = `${UNRESERVED}${SUB_DELIMS}:@`;
  const iri = (characters: string) => keeping(characters, { nonAscii: "iri" });
  return Object.freeze({
    component: iri(UNRESERVED).named("rfc3987-component", source),
    userinfo: iri(`${UNRESERVED}${SUB_DELIMS}:`).named("rfc3987-userinfo", source),
    regName: iri(UNRESERVED + SUB_DELIMS).named("rfc3987-reg-name", source),
    segment: iri(pchar).named("rfc3987-segment", source),
    segmentNoColon: iri(pchar).add(":").named("rfc3987-segment-no-colon", source),
    path: iri(`${pchar}/`).named("rfc3987-path", source),
    query: keeping(`${pchar}/?`, { nonAscii: "iri-query" }).named("rfc3987-query", source),
    fragment: iri(`${pchar}/?`).named("rfc3987-fragment", source),
  });
})();
