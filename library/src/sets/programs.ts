import { PercentEncodeSet } from "./percent-encode-set.ts";
import { keeping } from "./standards.ts";

/** Python's `urllib.parse`; `python2Quote` is the `quote` up to Python 3.6 and encodes `~` too. */
export const python: Readonly<Record<"quote" | "quotePlus" | "python2Quote", PercentEncodeSet>> =
  /* @__PURE__ */ (() => {
    const link = (anchor: string) => `https://docs.python.org/3/library/urllib.parse.html#urllib.parse.${anchor}`;
    const python2 = "https://docs.python.org/2.7/library/urllib.html#urllib.quote";
    return Object.freeze({
      quote: keeping("python-quote", "-._~/", link("quote")),
      quotePlus: keeping("python-quote-plus", "-._~", link("quote_plus"), true),
      python2Quote: keeping("python-python2-quote", "-._/", python2),
    });
  })();

/** Java's `URLEncoder`. */
export const java: Readonly<Record<"urlEncoder", PercentEncodeSet>> = /* @__PURE__ */ (() => {
  const source = "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/net/URLEncoder.html";
  return Object.freeze({ urlEncoder: keeping("java-url-encoder", "*-._", source, true) });
})();

/** PHP's `rawurlencode` and `urlencode`. */
export const php: Readonly<Record<"rawurlencode" | "urlencode", PercentEncodeSet>> = /* @__PURE__ */ (() =>
  Object.freeze({
    rawurlencode: keeping("php-rawurlencode", "-._~", "https://www.php.net/manual/en/function.rawurlencode.php"),
    urlencode: keeping("php-urlencode", "-._", "https://www.php.net/manual/en/function.urlencode.php", true),
  }))();

/** Go's `net/url`. */
export const go: Readonly<Record<"pathEscape" | "queryEscape", PercentEncodeSet>> = /* @__PURE__ */ (() =>
  Object.freeze({
    pathEscape: keeping("go-path-escape", "$&+-.:=@_~", "https://pkg.go.dev/net/url#PathEscape"),
    queryEscape: keeping("go-query-escape", "-._~", "https://pkg.go.dev/net/url#QueryEscape", true),
  }))();

/** AWS Signature Version 4: `signatureV4` for names and values, `signatureV4Path` for the path, whose slashes are not encoded. */
export const aws: Readonly<Record<"signatureV4" | "signatureV4Path", PercentEncodeSet>> = /* @__PURE__ */ (() => {
  const source = "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html";
  return Object.freeze({
    signatureV4: keeping("aws-signature-v4", "-._~", source),
    signatureV4Path: keeping("aws-signature-v4-path", "-._~/", source),
  });
})();

/** Every character: each byte becomes `%XX`. */
export const all: PercentEncodeSet = /* @__PURE__ */ (() =>
  PercentEncodeSet.encoding("").complement().named("all", "https://www.rfc-editor.org/rfc/rfc3986#section-2.1"))();
