import type { FindingCode } from "percodec/inspect";

/** The page of a finding, except for its severity and message; text between backticks is code. */
export interface FindingPage {
  /** The exact definition. */
  readonly what: string;
  /** Why it matters: the class of bug, and products that had it. */
  readonly why: string;
  /** Texts with this finding, the most typical first. */
  readonly examples: readonly string[];
  /** What to do about it. */
  readonly advice: string;
  /** Sections of standards, and advisories. */
  readonly links: readonly Link[];
}

/** The pages of some findings. */
export type FindingPages = { readonly [code in FindingCode]?: FindingPage };

type Link = readonly [label: string, url: string];

export const rfc = (number: number, place: string, kind = "section"): Link => [
  `RFC ${number}, ${kind} ${place}`,
  `https://www.rfc-editor.org/rfc/rfc${number}#${kind}-${place}`,
];
export const cve = (id: string): Link => [`CVE-${id}`, `https://nvd.nist.gov/vuln/detail/CVE-${id}`];
export const cwe = (id: number): Link => [`CWE-${id}`, `https://cwe.mitre.org/data/definitions/${id}.html`];
export const uts39 = (title: string, anchor = title.replaceAll(" ", "_")): Link => [
  `Unicode Technical Standard 39, ${title}`,
  `https://www.unicode.org/reports/tr39/#${anchor}`,
];
const toAnchor = (title: string): string => title.toLowerCase().replaceAll(" ", "-");
export const urlStandard = (title: string, anchor = toAnchor(title)): Link => [
  `URL Standard, ${title}`,
  `https://url.spec.whatwg.org/#${anchor}`,
];
export const encodingStandard = (title: string, anchor = toAnchor(title)): Link => [
  `Encoding Standard, ${title}`,
  `https://encoding.spec.whatwg.org/#${anchor}`,
];
