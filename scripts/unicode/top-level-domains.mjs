// Writes library/src/links/top-level-domains.generated.ts: the top-level domains of IANA's list, as the package tlds has them.
// https://data.iana.org/TLD/tlds-alpha-by-domain.txt
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const { tlds: pinned } = readJson("package.json").dependencies;
const { version } = readJson("node_modules/tlds/package.json");
/**
 * The date on which the pinned version of tlds was published.
 *
 * @type {Record<string, string>}
 */
const PUBLISHED = { "1.261.0": "2025-10-24" };
const date = PUBLISHED[pinned];
if (date === undefined || version !== pinned) throw new Error(`when was tlds ${pinned} published? npm view tlds time`);

/** @type {string[]} */
const names = createRequire(import.meta.url)("tlds");
/** @param {string} name */
const isListed = (name) => /^[a-z]+$|[^\0-\x7f]/.test(name) && name === name.toLowerCase().normalize("NFC");
const wrong = names.find((name) => !isListed(name));
if (wrong !== undefined || names.length < 1400) throw new Error(`not the list: ${wrong}`);

/**
 * Returns how many units two names have in common at the start.
 *
 * @param {string} one @param {string} other
 */
function countCommon(one, other) {
  let count = 0;
  while (count < one.length && one[count] === other[count]) count++;
  return count;
}

// A name after a similar one is stored as the length of the common start, a letter from A on, and the rest: 4.2 kB with gzip
// instead of 5.2 kB.
const sorted = [...names].sort();
const text = sorted
  .map((name, k) => {
    const common = countCommon(name, sorted[k - 1] ?? "");
    return String.fromCharCode(0x41 + common) + name.slice(common);
  })
  .join("");

writeFileSync(
  new URL("../../library/src/links/top-level-domains.generated.ts", import.meta.url),
  `// DO NOT EDIT: written by scripts/unicode/top-level-domains.mjs from the npm package tlds ${pinned} of ${date}, which has the list
// https://data.iana.org/TLD/tlds-alpha-by-domain.txt.

/**
 * The date of the top-level domains: on this day the package that the table is made from was published
 * (https://data.iana.org/TLD/tlds-alpha-by-domain.txt, as the npm package tlds ${pinned}).
 *
 * @example
 * import { topLevelDomainsDate } from "percodec/links";
 * topLevelDomainsDate // → "${date}"
 */
export const topLevelDomainsDate = "${date}";

/** The names in order. Each begins with a capital, which says how many units of the last name it begins with: A for none. */
export const NAMES: string =
  "${Array.from(text.matchAll(/[^]{1,114}/gu), String).join('" +\n  "')}";
`,
);
