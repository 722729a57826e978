/** Where a pair stands in what was parsed. */
export interface PairPlace {
  readonly index: number;
  /** How long its name is as it is written. */
  readonly length: number;
}

/** Where the pairs of a form stand. */
export function placesIn(form: string | Uint8Array, semicolon: boolean): PairPlace[] {
  const places: PairPlace[] = [];
  let start = 0;
  let equals = -1;
  for (let i = 0; i <= form.length; i++) {
    const unit = i === form.length ? 0x26 : typeof form === "string" ? form.charCodeAt(i) : form[i]!;
    if (unit === 0x3d && equals < 0) equals = i;
    if (unit !== 0x26 && !(semicolon && unit === 0x3b)) continue;
    if (i > start) places.push({ index: start, length: (equals < 0 ? i : equals) - start });
    start = i + 1;
    equals = -1;
  }
  return places;
}
