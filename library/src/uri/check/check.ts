import { requireChoice, requireString } from "../../base/arguments.ts";
import { quote } from "../../base/excerpt.ts";
import { memoize } from "../../base/memoize.ts";
import { type OptionNames, readOptions } from "../../base/options.ts";
import { toWellFormed } from "../../base/utf8.ts";
import { splitAtDelimiters, splitParts, readUri, type UrlObject } from "../reference.ts";
import { endOfText, parseUrl, removeIgnored } from "../whatwg.ts";
import { type Grammar, listFaults, LONE_SURROGATES, RFC_3986, RFC_3987, visitFaults } from "./grammar.ts";
import { explainValidationError, GRAMMAR_FAULTS, type UriIssue } from "./issue.ts";
import { type BaseUrl, checkUrl } from "./url-parser.ts";

/** The options of {@link checkUri}. */
export interface CheckOptions {
  /** The grammar: that of RFC 3986 (the default), of RFC 3987, or of the URL Standard. */
  readonly grammar?: "rfc3986" | "rfc3987" | "whatwg" | undefined;
  /** For `whatwg`: the base URL. Without it, a text without a scheme is checked with an https URL as base, and any other without a base. */
  readonly base?: string | undefined;
}

/** The result of {@link checkUri}. */
export interface UriCheck {
  /** Whether the text follows the grammar. For `whatwg`: whether it is a valid URL string. */
  readonly valid: boolean;
  /** Whether the text begins with a scheme. */
  readonly kind: "uri" | "relative-reference";
  /** The faults in order of index. */
  readonly issues: readonly UriIssue[];
}

/** The result of {@link checkUri} after the URL Standard. Its issues are the validation errors of the parser, and `lone-surrogate`. */
export interface UrlCheck extends UriCheck {
  /** Whether the parser returns a URL: browsers accept many texts that are not valid. */
  readonly parses: boolean;
  /**
   * What reports a fault: the grammar of valid URL strings, the validation errors of the parser, or both. For a lone surrogate it is the
   * grammar alone: the parser receives U+FFFD instead. No other text is known for which only one of the two reports a fault.
   */
  readonly reportedBy: "neither" | "grammar" | "parser" | "both";
}

const CHECK_OPTIONS: OptionNames<CheckOptions> = { grammar: true, base: true };

/**
 * Checks whether a text is a URI or a relative reference, and returns each fault with its place
 * (https://www.rfc-editor.org/rfc/rfc3986#section-4.1, https://url.spec.whatwg.org/#valid-url-string).
 *
 * With the grammar `whatwg`, the issues are the validation errors of the URL Standard by their names
 * (https://url.spec.whatwg.org/#validation-error). Adjacent characters with the same error are one issue. Their places are in the given
 * text, before the parser removes spaces and controls. Each lone surrogate is an issue too, which the standard replaces before parsing.
 *
 * @param text any text; it is not trimmed
 * @param options the grammar and the base
 * @returns whether the text is valid, whether it has a scheme, and the issues; for `whatwg` a {@link UrlCheck}
 * @throws TypeError for wrong arguments, for a base that is not a URL, and for a base with another grammar than `whatwg`
 * @example
 * import { checkUri } from "percodec/uri";
 * checkUri("http://e.com/a b").issues // → [{ code: "illegal-character", index: 14, length: 1, message: 'A path does not contain " "; write an escape.' }]
 * checkUri("/é", { grammar: "rfc3987" }) // → { valid: true, kind: "relative-reference", issues: [] }
 * checkUri("https:e.com", { grammar: "whatwg" }).issues[0].code // → "special-scheme-missing-following-solidus"
 * checkUri("https://a_b/", { grammar: "whatwg" }).parses // → true
 */
export function checkUri(text: string | UrlObject, options: CheckOptions & { readonly grammar: "whatwg" }): UrlCheck;
export function checkUri(text: string | UrlObject, options?: CheckOptions): UriCheck;
export function checkUri(text: string | UrlObject, options?: CheckOptions): UriCheck {
  text = readUri(text, "checkUri");
  const { grammar: given, base } = readOptions(options, CHECK_OPTIONS, "checkUri");
  const grammar = requireChoice(given, ["rfc3986", "rfc3987", "whatwg"], "grammar");
  if (grammar === "whatwg") return checkByUrlStandard(text, base === undefined ? undefined : readBase(base));
  if (base !== undefined)
    throw new TypeError('base belongs to the grammar "whatwg"; resolveUri resolves a relative reference');
  return checkByGrammar(text, grammar === "rfc3986" ? RFC_3986 : RFC_3987);
}

function checkByGrammar(text: string, grammar: Grammar): UriCheck {
  const parts = splitParts(text);
  const issues: UriIssue[] = [];
  const quoteOnce = memoize(quote);
  visitFaults(text, parts, grammar, (code, index, length, component) => {
    const quoted = quoteOnce(text.slice(index, index + length));
    const isIllegal = code === "illegal-character";
    const message = isIllegal ? `A ${component} does not contain ${quoted}; write an escape.` : GRAMMAR_FAULTS[code];
    issues.push({ code, index, length, message });
  });
  return toCheck(parts.scheme, issues);
}

const HTTPS_BASE: BaseUrl = { scheme: "https", hasOpaquePath: false };

function checkByUrlStandard(text: string, given: BaseUrl | undefined): UrlCheck {
  const scalar = toWellFormed(text);
  const issues: UriIssue[] = [];
  for (const { index, length } of listFaults(scalar === text ? "" : text, LONE_SURROGATES)) {
    issues.push({ code: "lone-surrogate", index, length, message: GRAMMAR_FAULTS["lone-surrogate"] });
  }
  const surrogates = issues.length;
  const removal = removeIgnored(scalar, true);
  const input = removal?.text ?? scalar;
  const quoteOnce = memoize(quote);
  for (const { index, length } of removal?.removed ?? []) {
    const message = `A browser removes ${quoteOnce(scalar.slice(index, index + length))} here.`;
    issues.push({ code: "invalid-URL-unit", index, length, message });
  }
  const end = endOfText(scalar);
  const place = (at: number): number => (at < input.length ? (removal?.places[at] ?? at) : end);
  const { scheme } = splitAtDelimiters(input);
  const base = given ?? (scheme === undefined ? HTTPS_BASE : undefined);
  const parses = checkUrl(input, base, (code, start, stop, reason) => {
    const from = place(start);
    const to = stop > start ? place(stop - 1) + 1 : from;
    const message = explainValidationError(code, quoteOnce(scalar.slice(from, to)), reason);
    issues.push({ code, index: from, length: to - from, message });
  });
  // The grammar of valid URL strings refuses the texts with a validation error, and lone surrogates: `npm run check -- uris` compares them.
  const reportedBy = issues.length === 0 ? "neither" : issues.length > surrogates ? "both" : "grammar";
  return { ...toCheck(scheme, issues), parses, reportedBy };
}

function toCheck(scheme: string | undefined, issues: UriIssue[]): UriCheck {
  const kind = scheme === undefined ? "relative-reference" : "uri";
  return { valid: issues.length === 0, kind, issues: issues.sort((a, b) => a.index - b.index) };
}

function readBase(base: string): BaseUrl {
  requireString(base, "base");
  const url = parseUrl(base);
  if (url?.scheme === undefined) throw new TypeError(`base must be an absolute URL, not ${quote(base)}`);
  const { scheme, host, path } = url;
  return { scheme, hasOpaquePath: host === undefined && !path.startsWith("/") };
}
