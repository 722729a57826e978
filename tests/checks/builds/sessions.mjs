// Sequences of calls: chunks and streams, requests, successive edits, and sets derived from other sets.
import { bytes, cutAt, pick, some, text, collectOutput } from "./hostile.mjs";

/** Makes a parameter that is never replaced with a wrong value. */
const fixed = (make) => ({ make, accepts: () => false, fixed: true });
const chunks = fixed((below) => {
  const whole = below(2) === 0 ? bytes(below) : text(below);
  const places = some(below, 4, () => below(whole.length + 1)).toSorted((a, b) => a - b);
  const cut = cutAt(whole, places);
  return below(4) === 0 ? [...cut, bytes(below)] : cut;
});
const byteChunks = fixed((below) => chunks.make(below).filter((chunk) => typeof chunk !== "string"));
const options = (below, values) => Object.fromEntries(Object.entries(values).filter(() => below(2) === 0));
const range = fixed((below) => options(below, { from: below(12), to: 4 + below(40), final: below(2) === 0 }));
const method = (...names) => fixed((below) => some(below, 4, () => [pick(below, names), word(below), word(below)]));
const word = (below) => (below(2) === 0 ? pick(below, ["a", "b", "é", "a b", ""]) : text(below));
const pairs = fixed((below) => some(below, 6, () => [word(below), word(below)]));
const type = fixed((below) =>
  pick(below, [
    "application/x-www-form-urlencoded",
    "Application/X-WWW-Form-Urlencoded; charset=utf-8",
    'application/x-www-form-urlencoded;charset="Shift_JIS"',
    "application/x-www-form-urlencoded; charset=windows-1252; charset=utf-8",
    "text/plain",
    `application/x-www-form-urlencoded; ${text(below)}`,
  ]),
);
const label = fixed((below) =>
  pick(below, ["utf-8", "utf-16le", "replacement", "sjis", "gb18030", "iso-2022-jp", "euc-kr", "koi8-r", "latin1"]),
);
const OPERATIONS = ["add", "remove", "union", "complement"];

/** Runs actions one after the other and returns the value or the error of each. */
function each(actions) {
  return actions.map((action) => {
    try {
      return action();
    } catch (error) {
      return error;
    }
  });
}

/** Calls methods of an object one after the other, and returns what each answer shows, or the error. */
function edit(owner, edits, show) {
  return each(
    edits.map(
      ([name, ...given]) =>
        () =>
          show(owner[name](...given)),
    ),
  );
}

const join = (parts) =>
  parts[0] instanceof Uint8Array
    ? Buffer.concat(parts)
    : parts.map((part) => (Array.isArray(part) ? part : [part])).flat();

function makeRequest(contentType, parts) {
  const body = new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  return { headers: { get: (name) => (name === "content-type" ? contentType : null) }, body };
}

