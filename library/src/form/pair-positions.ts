/** The position of a pair in the form before decoding. */
export interface PairPosition {
  readonly index: number;
  /** The length of its name before decoding. */
  readonly length: number;
}

/** Returns the positions of the pairs of a form. */
export function findPairPositions(form: string | Uint8Array, semicolon: boolean): PairPosition[] {
  const positions: PairPosition[] = [];
  let start = 0;
  let equals = -1;
  for (let i = 0; i <= form.length; i++) {
    const unit = i === form.length ? 0x26 : typeof form === "string" ? form.charCodeAt(i) : form[i]!;
    if (unit === 0x3d && equals < 0) equals = i;
    if (unit !== 0x26 && !(semicolon && unit === 0x3b)) continue;
    if (i > start) positions.push({ index: start, length: (equals < 0 ? i : equals) - start });
    start = i + 1;
    equals = -1;
  }
  return positions;
}
