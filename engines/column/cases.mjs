// The cases of the column module: all vectors that it can run; every host has to return the same for them.
import { namedSet, PercentEncodeSet } from "../../library/dist/sets/index.js";
import { allRows } from "../../tests/conformance/vectors.mjs";
import { toStatus } from "../record.mjs";
import { CODES, FLAGS } from "./host.mjs";
import { describeSet } from "./sets.mjs";

const POLICIES = ["throw", "keep", "drop", "replace"];
const MALFORMED_BIT = 8;
const INVALID_UTF8_BIT = 10;

/** Returns text as generalized UTF-8. */
export function toBytes(text) {
  const parts = text.split(/(\p{Surrogate})/u).map((part, k) => {
    const unit = part.charCodeAt(0);
    if (k % 2 === 0) return Buffer.from(part);
    return Buffer.from([0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]);
  });
  return Buffer.concat(parts);
}

/** The flags of options of `percentDecode`, or undefined for options that the module does not have. */
function decodeFlags({ malformed = "throw", invalidUtf8 = "throw", plus, percentU, except, accept, ...others }) {
  if (accept !== undefined) return undefined;
  if (Object.keys(others).length > 0) throw new Error(`unknown options: ${Object.keys(others)}`);
  return (
    (POLICIES.indexOf(malformed) << MALFORMED_BIT) |
    (POLICIES.indexOf(invalidUtf8) << INVALID_UTF8_BIT) |
    (plus === "space" ? FLAGS.plusAsSpace : 0) |
    (percentU ? FLAGS.percentU : 0) |
    (except === undefined ? 0 : FLAGS.except)
  );
}

/**
 * Returns the call of a row of the vectors, or undefined for a row that the module cannot run.
 *
 * @param {{ op: string, options?: any, set?: string }} row
 * @returns {{ op: "decode" | "encode", flags: number, set?: Uint8Array } | undefined}
 */
function toCall({ op, options = {}, set }) {
  if (op === "decode" || op === "decodeBytes") {
    const flags = decodeFlags(options);
    if (flags === undefined) return undefined;
    const except = options.except === undefined ? {} : describeSet(PercentEncodeSet.encoding(options.except));
    return { op: "decode", ...except, flags: flags | (op === "decode" ? FLAGS.surrogates : FLAGS.unchecked) };
  }
  if (op === "encode" || op === "encodeBytes") {
    if (options.loneSurrogate === "replace" || options.preserveEscapes) return undefined;
    const described = describeSet(namedSet(set ?? "rfc3986-component"));
    const flags = described.flags | (op === "encodeBytes" ? FLAGS.unchecked : 0);
    return { op: "encode", set: described.set, flags };
  }
  return undefined;
}

/**
 * Returns the cases: `{ id, call, input, value, status, code, byte_offset, length }`; input and value are bytes.
 *
 * @returns {any[]}
 */
export function columnCases() {
  return allRows().flatMap((row) => {
    const call = toCall(row);
    if (call === undefined) return [];
    const isBytes = row.op.endsWith("Bytes");
    const read = (text) => (isBytes ? Buffer.from(text, "hex") : toBytes(text));
    const one = /** @type {any} */ ({ id: row.id, call, input: read(row.input), value: null });
    if (row.error === undefined) return [{ ...one, value: read(row.value), status: "ok", code: null, byte_offset: null, length: null }]; // prettier-ignore
    const [code, index, length] = row.error;
    const byte_offset = isBytes ? index : toBytes(row.input.slice(0, index)).length;
    const bytes = isBytes ? length : toBytes(row.input.slice(index, index + length)).length;
    // Raw halves of surrogate pairs are a fault of the text here, as of any UTF-8.
    const isRaw = call.op === "encode" && code === "lone-surrogate";
    return [{ ...one, status: toStatus(code), code: isRaw ? CODES[5] : code, byte_offset, length: bytes }];
  });
}
