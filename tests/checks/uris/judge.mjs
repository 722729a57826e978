// Compares checkUri for one text with whatwg-url and with the grammars of RFC 3986 and RFC 3987.
import { isValidURLString, parseURL, parseURLWithValidationErrors } from "../../support/oracle/index.mjs";
import { checkUri, isUri, isUriReference } from "../../../library/dist/uri/index.js";
import { PLACES } from "./places.mjs";

const UNIT = "invalid-URL-unit";
const SLASHES = "special-scheme-missing-following-solidus";
const HTTPS = parseURL("https://base.invalid/");
const bases = new Map();

function parseBase(base) {
  if (!bases.has(base)) bases.set(base, parseURL(base));
  return bases.get(base);
}

/** The text as the parser reads it: scalar values, without the characters that it removes. */
function toInput(text) {
  const scalar = text.toWellFormed();
  let [start, end] = [0, scalar.length];
  while (start < end && scalar.charCodeAt(start) <= 0x20) start++;
  while (end > start && scalar.charCodeAt(end - 1) <= 0x20) end--;
  const inside = scalar.slice(start, end);
  const around = scalar.slice(0, start) + scalar.slice(end);
  return {
    scalar,
    input: inside.replace(/[\t\n\r]/g, ""),
    removed: Number(around !== "") + Number(/[\t\n\r]/.test(inside)),
  };
}

/** Counts the errors that an issue covers: adjacent characters with the same error are one issue. */
function countErrors(code, span) {
  if (code === SLASHES) return Math.max(1, span.length);
  return code === UNIT && !span.startsWith("%") ? [...span].length : 1;
}

/**
 * Returns what differs after the URL Standard, as texts.
 *
 * @param {string} text
 * @param {string | undefined} base
 */
export function judgeUrl(text, base) {
  const faults = [];
  const { scalar, input, removed } = toInput(text);
  const isAbsolute = /^[A-Za-z][A-Za-z0-9+.-]*:/.test(input);
  const baseURL = base !== undefined ? parseBase(base) : isAbsolute ? undefined : HTTPS;
  const { url, validationErrors } = parseURLWithValidationErrors(scalar, { baseURL });
  const result = checkUri(text, { grammar: "whatwg", base });
  const compare = (what, ours, theirs) => {
    if (ours !== theirs) faults.push(`${what} is ${ours}, whatwg-url: ${theirs}`);
  };
  compare("valid", result.valid, isValidURLString(text, { baseURL }));
  compare("parses", result.parses, url !== null);
  compare("kind", result.kind, isAbsolute ? "uri" : "relative-reference");

  const wanted = new Map();
  for (const name of validationErrors) wanted.set(name, (wanted.get(name) ?? 0) + 1);
  const counts = new Map(removed > 0 ? [[UNIT, removed]] : []);
  for (const { code, index, length, message } of result.issues) {
    const span = scalar.slice(index, index + length);
    if (index < 0 || index + length > text.length || message === "") faults.push(`${code} is outside of the text`);
    if (code === "lone-surrogate") {
      if (!/^\p{Surrogate}+$/u.test(text.slice(index, index + length))) faults.push(`${code} at ${index}: ${span}`);
      continue;
    }
    if (isRemoved(scalar, index, length)) continue;
    const joined = span.replace(/[\t\n\r]/g, "");
    if (!PLACES[code]?.test(joined)) faults.push(`${code} at ${index}: ${JSON.stringify(span)}`);
    counts.set(code, (counts.get(code) ?? 0) + countErrors(code, joined));
  }
  // An opaque host with several characters of one kind has one error, and an issue for each of its places.
  const scheme = isAbsolute ? /^[^:]*/.exec(input.toLowerCase())?.[0] : baseURL.scheme;
  const isOpaque = !/^(?:https?|wss?|ftp|file)$/.test(scheme);
  const show = (map) =>
    [...map]
      .map(([name, count]) => (isOpaque && name === UNIT ? name : `${name} × ${count}`))
      .sort()
      .join(", ");
  compare("the errors", show(counts), show(wanted));

  const isWellFormed = scalar === text;
  const indexes = result.issues.map(({ index }) => index);
  if (indexes.some((index, k) => index < (indexes[k - 1] ?? 0))) faults.push("the issues are not in order");
  const reported = !result.valid === validationErrors.length > 0 ? /^(?:both|neither)$/ : /^grammar$/;
  if (!reported.test(result.reportedBy) || (result.reportedBy === "grammar" && isWellFormed)) {
    faults.push(`reported by ${result.reportedBy}`);
  }
  return { faults, result };
}

/** Whether a span consists of characters that the parser removes. */
function isRemoved(scalar, index, length) {
  const span = scalar.slice(index, index + length);
  if (length === 0 || /[^\0-\x20]/.test(span)) return false;
  return (
    !/[^\t\n\r]/.test(span) || !/[^\0-\x20]/.test(scalar.slice(0, index)) || !/[^\0-\x20]/.test(scalar.slice(index))
  );
}

/**
 * Returns what differs from the grammars of the RFCs, as texts. Replacing the places of all issues has to make the text valid,
 * except for an address in brackets.
 *
 * @param {string} text
 * @param {(rule: string, text: string) => boolean} matches the function of tests/unit/uri/grammar.ts
 */
export function judgeUri(text, matches) {
  const faults = [];
  const compare = (what, ours, theirs) => {
    if (ours !== theirs) faults.push(`${what} is ${ours}, the ABNF: ${theirs}`);
  };
  compare("isUri", isUri(text), matches("URI", text));
  compare("isUriReference", isUriReference(text), matches("URI-reference", text));
  const results = /** @type {const} */ ([
    ["rfc3986", "URI-reference"],
    ["rfc3987", "IRI-reference"],
  ]).map(([grammar, rule]) => {
    const result = checkUri(text, { grammar });
    compare(`valid by ${grammar}`, result.valid, matches(rule, text));
    const repaired = repair(text, result.issues);
    if (repaired !== undefined && !matches(rule, repaired))
      faults.push(`repaired by ${grammar}: ${JSON.stringify(repaired)}`);
    return result;
  });
  compare("kind", results[0]?.kind, /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text) ? "uri" : "relative-reference");
  return { faults, results };
}

function repair(text, issues) {
  let repaired = "";
  let end = 0;
  for (const { code, index, length } of issues) {
    if (index < end || index + length > text.length || (length === 0 && code !== "invalid-ip-literal"))
      return `${index}`;
    if (code === "invalid-ip-literal") return undefined;
    repaired += text.slice(end, index) + (code === "invalid-port" ? "1" : "x").repeat(length);
    end = index + length;
  }
  return repaired + text.slice(end);
}
