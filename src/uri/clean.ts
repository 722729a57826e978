import { hexDigit, readEscape } from "../base/escape.ts";
import { requireChoice, requireText } from "../base/arguments.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { percentEncodeAfterEncoding } from "../charset/encode.ts";
import { type Encoding, requireEncoding } from "../charset/encoding.ts";
import { loneSurrogateError, percentEncode } from "../codec/encode.ts";
import { PercentEncodingError, type PercentEncodingErrorCode } from "../base/errors.ts";
import { loneSurrogateIn, UnitWriter } from "../base/utf8.ts";
import { chrome16, firefox10 } from "../sets/browsers.ts";
import { byteTable, PercentEncodeSet } from "../sets/percent-encode-set.ts";
import { rfc3986 } from "../sets/rfc.ts";
import { ambiguityDetail } from "./ambiguity-detail.ts";
import { hostToAscii } from "../host/labels.ts";
import { parseHost } from "../host/host.ts";
import { hostsDisagree } from "./host-ambiguity.ts";
import { splitAuthority, splitUri } from "./reference.ts";
import { endOfText, isTabOrNewline, withoutTabs } from "./whatwg.ts";

/** How a text is cleaned. */
export interface CleanOptions {
  /** `"basic"` (the default) encodes what is illegal anywhere; `"advanced"` repairs more, and gives a valid URI or none. */
  readonly level?: "basic" | "advanced" | undefined;
  /** An encoding of `percodec/charset` for the query (default UTF-8). */
  readonly encoding?: Encoding | undefined;
  /** An address bar of the past to reproduce, bugs and all, instead of a level. */
  readonly profile?: "firefox-10" | "chrome-16" | undefined;
}

const CLEAN_OPTIONS: OptionNames<CleanOptions> = { level: true, encoding: true, profile: true };

/** A stretch of the text that was given, in UTF-16 units. */
export interface CleanSpan {
  readonly index: number;
  readonly length: number;
}

/** Something that a valid URI could not have, and what was done about it. */
export interface Repair extends CleanSpan {
  readonly repair: "encoded" | "removed";
}

/** What cleaning gave. */
export interface CleanReport {
  readonly value: string;
  /** Whether the value is a URI reference by RFC 3986. */
  readonly valid: boolean;
  /** Where the text still breaks the grammar; what stands side by side is one span. */
  readonly invalid: readonly CleanSpan[];
  /** What `advanced` repaired beyond encoding what is illegal anywhere, side by side as one span. */
  readonly repairs: readonly Repair[];
}

