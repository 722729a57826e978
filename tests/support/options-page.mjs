// Writes docs/options.md: where each option exists, from the option tables of the library, the command and the page.
import { readdirSync, readFileSync } from "node:fs";

const PLACES = /** @type {const} */ (["library", "command", "page", "records"]);

/** Reads the option tables of the library: the types of options by the names of the options. */
export function readLibraryOptions(root) {
  const found = new Map();
  for (const file of readdirSync(`${root}library/src`, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts")) continue;
    const code = readFileSync(`${root}library/src/${file}`, "utf8");
    for (const [, type = "", table = ""] of code.matchAll(/: OptionNames<([^>]+?)> = (?:\/\*.*?\*\/ )?\{([^}]*)\}/g)) {
      for (const [, name] of table.matchAll(/(\w+): true/g)) add(found, name, type.split(" & ")[0]);
    }
  }
  return found;
}

/** Returns the commands by their options. */
export function readCommandOptions(commands) {
  const found = new Map();
  for (const [name, { flags }] of Object.entries(commands)) for (const flag of flags) add(found, flag, name);
  return found;
}

/** Returns the titles of the views by their options. */
export function readPageOptions(modes) {
  const found = new Map();
  for (const { title, options } of Object.values(modes)) for (const name of options) add(found, name, title);
  return found;
}

function add(found, name, place) {
  const places = found.get(name) ?? [];
  if (!places.includes(place)) places.push(place);
  found.set(name, places);
}

/**
 * Writes the page; throws for an option without a row, a name that does not exist, and an empty cell without a reason.
 *
 * @param groups the rows
 * @param {{ library: Map<string, string[]>, command: Map<string, string[]>, page: Map<string, string[]> }} tables the places of each name
 */
export function optionsPage(groups, tables) {
  const rows = groups.flatMap((group) => group.rows);
  for (const place of /** @type {const} */ (["library", "command", "page"])) {
    const named = rows.flatMap((row) => (Array.isArray(row[place]) ? row[place] : []));
    for (const name of tables[place].keys())
      if (!named.includes(name))
        throw new Error(`tests/support/option-rows.mjs has no row for ${name} of the ${place}`);
    for (const name of named) if (!tables[place].has(name)) throw new Error(`the ${place} has no option ${name}`);
    const twice = named.find((name, k) => named.indexOf(name) < k);
    if (twice !== undefined) throw new Error(`two rows have ${twice} of the ${place}`);
  }
  const sections = groups.map(
    (group) => `## ${group.title}

| what it chooses | ${PLACES.join(" | ")} |
| --- | --- | --- | --- | --- |
${group.rows.map((row) => `| ${[row.what, ...PLACES.map((place) => cell(row, place, group, tables))].join(" | ")} |`).join("\n")}`,
  );
  return `<!-- Written by \`npm run generate\` from tests/support/option-rows.mjs and the tables of options. -->

# Options

Each option, and where it exists: in the option types of the library, the commands, the views of the page, and \`percodec records\`. A cell
in brackets says why a place does not have the option. [cli.md](cli.md) describes the values.

${sections.join("\n\n")}
`;
}

function cell(row, place, group, tables) {
  const names = place === "records" ? row.command : row[place];
  if (typeof names === "string") return names;
  const cells = (names ?? []).flatMap((name) => nameCell(name, place, tables));
  if (cells.length > 0) return cells.join("; ");
  const reason = row.not?.[place] ?? group.not[place];
  if (!reason) throw new Error(`“${row.what}” has neither an option nor a reason for the ${place}`);
  return `(${reason})`;
}

/** The most places that a cell lists. */
const MAX_LISTED = 7;

function nameCell(name, place, tables) {
  const isCommand = place === "command" || place === "records";
  const places = tables[isCommand ? "command" : place].get(name);
  if (place === "records") return places.includes("records") ? [`\`--${name}\``] : [];
  const others = place === "command" ? places.filter((other) => other !== "records") : places;
  if (others.length === 0) return [];
  const code = place === "library" ? (other) => `\`${other}\`` : (other) => other;
  const listed = others.length > MAX_LISTED ? `${others.length} commands` : others.map(code).join(", ");
  return [`\`${place === "command" ? "--" : ""}${name}\`: ${listed}`];
}
