/** A row of a dump: where it begins, its bytes, and what they are in ASCII. */
export interface HexRow {
  readonly offset: string;
  readonly bytes: string;
  readonly ascii: string;
}

const WIDTH = 16;

/** Bytes as people read them in a dump, sixteen a row; what is no printable ASCII is a dot. */
export function hexRows(bytes: Uint8Array): readonly HexRow[] {
  const rows: HexRow[] = [];
  for (let at = 0; at < bytes.length; at += WIDTH) {
    const part = Array.from(bytes.subarray(at, at + WIDTH));
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
