// What an application calls once for each request, beside the plain code that a user would write. The inputs are 20 values and 40 URLs as they
// occur in applications.
import { compare } from "../measure.mjs";
import fastQuerystring from "fast-querystring";
import { percentDecode, percentEncode } from "../../library/dist/index.js";
import { parseForm } from "../../library/dist/form/index.js";
import { decodePath, isSameOriginPath } from "../../library/dist/guard/index.js";
import { inspect } from "../../library/dist/inspect/index.js";
import { PercentEncodeSet, rfc3986 } from "../../library/dist/sets/index.js";
import { compileTemplate } from "../../library/dist/template/index.js";
import { cleanUri, editUri, normalizeUri, uri } from "../../library/dist/uri/index.js";

/** English, names, an e-mail address, JSON, URLs, Cyrillic, Japanese. */
const VALUES = [
  "summer sale",
  "O'Brien & Sons",
  "Zoë Müller",
  "ana.pereira@example.org",
  '{"page":2,"sort":"price"}',
  "https://example.com/a?b=c",
  "Санкт-Петербург",
  "東京タワー",
  "order-10293",
  "7",
  "C++ in depth",
  "50% off",
  "size:L, colour:blue",
  "2026-11-24T10:15:00Z",
  "naïve café",
  "docs/readme.md",
  "Jürgen",
  "a@b.example",
  "user_42",
  "крем для рук",
];

const PATHS = [
  "/index.html",
  "/products/1029",
  "/users/42/orders",
  "/search",
  "/caf%C3%A9/menu",
  "/files/report%202026.pdf",
  "/wiki/M%C3%BCnchen",
  "/api/v1/items/8f14e45f",
  "/blog/2026/11/percent-encoding",
  "/docs/getting%20started/install",
];
const QUERIES = ["q=shoes", "q=red%20shoes&page=2", "utm_source=mail&q=caf%C3%A9", "page=3&sort=price&q=a%2Bb"];
const URLS = PATHS.flatMap((path) => QUERIES.map((query) => `https://www.example.com${path}?${query}`));
const FORMS = QUERIES.map((query) => `name=Zo%C3%AB&city=Berlin&${query}`);
const LARGE_FORM = Array.from({ length: 200 }, (_, k) => `field${k}=value+${k}%20x`).join("&");
const BASE = "https://www.example.com";

/** What decodeURI leaves escaped (https://tc39.es/ecma262/#sec-decodeuri-encodeduri). */
const DELIMITERS = PercentEncodeSet.encoding(";/?:@&=+$,#");

const template = compileTemplate("https://e.com/a/{x}x{?q}");
const encodeTwice = (x) => `https://e.com/a/${encodeURIComponent(x)}x?q=${encodeURIComponent(x)}`;
const plainTwice = { name: "encodeURIComponent twice", call: encodeTwice };
/** The URLs of the URL Standard leave these five characters, RFC 3986 encodes them. */
const loosely = (text) => text.replace(/%(?:21|27|28|29|2A)/g, decodeURIComponent);
const tryDecode = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const isEqual = (a, b) => JSON.stringify(a) === JSON.stringify(b);
/** URL rewrites the whole query, percodec only the edited pair. */
const hasSamePairs = (a, b) => isEqual([...new URL(a).searchParams], [...new URL(b).searchParams]);

const HREF = { name: "URL.href", call: (url) => new URL(url).href };
const isLooselySame = (a, b) => loosely(a) === b;

/**
 * `bars` are ratios: the time of the plain code divided by percodec's, the least and the wished. `same` compares the answers, and `touch`
 * tells measure.mjs how to read both.
 */