/** @returns rows like those of tests/support/public-functions.ts, for a build */
export function listSessions({ modules, functions }) {
  const codec = modules["index.ts"];
  const form = modules["form/index.ts"];
  const sets = modules["sets/index.ts"];
  const stream = modules["stream.ts"];
  const charset = modules["charset/index.ts"];
  const template = modules["template/index.ts"];
  const { uri } = modules["uri/index.ts"];
  const findArgument = (name, k) => functions.find((row) => row.name === name).args[k];
  const set = findArgument("percentEncode", 1);
  const row = (name, call, ...args) => ({ name, call, args });

  return [
    row("constants", () =>
      Object.fromEntries(
        Object.values(modules)
          .flatMap((module) => Object.entries(module).filter(([, own]) => typeof own !== "function"))
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
    ),
    ...[
      ["decode", "PercentDecoder", "decodeInto", findArgument("PercentDecoder", 0)],
      ["encode", "PercentEncoder", "encodeInto", set],
    ].map(([name, codecClass, call, first]) =>
      row(
        `${name} in chunks`,
        (own, source, size, ...ranges) => {
          const transcoder = new codec[codecClass](own);
          const target = new Uint8Array(size);
          return each(ranges.map((one) => () => [transcoder[call](source, target, one), target.slice()]));
        },
        first,
        fixed(bytes),
        fixed((below) => below(64)),
        range,
        range,
        range,
      ),
    ),
    ...[
      { name: "decode stream", streamClass: "PercentDecodeStream", args: [findArgument("PercentDecodeStream", 0)] },
      {
        name: "encode stream",
        streamClass: "PercentEncodeStream",
        args: [set, findArgument("PercentEncodeStream", 1)],
      },
      { name: "form stream", streamClass: "FormParseStream", args: [findArgument("FormParseStream", 0)] },
    ].map(({ name, streamClass, args }) =>
      row(
        name,
        async (...given) => join(await collectOutput(new stream[streamClass](...given.slice(0, -1)), given.at(-1))),
        ...args,
        chunks,
      ),
    ),
    row(
      "request",
      (contentType, parts, own) => form.parseFormRequest(makeRequest(contentType, parts), own),
      type,
      byteChunks,
      findArgument("parseFormRequest", 1),
    ),
    row(
      "edited query",
      (query, edits) => edit(modules["uri/index.ts"].editUri(`?${query}`), edits, String),
      fixed(text),
      method("set", "append", "delete", "rename"),
    ),
    row(
      "edited form",
      (source, edits, one, own) => {
        const made = new form.FormPairs(source);
        const answers = edit(made, edits, (answer) => answer);
        const all = each([() => made.toObject(one), () => made.toMap(), () => made.toString(own)]);
        return [answers, made, ...all];
      },
      pairs,
      method("has", "get", "getAll", "single", "set", "append", "delete", "sort"),
      findArgument("FormPairs.toObject", 0),
      findArgument("FormPairs.toString", 0),
    ),
    row("form of a text", (whole) => new form.FormPairs(whole), fixed(text)),
    row("serialized form", form.serializeForm, pairs, findArgument("serializeForm", 1)),
    row(
      "own set",
      (first, second, operations, whole) => {
        let made = first ?? sets.rfc3986.component;
        const other = second ?? sets.whatwg.form;
        const answers = each(
          operations.map(([name, characters]) => () => {
            made = made[name](name === "union" ? other : characters);
            return made;
          }),
        );
        const encoded = codec.percentEncode(whole, made, { loneSurrogate: "replace" });
        return [answers, ...each([() => sets.diffSets(made, other), () => made.has(whole.slice(0, 1))]), encoded];
      },
      set,
      set,
      fixed((below) => some(below, 3, () => [pick(below, OPERATIONS), pick(below, ["/", "?&=", "~.-_", " %", "é"])])),
      fixed(text),
    ),
    row(
      "uri of parts",
      (holes, own) => {
        // A template literal begins and ends with a string.
        const raw = ["/", ...holes.map(([after]) => after)];
        const tag = own === undefined ? uri : uri.with(own);
        return tag(Object.assign([...raw], { raw }), ...holes.map(([, hole]) => hole));
      },
      fixed((below) =>
        some(below, 3, () => [below(2) === 0 ? text(below) : pick(below, ["/", "?a=", "#", "&b="]), word(below)]),
      ),
      findArgument("uri.with", 0),
    ),
    row(
      "template expanded and matched",
      (whole, values) => {
        const expanded = template.expandTemplate(whole, values);
        return [expanded, template.matchTemplate(whole, expanded)];
      },
      fixed(
        (below) => text(below) + pick(below, ["{a}", "{?a,b*}", "{+a:3}", "{/c*}", "{#a,b}", "{;b*}", "{&a}", "{.a}"]),
      ),
      fixed((below) =>
        options(below, { a: word(below), b: some(below, 3, word), c: { [word(below)]: word(below), k: below(9) } }),
      ),
    ),
    row(
      "any encoding",
      (name, whole, own, more) => {
        const encoding = charset.encoding(name);
        const output = charset.outputEncoding(encoding);
        return each([
          () => codec.percentDecode(whole, { ...own, encoding }),
          () => codec.percentDecode(whole, { ...own, encoding: output }),
          () => codec.percentEncode(whole, undefined, { ...more, encoding }),
          () => codec.percentEncode(whole, undefined, { ...more, encoding: output }),
          () => [encoding.hasLabel(whole), encoding.name, output.name],
        ]);
      },
      label,
      fixed(text),
      findArgument("percentDecode", 1),
      findArgument("percentEncode", 2),
    ),
  ];
}
