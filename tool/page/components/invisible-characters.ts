import { escapeInvisible } from "percodec/inspect";
import { h } from "./dom.ts";

/** A part of a text: visible characters, or one invisible character with its sign. */
export interface TextPart {
  readonly text: string;
  readonly sign?: string;
}

/** The abbreviations of the control characters (https://www.unicode.org/charts/PDF/U0000.pdf). */
const CONTROLS =
  "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US".split(
    " ",
  );

/** Names of common invisible characters. */
const NAMES: Readonly<Record<number, string>> = {
  0x7f: "delete",
  0xa0: "no-break space",
  0xad: "soft hyphen",
  0x61c: "Arabic letter mark",
  0x2002: "en space",
  0x2003: "em space",
  0x2009: "thin space",
  0x200b: "zero width space",
  0x200c: "zero width non-joiner",
  0x200d: "zero width joiner",
  0x200e: "left-to-right mark",
  0x200f: "right-to-left mark",
  0x2028: "line separator",
  0x2029: "paragraph separator",
  0x202a: "left-to-right embedding",
  0x202b: "right-to-left embedding",
  0x202c: "pop directional formatting",
  0x202d: "left-to-right override",
  0x202e: "right-to-left override",
  0x202f: "narrow no-break space",
  0x2060: "word joiner",
  0x2066: "left-to-right isolate",
  0x2067: "right-to-left isolate",
  0x2068: "first strong isolate",
  0x2069: "pop directional isolate",
  0x2800: "Braille pattern blank",
  0x3000: "ideographic space",
  0x3164: "Hangul filler",
  0xfeff: "byte order mark",
  0xfffc: "object replacement character",
};

/** Splits a text into visible parts and invisible characters. */
export function splitInvisible(text: string): readonly TextPart[] {
  const pieces: TextPart[] = [];
  let from = 0;
  for (let i = 0; i < text.length;) {
    const code = text.codePointAt(i)!;
    const next = i + (code > 0xffff ? 2 : 1);
    if (code < 0x20 || code > 0x7e) {
      const character = text.slice(i, next);
      if (escapeInvisible(character) !== character) {
        if (from < i) pieces.push({ text: text.slice(from, i) });
        pieces.push({ text: character, sign: labelCharacter(code) });
        from = next;
      }
    }
    i = next;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** Formats a code point: `U+202E`. */
export function formatCodePoint(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

function labelCharacter(code: number): string {
  return CONTROLS[code] ?? (code === 0x7f ? "DEL" : formatCodePoint(code));
}

/** Returns the code point and the name of an invisible character. */
export function nameInvisible(code: number): string {
  const name = NAMES[code] ?? (code < 0x20 ? CONTROLS[code]! : code >= 0xd800 && code < 0xe000 ? "half of a pair" : "");
  return name === "" ? formatCodePoint(code) : `${formatCodePoint(code)} ${name}`;
}

/** Draws a text with a sign for each invisible character, so that none of them affects the page. */
export function drawText(text: string, { breaks = true }: { readonly breaks?: boolean } = {}): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const piece of splitInvisible(text)) {
    if (piece.sign === undefined) {
      fragment.append(piece.text);
      continue;
    }
    const code = piece.text.codePointAt(0)!;
    fragment.append(h("span.sign", { title: nameInvisible(code) }, piece.sign));
    if (breaks && code === 0x0a) fragment.append("\n");
  }
  return fragment;
}

/** Draws a text as `drawText` does, isolated from the direction of the text around it. */
export function drawIsolated(text: string): HTMLElement {
  return h("bdi", drawText(text));
}

/** Draws a text as code, isolated. */
export function drawCode(text: string): HTMLElement {
  return h("code", drawIsolated(text));
}

/** Whether a text contains invisible characters other than line feeds. */
export function hasInvisible(text: string): boolean {
  return escapeInvisible(text, "\n") !== text;
}
