import { expandTemplate, matchTemplate } from "../../library/src/template/index.ts";
import { decodePath } from "../../library/src/guard/index.ts";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { encoding } from "../../library/src/charset/index.ts";
import { type FormLimits, parseForm, parseFormRequest, serializeForm } from "../../library/src/form/index.ts";
import {
  type DecodeIssue,
  percentDecode,
  percentDecodeBytes,
  percentDecodeReport,
  percentEncode,
  PercentEncodingError,
} from "../../library/src/index.ts";
import { FormParseStream, PercentDecodeStream, PercentEncodeStream } from "../../library/src/stream.ts";
import { cleanUri, describeHost, encoded, uri } from "../../library/src/uri/index.ts";
import { makeRandom, pick, type Random } from "../support/random.ts";
import { seed } from "../support/seed.ts";
import { cutAt, collectOutput } from "../support/streams.ts";
import { countInputs } from "../support/counters.ts";
import { readSize } from "../support/sizes.ts";

/** A fault: its code, where it begins, and its length. */
type Place = readonly [code: string, index: number, length: number];

/** A string and the faults that were put into it. */
interface FaultyText {
  readonly text: string;
  readonly places: readonly Place[];
}

/** Concatenates texts and moves the places of their faults accordingly. */
function join(...parts: readonly (FaultyText | string)[]): FaultyText {
  let text = "";
  const places: Place[] = [];
  for (const part of parts) {
    const { text: more, places: within } = typeof part === "string" ? { text: part, places: [] } : part;
    for (const [code, index, length] of within) places.push([code, text.length + index, length]);
    text += more;
  }
  return { text, places };
}

/** Makes a string that is a fault as a whole. */
function fault(code: string, text: string): FaultyText {
  return { text, places: [[code, 0, text.length]] };
}

const faults = (code: string, ...texts: readonly string[]): FaultyText[] => texts.map((text) => fault(code, text));

/** Malformed escapes, which end before the next character. (A truncated escape ends at the end of the text.) */
const MALFORMED: readonly FaultyText[] = faults("malformed-escape", "%", "%4", "%", "%e");
const NOT_UTF8: readonly FaultyText[] = [
  ...faults("invalid-utf8", "%80", "%BF", "%c3", "%E2%9C", "%F0%9F%98", "%FF", "%f8", "%E2", "%F4%8F%BF"),
  ...faults("overlong-utf8", "%C0%AF", "%c1%bf", "%E0%80%AF", "%E0%9F%BF", "%F0%80%80%AF", "%C0%80", "%E0%80"),
  ...faults("encoded-surrogate", "%ED%A0%80", "%ed%bf%bf", "%ED%B0%80"),
  ...faults("code-point-out-of-range", "%F4%90%80%80", "%F5%80%80%80", "%f7%bf%bf%bf"),
];
const LONE_SURROGATES: readonly FaultyText[] = faults("lone-surrogate", "\ud800", "\udfff", "\ud83d", "\ude00");
/** Characters that `ACCEPT` rejects. */
const REFUSED: readonly FaultyText[] = faults("not-accepted", "%00", "ж", "%D0%B6", "%d0%b6", "\0");
const ACCEPT = /[^\0ж]/u;

const GOOD = ["a", "Z", "9", "~", ".", "-x", "+", "%41", "%20", "%C3%A9", "%e2%9c%93", "%F0%9F%98%80", "é", "✓", "😀"];
/** Texts that can follow a fault without changing its code or its length. */
const NEUTRAL = ["_", "z", " ", "%41", "%5F", "é", "😀", "✓"];

/** Makes a string without a fault. */
function clean(random: Random, good: readonly string[] = GOOD, most = 6): string {
  return Array.from({ length: random(most + 1) }, () => pick(random, good)).join("");
}

/** Makes a string with one to three faults. */
function withFaults(
  random: Random,
  kinds: readonly FaultyText[],
  good: readonly string[] = GOOD,
  neutral: readonly string[] = NEUTRAL,
): FaultyText {
  const parts: (FaultyText | string)[] = [];
  for (let k = random(3); k >= 0; k--) parts.push(clean(random, good), pick(random, kinds), pick(random, neutral));
  return join(...parts, clean(random, good));
}

/** Makes a string that ends within an escape. */
function cutOff(random: Random): FaultyText {
  return join(clean(random), fault("truncated-escape", pick(random, ["%", "%4", "%c"])));
}

