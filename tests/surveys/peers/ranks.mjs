// Ranks every answer: those of the tables in codecs.mjs, and the hosts and forms of the URIs.
import { PercentEncodingError } from "../../../library/dist/index.js";
import { cleanUri, cleanUriReport, splitUri } from "../../../library/dist/uri/index.js";
import { TABLES } from "./codecs.mjs";
import { findHosts, countAgreeing, standardsAgree, toComparableHost } from "./readings.mjs";
import { attempt, toOutcome, toRank } from "./scale.mjs";
import { BASE, URIS } from "./uris.mjs";

const BASE_HOST = new URL(BASE).hostname;

/** Makes a row: the input, what is at stake, and the outcomes, percodec's first. */
const makeRow = (input, stake, outcomes) => ({ input, stake, outcomes });

function codecTable({ title, peers, written, lenient, given = (value) => value, rows }) {
  return {
    title,
    names: Object.keys(peers),
    rows: rows.map(({ input, want, stake }) => {
      const outcome = (call) =>
        toOutcome(
          attempt((text) => given(call(text)), input),
          want,
          written(input),
          lenient(input),
        );
      return makeRow(input, stake, Object.values(peers).map(outcome));
    }),
  };
}

/** Refusing a string that both standards read alike is too strict, so the error's place does not count. */
const refusal = (refused, isAlike) => (refused === "refuses" || isAlike ? "refused" : "refused, with its place");

/** Returns the outcome for a host: "right" if both standards name it, "one reading" if only one of them does. */
function hostOutcome(text, { text: host, refused }) {
  const named = findHosts(text);
  const isAlike = named[0] === named[1];
  if (refused) return refusal(refused, isAlike);
  // Most peers have no base: for them no host is right if the base's host is meant.
  if (![...named, ...(named.includes(BASE_HOST) ? [""] : [])].includes(toComparableHost(host))) return "another value";
  return isAlike ? "right" : "one reading";
}

function formOutcome(text, { text: form, refused }) {
  if (refused) return refusal(refused, standardsAgree(text));
  return ["another value", "one reading", "right"][countAgreeing(text, form)];
}

const REPORTED = "reported, with its place";

/** Raises the outcome of an invalid URI that cleanUriReport keeps and reports. */
const withReport = (text, outcome) =>
  toRank(outcome) < toRank(REPORTED) && !cleanUriReport(text).valid ? REPORTED : outcome;

function uriTable(title, own, peers, outcome) {
  const columns = [own, ...peers.map(({ answers }) => answers)];
  return {
    title,
    names: ["percodec", ...peers.map(({ name }) => name)],
    rows: URIS.map(({ text, stake }, index) => {
      const [ours, ...theirs] = columns.map((answers) => outcome(text, answers[index]));
      return makeRow(text, stake, [withReport(text, ours), ...theirs]);
    }),
  };
}

/** Returns the URI that percodec writes, or a refusal with the place. */
function clean({ text }) {
  try {
    return { text: cleanUri(text) };
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    return { refused: `${error.code} at ${error.index}` };
  }
}

/** Returns the host of a string. splitAuthority refuses what RFC 3986 does not allow; others return it. */
function findHost(text) {
  const { authority } = splitUri(text);
  return authority === undefined ? "" : /^(?:.*@)?(\[[^\]]*\]|[^:]*)/.exec(authority)?.[1];
}

/** @param peers the peers of peers.mjs */
export function rankTables(peers) {
  const forms = URIS.map(clean);
  const hosts = forms.map(({ text, refused }) => (refused ? { refused } : { text: findHost(text) }));
  const of = (part) => peers.map((peer) => ({ name: peer.name, answers: peer.answers.map((answer) => answer[part]) }));
  return [
    ...TABLES.map(codecTable),
    uriTable("Hosts", hosts, of("host"), hostOutcome),
    uriTable("URIs", forms, of("form"), formOutcome),
  ];
}

/** Describes the rows in which a peer has a higher rank than percodec. */
export const findLowRanks = (tables) =>
  tables.flatMap(({ title, names, rows }) =>
    rows.flatMap(({ input, outcomes: [own, ...others] }) => {
      const best = Math.max(...others.map(toRank));
      if (toRank(own) >= best) return [];
      const leader = names[1 + others.findIndex((outcome) => toRank(outcome) === best)];
      return [`${title}, ${JSON.stringify(input.slice(0, 60))}: percodec ${own}, ${leader} is ahead`];
    }),
  );
