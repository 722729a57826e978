/** Yields all texts of at most `most` of these units. */
export function* everyText(units: Iterable<string>, most: number, start = ""): Generator<string> {
  yield start;
  if (most > 0) for (const unit of units) yield* everyText(units, most - 1, start + unit);
}
