// From answers to what cells say. Nothing here knows which peer it speaks of.
import { visible } from "../../conformance/markdown.mjs";
import { keptBy, sameHost } from "./readings.mjs";
import { BASE, URIS } from "./uris.mjs";

const CELL = 40;
const BASE_HOST = new URL(BASE).hostname;

export const code = (text) => {
  const shown = visible(text);
  return `\`${(shown.length > CELL ? `${shown.slice(0, CELL - 1)}…` : shown).replaceAll("|", "\\|")}\``;
};

/** The host that an answer comes down to: none, where it is only the base's. Undefined for a refusal. */
const hostOf = ({ text, refused }) => {
  if (refused) return undefined;
  const host = sameHost(text);
  return host === BASE_HOST ? "" : host;
};

/** For each URI the hosts that the peers see and how many see each. */
export const hostsSeen = (columns) =>
  URIS.map((_, index) => {
    const counts = new Map();
    for (const { answers } of columns) {
      const host = hostOf(answers[index].host);
      if (host !== undefined) counts.set(host, (counts.get(host) ?? 0) + 1);
    }
    return counts;
  });

/** Whether a host is another than that of more than half of the peers that give an answer. */
export function isOutlier(answer, counts) {
  const host = hostOf(answer);
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return host !== undefined && (counts.get(host) ?? 0) * 2 <= all;
}

export function hostCell(answer, counts) {
  if (answer.refused) return answer.refused;
  const shown = hostOf(answer) === "" ? "none" : code(answer.text);
  return isOutlier(answer, counts) ? `**${shown}**` : shown;
}

/** How many of the two standards take the form for what the URI named; 2 for a refusal, which names nothing. */
export const kept = (answer, text) => (answer.refused ? 2 : keptBy(text, answer.text));

export function formCell(answer, text) {
  if (answer.refused) return answer.refused;
  const shown = answer.text === text ? "same" : code(answer.text);
  return [`**${shown}**`, `_${shown}_`, shown][kept(answer, text)];
}
