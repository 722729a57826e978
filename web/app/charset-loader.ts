import type { Encoding } from "../../src/charset/index.ts";

type Charset = typeof import("./charset.ts");

let charset: Charset | undefined;
let loading: Promise<Charset> | undefined;

/** The encodings, once they are here. */
function loadCharset(): Promise<Charset> {
  loading ??= import("./charset.ts").then((module) => (charset = module));
  return loading;
}

/**
 * Gives what does the work of an encoding, if it is here.
 *
 * @param ready called when it has come
 * @returns undefined for UTF-8, which needs nothing; `"loading"` until the tables are here
 */
export function encodingFor(
  label: string,
  ready: () => void,
): { readonly charset: Charset; readonly encoding: Encoding } | "loading" | undefined {
  if (label === "UTF-8") return undefined;
  if (charset !== undefined) return { charset, encoding: charset.encoding(label) };
  void loadCharset().then(ready);
  return "loading";
}
