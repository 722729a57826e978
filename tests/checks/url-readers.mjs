// Compares what compareUrlReaders says about whole URLs with the real readers, on 100,000 hostile URLs:
// npm run check -- url-readers [-- --seed N]
//   --record   compares fewer URLs, and writes some of the real readings for tests/unit/tool/url-comparison.test.ts
import { writeFileSync } from "node:fs";
import process from "node:process";
import { parse } from "node:url";
import { chooseSize } from "../support/part.mjs";
import { random } from "../support/random.mjs";
import { loadSources } from "../support/sources.mjs";
import { askProgram } from "../surveys/decoders/programs.mjs";
import { parseURL, serializeHost } from "../support/oracle/index.mjs";
import { conclude, counted, readSeed } from "./check.mjs";

const { compareUrlReaders } = await loadSources(["tool/shared/explain/url-comparison.ts"]);
const isRecording = process.argv.includes("--record");
const RECORDED_URLS = 1200;
const RECORD = new URL("../unit/tool/url-readings.json", import.meta.url);
const URLS = isRecording ? RECORDED_URLS : chooseSize(100_000, 20_000);
const SHOWN_FAULTS = 20;

const STARTS = ["http://", "https://", "HTTP://", "ftp://", "//", "/", "http:", "http:/", "http:///", "///", "redis://", "file:///", "file://", "file:/", "x:", "mailto:", "", "\\\\", "http:\\\\", " http://", "ht\ttp://", "1a://", "a.com:80", "a_b:"]; // prettier-ignore
const HOSTS = ["e.com", "E.Com", "good.com\\@evil.com", "a@b@c", "u:p@e.com", "127.1", "0x7f.1", "1.1.1.1", "[::1]", "[::ffff:1.2.3.4]", "[::1%25eth0]", "[fe80::1%eth0]", "[v1.x]", "[1.2.3.4]", "a[b]", "]a[", "xn--a", "caf\u00e9.fr", "\u3002", "\u2100.com", "\ufe55x", "%65.com", "%C3%A9.com", "e%2fcom", "a b", "a;b", "a,b", "", ".", "e.com.", "<a>", "a|b", "*"]; // prettier-ignore
const PORTS = ["", "", "", ":80", ":0", ":443", ":", ":080", ":65535", ":65536", ":x", ":8a", ":+8", ": 8", ":-0", ":-1", ":999999", ":1:2"]; // prettier-ignore
const RESTS = ["", "/", "/a/b", "/../a", "/%2e%2E/", "/a b", "/\u00e9", "/%zz", "/a%2Fb", "\\a", "?q=1", "?", "#f", "#%zz", "/a?b#c", "/a;b", "/[x]!'()*", "/a:b@c", "/\0", "\t/x", "//x", "/c:/d", "/c|/d", "%", "*", ":"]; // prettier-ignore
const NOISE = [..."/\\?#@:[]%. \t\n\0\u007f\u00e9\u20ac\ud83d\ude00;|<>\"'^`{}+-_~$&,=*()!0a"]; // prettier-ignore

function makeUrls(seed, count) {
  const below = random(seed);
  const pick = (list) => list[below(list.length)];
  return Array.from({ length: count }, () => {
    let url = pick(STARTS) + pick(HOSTS) + pick(PORTS) + pick(RESTS) + (below(3) === 0 ? pick(RESTS) : "");
    for (let k = below(3); k > 0; k--) {
      const at = below(url.length + 1);
      url = url.slice(0, at) + pick(NOISE) + url.slice(at + below(2));
    }
    return url.toWellFormed();
  });
}

const toUtf8 = (bytes) => Buffer.from(bytes, "latin1").toString("utf8");
/** The readers of other languages: the function in its program, and the reader of the parts that it prints. */
const PROGRAMS = {
  python: { name: "urlsplit", read: JSON.parse },
  java: {
    name: "URI",
    // A NUL is before each part.
    read: (text) => text.split("\0").slice(1).map((part) => (part.startsWith("=") ? part.slice(1) : null)), // prettier-ignore
  },
  go: {
    name: "Parse",
    read: (bytes) => {
      const [scheme, host, port, path] = toUtf8(bytes).split("\0");
      return [scheme || null, host || null, port || null, path];
    },
  },
  perl: {
    name: "url_parts",
    read: (text) => text.split(":").map((part) => (part === "-" ? null : Buffer.from(part.slice(1), "hex").toString())),
  },
  php: { name: "url_parts", read: (bytes) => (bytes === "error" ? undefined : JSON.parse(toUtf8(bytes))) },
};

