// Writes docs/security.md from the catalogue and the vectors of tests/vectors/threats.json.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "prettier";

const root = fileURLToPath(new URL("..", import.meta.url));
const MOST_UNITS = 60;

/** @typedef {[code: string, index: number, length: number]} Fault */
/** @typedef {{ file: string; folder?: string; test: string; measured?: string; loops?: number }} Proof a test or measurement */

/**
 * The functions of the operations in the vectors, if their names differ.
 *
 * @type {Record<string, string>}
 */
const FUNCTIONS = { encode: "percentEncode", decode: "percentDecode" };

/**
 * Formats a text as code: invisible characters are escaped, and a long text is cut.
 *
 * @param {string} text
 */
function code(text) {
  const shown = text.replace(/[\p{C}\p{Z}]/gu, (character) =>
    character === " " ? " " : `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`,
  );
  return `\`${shown.length > MOST_UNITS ? `${shown.slice(0, MOST_UNITS - 1)}…` : shown}\``;
}

/** @param {Fault} issue */
const inWords = ([fault, index, length]) => `\`${fault}\` at ${index}, length ${length}`;

/**
 * Formats a vector as `call` → result, or a literal as its text → code of bash.
 *
 * @param {any} row
 */
function toExample({ op, input, options, value, pairs, error, issues }) {
  if (op === undefined) return `the text ${code(input)} → \`percodec read ${value.posix}\``;
  const given = typeof input === "string" ? input : JSON.stringify(input);
  const asked = options === undefined ? "" : ` with ${code(JSON.stringify(options).replace(/[{}"]/g, "").replaceAll(",", ", ").replaceAll(":", " "))}`; // prettier-ignore
  const found = () =>
    value.map(
      (/** @type {[string, string, number, number]} */ [fault, component, index, length]) =>
        `\`${fault}\` in the ${component} at ${index}, length ${length}`,
    );
  const shown = () => code(typeof value === "string" ? value : JSON.stringify(value ?? pairs));
  const result = error ? inWords(error) : op === "inspect" ? found().join("; ") : shown();
  const reported = (issues ?? []).map((/** @type {Fault} */ issue) => `; ${inWords(issue)}`).join("");
  return `${FUNCTIONS[op] ?? op}: ${code(given)}${asked} → ${result}${reported}`;
}

/**
 * Links to the tests and measurements of a row, except those in folders that do not exist.
 *
 * @param {Proof[]} holds
 */
const toLinks = (holds) =>
  holds
    .filter(({ folder }) => folder === undefined || existsSync(root + folder))
    .map(({ file, test, measured, loops }) =>
      measured === undefined
        ? `[${test.replace(/[[\]_*]/g, "\\$&")}](../${file})`
        : `${measured}: at most ${loops} times as long as the [calibration loop](../tests/checks/calibration.mjs) over 1 MB`,
    );

export function securityPage() {
  /** @typedef {{ id: string; bug: string; seen: string[]; duty: string; examples?: string[]; holds?: Proof[] }} Threat */
  /** @type {{ threats: Threat[]; rows: { id: string; threat: string }[]; literals: { id: string; threat: string }[] }} */
  const { threats, rows, literals } = JSON.parse(readFileSync(`${root}tests/vectors/threats.json`, "utf8"));
  const vectors = [...rows, ...literals];
  const byId = new Map(vectors.map((row) => [row.id, row]));
  const sections = threats.map(({ id, bug, seen, duty, examples = [], holds = [] }) => {
    const count = vectors.filter(({ threat }) => threat === id).length;
    const counted = count === 0 ? [] : [`[${count} vectors](../tests/vectors/threats.json)`];
    const held = [...counted, ...toLinks(holds)];
    const links = seen.map((name) =>
      name.startsWith("CVE") ? `[${name}](https://nvd.nist.gov/vuln/detail/${name})` : `[an advisory](${name})`,
    );
    return `### ${id}: ${bug.replace(/\.$/, "")}

${duty}${links.length === 0 ? "" : ` Seen as ${links.join(", ")}.`} ${held.length === 0 ? "percodec has no such function." : `Checked by ${held.join("; ")}.`}

${examples.map((name) => `- ${toExample(byId.get(name))}`).join("\n")}
`;
  });
  return format(
    `<!-- Written by \`npm run generate\` from tests/vectors/threats.json. -->

# Security

What percodec guarantees, how it avoids the known bugs of other software, and how to report a fault.

## What it guarantees

- Text is decoded once. Malformed input throws an error with its place, or is treated by the policy that you choose.
- An escape is \`%\` and two ASCII hex digits, and text is well-formed UTF-8. Nothing else is accepted.
- No pair, record or byte is lost silently. Exceeding a limit throws; nothing is truncated.
- No function changes how a URI splits, and no value adds a host, a segment or a parameter.
- Functions take linear time and do not recurse over the input, and limits for forms are on by default.
- An error message shows at most 32 printable characters of the input.
- The library runs only its own code, and does not access the network, files or the environment.

percodec is not a firewall. It reports what a text contains and where parsers disagree. The application decides which paths
may be read and which hosts may be contacted.

## How to report a fault

Report a vulnerability privately: on the repository's page at GitHub choose "Security", then "Report a vulnerability". Name
the function or command, the version, the input as a string with escapes, and the result that you expected. Please publish it
only after a fixed version is available. Report other faults as ordinary issues.

## The catalogue

Each class of bug has examples: an input and the result of percodec. An index counts UTF-16 units of a text.
\`npm test\` runs every vector and the tests named here, and \`npm run check -- threats\` the measurements. Tests that need a browser or shells
have their own command, which \`.ci/run\` runs.

${sections.join("\n")}`,
    { parser: "markdown", printWidth: 120, proseWrap: "preserve" },
  );
}
