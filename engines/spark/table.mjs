// The table of README.md: the results of Spark's own functions and of percodec for some texts.

export const TEXTS = ["a%20b+c", "caf%C3%A9", "100%", "%zz", "%4", "%u0041", "%+1", "%C0%AF", "%ED%A0%80", "a%FFb", "%E2%9C"]; // prettier-ignore

/** @param {{ fails?: string, value?: any }} answer */
const shown = ({ fails, value }) => {
  if (fails !== undefined) return `fails the query: ${fails}`;
  return value === null ? "`NULL`" : `\`${[...value].map(escapeInvisible).join("")}\``;
};

/** Writes controls and U+FFFD as escapes. */
function escapeInvisible(character) {
  const code = character.codePointAt(0);
  return code < 0x20 || code === 0xfffd ? `\\u${code.toString(16).padStart(4, "0")}` : character;
}

/** Returns the table in Markdown, for the answers to TEXTS. */
export function table(answers) {
  const rows = answers.map(([own, tried, { value, status, code, byte_offset }], k) => {
    const result = status === "ok" ? shown({ value }) : `${status}: \`${code}\` at ${byte_offset}`;
    return `\`${TEXTS[k]}\` | ${shown(own)} | ${shown(tried)} | ${result}`;
  });
  const head = ["text | `url_decode` | `try_url_decode` | percodec, with `--plus space`", "--- | --- | --- | ---"];
  const cells = [...head, ...rows].map((row) => row.split(" | "));
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  return cells
    .map((row) => row.map((cell, k) => (cell === "---" ? "-".repeat(widths[k]) : cell.padEnd(widths[k]))).join(" | "))
    .map((row) => `| ${row} |`)
    .join("\n");
}
