import { PercentEncodeSet } from "./percent-encode-set.ts";

// Formats outside of URIs that percent-encode UTF-8. Each set encodes `%`, so that what is encoded can be decoded again.

const { keeping } = PercentEncodeSet;

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

/** The characters of `cookie-octet` and `baggage-octet`, which are the same, without `%`: no space, `"`, `,`, `;` and `\`. */
const OCTETS = "!#$&'()*+-./:<=>?@[]^_`{|}~";

/** RFC 6265 §4.1.1: `cookieOctet`, the value of a cookie, which leaves percent-encoding to its users. */
export const rfc6265: {
  readonly cookieOctet: PercentEncodeSet;
} = /* @__PURE__ */ (() =>
  Object.freeze({
    cookieOctet: keeping(OCTETS).named("rfc6265-cookie-octet", "https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1"),
  }))();

/** W3C Baggage: the value of a member of the header field `baggage`. */
export const w3c: {
  readonly baggageValue: PercentEncodeSet;
} = /* @__PURE__ */ (() =>
  Object.freeze({
    baggageValue: keeping(OCTETS).named("w3c-baggage-value", "https://www.w3.org/TR/baggage/#value"),
  }))();

/** gRPC over HTTP/2: the header field `grpc-message`, which keeps printable ASCII and the space, but not `%`. */
export const grpc: {
  readonly message: PercentEncodeSet;
} = /* @__PURE__ */ (() =>
  Object.freeze({
    message: keeping(" !\"#$&'()*+,-./:;<=>?@[\\]^_`{|}~").named(
      "grpc-message",
      "https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md#responses",
    ),
  }))();

/** Package URLs: `component` for each segment, name, version and qualifier value; the separators are written around it. */
export const purl: {
  readonly component: PercentEncodeSet;
} = /* @__PURE__ */ (() =>
  Object.freeze({
    component: keeping("-._~:").named(
      "purl-component",
      "https://github.com/package-url/purl-spec/blob/main/docs/how-to-encode.md",
    ),
  }))();
