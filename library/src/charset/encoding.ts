import { requireText } from "../base/arguments.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { requireEncoding, type TextEncoding } from "../codec/encoding.ts";

/** The labels of UTF-8 (https://encoding.spec.whatwg.org/#names-and-labels). */
const UTF8_LABELS = ["unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf-8", "utf8", "x-unicode20utf8"];

/** A character that is neither in a label of UTF-8 nor ASCII white space; `trim` would remove other white space too. */
const NOT_IN_UTF8_LABEL = /[^\w\t\n\f\r -]/;

/** UTF-8, without the functions that convert chunks. */
export const UTF8: TextEncoding = /* @__PURE__ */ Object.freeze({
  name: "UTF-8",
  // No regular expression for the white space at the end: its search takes quadratic time, and a sender chooses the label.
  hasLabel: (label: string) => {
    requireText(label, "hasLabel");
    return !NOT_IN_UTF8_LABEL.test(label) && UTF8_LABELS.includes(label.trim().toLowerCase());
  },
  legacy: undefined,
});

/** Whether forms are not sent in an encoding: UTF-16 and replacement (https://encoding.spec.whatwg.org/#get-an-output-encoding). */
const isNotSent = ({ legacy }: TextEncoding): boolean => legacy?.table !== undefined;

/** Returns the output encoding; `outputEncoding` of the public names also converts chunks. */
export function findOutputEncoding(encoding: TextEncoding): TextEncoding {
  return isNotSent(requireEncoding(encoding)) ? UTF8 : encoding;
}

/** Returns the encoding if forms are sent in it; throws a TypeError for UTF-16, replacement and anything else. */
export function requireFormEncoding<T extends TextEncoding>(value: T, option?: string): T {
  if (!isNotSent(requireEncoding(value, option))) return value;
  throw new TypeError(
    `forms are not sent in ${toExcerpt(value.name)}, where & is not one byte: pass outputEncoding(encoding)`,
  );
}

/** Characters that some encodings do not write as ASCII: those above U+007F, and three controls, which ISO-2022-JP lacks. */
const NOT_AS_ASCII = /[\x0e\x0f\x1b\u0080-\uffff]/;

/** Whether every encoding but UTF-16 writes a string as ASCII. */
export const isEncodedAsAscii = (text: string): boolean => !NOT_AS_ASCII.test(text);
