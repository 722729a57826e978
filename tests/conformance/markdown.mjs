// Shared by the generators of pages about the behaviour of other programs.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "prettier";

/** Escapes control, format and space characters except U+0020, as in JSON. @param {string} text */
export const escapeInvisible = (text) =>
  text.replace(/[\p{C}\p{Z}]/gu, (character) =>
    character === " " ? " " : `\\u${character.codePointAt(0)?.toString(16).padStart(4, "0")}`,
  );

const CELL_UNITS = 40;

/** Formats a text as code of at most 40 units, with invisible characters escaped. @param {string} text */
export const shortCode = (text) => {
  const shown = escapeInvisible(text);
  return `\`${(shown.length > CELL_UNITS ? `${shown.slice(0, CELL_UNITS - 1)}…` : shown).replaceAll("|", "\\|")}\``;
};

/** @param {(string | number)[]} cells */
const row = (cells) => `| ${cells.join(" | ")} |`;
/** @param {string[]} head @param {(string | number)[][]} rows */
export const table = (head, rows) => [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");

/**
 * Indexes a page: each cell by its section, row and column, and each line of prose by itself.
 *
 * @param {string} text
 */
const indexPage = (text) => {
  const found = new Map();
  let section = "";
  /** @type {string[]} */
  let head = [];
  for (const line of text.split("\n")) {
    const cells = line.startsWith("|")
      ? line
          .split(/(?<!\\)\|/)
          .slice(1, -1)
          .map((cell) => cell.trim())
      : [];
    if (cells.length === 0) {
      head = [];
      if (line.startsWith("## ")) section = line.slice(3);
      if (line !== "") found.set(line, line);
    } else if (head.length === 0) {
      head = cells;
      for (const cell of cells) found.set(`${section}, column ${cell}`, cell);
    } else if (!/^[-| ]+$/.test(line)) {
      cells.forEach((cell, index) => found.set(`${section}, ${cells[0]}, ${head[index]}`, cell));
    }
  }
  return found;
};

/**
 * Lists the differences of two pages cell by cell, because lines of tables are too long to compare by eye.
 *
 * @param {string} before @param {string} after
 */
function difference(before, after) {
  const [was, is] = [indexPage(before), indexPage(after)];
  const changes = [...new Set([...was.keys(), ...is.keys()])]
    .filter((place) => was.get(place) !== is.get(place))
    .map((place) => {
      const lines = [was.has(place) && `  - ${was.get(place)}`, is.has(place) && `  + ${is.get(place)}`];
      return [place, ...lines.filter(Boolean)].slice((was.get(place) ?? is.get(place)) === place ? 1 : 0).join("\n");
    });
  return changes.join("\n") || "(only the spacing or the order differs)";
}

/**
 * Writes a page, formatted so that the repository's formatter does not change it, or with --check compares it with the results and sets the
 * exit code.
 *
 * @param {string} path relative to the project's root
 * @param {string} text the page by the results
 * @param {string} summary
 */
export async function writePage(path, text, summary) {
  const now = await format(text, { parser: "markdown", printWidth: 120, proseWrap: "preserve" });
  const target = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  const before = existsSync(target) ? readFileSync(target, "utf8") : "";
  const isCheck = process.argv.includes("--check");
  if (!isCheck) writeFileSync(target, now);
  if (!isCheck || before === now) {
    console.log(`${isCheck ? "pass  " : ""}${path}: ${summary}`);
    return;
  }
  console.log(`FAIL  ${path} differs from the results\n${difference(before, now)}`);
  process.exitCode = 1;
}
