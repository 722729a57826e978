/** Whether a text is a new one, not an edit of the text before: less than half of that is left at its start and end. */
export function isNewText(before: string, after: string): boolean {
  const most = Math.min(before.length, after.length);
  let kept = 0;
  while (kept < most && before[kept] === after[kept]) kept++;
  let end = 0;
  while (end < most - kept && before.at(-1 - end) === after.at(-1 - end)) end++;
  return before !== after && (kept + end) * 2 < before.length;
}
