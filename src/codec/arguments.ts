/** Throws a TypeError unless the value is a string; `otherwise` names the function for bytes. */
export function requireText(value: unknown, what: string, otherwise: string): asserts value is string {
  if (typeof value !== "string") throw new TypeError(`${what} takes a string; ${otherwise} takes bytes`);
}

/** Throws a TypeError unless the value is a Uint8Array, of any realm: `wanted` begins the message, `otherwise` ends it. */
export function requireBytes(value: unknown, wanted: string, otherwise = ""): asserts value is Uint8Array {
  // instanceof would refuse the arrays of another frame or context.
  if (ArrayBuffer.isView(value) && (value as Uint8Array)[Symbol.toStringTag] === "Uint8Array") return;
  throw new TypeError(`${wanted} a Uint8Array${otherwise}`);
}

/** Gives the choice, or the first where there is none; throws a TypeError for a word that is not offered. */
export function requireChoice<T extends string>(value: T | undefined, offered: readonly T[], option: string): T {
  if (value === undefined) return offered[0]!;
  if (!offered.includes(value)) throw new TypeError(`${option} must be one of ${offered.join(", ")}`);
  return value;
}

/**
 * Throws a TypeError unless a piece lies in its source, the target is apart from it, and the target has space for any one
 * character, encoded or not.
 */
export function requirePiece(source: unknown, target: unknown, from: number, to: number): void {
  requireBytes(source, "the source must be");
  requireBytes(target, "the target must be");
  if (target.length < 64) throw new TypeError("the target needs 64 bytes");
  requirePart(source, from, to);
  // How far the target begins behind the first byte of the source.
  const gap = source.buffer === target.buffer ? target.byteOffset - source.byteOffset : Infinity;
  if (from < to && gap < to && gap + target.length > from) {
    throw new TypeError("the source and the target overlap: pass a copy of the source, or another target");
  }
}

/** Throws a TypeError for a part that is not in the bytes. */
export function requirePart(bytes: Uint8Array, from: number, to: number): void {
  const whole = Number.isInteger(from) && Number.isInteger(to);
  if (!whole || from < 0 || from > to || to > bytes.length) throw new TypeError("from and to must be in the bytes");
}
