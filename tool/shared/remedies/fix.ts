import { percentDecode, percentEncode } from "percodec";
import type { Finding } from "percodec/inspect";
import { rfc3986 } from "percodec/sets";
import { cleanUri, normalizeUri } from "percodec/uri";
import { readAuthority } from "../authority.ts";
import { guess, type ReadingName } from "../reading/guess.ts";
import { unwrap } from "../reading/unwrap.ts";
import { unlessRefused } from "../unless-refused.ts";
import { findFix, type FixKind } from "./remedies.ts";

export interface Fix {
  readonly label: string;
  readonly text: string;
}

type FixPart = (part: string, finding: Finding) => string;

/** The fixes that replace the finding alone. */
const OF_PART: { readonly [kind in FixKind]?: FixPart } = {
  encodePercent: (part) => `%25${part.slice(1)}`,
  percentU: (part) =>
    percentEncode(percentDecode(part, { percentU: true }), rfc3986.component, { loneSurrogate: "replace" }),
  removeLayer: (part) => part.replace(/%25([\dA-Fa-f]{2})/g, "%$1"),
  remove: () => "",
  answer: (part, { answer }) => answer ?? part,
  encodeAnswer: (_, { answer = "" }) => percentEncode(answer, rfc3986.component),
};

/** The fixes of a whole input. */
const OF_WHOLE: { readonly [kind in FixKind]?: (text: string) => string } = {
  html: (text) => unwrap(text, "html"),
  javascript: (text) => unwrap(text, "javascript"),
  normalize: normalizeUri,
  clean: (text) => cleanUri(text),
};

/** The fixes of a whole URL: in plain text they would leave a delimiter or a percent sign as it is, and in others encode what is around a link. */
const OF_URL: readonly FixKind[] = ["normalize", "clean"];
const NO_URL: readonly ReadingName[] = ["text", "wrapped", "lines"];

/** Returns the fix for a finding; undefined if nothing fixes it, or if the input is refused. */
export function mend(text: string, finding: Finding): Fix | undefined {
  return mendAll(text, [finding]);
}

/** Returns the fix for several findings of one code at once; undefined if nothing fixes them, or if the input is refused. */
export function mendAll(text: string, findings: readonly Finding[]): Fix | undefined {
  const [first] = findings;
  const [words, kind] = (first && findFix(first.code)) ?? [];
  if (words === undefined || kind === undefined) return undefined;
  const fixPart = OF_PART[kind];
  if (fixPart !== undefined) {
    const fixed = replaceEach(text, findings, fixPart);
    const where = findings.length === 1 ? "" : ` at all ${findings.length} places`;
    const label = words.replace("{}", () => readAuthority(fixed)?.host ?? first?.answer ?? "");
    return fixed === text ? undefined : { label: label + where, text: fixed };
  }
  if (OF_URL.includes(kind) && NO_URL.includes(guess(text)[0]!.name)) return undefined;
  const fixed = unlessRefused(() => OF_WHOLE[kind]?.(text)) ?? text;
  return fixed === text ? undefined : { label: words, text: fixed };
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