const ESCAPE_LENGTH = 3;
/** Illegal anywhere in a URI. */
const ILLEGAL_RUN = /[\0-\x20"<>\\^`{|}\x7f-\u{10ffff}]+/gu;
const ILLEGAL: PercentEncodeSet = /* @__PURE__ */ rfc3986.query.remove("#[]%");
/** A port is judged whole. */
const ILLEGAL_OR_PERCENT: PercentEncodeSet = /* @__PURE__ */ ILLEGAL.add("%");
/** What `advanced` encodes where it may not stand, which is for `%` before anything but two hex digits. */
const REPAIRABLE: PercentEncodeSet = /* @__PURE__ */ PercentEncodeSet.encoding("[]#%");

/**
 * Cleans what somebody typed or pasted into a URI reference: what is illegal is percent-encoded, and what is reserved or
 * escaped stays (https://www.rfc-editor.org/rfc/rfc3986#section-2). It never unescapes, and cleaning twice changes nothing more.
 *
 * Only for what comes from outside: to build a URI there is the `uri` tag.
 *
 * @param text any text
 * @param options the level
 * @returns the URI reference; valid for sure at the level `advanced`
 * @throws PercentEncodingError `host-ambiguous` where a browser and a reader after RFC 3986 see different hosts, even in a
 *   valid URI; `invalid-uri` at the level `advanced` for what cannot be repaired, and for a host that is none;
 *   `lone-surrogate`: each with its index in UTF-16 units
 * @throws TypeError for wrong arguments
 * @example
 * import { cleanUri } from "percodec/uri";
 * cleanUri("http://www.café.fr/a b?q=ü|%41") // → "http://www.xn--caf-dma.fr/a%20b?q=%C3%BC%7C%41"
 * cleanUri(" http://e.com/100% [x]#a#b ", { level: "advanced" }) // → "http://e.com/100%25%20%5Bx%5D#a%23b"
 */
export function cleanUri(text: string, options?: CleanOptions): string {
  return clean(text, options, 1, "cleanUri").value;
}

/**
 * Cleans a text as `cleanUri` does, and says what is still invalid and what was repaired.
 *
 * @param text any text
 * @param options the level
 * @returns the value, whether it is valid, and the places
 * @throws PercentEncodingError as `cleanUri` does
 * @throws TypeError for wrong arguments
 * @example
 * import { cleanUriReport } from "percodec/uri";
 * cleanUriReport("/100%/a b") // → { value: "/100%/a%20b", valid: false, invalid: [{ index: 4, length: 1 }], repairs: [] }
 */
export function cleanUriReport(text: string, options?: CleanOptions): CleanReport {
  return clean(text, options, Infinity, "cleanUriReport");
}

/** @param most how many spans of a kind are wanted: for `%` and nothing else they take longer than all else */
function clean(text: string, given: CleanOptions | undefined, most: number, owner: string): CleanReport {
  requireText(text, owner);
  const options = readOptions(given, CLEAN_OPTIONS, owner);
  const advanced = requireChoice(options.level, ["basic", "advanced"], "level") === "advanced";
  if (options.encoding !== undefined) requireEncoding(options.encoding, "encoding");
  const lone = loneSurrogateIn(text);
  if (lone >= 0) throw loneSurrogateError(text.charAt(lone), lone, 1, "utf-16");
  if (options.profile !== undefined) return historic(text, options.profile, most);

  const cleaning = new UriCleaner(text, advanced, options.encoding, most);
  const { value, invalid } = cleaning;
  const { scheme, authority } = splitUri(text);
  // A path from which something was removed must not begin to name a host, as `/\t/evil.com` would.
  const isPath = authority === undefined && scheme === undefined;
  const became = isPath && value !== text ? splitUri(value) : undefined;
  const appeared = became?.authority !== undefined && became.scheme === undefined;
  // A browser that takes no part in the text may yet see a host in what became of it.
  if (appeared || hostsDisagree(text, value) || (value !== text && hostsDisagree(value, value))) {
    throw ambiguityError(text, advanced && !appeared);
  }
  const [first] = invalid;
  if (advanced && first !== undefined) throw uriError("clean the URI", "invalid-uri", text, first.index, first.length);
  return { value, valid: invalid.length === 0, invalid, repairs: cleaning.repairs };
}

/**
 * The error for a text in which a browser and RFC 3986 find different hosts: at its authority, if there is one.
 *
 * @param isReduced whether they still do after what a browser removes was removed
 */
function ambiguityError(text: string, isReduced: boolean): PercentEncodingError {
  // https://www.rfc-editor.org/rfc/rfc3986#appendix-B accepts what stands before the colon even behind a space.
  const [before, authority] = /^(?:[^:/?#]+:)?\/\/([^/?#]*)/.exec(text) ?? [text];
  const length = authority?.length ?? text.length;
  const index = before.length - length;
  return uriError("clean the URI", "host-ambiguous", text, index, length, ambiguityDetail(text, isReduced));
}

/** The error for a part of a text that is to be a URI. */
export function uriError(
  operation: string,
  code: PercentEncodingErrorCode,
  text: string,
  index: number,
  length: number,
  detail?: string,
): PercentEncodingError {
  const excerpt = toExcerpt(text.slice(index, index + length));
  return new PercentEncodingError({ operation, code, index, length, unit: "utf-16", excerpt, detail });
}

/** One text on its way to a URI, component by component, with the places of the text as it was given. */
class UriCleaner {
  readonly value: string;
  readonly invalid: CleanSpan[] = [];
  readonly repairs: Repair[] = [];
  readonly #given: string;
  readonly #text: string;
  readonly #advanced: boolean;
  readonly #encoding: Encoding | undefined;
  readonly #most: number;
  /** The text without what was removed, and where each unit of it stood. */
  readonly #places: Uint32Array | undefined;
  #at = 0;

  constructor(text: string, advanced: boolean, encoding: Encoding | undefined, most: number) {
    this.#given = text;
    this.#advanced = advanced;
    this.#encoding = encoding;
    this.#most = most;
    const removed = advanced ? this.#remove(text) : undefined;
    this.#places = removed?.places;
    this.#text = removed?.text ?? text;
    this.value = this.#clean();
    if (removed !== undefined) this.repairs.sort((a, b) => a.index - b.index);
  }

  /** Removes what the URL Standard's parser removes: C0 and space around, TAB, LF and CR within. */
  #remove(text: string): { text: string; places: Uint32Array } | undefined {
    const end = endOfText(text);
    const start = Math.min(text.search(/[^\0-\x20]|$/), end);
    if (start === 0 && end === text.length && !/[\t\n\r]/.test(text)) return undefined;
    const remove = (from: number, to: number): void => {
      if (to > from) this.repairs.push({ index: from, length: to - from, repair: "removed" });
    };
    const places = new Uint32Array(end - start);
    let count = 0;
    remove(0, start);
    for (let i = start; i < end;) {
      const from = i;
      while (isTabOrNewline(text.charCodeAt(i))) i++;
      remove(from, i);
      places[count++] = i++;
    }
    remove(end, text.length);
    return { text: withoutTabs(text.slice(start, end)), places: places.subarray(0, count) };
  }

  #clean(): string {
    const { scheme, authority, path, query, fragment } = splitUri(this.#text);
    let value = "";
    if (scheme !== undefined) {
      value += `${scheme}:`;
      this.#at += scheme.length + 1;
    }
    if (authority !== undefined) {
      this.#at += 2;
      value += `//${this.#authority(authority)}`;
    }
    // https://www.rfc-editor.org/rfc/rfc3986#section-4.2: the first segment of a relative path has no colon.
    const colon = scheme === undefined && authority === undefined ? path.split("/", 1)[0]!.indexOf(":") : -1;
    if (colon >= 0) this.#refuse(colon, 1);
    value += this.#component(path, rfc3986.path);
    if (query !== undefined) {
      this.#at++;
      value += `?${this.#component(query, rfc3986.query, this.#encoding)}`;
    }
    if (fragment !== undefined) {
      this.#at++;
      value += `#${this.#component(fragment, rfc3986.fragment)}`;
    }
    return value;
  }

  #authority(authority: string): string {
    const { userinfo, host, port } = splitAuthority(authority);
    let value = "";
    if (userinfo !== undefined) {
      value += `${this.#component(userinfo, rfc3986.userinfo)}@`;
      this.#at++;
    }
    value += this.#host(host);
    if (port !== undefined) {
      this.#at++;
      if (!/^\d*$/.test(port)) this.#refuse(this.#at, port.length);
      value += `:${this.#component(port, ILLEGAL_OR_PERCENT)}`;
    }
    return value;
  }

  #host(host: string): string {
    const start = this.#at;
    if (/^\[.*\]$/s.test(host)) {
      this.#at += host.length;
      const future = /^\[v[0-9a-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+\]$/i.test(host);
      if (!future && parseHost(host, false).kind !== "ipv6") this.#refuse(start, host.length);
      return percentEncode(host, ILLEGAL);
    }
    if (!/[^\0-\x7f]/.test(host)) return this.#component(host, rfc3986.regName);
    this.#at += host.length;
    const ascii = hostToAscii(host);
    if (ascii === undefined) {
      const { index, length } = this.#span(start, host.length);
      throw uriError("clean the URI", "invalid-uri", this.#given, index, length);
    }
    this.#at = start;
    const value = this.#component(ascii, rfc3986.regName);
    this.#at = start + host.length;
    return value;
  }

  /** Encodes what is illegal anywhere; what else the set holds is not allowed here, and is repaired or noted. */
  #component(text: string, set: PercentEncodeSet, encoding?: Encoding): string {
    const { bytes } = byteTable(set);
    const { bytes: illegal } = byteTable(ILLEGAL);
    const start = this.#at;
    this.#at += text.length;
    let repaired: UnitWriter | undefined;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const isFault = code < 0x80 && bytes[code] !== illegal[code] && !(code === 0x25 && readEscape(text, i) >= 0);
      if (!isFault) {
        repaired?.write(code);
        continue;
      }
      const index = this.#place(start + i);
      if (this.#advanced && REPAIRABLE.has(code)) {
        repaired ??= writerOf(text, i);
        for (const unit of [0x25, hexDigit(code >> 4), hexDigit(code & 15)]) repaired.write(unit);
        if (!continues(this.repairs, index, "encoded") && this.repairs.length < this.#most) {
          this.repairs.push({ index, length: 1, repair: "encoded" });
        }
      } else if (!continues(this.invalid, index) && this.invalid.length < this.#most) {
        this.invalid.push({ index, length: 1 });
      }
    }
    const value = repaired?.text() ?? text;
    if (encoding === undefined) return percentEncode(value, ILLEGAL);
    return value.replace(ILLEGAL_RUN, (run) => percentEncodeAfterEncoding(run, encoding));
  }

  #refuse(index: number, length: number): void {
    this.invalid.push(this.#span(index, length));
  }

  /** The place of a part in the text that was given, with what was removed from within it. */
  #span(index: number, length: number): CleanSpan {
    const start = this.#place(index);
    return { index: start, length: length === 0 ? 0 : this.#place(index + length - 1) + 1 - start };
  }

  #place(index: number): number {
    return this.#places?.[index] ?? index;
  }
}

