import { attempt, splitInput, cutAt, assertLaw, POLICIES, same } from "../laws.mjs";

const ESCAPES = [
  "%", "%4", "%41", "%zz", "%25", "%00", "%C3%A9", "%E2%9C%93", "%F0%9F%98%80", "%F4%8F%BF%BF", "%E2%9C", "%9F",
]; // prettier-ignore
const FAULTS = ["%C0%AF", "%E0%80%AF", "%ED%A0%80", "%F4%90%80%80", "%FF", "%u0041", "%uD83D", "%uDE00", "%u"];
const TEXTS = ["+", " ", "~", "é", "😀", "\ud800", "\udc00", "\ufeff", "\0", "\u{10ffff}"];
const TOKENS = [...ESCAPES, ...FAULTS, ...TEXTS];

const UTF8 = new TextEncoder();
const hex = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("hex");

/** Decoding agrees with the reference implementation, at any position in a long text. */
export const decode = {
  tokens: TOKENS,
  run(input, library, { referenceDecode }) {
    const { percentDecode, percentDecodeReport } = library.codec;
    const { pick, rest } = splitInput(input);
    const options = {
      malformed: POLICIES[pick(4)],
      invalidUtf8: POLICIES[pick(4)],
      plus: ["literal", "space"][pick(2)],
      percentU: pick(2) === 1,
    };
    const expected = referenceDecode(rest, options);
    const place = ({ code, index, length }) => [code, index, length];
    const wanted = expected.error
      ? { error: place(expected.error) }
      : { value: [expected.value, expected.issues.map(place)] };
    const report = attempt(library, () => percentDecodeReport(rest, options));
    const { value } = report;
    same(
      value ? { value: [value.value, value.issues.map(place)] } : report,
      wanted,
      "a report equals the reference implementation's",
    );
    const decoded = attempt(library, () => percentDecode(rest, options));
    same(decoded, value ? { value: value.value } : report, "percentDecode agrees with the report");
    // Place the text across the end of the first block.
    if (pick(64) !== 63) return;
    const before = "a".repeat(0x4000 - (rest.length >> 1));
    const long = attempt(library, () => percentDecode(before + rest, options));
    if (long.error === undefined) same(long.value, before + decoded.value, "preceding text does not change the result");
    else
      same(
        [long.error[0], long.error[1] - before.length],
        decoded.error?.slice(0, 2),
        "preceding text shifts an error",
      );
  },
  long: ({ codec }, text) => codec.percentDecodeReport(text),
};

/** Encoding agrees with the reference implementation and can be decoded if the set is reversible. */
export const encode = {
  tokens: [...TOKENS, "!'()*", "/:@?#[]", "\u0085", "\ue000", "\ufdd0"],
  run(input, library, { referenceEncode }) {
    const { percentDecode, percentEncode, percentEncodeBytes } = library.codec;
    const { namedSet, setNames } = library.sets;
    const { pick, rest } = splitInput(input);
    const names = setNames();
    const set = namedSet(names[pick(names.length)]);
    const encoded = percentEncode(rest, set, { loneSurrogate: "replace" });
    const wanted = referenceEncode(rest, (code) => set.has(code), set.spaceAsPlus);
    same(encoded, wanted, `${set.name} encodes as the reference implementation does`);
    same(hex(percentEncodeBytes(UTF8.encode(rest), set)), hex(UTF8.encode(wanted)), "bytes are encoded like text");
    const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.exec(rest);
    const strict = attempt(library, () => percentEncode(rest, set));
    same(
      strict,
      lone ? { error: ["lone-surrogate", lone.index, 1] } : { value: encoded },
      "a lone surrogate is reported at its place",
    );
    if (!set.reversible) return;
    const plus = set.spaceAsPlus ? "space" : "literal";
    same(percentDecode(encoded, { plus }), rest.toWellFormed(), `what ${set.name} encodes can be decoded`);
  },
  long: ({ codec }, text) => codec.percentEncode(text, undefined, { loneSurrogate: "replace" }),
};

const OPTIONS = [
  {},
  { malformed: "keep" },
  { malformed: "replace", plus: "space" },
  { malformed: "keep", invalidUtf8: "keep" },
  { malformed: "drop", invalidUtf8: "drop", percentU: true },
  { malformed: "replace", invalidUtf8: "replace", percentU: true },
  { malformed: "keep", invalidUtf8: "throw" },
  { invalidUtf8: "drop", plus: "space" },
];

/** Decoding in chunks agrees with decoding the whole. Without a check of UTF-8 it agrees with the reference implementation. */
export const chunks = {
  tokens: [...TOKENS, "\xc3\xa9", "\xe2\x9c", "\xf0\x9f", "\x80"],
  run(input, library, { referenceDecodeBytes }) {
    const { pick, rest } = splitInput(input);
    const options = OPTIONS[pick(OPTIONS.length)] ?? {};
    const bytes = new Uint8Array(Buffer.from(rest, "latin1"));
    const whole = decodeChunks(library, [bytes], options);
    const cut = decodeChunks(library, cutAt(bytes, pick(89), pick(89)), options);
    same(cut, whole, "chunks are decoded like the whole");
    if (options.invalidUtf8 !== undefined) return;
    const { issues, value } = referenceDecodeBytes([...bytes], options);
    const place = ({ code, index, length }) => [code, index, length];
    if (options.malformed === undefined && issues.length > 0)
      same(whole.error, place(issues[0]), "the first fault is thrown");
    else
      same(
        [whole.bytes, whole.issues],
        [hex(Uint8Array.from(value)), issues.map(place)],
        "bytes equal the reference implementation's",
      );
  },
  long: ({ codec }, text) => codec.percentDecodeBytes(UTF8.encode(text), { malformed: "keep" }),
};

/** Decodes chunks like a stream: bytes that the decoder did not read are put before the next chunk. */
function decodeChunks(library, parts, options) {
  const issues = [];
  const decoder = new library.codec.PercentDecoder({
    ...options,
    onIssue: ({ code, index, length }) => issues.push([code, index, length]),
  });
  const target = new Uint8Array(64);
  let bytes = "";
  let unread = new Uint8Array(0);
  const { error } = attempt(library, () => {
    for (const [k, part] of parts.entries()) {
      const source = new Uint8Array(unread.length + part.length);
      source.set(unread);
      source.set(part, unread.length);
      const last = k === parts.length - 1;
      let from = 0;
      for (let read = -1; read !== 0 && from < source.length;) {
        const progress = decoder.decodeInto(source, target, { from, final: last });
        bytes += hex(target.subarray(0, progress.written));
        from += read = progress.read;
      }
      unread = source.slice(from);
      assertLaw(unread.length <= (last ? 0 : 11), "at most 11 bytes are left for the next chunk");
    }
  });
  return { bytes, issues, error };
}
