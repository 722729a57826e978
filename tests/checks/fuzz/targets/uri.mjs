import { attempt, attemptArguments, choosing, hold, same } from "../laws.mjs";

const PROFILES = ["strict", "basic", "chromium", "firefox", "uts58"];

/** Cleaning and normalizing twice change nothing more, and what is shown names the same. */
export const uri = {
  tokens: [
    ["http://", "https:", "file:///", "//", "/", "\\", "?", "#", "@", ":", ":80", "[::1]", "[", "]", "..", ".", "/../"],
    [
      "%2e",
      "%2F",
      "%5C",
      "%41",
      "%",
      "%zz",
      "%25",
      "%C3%A9",
      "%E2%80%AE",
      "%FF",
      "xn--",
      "e.com",
      "0x7f.1",
      "127.0.0.1",
    ],
    [" ", "\t", "\n", "é", "\u3002", "\uff0f", "\u202e", "\u0301", "😀", "\ud800", "\0", "|", "^", "urn:", "a:"],
  ].flat(),
  run(input, library) {
    const { pick, rest } = choosing(input);
    LAWS[pick(LAWS.length)](rest, library, pick);
  },
  long: ({ uris }, text) => [uris.normalizeUri(text), uris.displayUri(text), uris.compareUris(text, `${text}a`)],
};

/** @type {any[]} each is given the text, the library and `pick` */
const LAWS = [normalizes, cleans, shows];

function normalizes(text, { uris: { compareUris, normalizeUri, recomposeUri, resolveUri, splitUri } }) {
  same(recomposeUri(splitUri(text)), text, "what is split can be put together");
  const normal = normalizeUri(text);
  same(normalizeUri(normal), normal, "normalizing twice changes nothing more");
  same(compareUris(text, text).equality, "identical", "a text is identical to itself");
  const { equality } = compareUris(text, normal);
  same(compareUris(normal, text).equality, equality, "comparing is symmetric");
  hold(equality !== "different", "a text is equal to what it is normalized to");
  hold(splitUri(resolveUri(text, "http://a/b/c?d")).scheme !== undefined, "what is resolved has a scheme");
}

function cleans(text, library, pick) {
  const { cleanUri, cleanUriReport } = library.uris;
  const level = ["basic", "advanced"][pick(2)];
  const { error, value } = attempt(library, () => cleanUri(text, { level }));
  if (error) {
    hold(["host-ambiguous", "invalid-uri", "lone-surrogate"].includes(error[0]), `${error.join()} is promised`);
    hold(error[1] >= 0 && error[2] >= 0 && error[1] + error[2] <= text.length, `${error.join()} lies in the text`);
    return;
  }
  const report = cleanUriReport(value, { level });
  same(report.value, value, "cleaning twice changes nothing more");
  hold(level === "basic" || report.valid, "advanced gives a valid URI");
}

function shows(text, library, pick) {
  const { cleanUri, displayUri, normalizeUri } = library.uris;
  const profile = PROFILES[pick(PROFILES.length)];
  const shown = displayUri(text, { profile });
  const { error, value } = attempt(library, () => cleanUri(text));
  if (!error) same(normalizeUri(cleanUri(shown)), normalizeUri(value), `what ${profile} shows names the same`);
}

const VALUES = { a: "x/y", b: "é &", list: ["p", "", "q,r"], map: { k: "v", "k=": "&" }, empty: [] };

/** What is put into an expansion, so that it nearly matches. */
const MORE = ["=", ";", "&", "/", ",", ".", "a", "%41", "%2f", "%", "a=", "x"];

/** A template that matches gives back what expands to the same URI; no value of the tag leaves its place. */
export const template = {
  tokens: [
    [
      "{",
      "}",
      "{a}",
      "{+a}",
      "{#b}",
      "{.list}",
      "{/list*}",
      "{;map*}",
      "{?a,b}",
      "{&map}",
      "{a:3}",
      "{list:1}",
      "{empty}",
    ],
    ["/", "?", "&", "=", ",", "*", ":", "a", "b", "%41", "%2F", "%", "é", "\ud800", ".", "x%2Fy", "%C3%A9", "\u0000"],
  ].flat(),
  run(input, library) {
    const { splitUri, uri: tag } = library.uris;
    const { expandTemplate, matchTemplate } = library.template;
    const { pick, rest } = choosing(input);
    const [written, given = ""] = rest.split("\0");
    const expanded = attemptArguments(library, () => expandTemplate(written, { ...VALUES, b: given || VALUES.b }));
    if (expanded.error)
      hold(["invalid-template", "lone-surrogate"].includes(expanded.error[0]), `${expanded.error} is promised`);
    const { value: whole = given } = expanded;
    const at = pick(whole.length + 1);
    const nearly = whole.slice(0, at) + MORE[pick(MORE.length)] + whole.slice(at + pick(2));
    for (const text of [whole, given, nearly]) {
      const { value: values, error } = attempt(library, () => matchTemplate(written, text));
      if (error) same(error[0], "invalid-template", "a template is refused for what it is");
      if (values === undefined) continue;
      const again = expandTemplate(written, values);
      same(sameEscapes(again), sameEscapes(text), "what is matched expands to the same");
      same(matchTemplate(written, again), values, "and matches again");
    }
    const { error, value } = attempt(library, () => tag`https://e.com/a/${written}?q=${given}#${written}`);
    if (error) return hold(["lone-surrogate", "unsafe-segment"].includes(error[0]), `${error.join()} is promised`);
    const { authority, fragment, path, query } = splitUri(value);
    const read = [
      authority,
      ...[path.slice("/a/".length), query.slice("q=".length), fragment].map((part) => decodeURIComponent(part)),
    ];
    same(read, ["e.com", written, given, written], "no value leaves its place");
    hold(!path.slice("/a/".length).includes("/"), "no value makes a segment more");
  },
  long: (library, text) => attempt(library, () => library.template.matchTemplate("/{a}/{b}{?c*}", `/${text}`)),
};

/** Upper-case escapes, none of unreserved characters: in these what matches may differ from what is expanded. */
function sameEscapes(text) {
  return text.replace(/%[0-9A-Fa-f]{2}/g, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escape.toUpperCase();
  });
}
