const LOOPBACK = /^(?:(?:[a-z0-9-]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{0,5})?$/i;

/**
 * Whether a Host header names this machine, under any port: one may be forwarded.
 *
 * A page of any other name reaches a server on loopback only if that name's address was changed to 127.0.0.1 meanwhile.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && LOOPBACK.test(host);
}

/**
 * Chooses a content coding by Accept-Encoding (https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3).
 *
 * @returns undefined if the client accepts neither
 */
export function chooseCoding(header: string | undefined): "gzip" | "identity" | undefined {
  const weights = readWeights(header ?? "");
  const all = weights.get("*");
  const gzip = weights.get("gzip") ?? weights.get("x-gzip") ?? all ?? 0;
  const identity = weights.get("identity");
  // Identity needs no mention: it is refused by a weight of 0 alone.
  if (gzip > 0 && gzip >= (identity ?? 0)) return "gzip";
  return (identity ?? all) === 0 ? undefined : "identity";
}

/** Reads `coding;q=0.5` between commas; what does not follow the grammar is left out. */
function readWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.split(",")) {
    const [, coding, weight] =
      /^[ \t]*([^\s;,]+)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/i.exec(item) ?? [];
    if (coding !== undefined) weights.set(coding.toLowerCase(), Number(weight ?? 1));
  }
  return weights;
}
