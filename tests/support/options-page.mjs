// Writes docs/options.md: where each option exists, from the rows of tool/shared/option-table.ts and the option tables of the library.
import { readdirSync, readFileSync } from "node:fs";
import { table } from "../conformance/markdown.mjs";

/** Reads the option tables of the library: the types of options by the names of the options. @param {string} root */
export function readLibraryOptions(root) {
  const found = new Map();
  for (const file of readdirSync(`${root}library/src`, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts")) continue;
    const code = readFileSync(`${root}library/src/${file}`, "utf8");
    for (const [, type = "", names = ""] of code.matchAll(/: OptionNames<([^>]+?)> = (?:\/\*.*?\*\/ )?\{([^}]*)\}/g)) {
      for (const [, name = ""] of names.matchAll(/(\w+): true/g)) add(found, name, type.replace(/ & .*/, ""));
    }
  }
  return found;
}

/** @param {Map<string, string[]>} found @param {string} name @param {string} place */
function add(found, name, place) {
  const places = found.get(name) ?? [];
  if (!places.includes(place)) places.push(place);
  found.set(name, places);
}

/**
 * Writes the page; throws for a row whose option the library does not have.
 *
 * @param {Record<string, OptionRow>} rows the options of the command and the page by their names
 * @param {Map<string, string[]>} library the types of options by the names of the options
 * @param {(name: string) => string} toFlag returns the flag of an option
 * @param {Record<string, { title: string }>} views
 */
export function optionsPage(rows, library, toFlag, views) {
  const named = new Set();
  /** @param {string} name */
  const list = (name) => (library.get(name) ?? []).map(code);
  /** @param {string} name @param {OptionRow} row */
  const libraryCell = (name, { library: other = name }) => {
    if (!/^\w+$/.test(other)) {
      // Words name what replaces the option. An editor changes the part that the row is named after.
      const words = other.startsWith("`with`") ? `${code(name)} in ${other}` : other;
      for (const [, word] of words.matchAll(/`(\w+)`/g)) named.add(word);
      return words;
    }
    if (!library.has(other)) throw new Error(`the library has no option ${other}`);
    named.add(other);
    return cell(other, list(other));
  };
  const lines = Object.entries(rows)
    .filter(([name]) => !/^(?:help|version)$/.test(name))
    .map(([name, row]) => {
      const commands = row.commands?.length ? cell(`--${toFlag(name)}`, row.commands) : "";
      const titles = row.views?.map((view) => String(views[view]?.title));
      return [row.summary.replaceAll("|", "\\|"), libraryCell(name, row), commands, titles ? cell(name, titles) : ""];
    });
  const others = [...library.keys()].filter((name) => !named.has(name)).sort();
  return `<!-- Written by \`npm run generate\` from tool/shared/option-table.ts and the tables of options in library/src. -->

# Options

Each option, and where it exists: in the option types of the library, in the commands, and in the views of the page.
[cli.md](cli.md) describes the values.

${table(["what it chooses", "library", "command", "page"], lines)}

## The library only

${table(
  ["option", "types"],
  others.map((name) => [code(name), list(name).join(", ")]),
)}
`;
}

/** @typedef {{ summary: string; library?: string; commands?: readonly string[]; views?: readonly string[] }} OptionRow */

/** The most places that a cell lists. */
const MAX_LISTED = 7;

/** @param {string} name */
const code = (name) => `\`${name}\``;

/** @param {string} name @param {readonly string[]} places */
function cell(name, places) {
  return `${code(name)}: ${places.length > MAX_LISTED ? `${places.length} places` : places.join(", ")}`;
}