/** Converts the places to byte offsets in the text's UTF-8, where each lone surrogate is U+FFFD. */
function inBytes({ text, places }: FaultyText): Place[] {
  return places.map(([code, index, length]) => [
    code,
    Buffer.byteLength(text.slice(0, index)),
    Buffer.byteLength(text.slice(index, index + length)),
  ]);
}

const DECODING: readonly FaultyText[] = [...MALFORMED, ...NOT_UTF8];
/** Sometimes appends a truncated escape to a faulty text, or returns a string with only that fault. */
const cut = (random: Random, faulty: FaultyText): FaultyText =>
  random(6) === 0 ? cutOff(random) : random(4) === 0 ? join(faulty, cutOff(random)) : faulty;
const faultyEscapes = (random: Random, more: readonly FaultyText[] = []): FaultyText =>
  cut(random, withFaults(random, [...DECODING, ...more]));

/** Makes a form with one pair that has faults in its name or value or both. A name or value may end within an escape. */
function form(random: Random, more: readonly FaultyText[] = []): FaultyText {
  const before = Array.from({ length: random(3) }, () => pick(random, [clean(random), `${clean(random)}=`, ""]) + "&");
  const name = random(2) === 0 ? faultyEscapes(random, more) : clean(random);
  const value = random(2) === 0 ? "" : join("=", faultyEscapes(random, more));
  const faulty = join(name, value);
  return join(
    ...before,
    faulty.places.length === 0 ? faultyEscapes(random, more) : faulty,
    pick(random, ["&b=2", "&", ""]),
  );
}

/** Characters that Shift_JIS cannot encode. */
const UNENCODABLE = ["‽", "😀", "ü"].map((text) => fault("unencodable", text));
const unencodable = (random: Random) => withFaults(random, UNENCODABLE, ["a", " ", "あ", "漢", "ж"], ["z", "あ"]);

const LIMIT = 8;
/** Makes a form that exceeds a limit, with the place of the first unit beyond the limit. */
function overLimit(random: Random, unitsIn: (text: string) => number): [FaultyText, Partial<FormLimits>] {
  const over = fault("limit-exceeded", "x");
  const before = pick(random, ["", "&", "a=1&", "a&&b=2&"]);
  const long = `${"n".repeat(LIMIT)}${clean(random)}`;
  const rest = `${clean(random)}&c=3`;
  const kind = random(4);
  if (kind === 0) return [join(before, long, over, rest), { name: unitsIn(long) }];
  if (kind === 1) return [join(before, "n=", long, over, rest), { value: unitsIn(long) }];
  if (kind === 2) return [join(before, long, over, rest), { body: unitsIn(before + long) }];
  const pairs = before.split("&").filter((piece) => piece !== "").length;
  return [join(before, over, rest), { pairs }];
}

/** Makes a form with two pairs of the same name, which may be escaped differently. */
function duplicateName(random: Random): FaultyText {
  const [first, second] = pick(random, [["%61", "a"], ["a", "%61"], ["caf%C3%A9", "café"], ["a+b", "a%20b"]]); // prettier-ignore
  const other = () => pick(random, ["", "x=1&", "&", "%62=ж&"]);
  const unlike = pick(random, ["", "y&", "é=é&"]);
  return join(other(), `${first}=${clean(random)}&`, unlike, fault("duplicate-name", second), `=${clean(random)}&z`);
}

const URI_TEXT = ["a", "~", "%41", "%C3%A9", "é", ":", "@", " ", "/", "😀"];
const uriAround = (random: Random, authority: FaultyText): FaultyText =>
  join(
    pick(random, ["", " ", "\t"]),
    pick(random, ["http:", "https:", "HTTP:"]),
    "//",
    authority,
    `/${clean(random, URI_TEXT)}`,
    pick(random, ["", "?a=é", "#é"]),
  );
const WRONG_AUTHORITIES = [
  join("e.com:", fault("invalid-uri", "8x")),
  join("u:p@e.com:", fault("invalid-uri", "-1")),
  fault("invalid-uri", "[zz]"),
  join("u@", fault("invalid-uri", "[::g]"), ":80"),
  fault("invalid-uri", "é\ufffd.com"),
  ...faults("host-ambiguous", "good.com\\@evil.com", "0x7f.1", "u@0177.0.0.1:80", "2130706433"),
];
const segments = (random: Random) => Array.from({ length: random(3) }, () => `s${clean(random)}/`).join("");

