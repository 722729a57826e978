// The column module in V8: the host of the tests. docs/column.md describes its interface.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the builds are: another folder for mutants. */
const folder =
  process.env["PERCODEC_COLUMN_BUILDS"] ?? fileURLToPath(new URL("../../tool/dist/engines", import.meta.url));

/** The builds of the module, which return the same. */
export const BUILDS = ["column.wasm", "column-simd.wasm"];
const compiled = new Map(BUILDS.map((build) => [build, new WebAssembly.Module(readFileSync(join(folder, build)))]));

export const STATUSES = ["ok", "malformed", "invalid-utf8", "null", "too-long"];
export const CODES = [
  null,
  ..."malformed-escape truncated-escape invalid-utf8 overlong-utf8 encoded-surrogate".split(" "),
  ..."code-point-out-of-range lone-surrogate limit-exceeded".split(" "),
];
export const FLAGS = {
  plusAsSpace: 1,
  percentU: 2,
  except: 4,
  surrogates: 8,
  large: 16,
  nullable: 32,
  form: 64,
  unchecked: 1 << 13,
};
const AREAS = ["validity", "offsets", "data", "outValidity", "outOffsets", "out", "faults", "status", "code", "byteOffset", "length"]; // prettier-ignore

export class ColumnModule {
  /** @param {string} [build] one of BUILDS */
  constructor(build = "column.wasm") {
    const module = compiled.get(build);
    if (module === undefined) throw new Error(`there is no build ${build}`);
    this.exports = /** @type {any} */ (new WebAssembly.Instance(module).exports);
  }

  /**
   * Runs an operation over texts as bytes; null for a null.
   *
   * @param {{ op: "decode" | "encode" | "queryParam" | "layers", flags?: number, set?: Uint8Array, name?: Uint8Array, limit?: number }} call
   * @param {(Uint8Array | null)[]} texts
   * @returns {any[]} for each text `{ value, status, code, byte_offset, length }`; for `layers` the value is their number
   */
  run({ op, flags = 0, set = new Uint8Array(16), name = new Uint8Array(0), limit = -1 }, texts) {
    const { exports } = this;
    const bytes = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
    if (exports.reserve(texts.length, bytes, 3) !== 1) throw new Error("the memory is too small");
    const memory = new Uint8Array(exports.memory.buffer);
    const view = new DataView(exports.memory.buffer);
    const places = new Uint32Array(exports.memory.buffer, exports.areas.value, AREAS.length);
    const areas = /** @type {any} */ (Object.fromEntries(AREAS.map((area, k) => [area, places[k]])));
    const wide = (flags & FLAGS.large) !== 0;
    const offset = (area, k) =>
      wide ? Number(view.getBigInt64(area + 8 * k, true)) : view.getInt32(area + 4 * k, true);
    exports.limit.value = limit;
    memory.set(set, exports.set.value);
    memory.set(name.subarray(0, 1024), exports.name.value);
    memory.fill(0, areas.validity, areas.validity + (texts.length >> 3) + 1);
    let end = 0;
    for (let k = 0; k <= texts.length; k++) {
      if (wide) view.setBigInt64(areas.offsets + 8 * k, BigInt(end), true);
      else view.setInt32(areas.offsets + 4 * k, end, true);
      const text = texts[k];
      if (text === undefined || text === null) continue;
      memory.set(text, areas.data + end);
      end += text.length;
      const byte = areas.validity + (k >> 3);
      memory[byte] = Number(memory[byte]) | (1 << (k & 7));
    }
    const written = exports[op](texts.length, flags | FLAGS.nullable, 0n, name.length);
    if (written < 0) throw new Error("the batch does not fit");
    return texts.map((_, k) => {
      const isSet = (area) => ((Number(memory[area + (k >> 3)]) >> (k & 7)) & 1) === 1;
      const from = areas.out + offset(areas.outOffsets, k);
      const fault = isSet(areas.faults);
      const place = view.getUint32(areas.byteOffset + 4 * k, true);
      const value = op === "layers" ? place : memory.slice(from, areas.out + offset(areas.outOffsets, k + 1));
      return {
        value: isSet(areas.outValidity) ? value : null,
        status: STATUSES[Number(memory[areas.status + k])],
        code: CODES[Number(memory[areas.code + k])],
        byte_offset: fault ? place : null,
        length: fault ? memory[areas.length + k] : null,
      };
    });
  }
}
