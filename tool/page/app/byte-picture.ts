import type { DecodeIssue } from "percodec";
import { toHex } from "../../shared/text.ts";
import { BITS } from "../../shared/explain/steps.ts";

/** One byte of a character: its marker, and the bits of the code point that follow it. */
export interface PicturedByte {
  /** The escape of the byte; undefined for a byte that is missing. */
  readonly escape: string | undefined;
  /** The bits that say how many bytes the character has (`0`, `110`, `1110`, `11110`), or that this is a further byte (`10`). */
  readonly marker: string;
  /** The bits of the code point; `?` for each bit of a missing byte. */
  readonly payload: string;
}

/** How the bits of a code point are divided among bytes, with those that are missing. */
export interface BytePicture {
  /**
   * A character; one without its last bytes (`cut`); a byte that cannot begin a character (`stray`); bytes of another encoding (`foreign`);
   * or the code of the issue, if the number that the bits make is not a character.
   */
  readonly kind: "character" | "cut" | "stray" | "foreign" | DecodeIssue["code"];
  readonly bytes: readonly PicturedByte[];
  /** The code point that the bits make; undefined for bytes that are missing, stray or foreign. */
  readonly codePoint: number | undefined;
}

/**
 * Splits the bytes of one character, or of one fault, into markers and the bits of the code point
 * (https://www.rfc-editor.org/rfc/rfc3629#section-3).
 *
 * @param bytes at least one byte
 * @param issue the code of the fault that the decoder finds in these bytes; undefined for a character
 * @param isUtf8 whether the encoding is UTF-8; bytes of another one have no markers
 */
export function pictureBytes(bytes: readonly number[], issue?: DecodeIssue["code"], isUtf8 = true): BytePicture {
  const drawn = bytes.map((byte): PicturedByte => {
    const bits = BITS[byte]!;
    const [marker = "", payload = ""] = isUtf8 ? bits.split(" ") : ["", bits.replace(" ", "")];
    return { escape: `%${toHex(byte, 2)}`, marker, payload };
  });
  if (!isUtf8) return { kind: "foreign", bytes: drawn, codePoint: undefined };
  const { marker } = drawn[0]!;
  // A byte 10… continues a character, and UTF-8 has no marker of more than four ones.
  if (marker === "10" || marker.length > 5) return { kind: "stray", bytes: drawn, codePoint: undefined };
  const kind = issue === "invalid-utf8" ? "cut" : (issue ?? "character");
  while (drawn.length < marker.length - 1) drawn.push({ escape: undefined, marker: "10", payload: "??????" });
  const isWhole = drawn.length === bytes.length;
  return {
    kind,
    bytes: drawn,
    codePoint: isWhole ? parseInt(drawn.map(({ payload }) => payload).join(""), 2) : undefined,
  };
}
