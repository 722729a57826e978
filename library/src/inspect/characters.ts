import type { UriComponent } from "./finding.ts";
import { inRanges, isInvisible } from "../base/invisible.ts";
import { looksLikeDelimiter } from "../host/look-alikes.ts";
import type { FindingCode } from "./finding-table.ts";

/** Characters and their finding; a later row replaces an earlier one. */
type Rows = readonly (readonly [characters: Iterable<string>, code: FindingCode])[];

const CONTROLS: readonly string[] = /* @__PURE__ */ Array.from({ length: 0x21 }, (_, k) =>
  String.fromCharCode(k < 0x20 ? k : 0x7f),
);
/** https://www.rfc-editor.org/rfc/rfc3986#section-2.3 */
const UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

/** Returns the finding of each ASCII character. */
function toTable(rows: Rows): readonly (FindingCode | undefined)[] {
  const codes: (FindingCode | undefined)[] = Array.from({ length: 0x80 });
  for (const [characters, code] of rows) {
    for (const character of characters) codes[character.charCodeAt(0)] = code;
  }
  return codes;
}

/** The finding of each raw ASCII character, by component; most have none. */
export const RAW_ASCII_FINDINGS: Record<UriComponent, readonly (FindingCode | undefined)[]> = /* @__PURE__ */ (() => {
  const everywhere: Rows = [
    [CONTROLS, "control-character"],
    ["\n\r", "crlf"],
    ["\0", "nul"],
    [' "<>^`{|}', "illegal-character"],
  ];
  const table = (...rows: Rows): readonly (FindingCode | undefined)[] => toTable([...everywhere, ...rows]);
  return {
    userinfo: table(["[]@", "illegal-character"], ["\\", "raw-backslash"]),
    host: table(["\\", "raw-backslash"]),
    port: table(["\\", "raw-backslash"]),
    path: table(["[]", "illegal-character"], ["\\", "raw-backslash"], ["+", "plus-in-path"], [";", "path-parameter"]),
    query: table(["[]\\", "illegal-character"], [";", "semicolon-separator"]),
    fragment: table(["[]\\#", "illegal-character"]),
  };
})();

/** The finding of each escaped ASCII character, by component; most have none. */
export const ESCAPED_ASCII_FINDINGS: Record<UriComponent, readonly (FindingCode | undefined)[]> =
  /* @__PURE__ */ (() => {
    const everywhere: Rows = [
      [CONTROLS, "control-character"],
      ["\n\r", "crlf"],
      ["\0", "nul"],
      [UNRESERVED, "needless-escape"],
    ];
    const separators = toTable([...everywhere, ["/", "encoded-slash"], ["\\", "encoded-backslash"]]);
    const data = toTable(everywhere);
    return { userinfo: separators, host: separators, port: separators, path: separators, query: data, fragment: data };
  })();

/** Ranges of look-alikes that are ordinary punctuation of other scripts; they are not reported in a query or fragment. */
const PUNCTUATION: readonly number[] = [
  0x37e, 0x37e, 0x6d4, 0x6d4, 0x3002, 0x3002, 0xfe15, 0xfe15, 0xfe50, 0xfe6f, 0xff01, 0xff61,
];

/** Returns the finding of a character that is misleading when it is shown; most have none. */
export function misleadingCode(code: number, component: UriComponent): FindingCode | undefined {
  if (isBidiControl(code)) return "bidi-control";
  const isQueryOrFragment = component === "query" || component === "fragment";
  // U+3000 is the space of Japanese keyboards.
  if (code === 0x3000 && isQueryOrFragment) return undefined;
  if (isInvisible(code)) return "invisible-character";
  if (!looksLikeDelimiter(code)) return undefined;
  return isQueryOrFragment && inRanges(PUNCTUATION, code) ? undefined : "look-alike";
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

/** Joiners and variation selectors, which emoji and many scripts need after another character. */
export function isJoinerOrSelector(code: number): boolean {
  return (
    code === 0x200c || code === 0x200d || code === 0xfe0e || code === 0xfe0f || (code >= 0xe0100 && code <= 0xe01ef)
  );
}

/** The tag characters of a flag, which follow U+1F3F4 (https://www.unicode.org/reports/tr51/#def_emoji_tag_sequence). */
export function isTagCharacter(code: number): boolean {
  return code >= 0xe0020 && code <= 0xe007f;
}
