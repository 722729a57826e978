import { cut } from "./reference.ts";

/** Whether the text from `from` to `to` is part of a segment `.` or `..`, which is at most six units long. */
export function isDotSegment(path: string, from: number, to: number): boolean {
  const before = path.slice(Math.max(0, from - 6), from);
  const slash = before.lastIndexOf("/");
  if (slash < 0 && from > 6) return false;
  const [after] = cut(path.slice(to, to + 6), "/");
  return /^(?:\.|%2e){1,2}$/i.test(before.slice(slash + 1) + path.slice(from, to) + after);
}
