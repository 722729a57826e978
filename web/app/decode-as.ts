import { readEscape } from "../../src/base/escape.ts";
import { percentDecode } from "../../src/index.ts";
import type { TextReport } from "../../src/inspect/report.ts";
import { unlessRefused } from "./unless-refused.ts";

/** Decodes the escapes of a text in an encoding, with the browser's decoder; undefined if the bytes are not text in it. */
export function decodeAs(raw: string, label: string): string | undefined {
  const bytes: number[] = [];
  for (let i = 0; i < raw.length; i++) {
    const unit = raw.charCodeAt(i);
    const value = unit === 0x25 ? readEscape(raw, i) : -1;
    if (value < 0 && unit > 0x7f) return undefined;
    bytes.push(value >= 0 ? value : unit);
    if (value >= 0) i += 2;
  }
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Decodes lines; returns undefined unless each is an escaped value or plain text, one is escaped, and none is malformed. */
export function decodeLines(text: string, lines: TextReport["lines"]): string | undefined {
  const names = lines.map(({ reading: { name } }) => name);
  const areValues =
    names.includes("escaped-value") && names.every((name) => name === "escaped-value" || name === "text");
  return areValues ? unlessRefused(() => percentDecode(text)) : undefined;
}

/** Decodes the header and the payload of a JSON Web Token (https://www.rfc-editor.org/rfc/rfc7519); its signature is not checked. */
export function readToken(token: string): string | undefined {
  try {
    const parts = token.split(".", 2).map((part) => {
      const binary = atob(part.replace(/-/g, "+").replace(/_/g, "/"));
      const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
      return JSON.stringify(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)), null, 2);
    });
    return parts.join("\n");
  } catch {
    return undefined;
  }
}
