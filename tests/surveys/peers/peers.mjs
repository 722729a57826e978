// The ten peers, each with its calls for the host and for the normalized or serialized form.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import legacy, { fileURLToPath } from "node:url";
import fastUri from "fast-uri";
import normalizeUrl from "normalize-url";
import { normalizeURL, parseURL } from "ufo";
import uriJs from "uri-js";
import UriJs from "urijs";
import UrlParse from "url-parse";
import { URL as WhatwgUrl } from "whatwg-url";
import { BASE, URIS } from "./uris.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const PYTHON_MS = 20_000;

/** Throws the error that some peers return instead of throwing. */
const unlessError = ({ error, host }) => {
  if (error) throw new Error(error);
  return host;
};

const HERE = [
  {
    name: "new URL",
    version: `Node ${process.versions.node}`,
    call: "new URL(uri, base).href",
    host: (text) => new URL(text, BASE).hostname,
    form: (text) => new URL(text, BASE).href,
  },
  {
    name: "whatwg-url",
    call: "new URL(uri, base).href",
    host: (text) => new WhatwgUrl(text, BASE).hostname,
    form: (text) => new WhatwgUrl(text, BASE).href,
  },
  {
    name: "normalize-url",
    call: "normalizeUrl(uri)",
    // It does not return components: parse its result to find the host.
    host: (text) => new URL(normalizeUrl(text)).hostname,
    form: (text) => normalizeUrl(text),
  },
  {
    name: "url.parse",
    version: `Node ${process.versions.node}`,
    call: "url.parse(uri, false, true).href",
    host: (text) => legacy.parse(text, false, true).hostname,
    form: (text) => legacy.parse(text, false, true).href,
  },
  {
    name: "url-parse",
    call: "new Url(uri).href",
    host: (text) => new UrlParse(text).hostname,
    form: (text) => new UrlParse(text).href,
  },
  {
    name: "fast-uri",
    call: "normalize(uri)",
    host: (text) => unlessError(fastUri.parse(text)),
    form: (text) => fastUri.normalize(text),
  },
  {
    name: "uri-js",
    call: "normalize(uri)",
    host: (text) => unlessError(uriJs.parse(text)),
    form: (text) => uriJs.normalize(text),
  },
  {
    name: "urijs",
    call: "URI(uri).normalize().href()",
    host: (text) => new UriJs(text).hostname(),
    form: (text) => new UriJs(text).normalize().href(),
  },
  {
    name: "ufo",
    call: "normalizeURL(uri)",
    // Its property `host` includes the port.
    host: (text) => parseURL(text).host?.replace(/:\d*$/, ""),
    form: (text) => normalizeURL(text),
  },
];

const readVersion = (name) =>
  JSON.parse(readFileSync(new URL(`../../node_modules/${name}/package.json`, import.meta.url), "utf8")).version;

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
  try {
    return JSON.parse(
      execFileSync("python3", ["-I", `${here}ask.py`, ascii], { timeout: PYTHON_MS, encoding: "utf8" }),
    );
  } catch (error) {
    if (error.code === "ENOENT") {
      throw new Error("python3 is missing, and its urllib.parse is one of the peers", { cause: error });
    }
    throw error;
  }
};

/** Returns the peers with their answers, in the order of the URIs. */
export function peers() {
  const asked = HERE.map(({ name, version, call, host, form }) => ({
    name,
    version: version ?? readVersion(name),
    call,
    answers: URIS.map(({ text }) => ({ host: attempt(host, text), form: attempt(form, text) })),
  }));
  // The page does not name Python's version, so that it is the same on every machine.
  const version = "that of the machine; 3.6 to 3.13: same results";
  return [...asked, { name: "urllib.parse", version, call: "urljoin(base, uri)", answers: python() }];
}
