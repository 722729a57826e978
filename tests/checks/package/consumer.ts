// A user's code: it has to compile under every strict option, except for the lines marked `@ts-expect-error`.
/// <reference types="percodec-cli/dist/engines/percodec.all.js" />
/// <reference types="percodec-cli/dist/engines/percodec.charset.js" />
import { percentDecode, percentDecodeReport, percentEncode, PercentEncodingError, type DecodeIssue } from "percodec";
import { encoding } from "percodec/charset";
import { formParser as expressForms } from "percodec/express";
import { formParser as fastifyForms } from "percodec/fastify";
import { FormPairs, parseForm, serializeForm } from "percodec/form";
import { decodePath } from "percodec/guard";
import { type Finding, inspect } from "percodec/inspect";
import { findLinks, type FoundLink, formatLink } from "percodec/links";
import { PercentEncodeSet, rfc3986, namedSet } from "percodec/sets";
import { wasmStatus, type WasmStatus } from "percodec/wasm";
import { FormParseStream, PercentDecodeStream } from "percodec/stream";
import { expandTemplate, matchTemplate } from "percodec/template";
import { cleanUri, uri } from "percodec/uri";

const once = percentEncode("a b", rfc3986.component);
// @ts-expect-error encoding twice
percentEncode(once);
const text = percentDecode("a%20b");
// @ts-expect-error decoding twice
percentDecode(text);
// @ts-expect-error no such policy
percentDecode("a", { malformed: "ignore" });

const issues: readonly DecodeIssue[] = percentDecodeReport("%zz").issues;
const error: URIError = new PercentEncodingError({
  operation: "percent-decode",
  code: "malformed-escape",
  index: 0,
  length: 1,
  unit: "utf-16",
  excerpt: "%",
  detail: undefined,
});
const set: PercentEncodeSet = namedSet("whatwg-form").add("~");
const pairs: FormPairs = parseForm("a=1", { encoding: encoding("shift_jis"), limits: { pairs: 2 } });
const first: string | undefined = pairs.get("a");
const all: [string, string][] = [...pairs];
const found: Finding[] = [...inspect("/%00").findings];
const links: readonly FoundLink[] = findLinks("e.com", { topLevelDomains: new Set(["com"]) });
const link: string = formatLink("https://e.com/");
const segments: readonly string[] = decodePath("/a/b");
const state: WasmStatus = wasmStatus();
const id: string | undefined = matchTemplate("/users/{id}", "/users/1")?.id;
// @ts-expect-error no such variable
expandTemplate("/users/{id}", { name: 1 });

const stream: ReadableStream<[name: string, value: string]> = new Blob(["a=1"])
  .stream()
  .pipeThrough(new FormParseStream());
const decoded: ReadableStream<Uint8Array> = new Blob(["a"]).stream().pipeThrough(new PercentDecodeStream());

// The single files define a global.
const report: { readonly value: string | null } = percodec.sql.query_param("/?a=1", "a");
const byGlobal: string = percodec.cleanUri(percodec.percentEncode("é", percodec.whatwg.form));
const shifted: string = percodec.percentDecode("%82%A0", { encoding: percodec.encoding("sjis") });
// @ts-expect-error no such function
percodec.sql.url_decode("a");

export const used = [
  report, byGlobal, shifted, issues, error, set, first, all, found, links, link, segments, state, id, stream, decoded, expressForms, fastifyForms,
]; // prettier-ignore
export const texts: string[] = [
  serializeForm({ a: "1" }),
  percentDecode("%82%A0", { encoding: encoding("sjis") }),
  cleanUri("a b"),
  uri`/${"a/b"}`,
];
