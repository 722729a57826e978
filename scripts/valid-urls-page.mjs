// Writes docs/valid-urls.md from the tables of library/src/uri/check and the vectors of tests/vectors/uri-check.json.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "prettier";
import { table } from "../tests/conformance/markdown.mjs";

/** @typedef {{ parses: boolean; issues: [code: string, index: number, length: number][] }} Value */
/** @typedef {{ input: string; options: { grammar?: string; base?: string }; value: Value }} Row a vector */

const HEAD = ["code", "meaning", "example", "place"];
const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Formats a text as code in a cell, with invisible and non-ASCII characters escaped.
 *
 * @param {string} text
 */
function code(text) {
  const shown = text.replace(
    /[^\x20-\x7e]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`,
  );
  return `\`${shown.replaceAll("|", "\\|")}\``;
}

/**
 * Returns the rows of a table: each code, its sentence, and the shortest vector that has only this issue, or else any.
 *
 * @param {Record<string, string>} sentences @param {Row[]} vectors
 */
function toRows(sentences, vectors) {
  /** @param {Row} row */
  const rank = ({ input, value }) => 1000 * value.issues.length + (input.length || 500);
  return Object.entries(sentences).map(([name, sentence]) => {
    const [row] = vectors
      .filter(({ value }) => value.issues.some(([found]) => found === name))
      .sort((a, b) => rank(a) - rank(b));
    const [, index, length] = row?.value.issues.find(([found]) => found === name) ?? [];
    if (row === undefined) throw new Error(`no vector has ${name}`);
    const { input, options, value } = row;
    const base = options.base === undefined ? "" : `, base ${code(options.base)}`;
    const place = `${index}, length ${length}`;
    return [`\`${name}\``, sentence, `${code(input)}${base}`, place, value.parses ? "yes" : "no"];
  });
}

/**
 * @param {Record<string, string>} grammarFaults GRAMMAR_FAULTS of library/src/uri/check/issue.ts
 * @param {Record<string, string>} validationErrors VALIDATION_ERRORS of library/src/uri/check/issue.ts
 */
export function validUrlsPage(grammarFaults, validationErrors) {
  /** @type {{ rows: Row[] }} */
  const { rows } = JSON.parse(readFileSync(`${root}tests/vectors/uri-check.json`, "utf8"));
  const byGrammar = rows.filter(({ options }) => options.grammar !== "whatwg");
  const byStandard = rows.filter(({ options }) => options.grammar === "whatwg");
  const text = `<!-- Written by \`npm run generate\` from library/src/uri/check and tests/vectors/uri-check.json. -->

# Is this a valid URL?

\`isUri(text)\` and \`isUriReference(text)\` of \`percodec/uri\` answer with true or false. \`checkUri(text, { grammar, base })\` and
\`percodec check\` also say where each fault is. No function trims the text: a space at the end is a fault.

There are three answers, because there are three definitions:

- \`rfc3986\` (the default): the grammar of URIs and relative references in
  [RFC 3986](https://www.rfc-editor.org/rfc/rfc3986#appendix-A).
- \`rfc3987\`: the same grammar with the characters of [IRIs](https://www.rfc-editor.org/rfc/rfc3987#section-2.2).
- \`whatwg\`: the [valid URL strings](https://url.spec.whatwg.org/#valid-url-string) of the URL Standard.

\`kind\` is \`uri\` if the text begins with a scheme, otherwise \`relative-reference\`. The grammars of the RFCs do not include the rules of a
scheme: \`http:\` is a URI. Index and length count UTF-16 units of the given text. The length 0 marks a place where something is missing.

## What browsers do

A text that is not valid often works anyway. With \`whatwg\` the result has two more fields:

- \`parses\`: whether the parser of the URL Standard returns a URL. \`new URL\` throws if it is false.
- \`reportedBy\`: \`both\` if the grammar and the parser report a fault, \`neither\` if the text is valid, \`grammar\` or \`parser\` if only one
  of them reports a fault. In the standard of August 2026 they agree for every text except one with a lone surrogate. The parser receives U+FFFD
  instead, which is valid, and the grammar does not allow it; the issue is \`lone-surrogate\`. \`npm run check -- uris\` compares both with
  whatwg-url over 1,000,000 texts.

\`base\` is the base URL. Without it, a text without a scheme is checked with an https URL as base, and a text with a scheme without a base.

## Faults of the grammars

${table(
  HEAD,
  toRows(grammarFaults, byGrammar).map((row) => row.slice(0, HEAD.length)),
)}

## Validation errors of the URL Standard

The issues have the names of the [standard](https://url.spec.whatwg.org/#validation-error). Adjacent characters with the same error are one
issue. Each text is checked alone unless a base is shown. The last column says whether the parser returns a URL for this text.

${table([...HEAD, "parses"], toRows(validationErrors, byStandard))}

The standard defines no places. percodec reports the place that a person has to change:

- \`domain-to-ASCII\`: the first character that is not allowed, or the first label with another fault, or the dot beside an empty label, or a
  host that is too long. An escape that decodes to the character is its place.
- \`IPv4-\` and \`IPv6-\`: the part or the character with the fault, or the end of the address if it is incomplete.
- \`invalid-credentials\`: each user name and password, with its \`@\`.
- \`invalid-URL-unit\`: the characters, or a \`%\` and the one hex digit after it, if any; also TAB, LF and CR, and the spaces and controls at both
  ends, all of which the parser removes.
- \`special-scheme-missing-following-solidus\`: the place of the missing slashes, and each run of slashes too many.
`;
  return format(text, { parser: "markdown", printWidth: 140 });
}
