// Compares displayUri with Chromium over 5,000 labels of hosts: a label that Chromium shows as `xn--` must not be shown in Unicode.
import { readFileSync } from "node:fs";
import { conclude } from "../../checks/check.mjs";
import { inspect } from "../../../library/dist/inspect/index.js";
import { displayUri } from "../../../library/dist/uri/index.js";
import { openChromiumHosts } from "./chromium-hosts.mjs";
import { labelSet, readable } from "./label-set.mjs";

/** Labels per host. Chromium judges each label separately, and five fit into a host. */
const LABELS_PER_HOST = 5;
/** Chromium does not compare labels below this name with its list of well-known names. */
const PARENT = "percodec-labels.com";
/** Every fourth of the displayed labels is also tried directly below .com, which takes a page each. */
const NAMES_EVERY = 4;
/** The largest share of them that may resemble a well-known name. */
const MOST_WELL_KNOWN = 0.02;
const TIMEOUT = 300_000;
/** @type {import("../../../library/dist/uri/index.js").DisplayProfile[]} */
const PROFILES = ["strict", "basic", "advanced", "chromium", "firefox"];

const SEED = 18;
const seed = Number(process.env.PERCODEC_SEED ?? SEED);
const rows = JSON.parse(readFileSync(new URL("label-differences.json", import.meta.url), "utf8"));
const reasons = new Map(rows.flatMap(({ labels, ...row }) => labels.map((label) => [label, row])));
const HOST_CODES = ["look-alike-host", "mixed-script-host", "restricted-host-character"];
const faults = [];
const used = new Set();

const sets = labelSet(seed);
const labels = Object.values(sets).flat();
const chromium = await openChromiumHosts();
const watchdog = setTimeout(() => {
  faults.push(`not done after ${TIMEOUT / 1000} s`);
  void chromium.close();
}, TIMEOUT);
try {
  console.log(`Chromium ${chromium.version}; ${labels.length} labels, PERCODEC_SEED=${seed}`);
  const theirs = await shownByChromium(labels);
  for (const [kind, some] of Object.entries(sets)) report(kind, some, theirs);
  await compareNames(theirs);
} catch (error) {
  faults.push(error.message);
} finally {
  clearTimeout(watchdog);
  await chromium.close();
}
if (seed === SEED) {
  const stale = [...reasons.keys()].filter((label) => !used.has(label));
  if (stale.length > 0) faults.push(`listed differences that do not occur: ${stale.join(" ")}`);
}
conclude("labels", `${labels.length} labels, seed ${seed}`, faults);

/** Returns the labels that Chromium shows in Unicode below a name that is not on its list. */
async function shownByChromium(all) {
  const groups = [];
  for (let k = 0; k < all.length; k += LABELS_PER_HOST) groups.push(all.slice(k, k + LABELS_PER_HOST));
  const hosts = await chromium.shown(groups.map((group) => [...group, PARENT].join(".")));
  const shown = new Set();
  for (const [g, host] of hosts.entries()) {
    const parts = host.split(".");
    for (const [k, label] of groups[g].entries()) if (parts[k] !== label) shown.add(label);
  }
  return shown;
}

/** Returns whether percodec shows a label of a host in Unicode. All profiles and the findings have to agree. */
function isShown(label, host) {
  const index = host.split(".").indexOf(label);
  const shown = PROFILES.map((profile) => displayUri(`http://${host}/`, { profile }).slice(7, -1).split(".")[index]);
  const found = inspect(`http://${host}/`).findings.filter(({ code }) => HOST_CODES.includes(code));
  if (new Set(shown).size > 1) faults.push(`${label}: ${shown.join(" ")} by profile`);
  const visible = shown[0] !== label;
  if (visible === found.length > 0) faults.push(`${label} (${readable(label)}) is ${visible ? "" : "not "}shown, findings: ${found.length}`); // prettier-ignore
  for (const { message } of found) if (message.includes("{}")) faults.push(`${label}: ${message}`);
  return visible;
}

function report(kind, some, theirs) {
  const count = { both: 0, neither: 0, chromium: 0, percodec: 0 };
  for (const label of some) {
    const ours = isShown(label, `${label}.${PARENT}`);
    const side = ours === theirs.has(label) ? (ours ? "both" : "neither") : ours ? "percodec" : "chromium";
    count[side]++;
    if (side === "both" || side === "neither") continue;
    const row = reasons.get(label) ?? findRule(label, side);
    if (row?.shown === side) used.add(label);
    else faults.push(`not listed: ${label} (${readable(label)}) is shown only by ${side}`);
  }
  console.log(`${kind.padEnd(10)} ${some.length}: shown by both ${count.both}, by neither ${count.neither}, only by Chromium ${count.chromium}, only by percodec ${count.percodec}`); // prettier-ignore
}

/** Returns the row that explains a label by its finding, for which UTS #39 is stricter than Chromium. */
function findRule(label, side) {
  if (side !== "chromium") return undefined;
  const [{ message } = {}] = inspect(`http://${label}.${PARENT}/`).findings.filter(({ code }) =>
    HOST_CODES.includes(code),
  );
  return rows.find(
    ({ shown, finding }) => shown === side && finding !== undefined && new RegExp(finding).test(String(message)),
  );
}

/**
 * Counts the labels that Chromium shows in Unicode below PARENT but not directly below .com, because they resemble a name on
 * its list of well-known names. That list changes with each version and is not part of percodec.
 */
async function compareNames(theirs) {
  const all = [...sets.natural, ...sets.confusable].filter(
    (label) => theirs.has(label) && isShown(label, `${label}.com`),
  );
  const some = all.filter((_, k) => k % NAMES_EVERY === 0);
  const hosts = await chromium.shown(some.map((label) => `${label}.com`));
  const known = some.filter((label, k) => hosts[k] === `${label}.com`);
  console.log(`${some.length} as names under .com: like a well-known name of Chromium's list ${known.length}: ${known.map(readable).join(" ")}`); // prettier-ignore
  if (known.length > some.length * MOST_WELL_KNOWN)
    faults.push(`Chromium does not show ${known.length} of ${some.length} names in Unicode`);
}
