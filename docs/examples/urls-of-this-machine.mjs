// Finds the URLs in text files of this machine, decodes and encodes each part of each URL, and prints counts and errors:
// node docs/examples/urls-of-this-machine.mjs [FOLDER...]
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { percentDecode, percentDecodeReport, percentEncode, PercentEncodingError } from "percodec";

const FOLDERS = ["node_modules", "/usr/share/doc", "/usr/share/perl", "/usr/lib/python3"];
const TEXT = /(?:\.(?:md|txt|json|html?|py|pl|pm|ts|js|mjs|cjs)|README|copyright|changelog|NEWS)(?:\.gz)?$/i;
const MAX_FILE_BYTES = 2_000_000;

/** Yields every text file below a folder; does not follow links, so that no file is read twice. */
function* textFiles(folder) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (["ENOENT", "EACCES", "ENOTDIR"].includes(error.code)) return;
    throw error;
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* textFiles(path);
    else if (entry.isFile() && TEXT.test(entry.name) && statSync(path).size <= MAX_FILE_BYTES) yield path;
  }
}

function read(path) {
  const bytes = readFileSync(path);
  return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

/** Splits a URL at its delimiters; each part is decoded after that (RFC 3986 §7.3). */
const splitUrl = (url) => url.split(/[:/?#[\]@!$&'()*+,;=]/);

const counts = { files: 0, urls: 0, clean: 0, encoded: 0, malformed: 0, changed: 0, "encoded twice": 0 };
const malformed = [];
const seen = new Set();
for (const folder of process.argv.length > 2 ? process.argv.slice(2) : FOLDERS) {
  for (const path of textFiles(folder)) {
    counts.files++;
    for (const [url] of read(path).matchAll(/\bhttps?:\/\/[^\s"'<>`\\^{}|]+/g)) {
      if (seen.has(url)) continue;
      seen.add(url);
      counts.urls++;
      try {
        const parts = splitUrl(url);
        const decoded = parts.map((part) => percentDecode(part));
        const again = decoded.map((part) => percentEncode(part));
        // Encoding and decoding again must return the same text.
        if (again.some((part, i) => percentDecode(part) !== decoded[i]))
          throw new Error(`encoding and decoding changed ${url}`);
        counts[url.includes("%") ? "encoded" : "clean"]++;
        if (again.some((part, i) => part !== parts[i])) counts.changed++;
        if (parts.some((part) => percentDecodeReport(part).stillEncoded)) counts["encoded twice"]++;
      } catch (error) {
        if (!(error instanceof PercentEncodingError)) throw error;
        counts.malformed++;
        if (malformed.length < 5) malformed.push(`${error.message} in a part of a URL in ${path}`);
      }
    }
  }
}
for (const [what, count] of Object.entries(counts)) console.log(`${String(count).padStart(8)} ${what}`);
for (const line of malformed) console.log(line);
