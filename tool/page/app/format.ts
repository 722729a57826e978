const BYTES_PER_ROW = 16;

/** Formats bytes as a hex dump, 16 bytes a row, with their offset and their ASCII; a byte that is not printable ASCII is a dot. */
export function formatHexDump(bytes: Uint8Array): string {
  const rows = Array.from({ length: Math.ceil(bytes.length / BYTES_PER_ROW) }, (_, row) => {
    const at = row * BYTES_PER_ROW;
    const part = Array.from(bytes.subarray(at, at + BYTES_PER_ROW));
    const offset = at.toString(16).toUpperCase().padStart(6, "0");
    const ascii = part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·")).join("");
    return `${offset}  ${part.map(hexByte).join(" ").padEnd(47)}  ${ascii}`;
  });
  return rows.join("\n");
}

export function hexByte(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, "0");
}

/** `overlong-utf8` becomes `overlong UTF-8`. */
export function toLabel(code: string): string {
  return code.replace("utf8", "UTF-8").replace(/-(?!8)/g, " ");
}

/** Counts the characters of a text; half of a surrogate pair is one too. */
export function countCharacters(text: string): number {
  return text.replace(/[\ud800-\udbff](?=[\udc00-\udfff])/g, "").length;
}
