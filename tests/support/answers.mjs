// The inputs that the library, the command, the records and the page are asked, and the answers of the library.
import { Buffer } from "node:buffer";
import { readdirSync, readFileSync } from "node:fs";
import { parseForm } from "percodec/form";
import { decodePath } from "percodec/guard";
import { inspect } from "percodec/inspect";
import { percentDecode, percentEncode, PercentEncodingError } from "percodec";
import {
  checkUri,
  cleanUri,
  compareUris,
  displayUri,
  editUri,
  normalizeUri,
  parseQuery,
  resolveUri,
  splitUri,
} from "percodec/uri";

/** The base of the operation `resolve`, and the other URI of the operation `compare`. */
export const BASE = "https://e.com/a/b?q#f";

/** The operations of the library that others have too. */
export const OPERATIONS = {
  decode: (text) => percentDecode(text),
  "decode, form": (text) => percentDecode(text, { plus: "space" }),
  encode: (text) => percentEncode(text),
  form: (text) => JSON.stringify([...parseForm(text)]),
  query: (text) => JSON.stringify([...parseQuery(text)]),
  get: (text) => JSON.stringify(editUri(text).get("q") ?? null),
  clean: (text) => cleanUri(text),
  normalize: (text) => normalizeUri(text),
  display: (text) => displayUri(text),
  check: (text) => JSON.stringify(checkUri(text).issues.map(({ code, index, length }) => [code, index, length])),
  resolve: (text) => resolveUri(text, BASE),
  compare: (text) => compareUris(text, BASE).equality,
  segments: (text) => JSON.stringify(decodePath(splitUri(text).path)),
  inspect: (text) => JSON.stringify(inspect(text).findings.map(({ code, index }) => [code, index])),
};

/** Returns the library's answer; undefined if the operation refuses the argument itself. */
export function findAnswer(operation, text) {
  try {
    return { value: OPERATIONS[operation](text) };
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    if (!(error instanceof PercentEncodingError)) throw error;
    const { code, index, message } = error;
    return {
      code,
      byteOffset: Buffer.byteLength(text.slice(0, index)),
      message: /^[^]*?" at \d+/.exec(message)?.[0] ?? message,
    };
  }
}

/**
 * Returns the inputs of the vectors, each once, of at most 200 units. A lone surrogate is left out, because no argument, file or column
 * contains one; a line end and NUL, because the commands read URIs line by line; the empty string, because a command without an argument
 * reads standard input.
 */
export function readInputs() {
  const folder = "tests/vectors";
  const inputs = new Set();
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".json"))) {
    const { rows = [] } = JSON.parse(readFileSync(`${folder}/${name}`, "utf8"));
    for (const { input } of rows) if (typeof input === "string") inputs.add(input);
  }
  return [...inputs].filter((text) => text !== "" && text.length <= 200 && !/[\n\r\0\p{Surrogate}]/u.test(text));
}
