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

/** Perl's `URI::Escape`. */
export const perl: {
  readonly uriEscape: PercentEncodeSet;
} = /* @__PURE__ */ (() =>
  Object.freeze({ uriEscape: keeping("-._~").named("perl-uri-escape", "https://metacpan.org/pod/URI::Escape") }))();

/** Go's `net/url`. */
export const go: {
  readonly pathEscape: PercentEncodeSet;
  readonly queryEscape: PercentEncodeSet;
} = /* @__PURE__ */ (() =>
  Object.freeze({
    pathEscape: keeping("$&+-.:=@_~").named("go-path-escape", "https://pkg.go.dev/net/url#PathEscape"),
    queryEscape: keeping("-._~", SPACE_AS_PLUS).named("go-query-escape", "https://pkg.go.dev/net/url#QueryEscape"),
  }))();

/** Guava's `UrlEscapers`. */
export const guava: {
  readonly formParameter: PercentEncodeSet;
  readonly pathSegment: PercentEncodeSet;
  readonly fragment: PercentEncodeSet;
} = /* @__PURE__ */ (() => {
  const source = "https://guava.dev/releases/snapshot-jre/api/docs/com/google/common/net/UrlEscapers.html";
  const segment = "-._~!$'()*,;&=@:+";
  return Object.freeze({
    formParameter: keeping("-_.*", SPACE_AS_PLUS).named("guava-form-parameter", source),
    pathSegment: keeping(segment).named("guava-path-segment", source),
    fragment: keeping(`${segment}/?`).named("guava-fragment", source),
  });
})();

/** Ruby's `URI.encode_www_form_component`. */
export const ruby: {
  readonly encodeWwwFormComponent: PercentEncodeSet;
} = /* @__PURE__ */ (() =>
  Object.freeze({
    encodeWwwFormComponent: keeping("*-._", SPACE_AS_PLUS).named(
      "ruby-encode-www-form-component",
      "https://docs.ruby-lang.org/en/master/URI.html#method-c-encode_www_form_component",
    ),
  }))();
