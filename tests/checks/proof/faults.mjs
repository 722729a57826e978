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

/** The `edits` are the end of a file's path, a string that occurs in it once, and its replacement. */
export const FAULTS = [
  {
    name: "+ is a space without the option",
    edits: [["kernel/scalar.ts", "byte === PLUS && plusAsSpace ?", "byte === PLUS ?"]],
    longest: 1,
  },
  {
    name: "an overlong slash is a slash",
    edits: [["base/utf8.ts", "lead < 0xc2", "lead < 0xc0"]],
    longest: 2,
  },
  {
    name: "an encoded surrogate is a character",
    edits: [["base/utf8.ts", "second > 0x9f", "second > 0xbf"]],
    longest: 2,
  },
  {
    name: "a code point above U+10FFFF is a character",
    edits: [["base/utf8.ts", "second > 0x8f", "second > 0xbf"]],
    longest: 2,
  },
  {
    name: "a text is decoded twice",
    edits: [["codec/strategy.ts", "return decoded ?? text", "return (decoded && decodeURIComponent(decoded)) ?? text"]],
    longest: 5,
  },
  {
    name: "a digit in lower case is none",
    edits: [
      [
        "base/escape.ts",
        "String.fromCharCode(code).toLowerCase()",
        "String.fromCharCode(code < 0x61 ? code : 0).toLowerCase()",
      ],
    ],
    longest: 2,
  },
  {
    name: "the last byte of a block is lost",
    edits: [["codec/decode.ts", "held = length - read;", "held = Math.max(0, length - read - 1);"]],
    // A block of 16 units, the incomplete escapes at its end, and a character after it.
    longest: 24,
  },
  { name: "a lane of the kernel is off by one", edits: [laneEdit()], longest: 16 },
  {
    name: "an offset is off by one after a replacement",
    edits: [
      [
        "codec/scalar-decoder.ts",
        "this.onIssue?.(code, i, next - i)",
        "this.onIssue?.(code, this.lossy ? i + 1 : i, next - i)",
      ],
    ],
    longest: 2,
  },
  {
    name: "a bit of a set is wrong in the kernel",
    edits: [["kernel/wasm-memory.ts", "if (table[code] === 0)", "if (table[code] === 0 && code !== 0x7e)"]],
    longest: 1,
  },
  {
    name: "a full target is the end of the input",
    edits: [["codec/decode.ts", "const final = isFinal && end === to;", "const final = isFinal;"]],
    // The 64 bytes of the target, in which an escape or a character begins.
    longest: 70,
  },
  {
    name: "a text whose last block stays is not encoded",
    edits: [["codec/encode.ts", "isUnchanged &&= block === part;", "isUnchanged = block === part;"]],
    longest: 4,
  },
];
