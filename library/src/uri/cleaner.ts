import { hexDigit, indexOfPercent, PERCENT, readEscape } from "../base/escape.ts";
import { PercentEncodingError } from "../base/errors.ts";
import { loneSurrogateIn, UnitWriter } from "../base/utf8.ts";
import type { Encoding } from "../codec/options.ts";
import { encodeText, loneSurrogateError } from "../codec/encode.ts";
import type { WrittenHost } from "../host/host.ts";
import { hostToAscii } from "../host/labels.ts";
import { type ByteTable, tableKeeping } from "../sets/byte-table.ts";
import { COMPONENT_TABLE, PATH_TABLE, QUERY_TABLE, REG_NAME_TABLE, USERINFO_TABLE } from "../sets/tables.ts";
import {
  cut,
  isIpLiteral,
  joinParts,
  locateParts,
  mapReference,
  type PartPlaces,
  toParts,
  type UriReference,
} from "./reference.ts";
import { uriError } from "./uri-error.ts";
import type { Removal } from "./whatwg.ts";

/** A span of the original text, in UTF-16 units. */
export interface CleanSpan {
  readonly index: number;
  readonly length: number;
}

/**
 * A span that was repaired, and how: `trimmed` are C0 controls and spaces at an end, `removed` is what a browser removes inside, `decoded` is
 * the `%25` of an escape that was encoded more than once.
 */
export interface Repair extends CleanSpan {
  readonly repair: "encoded" | "trimmed" | "removed" | "decoded";
}

/**
 * A part that stays encoded more than once, and what it would decode to: `"encoded"` is overlong UTF-8, or text that has too many layers
 * left to be judged.
 */
export interface KeptEncoding extends CleanSpan {
  readonly reason: "dot-segment" | "separator" | "control" | "encoded";
}

/** A part of a component that is encoded more than once. */
export interface PartRepair extends CleanSpan {
  readonly value: string;
  /** How many layers each `%` loses. */
  readonly layers: number;
  readonly reason: KeptEncoding["reason"] | undefined;
}

export type LayerFinder = (component: "path" | "query" | "fragment", text: string) => Iterable<PartRepair>;

/** The options of cleaning, with defaults. */
export interface CleanRules {
  readonly advanced: boolean;
  /** Whether C0 controls and spaces at the ends are removed. */
  readonly trims: boolean;
  readonly encoding: Encoding | undefined;
  /** Finds the layers to remove; undefined to keep them. */
  readonly findLayers: LayerFinder | undefined;
  /** The maximum number of spans of each kind: in a text of nothing but `%` recording them takes most of the time. */
  readonly maxSpans: number;
}

export const BASIC: CleanRules = {
  advanced: false,
  trims: false,
  encoding: undefined,
  findLayers: undefined,
  maxSpans: 1,
};

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** A text after cleaning, and the reference into which it is split. */
export interface CleanedUri {
  readonly value: string;
  readonly reference: UriReference;
  readonly invalid: Mutable<CleanSpan>[];
  readonly repairs: Mutable<Repair>[];
  readonly kept: readonly KeptEncoding[];
}

