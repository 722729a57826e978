// The ten peers: the answers of each to the URIs, the host and the normalized or serialized form.
import { execFileSync } from "node:child_process";
import legacy, { fileURLToPath } from "node:url";
import fastUri from "fast-uri";
import normalizeUrl from "normalize-url";
import { normalizeURL, parseURL } from "ufo";
import uriJs from "uri-js";
import UriJs from "urijs";
import UrlParse from "url-parse";
import { URL as WhatwgUrl } from "whatwg-url";
import { BASE, URIS } from "./uris.mjs";

const PYTHON_MS = 20_000;

/** Throws the error that some peers return instead of throwing. */
const unlessError = ({ error, host }) => {
  if (error) throw new Error(error);
  return host;
};

/** How each peer of this process reads the host and writes the form. */
const HERE = /** @type {const} */ ([
  ["new URL", (text) => new URL(text, BASE).hostname, (text) => new URL(text, BASE).href],
  ["whatwg-url", (text) => new WhatwgUrl(text, BASE).hostname, (text) => new WhatwgUrl(text, BASE).href],
  // It does not return components: parse its result to find the host.
  ["normalize-url", (text) => new URL(normalizeUrl(text)).hostname, (text) => normalizeUrl(text)],
  ["url.parse", (text) => legacy.parse(text, false, true).hostname, (text) => legacy.parse(text, false, true).href],
  ["url-parse", (text) => new UrlParse(text).hostname, (text) => new UrlParse(text).href],
  ["fast-uri", (text) => unlessError(fastUri.parse(text)), (text) => fastUri.normalize(text)],
  ["uri-js", (text) => unlessError(uriJs.parse(text)), (text) => uriJs.normalize(text)],
  ["urijs", (text) => new UriJs(text).hostname(), (text) => new UriJs(text).normalize().href()],
  // Its property `host` includes the port.
  ["ufo", (text) => parseURL(text).host?.replace(/:\d*$/, ""), (text) => normalizeURL(text)],
]);

/** Returns a string, empty for none, or a refusal. The exceptions of the peers have nothing in common, so none is shown. */
const attempt = (read, text) => {
  try {
    return { text: read(text) ?? "" };
  } catch {
    return { refused: "refuses" };
  }
};

const python = () => {
  const question = JSON.stringify([BASE, URIS.map(({ text }) => text)]);
  // Python decodes its arguments by the locale, which may lack é.
  const ascii = question.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const program = fileURLToPath(new URL("ask.py", import.meta.url));
  return JSON.parse(execFileSync("python3", ["-I", program, ascii], { timeout: PYTHON_MS, encoding: "utf8" }));
};

/** Returns the peers with their answers, in the order of the URIs. */
export function peers() {
  const asked = HERE.map(([name, host, form]) => ({
    name,
    answers: URIS.map(({ text }) => ({ host: attempt(host, text), form: attempt(form, text) })),
  }));
  return [...asked, { name: "urllib.parse", answers: python() }];
}
