import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { encoding, percentDecodeAs, percentEncodeAfterEncoding } from "../src/charset/index.ts";
import { type FormOptions, parseForm, parseFormRequest, serializeForm } from "../src/form/index.ts";
import {
  type DecodeIssue,
  percentDecode,
  percentDecodeBytes,
  percentDecodeReport,
  percentEncode,
  PercentEncodingError,
} from "../src/index.ts";
import { decodePath, decodePathReport } from "../src/inspect/index.ts";
import { FormParseStream, PercentDecodeStream, PercentEncodeStream } from "../src/stream.ts";
import { cleanUri, encoded, expandTemplate, matchTemplate, uri } from "../src/uri/index.ts";
import {
  ACCEPT,
  clean,
  cutOff,
  fault,
  inBytes,
  join,
  LONE_SURROGATES,
  MALFORMED,
  NOT_UTF8,
  type Place,
  plant,
  type Planted,
  REFUSED,
} from "./planted.ts";
import { numbers, pick, type Random } from "./random.ts";
import { seed } from "./seed.ts";
import { cutAt, through } from "./streams.ts";
import { tally } from "./tally.ts";

/** check:positions goes over 100,000, the quick gate over fewer. */
const INPUTS = Number(process.env["PERCODEC_POSITIONS"] ?? 10_000);

/** What was planted, and what the library says of it: the first fault, or all issues. */
interface Case {
  readonly wanted: readonly Place[];
  readonly found: () => Promise<readonly Place[]>;
  readonly input: string;
}

/** The library throws the first fault. */
function throwing({ text, places }: Planted, action: (text: string) => unknown, wanted = places): Case {
  const found = async (): Promise<Place[]> => {
    try {
      await action(text);
    } catch (error) {
      if (!(error instanceof PercentEncodingError)) throw error;
      return [[error.code, error.index, error.length]];
    }
    return [];
  };
  return { wanted: wanted.slice(0, 1), found, input: text };
}

