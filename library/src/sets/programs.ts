import { PercentEncodeSet } from "./percent-encode-set.ts";

const { keeping } = PercentEncodeSet;
const SPACE_AS_PLUS = { spaceAsPlus: true };

/** Python's `urllib.parse`; `python2Quote` is the `quote` up to Python 3.6 and encodes `~` too. */
export const python: {
  readonly quote: PercentEncodeSet;
  readonly quotePlus: PercentEncodeSet;
  readonly python2Quote: PercentEncodeSet;
} = /* @__PURE__ */ (() => {
  const link = (anchor: string) => `https://docs.python.org/3/library/urllib.parse.html#urllib.parse.${anchor}`;
  return Object.freeze({
    quote: keeping("-._~/").named("python-quote", link("quote")),
    quotePlus: keeping("-._~", SPACE_AS_PLUS).named("python-quote-plus", link("quote_plus")),
    python2Quote: keeping("-._/").named(
      "python-python2-quote",
      "https://docs.python.org/2.7/library/urllib.html#urllib.quote",
    ),
  });
})();

/** Java's `URLEncoder`. */
export const java: {
  readonly urlEncoder: PercentEncodeSet;
} = /* @__PURE__ */ (() =>
  Object.freeze({
    urlEncoder: keeping("*-._", SPACE_AS_PLUS).named(
      "java-url-encoder",
      "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/net/URLEncoder.html",
    ),
  }))();

/** PHP's `rawurlencode` and `urlencode`. */
export const php: {
  readonly rawurlencode: PercentEncodeSet;
  readonly urlencode: PercentEncodeSet;
} = /* @__PURE__ */ (() =>
  Object.freeze({
    rawurlencode: keeping("-._~").named("php-rawurlencode", "https://www.php.net/manual/en/function.rawurlencode.php"),
    urlencode: keeping("-._", SPACE_AS_PLUS).named(
      "php-urlencode",
      "https://www.php.net/manual/en/function.urlencode.php",
    ),
  }))();

/** Go's `net/url`. */
export const go: {
  readonly pathEscape: PercentEncodeSet;
  readonly queryEscape: PercentEncodeSet;
} = /* @__PURE__ */ (() =>
  Object.freeze({
    pathEscape: keeping("$&+-.:=@_~").named("go-path-escape", "https://pkg.go.dev/net/url#PathEscape"),
    queryEscape: keeping("-._~", SPACE_AS_PLUS).named("go-query-escape", "https://pkg.go.dev/net/url#QueryEscape"),
  }))();

/** AWS Signature Version 4: `signatureV4` for names and values, `signatureV4Path` for the path, whose slashes are not encoded. */
export const aws: {
  readonly signatureV4: PercentEncodeSet;
  readonly signatureV4Path: PercentEncodeSet;
} = /* @__PURE__ */ (() => {
  const source = "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html";
  return Object.freeze({
    signatureV4: keeping("-._~").named("aws-signature-v4", source),
    signatureV4Path: keeping("-._~/").named("aws-signature-v4-path", source),
  });
})();

/** Every character: each byte becomes `%XX`. */
export const all: PercentEncodeSet = /* @__PURE__ */ (() =>
  PercentEncodeSet.encoding("").complement().named("all", "https://www.rfc-editor.org/rfc/rfc3986#section-2.1"))();
