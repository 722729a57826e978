import type { PercentEncodingError } from "percodec";
import type { Expression } from "percodec/template";
import type { ValueLine } from "./template-text.ts";

interface Place {
  readonly index: number;
  readonly length: number;
}

/**
 * Returns the place of an error of `expandTemplate` in the text of the view. The library counts from the start of the template, or for a
 * slash and for a lone surrogate from the start of the value.
 */
export function findValueFault(
  { code, operation, index, length }: PercentEncodingError,
  expressions: readonly Expression[],
  lines: readonly ValueLine[],
): Place {
  const isSlash = operation.startsWith("put ");
  if (!isSlash && code !== "lone-surrogate") return { index, length };
  const pattern = isSlash ? /[\\/]/ : /\p{Surrogate}/u;
  for (const { operator, variables } of expressions) {
    if (isSlash && (operator.reserved || operator.first === "?")) continue;
    for (const { name } of variables) {
      for (const line of lines) {
        if (line.name !== name || line.value === undefined) continue;
        const start = line.index + name.length + 1;
        const at = line.value.search(pattern);
        if (at >= 0) return { index: start + at, length: Math.min(length, line.value.length - at) };
      }
    }
  }
  return { index, length };
}