export const CALLS = [
  {
    id: "uri`…${x}x?q=${x}`",
    inputs: VALUES,
    ours: (x) => uri`https://e.com/a/${x}x?q=${x}`,
    theirs: plainTwice,
    same: isLooselySame,
    bars: [0.35, 0.6],
  },
  {
    id: "compileTemplate(…).expand",
    inputs: VALUES,
    ours: (x) => template.expand({ x, q: x }),
    theirs: plainTwice,
    same: isLooselySame,
    bars: [0.25, 0.4],
  },
  {
    id: "decodePath(path)",
    inputs: PATHS,
    ours: decodePath,
    theirs: { name: "split and decodeURIComponent", call: (path) => path.slice(1).split("/").map(decodeURIComponent) },
    touch: "none",
    bars: [0.9, 1.3],
  },
  {
    id: "percentDecode(url, { except })",
    inputs: URLS,
    ours: (url) => percentDecode(url, { except: DELIMITERS }),
    theirs: { name: "decodeURI", call: decodeURI },
    bars: [0.5, 0.9],
  },
  {
    id: 'editUri(url).get("q")',
    inputs: URLS,
    ours: (url) => editUri(url).get("q"),
    theirs: { name: "URL.searchParams.get", call: (url) => new URL(url).searchParams.get("q") },
    bars: [1.3, 2],
  },
  {
    id: 'editUri(url).set("page", 3).toString()',
    inputs: URLS,
    ours: (url) => editUri(url).set("page", 3).toString(),
    theirs: {
      name: "URL.searchParams.set",
      call: (url) => {
        const parsed = new URL(url);
        parsed.searchParams.set("page", "3");
        return parsed.href;
      },
    },
    same: hasSamePairs,
    bars: [2.5],
  },
  { id: "normalizeUri(url)", inputs: URLS, ours: (url) => normalizeUri(url), theirs: HREF, bars: [1, 2] },
  {
    id: "isSameOriginPath(path)",
    inputs: PATHS,
    ours: isSameOriginPath,
    theirs: { name: "new URL(path, base).origin", call: (path) => new URL(path, BASE).origin === BASE },
    touch: "none",
    bars: [1, 2],
  },
  {
    id: "inspect(url)",
    inputs: URLS,
    ours: (url) => inspect(url),
    theirs: { name: "new URL", call: (url) => new URL(url) },
    touch: "none",
    same: (/** @type {any} */ { findings }) => findings.every(({ severity }) => severity === "info"),
    bars: [0.25, 0.5],
  },
  {
    id: 'parseForm(form).get("q"), 4 pairs',
    inputs: FORMS,
    ours: (form) => parseForm(form).get("q"),
    theirs: { name: "URLSearchParams.get", call: (form) => new URLSearchParams(form).get("q") },
    bars: [1.2, 2],
  },
  {
    id: "parseForm(form).toObject(), 200 pairs",
    inputs: [LARGE_FORM],
    ours: (form) => parseForm(form).toObject(),
    theirs: { name: "fast-querystring", call: (form) => fastQuerystring.parse(form) },
    touch: "none",
    same: (a, b) => isEqual({ ...a }, { ...b }),
    bars: [2, 2.9],
  },
  { id: "cleanUri(url)", inputs: URLS, ours: (url) => cleanUri(url), theirs: HREF, bars: [2.5] },
  {
    id: 'percentDecode(text, { malformed: "keep" }), 15 units',
    inputs: ["caf%C3%A9 noir 7", "a%20b%20c%20def", "red%2Cgreen%2Cb", "K%C3%B6ln-Deutz9"],
    ours: (text) => percentDecode(text, { malformed: "keep" }),
    theirs: { name: "decodeURIComponent in try", call: tryDecode },
    bars: [0.8, 1],
  },
  {
    id: "percentEncode(value)",
    inputs: VALUES,
    ours: (text) => percentEncode(text, rfc3986.component),
    theirs: { name: "encodeURIComponent", call: encodeURIComponent },
    same: isLooselySame,
    bars: [0.66, 1],
  },
  {
    id: "percentDecode(value)",
    inputs: VALUES.map(encodeURIComponent),
    ours: (text) => percentDecode(text),
    theirs: { name: "decodeURIComponent", call: decodeURIComponent },
    bars: [0.9, 1],
  },
];

/** Returns the times of a call as JSON; throws if the answers differ. */
export function measureCall({ id }, rounds, roundMs) {
  const {
    inputs,
    ours,
    touch = "text",
    theirs,
    same = isEqual,
  } = /** @type {any} */ (CALLS.find((one) => one.id === id));
  for (const input of inputs) {
    const [a, b] = [ours(input), theirs.call(input)];
    if (!same(a, b)) throw new Error(`${id}: ${JSON.stringify(a)} and ${JSON.stringify(b)} for ${input}`);
  }
  const candidates = [
    { name: "percodec", call: ours, touch },
    { ...theirs, touch },
  ];
  return JSON.stringify(compare(candidates, inputs, { rounds, roundMs }));
}
