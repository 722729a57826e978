// Writes data/security-18.0.0.txt from library/src/tables.rs of the crate unicode-security, because no npm package has the data of
// UTS #39: `cargo fetch` the crate, then run `node security-data.mjs PATH/TO/tables.rs`. The result is committed, because
// the other tables are generated without cargo.
import { readFileSync, writeFileSync } from "node:fs";

const CRATE = "0.1.3";
const [path] = process.argv.slice(2);
if (path === undefined) throw new Error("usage: node security-data.mjs PATH/TO/unicode-security-0.1.3/src/tables.rs");
const source = readFileSync(path, "utf8");
if (!source.includes("UNICODE_VERSION: (u64, u64, u64) = (18, 0, 0)")) throw new Error("not the tables of Unicode 18");

/**
 * Returns the text of a constant in a module.
 *
 * @param {string} module @param {string} name
 */
function constant(module, name) {
  const from = source.indexOf(`const ${name}:`, source.indexOf(`pub mod ${module} {`));
  if (from < 0) throw new Error(`no constant ${name} in ${module}`);
  return source.slice(from, source.indexOf("];", from));
}

/** @param {string} text */
const characters = (text) => Array.from(text.matchAll(/\\u\{([0-9a-f]+)\}/g), ([, hex = ""]) => hex);

const status = characters(constant("identifier", "IDENTIFIER_STATUS"));
const allowed = [];
for (let i = 0; i < status.length; i += 2) {
  allowed.push(status[i] === status[i + 1] ? String(status[i]) : `${status[i]}-${status[i + 1]}`);
}
const rows = constant("confusable_detection", "CONFUSABLES").matchAll(/\('(\\u\{[0-9a-f]+\})',\s*&\[([^\]]*)\]\)/g);
const prototypes = Array.from(rows, ([, from = "", to = ""]) => `${characters(from)[0]}=${characters(to).join(" ")}`);
if (allowed.length < 1000 || prototypes.length < 6000) throw new Error("the tables could not be parsed");

/**
 * Whether confusables.mjs, which looks for ASCII with or without diacritics, needs a row: without it the character stays as it is.
 *
 * @param {string} row
 */
function isNeeded(row) {
  const [from = "", to = ""] = row
    .split("=")
    .map((side) => String.fromCodePoint(...side.split(" ").map((hex) => Number.parseInt(hex, 16))));
  return /^(?:[!-~]|[\u0300-\u036f])$/.test(from) || /^[!-~]?[\u0300-\u036f]*$/.test(to.normalize("NFD"));
}

/** @param {string[]} items */
const wrap = (items) =>
  items
    .join(";")
    .match(/.{1,120}(?:;|$)/g)
    ?.join("\n");
writeFileSync(
  new URL("data/security-18.0.0.txt", import.meta.url),
  `# Unicode 18.0.0: Identifier_Status=Allowed and the prototypes that are ASCII with or without diacritics, in hexadecimal
# (https://www.unicode.org/Public/security/18.0.0/IdentifierStatus.txt and confusables.txt), as ranges and as CHARACTER=PROTOTYPE.
# Copyright 1991-2026 Unicode, Inc., under the Unicode License v3 (https://www.unicode.org/license.txt). Read from the tables of
# the crate unicode-security ${CRATE} (https://github.com/unicode-rs/unicode-security, MIT or Apache-2.0) by security-data.mjs.
[allowed]
${wrap(allowed)}
[prototypes]
${wrap(prototypes.filter(isNeeded))}
`,
);
