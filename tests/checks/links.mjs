// Checks the law of links on 1,000,000 cases: npm run check -- links [-- --seed N]
//
// In `before + " " + formatLink(uri) + after`, where `after` is empty, or white space, or soft punctuation other than `?` and then
// white space, exactly one link of findLinks overlaps the inserted text. Its text is formatLink(uri), and cleaning it returns an
// equivalent URI, in which only punctuation that formatLink escaped stays escaped.
//
// Over as many texts around e-mail addresses, the laws of tests/support/mailto.mjs hold. Over as many texts with hosts, cleanUri and new URL accept
// each found URL, and its host is the one that a browser sees at that place (tests/support/link-hosts.mjs).
import { findLinks, formatLink } from "percodec/links";
import { cleanUri, normalizeUri } from "percodec/uri";
import { conclude, counted, readSeed } from "./check.mjs";
import { createLinkCases } from "./links/cases.mjs";
import { createHostCases, findHostFault } from "../support/link-hosts.mjs";
import { createAddressCases, findAddressFault, findFormatFault } from "../support/mailto.mjs";
import { chooseSize } from "../support/part.mjs";

const COUNT = chooseSize(1_000_000, 150_000);
const ADDRESSES = chooseSize(1_000_000, 50_000);
const HOSTS = chooseSize(1_000_000, 150_000);
const MOST_FAULTS = 20;

/** Whether two normalized URIs are equal, except that punctuation of the first may be an escape in the second. */
function isEquivalent(uri, other) {
  let at = 0;
  for (let i = 0; i < uri.length; i++) {
    const isSame = uri[i] === other[at];
    const escape = `%${uri.charCodeAt(i).toString(16).toUpperCase()}`;
    if (!isSame && !(/[^\w%~-]/.test(uri[i]) && other.startsWith(escape, at))) return false;
    at += isSame ? 1 : escape.length;
  }
  return at === other.length;
}

/** Returns why a case breaks the law, or undefined. */
function findFault({ before, uri, after }, shown) {
  const from = before.length + 1;
  const to = from + shown.length;
  const overlapping = findLinks(`${before} ${shown}${after}`).filter(
    ({ index, length }) => index < to && index + length > from,
  );
  const [link] = overlapping;
  if (link === undefined || overlapping.length > 1) return `${overlapping.length} links`;
  if (link.index !== from || link.length !== shown.length)
    return `a link from ${link.index - from} of length ${link.length}`;
  const again = normalizeUri(cleanUri(link.uri));
  return isEquivalent(normalizeUri(cleanUri(uri)), again) ? undefined : `cleaned ${again}`;
}

const seed = readSeed();
const nextCase = createLinkCases(seed);
const faults = [];
let readable = 0;
for (let k = 0; k < COUNT && faults.length < MOST_FAULTS; k++) {
  const one = nextCase();
  const shown = formatLink(one.uri);
  if (shown !== one.uri) readable++;
  const fault = findFault(one, shown);
  if (fault !== undefined) faults.push(`${JSON.stringify({ ...one, shown })}: ${fault}`);
}

const library = { findLinks, formatLink, cleanUri };
const nextAddress = createAddressCases(seed);
let addresses = 0;
for (let k = 0; k < ADDRESSES && faults.length < MOST_FAULTS; k++) {
  const { text, uri } = nextAddress();
  const links = findLinks(text).filter(({ kind }) => kind === "email");
  addresses += links.length;
  const wrong = [...links.map((link) => findAddressFault(text, link, library)), findFormatFault(uri, library)];
  faults.push(...wrong.filter((fault) => fault !== undefined).map((fault) => `${JSON.stringify(text)}: ${fault}`));
}

const nextHost = createHostCases(seed);
let hosts = 0;
for (let k = 0; k < HOSTS && faults.length < MOST_FAULTS; k++) {
  const text = nextHost();
  const links = findLinks(text).filter(({ kind }) => kind === "url");
  hosts += links.length;
  const wrong = links.map((link) => findHostFault(text, link, cleanUri));
  faults.push(...wrong.filter((fault) => fault !== undefined).map((fault) => `${JSON.stringify(text)}: ${fault}`));
}
conclude(
  "links",
  `${counted(COUNT)} cases, ${counted(readable)} URIs shown differently; ${counted(ADDRESSES)} texts with ` +
    `${counted(addresses)} addresses; ${counted(HOSTS)} texts with ${counted(hosts)} hosts; ${faults.length} failures, seed ${seed}`,
  faults,
);
