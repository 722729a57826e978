// Writes the page: the method, the decoders, the texts, and the result of each decoder.
import { shortCode as code, table } from "../../conformance/markdown.mjs";
import { AWKWARD } from "./texts.mjs";

/** The versions with which results were compared. They are listed here so that the page is the same on every machine. */
const VERSIONS = {
  rfc3986: "`decodeURIComponent`",
  "decode-uri": "`decodeURI`",
  unescape: "`unescape`",
  whatwg: "whatwg-url",
  form: "whatwg-url",
  python: "Python 3.6 to 3.13, same results",
  "python-plus": "Python 3.6 to 3.13, same results",
  java: "Java 17",
  python2: "Python 2.7, where it is installed",
  "go-path": "Go 1.19 and 1.26, same results",
  "go-query": "Go 1.19 and 1.26, same results",
  php: "PHP 8.2",
  "php-raw": "PHP 8.2",
  perl: "URI::Escape 5.17",
};

/** Decodes bytes as UTF-8, or escapes those beyond ASCII as `\x` if they are not UTF-8. */
const showBytes = (answer) => {
  const bytes = Buffer.from(answer, "latin1");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return Array.from(bytes, (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16).toUpperCase()}`,
    ).join("");
  }
};

const cell = (answer, text) => {
  if (answer === undefined) return "not tested";
  const given = answer.text ?? (answer.bytes === undefined ? undefined : showBytes(answer.bytes));
  if (given === undefined) return "refuses";
  return given === text ? "same" : code(given);
};

/** Counts the distinct results. A refusal is one of them, and bytes that are not UTF-8 differ from every text. */
const countDistinct = (cells) => new Set(cells.filter((one) => one !== "not tested")).size;

/** Returns the page. */
export function page(columns, encoders) {
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
  const firstOfBytes = columns.findIndex(({ decoder }) => decoder === "python2");

  return `<!-- Written by \`node tests/surveys/decoders/run.mjs\`. -->

# How programs decode and encode the same text

Each text is a component that was already split off from its URI or form. The functions below decoded it, and \`percodec decode --compare\`
predicts their results. \`node tests/surveys/decoders/run.mjs --check\` runs all of them again, on these
texts and nearly 200,000 others, and fails if a result differs from the prediction.

\`same\` means that the result is the unchanged text. Invisible characters are escaped with \`\\u\`, and the bytes of a result that
is not UTF-8 with \`\\x\`. Python 2, Go, PHP and Perl decode bytes, and their input was UTF-8, which cannot contain a lone surrogate: they
were not tested with such a text. For it, \`percodec decode --compare\` passes U+FFFD to them, as an encoder does.

## The decoders

${table(
  ["decoder", "the call", "tested with"],
  columns.map(({ decoder, call }) => [decoder, `\`${call}\``, VERSIONS[decoder]]),
)}

Up to version 24, Java accepts a sign and the digits of any script as hex digits
([JDK-8353453](https://bugs.openjdk.org/browse/JDK-8353453)). Java 25 refuses these texts and decodes all others as before.

## The texts

${table(
  ["text", "at stake", "results"],
  rows.map(({ text, stake, cells }) => [code(text), stake, countDistinct(cells)]),
)}

## Decoders that return text

${answers(0, firstOfBytes)}

## Decoders that return bytes

${answers(firstOfBytes)}

MDN has no inverse of \`fixedEncodeURIComponent\` or \`fixedEncodeURI\`; \`decodeURIComponent\` and \`decodeURI\` read what they write.
Functions named \`fixedDecodeURIComponent\` in programs differ from each other.

## The encoders

\`percodec encode --compare\` predicts what these encoders write. Each is one of the [sets](sets.md), and a rule for lone surrogates. The same
run compares them for all 1,112,064 characters.

${table(
  ["encoder", "the call", "set", "a lone surrogate", "tested with"],
  encoders.rows.map(({ encoder, call, set, lone, tested }) => [encoder, `\`${call}\``, set, lone, tested]),
)}

${table(
  ["character", "what they write"],
  encoders.characters.map(({ character, groups }) => [
    code(character),
    groups.map(([written, names]) => `${code(written)}: ${names.join(", ")}`).join("; "),
  ]),
)}
`;
}