/** Makes a string that is invalid in a component. The fault begins at the first invalid character and extends to the end. */
function invalidPart(random: Random): [FaultyText, "segment" | "query"] {
  const component = pick(random, ["segment", "query"] as const);
  const bad = pick(random, [" ", "<", "é", '"', "%z", component === "segment" ? "/" : "#"]);
  const good = ["a", "~", "%41", "!", "@", ":"];
  return [join(clean(random, good), fault("invalid-uri", bad + clean(random, good))), component];
}

const BAD_TEMPLATES = [
  ...faults("invalid-template", "}", "{}", "{?}", "\ud800"),
  join("{a", fault("invalid-template", " "), "b}"),
  join("{a", fault("invalid-template", "😀"), "}"),
  join("{a", fault("invalid-template", ":0"), "}"),
  join("{+b,a", fault("invalid-template", ":12345"), "}"),
  join("{a,", fault("invalid-template", "}")),
  join("{", fault("invalid-template", "%"), "zz}"),
  join("{#", fault("invalid-template", "%4"), "}"),
];
const template = (random: Random): FaultyText => {
  const good = ["/a", "é", "{x}", "{?y,z*}", "{+p:3}", "%41", "😀"];
  const open = fault("invalid-template", `{a${clean(random, ["b", ",", ":3", "/"])}`);
  return random(4) === 0 ? join(clean(random, good), open) : withFaults(random, BAD_TEMPLATES, good, ["z", "é", "{x}"]);
};

/** How many inputs are tested: 100,000 in the check `positions`, fewer in the quick gate. */
const INPUTS = readSize("POSITIONS");

/** The faults in a text, and those that the library reports: the first one, or all issues. */
interface Case {
  readonly wanted: readonly Place[];
  readonly found: () => Promise<readonly Place[]>;
  readonly input: string;
}

type Report = (issue: DecodeIssue | PercentEncodingError) => void;

/** Returns a case in which the library reports all faults as issues. */
function reporting(
  { text, places }: FaultyText,
  action: (text: string, onIssue: Report) => unknown,
  wanted = places,
): Case {
  const found = async (): Promise<Place[]> => {
    const reported: Place[] = [];
    await action(text, ({ code, index, length }) => reported.push([code, index, length]));
    return reported;
  };
  return { wanted, found, input: text };
}

/** Returns a case in which the library throws the first fault. */
function throwing(faulty: FaultyText, action: (text: string) => unknown, wanted = faulty.places): Case {
  const catching = async (text: string, report: Report): Promise<void> => {
    try {
      await action(text);
    } catch (error) {
      if (!(error instanceof PercentEncodingError)) throw error;
      report(error);
    }
  };
  return reporting(faulty, catching, wanted.slice(0, 1));
}

/** The same for actions that count bytes. */
const throwingInBytes = (faulty: FaultyText, action: (text: string) => unknown) =>
  throwing(faulty, action, inBytes(faulty));
const reportingInBytes = (faulty: FaultyText, action: (text: string, onIssue: Report) => unknown) =>
  reporting(faulty, action, inBytes(faulty));

const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Cuts a text into random chunks, of text or of bytes. */
function chunks(random: Random, text: string, asBytes = random(2) === 0): (string | Uint8Array)[] {
  const places = Array.from({ length: random(5) }, () => random(text.length + 1)).sort((a, b) => a - b);
  return asBytes ? cutAt(toBytes(text), places) : cutAt(text, places);
}

const sjis = encoding("shift_jis");
const greek = encoding("windows-1253");
const JAPANESE = ["a", "+", "%41", "%82%A0", "%83A", "あ", "é"];
const NO_SJIS = ["%FF", "%a0", "%FD"].map((text) => fault("undecodable", text));
const NO_GREEK = ["%AA", "%d2", "%FF"].map((text) => fault("undecodable", text));
const undecodable = (random: Random) =>
  random(2) === 0
    ? ([withFaults(random, [...NO_SJIS, ...MALFORMED], JAPANESE), sjis] as const)
    : ([withFaults(random, [...NO_GREEK, ...MALFORMED]), greek] as const);
const TYPE = "application/x-www-form-urlencoded";
const request = (text: string, contentType = TYPE) => ({
  headers: { get: (name: string) => (name === "content-type" ? contentType : null) },
  body: new Response(text).body,
});

const KEEP = { malformed: "keep", invalidUtf8: "keep" } as const;
const strictBytes = { invalidUtf8: "throw" } as const;