/** The library tells of all of them. */
function telling(
  { text, places }: Planted,
  action: (text: string, onIssue: (issue: DecodeIssue) => void) => unknown,
  wanted = places,
): Case {
  const found = async (): Promise<Place[]> => {
    const told: Place[] = [];
    await action(text, ({ code, index, length }) => told.push([code, index, length]));
    return told;
  };
  return { wanted, found, input: text };
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The text in random chunks, as text or as bytes. */
function chunks(random: Random, text: string, asBytes = random(2) === 0): (string | Uint8Array)[] {
  const places = Array.from({ length: random(5) }, () => random(text.length + 1)).sort((a, b) => a - b);
  return asBytes ? cutAt(bytesOf(text), places) : cutAt(text, places);
}

const DECODING = [...MALFORMED, ...NOT_UTF8];
/** Text with faults, which now and then ends too early as well, or only that. */
const cut = (random: Random, planted: Planted): Planted =>
  random(6) === 0 ? cutOff(random) : random(4) === 0 ? join(planted, cutOff(random)) : planted;
const coded = (random: Random, more: readonly Planted[] = []): Planted =>
  cut(random, plant(random, [...DECODING, ...more]));

/** Some pairs, one of them with faults in its name or value or both; each is a text that may end too early. */
function form(random: Random, more: readonly Planted[] = []): Planted {
  const before = Array.from({ length: random(3) }, () => pick(random, [clean(random), `${clean(random)}=`, ""]) + "&");
  const name = random(2) === 0 ? coded(random, more) : clean(random);
  const value = random(2) === 0 ? "" : join("=", coded(random, more));
  const faulty = join(name, value);
  return join(...before, faulty.places.length === 0 ? coded(random, more) : faulty, pick(random, ["&b=2", "&", ""]));
}

const sjis = encoding("shift_jis");
const greek = encoding("windows-1253");
const JAPANESE = ["a", "+", "%41", "%82%A0", "%83A", "あ", "é"];
const NO_SJIS = ["%FF", "%a0", "%FD"].map((text) => fault("undecodable", text));
const NO_GREEK = ["%AA", "%d2", "%FF"].map((text) => fault("undecodable", text));
const undecodable = (random: Random) =>
  random(2) === 0
    ? ([plant(random, [...NO_SJIS, ...MALFORMED], JAPANESE), sjis] as const)
    : ([plant(random, [...NO_GREEK, ...MALFORMED]), greek] as const);
const UNENCODABLE = ["‽", "😀", "ü"].map((text) => fault("unencodable", text));
const unencodable = (random: Random) => plant(random, UNENCODABLE, ["a", " ", "あ", "漢", "ж"], ["z", "あ"]);

const LIMIT = 8;
/** A form whose first unit beyond a limit is known. */
function beyond(random: Random, unitsIn: (text: string) => number): [Planted, NonNullable<FormOptions["limits"]>] {
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

/** Two pairs of one name, however it is written. */
function duplicate(random: Random): Planted {
  const [first, second] = pick(random, [["%61", "a"], ["a", "%61"], ["caf%C3%A9", "café"], ["a+b", "a%20b"]]); // prettier-ignore
  const other = () => pick(random, ["", "x=1&", "&", "%62=ж&"]);
  const unlike = pick(random, ["", "y&", "é=é&"]);
  return join(other(), `${first}=${clean(random)}&`, unlike, fault("duplicate-name", second!), `=${clean(random)}&z`);
}

const TYPE = "application/x-www-form-urlencoded";
const request = (text: string, contentType = TYPE) => ({
  headers: { get: (name: string) => (name === "content-type" ? contentType : null) },
  body: new Response(text).body,
});

const URI_TEXT = ["a", "~", "%41", "%C3%A9", "é", ":", "@", " ", "/", "😀"];
const around = (random: Random, authority: Planted): Planted =>
  join(
    pick(random, ["", " ", "\t"]),
    pick(random, ["http:", "https:", "HTTP:"]),
    "//",
    authority,
    `/${clean(random, URI_TEXT)}`,
    pick(random, ["", "?a=é", "#é"]),
  );
const INVALID_AUTHORITIES = [
  join("e.com:", fault("invalid-uri", "8x")),
  join("u:p@e.com:", fault("invalid-uri", "-1")),
  fault("invalid-uri", "[zz]"),
  join("u@", fault("invalid-uri", "[::g]"), ":80"),
  fault("invalid-uri", "é\ufffd.com"),
];
const AMBIGUOUS = ["good.com\\@evil.com", "0x7f.1", "u@0177.0.0.1:80", "2130706433"].map((text) =>
  fault("host-ambiguous", text),
);
const UNSAFE = ["..", ".", "%2e%2E", "a%2Fb", "%5C", "x%00", "%252e%252e", "a\\b", "%0a", "..;x", "é%2fé"].map((text) =>
  fault("unsafe-segment", text),
);
const segments = (random: Random) => Array.from({ length: random(3) }, () => `s${clean(random)}/`).join("");

/** A text for a component, its first character that may not stand there, and what is behind: the fault goes on to the end. */
function misfit(random: Random): [Planted, "segment" | "query"] {
  const component = pick(random, ["segment", "query"] as const);
  const bad = pick(random, [" ", "<", "é", '"', "%z", component === "segment" ? "/" : "#"]);
  const good = ["a", "~", "%41", "!", "@", ":"];
  return [join(clean(random, good), fault("invalid-uri", bad + clean(random, good))), component];
}

const BAD_TEMPLATES = [
  fault("invalid-template", "}"),
  fault("invalid-template", "{}"),
  fault("invalid-template", "{?}"),
  join("{a", fault("invalid-template", " "), "b}"),
  join("{a", fault("invalid-template", "😀"), "}"),
  join("{a", fault("invalid-template", ":0"), "}"),
  join("{+b,a", fault("invalid-template", ":12345"), "}"),
  join("{a,", fault("invalid-template", "}")),
  join("{", fault("invalid-template", "%"), "zz}"),
  join("{#", fault("invalid-template", "%4"), "}"),
  fault("invalid-template", "\ud800"),
];
const template = (random: Random): Planted => {
  const good = ["/a", "é", "{x}", "{?y,z*}", "{+p:3}", "%41", "😀"];
  const open = fault("invalid-template", `{a${clean(random, ["b", ",", ":3", "/"])}`);
  return random(4) === 0 ? join(clean(random, good), open) : plant(random, BAD_TEMPLATES, good, ["z", "é", "{x}"]);
};

const KEEP = { malformed: "keep", invalidUtf8: "keep" } as const;
const strictBytes = { invalidUtf8: "throw" } as const;

const WAYS: Readonly<Record<string, (random: Random) => Case>> = {
  percentDecode: (random) => throwing(coded(random), (text) => percentDecode(text)),
  "percentDecode, %uXXXX": (random) => {
    const kinds = [...DECODING, fault("lone-surrogate", "%uD83D"), fault("lone-surrogate", "%udc00")];
    return throwing(plant(random, kinds), (text) => percentDecode(text, { percentU: true }));
  },
  "percentDecode, accept": (random) =>
    throwing(coded(random, REFUSED), (text) => percentDecode(text, { accept: ACCEPT })),
  percentDecodeReport: (random) => {
    const planted = coded(random, [...LONE_SURROGATES, ...REFUSED]);
    return telling(planted, (text, tell) => percentDecodeReport(text, { accept: ACCEPT }).issues.forEach(tell));
  },
  percentDecodeBytes: (random) => {
    const planted = cut(random, plant(random, MALFORMED));
    return throwing(planted, (text) => percentDecodeBytes(bytesOf(text)), inBytes(planted));
  },
  PercentDecodeStream: (random) => {
    const planted = coded(random);
    const run = (text: string) => through(new PercentDecodeStream(strictBytes), chunks(random, text));
    return throwing(planted, run, inBytes(planted));
  },
  "PercentDecodeStream, onIssue": (random) => {
    const planted = coded(random, LONE_SURROGATES);
    const options = { ...KEEP, loneSurrogate: "replace" } as const;
    return telling(
      planted,
      (text, onIssue) => through(new PercentDecodeStream({ ...options, onIssue }), chunks(random, text, false)),
      inBytes(planted),
    );
  },
  percentEncode: (random) => throwing(plant(random, LONE_SURROGATES), (text) => percentEncode(text)),
  PercentEncodeStream: (random) => {
    const planted = plant(random, LONE_SURROGATES);
    return throwing(
      planted,
      (text) => through(new PercentEncodeStream(), chunks(random, text, false)),
      inBytes(planted),
    );
  },
  percentDecodeAs: (random) => {
    const [planted, charset] = undecodable(random);
    return throwing(planted, (text) => percentDecodeAs(text, charset));
  },
  percentEncodeAfterEncoding: (random) =>
    throwing(unencodable(random), (text) =>
      percentEncodeAfterEncoding(text, sjis, undefined, { unencodable: "throw" }),
    ),
  serializeForm: (random) => {
    const planted = random(2) === 0 ? unencodable(random) : plant(random, LONE_SURROGATES, ["a", " "], ["z"]);
    const options = { encoding: sjis, unencodable: "throw", newlines: "crlf" } as const;
    return throwing(planted, (text) => serializeForm([["a\n", "b"], random(2) ? [text, "\n"] : ["", text]], options)); // prettier-ignore
  },
  parseForm: (random) => throwing(form(random, LONE_SURROGATES), (text) => parseForm(text)),
  "parseForm, onIssue": (random) =>
    telling(form(random, [...LONE_SURROGATES, ...REFUSED]), (text, onIssue) =>
      parseForm(text, { onIssue, accept: ACCEPT }),
    ),
  "parseForm, bytes": (random) => {
    const planted = form(random);
    return throwing(planted, (text) => parseForm(bytesOf(text)), inBytes(planted));
  },
  "parseForm, encoding": (random) => {
    const [planted, charset] = undecodable(random);
    return telling(join("a&b=", planted, "&"), (text, onIssue) => parseForm(text, { onIssue, encoding: charset }));
  },
  "parseForm, limits": (random) => {
    const [planted, limits] = beyond(random, (text) => text.length);
    return throwing(planted, (text) => parseForm(text, { limits }));
  },
  FormParseStream: (random) => {
    const planted = form(random, REFUSED);
    const run = (text: string) => through(new FormParseStream({ accept: ACCEPT }), chunks(random, text));
    return throwing(planted, run, inBytes(planted));
  },
  "FormParseStream, onIssue": (random) => {
    const planted = form(random, LONE_SURROGATES);
    const run = (text: string, onIssue: (issue: DecodeIssue) => void) =>
      through(new FormParseStream({ onIssue }), chunks(random, text, false));
    return telling(planted, run, inBytes(planted));
  },
  "FormParseStream, limits": (random) => {
    const [planted, limits] = beyond(random, (text) => bytesOf(text).length);
    return throwing(
      planted,
      (text) => through(new FormParseStream({ limits }), chunks(random, text)),
      inBytes(planted),
    );
  },
  parseFormRequest: (random) => {
    const [planted, limits] = random(2) === 0 ? [form(random), {}] : beyond(random, (text) => bytesOf(text).length);
    return throwing(planted, (text) => parseFormRequest(request(text), { limits }), inBytes(planted));
  },
  "parseFormRequest, headers": (random) => {
    const refused = fault("charset-refused", pick(random, ["utf-7", "latin1", "x"]));
    const planted = pick(random, [
      fault("unsupported-media-type", `text/${clean(random, ["plain", "+xml", ";a=b"])}`),
      join(`${TYPE}${clean(random, [" ", ";a=b"])}; charset=`, refused, pick(random, ["", ";b=c"])),
    ]);
    return throwing(planted, (text) => parseFormRequest(request("a=1", text)));
  },
  "parseForm, _charset_": (random) => {
    const refused = fault("charset-refused", pick(random, ["utf-7", "latin1", "x%41"]));
    const planted = join(pick(random, ["", "a=é&", "&b&"]), "_charset_=", refused, "&c=%82%A0");
    return throwing(planted, (text) => parseForm(text, { charsetField: [sjis] }));
  },
  "FormPairs, duplicates": (random) =>
    throwing(duplicate(random), (text) => {
      const pairs = parseForm(text);
      return random(2) === 0 ? pairs.toObject() : pairs.toMap().forEach((_, name) => pairs.single(name));
    }),
  "FormPairs, duplicates in bytes": (random) => {
    const planted = duplicate(random);
    return throwing(planted, (text) => parseForm(bytesOf(text)).toObject(), inBytes(planted));
  },
  "cleanUri, invalid": (random) =>
    throwing(around(random, pick(random, INVALID_AUTHORITIES)), (text) => cleanUri(text, { level: "advanced" })),
  "cleanUri, ambiguous": (random) =>
    throwing(around(random, pick(random, AMBIGUOUS)), (text) => cleanUri(text, { level: "advanced" })),
  "cleanUri, lone surrogates": (random) =>
    throwing(join("/", plant(random, LONE_SURROGATES, URI_TEXT)), (text) => cleanUri(text)),
  decodePath: (random) =>
    throwing(join("/", segments(random), "s", coded(random), "/", segments(random)), (text) => decodePath(text)),
  "decodePath, unsafe": (random) =>
    throwing(
      join(pick(random, ["/", "s/"]), segments(random), pick(random, UNSAFE), pick(random, ["", "/", "/.."])),
      (text) => decodePathReport(text),
    ),
  "decodePath, ? and #": (random) =>
    throwing(join("/", segments(random), fault("invalid-uri", pick(random, ["?", "#"])), clean(random)), (text) =>
      decodePath(text),
    ),
  encoded: (random) => {
    const [planted, component] = misfit(random);
    return throwing(planted, (text) => encoded(text, component));
  },
  "uri, slashes": (random) => {
    const planted = join(clean(random), fault("unsafe-segment", `${pick(random, ["/", "\\"])}${clean(random)}`));
    return throwing(planted, (text) => uri.with({ slash: "throw" })`/a/${text}?b`);
  },
  "uri, segments": (random) =>
    throwing(fault("unsafe-segment", pick(random, [".", ".."])), (text) => uri`/a/${text}/b`),
  "uri, hosts and ports": (random) =>
    pick(random, [
      throwing(fault("host-ambiguous", pick(random, ["0x7f.1", "127.1", "1"])), (text) => uri`http://${text}/`),
      throwing(fault("invalid-uri", pick(random, ["a b", "[::1", "a/b"])), (text) => uri`http://${text}/`),
      throwing(fault("invalid-uri", pick(random, ["x", "65536", "1@e"])), (text) => uri`http://e.com:${text}/`),
    ]),
  "uri, lone surrogates": (random) =>
    throwing(plant(random, LONE_SURROGATES), (text) => (random(2) ? uri`/a?b=${text}` : uri`/x/a${text}#b`)),
  expandTemplate: (random) => throwing(template(random), (text) => expandTemplate(text, { x: "1" })),
  matchTemplate: (random) => throwing(template(random), (text) => matchTemplate(text, "/a")),
};

test(`${INPUTS} malformed inputs: code, index and length are those of what was put there (seed ${seed})`, async () => {
  const random = numbers(seed);
  const ways = Object.keys(WAYS);
  const counts = new Map<string, number>();
  for (let k = 0; k < INPUTS; k++) {
    const way = ways[k % ways.length]!;
    const { wanted, found, input } = WAYS[way]!(random);
    expect(await found(), `${way} of ${JSON.stringify(input)}, seed ${seed}`).toEqual(wanted);
    const code = wanted[0]![0];
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const union = /type PercentEncodingErrorCode =([^;]+);/.exec(readFileSync("src/codec/errors.ts", "utf8"))![1]!;
  const codes = Array.from(union.matchAll(/"([a-z0-9-]+)"/g), ([, code]) => code!);
  expect([...counts.keys()].sort()).toEqual(codes.sort());
  for (const [code, count] of counts) tally(count, code);
});
