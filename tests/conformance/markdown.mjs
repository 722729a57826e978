// What the pages that are written from answers have in common.

/** Controls and what else has no shape of its own, as JSON would escape it. */
export const visible = (text) =>
  text.replace(/[\p{C}\p{Z}]/gu, (character) =>
    character === " " ? " " : `\\u${character.codePointAt(0).toString(16).padStart(4, "0")}`,
  );

const row = (cells) => `| ${cells.join(" | ")} |`;
export const table = (head, rows) => [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");
