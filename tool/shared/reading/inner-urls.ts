import { percentDecode } from "percodec";
import { splitUri } from "percodec/uri";
import { findLinksInText } from "./find-links.ts";

export interface InnerUrl {
  readonly url: string;
  /** Where it was found: `the value of next`, `the path`, or the name of a service that wraps links. */
  readonly found: string;
  /** 1 for a URL in the text itself, 2 for one in that URL, and so on. */
  readonly depth: number;
}

/** Whether a URL was found in a link of a service that wraps others, and not in any value or path. */
export function isByService({ found }: InnerUrl): boolean {
  return !found.startsWith("the ");
}

const MAX_DEPTH = 5;
const MAX_URLS = 50;
const MAX_DECODINGS = 3;
const KEEP = { malformed: "keep", invalidUtf8: "keep" } as const;

/** A service that puts another URL into its own. */
interface LinkService {
  readonly name: string;
  readonly host: RegExp;
  readonly path: RegExp;
  /** The parameters that may have the URL, or the function that reads it from the whole URL. */
  readonly url: readonly string[] | ((url: string) => string);
  /** Writes the escapes of the service as those of a URL. */
  readonly toEscapes?: (value: string) => string;
}

const SERVICES: readonly LinkService[] = [
  // https://learn.microsoft.com/en-us/defender-office-365/safe-links-about
  { name: "Microsoft Safe Links", host: /\.safelinks\.protection\.outlook\.com$/, path: /^/, url: ["url"] },
  // https://help.proofpoint.com/Threat_Insight_Dashboard/API_Documentation/URL_Decoder_API
  {
    name: "Proofpoint v2",
    host: /^urldefense\.proofpoint\.com$/,
    path: /^\/v2\/url$/,
    url: ["u"],
    toEscapes: (value) => value.replace(/-/g, "%").replace(/_/g, "/"),
  },
  { name: "Proofpoint v3", host: /^urldefense\.(?:com|us)$/, path: /^\/v3\//, url: readProofpoint3 },
  { name: "Google", host: /^(?:www\.)?google\.(?:com?\.)?[a-z]{2,3}$/, path: /^\/url$/, url: ["q", "url"] },
  { name: "Facebook", host: /^lm?\.facebook\.com$/, path: /^\/l\.php$/, url: ["u"] },
  { name: "YouTube", host: /^(?:www\.|m\.)?youtube\.com$/, path: /^\/redirect$/, url: ["q"] },
];

/** The lengths of a run, by the character after `**`: A is 2, B is 3, and so on. */
const RUNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Reads `/v3/__URL__;CHARACTERS!`: each `*` is the next of the characters, which are in Base64, and `**A` the next two. */
function readProofpoint3(text: string): string {
  const [, url, base64] = /\/v3\/__(.+?)__;([\w-]*)/.exec(text) ?? [];
  if (url === undefined || base64 === undefined || base64.length % 4 === 1) return "";
  const binary = atob(base64.replace(/-/g, "+").replace(/_/g, "/"));
  const characters = Array.from(new TextDecoder().decode(Uint8Array.from(binary, (unit) => unit.charCodeAt(0))));
  let at = 0;
  // Some programs join the two slashes of a path.
  const whole = percentDecode(url, KEEP).replace(/^([a-z][a-z\d+.-]*:\/)(?!\/)/i, "$1/");
  return whole.replace(/\*(?:\*([\w-]))?/g, (_, run?: string) => {
    const from = at;
    at += run === undefined ? 1 : RUNS.indexOf(run) + 2;
    return characters.slice(from, at).join("");
  });
}

/** A scheme and a host, or two slashes and a host, as browsers read them. */
const URL_START = /^(?:[a-z][a-z\d+.-]*:[/\\]{2,}|(?:https?|wss?|ftp):[/\\]*|[/\\]{2,})[^/\\?#\s]/i;
/** A URL in a path, plain or encoded. Servers join two slashes, so that one is enough. */
const IN_PATH = /(?:https?|ftp|wss?)(?::|%(?:25)*3a)(?:[/\\]|%(?:25)*(?:2f|5c))+(?=[^/\\?#\s])/i;

const BASE = "wss://a.invalid";

/** Returns the host of a URL as browsers read it, or undefined if they read none. */
export function readBrowserHost(url: string): string | undefined {
  // `https:a` is relative to a base with https, so the base has a scheme that real URLs rarely use. Optimized code of Node 20 calls a
  // `URL.canParse` that refuses each text with a character from U+0080 to U+00FF and none above.
  try {
    return new URL(url, BASE).hostname;
  } catch {
    return undefined;
  }
}

/**
 * Finds the URLs within a URL or query: in the values of its query and fragment and in its path, plain or encoded up to three times, and in
 * the links of services that wrap others. Nothing is requested.
 *
 * It reads five levels and 50 URLs. The time is proportional to the length.
 *
 * @returns the URLs, each before those within it, and whether there are more, or deeper ones, than the limits allow
 */
export function findInnerUrls(text: string): { readonly urls: readonly InnerUrl[]; readonly isCut: boolean } {
  const urls: InnerUrl[] = [];
  let isCut = false;
  const visit = (url: string, depth: number): void => {
    for (const inner of readInner(url)) {
      if (depth > MAX_DEPTH || urls.length === MAX_URLS) {
        isCut = true;
        return;
      }
      urls.push({ ...inner, depth });
      visit(inner.url, depth + 1);
    }
  };
  visit(text, 1);
  return { urls, isCut };
}

type Found = Pick<InnerUrl, "url" | "found">;

/** Lists the URLs that are directly in a URL. */
function readInner(text: string): readonly Found[] {
  const { path, query = "", fragment = "" } = splitUri(text);
  const wrapped = readService(text, path, query.split("&"));
  if (wrapped.length > 0) return wrapped;
  const [start] = IN_PATH.exec(path) ?? [];
  // The first character may begin the scheme of the text itself.
  if (start !== undefined && !start.includes("%"))
    return [{ url: text.slice(text.indexOf(start, 1)), found: "the path" }];
  const encoded = start === undefined ? "" : path.slice(path.indexOf(start)).split("/", 1)[0]!;
  return [
    ...findInValue(encoded, "the path", "literal"),
    ...query.split("&").flatMap((pair) => findInPair(pair, "the query", "space")),
    ...fragment.split(/[?&]/).flatMap((pair) => findInPair(pair, "the fragment", "literal")),
  ];
}

/** Reads the URL that a service has wrapped. */
function readService(text: string, path: string, pairs: readonly string[]): readonly Found[] {
  const host = readBrowserHost(text) ?? "";
  const service = SERVICES.find((each) => each.host.test(host) && each.path.test(path));
  if (service === undefined) return [];
  const { url, name: found, toEscapes } = service;
  if (typeof url === "function") return findInValue(url(text).replace(/%/g, "%25"), found, "literal");
  return pairs.flatMap((pair) => {
    const { name, value } = splitPair(pair);
    return url.includes(name) ? findInValue(toEscapes?.(value) ?? value, found, "space") : [];
  });
}

function splitPair(pair: string): { readonly name: string; readonly value: string } {
  const equals = pair.indexOf("=");
  return { name: pair.slice(0, Math.max(0, equals)), value: pair.slice(equals + 1) };
}

/** Finds the URLs in a pair, which some servers end at `;` too. */
function findInPair(pair: string, where: string, plus: "literal" | "space"): readonly Found[] {
  // Few pairs can have a URL.
  if (!/[/\\%]|:./.test(pair)) return [];
  const whole = findInValue(pair, where, plus, true);
  if (whole.length > 0) return whole;
  const { name, value } = splitPair(pair);
  const decoded = percentDecode(name, { ...KEEP, plus });
  const found = findInValue(value, name === "" ? where : `the value of ${decoded}`, plus);
  if (found.length > 0 || !value.includes(";")) return found;
  return value
    .split(";")
    .slice(1)
    .flatMap((part) => findInPair(part, where, plus));
}

/** Finds the URL that a value is, or else those within it, after as few decodings as possible. */
function findInValue(raw: string, where: string, plus: "literal" | "space", isWhole = false): readonly Found[] {
  let layer: string = percentDecode(raw, { ...KEEP, plus });
  for (let times = 1; ; times++) {
    const found = times === 1 ? where : `${where}, decoded ${times === 2 ? "twice" : `${times} times`}`;
    // What browsers remove.
    const url = layer.replace(/[\t\n\r]+/g, "").replace(/^[\0-\x20]+/, "");
    if (URL_START.test(url)) return [{ url, found }];
    const within = isWhole ? [] : findLinksInText(layer);
    if (within.length > 0) return within.map((link) => ({ url: link, found }));
    if (times === MAX_DECODINGS || !layer.includes("%")) return [];
    layer = percentDecode(layer, KEEP);
  }
}
