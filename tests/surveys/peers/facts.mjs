// Converts answers to the cells of the tables, in the same way for all peers.
import { escapeInvisible } from "../../conformance/markdown.mjs";
import { countAgreeing, toComparableHost } from "./readings.mjs";
import { BASE, URIS } from "./uris.mjs";

const CELL_UNITS = 40;
const BASE_HOST = new URL(BASE).hostname;

export const code = (text) => {
  const shown = escapeInvisible(text);
  return `\`${(shown.length > CELL_UNITS ? `${shown.slice(0, CELL_UNITS - 1)}…` : shown).replaceAll("|", "\\|")}\``;
};

/** Returns the host of an answer in comparable form, "" if it is only the base's, or undefined for a refusal. */
const readHost = ({ text, refused }) => {
  if (refused) return undefined;
  const host = toComparableHost(text);
  return host === BASE_HOST ? "" : host;
};

/** Counts for each URI the peers that see each host. */
export const hostsSeen = (columns) =>
  URIS.map((_, index) => {
    const counts = new Map();
    for (const { answers } of columns) {
      const host = readHost(answers[index].host);
      if (host !== undefined) counts.set(host, (counts.get(host) ?? 0) + 1);
    }
    return counts;
  });

/** Returns whether at most half of the peers that do not refuse see this host. */
export function isOutlier(answer, counts) {
  const host = readHost(answer);
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return host !== undefined && (counts.get(host) ?? 0) * 2 <= all;
}

export function hostCell(answer, counts) {
  if (answer.refused) return answer.refused;
  const shown = readHost(answer) === "" ? "none" : code(answer.text);
  return isOutlier(answer, counts) ? `**${shown}**` : shown;
}

/** Counts the standards, of two, by which the form identifies the same resource as the URI; 2 for a refusal. */
export const kept = (answer, text) => (answer.refused ? 2 : countAgreeing(text, answer.text));

export function formCell(answer, text) {
  if (answer.refused) return answer.refused;
  const shown = answer.text === text ? "same" : code(answer.text);
  return [`**${shown}**`, `_${shown}_`, shown][kept(answer, text)];
}
