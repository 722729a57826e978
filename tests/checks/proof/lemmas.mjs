// What the walk leaves out: the values of bytes of one class, the kernel's windows, blocks of text, and the encoder.
import { specify } from "./specification.mjs";
import { Chunks, same } from "./walk.mjs";

const utf8 = new TextEncoder();
const MAX_CODE_POINT = 0x10ffff;
const isSurrogate = (code) => code >= 0xd800 && code <= 0xdfff;
const toEscape = (byte) => [...utf8.encode(`%${byte.toString(16).padStart(2, "0")}`)];

/** Returns the bytes of every sequence of a lead byte and up to three bytes, by the last of which table 3-7 can tell characters apart. */
function* sequences(step) {
  for (let lead = 0x80; lead < 0x100; lead++) {
    for (let second = 0; second < 0x100; second++) yield [lead, second];
  }
  for (let code = 0x80; code <= MAX_CODE_POINT; code += step)
    if (!isSurrogate(code)) yield utf8.encode(String.fromCodePoint(code));
}

/** Whether a decoder does with a whole input what the specification says. */
function isRight(decoder, options, source) {
  const { output, issues } = specify(options, source);
  const found = decoder.feed(source, true);
  return same([found.output, found.issues, found.unread], [output, issues, []]);
}

/**
 * Compares the decoder with the specification on the values of bytes, raw and escaped.
 *
 * @param step 1 for every character, n for each nth
 */
export function checkValues({ PercentDecoder }, options, step) {
  const decoder = new Chunks(PercentDecoder, options);
  let count = 0;
  for (const bytes of sequences(step)) {
    for (const value of [[...bytes], [...bytes].flatMap(toEscape)]) {
      const source = [...value, 0x67];
      count++;
      if (!isRight(decoder, options, source)) return { count, witness: source };
    }
  }
  return { count };
}

/** The bytes whose class a kernel's step can tell apart. */
const WINDOW = utf8.encode("%a9Fg+u\u0000").slice(0, 7);
/** The scalar code reads 32 bytes first, then the kernel 16; its longest step reads 64. */
const OFFSETS = 32 + 16 + 64;

/** Compares a kernel's decoding with the scalar one on windows of four bytes at each offset, over runs without and with escapes. */
export function checkDecodeWindows(kernel, scalar) {
  const letters = [...WINDOW, 0xc3];
  const runs = [utf8.encode("x".repeat(160)), utf8.encode("%4e".repeat(54)), utf8.encode("xy%4e+".repeat(30))];
  const [output, other] = [new Uint8Array(512), new Uint8Array(512)];
  let count = 0;
  for (const run of runs) {
    for (let at = 0; at < OFFSETS; at++) {
      for (let word = 0; word < letters.length ** 4; word++) {
        const input = run.slice();
        const letter = (k) => letters[Math.floor(word / letters.length ** k) % letters.length] ?? 0;
        input.set([letter(0), letter(1), letter(2), letter(3)], at);
        count++;
        const plusAsSpace = word % 2 === 0;
        const a = kernel(input, 0, input.length, output, 0, plusAsSpace);
        const b = scalar(input, 0, input.length, other, 0, plusAsSpace);
        // A kernel may stop earlier than the scalar code, which then goes on.
        const rest =
          a.read < b.read
            ? scalar(input, a.read, input.length, output, a.written, plusAsSpace)
            : { read: 0, written: 0 };
        if (
          a.read + rest.read !== b.read ||
          a.written + rest.written !== b.written ||
          !output.subarray(0, b.written).every((byte, k) => byte === other[k])
        )
          return { count, witness: input.slice(0, at + 4) };
      }
    }
  }
  return { count };
}

/** The characters of a text whose class the decoder of text can tell apart. */
const TEXT = ["%", "2", "C", "8", "F", "g", "+", "u", "é", "€", "😀", "\ud83d", "\udca9"];
const PREFIXES = ["", "%25", "%E2", "%e2%9C", "%F0%9F%92", "%u", "%uD83D", "%uD83D%uDE0"];

/** Returns the texts of a prefix and up to `most` characters, the shortest first. */
function listTexts(most) {
  let texts = PREFIXES;
  const all = [...texts];
  for (let k = 0; k < most; k++) {
    texts = texts.flatMap((text) => TEXT.map((character) => text + character));
    all.push(...texts);
  }
  return all.sort((a, b) => a.length - b.length);
}

/** Compares the decoding of bytes into the smallest target, which is full at each place, with the specification. */
export function checkTargets({ PercentDecoder }, options) {
  const size = 64;
  const decoder = new Chunks(PercentDecoder, options, size);
  // A decoder that writes U+FFFD reads a third of the target's size.
  const end = options.invalidUtf8 === "replace" ? Math.floor(size / 3) : size;
  let count = 0;
  for (const text of listTexts(2)) {
    const bytes = toUtf8(text);
    for (let pad = end - bytes.length; pad <= end; pad++) {
      const source = [...Array.from({ length: pad }, () => 0x78), ...bytes];
      count++;
      if (!isRight(decoder, options, source)) return { count, witness: source };
    }
  }
  return { count };
}

