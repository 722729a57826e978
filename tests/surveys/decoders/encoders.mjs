// Runs the real encoders on every character, and compares compareEncoders with them.
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { askProgram, isInstalled } from "./programs.mjs";
import { serveHttp } from "../../support/loopback.mjs";
import { makeTemporaryFolder } from "../../support/temporary-folder.mjs";

const fixed = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** The encoders of this process. */
const HERE = {
  "encode-uri-component": encodeURIComponent,
  "encode-uri": encodeURI,
  escape,
  "fixed-encode-component": fixed,
  form: (text) => String(new URLSearchParams({ v: text })).slice(2),
};

/** The encoders of each program by the names of their functions, and what is tested with which version. */
const PROGRAMS = {
  python: {
    encoders: { quote: "python", quote_plus: "python-plus", curl_easy_escape: "curl-escape" },
    tested: "Python 3.11",
  },
  python2: {
    encoders: { quote: "python2" },
    input: "wtf8",
    tested: "Python 2.7, where it is installed",
  },
  java: { encoders: { encode: "java" }, tested: "Java 17" },
  go: { encoders: { PathEscape: "go-path", QueryEscape: "go-query" }, tested: "Go 1.26" },
  php: { encoders: { urlencode: "php", rawurlencode: "php-raw" }, tested: "PHP 8.2" },
  perl: { encoders: { uri_escape_utf8: "perl" }, input: "wtf8", tested: "URI::Escape 5.17" },
};

/** How many characters are one text. */
const BLOCK = 256;

const every = Array.from({ length: 0x110000 / BLOCK }, (_, block) =>
  Array.from({ length: BLOCK }, (_unit, k) => block * BLOCK + k)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .join(""),
).filter((text) => text !== "");
const LONE = ["\ud800", "a\udfff", "\ud83d\ude00\ud83d", "\udc00\ud800 ~"];

/** Returns what `curl --data-urlencode` sends for the content of a file. */
async function askCurl(text) {
  const folder = makeTemporaryFolder("curl");
  const server = await serveHttp((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk)).on("end", () => response.end(Buffer.concat(chunks)));
  });
  try {
    const file = join(folder, "text");
    writeFileSync(file, text);
    const words = ["--silent", "--show-error", "--noproxy", "*", "--max-time", "60", "--data-urlencode", `v@${file}`];
    const run = promisify(execFile)("curl", [...words, server.address], { maxBuffer: 1 << 28 });
    return (await run).stdout.slice("v=".length);
  } finally {
    server.close();
  }
}

/**
 * Compares the predictions with the real encoders.
 *
 * @param check reports a difference: the text, the encoder, the real answer and the prediction
 * @param compared counts the results of each version
 */
export async function checkEncoders(compareEncoders, check, compared) {
  const texts = [...every, ...LONE];
  const predicted = texts.map((text) => new Map(compareEncoders(text).results.map((one) => [one.encoder, one.value])));
  const compareAll = (encoder, version, answers) => {
    for (const [k, answer] of answers.entries())
      if (answer !== undefined) check(texts[k]?.slice(0, 8), encoder, answer.text, predicted[k]?.get(encoder));
    compared.set(`${version} ${encoder}`, answers.length);
  };
  for (const [encoder, call] of Object.entries(HERE)) {
    const ask = (text) => {
      try {
        return { text: call(text) };
      } catch {
        return {};
      }
    };
    compareAll(encoder, "Node", texts.map(ask));
  }
  for (const [program, { encoders, input }] of Object.entries(PROGRAMS)) {
    if (program === "python2" && !isInstalled(program)) continue;
    const { version, answers } = askProgram(program, Object.keys(encoders), texts, input);
    for (const [k, encoder] of Object.values(encoders).entries()) {
      // curl_easy_escape receives UTF-8, which has no lone surrogate.
      const applies = (n) => encoder !== "curl-escape" || n < every.length;
      const given = (text, n) => (text !== undefined && applies(n) ? { text: text ?? undefined } : undefined);
      compareAll(encoder, version, answers[k].map(given));
    }
  }
  check("every character", "curl", await askCurl(every.join("")), predicted.slice(0, every.length).map((one) => one.get("curl")).join("")); // prettier-ignore
}

/** Lists the encoders and what they write for the page. */
export function listEncoders(compareEncoders) {
  const tested = new Map(
    Object.values(PROGRAMS).flatMap((program) => Object.values(program.encoders).map((one) => [one, program.tested])),
  );
  const [unit] = LONE;
  const { results } = compareEncoders(unit);
  const writtenBy = (encoder) =>
    encoder in HERE ? "Node 20" : encoder.startsWith("curl") ? "curl 7.88" : tested.get(encoder);
  return {
    rows: results.map(({ encoder, call, set, value }) => ({
      encoder,
      call,
      set: encoder === "curl" ? "rfc3986-component, + for a space" : set,
      lone: value === undefined ? "refused" : `\`${value}\``,
      tested: writtenBy(encoder),
    })),
    characters: Array.from(" !*~/+:;é").map((character) => ({
      character,
      groups: Object.entries(compareEncoders(character).differences[0].encoders),
    })),
  };
}
