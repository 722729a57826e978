// Runs the real decoders with the calls that tool/shared/explain/decoder-comparison.ts documents. Five run in this process and
// return text; the others are programs.
import { percentDecodeString, URLSearchParams } from "../../support/oracle/index.mjs";
import { askProgram, isInstalled } from "./programs.mjs";

/** The URL Standard decodes percent-decoded bytes with "UTF-8 decode without BOM", which keeps U+FEFF. */
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Makes the answer of a decoder. An answer has `text`, or `bytes` as one of a unit for each; both are undefined for a refusal. */
const toAnswer = (text) => ({ text });

const strict = (decode) => (text) => {
  try {
    return toAnswer(decode(text));
  } catch {
    return {};
  }
};

const HERE = [
  { decoder: "rfc3986", version: "decodeURIComponent", ask: strict(decodeURIComponent) },
  { decoder: "decode-uri", version: "decodeURI", ask: strict(decodeURI) },
  { decoder: "unescape", version: "unescape", ask: (text) => toAnswer(unescape(text)) },
  {
    decoder: "whatwg",
    version: "whatwg-url",
    ask: (text) => toAnswer(utf8.decode(percentDecodeString(text.toWellFormed()))),
  },
  {
    decoder: "form",
    version: "whatwg-url",
    // A value cannot contain the separator. Escaping it does not change the result, because `&` is never part of an escape.
    ask: (text) => toAnswer(new URLSearchParams(`v=${text.replaceAll("&", "%26")}`).get("v")),
  },
];

const asBytes = (bytes) => ({ bytes });

/** The decoders of each program by the names of their functions, and the reader of their results. */
const PROGRAMS = {
  python: { decoders: { unquote: "python", unquote_plus: "python-plus" }, read: toAnswer },
  java: { decoders: { decode: "java" }, read: toAnswer },
  python2: { decoders: { unquote: "python2" }, read: asBytes },
  go: { decoders: { PathUnescape: "go-path", QueryUnescape: "go-query" }, read: asBytes },
  php: { decoders: { urldecode: "php", rawurldecode: "php-raw" }, read: asBytes },
  perl: { decoders: { uri_unescape: "perl" }, read: asBytes },
};

/** @type {{ version: string | undefined, answers: any[] }} */
const NOT_INSTALLED = { version: undefined, answers: [] };

/** Runs one program. Returns for each of its decoders an answer to each text, or undefined if it cannot receive the text. */
function ask(program, texts) {
  const { decoders, read } = PROGRAMS[program];
  const functions = Object.keys(decoders);
  if (program === "python2" && !isInstalled(program)) return [{ decoder: program, ...NOT_INSTALLED }];
  const { version, answers } = askProgram(program, functions, texts);
  const given = (answer) => (answer === undefined ? undefined : answer === null ? {} : read(answer));
  return functions.map((name, k) => ({ decoder: decoders[name], version, answers: answers[k].map(given) }));
}

/** Runs the real decoders. Returns for each decoder its version, undefined if it is not installed, and its answers in the order of the texts. */
export function runDecoders(texts) {
  const inProcess = HERE.map(({ decoder, version, ask: read }) => ({ decoder, version, answers: texts.map(read) }));
  return [...inProcess, ...Object.keys(PROGRAMS).flatMap((program) => ask(program, texts))];
}
