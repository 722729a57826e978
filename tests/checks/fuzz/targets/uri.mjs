import { attempt, attemptArguments, splitInput, assertLaw, same } from "../laws.mjs";

const PROFILES = ["strict", "basic", "advanced", "chromium", "firefox"];

/** Cleaning and normalizing are idempotent, and a displayed URI identifies the same resource. */
export const uri = {
  tokens: [
    ["http://", "https:", "file:///", "//", "/", "\\", "?", "#", "@", ":", ":80", "[::1]", "[", "]", "..", ".", "/../"],
    "%2e %2F %5C %41 % %zz %25 %C3%A9 %E2%80%AE %FF xn-- e.com 0x7f.1 127.0.0.1".split(" "),
    [" ", "\t", "\n", "é", "\u3002", "\uff0f", "\u202e", "\u0301", "😀", "\ud800", "\0", "|", "^", "urn:", "a:"],
  ].flat(),
  run(input, library) {
    const { pick, rest } = splitInput(input);
    LAWS[pick(LAWS.length)](rest, library, pick);
  },
  long: ({ uris }, text) => [uris.normalizeUri(text), uris.displayUri(text), uris.compareUris(text, `${text}a`)],
};

/** @type {any[]} each is called with the text, the library and `pick` */
const LAWS = [checkNormalizing, checkCleaning, checkDisplaying];

function checkNormalizing(text, { uris: { compareUris, normalizeUri, resolveUri, splitUri } }) {
  const normal = normalizeUri(text);
  same(normalizeUri(normal), normal, "normalizing is idempotent");
  same(compareUris(text, text).equality, "identical", "a text is identical to itself");
  const { equality } = compareUris(text, normal);
  same(compareUris(normal, text).equality, equality, "comparing is symmetric");
  assertLaw(equality !== "different", "a text is equal to its normalized form");
  assertLaw(splitUri(resolveUri(text, "http://a/b/c?d")).scheme !== undefined, "a resolved reference has a scheme");
}

function checkCleaning(text, library, pick) {
  const { cleanUri, cleanUriReport } = library.uris;
  const level = ["basic", "advanced"][pick(2)];
  const { error, value } = attempt(library, () => cleanUri(text, { level }));
  if (error) {
    assertLaw(["host-ambiguous", "invalid-uri", "lone-surrogate"].includes(error[0]), `${error.join()} is documented`);
    assertLaw(
      error[1] >= 0 && error[2] >= 0 && error[1] + error[2] <= text.length,
      `${error.join()} is within the text`,
    );
    return;
  }
  const report = cleanUriReport(value, { level });
  same(report.value, value, "cleaning is idempotent");
  assertLaw(level === "basic" || report.valid, "the level advanced returns a valid URI");
}

function checkDisplaying(given, library, pick) {
  // cleanUri trims, and displayUri does not.
  const text = given.replace(/^[\0-\x20]+|[\0-\x20]+$/g, "");
  const { cleanUri, compareUris, displayUri, normalizeUri, splitAuthority, splitUri } = library.uris;
  // normalizeUri leaves a text unchanged whose authority RFC 3986 does not allow.
  if (attempt(library, () => splitAuthority(splitUri(text).authority ?? "")).error) return;
  const profile = PROFILES[pick(PROFILES.length)];
  const shown = displayUri(text, { profile });
  const { error, value } = attempt(library, () => cleanUri(text));
  if (error) return;
  const law = `what ${profile} displays identifies the same resource`;
  if (profile !== "advanced") same(normalizeUri(cleanUri(shown)), normalizeUri(value), law);
  else assertLaw(compareUris(cleanUri(shown), value, { reservedWithoutPurpose: true }).equality !== "different", law);
}

const VALUES = { a: "x/y", b: "é &", list: ["p", "", "q,r"], map: { k: "v", "k=": "&" }, empty: [] };

/** Texts inserted into an expansion, so that it almost matches. */
const MORE = ["=", ";", "&", "/", ",", ".", "a", "%41", "%2f", "%", "a=", "x"];

/** The values of a match expand to the same URI; no value of the `uri` tag leaves its component. */
export const template = {
  tokens: [
    "{ } {a} {+a} {#b} {.list} {/list*} {;map*} {?a,b} {&map} {a:3} {list:1} {empty}".split(" "),
    ["/", "?", "&", "=", ",", "*", ":", "a", "b", "%41", "%2F", "%", "é", "\ud800", ".", "x%2Fy", "%C3%A9", "\u0000"],
  ].flat(),
  run(input, library) {
    const { splitUri, uri: tag } = library.uris;
    const { expandTemplate, matchTemplate } = library.template;
    const { pick, rest } = splitInput(input);
    const [written, given = ""] = rest.split("\0");
    const options = { unsafe: pick(2) === 0 ? "throw" : "allow" };
    const unsafe = options.unsafe === "throw" ? ["unsafe-segment"] : [];
    const expand = (values) => attemptArguments(library, () => expandTemplate(written, values, options));
    const match = (text) => attempt(library, () => matchTemplate(written, text, options));
    const expanded = expand({ ...VALUES, b: given || VALUES.b });
    if (expanded.error) {
      const codes = ["invalid-template", "lone-surrogate", ...unsafe];
      assertLaw(codes.includes(expanded.error[0]), `${expanded.error} is documented`);
    }
    const { value: whole = given } = expanded;
    const at = pick(whole.length + 1);
    const nearly = whole.slice(0, at) + MORE[pick(MORE.length)] + whole.slice(at + pick(2));
    for (const text of [whole, given, nearly]) {
      const { value: values, error } = match(text);
      if (error) assertLaw(["invalid-template", ...unsafe].includes(error[0]), `${error} is documented for matching`);
      if (values === undefined) continue;
      const { value: again, error: refused } = expand(values);
      if (refused) assertLaw(unsafe.includes(refused[0]), `${refused}: matched values expand`);
      if (again === undefined) continue;
      same(sortPairs(sameEscapes(again)), sortPairs(sameEscapes(text)), "matched values expand to the same URI");
      const { value: rematched } = match(again);
      // Expansion writes an escaped letter as the letter. A literal may match it too, and of two matches none is returned.
      if (rematched === undefined && sameEscapes(text).length < text.length) continue;
      same(rematched, values, "the expansion matches with the same values");
    }
    const { error, value } = attempt(library, () => tag`https://e.com/a/${written}?q=${given}#${written}`);
    if (error)
      return assertLaw(["lone-surrogate", "unsafe-segment"].includes(error[0]), `${error.join()} is documented`);
    const { authority, fragment, path, query } = splitUri(value);
    const read = [
      authority,
      ...[path.slice("/a/".length), query.slice("q=".length), fragment].map((part) => decodeURIComponent(part)),
    ];
    same(read, ["e.com", written, given, written], "no value leaves its component");
    assertLaw(!path.slice("/a/".length).includes("/"), "no value adds a segment");
  },
  long: (library, text) => attempt(library, () => library.template.matchTemplate("/{a}/{b}{?c*}", `/${text}`)),
};

/** Sorts the pairs of the query, whose order does not matter for a match. */
const sortPairs = (text) => text.replace(/\?[^#]*/, (query) => `?${query.slice(1).split("&").sort().join("&")}`);

/** Normalizes escapes: a match may differ from its expansion in their case and in escaped unreserved characters. */
function sameEscapes(text) {
  return text.replace(/%[0-9A-Fa-f]{2}/g, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escape.toUpperCase();
  });
}
