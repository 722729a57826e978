import { requireBytes } from "../base/arguments.ts";
import { type FormOptions, readFormOptions, strictFormOptions } from "./options.ts";
import { FormPairs } from "./pairs.ts";
import { parseWhole } from "./parse-whole.ts";

/**
 * Parses application/x-www-form-urlencoded (https://url.spec.whatwg.org/#concept-urlencoded-parser); a fault throws unless the
 * option `rules: "whatwg"` selects the standard's leniency.
 *
 * It splits before it decodes, so an escaped `&` or `=` is data. It returns every pair that is not empty and counts the
 * empty ones. A byte order mark stays.
 *
 * @param input a text, such as a query without its `?`, or the bytes of a body
 * @param options the rules, the policies, the limits, and the encoding
 * @returns the pairs in order
 * @throws PercentEncodingError the codes of `percentDecode`; `limit-exceeded` at the first unit beyond the limit;
 *   `undecodable` and `charset-refused` if encodings are passed. Indexes count UTF-16 units of a text, or bytes
 * @throws TypeError for wrong arguments
 * @example
 * import { parseForm } from "percodec/form";
 * [...parseForm("q=caf%C3%A9+noir&x=1%262&x=3")] // → [["q", "café noir"], ["x", "1&2"], ["x", "3"]]
 * const issues = [];
 * const onIssue = (issue) => issues.push(issue);
 * [...parseForm("a=100%&b=1", { malformed: "keep", onIssue })] // → [["a", "100%"], ["b", "1"]]
 * issues // → [{ code: "truncated-escape", index: 5, length: 1 }]
 * [...parseForm("a=100%&b=%FF", { rules: "whatwg" })] // → [["a", "100%"], ["b", "\uFFFD"]]
 */
export function parseForm(input: string | Uint8Array, options?: FormOptions): FormPairs {
  if (typeof input !== "string") requireBytes(input, "parseForm takes a string or");
  return new FormPairs(
    parseWhole(input, options === undefined ? strictFormOptions() : readFormOptions(options, "parseForm")),
  );
}
