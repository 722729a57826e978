import { codeAt } from "../../shared/text.ts";
import type { Encoding } from "percodec/charset";
import type { DecodeIssue } from "percodec";

/** A character that an encoding lacks, and the reference of HTML that is written for it. */
interface LostCharacter {
  readonly character: string;
  readonly reference: string;
}

/** The characters of a text that an encoding lacks. */
export interface LostCharacters {
  /** How often such a character occurs. */
  readonly count: number;
  /** Each of them once, in the order of the text. */
  readonly characters: readonly LostCharacter[];
}

const REPLACEMENT = 0xfffd;

/**
 * Finds the characters that become references when a text is encoded in an encoding. A lone surrogate becomes U+FFFD before, and so does a
 * control that would switch the state of ISO-2022-JP.
 */
export function findLostCharacters(texts: readonly string[], { legacy }: Encoding): LostCharacters {
  const characters = new Map<string, LostCharacter>();
  let count = 0;
  if (legacy === undefined) return { count, characters: [] };
  for (const text of texts) {
    for (const character of text) {
      const code = codeAt(character);
      const isSurrogate = code >= 0xd800 && code <= 0xdfff;
      if (legacy.has(isSurrogate ? REPLACEMENT : code)) continue;
      count++;
      if (characters.has(character)) continue;
      const written = isSurrogate || code < 0x80 ? REPLACEMENT : code;
      characters.set(character, { character, reference: `&#${written};` });
    }
  }
  return { count, characters: [...characters.values()] };
}

/** A text after a conversion, with the faults that the options accept. */
export interface Decoded {
  readonly value: string;
  /** The first faults, with indexes in the whole text. */
  readonly issues: readonly DecodeIssue[];
  readonly issueCount: number;
}

/** The most issues that are listed, as in `percentDecodeReport`. */
const MAX_ISSUES = 100;

/** Counts issues, and lists the first of them. */
export class IssueList<Issue> {
  readonly issues: Issue[] = [];
  issueCount = 0;

  add(issue: Issue): void {
    if (this.issueCount++ < MAX_ISSUES) this.issues.push(issue);
  }
}

/** What the options do with faults. */
export interface Policies {
  readonly malformed: string;
  readonly invalidUtf8: string;
}

/** Issues that `describeLoss` does not count. */
const HARMLESS: readonly DecodeIssue["code"][] = ["percent-u-ascii", "lone-surrogate"];

/** Returns a sentence for each option by which a part of the text is not in the result. */
export function describeLoss(
  { issues, issueCount }: Pick<Decoded, "issues" | "issueCount">,
  policies: Policies,
): readonly string[] {
  const orMore = issueCount > issues.length ? " or more" : "";
  const describe = (things: readonly [one: string, many: string], policy: string, count: number): readonly string[] => {
    if (count === 0 || (policy !== "drop" && policy !== "replace")) return [];
    const isOne = count === 1 && orMore === "";
    const became = policy === "replace" ? "became U+FFFD" : isOne ? "was dropped" : "were dropped";
    return [`${count}${orMore} ${isOne ? things[0] : things[1]} ${became}.`];
  };
  const broken = issues.filter(({ code }) => code === "malformed-escape" || code === "truncated-escape").length;
  const bytes = issues.filter(({ code }) => !HARMLESS.includes(code)).length - broken;
  return [
    ...describe(["broken escape", "broken escapes"], policies.malformed, broken),
    ...describe(["part that is not text", "parts that are not text"], policies.invalidUtf8, bytes),
  ];
}
