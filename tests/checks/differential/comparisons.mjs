// The functions of each implementation and the calls of percodec that have to return the same. Results are texts, with a unit for each byte.
import { Buffer } from "node:buffer";
import { parseURL, percentDecodeString, serializeHost } from "../../support/oracle/index.mjs";
import { toComparableHost } from "../../surveys/peers/readings.mjs";
import { parseForm } from "../../../library/dist/form/index.js";
import { percentDecode, percentDecodeBytes, percentEncode, percentEncodeBytes } from "../../../library/dist/index.js";
import { go, java, namedSet, python, rfc3986 } from "../../../library/dist/sets/index.js";
import { cleanUri, encoded, iriToUri, splitUri } from "../../../library/dist/uri/index.js";

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const toUnits = (bytes) => Buffer.from(bytes).toString("latin1");
const noLimits = { pairs: Infinity, name: Infinity, value: Infinity, body: Infinity };
const BASE = "https://base.invalid/x/y?z";

const isWellFormed = (text) => text.isWellFormed();
const decode = (options) => (text) => percentDecode(text, options);
const decodeBytes = (options) => (text) => toUnits(percentDecodeBytes(Buffer.from(text), options));
const encode = (set, options) => (text) => percentEncode(text, set, options);
const encodeBytes = (set) => (text) => toUnits(percentEncodeBytes(Buffer.from(text), set));
const toJson = (pairs) => JSON.stringify([...pairs]);
const parseToJson = (text) => toJson(parseForm(text, { rules: "whatwg", limits: noLimits }));

/**
 * The policies of decoders that accept every input.
 *
 * @type {{ malformed: "keep", invalidUtf8: "replace" }}
 */
const replaced = { malformed: "keep", invalidUtf8: "replace" };

/** The functions of each program by their names in tests/surveys/decoders. `read` converts their output. `applies` selects inputs. */
export const PROGRAMS = {
  python: {
    unquote: { ours: decode(replaced) },
    unquote_strict: { ours: decode({ malformed: "keep", invalidUtf8: "throw" }) },
    unquote_plus: { ours: decode({ ...replaced, plus: "space" }) },
    unquote_to_bytes: { ours: decodeBytes({ malformed: "keep" }), applies: isWellFormed },
    quote: { ours: encode(python.quote) },
    quote_all: { ours: encode(python.quote.add("/")) },
    quote_query: { ours: encode(rfc3986.query) },
    quote_plus: { ours: encode(python.quotePlus) },
    // The input of the URL Standard's parser has no lone surrogates.
    parse_qsl: { read: (pairs) => toJson(JSON.parse(pairs)), ours: parseToJson, applies: isWellFormed },
  },
  java: {
    decode: { ours: decode({ malformed: "throw", invalidUtf8: "replace", plus: "space" }) },
    encode: { ours: encode(java.urlEncoder) },
  },
  go: {
    PathUnescape: { ours: decodeBytes({}) },
    QueryUnescape: { ours: decodeBytes({ plus: "space" }) },
    PathEscape: { ours: encodeBytes(go.pathEscape) },
    QueryEscape: { ours: encodeBytes(go.queryEscape) },
  },
  perl: {
    uri_unescape: { ours: decodeBytes({ malformed: "keep" }) },
    uri_escape: { ours: encodeBytes(namedSet("perl-uri-escape")) },
    uri_escape_but_slash: { ours: encodeBytes(namedSet("perl-uri-escape").remove("/")) },
  },
};

const base = /** @type {import("whatwg-url").URLRecord} */ (parseURL(BASE));
const WHATWG_URL = {
  percentDecodeString: {
    theirs: (text) => utf8.decode(percentDecodeString(text.toWellFormed())),
    ours: (text) => percentDecode(text.toWellFormed(), replaced),
  },
};

/** Returns whether whatwg-url finds another host in a valid URI than its authority contains. Texts that are not URLs have no host. */
function hostsDiffer(text) {
  const { scheme, authority } = splitUri(text);
  const isRelative = scheme === undefined;
  const record = isRelative ? parseURL(text, { baseURL: base }) : parseURL(text);
  if (record === null) return false;
  const seen = record.host === null ? "" : toComparableHost(serializeHost(record.host));
  if (authority === undefined) return seen !== (isRelative ? base.host : "");
  const named = toComparableHost(/^(?:.*@)?(\[.*\]|[^:]*)/.exec(authority)?.[1]);
  // https://url.spec.whatwg.org/#file-host-state removes the host `localhost`.
  return seen !== (record.scheme === "file" && named === "localhost" ? "" : named);
}

/** Returns whether each component matches its rule. The rule of the path depends on the scheme and the authority. */
function partsMatch(matches, { scheme, authority, path, query, fragment }) {
  const paths =
    authority !== undefined
      ? ["path-abempty"]
      : ["path-absolute", scheme === undefined ? "path-noscheme" : "path-rootless", "path-empty"];
  return (
    (scheme === undefined || matches("scheme", scheme)) &&
    (authority === undefined || matches("authority", authority)) &&
    paths.some((rule) => matches(rule, path)) &&
    (query === undefined || matches("query", query)) &&
    (fragment === undefined || matches("fragment", fragment))
  );
}

const compareWithGrammar = ({ matches }) => {
  const isUri = (text) => matches("URI-reference", text);
  const accepted = (component, rule) => ({
    theirs: (text) => (matches(rule, text) ? "accepted" : undefined),
    ours: (text) => {
      encoded(text, component);
      return "accepted";
    },
  });
  return {
    userinfo: accepted("userinfo", "userinfo"),
    segment: accepted("segment", "segment"),
    path: accepted("path", "path"),
    query: accepted("query", "query"),
    fragment: accepted("fragment", "fragment"),
    "URI-reference, by splitUri": {
      theirs: (text) => String(isUri(text)),
      ours: (text) => String(partsMatch(matches, splitUri(text))),
    },
    // cleanUri also rejects URIs in which a browser and an RFC 3986 parser see different hosts. The grammar does not show that.
    "URI-reference, cleaned": {
      theirs: (text) => (hostsDiffer(text) ? undefined : text),
      ours: cleanUri,
      applies: isUri,
    },
    "IRI-reference, as a URI": {
      theirs: () => "true",
      ours: (text) => String(isUri(iriToUri(text))),
      applies: (text) => matches("IRI-reference", text),
    },
  };
};

/**
 * Returns the implementations that run in this process.
 *
 * @param sources the exports of tests/unit/uri/grammar.ts
 */
export const inProcess = (sources) => ({
  "whatwg-url": WHATWG_URL,
  grammar: compareWithGrammar(sources),
});
