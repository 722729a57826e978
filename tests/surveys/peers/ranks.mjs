// What every answer is worth: the tables of codecs.mjs, and hosts and forms of the URIs.
import { cleanUriReport } from "../../../dist/uri/index.js";
import { TABLES } from "./codecs.mjs";
import { hostOf } from "./percodec.mjs";
import { hostsOf, keptBy, readAlike, sameHost } from "./readings.mjs";
import { attempt, outcomeOf, rankOf } from "./scale.mjs";
import { BASE, URIS } from "./uris.mjs";

const BASE_HOST = new URL(BASE).hostname;

/** One row: the input, what is at stake, and what each one's answer is; percodec is the first. */
const rowOf = (input, stake, outcomes) => ({ input, stake, outcomes });

function codecTable({ title, peers, written, lenient, given = (value) => value, rows }) {
  return {
    title,
    names: Object.keys(peers),
    rows: rows.map(({ input, want, stake }) => {
      const outcome = (call) =>
        outcomeOf(
          attempt((text) => given(call(text)), input),
          want,
          written(input),
          lenient(input),
        );
      return rowOf(input, stake, Object.values(peers).map(outcome));
    }),
  };
}

/** To refuse what all read alike is too strict, wherever the fault is said to be; where they differ nothing is right. */
const refusal = (refused, isAlike) => (refused === "refuses" || isAlike ? "refused" : "refused, with its place");

/** A host is right where both standards name it; where they name two, any is one reading. */
function hostOutcome(text, { text: host, refused }) {
  const named = hostsOf(text);
  const isAlike = named[0] === named[1];
  if (refused) return refusal(refused, isAlike);
  // Most peers know no base: they name none where the base's is meant.
  if (![...named, ...(named.includes(BASE_HOST) ? [""] : [])].includes(sameHost(host))) return "another value";
  return isAlike ? "right" : "one reading";
}

function formOutcome(text, { text: form, refused }) {
  if (refused) return refusal(refused, readAlike(text));
  return ["another value", "one reading", "right"][keptBy(text, form)];
}

/** What cleanUriReport lets pass, and tells of. */
const told = (text, outcome) =>
  rankOf(outcome) < rankOf("told, with its place") && !cleanUriReport(text).valid ? "told, with its place" : outcome;

function uriTable(title, own, peers, outcome) {
  const columns = [own, ...peers.map(({ answers }) => answers)];
  return {
    title,
    names: ["percodec", ...peers.map(({ name }) => name)],
    rows: URIS.map(({ text, stake }, index) => {
      const [ours, ...theirs] = columns.map((answers) => outcome(text, answers[index]));
      return rowOf(text, stake, [told(text, ours), ...theirs]);
    }),
  };
}

/**
 * @param peers of peers.mjs
 * @param functions of percodec.mjs
 */
export function rankTables(peers, functions) {
  const { answers } = functions.find(({ name }) => name === "cleanUri");
  const forms = answers.map(({ form }) => form);
  const hosts = forms.map(({ text, refused }) => (refused ? { refused } : { text: hostOf(text) }));
  const of = (part) => peers.map((peer) => ({ name: peer.name, answers: peer.answers.map((answer) => answer[part]) }));
  return [
    ...TABLES.map(codecTable),
    uriTable("Hosts", hosts, of("host"), hostOutcome),
    uriTable("URIs", forms, of("form"), formOutcome),
  ];
}

/** The rows in which a peer's answer is worth more than percodec's. */
export const behind = (tables) =>
  tables.flatMap(({ title, names, rows }) =>
    rows.flatMap(({ input, outcomes: [own, ...others] }) => {
      const best = Math.max(...others.map(rankOf));
      if (rankOf(own) >= best) return [];
      const leader = names[1 + others.findIndex((outcome) => rankOf(outcome) === best)];
      return [`${title}, ${JSON.stringify(input.slice(0, 60))}: percodec ${own}, ${leader} is ahead`];
    }),
  );
