import { isBytes } from "../base/arguments.ts";
import { type FormOptions, readFormOptions } from "../form/options.ts";
import { FormPairs } from "../form/pairs.ts";
import { parseQueryText } from "../form/parse.ts";
import { readUri, type UrlObject } from "./reference.ts";

/**
 * Parses the query of a URI, or a query alone, by the rules of `parseForm`: a fault in any pair throws unless an option says otherwise.
 *
 * A string is a URI if it begins with a scheme and `//`, with `/`, `?` or `#`, or has a `?` before any `=`. In a query alone a `#` is data.
 *
 * @param uri a URI reference, a query with or without its `?`, the bytes of one, or a URL object
 * @param options as for `parseForm`
 * @returns the pairs in order; none for a URI without a query
 * @throws PercentEncodingError as `parseForm`; indexes count in the given text or bytes
 * @throws TypeError for wrong arguments
 * @example
 * import { parseQuery } from "percodec/uri";
 * parseQuery("https://e.com/?q=caf%C3%A9+noir&page=2#top").get("q") // → "café noir"
 * [...parseQuery("?a=1&b")] // → [["a", "1"], ["b", ""]]
 * parseQuery(new URL("https://e.com/?tag=x&tag=y")).getAll("tag") // → ["x", "y"]
 */
export function parseQuery(uri: string | Uint8Array | UrlObject, options?: FormOptions): FormPairs {
  const input = isBytes(uri) ? uri : readUri(uri, "parseQuery");
  return new FormPairs(parseQueryText(input, readFormOptions(options, "parseQuery")));
}
