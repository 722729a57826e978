/** A row of a hex dump: offset, bytes, and their ASCII. */
interface HexRow {
  readonly offset: string;
  readonly bytes: string;
  readonly ascii: string;
}

const BYTES_PER_ROW = 16;

/** Formats bytes as a hex dump, 16 bytes a row; a byte that is not printable ASCII is a dot. */
export function hexRows(bytes: Uint8Array): readonly HexRow[] {
  const rows: HexRow[] = [];
  for (let at = 0; at < bytes.length; at += BYTES_PER_ROW) {
    const part = Array.from(bytes.subarray(at, at + BYTES_PER_ROW));
    rows.push({
      offset: at.toString(16).toUpperCase().padStart(6, "0"),
      bytes: part.map(hexByte).join(" "),
      ascii: part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·")).join(""),
    });
  }
  return rows;
}

export function hexByte(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, "0");
}

/** `overlong-utf8` becomes `overlong UTF-8`. */
export function toLabel(code: string): string {
  return code.replace("utf8", "UTF-8").replace(/-(?!8)/g, " ");
}
