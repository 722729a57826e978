/** An option, the options that contradict it, and why. */
export type Conflict = readonly [option: string, others: readonly string[], reason: string];

/** Options of encoding, and of the command and the page, that contradict each other. */
export const ENCODING_CONFLICTS: readonly Conflict[] = [
  ["legacy", ["set", "keep", "form", "encoding", "unencodable", "hex"], "chooses what is escaped, and how"],
  ["wrap", ["lines", "null", "json"], "applies to whole inputs"],
];

/** Options of decoding, and of the command and the page, that contradict each other. */
export const DECODING_CONFLICTS: readonly Conflict[] = [
  ["legacy", ["malformed", "plus", "form", "percentU", "keep", "encoding"], "reads escapes as unescape does"],
  ["encoding", ["percentU", "keep"], "decodes bytes of that encoding"],
  ["outputEncoding", ["percentU", "keep", "json"], "writes text in that encoding"],
  ["unwrap", ["lines", "null"], "applies to whole inputs"],
];

/** Returns the first two options that contradict each other, and why; undefined if none do. */
export function findConflict(
  conflicts: readonly Conflict[],
  has: (option: string) => boolean,
): { readonly option: string; readonly other: string; readonly reason: string } | undefined {
  for (const [option, others, reason] of conflicts) {
    const other = has(option) ? others.find(has) : undefined;
    if (other !== undefined) return { option, other, reason };
  }
  return undefined;
}
