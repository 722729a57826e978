// From what was observed to what a cell says. Nothing here knows which server it speaks of.
import { visible } from "../markdown.mjs";
import { standardPairs } from "./bodies.mjs";

const CELL = 52;

/** The outcome of a response: what the handler saw, or the status with whatever message came along. */
export function outcomeOf({ status, text }) {
  if (status === 200) return JSON.parse(text);
  try {
    return { status, message: JSON.parse(text).message };
  } catch {
    return { status, message: text };
  }
}

const cut = (text) => (text.length > CELL ? `${text.slice(0, CELL - 1)}…` : text);

export const code = (text) => {
  const inner = visible(cut(text)).replaceAll("|", "\\|");
  return inner.includes("`") ? `\`\` ${inner} \`\`` : `\`${inner}\``;
};

/** An object's strings as pairs, so that it can be compared with a list; a nested object stays one value. */
const pairsOf = ({ pairs, object }) =>
  pairs ?? Object.entries(object).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));

const sorted = (pairs) => JSON.stringify(pairs.map((pair) => JSON.stringify(pair)).sort());

export function factOf(body, outcome) {
  if (outcome.polluted) return "**changed Object.prototype**";
  if (outcome.status)
    return [outcome.status, outcome.message && cut(visible(outcome.message))].filter(Boolean).join(" ");
  if (outcome.thrown) return `throws ${cut(visible(outcome.thrown))}`;
  const standard = standardPairs(body.bytes);
  const got = pairsOf(outcome);
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
