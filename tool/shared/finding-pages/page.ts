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
  readonly links: readonly (readonly [label: string, url: string])[];
}

/** The pages of some findings. */
export type FindingPages<Code extends FindingCode> = Readonly<Record<Code, FindingPage>>;
