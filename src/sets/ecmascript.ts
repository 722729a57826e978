import { PercentEncodeSet } from "./percent-encode-set.ts";

/**
 * The sets of ECMAScript's own functions, and of the `fixedEncodeURI` that MDN used to print.
 *
 * `escape` is the set of Annex B's function for ASCII; what that function makes of U+0080 and above is no UTF-8 and
 * is done by percodec's `escape` alone. `fixedEncodeURI` keeps `%`: it cleans a URI and cannot be read back.
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
