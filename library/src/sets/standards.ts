import { PercentEncodeSet, type PercentEncodeSetOptions } from "./percent-encode-set.ts";

/** Returns a named set that encodes everything above U+007F. */
export const keeping = (name: string, characters: string, source: string, spaceAsPlus = false): PercentEncodeSet =>
  PercentEncodeSet.keeping(characters, { spaceAsPlus }).named(name, source);

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

/** Returns the sets of an RFC; `options` say what is encoded above U+007F. */
function componentSets(
  rfc: string,
  link: (section: string) => string,
  options?: PercentEncodeSetOptions,
  queryOptions = options,
): ComponentSets {
  const define = (name: string, section: string, kept: string, given = options) =>
    PercentEncodeSet.keeping(kept, given).named(`${rfc}-${name}`, link(section));
  const pcharNoColon = `${UNRESERVED}${SUB_DELIMS}@`;
  return Object.freeze({
    component: define("component", "2.3", UNRESERVED),
    userinfo: define("userinfo", "3.2.1", `${UNRESERVED}${SUB_DELIMS}:`),
    regName: define("reg-name", "3.2.2", UNRESERVED + SUB_DELIMS),
    segment: define("segment", "3.3", `${pcharNoColon}:`),
    segmentNoColon: define("segment-no-colon", "3.3", pcharNoColon),
    path: define("path", "3.3", `${pcharNoColon}:/`),
    query: define("query", "3.4", `${pcharNoColon}:/?`, queryOptions),
    fragment: define("fragment", "3.5", `${pcharNoColon}:/?`),
  });
}

/** The sets of RFC 3986 (URI), one for each component: each leaves unencoded what the grammar allows there. */
export const rfc3986: ComponentSets = /* @__PURE__ */ componentSets(
  "rfc3986",
  (section) => `https://www.rfc-editor.org/rfc/rfc3986#section-${section}`,
);

/** The sets of RFC 3987 (IRI): those of RFC 3986, but `ucschar` stays unencoded, and in the query `iprivate` too. */
export const rfc3987: ComponentSets = /* @__PURE__ */ componentSets(
  "rfc3987",
  () => "https://www.rfc-editor.org/rfc/rfc3987#section-2.2",
  { nonAscii: "iri" },
  { nonAscii: "iri-query" },
);

/** The eight percent-encode sets of the URL Standard, each defined as another one plus some characters. */
export const whatwg: Readonly<
  Record<
    "c0Control" | "fragment" | "query" | "specialQuery" | "path" | "userinfo" | "component" | "form",
    PercentEncodeSet
  >
> = /* @__PURE__ */ (() => {
  const define = (name: string, set: PercentEncodeSet, anchor = name) =>
    set.named(`whatwg-${name}`, `https://url.spec.whatwg.org/#${anchor}-percent-encode-set`);
  const controls = `${Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).join("")}\x7f`;
  const plus = PercentEncodeSet.encoding(" ", { spaceAsPlus: true });

  const c0Control = define("c0-control", PercentEncodeSet.encoding(controls, { nonAscii: "all" }));
  const fragment = define("fragment", c0Control.add(' "<>`'));
  const query = define("query", c0Control.add(' "#<>'));
  const specialQuery = define("special-query", query.add("'"));
  const path = define("path", query.add("?^`{}"));
  const userinfo = define("userinfo", path.add("/:;=@[\\]|"));
  const component = define("component", userinfo.add("$%&+,"));
  const form = define("form", component.add("!'()~").union(plus), "application-x-www-form-urlencoded");
  return Object.freeze({ c0Control, fragment, query, specialQuery, path, userinfo, component, form });
})();

/**
 * The sets of ECMAScript's own functions, and of `fixedEncodeURI`, which MDN used to show.
 *
 * `decodeURI` is the set for the option `except`: the reserved characters and `#`, whose escapes that function leaves as they are.
 * `escape` is the set of Annex B's function for ASCII. Above U+007F, that function does not write UTF-8;
 * `percodec/legacy` has it. `fixedEncodeURI` does not encode `%`: it cleans a URI, and its result cannot be decoded reliably.
 */
export const ecmascript: Readonly<
  Record<"encodeURIComponent" | "encodeURI" | "decodeURI" | "escape" | "fixedEncodeURI", PercentEncodeSet>
> = /* @__PURE__ */ (() => {
  const link = (anchor: string) => `https://tc39.es/ecma262/#sec-${anchor}`;
  const decoded = PercentEncodeSet.encoding("#$&+,/:;=?@");
  const mdn =
    "https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/encodeURI#encoding_for_rfc3986";
  return Object.freeze({
    encodeURIComponent: keeping(
      "ecmascript-encode-uri-component",
      "!'()*-._~",
      link("encodeuricomponent-uricomponent"),
    ),
    encodeURI: keeping("ecmascript-encode-uri", "!#$&'()*+,-./:;=?@_~", link("encodeuri-uri")),
    decodeURI: decoded.named("ecmascript-decode-uri", link("decodeuri-encodeduri")),
    escape: keeping("ecmascript-escape", "*+-./@_", link("escape-string")),
    fixedEncodeURI: keeping("ecmascript-fixed-encode-uri", "!#$%&'()*+,-./:;=?@[]_~", mdn),
  });
})();

/** RFC 8187 §3.2.1, the parameters of header fields such as `filename*`: `attrChar` keeps what may stand bare in `value-chars`. */
export const rfc8187: Readonly<Record<"attrChar", PercentEncodeSet>> = /* @__PURE__ */ (() =>
  Object.freeze({
    attrChar: keeping("rfc8187-attr-char", "!#$&+-.^_`|~", "https://www.rfc-editor.org/rfc/rfc8187#section-3.2.1"),
  }))();
