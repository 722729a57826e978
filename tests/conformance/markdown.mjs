// Shared by the generators of pages about the behaviour of other programs.

/** Escapes control, format and space characters except U+0020, as in JSON. */
export const escapeInvisible = (text) =>
  text.replace(/[\p{C}\p{Z}]/gu, (character) =>
    character === " " ? " " : `\\u${character.codePointAt(0).toString(16).padStart(4, "0")}`,
  );

const row = (cells) => `| ${cells.join(" | ")} |`;
export const table = (head, rows) => [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");
