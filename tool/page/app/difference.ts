import type { Span } from "../../shared/text.ts";

/** If more pairs of characters have to be compared, only the common start and end are removed. */
const MAX_COMPARISONS = 1 << 20;

/**
 * Returns the spans of each text that the other one lacks: it removes the common start and end, and computes the longest
 * common subsequence of the rest.
 */
export function differingSpans(a: string, b: string): { readonly a: readonly Span[]; readonly b: readonly Span[] } {
  if (a === b) return { a: [], b: [] };
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [Array.from(a.slice(start, a.length - end)), Array.from(b.slice(start, b.length - end))];
  if (left.length * right.length > MAX_COMPARISONS) {
    return {
      a: [{ index: start, length: a.length - start - end }],
      b: [{ index: start, length: b.length - start - end }],
    };
  }
  const [inLeft, inRight] = findCommon(left, right);
  return { a: joinSpans(left, inLeft, start), b: joinSpans(right, inRight, start) };
}

/** Returns for each character whether it is part of the longest common subsequence. */
function findCommon(a: readonly string[], b: readonly string[]): readonly [boolean[], boolean[]] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let k = b.length - 1; k >= 0; k--) {
      lengths[i * width + k] =
        a[i] === b[k]
          ? lengths[(i + 1) * width + k + 1]! + 1
          : Math.max(lengths[(i + 1) * width + k]!, lengths[i * width + k + 1]!);
    }
  }
  const [inA, inB] = [a.map(() => false), b.map(() => false)];
  for (let i = 0, k = 0; i < a.length && k < b.length;) {
    if (a[i] === b[k]) inA[i++] = inB[k++] = true;
    else if (lengths[(i + 1) * width + k]! >= lengths[i * width + k + 1]!) i++;
    else k++;
  }
  return [inA, inB];
}

function joinSpans(characters: readonly string[], isCommon: readonly boolean[], start: number): readonly Span[] {
  const spans: { index: number; length: number }[] = [];
  let at = start;
  for (const [k, character] of characters.entries()) {
    const last = spans.at(-1);
    if (!isCommon[k]) {
      if (last !== undefined && last.index + last.length === at) last.length += character.length;
      else spans.push({ index: at, length: character.length });
    }
    at += character.length;
  }
  return spans;
}