/** Compares the decoding of texts, cut into blocks of `units` at each place, with the specification. */
export function checkTexts({ percentDecode }, options, units, length) {
  const cases = listTexts(length).map((text) => {
    const { fault, output } = specify({ invalidUtf8: "throw", ...options, text: true }, toUtf8(text));
    if (fault === undefined) return { text, value: readText(output) };
    return { text, fault: [fault[0], ...toUnits(text, fault[1], fault[2])] };
  });
  let count = 0;
  for (let pad = 0; pad < units; pad++) {
    const before = "x".repeat(pad);
    for (const { text, value, fault } of cases) {
      count++;
      try {
        if (percentDecode(before + text, options) !== before + value) return { count, witness: toUtf8(before + text) };
      } catch (error) {
        const { code, index, length: long } = error;
        if (`${[code, index - pad, long]}` !== `${fault}`) return { count, witness: toUtf8(before + text) };
      }
    }
  }
  return { count };
}

/** The bytes of a text, with three for a lone surrogate. */
function toUtf8(text) {
  return [...text].flatMap((character) => {
    const code = character.codePointAt(0);
    return isSurrogate(code)
      ? [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
      : [...utf8.encode(character)];
  });
}

/** The text of bytes, in which a surrogate has three. */
function readText(bytes) {
  const parts = Buffer.from(bytes)
    .toString("latin1")
    .split(/(\xed[\xa0-\xbf][\x80-\xbf])/);
  return parts.map((part, k) => (k % 2 === 0 ? Buffer.from(part, "latin1").toString() : readSurrogate(part))).join("");
}

const readSurrogate = (part) =>
  String.fromCharCode(0xd000 | ((part.charCodeAt(1) & 0x3f) << 6) | (part.charCodeAt(2) & 0x3f));

/** The index and the length in UTF-16 units of a part of a text's bytes. */
function toUnits(text, index, length) {
  const bytes = toUtf8(text);
  const from = readText(bytes.slice(0, index)).length;
  return [from, readText(bytes.slice(0, index + length)).length - from];
}

/** RFC 3987 section 2.2: the ranges of `ucschar` and of `iprivate`. */
const isUcschar = (code) =>
  (code >= 0xa0 && code <= 0xd7ff) ||
  (code >= 0xf900 && code <= 0xfdcf) ||
  (code >= 0xfdf0 && code <= 0xffef) ||
  (code >= 0x10000 && code <= 0xeffff && (code & 0xffff) <= 0xfffd && (code < 0xe0000 || code >= 0xe1000));
const isPrivate = (code) => (code >= 0xe000 && code <= 0xf8ff) || (code >= 0xf0000 && (code & 0xffff) <= 0xfffd);
const classify = (code) => (isUcschar(code) ? "ucschar" : isPrivate(code) ? "iprivate" : "other");

/** What a set makes of a character: a set is a list of ASCII characters and of classes of the others. */
function encodeCharacter(set, code) {
  const character = String.fromCodePoint(code);
  if (code === 0x20 && set.spaceAsPlus) return "+";
  if (code < 0x80 ? !set.encoded.includes(character) : !set.nonAscii.includes(classify(code))) return character;
  return [...utf8.encode(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

/** The unencoded end of a text: two blocks. */
const UNCHANGED = "x".repeat(1 << 15);

/** Compares the encoder with the definition of a set for all characters: alone, in one text, and at each place of a block's end. */
export function checkEncoder({ percentEncode, percentEncodeBytes }, set, units) {
  const encoded = [];
  const all = [];
  for (let code = 0; code <= MAX_CODE_POINT; code++) {
    if (isSurrogate(code)) continue;
    const character = String.fromCodePoint(code);
    const wanted = encodeCharacter(set, code);
    if (percentEncode(character, set) !== wanted) return { count: code, witness: utf8.encode(character) };
    all.push(character);
    encoded.push(wanted);
  }
  for (let pad = 0; pad <= units; pad++) {
    const before = "x".repeat(pad);
    const text = before + all.join("") + UNCHANGED;
    const wanted = before + encoded.join("") + UNCHANGED;
    const found = [percentEncode(text, set)];
    if (pad < 4) found.push(Buffer.from(percentEncodeBytes(utf8.encode(text), set)).toString());
    for (const value of found) {
      if (value === wanted) continue;
      let at = pad;
      const k = encoded.findIndex((part) => !value.startsWith(part, at) || ((at += part.length), false));
      return { count: all.length, witness: utf8.encode(all[k]) };
    }
  }
  return { count: all.length };
}
