import { percentDecode, percentEncode } from "percodec";
import type { Finding, FindingCode } from "percodec/inspect";
import { rfc3986 } from "percodec/sets";
import { cleanUri, normalizeUri } from "percodec/uri";
import { readAuthority } from "../../shared/authority.ts";
import { guess, type ReadingName } from "../../shared/reading/guess.ts";
import { unwrap } from "../../shared/reading/unwrap.ts";
import { unlessRefused } from "../../shared/unless-refused.ts";

export interface Fix {
  readonly label: string;
  readonly text: string;
}

type FixPart = (part: string, finding: Finding) => string;

/** The label of a fix, and the function that writes the finding alone, the whole input, or the whole URL. */
interface FixRow {
  readonly label: string;
  readonly part?: FixPart;
  readonly whole?: (text: string) => string;
  readonly url?: (text: string) => string;
}

const PERCENT: FixRow = { label: "write %25", part: (part) => `%25${part.slice(1)}` };
const PERCENT_U: FixRow = {
  label: "write it in UTF-8",
  part: (part) =>
    percentEncode(percentDecode(part, { percentU: true }), rfc3986.component, { loneSurrogate: "replace" }),
};
const REMOVED: FixRow = { label: "remove it", part: () => "" };
const NO_USER: FixRow = { ...REMOVED, label: "remove the user name" };
const answer: FixPart = (part, finding) => finding.answer ?? part;
const NORMAL: FixRow = { label: "normalize", url: normalizeUri };
const NO_DOTS: FixRow = { ...NORMAL, label: "remove dot segments" };
const CLEAN: FixRow = { label: "clean", url: (text) => cleanUri(text) };

const FIXES: { readonly [code in FindingCode]?: FixRow } = {
  "malformed-escape": PERCENT,
  "truncated-escape": PERCENT,
  "percent-u": PERCENT_U,
  "percent-u-ascii": PERCENT_U,
  "multiple-encoding": {
    label: "remove one layer",
    part: (part) => part.replace(/%25([\dA-Fa-f]{2})/g, "%$1"),
  },
  "bidi-control": REMOVED,
  "invisible-character": REMOVED,
  "look-alike-host": { label: "change to {}", part: answer },
  "non-public-host": { label: "write the address", part: answer },
  credentials: NO_USER,
  "host-like-user": NO_USER,
  mojibake: {
    label: "use the text that was meant",
    part: (_, finding) => percentEncode(finding.answer ?? "", rfc3986.component),
  },
  "html-reference": { label: "decode the references of HTML", whole: (text) => unwrap(text, "html") },
  "javascript-escape": { label: "decode the escapes of JavaScript", whole: (text) => unwrap(text, "javascript") },
  "needless-escape": NORMAL,
  "mixed-hex-case": NORMAL,
  "dot-segment": NO_DOTS,
  "encoded-dot-segment": NO_DOTS,
  "illegal-character": CLEAN,
  "raw-non-ascii": CLEAN,
  "raw-backslash": CLEAN,
};

/** Not a URL: its fixes would leave a delimiter or a percent sign as it is, or encode what is around a link. */
const NO_URL: readonly ReadingName[] = ["text", "wrapped", "lines"];

/** Returns the fix for the findings of one code at once; undefined if nothing fixes them, or if the input is refused. */
export function mend(text: string, findings: readonly Finding[]): Fix | undefined {
  const [first] = findings;
  const { label = "", part, whole, url } = (first && FIXES[first.code]) ?? {};
  if (part !== undefined) {
    const fixed = replaceEach(text, findings, part);
    const where = findings.length === 1 ? "" : ` at all ${findings.length} places`;
    const words = label.replace("{}", () => readAuthority(fixed)?.host ?? first?.answer ?? "");
    return fixed === text ? undefined : { label: words + where, text: fixed };
  }
  if (url !== undefined && NO_URL.includes(guess(text)[0]!.name)) return undefined;
  const fixed = unlessRefused(() => (whole ?? url)?.(text)) ?? text;
  return fixed === text ? undefined : { label, text: fixed };
}

/** Replaces each finding alone; one that overlaps the finding before it stays. */
function replaceEach(text: string, findings: readonly Finding[], fix: FixPart): string {
  let written = "";
  let from = 0;
  for (const finding of [...findings].sort((a, b) => a.index - b.index)) {
    const { index, length } = finding;
    if (index < from) continue;
    written += text.slice(from, index) + fix(text.slice(index, index + length), finding);
    from = index + length;
  }
  return written + text.slice(from);
}
