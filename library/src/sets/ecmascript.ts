import { PercentEncodeSet } from "./percent-encode-set.ts";

/**
 * The sets of ECMAScript's own functions, and of `fixedEncodeURI`, which MDN used to show.
 *
 * `escape` is the set of Annex B's function for ASCII. Above U+007F, that function does not write UTF-8;
 * `percodec/legacy` has it. `fixedEncodeURI` does not encode `%`: it cleans a URI, and its result cannot be decoded reliably.
 */
export const ecmascript: {
  readonly encodeURIComponent: PercentEncodeSet;
  readonly encodeURI: PercentEncodeSet;
  readonly escape: PercentEncodeSet;
  readonly fixedEncodeURI: PercentEncodeSet;
} = /* @__PURE__ */ (() => {
  const { keeping } = PercentEncodeSet;
  const link = (anchor: string) => `https://tc39.es/ecma262/#${anchor}`;
  return Object.freeze({
    encodeURIComponent: keeping("!'()*-._~").named(
      "ecmascript-encode-uri-component",
      link("sec-encodeuricomponent-uricomponent"),
    ),
    encodeURI: keeping("!#$&'()*+,-./:;=?@_~").named("ecmascript-encode-uri", link("sec-encodeuri-uri")),
    escape: keeping("*+-./@_").named("ecmascript-escape", link("sec-escape-string")),
    fixedEncodeURI: keeping("!#$%&'()*+,-./:;=?@[]_~").named(
      "ecmascript-fixed-encode-uri",
      "https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/encodeURI#encoding_for_rfc3986",
    ),
  });
})();
