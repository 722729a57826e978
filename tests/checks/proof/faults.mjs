// Faults that are planted in the sources of the library. The proof has to refute each, with a witness of at most `longest` bytes.
import { readFileSync } from "node:fs";

/** Which shuffle of the kernel decodes escapes. */
const SHUFFLE = 17;

/** Moves the first lane of a shuffle of the kernel by one: the instruction is FD 0D and 16 lanes below 32. */
function laneEdit() {
  const source = readFileSync(new URL("../../../library/src/kernel/wasm.generated.ts", import.meta.url), "utf8");
  const found = [...source.matchAll(/fd0d([01][0-9a-f])(?:[01][0-9a-f]){15}/g)][SHUFFLE];
  if (found === undefined) throw new Error(`the kernel has no shuffle ${SHUFFLE}`);
  const { index, 1: lane = "" } = found;
  const moved = ((parseInt(lane, 16) + 1) % 32).toString(16).padStart(2, "0");
  // Other shuffles have the same lanes: what follows tells them apart.
  let end = index + 36;
  while (source.split(source.slice(index, end)).length > 2) end += 2;
  return ["kernel/wasm.generated.ts", source.slice(index, end), `fd0d${moved}${source.slice(index + 6, end)}`];
}

/** The name of each fault, the longest witness, the end of a file's path, a string that occurs in it once, and its replacement. */
const ROWS = /** @type {const} */ ([
  ["+ is a space without the option", 1, "kernel/scalar.ts", "byte === PLUS && plusAsSpace ?", "byte === PLUS ?"],
  ["an overlong slash is a slash", 2, "base/utf8.ts", "lead < 0xc2", "lead < 0xc0"],
  ["an encoded surrogate is a character", 2, "base/utf8.ts", "second > 0x9f", "second > 0xbf"],
  ["a code point above U+10FFFF is a character", 2, "base/utf8.ts", "second > 0x8f", "second > 0xbf"],
  [
    "a text is decoded twice",
    5,
    "codec/strategy.ts",
    "return decoded ?? text",
    "return (decoded && decodeURIComponent(decoded)) ?? text",
  ],
  [
    "a digit in lower case is none",
    2,
    "base/escape.ts",
    "String.fromCharCode(code).toLowerCase()",
    "String.fromCharCode(code < 0x61 ? code : 0).toLowerCase()",
  ],
  // A block of 16 units, the incomplete escapes at its end, and a character after it.
  [
    "the last byte of a block is lost",
    24,
    "codec/decode.ts",
    "held = length - read;",
    "held = Math.max(0, length - read - 1);",
  ],
  ["a lane of the kernel is off by one", 16, ...laneEdit()],
  [
    "an offset is off by one after a replacement",
    2,
    "codec/decoder.ts",
    "this.onIssue?.(code, i, next - i)",
    "this.onIssue?.(code, this.lossy ? i + 1 : i, next - i)",
  ],
  [
    "a bit of a set is wrong in the kernel",
    1,
    "kernel/wasm-memory.ts",
    "if (table[code] === 0)",
    "if (table[code] === 0 && code !== 0x7e)",
  ],
  // The 64 bytes of the target, in which an escape or a character begins.
  [
    "a full target is the end of the input",
    70,
    "codec/decode.ts",
    "const final = isFinal && end === to;",
    "const final = isFinal;",
  ],
  [
    "a text whose last block stays is not encoded",
    4,
    "codec/encode.ts",
    "isUnchanged &&= block === part;",
    "isUnchanged = block === part;",
  ],
]);

export const FAULTS = ROWS.map(([name, longest, ...edit]) => ({ name, longest, edits: [edit] }));