/** Characters that are illegal everywhere in a URI. */
const ILLEGAL_RUN = /[\0-\x20"<>\\^`{|}\x7f-\uffff]+/g;
export const ILLEGAL: ByteTable = /* @__PURE__ */ tableKeeping(/[\w!$&'()*+,;=:@/?.~#[\]%-]/);
/** What is illegal in each component; a port is checked as a whole. */
const TABLES: Readonly<Record<keyof PartPlaces, ByteTable>> = {
  userinfo: USERINFO_TABLE,
  host: REG_NAME_TABLE,
  port: /* @__PURE__ */ tableKeeping(/[\w!$&'()*+,;=:@/?.~#[\]-]/),
  path: PATH_TABLE,
  query: QUERY_TABLE,
  fragment: QUERY_TABLE,
};
/** What `advanced` encodes in components that do not allow it; `%` only if two hex digits do not follow. */
const REPAIRABLE = "[]#%";

/**
 * Cleans a reference, the components of the text after the removal, without comparing its host with a browser's; returns an error for a
 * lone surrogate, or if the host is not a domain.
 */
export function cleanReference(
  text: string,
  reference: UriReference,
  host: WrittenHost | undefined,
  rules: CleanRules,
  removal?: Removal,
): CleanedUri | PercentEncodingError {
  const lone = loneSurrogateIn(text);
  if (lone >= 0) return loneSurrogateError(text.charAt(lone), lone, 1, "utf-16");
  const cleaner = new UriCleaner(rules, removal);
  const ascii = host === undefined || isBracketed(host.text) ? host?.text : hostToAscii(host);
  if (host !== undefined && ascii === undefined) {
    const { index, length } = cleaner.locate(locateParts(reference).host, host.text.length);
    return uriError("clean the URI", "invalid-uri", text, index, length);
  }
  const cleaned = cleaner.clean(reference, ascii);
  const { invalid, repairs, kept } = cleaner;
  if (removal !== undefined) repairs.sort((a, b) => a.index - b.index);
  return { value: joinParts(toParts(cleaned)), reference: cleaned, invalid, repairs, kept };
}

function isBracketed(host: string): boolean {
  return /^\[.*\]$/s.test(host);
}

/** Cleans a reference, and records spans with indexes of the original text. */
class UriCleaner {
  readonly invalid: Mutable<CleanSpan>[] = [];
  readonly repairs: Mutable<Repair>[];
  readonly kept: KeptEncoding[] = [];
  readonly #rules: CleanRules;
  readonly #places: Uint32Array | undefined;

  constructor(rules: CleanRules, removal: Removal | undefined) {
    this.#rules = rules;
    this.#places = removal?.places;
    this.repairs = [...(removal?.removed ?? [])];
  }

  /** @param ascii the host with A-labels */
  clean(reference: UriReference, ascii: string | undefined): UriReference {
    const { scheme, host, path } = reference;
    const places = locateParts(reference);
    // https://www.rfc-editor.org/rfc/rfc3986#section-4.2: the first segment of a relative path has no colon.
    const colon = scheme === undefined && host === undefined ? cut(path, "/")[0].indexOf(":") : -1;
    if (colon >= 0) this.invalid.push(this.locate(colon, 1));
    const isOpaque = scheme !== undefined && host === undefined && !path.startsWith("/");
    return mapReference(reference, (text, part) => {
      const at = places[part];
      if (part === "host") return this.#host(ascii ?? text, at);
      if (part === "port" && !/^\d*$/.test(text)) this.invalid.push(this.locate(at, text.length));
      // An opaque path has no segments.
      const hasLayers = part === "query" || part === "fragment" || (part === "path" && !isOpaque);
      return hasLayers ? this.#layers(part, text, at) : this.#component(part, text, at);
    });
  }

  #host(host: string, at: number): string {
    if (!isBracketed(host)) return this.#component("host", host, at);
    if (!isIpLiteral(host)) this.invalid.push(this.locate(at, host.length));
    return encodeText(host, ILLEGAL, true);
  }

  /** Cleans a component, and removes the layers of the parts that are encoded more than once. */
  #layers(component: "path" | "query" | "fragment", text: string, start: number): string {
    let cleaned = "";
    let from = 0;
    for (const { index, length, value, layers, reason } of this.#rules.findLayers?.(component, text) ?? []) {
      if (reason !== undefined) {
        this.kept.push({ ...this.locate(start + index, length), reason });
        continue;
      }
      cleaned += this.#component(component, text.slice(from, index), start + from) + value;
      from = index + length;
      this.#reportLayers(text.slice(index, from), start + index, layers);
    }
    return cleaned + this.#component(component, text.slice(from), start + from);
  }

  #reportLayers(part: string, start: number, layers: number): void {
    for (let at = 0; (at = indexOfPercent(part, at)) >= 0 && this.repairs.length < this.#rules.maxSpans; at++) {
      this.repairs.push({ ...this.locate(start + at, 1 + 2 * layers), repair: "decoded" });
    }
  }

  /** Encodes characters that are illegal everywhere. Repairs or records the others of the set, which are illegal only here. */
  #component(component: keyof PartPlaces, text: string, start: number): string {
    const { bytes: illegal } = ILLEGAL;
    const { bytes } = TABLES[component];
    let repaired: UnitWriter | undefined;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const isFault = code < 0x80 && bytes[code] !== illegal[code] && readEscape(text, i) < 0;
      if (!isFault) {
        repaired?.write(code);
        continue;
      }
      const index = this.#place(start + i);
      if (this.#rules.advanced && REPAIRABLE.includes(String.fromCharCode(code))) {
        if (repaired === undefined) (repaired = new UnitWriter()).append(text, 0, i);
        for (const unit of [PERCENT, hexDigit(code >> 4), hexDigit(code & 15)]) repaired.write(unit);
        addUnit(this.repairs, index, this.#rules.maxSpans, "encoded");
      } else {
        repaired?.write(code);
        addUnit(this.invalid, index, this.#rules.maxSpans);
      }
    }
    const value = repaired?.text() ?? text;
    const legacy = component === "query" ? this.#rules.encoding?.legacy : undefined;
    // UTF-8 for encodings in which forms are not sent (https://url.spec.whatwg.org/#query-state).
    if (legacy === undefined || legacy.table !== undefined) return encodeText(value, ILLEGAL, true);
    return value.replace(ILLEGAL_RUN, (run) => legacy.percentEncode(run, COMPONENT_TABLE, true, "reference"));
  }

  /** Returns the span of a part in the original text, including characters that were removed inside it. */
  locate(index: number, length: number): CleanSpan {
    const start = this.#place(index);
    return { index: start, length: length === 0 ? 0 : this.#place(index + length - 1) + 1 - start };
  }

  #place(index: number): number {
    return this.#places?.[index] ?? index;
  }
}

/** Adds a unit to the last span if it is adjacent and of the same kind, else as a new span if there are fewer than the maximum. */
export function addUnit(
  spans: (Mutable<CleanSpan> & { repair?: Repair["repair"] })[],
  index: number,
  maxSpans: number,
  repair?: "encoded",
): void {
  const last = spans[spans.length - 1];
  // A span without a repair would inherit one from `Object.prototype`.
  const isSame = repair === undefined || last?.repair === repair;
  if (last !== undefined && last.index + last.length === index && isSame) last.length++;
  else if (spans.length < maxSpans)
    spans.push(repair === undefined ? { index, length: 1 } : { index, length: 1, repair });
}
