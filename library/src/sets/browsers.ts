import { PercentEncodeSet } from "./percent-encode-set.ts";
import { whatwg } from "./whatwg.ts";

const { encoding, keeping } = PercentEncodeSet;

/** Chromium's `base/strings/escape.h`. */
export const chromium: {
  readonly escapeQueryParamValue: PercentEncodeSet;
  readonly escapePath: PercentEncodeSet;
} = /* @__PURE__ */ (() => {
  const source = "https://source.chromium.org/chromium/chromium/src/+/main:base/strings/escape.h";
  return Object.freeze({
    escapeQueryParamValue: keeping("!'()*-._~").named("chromium-escape-query-param-value", source),
    escapePath: whatwg.c0Control.add(' "#%:<>?[\\]^`{|}').named("chromium-escape-path", source),
  });
})();

/** ClickHouse's `encodeURLComponent`. */
export const clickhouse: {
  readonly encodeUrlComponent: PercentEncodeSet;
} = /* @__PURE__ */ (() =>
  Object.freeze({
    encodeUrlComponent: keeping("-_.~").named(
      "clickhouse-encode-url-component",
      "https://clickhouse.com/docs/en/sql-reference/functions/url-functions#encodeurlcomponent",
    ),
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

/** What the address bar of Firefox 10 encoded in a typed URL, as observed; the link names the release. */
export const firefox10: PercentEncodeSet = /* @__PURE__ */ (() =>
  whatwg.c0Control.add(" \"'<>`").named("firefox10", "https://www.mozilla.org/en-US/firefox/10.0/releasenotes/"))();

/** What the address bar of Chrome 16 encoded in a typed URL, as observed; the link names the release. */
export const chrome16: PercentEncodeSet = /* @__PURE__ */ (() =>
  whatwg.c0Control.add(' "<>').named("chrome16", "https://chromereleases.googleblog.com/2011/12/"))();

/** Every character: each byte becomes `%XX`. */
export const all: PercentEncodeSet = /* @__PURE__ */ (() =>
  encoding("").complement().named("all", "https://www.rfc-editor.org/rfc/rfc3986#section-2.1"))();
