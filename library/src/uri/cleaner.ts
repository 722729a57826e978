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

export interface PartRepair extends CleanSpan {
  readonly value: string;
  /** How many layers each `%` loses. */
  readonly layers: number;
  readonly reason: KeptEncoding["reason"] | undefined;
}

export type LayerFinder = (component: "path" | "query" | "fragment", text: string) => Iterable<PartRepair>;

export interface CleanRules {
  readonly advanced: boolean;
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

/** Cleans the components of a text without C0 controls and spaces at its ends; returns an error for a lone surrogate, or if the host is not a domain. */
export function cleanReference(
  original: string,
  reference: UriReference,
  host: WrittenHost | undefined,
  rules: CleanRules,
  removal?: Removal,
): CleanedUri | PercentEncodingError {
  const lone = loneSurrogateIn(original);
  if (lone >= 0) return loneSurrogateError(original.charAt(lone), lone, 1, "utf-16");
  const { scheme, path } = reference;
  const places = locateParts(reference);
  const invalid: Mutable<CleanSpan>[] = [];
  const repairs: Mutable<Repair>[] = [...(removal?.removed ?? [])];
  const kept: KeptEncoding[] = [];
  const ascii = host === undefined || isBracketed(host.text) ? host?.text : hostToAscii(host);
  if (host !== undefined && ascii === undefined) {
    const { index, length } = locate(places.host, host.text.length);
    return uriError("clean the URI", "invalid-uri", original, index, length);
  }
  // https://www.rfc-editor.org/rfc/rfc3986#section-4.2: the first segment of a relative path has no colon.
  const colon = scheme === undefined && host === undefined ? cut(path, "/")[0].indexOf(":") : -1;
  if (colon >= 0) invalid.push(locate(colon, 1));
  const isOpaque = scheme !== undefined && host === undefined && !path.startsWith("/");
  const cleaned = mapReference(reference, (text, part) => {
    const at = places[part];
    if (part === "host") return cleanHost(ascii ?? text, at);
    if (part === "port" && !/^\d*$/.test(text)) invalid.push(locate(at, text.length));
    // An opaque path has no segments.
    const hasLayers = part === "query" || part === "fragment" || (part === "path" && !isOpaque);
    return hasLayers ? cleanLayers(part, text, at) : cleanComponent(part, text, at);
  });
  if (removal !== undefined) repairs.sort((a, b) => a.index - b.index);
  return { value: joinParts(toParts(cleaned)), reference: cleaned, invalid, repairs, kept };

  function cleanHost(name: string, at: number): string {
    if (!isBracketed(name)) return cleanComponent("host", name, at);
    if (!isIpLiteral(name)) invalid.push(locate(at, name.length));
    return encodeText(name, ILLEGAL, true);
  }

  function cleanLayers(component: "path" | "query" | "fragment", text: string, start: number): string {
    let result = "";
    let from = 0;
    for (const { index, length, value, layers, reason } of rules.findLayers?.(component, text) ?? []) {
      if (reason !== undefined) {
        kept.push({ ...locate(start + index, length), reason });
        continue;
      }
      result += cleanComponent(component, text.slice(from, index), start + from) + value;
      from = index + length;
      reportLayers(text.slice(index, from), start + index, layers);
    }
    return result + cleanComponent(component, text.slice(from), start + from);
  }

  function reportLayers(part: string, start: number, layers: number): void {
    for (let at = 0; (at = indexOfPercent(part, at)) >= 0 && repairs.length < rules.maxSpans; at++) {
      repairs.push({ ...locate(start + at, 1 + 2 * layers), repair: "decoded" });
    }
  }

  /** Encodes characters that are illegal everywhere. Repairs or records the characters that are illegal only in this component. */
  function cleanComponent(component: keyof PartPlaces, text: string, start: number): string {
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
      const index = toPlace(start + i);
      if (rules.advanced && REPAIRABLE.includes(String.fromCharCode(code))) {
        if (repaired === undefined) (repaired = new UnitWriter()).append(text, 0, i);
        for (const unit of [PERCENT, hexDigit(code >> 4), hexDigit(code & 15)]) repaired.write(unit);
        addUnit(repairs, index, rules.maxSpans, "encoded");
      } else {
        repaired?.write(code);
        addUnit(invalid, index, rules.maxSpans);
      }
    }
    const value = repaired?.text() ?? text;
    const legacy = component === "query" ? rules.encoding?.legacy : undefined;
    // UTF-8 for encodings in which forms are not sent (https://url.spec.whatwg.org/#query-state).
    if (legacy === undefined || legacy.table !== undefined) return encodeText(value, ILLEGAL, true);
    return value.replace(ILLEGAL_RUN, (run) => legacy.percentEncode(run, COMPONENT_TABLE, true, "reference"));
  }

  /** Returns the span of a part in the original text, including characters that were removed inside it. */
  function locate(index: number, length: number): CleanSpan {
    const start = toPlace(index);
    return { index: start, length: length === 0 ? 0 : toPlace(index + length - 1) + 1 - start };
  }

  function toPlace(index: number): number {
    return removal?.places[index] ?? index;
  }
}

function isBracketed(host: string): boolean {
  return /^\[.*\]$/s.test(host);
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
