import { PercentEncodeSet } from "./percent-encode-set.ts";

const { encoding, keeping } = PercentEncodeSet;

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

/** The eight percent-encode sets of the URL Standard, each defined as another one plus some characters. */
export const whatwg: {
  readonly c0Control: PercentEncodeSet;
  readonly fragment: PercentEncodeSet;
  readonly query: PercentEncodeSet;
  readonly specialQuery: PercentEncodeSet;
  readonly path: PercentEncodeSet;
  readonly userinfo: PercentEncodeSet;
  readonly component: PercentEncodeSet;
  readonly form: PercentEncodeSet;
} = /* @__PURE__ */ (() => {
  const define = (set: PercentEncodeSet, name: string, anchor = name) =>
    set.named(`whatwg-${name}`, `https://url.spec.whatwg.org/#${anchor}-percent-encode-set`);
  const controls = `${Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).join("")}\x7f`;

  const c0Control = PercentEncodeSet.encoding(controls, { nonAscii: "all" });
  const fragment = c0Control.add(' "<>`');
  const query = c0Control.add(' "#<>');
  const specialQuery = query.add("'");
  const path = query.add("?^`{}");
  const userinfo = path.add("/:;=@[\\]|");
  const component = userinfo.add("$%&+,");
  const form = component.add("!'()~").union(PercentEncodeSet.encoding(" ", { spaceAsPlus: true }));

  return Object.freeze({
    c0Control: define(c0Control, "c0-control"),
    fragment: define(fragment, "fragment"),
    query: define(query, "query"),
    specialQuery: define(specialQuery, "special-query"),
    path: define(path, "path"),
    userinfo: define(userinfo, "userinfo"),
    component: define(component, "component"),
    form: define(form, "form", "application-x-www-form-urlencoded"),
  });
})();

/**
 * The sets of ECMAScript's own functions, and of `fixedEncodeURI`, which MDN used to show.
 *
 * `decodeURI` is the set for the option `except`: the reserved characters and `#`, whose escapes that function leaves as they are.
 * `escape` is the set of Annex B's function for ASCII. Above U+007F, that function does not write UTF-8;
 * `percodec/legacy` has it. `fixedEncodeURI` does not encode `%`: it cleans a URI, and its result cannot be decoded reliably.
 */
export const ecmascript: {
  readonly encodeURIComponent: PercentEncodeSet;
  readonly encodeURI: PercentEncodeSet;
  readonly decodeURI: PercentEncodeSet;
  readonly escape: PercentEncodeSet;
  readonly fixedEncodeURI: PercentEncodeSet;
} = /* @__PURE__ */ (() => {
  const link = (anchor: string) => `https://tc39.es/ecma262/#${anchor}`;
  return Object.freeze({
    encodeURIComponent: keeping("!'()*-._~").named(
      "ecmascript-encode-uri-component",
      link("sec-encodeuricomponent-uricomponent"),
    ),
    encodeURI: keeping("!#$&'()*+,-./:;=?@_~").named("ecmascript-encode-uri", link("sec-encodeuri-uri")),
    decodeURI: encoding("#$&+,/:;=?@").named("ecmascript-decode-uri", link("sec-decodeuri-encodeduri")),
    escape: keeping("*+-./@_").named("ecmascript-escape", link("sec-escape-string")),
    fixedEncodeURI: keeping("!#$%&'()*+,-./:;=?@[]_~").named(
      "ecmascript-fixed-encode-uri",
      "https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/encodeURI#encoding_for_rfc3986",
    ),
  });
})();

/** RFC 8187 §3.2.1, the parameters of header fields such as `filename*`: `attrChar` keeps what may stand bare in `value-chars`. */
export const rfc8187: {
  readonly attrChar: PercentEncodeSet;
} = /* @__PURE__ */ (() =>
  Object.freeze({
    attrChar: keeping("!#$&+-.^_`|~").named(
      "rfc8187-attr-char",
      "https://www.rfc-editor.org/rfc/rfc8187#section-3.2.1",
    ),
  }))();
