// The page: how it was made, the decoders, the texts, and what each decoder gives.
import { format } from "prettier";
import { table } from "../../conformance/markdown.mjs";
import { code } from "../peers/facts.mjs";
import { AWKWARD } from "./texts.mjs";

/** Where answers were compared beyond the versions at hand; the page has to be the same on every machine. */
const VERSIONS = {
  rfc3986: "`decodeURIComponent`",
  whatwg: "whatwg-url",
  form: "whatwg-url",
  python: "Python 3.6 to 3.13, alike",
  "python-plus": "Python 3.6 to 3.13, alike",
  java: "Java 17",
  "go-path": "Go 1.19 and 1.26, alike",
  "go-query": "Go 1.19 and 1.26, alike",
  php: "PHP 8.2",
  "php-raw": "PHP 8.2",
  perl: "URI::Escape 5.17",
};

/** Bytes as text, and those that are no UTF-8 as `\x`. */
const shownBytes = (hex) => {
  const bytes = Buffer.from(hex, "hex");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return Array.from(bytes, (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16).toUpperCase()}`,
    ).join("");
  }
};

const cell = (answer, text) => {
  if (answer === undefined) return "not asked";
  const given = answer.text ?? (answer.bytes === undefined ? undefined : shownBytes(answer.bytes));
  if (given === undefined) return "refuses";
  return given === text ? "same" : code(given);
};

/** How many different answers there are, a refusal being one; bytes that are no UTF-8 are another than any text. */
const distinct = (cells) => new Set(cells.filter((said) => said !== "not asked")).size;

/** Formatted here, so that the formatter of the repository finds nothing to change. */
export function page(columns) {
  const rows = AWKWARD.map(({ text, stake }, index) => ({
    text,
    stake,
    cells: columns.map(({ answers }) => cell(answers[index], text)),
  }));
  const answers = (from, to) =>
    table(
      ["text", ...columns.slice(from, to).map(({ decoder }) => decoder)],
      rows.map(({ text, cells }) => [code(text), ...cells.slice(from, to)]),
    );
  const firstOfBytes = columns.findIndex(({ decoder }) => decoder === "go-path");

  return format(
    `<!-- Written by \`node tests/surveys/decoders/run.mjs\`. -->

# How eleven decoders decode the same text

Each text, a component that has been cut out of its URI or form, was given to the functions below, and \`compareDecoders\` of
\`percodec/inspect\` says for each what it gives. \`node tests/surveys/decoders/run.mjs --check\` asks them all again, about these
texts and nearly 200,000 others, and lets no difference pass.

\`same\` is the text as it was given. Characters that are not seen are written \`\\u\`, and the bytes of an answer that is no
UTF-8 \`\\x\`. Go, PHP and Perl read bytes and were given UTF-8, which cannot hold a lone surrogate: with such a text they were
not asked, and \`compareDecoders\` gives them U+FFFD for it, as an encoder does.

## The decoders

${table(
  ["decoder", "the call", "asked of"],
  columns.map(({ decoder, call }) => [decoder, `\`${call}\``, VERSIONS[decoder]]),
)}

Up to version 24 Java takes a sign, or the digits of any script, for hex digits
([JDK-8353453](https://bugs.openjdk.org/browse/JDK-8353453)). Java 25 refuses these texts; it reads all others alike.

## The texts

${table(
  ["text", "at stake", "answers"],
  rows.map(({ text, stake, cells }) => [code(text), stake, distinct(cells)]),
)}

## Decoders that give text

${answers(0, firstOfBytes)}

## Decoders that give bytes

${answers(firstOfBytes)}
`,
    { parser: "markdown", printWidth: 120, proseWrap: "preserve" },
  );
}
