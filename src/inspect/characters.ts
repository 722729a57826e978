import type { UriComponent } from "./finding.ts";
import { inRanges, isUnseen } from "../base/invisible.ts";
import { looksLikeDelimiter } from "../host/look-alikes.ts";
import type { FindingCode } from "./finding-table.ts";

/** Characters and what they are, the later rows over the earlier. */
type Rows = readonly (readonly [characters: string, code: FindingCode])[];

/** What a raw ASCII character is in each component; most are nothing. */
export const RAW: Record<UriComponent, readonly (FindingCode | undefined)[]> = /* @__PURE__ */ (() => {
  const everywhere: Rows = [
    [`${Array.from({ length: 0x20 }, (_, unit) => String.fromCharCode(unit)).join("")}\x7f`, "control-character"],
    ["\n\r", "crlf"],
    ["\0", "nul"],
    [' "<>^`{|}', "illegal-character"],
  ];
  const table = (...rows: Rows): readonly (FindingCode | undefined)[] => {
    const codes: (FindingCode | undefined)[] = Array.from({ length: 0x80 });
    for (const [characters, code] of [...everywhere, ...rows]) {
      for (const character of characters) codes[character.charCodeAt(0)] = code;
    }
    return codes;
  };
  return {
    userinfo: table(["[]@", "illegal-character"], ["\\", "raw-backslash"]),
    host: table(["\\", "raw-backslash"]),
    port: table(["\\", "raw-backslash"]),
    path: table(["[]", "illegal-character"], ["\\", "raw-backslash"], ["+", "plus-in-path"], [";", "path-parameter"]),
    query: table(["[]\\", "illegal-character"], [";", "semicolon-separator"]),
    fragment: table(["[]\\#", "illegal-character"]),
  };
})();

/** Look-alikes that scripts use as their punctuation, which nobody takes for a delimiter in a query or fragment. */
const PUNCTUATION: readonly number[] = [
  0x37e, 0x37e, 0x6d4, 0x6d4, 0x3002, 0x3002, 0xfe15, 0xfe15, 0xfe50, 0xfe6f, 0xff01, 0xff61,
];

/** What a character is that misleads whoever looks at it; most are nothing. */
export function misleadingCode(code: number, component: UriComponent): FindingCode | undefined {
  if (isBidiControl(code)) return "bidi-control";
  const inText = component === "query" || component === "fragment";
  // What a Japanese keyboard types between words.
  if (code === 0x3000 && inText) return undefined;
  if (isUnseen(code)) return "invisible-character";
  if (!looksLikeDelimiter(code)) return undefined;
  return inText && inRanges(PUNCTUATION, code) ? undefined : "look-alike";
}

function isBidiControl(code: number): boolean {
  return (
    code === 0x61c ||
    code === 0x200e ||
    code === 0x200f ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069)
  );
}

/** Joiners, and the selectors of a variation, which emoji and many scripts need behind another character. */
export function isJoining(code: number): boolean {
  return (
    code === 0x200c || code === 0x200d || code === 0xfe0e || code === 0xfe0f || (code >= 0xe0100 && code <= 0xe01ef)
  );
}

/** The letters of a flag, which the black flag begins (https://www.unicode.org/reports/tr51/#def_emoji_tag_sequence). */
export function isTag(code: number): boolean {
  return code >= 0xe0020 && code <= 0xe007f;
}

/** https://www.rfc-editor.org/rfc/rfc3986#section-2.3, a 1 for each. */
export const UNRESERVED: Uint8Array = /* @__PURE__ */ Uint8Array.from({ length: 0x80 }, (_, unit) =>
  /[A-Za-z0-9._~-]/.test(String.fromCharCode(unit)) ? 1 : 0,
);
