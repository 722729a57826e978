// docs/security.md, from the catalogue and the vectors of tests/vectors/threats.json.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "prettier";

const root = fileURLToPath(new URL("..", import.meta.url));
const LONGEST = 60;

/** The function that an operation of the vectors asks for. */
const FUNCTIONS = { encode: "percentEncode", decode: "percentDecode" };

/** As code: what cannot be seen is written out, and what is long is cut. */
function code(text) {
  const shown = text.replace(/[\p{C}\p{Z}]/gu, (character) =>
    character === " " ? " " : `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`,
  );
  return `\`${shown.length > LONGEST ? `${shown.slice(0, LONGEST - 1)}…` : shown}\``;
}

const inWords = ([fault, index, length]) => `\`${fault}\` at ${index}, length ${length}`;

/** What a vector says, as `call` → result. */
function exampleOf({ op, input, options, value, pairs, error, issues }) {
  const given = typeof input === "string" ? input : JSON.stringify(input);
  const asked = options === undefined ? "" : ` with ${code(JSON.stringify(options).replace(/[{}"]/g, "").replaceAll(",", ", ").replaceAll(":", " "))}`; // prettier-ignore
  const found = () =>
    value.map(([fault, component, index, length]) => `\`${fault}\` in the ${component} at ${index}, length ${length}`);
  const shown = () => code(typeof value === "string" ? value : JSON.stringify(value ?? pairs));
  const result = error ? inWords(error) : op === "inspect" ? found().join("; ") : shown();
  const told = (issues ?? []).map((issue) => `; ${inWords(issue)}`).join("");
  return `${FUNCTIONS[op] ?? op}: ${code(given)}${asked} → ${result}${told}`;
}

/** Links to what holds a row; what is of a room that is not there yet is left out. */
const linksOf = (holds) =>
  holds
    .filter(({ room }) => room === undefined || existsSync(root + room))
    .map(({ file, test, measured, loops }) =>
      measured === undefined
        ? `[${test.replace(/[[\]_*]/g, "\\$&")}](../${file})`
        : `${measured}: at most ${loops} times as long as the [calibration loop](../tests/checks/calibration.mjs) over 1 MB`,
    );

export function securityPage() {
  const { threats, rows } = JSON.parse(readFileSync(`${root}tests/vectors/threats.json`, "utf8"));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const sections = threats.map(({ id, bug, seen, duty, examples = [], holds = [] }) => {
    const count = rows.filter(({ threat }) => threat === id).length;
    const vectors = count === 0 ? [] : [`[${count} vectors](../tests/vectors/threats.json)`];
    const held = [...vectors, ...linksOf(holds)];
    const links = seen.map((name) =>
      name.startsWith("CVE") ? `[${name}](https://nvd.nist.gov/vuln/detail/${name})` : `[an advisory](${name})`,
    );
    return `### ${id}: ${bug.replace(/\.$/, "")}

${duty}${links.length === 0 ? "" : ` Seen as ${links.join(", ")}.`}

${examples.map((name) => `- ${exampleOf(byId.get(name))}`).join("\n")}

${held.length === 0 ? "There is nothing here yet that it could happen to." : `Held by ${held.join("; ")}.`}
`;
  });
  return format(
    `<!-- Written by \`npm run generate\` from tests/vectors/threats.json. -->

# Security

What percodec promises, what has gone wrong in this field and what it does instead, and how to report a fault.

## What it promises

- Text is decoded once. What is malformed is an error with its place, or what the policy that you named makes of it.
- Two ASCII hex digits are an escape, and well-formed UTF-8 is text; nothing else is.
- What comes in comes out: no pair, no record and no byte goes missing in silence. Exceeding a limit is an error; nothing is truncated.
- No function changes how a URI splits, and none makes a host, a segment or a parameter of a value.
- Time is in proportion to the input, nothing recurses over it, and limits for forms are on by default.
- An error shows at most 32 printable characters of the input.
- The library runs no code that it was not shipped with, and asks for no network, file or environment.

It is no firewall: it says what is in a text, and what readers differ on. Whether a path may be read, or a host asked, is the
application's to say.

## How to report a fault

Report it in private: on the repository's page at GitHub choose "Security", then "Report a vulnerability". Say which
function or command, which version, the input as a string with escapes, and what you expected. Please leave others the time for a
mended version before you publish. A fault that endangers nobody is an ordinary issue.

## The catalogue

Each class of bug has an example or several: an input, and what percodec makes of it. An index counts UTF-16 units of a text.
\`npm run check:threats\` goes over every vector and runs the tests that are named here; those with a command of their own it
looks for in \`.ci/run\`, which runs them.

${sections.join("\n")}`,
    { parser: "markdown", printWidth: 120, proseWrap: "preserve" },
  );
}