/** Makes the last span longer where the unit at `index` continues it, and says whether it did. */
function continues(
  spans: readonly (CleanSpan & { readonly repair?: string })[],
  index: number,
  repair?: string,
): boolean {
  const last = spans[spans.length - 1];
  if (last === undefined || last.index + last.length !== index) return false;
  if (repair !== undefined && last.repair !== repair) return false;
  (last as { length: number }).length++;
  return true;
}

/** A writer that holds the start of a text, of which each unit may yet become an escape. */
function writerOf(text: string, end: number): UnitWriter {
  const writer = new UnitWriter(end + (text.length - end) * ESCAPE_LENGTH);
  writer.append(text, 0, end);
  return writer;
}

/** What an address bar of the past sent, and what of it is no URI. */
function historic(text: string, profile: "firefox-10" | "chrome-16", most: number): CleanReport {
  requireChoice(profile, ["firefox-10", "chrome-16"], "profile");
  const set = profile === "firefox-10" ? firefox10 : chrome16;
  const sent = set === firefox10 ? text.replace(/[\0\t\n\r]/g, "") : text;
  const value = percentEncode(sent, set);
  const { invalid } = new UriCleaner(text, false, undefined, most);
  const { bytes: illegal } = byteTable(ILLEGAL);
  const { bytes: encoded } = byteTable(set);
  const noted = invalid.length;
  for (let index = 0; index < text.length && invalid.length < most; index++) {
    const code = text.charCodeAt(index);
    const kept = code < 0x80 && illegal[code] === 1 && encoded[code] === 0;
    if (kept && !continues(invalid, index)) invalid.push({ index, length: 1 });
  }
  if (noted > 0) invalid.sort((a, b) => a.index - b.index);
  return { value, valid: invalid.length === 0, invalid, repairs: [] };
}
