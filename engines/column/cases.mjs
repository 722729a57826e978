// The cases of the column module: all vectors that it can run, and the golden rows; every host has to return the same for them.
import { namedSet, PercentEncodeSet } from "../../library/dist/sets/index.js";
import { allRows } from "../../tests/conformance/vectors.mjs";
import { goldenRows } from "../golden.mjs";
import { CODES, FLAGS, STATUSES } from "./host.mjs";

const POLICIES = ["throw", "keep", "drop", "replace"];
const MALFORMED_BIT = 8;
const INVALID_UTF8_BIT = 10;
const CLASSES_BIT = 16;
const CLASSES = ["ucschar", "iprivate", "other"];

/** Returns text as generalized UTF-8. */
export function toBytes(text) {
  const parts = text.split(/(\p{Surrogate})/u).map((part, k) => {
    const unit = part.charCodeAt(0);
    if (k % 2 === 0) return Buffer.from(part);
    return Buffer.from([0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]);
  });
  return Buffer.concat(parts);
}

/** Returns the 16 bytes and the flags of a set. */
export function describeSet(set) {
  const bits = new Uint8Array(16);
  for (const character of set.encoded) {
    const code = character.charCodeAt(0);
    bits[code >> 3] = Number(bits[code >> 3]) | (1 << (code & 7));
  }
  const classes = set.nonAscii.reduce((sum, name) => sum | (1 << CLASSES.indexOf(name)), 0);
  return { set: bits, flags: (classes << CLASSES_BIT) | (set.spaceAsPlus ? FLAGS.spaceAsPlus : 0) };
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
  const vectors = allRows().flatMap(
    /** @returns {any[]} */ (row) => {
      const call = toCall(row);
      if (call === undefined) return [];
      const isBytes = row.op.endsWith("Bytes");
      const read = (text) => (isBytes ? Buffer.from(text, "hex") : toBytes(text));
      const input = read(row.input);
      if (row.error === undefined)
      return [{ id: row.id, call, input, value: read(row.value), status: "ok", code: null, byte_offset: null, length: null }]; // prettier-ignore
      const [code, index, length] = row.error;
      const from = isBytes ? index : toBytes(row.input.slice(0, index)).length;
      const bytes = isBytes ? length : toBytes(row.input.slice(index, index + length)).length;
      const status = STATUSES[/utf8|surrogate|code-point/.test(code) ? 2 : 1];
      // Raw halves of surrogate pairs are a fault of the text here, as of any UTF-8.
      const isRaw = call.op === "encode" && code === "lone-surrogate";
      return [{ id: row.id, call, input, value: null, status, code: isRaw ? CODES[5] : code, byte_offset: from, length: bytes }]; // prettier-ignore
    },
  );
  const component = describeSet(namedSet("rfc3986-component"));
  const golden = goldenRows().flatMap(({ id, op, input, value, status, code, byte_offset }) => {
    if (op !== "decode" && op !== "encode") return [];
    const call = op === "decode" ? { op, flags: 0 } : { op, ...component };
    return [{ id: `golden ${id}`, call, input: Buffer.from(input), value: value === null ? null : Buffer.from(value), status, code, byte_offset, length: undefined }]; // prettier-ignore
  });
  return [...vectors, ...golden];
}
