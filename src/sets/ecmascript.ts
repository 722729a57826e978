import { PercentEncodeSet } from "./percent-encode-set.ts";

/**
 * The sets of ECMAScript's own functions, and of `fixedEncodeURI`, which MDN used to show.
 *
 * `escape` is the set of Annex B's function for ASCII. From U+0080 on, that function does not write UTF-8: call percodec's `escape` for
 * that. `fixedEncodeURI` does not encode `%`: it cleans a URI, and its result cannot be decoded reliably.
 */
export const ecmascript: {
  readonly encodeURIComponent: PercentEncodeSet;
  readonly encodeURI: PercentEncodeSet;
  readonly escape: PercentEncodeSet;
  readonly fixedEncodeURI: PercentEncodeSet;
} = /* @__PURE__ */ (() => {
  const { keeping } = PercentEncodeSet;
  const at = (anchor: string) => `https://tc39.es/ecma262/#${anchor}`;
  return Object.freeze({
    encodeURIComponent: keeping("!'()*-._~").named(
      "ecmascript-encode-uri-component",
      at("sec-encodeuricomponent-uricomponent"),
    ),
    encodeURI: keeping("!#$&'()*+,-./:;=?@_~").named("ecmascript-encode-uri", at("sec-encodeuri-uri")),
    escape: keeping("*+-./@_").named("ecmascript-escape", at("sec-escape-string")),
    fixedEncodeURI: keeping("!#$%&'()*+,-./:;=?@[]_~").named(
      "ecmascript-fixed-encode-uri",
      "https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/encodeURI#encoding_for_rfc3986",
    ),
  });
})();
