// The eleven decoders themselves, each as src/inspect/decoder-comparison.ts says that it is asked. Those of this process take and give
// text; the others are programs.
import { percentDecodeString, URLSearchParams } from "../../support/oracle/index.mjs";
import { askProgram, hexToUnits } from "./programs.mjs";

/** The URL Standard's percent-decode is of UTF-8, and UTF-8 decode without BOM keeps U+FEFF. */
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** What a decoder gives: `text` or `bytes` in hex; both are undefined for a refusal. */
const textOf = (text) => ({ text });

const strict = (text) => {
  try {
    return textOf(decodeURIComponent(text));
  } catch {
    return {};
  }
};

const HERE = [
  { decoder: "rfc3986", version: "decodeURIComponent", ask: strict },
  {
    decoder: "whatwg",
    version: "whatwg-url",
    ask: (text) => textOf(utf8.decode(percentDecodeString(text.toWellFormed()))),
  },
  {
    decoder: "form",
    version: "whatwg-url",
    // A value cannot hold the separator. Escaped it is what it was, since it never is a part of an escape.
    ask: (text) => textOf(new URLSearchParams(`v=${text.replaceAll("&", "%26")}`).get("v")),
  },
];

const asText = (hex) => ({ text: hexToUnits(hex) });
const asBytes = (hex) => ({ bytes: hex });

/** The decoders of each program, by the names of their functions, and what they give. */
const PROGRAMS = {
  python: { decoders: { unquote: "python", unquote_plus: "python-plus" }, read: asText },
  java: { decoders: { decode: "java" }, read: asText },
  go: { decoders: { PathUnescape: "go-path", QueryUnescape: "go-query" }, read: asBytes },
  php: { decoders: { urldecode: "php", rawurldecode: "php-raw" }, read: asBytes },
  perl: { decoders: { uri_unescape: "perl" }, read: asBytes },
};

/** The answers of one program: for each of its decoders, one to each text; undefined where it cannot be given the text. */
function ask(program, texts) {
  const { decoders, read } = PROGRAMS[program];
  const functions = Object.keys(decoders);
  const { version, answers } = askProgram(program, functions, texts);
  const given = (hex) => (hex === undefined ? undefined : hex === "error" ? {} : read(hex));
  return functions.map((name, k) => ({ decoder: decoders[name], version, answers: answers[k].map(given) }));
}

/** What the real decoders make of the texts: the decoder, the version at hand, and the answers in order. */
export function realReadings(texts) {
  const inProcess = HERE.map(({ decoder, version, ask: read }) => ({ decoder, version, answers: texts.map(read) }));
  return [...inProcess, ...Object.keys(PROGRAMS).flatMap((program) => ask(program, texts))];
}