const CASES: Readonly<Record<string, (random: Random) => Case>> = {
  percentDecode: (random) => throwing(faultyEscapes(random), (text) => percentDecode(text)),
  "percentDecode, %uXXXX": (random) => {
    const kinds = [...DECODING, fault("lone-surrogate", "%uD83D"), fault("lone-surrogate", "%udc00")];
    return throwing(withFaults(random, kinds), (text) => percentDecode(text, { percentU: true }));
  },
  "percentDecode, accept": (random) =>
    throwing(faultyEscapes(random, REFUSED), (text) => percentDecode(text, { accept: ACCEPT })),
  percentDecodeReport: (random) => {
    const faulty = faultyEscapes(random, [...LONE_SURROGATES, ...REFUSED]);
    return reporting(faulty, (text, report) => percentDecodeReport(text, { accept: ACCEPT }).issues.forEach(report));
  },
  percentDecodeBytes: (random) =>
    throwingInBytes(cut(random, withFaults(random, MALFORMED)), (text) => percentDecodeBytes(toBytes(text))),
  PercentDecodeStream: (random) =>
    throwingInBytes(faultyEscapes(random), (text) =>
      collectOutput(new PercentDecodeStream(strictBytes), chunks(random, text)),
    ),
  "PercentDecodeStream, onIssue": (random) => {
    const faulty = faultyEscapes(random, LONE_SURROGATES);
    const options = { ...KEEP, loneSurrogate: "replace" } as const;
    return reportingInBytes(faulty, (text, onIssue) =>
      collectOutput(new PercentDecodeStream({ ...options, onIssue }), chunks(random, text, false)),
    );
  },
  percentEncode: (random) => throwing(withFaults(random, LONE_SURROGATES), (text) => percentEncode(text)),
  PercentEncodeStream: (random) =>
    throwingInBytes(withFaults(random, LONE_SURROGATES), (text) =>
      collectOutput(new PercentEncodeStream(), chunks(random, text, false)),
    ),
  "percentDecode, encoding": (random) => {
    const [faulty, charset] = undecodable(random);
    return throwing(faulty, (text) => percentDecode(text, { encoding: charset }));
  },
  "percentEncode, encoding": (random) =>
    throwing(unencodable(random), (text) => percentEncode(text, undefined, { encoding: sjis, unencodable: "throw" })),
  serializeForm: (random) => {
    const faulty = random(2) === 0 ? unencodable(random) : withFaults(random, LONE_SURROGATES, ["a", " "], ["z"]);
    const options = { encoding: sjis, unencodable: "throw", newlines: "crlf" } as const;
    return throwing(faulty, (text) => serializeForm([["a\n", "b"], random(2) ? [text, "\n"] : ["", text]], options)); // prettier-ignore
  },
  parseForm: (random) => throwing(form(random, LONE_SURROGATES), (text) => parseForm(text)),
  "parseForm, onIssue": (random) =>
    reporting(form(random, LONE_SURROGATES), (text, onIssue) =>
      parseForm(text, { ...KEEP, loneSurrogate: "replace", onIssue }),
    ),
  "parseForm, accept": (random) =>
    throwing(form(random, [...LONE_SURROGATES, ...REFUSED]), (text) => parseForm(text, { accept: ACCEPT })),
  "parseForm, bytes": (random) => throwingInBytes(form(random), (text) => parseForm(toBytes(text))),
  "parseForm, encoding": (random) => {
    const [faulty, charset] = undecodable(random);
    return reporting(join("a&b=", faulty, "&"), (text, onIssue) =>
      parseForm(text, { ...KEEP, onIssue, encoding: charset }),
    );
  },
  "parseForm, limits": (random) => {
    const [faulty, limits] = overLimit(random, (text) => text.length);
    return throwing(faulty, (text) => parseForm(text, { limits }));
  },
  FormParseStream: (random) =>
    throwingInBytes(form(random, REFUSED), (text) =>
      collectOutput(new FormParseStream({ accept: ACCEPT }), chunks(random, text)),
    ),
  "FormParseStream, onIssue": (random) =>
    reportingInBytes(form(random, LONE_SURROGATES), (text, onIssue) =>
      collectOutput(new FormParseStream({ ...KEEP, loneSurrogate: "replace", onIssue }), chunks(random, text, false)),
    ),
  "FormParseStream, limits": (random) => {
    const [faulty, limits] = overLimit(random, (text) => toBytes(text).length);
    return throwingInBytes(faulty, (text) => collectOutput(new FormParseStream({ limits }), chunks(random, text)));
  },
  parseFormRequest: (random) => {
    const [faulty, limits] = random(2) === 0 ? [form(random), {}] : overLimit(random, (text) => toBytes(text).length);
    return throwingInBytes(faulty, (text) => parseFormRequest(request(text), { limits }));
  },
  "parseFormRequest, headers": (random) => {
    const refused = fault("charset-refused", pick(random, ["utf-7", "latin1", "x"]));
    const faulty = pick(random, [
      fault("unsupported-media-type", `text/${clean(random, ["plain", "+xml", ";a=b"])}`),
      join(`${TYPE}${clean(random, [" ", ";a=b"])}; charset=`, refused, pick(random, ["", ";b=c"])),
    ]);
    return throwing(faulty, (text) => parseFormRequest(request("a=1", text)));
  },
  "parseForm, _charset_": (random) => {
    const refused = fault("charset-refused", pick(random, ["utf-7", "latin1", "x%41"]));
    const faulty = join(pick(random, ["", "a=é&", "&b&"]), "_charset_=", refused, "&c=%82%A0");
    return throwing(faulty, (text) => parseForm(text, { charsetField: [sjis] }));
  },
  "FormPairs, duplicates": (random) =>
    throwing(duplicateName(random), (text) => {
      const pairs = parseForm(text);
      return random(2) === 0 ? pairs.toObject() : pairs.toMap().forEach((_, name) => pairs.single(name));
    }),
  "FormPairs, duplicates in bytes": (random) =>
    throwingInBytes(duplicateName(random), (text) => parseForm(toBytes(text)).toObject()),
  "cleanUri, invalid or ambiguous": (random) =>
    throwing(uriAround(random, pick(random, WRONG_AUTHORITIES)), (text) => cleanUri(text, { level: "advanced" })),
  "cleanUri, lone surrogates": (random) =>
    throwing(join("/", withFaults(random, LONE_SURROGATES, URI_TEXT)), (text) => cleanUri(text)),
  decodePath: (random) =>
    throwing(join("/", segments(random), "s", faultyEscapes(random), "/", segments(random)), (text) =>
      decodePath(text),
    ),
  encoded: (random) => {
    const [faulty, component] = invalidPart(random);
    return throwing(faulty, (text) => encoded(text, component));
  },
  "uri, slashes": (random) => {
    const faulty = join(clean(random), fault("unsafe-segment", `${pick(random, ["/", "\\"])}${clean(random)}`));
    return throwing(faulty, (text) => uri.with({ allow: [] })`/a/${text}?b`);
  },
  "uri, hosts and ports": (random) =>
    pick(random, [
      throwing(fault("host-ambiguous", pick(random, ["0x7f.1", "127.1", "1"])), (text) => uri`http://${text}/`),
      throwing(fault("invalid-uri", pick(random, ["a b", "[::1", "a/b"])), (text) => uri`http://${text}/`),
      throwing(fault("invalid-uri", pick(random, ["x", "65536", "1@e"])), (text) => uri`http://e.com:${text}/`),
    ]),
  "uri, lone surrogates": (random) =>
    throwing(withFaults(random, LONE_SURROGATES), (text) => (random(2) ? uri`/a?b=${text}` : uri`/x/a${text}#b`)),
  describeHost: (random) =>
    throwing(
      join("a.", pick(random, ["", "b", "c-d"]), fault("invalid-host", pick(random, [" b", "<", ":80", "|"]))),
      (text) => describeHost(text),
    ),
  expandTemplate: (random) => throwing(template(random), (text) => expandTemplate(text, { x: "1" })),
  matchTemplate: (random) => throwing(template(random), (text) => matchTemplate(text, "/a")),
};

test(`${INPUTS} malformed inputs: code, index and length are those of the fault that was put in (seed ${seed})`, async () => {
  const random = makeRandom(seed);
  const names = Object.keys(CASES);
  const counts = new Map<string, number>();
  for (let k = 0; k < INPUTS; k++) {
    const name = names[k % names.length]!;
    const { wanted, found, input } = CASES[name]!(random);
    expect(await found(), `${name} of ${JSON.stringify(input)}, seed ${seed}`).toEqual(wanted);
    const code = wanted[0]![0];
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const union = /type PercentEncodingErrorCode =([^;]+);/.exec(readFileSync("library/src/base/errors.ts", "utf8"))![1]!;
  const codes = Array.from(union.matchAll(/"([a-z0-9-]+)"/g), ([, code]) => code!);
  expect([...counts.keys()].sort()).toEqual(codes.sort());
  for (const [code, count] of counts) countInputs(count, code);
});
