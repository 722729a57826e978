import { PercentEncodingError } from "percodec";
import { percentDecode } from "percodec";
import { percentEncode } from "percodec";
import { rfc3986 } from "percodec/sets";
import { cleanUri } from "percodec/uri";
import { normalizeUri } from "percodec/uri";
import type { Finding } from "percodec/inspect";
import type { FindingCode } from "percodec/inspect";
import { guess } from "../reading/guess.ts";
import { unwrap } from "../reading/unwrap.ts";

/** What mends a finding: what it does, in words, and the text that it leaves. */
export interface Mended {
  readonly label: string;
  readonly text: string;
}

type Mend = (part: string, finding: Finding) => string;

const remove: Mend = () => "";
const byAnswer: Mend = (part, { answer }) => answer ?? part;

/** Remedies that replace the finding alone. */
const LOCAL: { readonly [code in FindingCode]?: readonly [label: string, mend: Mend] } = {
  "malformed-escape": ["write %25", (part) => `%25${part.slice(1)}`],
  "truncated-escape": ["write %25", (part) => `%25${part.slice(1)}`],
  "percent-u": ["write it in UTF-8", fromPercentU],
  "percent-u-ascii": ["write it in UTF-8", fromPercentU],
  "multiple-encoding": ["remove one layer", (part) => part.replace(/%25([\dA-Fa-f]{2})/g, "%$1")],
  "bidi-control": ["remove it", remove],
  "invisible-character": ["remove it", remove],
  "look-alike-host": ["replace by the host that it looks like", byAnswer],
  "non-public-host": ["write the address", byAnswer],
  credentials: ["remove the user name", remove],
  "host-like-user": ["remove the user name", remove],
  mojibake: ["use the text that was meant", (_, { answer = "" }) => percentEncode(answer, rfc3986.component)],
};

type WholeRemedies = { readonly [code in FindingCode]?: readonly [label: string, mend: (text: string) => string] };

/** Remedies of the whole text, whatever it is. */
const OF_TEXT: WholeRemedies = {
  "html-reference": ["decode the references of HTML", (text) => unwrap(text, "html")],
  "javascript-escape": ["decode the escapes of JavaScript", (text) => unwrap(text, "javascript")],
};

/** Remedies of a whole URL. In plain text they would leave a delimiter or a percent sign as it is. */
const OF_URL: WholeRemedies = {
  "needless-escape": ["normalize", normalizeUri],
  "mixed-hex-case": ["normalize", normalizeUri],
  "dot-segment": ["remove dot segments", normalizeUri],
  "encoded-dot-segment": ["remove dot segments", normalizeUri],
  "illegal-character": ["clean", (text) => cleanUri(text)],
  "raw-non-ascii": ["clean", (text) => cleanUri(text)],
  "raw-backslash": ["clean", (text) => cleanUri(text)],
};

function fromPercentU(part: string): string {
  return percentEncode(percentDecode(part, { percentU: true }), rfc3986.component, { loneSurrogate: "replace" });
}

/** Returns what mends a finding of a text; undefined if nothing does, or if the text is refused. */
export function mend(text: string, finding: Finding): Mended | undefined {
  return mendAll(text, [finding]);
}

/** Returns what mends several findings of one code at once; undefined if nothing does, or if the text is refused. */
export function mendAll(text: string, findings: readonly Finding[]): Mended | undefined {
  const code = findings[0]?.code;
  if (code === undefined) return undefined;
  const local = LOCAL[code];
  if (local !== undefined) {
    const [label, change] = local;
    const mended = replaceEach(text, findings, change);
    const where = findings.length === 1 ? "" : ` at all ${findings.length} places`;
    return mended === text ? undefined : { label: label + where, text: mended };
  }
  const whole = OF_TEXT[code] ?? (guess(text)[0]?.name === "text" ? undefined : OF_URL[code]);
  if (whole === undefined) return undefined;
  try {
    const mended = whole[1](text);
    return mended === text ? undefined : { label: whole[0], text: mended };
  } catch (error) {
    if (error instanceof PercentEncodingError) return undefined;
    throw error;
  }
}

/** Replaces each finding alone; one that overlaps the finding before it stays. */
function replaceEach(text: string, findings: readonly Finding[], change: Mend): string {
  let written = "";
  let from = 0;
  for (const finding of [...findings].sort((a, b) => a.index - b.index)) {
    const { index, length } = finding;
    if (index < from) continue;
    written += text.slice(from, index) + change(text.slice(index, index + length), finding);
    from = index + length;
  }
  return written + text.slice(from);
}
