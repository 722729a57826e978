import { toJson } from "../../shared/literal.ts";
import { percentDecode, PercentEncodingError } from "percodec";
import type { ReadingName } from "../../shared/reading/guess.ts";
import type { TextReport } from "../../shared/reading/report.ts";
import { orRefusal } from "../../shared/unless-refused.ts";
import { describeKept } from "./lines.ts";

/** Lines after decoding; those that cannot be decoded stay as they are, and `kept` says so. */
export interface DecodedLines {
  readonly value: string;
  readonly kept: string | undefined;
}

/** The readings of a line that is one value. */
const VALUES: readonly ReadingName[] = ["escaped-value", "escaped-url", "legacy-bytes", "text"];

/** Decodes each line alone; returns undefined unless each is a value or plain text, and one is escaped. */
export function decodeLines(text: string, lines: TextReport["lines"]): DecodedLines | undefined {
  const names = lines.map(({ reading: { name } }) => name);
  if (!names.some((name) => name.startsWith("escaped-")) || !names.every((name) => VALUES.includes(name)))
    return undefined;
  let [malformed, notUtf8] = [0, 0];
  const value = text.replace(/[^\r\n]+/g, (line) => {
    const decoded = orRefusal(() => percentDecode(line));
    if (!(decoded instanceof PercentEncodingError)) return decoded;
    if (decoded.code.endsWith("-escape")) malformed++;
    else notUtf8++;
    return line;
  });
  const why = [malformed > 0 && "malformed", notUtf8 > 0 && "not UTF-8"].filter(Boolean).join(" or ");
  return { value, kept: describeKept(malformed + notUtf8, `is ${why}`, `are ${why}`) };
}

/** Decodes the header and the payload of a JSON Web Token (https://www.rfc-editor.org/rfc/rfc7519); its signature is not checked. */
export function readToken(token: string): string | undefined {
  try {
    const parts = token.split(".", 2).map((part) => {
      const binary = atob(part.replace(/-/g, "+").replace(/_/g, "/"));
      const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
      return toJson(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)), 2);
    });
    return parts.join("\n");
  } catch {
    return undefined;
  }
}

/** What the layers after the first are: a text is decoded once. */
export const FURTHER_LAYERS = "What a program that decodes twice would see";
