import { attempt, splitInput, assertLaw, same } from "../laws.mjs";

/** Parsing equals splitting and decoding; serialized pairs can be parsed; an editor without edits changes nothing. */
export const form = {
  tokens: "& = + ; && %26 %3D %2B % %zz %C3%A9 %E2%9C %FF é 😀 \ud800 _charset_ __proto__".split(" "),
  run(input, library) {
    const { pick, rest } = splitInput(input);
    LAWS[pick(LAWS.length)](rest, library, pick);
  },
  long: ({ form: { parseForm } }, text) => parseForm(text, { rules: "whatwg", limits: { pairs: 1e9, name: 1e9 } }),
};

/** @type {any[]} each is called with the text, the library and `pick` */
const LAWS = [checkParsing, checkRoundTrip, checkLimits];

function checkParsing(text, library) {
  const { parseForm } = library.form;
  // Strict rules refuse what begins as a URI.
  text = text.replace(/^(?=\?|[a-z][a-z0-9+.-]*:\/\/)/i, "&");
  const plain = attempt(library, () => [...parseForm(text)]);
  same(plain, attemptPlain(library, text), "strict parsing equals splitting and decoding");
  const issues = [];
  const kept = { malformed: "keep", invalidUtf8: "keep", loneSurrogate: "replace" };
  const pairs = parseForm(text, { ...kept, onIssue: (issue) => issues.push(issue) });
  const found = text.split("&");
  same(pairs.size, found.filter((part) => part !== "").length, "each nonempty part is a pair");
  same(pairs.emptyPairs, text === "" ? 0 : found.length - pairs.size, "empty pairs are counted");
  same(issues.length === 0, plain.error === undefined, "there is an issue exactly if strict parsing throws");
  if (issues[0]) same([issues[0].code, issues[0].index, issues[0].length], plain.error, "the first issue is the error");
  assertLaw(
    issues.every(({ index }, k) => k === 0 || issues[k - 1].index <= index),
    "issues come in order",
  );
  const query = `?${text.replaceAll("#", "%23")}`;
  same(library.uris.editUri(query).toString(), query, "an editor without edits changes nothing");
}

function checkRoundTrip(text, { form: { FormPairs, parseForm, serializeForm }, uris: { editUri } }, pick) {
  const pairs = [...parseForm(text, { rules: "whatwg" })];
  const written = serializeForm(pairs, { space: ["+", "%20"][pick(2)] });
  assertLaw(/^[\x21-\x7e]*$/.test(written), "a serialized form is ASCII");
  same([...parseForm(written)], pairs, "serialized pairs can be parsed");
  same([...new FormPairs(pairs)], pairs, "FormPairs keeps pairs");
  // An editor keeps a lone surrogate, a parser replaces it with U+FFFD.
  const query = text.toWellFormed().replaceAll("#", "%23");
  for (const [name] of pairs.slice(0, 3)) {
    // Strictly, a name that cannot be decoded is equal to no name.
    const edited = editUri(`?${query}`, { malformed: "keep", invalidUtf8: "replace" }).set(name, "é&").toString();
    same(parseForm(edited.slice(1), { rules: "whatwg" }).getAll(name), ["é&"], "a name that is set has one value");
  }
}

function checkLimits(text, library, pick) {
  const limits = { pairs: 1 + pick(4), name: 3 + pick(4), value: 3 + pick(4) };
  const outcome = attempt(library, () => library.form.parseForm(text, { limits, rules: "whatwg" }));
  const found = text.split("&").filter((part) => part !== "");
  const within = found.length <= limits.pairs && found.every((part) => fits(part, limits));
  same(outcome.error?.[0], within ? undefined : "limit-exceeded", "limits hold");
}

function fits(part, { name, value }) {
  const equals = part.indexOf("=");
  return equals < 0 ? part.length <= name : equals <= name && part.length - equals - 1 <= value;
}

/** Parses a form in the simplest way: split, decode, and shift errors by the start of their part. */
function attemptPlain(library, text) {
  const pairs = [];
  let at = 0;
  for (const part of text.split("&")) {
    const equals = part.indexOf("=");
    const parts = equals < 0 ? [part, ""] : [part.slice(0, equals), part.slice(equals + 1)];
    const pair = [];
    for (const [k, written] of parts.entries()) {
      const from = at + (k === 0 ? 0 : parts[0].length + 1);
      const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.exec(written);
      const { error, value } = attempt(library, () => library.codec.percentDecode(written, { plus: "space" }));
      const faults = [error ?? [], lone ? ["lone-surrogate", lone.index, 1] : []].filter(({ length }) => length > 0);
      const [first] = faults.toSorted((a, b) => a[1] - b[1]);
      if (first) return { error: [first[0], from + first[1], first[2]] };
      pair.push(value);
    }
    if (part !== "") pairs.push(pair);
    at += part.length + 1;
  }
  return { value: pairs };
}
