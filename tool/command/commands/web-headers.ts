const LOOPBACK = /^(?:(?:[a-z0-9-]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{0,5})?$/i;

/**
 * Whether a Host header names this machine, with any port: the port may be forwarded.
 *
 * Another name reaches this server only by DNS rebinding: its address was changed to 127.0.0.1 after its page was loaded.
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
  // Identity is acceptable unless its weight is 0.
  if (gzip > 0 && gzip >= (identity ?? 0)) return "gzip";
  return (identity ?? all) === 0 ? undefined : "identity";
}

/** Reads the items `coding;q=0.5` between commas; ignores items that do not follow the grammar. */
function readWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.split(",")) {
    const [, coding, weight] =
      /^[ \t]*([^\s;,]+)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/i.exec(item) ?? [];
    if (coding !== undefined) weights.set(coding.toLowerCase(), Number(weight ?? 1));
  }
  return weights;
}
