// Converts observed outcomes to the cells of the tables, in the same way for all servers.
import { escapeInvisible } from "../markdown.mjs";
import { standardPairs } from "./bodies.mjs";

const CELL_UNITS = 52;

/** Returns the outcome of a response: what the handler received, or the status and its message. */
export function readOutcome({ status, text }) {
  if (status === 200) return JSON.parse(text);
  try {
    return { status, message: JSON.parse(text).message };
  } catch {
    return { status, message: text };
  }
}

const cut = (text) => (text.length > CELL_UNITS ? `${text.slice(0, CELL_UNITS - 1)}…` : text);

export const code = (text) => {
  const inner = escapeInvisible(cut(text)).replaceAll("|", "\\|");
  return inner.includes("`") ? `\`\` ${inner} \`\`` : `\`${inner}\``;
};

/** Converts an object to pairs for the comparison. A nested object is one value. */
const listPairs = ({ pairs, object }) =>
  pairs ?? Object.entries(object).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));

const sorted = (pairs) => JSON.stringify(pairs.map((pair) => JSON.stringify(pair)).sort());

export function toCell(body, outcome) {
  if (outcome.polluted) return "**changed Object.prototype**";
  if (outcome.status)
    return [outcome.status, outcome.message && cut(escapeInvisible(outcome.message))].filter(Boolean).join(" ");
  if (outcome.thrown) return `throws ${cut(escapeInvisible(outcome.thrown))}`;
  const standard = standardPairs(body.bytes);
  const got = listPairs(outcome);
  const same = sorted(got) === sorted(standard);
  if (body.count && same) return `all ${body.count.toLocaleString("en-US")}`;
  if (body.count) {
    const left = new Set(got.map(([name]) => name));
    const lost = standard.filter(([name]) => !left.has(name)).length;
    return `**lost ${lost.toLocaleString("en-US")} of ${body.count.toLocaleString("en-US")}**`;
  }
  const shown = code(JSON.stringify(outcome.pairs ?? outcome.object));
  return same ? shown : `**${shown}**`;
}