/** By appendix B of RFC 3986, then section 3.2. Texts whose scheme, host or port is none by the grammar are left out. */
function readByRfc(text) {
  const [, , scheme, , authority, path] =
    /^(([^:/?#]+):)?(\/\/([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?/s.exec(text) ?? [];
  if (scheme !== undefined && !/^[A-Za-z][A-Za-z\d+.-]*$/.test(scheme)) return "not a scheme";
  const [, host, port] = /^(?:[^[\]]*@)?(\[[^\]@]*\]|[^:@[\]]*)(?::([0-9]*))?$/s.exec(authority ?? "") ?? [];
  if (authority !== undefined && host === undefined) return "not a host";
  return [scheme ?? null, authority === undefined ? null : host, port ?? null, path];
}

function readByStandard(text) {
  const url = parseURL(text);
  if (url === null) return undefined;
  const path = typeof url.path === "string" ? url.path : url.path.map((segment) => `/${segment}`).join("");
  const isHidden = url.host === null && path.startsWith("//");
  return [url.scheme, url.host === null ? null : serializeHost(url.host), url.port, isHidden ? `/.${path}` : path];
}

/** By the parser that Node had before `URL`. It warns about ports with other characters than digits. */
function readByNode(text) {
  try {
    const { protocol, hostname, port, pathname } = parse(text);
    return [protocol?.slice(0, -1) ?? null, hostname || null, port, pathname];
  } catch (error) {
    if (error instanceof URIError || error.code === "ERR_INVALID_URL") return undefined;
    throw error;
  }
}

process.removeAllListeners("warning");
const seed = readSeed();
const urls = makeUrls(seed, URLS);
const faults = [];
const compared = {};
/** The real readings: for each URL the readers of each reading, in the form of a message. */
const recorded = new Map(urls.map((url) => [url, {}]));

/** Returns a reading as a message shows it. */
const toText = (reading) => (reading === undefined ? "refused" : JSON.stringify(reading));

function compare(reader, url, wanted) {
  compared[reader] = (compared[reader] ?? 0) + 1;
  const reading = compareUrlReaders(url).readings.find((one) => one.reader === reader);
  if (reading === undefined) throw new Error(`compareUrlReaders has no reader ${reader}`);
  const ours = reading.refused
    ? undefined
    : [reading.scheme, reading.host, reading.port, reading.path].map((one) => one ?? null);
  const expected = wanted?.map((one) => (typeof one === "number" ? String(one) : one));
  const readings = recorded.get(url);
  if (readings === undefined) throw new Error(`no reading of ${url} is recorded`);
  (readings[toText(expected)] ??= []).push(reader);
  if (JSON.stringify(ours) !== JSON.stringify(expected))
    faults.push(`${reader} ${JSON.stringify(url)}: ${toText(expected)}, not ${toText(ours)}`);
}

for (const [reader, { name, read }] of Object.entries(PROGRAMS)) {
  const { version, answers } = askProgram(reader, [name], urls);
  for (const [k, answer] of answers[0].entries())
    if (answer !== undefined) compare(reader, urls[k], answer === null ? undefined : read(answer));
  console.log(`      ${counted(compared[reader])} × ${version}`);
}
for (const url of urls) {
  // Node ends the name of a host at a NUL, but after it has encoded the label in which it is.
  if (!/\0/.test(url) || !/[^\0-\x7f]/.test(url)) compare("node", url, readByNode(url));
  compare("whatwg", url, readByStandard(url));
  const byRfc = readByRfc(url);
  if (typeof byRfc !== "string") compare("rfc3986", url, byRfc);
}
if (isRecording) {
  /** For two readers: which of their parts are absent or empty, and whether they agree. A URL stays if it shows a new pair. */
  const pairs = new Set();
  const toShape = (text) => text.replace(/"(?:[^"\\]|\\.)+"/g, "x");
  const rows = [...recorded].filter(([, readings]) => {
    const known = pairs.size;
    const all = Object.entries(readings).flatMap(([text, readers]) => readers.map((reader) => [reader, text]));
    for (const [reader, text] of all)
      for (const [other, read] of all) pairs.add([reader, other, toShape(text), toShape(read), text === read].join());
    return pairs.size > known;
  });
  writeFileSync(RECORD, `[\n${rows.map(([url, readings]) => JSON.stringify({ url, readings })).join(",\n")}\n]\n`);
}
const answers = Object.values(compared).reduce((sum, count) => sum + count, 0);
conclude(
  "url-readers",
  `${counted(urls.length)} URLs (${counted(URLS)}), ${counted(answers)} readings of ${Object.keys(compared).length} readers, ` +
    `${counted(faults.length)} differences (0), seed ${seed}`,
  faults.slice(0, SHOWN_FAULTS),
);
