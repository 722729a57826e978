import type { Encoding } from "percodec/charset";
import { ENCODINGS } from "./options.ts";

type Charset = typeof import("./charset.ts");

let charset: Charset | undefined;
let loading: Promise<Charset> | undefined;

export function loadCharset(): Promise<Charset> {
  loading ??= import("./charset.ts").then((module) => (charset = module));
  return loading;
}

/** Loads an encoding; undefined for UTF-8, which needs no tables. */
export async function loadEncoding(label: string): Promise<Encoding | undefined> {
  return label === "UTF-8" ? undefined : (await loadCharset()).encoding(label);
}

/** Returns the encodings of a form, or begins to load them; `"loading"` until then. */
export function formEncodings(ready: () => void): readonly Encoding[] | "loading" {
  if (charset !== undefined) return ENCODINGS.map(charset.encoding);
  void loadCharset().then(ready);
  return "loading";
}

/**
 * Returns an encoding, or begins to load it.
 *
 * @param ready called when the tables are loaded
 * @returns undefined for UTF-8, which needs no tables; `"loading"` until the tables are loaded
 */
export function encodingFor(label: string, ready: () => void): Encoding | "loading" | undefined {
  if (label === "UTF-8") return undefined;
  if (charset !== undefined) return charset.encoding(label);
  void loadCharset().then(ready);
  return "loading";
}
